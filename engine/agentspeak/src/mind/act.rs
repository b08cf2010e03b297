//! The third part of the cycle: goes one step on in an intention.

use std::sync::Arc;

use super::agent::opened;
use super::call::give_back;
use super::failure::Failure;
use super::forks::{branches_of, join_of};
use super::line::line_up;
use super::pending::Pending;
use super::{
    Action, Body, Control, Deed, Event, Frame, Intention, Mind, Moment, Reason, Repetition, Trigger, Wait, World,
};
use crate::belief::Entry;
use crate::query::{Code, Outcome, Query};
use crate::term::{Atom, Bindings, Change, Step, Subject, Term};

/// What comes of a step.
enum Done {
    /// The intention goes on behind the step.
    On,
    /// It goes on, and where has been arranged.
    Arranged,
    /// It waits for the event that it has become part of.
    Waits(Event),
    /// It waits for something else.
    Pends(Box<Wait>),
    /// It is no more.
    Gone,
}

impl Mind {
    pub(crate) fn act(&mut self, world: &mut dyn World) {
        if self.has_conditions {
            self.end_satisfied(world);
        }
        self.take_ended(world);
        let atomic = if self.has_atomic { self.running.iter().position(Intention::is_atomic) } else { None };
        let next = match atomic {
            Some(place) => self.running.remove(place),
            None if self.waits_atomically() => None,
            None => self.running.pop_front(),
        };
        if let Some(mut intention) = next {
            intention.lingers = false;
            self.look_at_all();
            let back = if intention.course.is_none() { self.go_on_directly(intention, world) } else { Some(intention) };
            let Some(intention) = back else { return };
            let Some(mut intention) = self.take_turn(intention, world) else { return };
            if intention.top().is_none() {
                return;
            }
            if self.is_observed() {
                self.notice(&Moment::Step(&intention));
            }
            if let Some(fork) = join_of(&mut intention) {
                self.join(fork, intention);
                return;
            }
            if let Some((all, branches)) = branches_of(&mut intention) {
                self.fork(intention, all, branches);
                return;
            }
            let done = match self.act_of(&mut intention, world) {
                Some((name, arguments)) => match self.internal(name, &arguments, intention, world) {
                    Some((back, done)) => {
                        intention = back;
                        done
                    }
                    None => return,
                },
                None => self.step(&mut intention, world),
            };
            match done {
                Ok(Done::On) => {
                    if let Some(top) = intention.top() {
                        top.advance();
                    }
                    self.go_on(intention);
                }
                Ok(Done::Arranged) => self.go_on(intention),
                Ok(Done::Waits(event)) => {
                    if event.trigger.subject == Subject::Achieve {
                        let within = (intention.id, intention.frames.len());
                        self.note_deadline(&event.trigger.literal, Some(within), world);
                    }
                    self.add_event(Event { intention: Some(intention), ..event });
                }
                Ok(Done::Gone) => {}
                Ok(Done::Pends(wait)) => self.waits(intention, *wait),
                Err(failure) => self.fail(intention, &failure, world),
            }
        }
    }

    /// The event for the goal that an intention pursues next. Nothing, if that has failed.
    pub(crate) fn event_of_goal(&mut self, mut intention: Intention, world: &mut dyn World) -> Option<Event> {
        match self.step(&mut intention, world) {
            Ok(Done::Waits(event)) => Some(Event { intention: Some(intention), ..event }),
            Err(failure) => {
                self.fail(intention, &failure, world);
                None
            }
            Ok(_) => None,
        }
    }

    /// The intention's step waits for something.
    pub(crate) fn waits(&mut self, intention: Intention, wait: Wait) {
        let (state, reason) = match (&intention.suspended, &wait.reason) {
            (Some(reason), _) => ("suspended", Some(reason.clone())),
            (None, Reason::Action(_, action)) => ("waiting", Some(Term::structure("action", [action.clone()]))),
            (None, _) => ("waiting", None),
        };
        self.top_enters(&intention, state, reason);
        if self.is_observed() {
            self.notice(&Moment::Waits(&intention, &wait));
        }
        self.aside.open().pending.push(Pending { intention, wait });
    }

