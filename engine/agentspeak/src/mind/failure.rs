//! What becomes of a goal that fails.
//!
//! The failure is an event `-!g`, with annotations for the reason. If the agent has a plan for that, it is put on top of the
//! intention, above the plans that have failed; when it is done, these go, and the goal counts as achieved. Without such a plan
//! for `g`, that of the goal around it is looked for, and so on.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::call::give_what_is_open;
use super::matching::unifies;
use super::scopes::may_be_for;
use super::sources::annotated;
use super::{Event, Failure, Frame, Intention, Mind, Moment, Trigger, World};
use crate::complaints;
use crate::failures::short;
use crate::term::{Annotations, Atom, Bindings, Change, Functor, Step, Structure, Term};

/// The step that failed: its text, and where it was written.
pub(super) struct Origin {
    pub(super) term: Term,
    pub(super) file: Option<Arc<str>>,
    pub(super) line: u32,
    /// With its variables, and what stands before it.
    source: Option<(Step, Term)>,
}

impl Origin {
    /// The step as it was written.
    pub(super) fn written(&self) -> String {
        match &self.source {
            Some((step, term)) => format!("{}{}", step.text(), short(term)),
            None => short(&self.term),
        }
    }
}

impl Mind {
    /// The step that the intention is at has failed.
    pub(crate) fn fail(&mut self, mut intention: Box<Intention>, failure: &Failure, world: &mut dyn World) {
        let Some(top) = intention.top() else { return };
        let file = top.plan.source.clone();
        let step = top.current().map(|deed| (deed.operator(), deed.term.clone(), deed.line));
        let origin = step.map(|(operator, written, line)| {
            let term = top.bindings.apply(&written);
            // What is wrong with it has been reported.
            if complaints::any() {
                complaints::take();
            }
            Origin { term, file, line, source: Some((operator, written)) }
        });
        self.fail_at(intention, failure, origin, world);
    }

