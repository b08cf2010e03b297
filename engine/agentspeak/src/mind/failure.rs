//! What becomes of a goal that fails.
//!
//! The failure is an event `-!g`, with annotations that say why. If the agent has a plan for that, it is put on top of the
//! intention, above the plans that have failed; when it is done, these go, and the goal counts as achieved. Without such a plan
//! for `g`, that of the goal around it is looked for, and so on.

use std::sync::Arc;

use super::deliberate::shown;
use super::matching::unifies;
use super::sources::annotated;
use super::{Event, Failure, Frame, Intention, Mind, Moment, Trigger, World};
use crate::term::{Annotations, Atom, Change, Term};

/// The step that failed: what it says, where it was written.
pub(super) struct Origin {
    term: Term,
    file: Option<Arc<str>>,
    line: u32,
}

impl Mind {
    /// The step that the intention is at has failed.
    pub(crate) fn fail(&mut self, mut intention: Box<Intention>, failure: &Failure, world: &mut dyn World) {
        let Some(top) = intention.top() else { return };
        let file = top.plan.source.clone();
        let step = top.current().map(|deed| (deed.term.clone(), deed.line));
        let origin = step.map(|(term, line)| Origin { term: top.bindings.apply(&term), file, line });
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
        if !trigger.is_goal() {
            world.warn(self.name, &format!("could not finish what {} began: {}", shown(&trigger), failure.message));
            if self.settings.requeue {
                self.happened(trigger);
            }
            return;
        }
        // What a branch of a fork cannot handle itself is the fork's failure.
        let own = usize::from(intention.fork.is_some());
        let in_own = intention.frames.len() > own;
        let found = if in_own { self.failure_of(&intention.frames[own..], &trigger) } else { None };
        if let (Some(fork), None) = (intention.fork, &found) {
            self.fail_branch(fork, intention, failure, origin, world);
            return;
        }
        match found {
            Some(mut event) => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.enters(&trigger, "executing", Some(Term::atom("has_failure_plan")));
                event.literal = explained(&event.literal, failure, origin.as_ref());
                self.raise(event, Some(intention));
            }
            None => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.is_over(&trigger, None);
                for frame in intention.frames.iter().rev().skip(1) {
                    self.is_over(&frame.trigger, Some("failed"));
                }
                let text = format!("no failure event was generated for {}: {}", shown(&trigger), failure.message);
                world.warn(self.name, &text);
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
        let step = intention
            .as_mut()
            .and_then(|waiting| waiting.top())
            .map(|top| (top.plan.source.clone(), top.current().map_or(0, |deed| deed.line)));
        let (file, line) = step.unwrap_or_default();
        let origin = Origin { term: trigger.literal.clone(), file, line };
        let found = match &intention {
            Some(intention) => self.failure_in(&intention.frames, trigger.clone()),
            None => {
                Some(Trigger { change: Change::Deleted, ..trigger.clone() }).filter(|t| self.plans.has_candidates(t))
            }
        };
        match found {
            Some(mut found) => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.enters(&trigger, "executing", Some(Term::atom("has_failure_plan")));
                found.literal = explained(&found.literal, failure, Some(&origin));
                self.raise(found, intention);
            }
            None => {
                self.enters(&trigger, "failed", Some(failure.error.clone()));
                self.is_over(&trigger, None);
                for frame in intention.iter().flat_map(|intention| &intention.frames) {
                    self.is_over(&frame.trigger, Some("failed"));
                }
                world.warn(self.name, &failure.message);
            }
        }
    }

    pub(super) fn raise(&mut self, trigger: Trigger, intention: Option<Box<Intention>>) {
        let (literal, variables) = trigger.literal.numbered();
        let variables = variables.len() as u32;
        self.add_event(Event { trigger: Trigger { literal, ..trigger }, variables, intention });
    }

    /// The failure event for a goal of the intention's top.
    fn failure_of(&self, stack: &[Box<Frame>], trigger: &Trigger) -> Option<Trigger> {
        if trigger.change == Change::Added {
            return self.failure_in(stack, trigger.clone());
        }
        // A failure plan has failed. The goal that it was for is passed by, unless it is the lowest: that is tried again.
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
        self.failure_in(below, frame.trigger.clone())
    }

    /// The failure event of the goal or of the innermost one around it that has a plan for its failure.
    pub(super) fn failure_in(&self, frames: &[Box<Frame>], goal: Trigger) -> Option<Trigger> {
        let goals = std::iter::once(goal).chain(frames.iter().rev().map(|frame| frame.trigger.clone()));
        let failures = goals.map(|goal| Trigger { change: Change::Deleted, ..goal });
        let mut with_plan = failures.filter(|failure| self.plans.has_candidates(failure));
        with_plan.next().filter(Trigger::is_goal)
    }

    /// A plan for a failure has finished: takes off the plans that had failed.
    pub(super) fn after_failure(intention: &mut Intention, goal: &Term) {
        let is_caller = |frame: &mut Frame| {
            let step =
                frame.current().map(|deed| (matches!(deed.action, super::Action::Achieve(_)), deed.term.clone()));
            step.is_some_and(|(achieves, term)| {
                achieves && !matches!(term, Term::Var(_)) && unifies(&frame.bindings.apply(&term), goal)
            })
        };
        if intention.top().is_none_or(is_caller) {
            return;
        }
        while let Some(frame) = intention.frames.pop() {
            // Not-a-number unifies with nothing, but a goal with itself.
            let fits = unifies(&frame.trigger.literal, goal) || frame.trigger.literal.compare(goal).is_eq();
            let is_it = frame.trigger.is_goal() && fits;
            if is_it || intention.top().is_none_or(is_caller) {
                return;
            }
        }
    }
}

/// The goal with annotations that say why it failed, as far as it has none of that kind yet.
fn explained(goal: &Term, failure: &Failure, origin: Option<&Origin>) -> Term {
    let mut annotations = vec![
        Term::structure("error", [failure.error.clone()]),
        Term::structure("error_msg", [Term::string(failure.message.as_str())]),
    ];
    annotations.extend(failure.annotations.iter().cloned());
    let no_code = || Term::atom("no_code");
    let source = origin.and_then(|origin| origin.file.as_deref()).map_or_else(no_code, Term::string);
    let line = match origin {
        Some(Origin { line: 1.., .. }) => origin.map_or(Term::Number(0.0), |origin| Term::Number(origin.line.into())),
        _ => no_code(),
    };
    let code = origin.map_or_else(no_code, |origin| apart(&origin.term, goal));
    for (name, value) in [("code_src", source), ("code_line", line), ("code", code)] {
        let mut said = goal.annotations().map_or(&[][..], Annotations::items).iter().chain(&annotations);
        if !said.any(|item| is_named(item, name)) {
            annotations.push(Term::structure(name, [value]));
        }
    }
    annotated(goal, &annotations)
}

/// The step with variables of its own: what the failure plan's trigger makes of the goal's says nothing of the step.
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

fn is_named(term: &Term, name: &str) -> bool {
    term.predicate().is_some_and(|functor| functor.name() == Atom::new(name))
}