    /// Takes finished plans off, and puts the intention at the end of the line if anything is left.
    pub(crate) fn go_on(&mut self, mut intention: Intention) {
        let mut lingers = false;
        while intention.frames.len() > intention.roots
            && let Some(top) = intention.top()
        {
            if !top.is_finished() {
                intention.lingers = lingers;
                line_up(&mut self.running, intention);
                return;
            }
            if intention.roots == 0 && intention.has_condition() {
                let wait = Wait { reason: Reason::Condition, until: None, since: 0, elapsed: None };
                self.aside.open().pending.push(Pending { intention, wait });
                return;
            }
            let Some(finished) = intention.frames.pop() else { return };
            lingers |= finished.plan.atomic;
            self.is_over(&finished.trigger, Some("achieved"));
            let failed = finished.trigger.is_goal() && finished.trigger.change == Change::Deleted;
            if failed {
                lingers |= intention.is_atomic();
                Self::after_failure(&mut intention, &finished.trigger.literal);
            }
            if let Some(caller) = intention.top()
                && !caller.is_finished()
            {
                give_back(&finished, caller);
                caller.advance();
            }
        }
        if self.is_observed() {
            self.notice(&Moment::Ended(intention.id));
        }
    }

    fn step(&mut self, intention: &mut Intention, world: &mut dyn World) -> Result<Done, Failure> {
        let always = self.beliefs.looks_inward();
        let Some(top) = intention.top() else { return Ok(Done::Arranged) };
        if top.looks_inward(always) { self.step_in_sight(intention, world) } else { self.step_in(top, world) }
    }

    /// A step whose formula may ask for the very intention: that is the current one meanwhile, with a shadow of the plan on top.
    fn step_in_sight(&mut self, intention: &mut Intention, world: &mut dyn World) -> Result<Done, Failure> {
        let height = intention.frames.len();
        let Some(mut top) = intention.frames.pop() else { return Ok(Done::Arranged) };
        intention.frames.push(top.shadow());
        self.current = Some(std::mem::replace(intention, Intention::new(intention.id)));
        let done = self.step_in(&mut top, world);
        let Some(left) = self.current.take() else { return Ok(Done::Gone) };
        *intention = left;
        if intention.frames.len() < height {
            // A goal of its own has ended: it goes on behind that.
            return Ok(Done::On);
        }
        intention.frames.pop();
        intention.frames.push(top);
        done
    }

    fn step_in(&mut self, frame: &mut Frame, world: &mut dyn World) -> Result<Done, Failure> {
        frame.settle();
        match frame.stack.pop() {
            None => Ok(Done::Arranged),
            Some(Control::Steps(body, next)) => {
                frame.stack.push(Control::Steps(Arc::clone(&body), next));
                match body.get(next) {
                    Some(deed) => self.deed(deed, frame, world),
                    None => Ok(Done::Arranged),
                }
            }
            Some(Control::For(repetition)) => {
                self.repeat(repetition, frame, world);
                Ok(Done::Arranged)
            }
            Some(Control::While(condition, body, before)) => {
                frame.bindings = before.clone();
                self.again(&condition, &body, before, frame, world);
                Ok(Done::Arranged)
            }
            Some(Control::Join(_)) => Ok(Done::Arranged),
        }
    }