    /// A step has failed, and with it the plan on top of the intention.
    pub(super) fn fail_at(
        &mut self,
        mut intention: Box<Intention>,
        failure: &Failure,
        origin: Option<Origin>,
        world: &mut dyn World,
    ) {
        let Some(top) = intention.top() else { return };
        let trigger = top.trigger.clone();
        if self.is_observed() {
            self.notice(&Moment::Failed(Some(intention.id), &trigger, failure));
        }
        // What a branch of a fork cannot handle itself is the fork's failure.
        let own = usize::from(intention.fork.is_some());
        let in_own = intention.frames.len() > own;
        // In Jason 3.2 a change of belief that fails is no goal's failure.
        let may_be_handled = trigger.is_goal() || !self.is_older();
        let found = (in_own && may_be_handled).then(|| self.failure_of(&intention, own, &trigger)).flatten();
        if !trigger.is_goal() && found.is_none() {
            self.report_failure(&trigger, failure, origin.as_ref(), Some(&intention), world);
            if self.settings.requeue {
                self.happened(trigger);
            }
            return;
        }
        if let (Some(fork), None) = (intention.fork, &found) {
            self.fail_branch(fork, intention, failure, origin, world);
            return;
        }
        match found {
            Some(mut event) => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.enters(&trigger, "executing", Some(Term::word("has_failure_plan")));
                event.literal = explained(&event.literal, failure, origin.as_ref());
                self.raise(event, Some(intention));
            }
            None => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.is_over(&trigger, None);
                for frame in intention.frames.iter().rev().skip(1) {
                    self.is_over(&frame.trigger, Some("failed"));
                }
                self.report_failure(&trigger, failure, origin.as_ref(), Some(&intention), world);
            }
        }
    }

    /// There is no plan for the event's goal.
    pub(super) fn fail_event(&mut self, event: Event, failure: &Failure, world: &mut dyn World) {
        if self.is_observed() {
            let waiting = event.intention.as_ref().map(|waiting| waiting.id);
            self.notice(&Moment::Failed(waiting, &event.trigger, failure));
        }
        if event.trigger.change != Change::Added {
            world.warn(self.name, &failure.message);
            if event.intention.is_none() && self.settings.requeue {
                self.put_back(event, world);
            }
            return;
        }
        let Event { trigger, mut intention, .. } = event;
        let step = intention.as_mut().and_then(|waiting| waiting.top()).map(|top| {
            let deed = top.current().map(|deed| (deed.line, (deed.operator(), deed.term.clone())));
            (top.plan.source.clone(), deed.unzip())
        });
        let (file, (line, source)) = step.unwrap_or_default();
        let origin = Origin { term: trigger.literal.clone(), file, line: line.unwrap_or(0), source };
        let found = match &intention {
            Some(intention) => self.failure_in(intention, 0, trigger.clone()),
            None => {
                Some(Trigger { change: Change::Deleted, ..trigger.clone() }).filter(|t| self.plans.has_candidates(t))
            }
        };
        match found {
            Some(mut found) => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.enters(&trigger, "executing", Some(Term::word("has_failure_plan")));
                found.literal = explained(&found.literal, failure, Some(&origin));
                self.raise(found, intention);
            }
            None => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.is_over(&trigger, None);
                for frame in intention.iter().flat_map(|intention| &intention.frames) {
                    self.is_over(&frame.trigger, Some("failed"));
                }
                self.report_failure(&trigger, failure, Some(&origin), intention.as_deref(), world);
            }
        }
    }

    pub(super) fn raise(&mut self, trigger: Trigger, intention: Option<Box<Intention>>) {
        self.add_event(Event { intention, ..Event::of(trigger) });
    }

    /// The failure event for a goal of the intention's top, among its frames from the lowest on.
    fn failure_of(&self, intention: &Intention, lowest: usize, trigger: &Trigger) -> Option<Trigger> {
        let (goal, count) = begun(&intention.frames[lowest..], trigger)?;
        self.failure_from(intention, lowest..lowest + count, goal)
    }

    /// The failure event of the goal or of the innermost one around it that has a plan for its failure.
    pub(super) fn failure_in(&self, intention: &Intention, lowest: usize, goal: Trigger) -> Option<Trigger> {
        let count = intention.frames.len();
        self.failure_from(intention, lowest.min(count)..count, goal)
    }

    /// The same among some of the frames. Where the plan on top of all has sub-plans, or is one, these are looked at first, and those around them
    /// after them; in Jason 3.2 they are not.
    fn failure_from(&self, intention: &Intention, among: Range<usize>, goal: Trigger) -> Option<Trigger> {
        let frames = &intention.frames;
        let sees_inner = Self::may_see_sub_plans(intention) && !self.is_older();
        let mut scope = if sees_inner { self.scope_of(intention) } else { None };
        let mut failure = self.failure_within(&frames[among.clone()], goal, scope);
        while let (Err(last), Some(frame)) = (&failure, scope) {
            scope = self.parent_of(intention, &frame.plan);
            // As in Jason, what was looked at last is looked at first now: the goal that the intention began with.
            let (goal, count) = begun(&frames[among.start..], last)?;
            failure = self.failure_within(&frames[among.start..among.start + count], goal, scope);
        }
        failure.ok()
    }

    /// The same among the sub-plans of one frame's plan, or all plans of the agent; else what was looked at last.
    fn failure_within(&self, stack: &[Box<Frame>], goal: Trigger, scope: Option<&Frame>) -> Result<Trigger, Trigger> {
        let is_planned = |failure: &Trigger| match scope {
            Some(frame) => frame.plan.sub_plans.iter().any(|plan| may_be_for(plan, failure)),
            None => self.plans.has_candidates(failure),
        };
        let mut last = goal.clone();
        for goal in std::iter::once(goal).chain(stack.iter().rev().map(|frame| frame.trigger.clone())) {
            let failure = Trigger { change: Change::Deleted, ..goal.clone() };
            last = goal;
            if is_planned(&failure) {
                return if failure.is_goal() { Ok(failure) } else { Err(last) };
            }
        }
        Err(last)
    }

    /// A plan for a failure has finished: takes off the plans that had failed.
    ///
    /// As in Jason, what has been bound meanwhile counts: where the goal that failed is not found for that, all plans go.
    pub(super) fn after_failure(intention: &mut Intention, goal: &Term) {
        let calls = |frame: &mut Frame| {
            let step =
                frame.current().map(|deed| (matches!(deed.action, super::Action::Achieve(_)), deed.term.clone()));
            step.is_some_and(|(achieves, term)| {
                achieves && !matches!(term, Term::Var(_)) && unifies(&frame.bindings.apply(&term), goal)
            })
        };
        if intention.top().is_none_or(calls) {
            return;
        }
        while let Some(mut frame) = intention.frames.pop() {
            // Not-a-number unifies with nothing, but a goal with itself.
            let fits = |literal: &Term| unifies(literal, goal) || literal.compare(goal).is_eq();
            if frame.trigger.is_goal() && fits(&frame.goal_now(&Bindings::default())) {
                if let Some(caller) = intention.top() {
                    give_what_is_open(&frame, caller);
                }
                return;
            }
            if calls(&mut frame) {
                if let Some(caller) = intention.top() {
                    caller.called.clear();
                }
                return;
            }
        }
    }
}