    fn deed(&mut self, deed: &Deed, frame: &mut Frame, world: &mut dyn World) -> Result<Done, Failure> {
        match &deed.action {
            Action::Achieve(goal) => self.achieve(goal, frame, world),
            Action::AchieveNew(goal) => {
                let goal = self.value(goal, &mut frame.bindings, world);
                self.note_deadline(&goal, None, world);
                self.pursue(&goal);
                Ok(Done::On)
            }
            Action::Test(code, term) => self.test(code, term, frame, world),
            Action::Change(step, what) => self.change(*step, what, frame, world),
            // Executed with the whole intention at hand.
            Action::Act(..) => Ok(Done::On),
            Action::Perform(action) => {
                let action = self.value(action, &mut frame.bindings, world);
                Ok(Done::Pends(Box::new(self.perform(action, world))))
            }
            Action::Ask(code) => {
                if self.holds(code, &mut frame.bindings, world) {
                    frame.bindings.commit();
                    Ok(Done::On)
                } else {
                    Err(Failure::new("ia_failed", ""))
                }
            }
            Action::Hold(code) => {
                if self.holds(code, &mut frame.bindings, world) {
                    frame.bindings.commit();
                    Ok(Done::On)
                } else {
                    let text = format!("Constraint {} was not satisfied", frame.bindings.apply(&deed.term));
                    Err(Failure::new("constraint_failed", text))
                }
            }
            Action::Stand(step, variable) => self.stand(*step, variable, deed.line, frame, world),
            Action::If(condition, then, otherwise) => {
                let holds = self.holds_or_leaves(condition, &mut frame.bindings, world);
                frame.bindings.commit();
                frame.advance();
                match (holds, otherwise) {
                    (true, _) => frame.push(then),
                    (false, Some(otherwise)) => frame.push(otherwise),
                    (false, None) => {}
                }
                Ok(Done::Arranged)
            }
            Action::For(condition, body) => {
                frame.advance();
                let repetition = Repetition {
                    query: Query::new(Arc::clone(condition), 0),
                    search: frame.bindings.clone(),
                    before: frame.bindings.clone(),
                    body: Arc::clone(body),
                };
                self.repeat(Box::new(repetition), frame, world);
                Ok(Done::Arranged)
            }
            Action::While(condition, body) => {
                frame.advance();
                let before = frame.bindings.clone();
                self.again(condition, body, before, frame, world);
                Ok(Done::Arranged)
            }
            // Executed with the whole intention at hand.
            Action::Fork(..) => Ok(Done::On),
        }
    }

    fn achieve(&mut self, goal: &Term, frame: &mut Frame, world: &mut dyn World) -> Result<Done, Failure> {
        Ok(Done::Waits(self.call(Change::Added, Subject::Achieve, goal, frame, world)?))
    }

    /// The event for a goal or a change, from the frame that waits for it.
    fn call(
        &mut self,
        change: Change,
        subject: Subject,
        what: &Term,
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<Event, Failure> {
        let applied = self.value(what, &mut frame.bindings, world);
        let (literal, called) = applied.numbered();
        let Some(literal) = self.with_source(&literal) else {
            return Err(Failure::new("body_var_not_literal", format!("'{applied}' is no literal")));
        };
        let variables = called.len() as u32;
        frame.called = called;
        Ok(Event { trigger: Trigger::new(change, subject, literal), variables, intention: None })
    }

    fn test(
        &mut self,
        code: &Arc<Code>,
        term: &Term,
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        if self.holds(code, &mut frame.bindings, world) {
            frame.bindings.commit();
            return Ok(Done::On);
        }
        if self.value(term, &mut frame.bindings, world).predicate().is_some() {
            let event = self.call(Change::Added, Subject::Test, term, frame, world)?;
            if self.plans.has_candidates(&event.trigger) {
                return Ok(Done::Waits(event));
            }
        }
        Err(Failure::new("test_goal_failed", format!("Failed to test '{term}'")))
    }

    fn change(&mut self, step: Step, what: &Term, frame: &mut Frame, world: &mut dyn World) -> Result<Done, Failure> {
        let subject = Subject::Belief;
        if step == Step::Replace {
            let applied = frame.bindings.apply(what);
            let applied = self.with_source(&applied).unwrap_or(applied);
            let mut scratch = frame.bindings.clone();
            let open = opened(&applied, &mut scratch);
            if let Some(gone) = self.forget(&open, &mut scratch) {
                if self.is_observed() {
                    self.notice(&Moment::Forgotten(&gone));
                }
                self.happened(Trigger::new(Change::Deleted, subject, gone));
            }
        }
        let (change, new_focus) = match step {
            Step::Delete => (Change::Deleted, false),
            Step::DeleteNew => (Change::Deleted, true),
            Step::AddNew => (Change::Added, true),
            _ => (Change::Added, false),
        };
        let new_focus = new_focus || !self.settings.same_focus;
        let mut event = self.call(change, subject, what, frame, world)?;
        let changed = if change == Change::Added {
            self.beliefs.add(event.trigger.literal.clone(), step == Step::AddEnd)
        } else {
            let literal = frame.bindings.apply(what);
            let literal = self.with_source(&literal).unwrap_or(literal);
            self.forget(&literal, &mut frame.bindings)
        };
        match changed {
            None => Ok(Done::On),
            Some(changed) => {
                if self.is_observed() {
                    let added = change == Change::Added;
                    self.notice(&if added { Moment::Believed(&changed) } else { Moment::Forgotten(&changed) });
                }
                let (literal, variables) = changed.numbered();
                event.trigger.literal = literal;
                event.variables = variables.len() as u32;
                frame.called.clear();
                if new_focus {
                    self.add_event(event);
                    return Ok(Done::On);
                }
                Ok(Done::Waits(event))
            }
        }
    }

    /// Stops believing a literal, or the first fact that it unifies with. What comes back is the literal as it was found.
    fn forget(&mut self, literal: &Term, bindings: &mut Bindings) -> Option<Term> {
        if self.beliefs.remove(literal) {
            return Some(literal.clone());
        }
        if literal.is_ground() {
            return None;
        }
        let predicate = literal.predicate()?;
        let mut from = self.beliefs.start(predicate)?;
        while let Some((place, entry)) = self.beliefs.next(predicate, from, None) {
            from = place + 1;
            match entry {
                Entry::Fact(fact) if bindings.unify(literal, fact) => {
                    let named = bindings.apply(literal);
                    return self.beliefs.remove(&named).then_some(named);
                }
                Entry::Fact(_) => {}
                // What holds for everything is a rule, and goes like facts do; so do rules.
                Entry::Rule(rule) => {
                    let mark = bindings.mark();
                    let base = bindings.fresh(rule.variables());
                    let head = bindings.apply_at(rule.head(), base);
                    if bindings.unify(literal, &head) {
                        let named = bindings.apply(literal);
                        return self.beliefs.remove_rule(predicate, place, &named).then_some(named);
                    }
                    bindings.undo(mark);
                }
            }
        }
        None
    }

    /// The internal action that comes next, with its arguments, if it is one that comes next.
    fn act_of(&mut self, intention: &mut Intention, world: &mut dyn World) -> Option<(Atom, Vec<Term>)> {
        let top = intention.top()?;
        top.settle();
        let Some(Control::Steps(body, next)) = top.stack.last() else { return None };
        let body = Arc::clone(body);
        let Action::Act(name, arguments) = &body.get(*next)?.action else { return None };
        let arguments = arguments.iter().map(|argument| self.value(argument, &mut top.bindings, world)).collect();
        Some((*name, arguments))
    }

    /// Executes an internal action, which may do something to its own intention. Nothing comes back if that is gone.
    fn internal(
        &mut self,
        name: Atom,
        arguments: &[Term],
        mut intention: Intention,
        world: &mut dyn World,
    ) -> Option<(Intention, Result<Done, Failure>)> {
        let height = intention.frames.len();
        let mut bindings = intention.top().map(|top| std::mem::take(&mut top.bindings)).unwrap_or_default();
        self.current = Some(intention);
        let outcome = crate::library::call(self, world, name, arguments, &mut bindings);
        let mut intention = self.current.take()?;
        if intention.frames.len() < height {
            // A goal of its own has ended: it goes on behind that.
            return Some((intention, Ok(Done::On)));
        }
        if let Some(top) = intention.top() {
            top.bindings = bindings;
        }
        let done = match outcome {
            // What nobody knows may be an action of the environment.
            None => {
                let action = Term::structure(name.name(), arguments.iter().cloned());
                Ok(Done::Pends(Box::new(self.perform(action, world))))
            }
            Some(Err(failure)) => Err(failure),
            Some(Ok(Outcome::Fails)) => Err(Failure::new("ia_failed", "")),
            Some(Ok(Outcome::Holds)) => Ok(Done::On),
            Some(Ok(Outcome::Waits(wait))) => Ok(Done::Pends(wait)),
            Some(Ok(Outcome::Each(mut solutions))) => {
                let mut found = false;
                if let Some(top) = intention.top() {
                    found = solutions.candidates.any(|candidate| top.bindings.unify(&solutions.target, &candidate));
                }
                if found { Ok(Done::On) } else { Err(Failure::new("ia_failed", "")) }
            }
        };
        Some((intention, done))
    }

    /// Executes what a variable stands for.
    fn stand(
        &mut self,
        step: Step,
        variable: &Term,
        line: u32,
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        let value = frame.bindings.apply(variable);
        if let Term::Var(_) = value {
            let text = format!("Variable '{value}' must be ground.");
            return Err(Failure::new("body_var_without_value", text));
        }
        let is_body = value.as_structure().is_some_and(|structure| {
            matches!(structure.functor.signature().kind, crate::term::Kind::Step(_) | crate::term::Kind::NoSteps)
        });
        if is_body && step != Step::Do {
            let text = format!(
                "The operator '{}' is lost with the variable '{value}' unified with a plan body. ",
                step.text()
            );
            return Err(Failure::new("body_var_with_op", text));
        }
        let body =
            if is_body { value } else { crate::term::Kind::Step(step).of([value, crate::term::Kind::NoSteps.of([])]) };
        let body: Arc<Body> = crate::compile::body(&body).map_err(|text| Failure::new("body_var_not_literal", text))?;
        let is_act = matches!(&body[..], [Deed { action: Action::Act(..), .. }]);
        if is_body || is_act {
            frame.advance();
            frame.push(&body);
            return Ok(Done::Arranged);
        }
        match &body[..] {
            [deed] => self.deed(&Deed { action: deed.action.clone(), term: deed.term.clone(), line }, frame, world),
            _ => Ok(Done::On),
        }
    }

    /// The next solution of a `for`, if there is one.
    fn repeat(&mut self, mut repetition: Box<Repetition>, frame: &mut Frame, world: &mut dyn World) {
        let mut reasoner = super::agent::Reasoner { mind: self, world };
        if repetition.query.next(&mut repetition.search, &mut reasoner) {
            frame.bindings = repetition.search.clone();
            frame.bindings.commit();
            let body = Arc::clone(&repetition.body);
            frame.stack.push(Control::For(repetition));
            frame.stack.push(Control::Steps(body, 0));
        } else {
            frame.bindings = repetition.before;
        }
    }

    /// Once more round a `while`, if its condition holds.
    fn again(
        &mut self,
        condition: &Arc<Code>,
        body: &Arc<Body>,
        before: Bindings,
        frame: &mut Frame,
        world: &mut dyn World,
    ) {
        if self.holds_or_leaves(condition, &mut frame.bindings, world) {
            frame.bindings.commit();
            frame.stack.push(Control::While(Arc::clone(condition), Arc::clone(body), before));
            frame.stack.push(Control::Steps(Arc::clone(body), 0));
        }
    }
}