/// The goal whose plan has failed, and how many frames are below it. If that is a plan for a failure, the goal that it was for is passed by,
/// unless it is the lowest: that is tried again.
fn begun(stack: &[Box<Frame>], trigger: &Trigger) -> Option<(Trigger, usize)> {
    if !trigger.is_goal() || trigger.change == Change::Added {
        return Some((trigger.clone(), stack.len()));
    }
    let (mut frame, mut below) = stack.split_last()?;
    let mut found = false;
    while !found && let Some((next, rest)) = below.split_last() {
        (frame, below) = (next, rest);
        while unifies(&frame.trigger.literal, &trigger.literal)
            && let Some((next, rest)) = below.split_last()
        {
            (frame, below) = (next, rest);
            found = true;
        }
    }
    Some((frame.trigger.clone(), below.len()))
}

/// What the annotations of a failure are called, in their order.
struct Names {
    code: Functor,
    code_line: Functor,
    code_src: Functor,
    error: Functor,
    error_msg: Functor,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let named = |name| Functor::new(Atom::new(name), 1);
    Names {
        code: named("code"),
        code_line: named("code_line"),
        code_src: named("code_src"),
        error: named("error"),
        error_msg: named("error_msg"),
    }
});

static NO_CODE: LazyLock<Atom> = LazyLock::new(|| Atom::new("no_code"));

/// The goal with annotations for why it failed, as far as it has none of that kind yet.
fn explained(goal: &Term, failure: &Failure, origin: Option<&Origin>) -> Term {
    let Names { code, code_line, code_src, error, error_msg } = *NAMES;
    let has = |name: Functor| {
        let mut given = goal.annotations().map_or(&[][..], Annotations::items).iter().chain(&failure.annotations);
        given.any(|item| item.is_named(name.name()))
    };
    let no_code = || Term::from(*NO_CODE);
    let mut annotations = Vec::with_capacity(5 + failure.annotations.len());
    let mut annotate = |name: Functor, value: Term| annotations.push(Term::Structure(Structure::new(name, [value])));
    // In order, so that none has to be looked for a place.
    if !has(code) {
        annotate(code, origin.map_or_else(no_code, |origin| apart(&origin.term, goal)));
    }
    if !has(code_line) {
        let line = origin.map(|origin| origin.line).filter(|line| *line > 0);
        annotate(code_line, line.map_or_else(no_code, |line| Term::Number(line.into())));
    }
    if !has(code_src) {
        let source = origin.and_then(|origin| origin.file.as_deref());
        annotate(code_src, source.map_or_else(no_code, Term::string));
    }
    annotate(error, failure.error.clone());
    annotate(error_msg, Term::string(failure.message.as_str()));
    annotations.extend(failure.annotations.iter().cloned());
    annotated(goal, annotations)
}

/// The step with variables of its own: what the failure plan's trigger makes of the goal's is not that of the step.
fn apart(step: &Term, goal: &Term) -> Term {
    if step.is_ground() {
        return step.clone();
    }
    let mut free = 0;
    goal.renamed(&mut |var| {
        free = free.max(var.slot() + 1);
        Term::Var(var)
    });
    step.renamed(&mut |var| Term::Var(var.at(var.slot() + free)))
}
