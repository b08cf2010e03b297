//! The third part of the cycle: goes one step on in an intention.

use std::sync::Arc;

use super::agent::opened;
use super::call::{give_back, without_names};
use super::failure::Failure;
use super::{Action, Body, Control, Deed, Event, Frame, Intention, Mind, Repetition, Trigger, World};
use crate::query::{Code, Outcome, Query};
use crate::term::{Bindings, Change, Step, Subject, Term};

/// What comes of a step.
enum Done {
    /// The intention goes on behind the step.
    On,
    /// It goes on, and where has been arranged.
    Arranged,
    /// It waits for the event that it has become part of.
    Waits(Event),
}

impl Mind {
    pub(super) fn act(&mut self, world: &mut dyn World) {
        let atomic = self.running.iter().position(Intention::is_atomic);
        let next = match atomic {
            Some(place) => self.running.remove(place),
            None => self.running.pop_front(),
        };
        if let Some(mut intention) = next {
            let done = match intention.top() {
                Some(_) => self.step(&mut intention, world),
                None => return,
            };
            match done {
                Ok(Done::On) => {
                    if let Some(top) = intention.top() {
                        top.advance();
                    }
                    self.go_on(intention);
                }
                Ok(Done::Arranged) => self.go_on(intention),
                Ok(Done::Waits(event)) => self.events.push_back(Event { intention: Some(intention), ..event }),
                Err(failure) => self.fail(intention, &failure, world),
            }
        }
    }

    /// Takes finished plans off, and puts the intention at the end of the line if anything is left.
    fn go_on(&mut self, mut intention: Intention) {
        while let Some(top) = intention.top() {
            if !top.is_finished() {
                self.running.push_back(intention);
                return;
            }
            let Some(finished) = intention.frames.pop() else { return };
            let failed = finished.trigger.is_goal() && finished.trigger.change == Change::Deleted;
            if failed {
                Self::after_failure(&mut intention, &finished.trigger.literal);
            }
            if let Some(caller) = intention.top()
                && !caller.is_finished()
            {
                give_back(&finished, caller);
                caller.advance();
            }
        }
    }

    fn step(&mut self, intention: &mut Intention, world: &mut dyn World) -> Result<Done, Failure> {
        let Some(frame) = intention.top() else { return Ok(Done::Arranged) };
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
            Action::Achieve(goal) => self.achieve(goal, frame),
            Action::AchieveNew(goal) => {
                let goal = frame.bindings.apply(goal);
                self.pursue(&goal);
                Ok(Done::On)
            }
            Action::Test(code, term) => self.test(code, term, frame, world),
            Action::Change(step, what) => self.change(*step, what, frame),
            Action::Act(name, arguments) => {
                let arguments: Vec<Term> = arguments.iter().map(|argument| frame.bindings.apply(argument)).collect();
                self.internal(name.name(), &arguments, frame, world)
            }
            Action::Perform(action) => {
                let action = frame.bindings.apply(action);
                match world.perform(self.name, &action) {
                    Ok(()) => Ok(Done::On),
                    Err(reason) => Err(Failure::new("action_failed", reason)),
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
                let holds = self.holds(condition, &mut frame.bindings, world);
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
                    term: deed.term.clone(),
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
            Action::Fork(..) => Err(Failure::new("ia_failed", ".fork is not to be had yet")),
        }
    }

    fn achieve(&mut self, goal: &Term, frame: &mut Frame) -> Result<Done, Failure> {
        Ok(Done::Waits(self.call(Change::Added, Subject::Achieve, goal, frame)?))
    }

    /// The event for a goal or a change, from the frame that waits for it.
    fn call(&mut self, change: Change, subject: Subject, what: &Term, frame: &mut Frame) -> Result<Event, Failure> {
        let applied = frame.bindings.apply(what);
        let (literal, called) = without_names(&applied, &mut frame.bindings);
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
        if term.predicate().is_some() {
            let event = self.call(Change::Added, Subject::Test, term, frame)?;
            if self.plans.has_candidates(&event.trigger) {
                return Ok(Done::Waits(event));
            }
        }
        Err(Failure::new("test_goal_failed", format!("Failed to test '{term}'")))
    }

    fn change(&mut self, step: Step, what: &Term, frame: &mut Frame) -> Result<Done, Failure> {
        let subject = Subject::Belief;
        if step == Step::Replace {
            let applied = frame.bindings.apply(what);
            let applied = self.with_source(&applied).unwrap_or(applied);
            let mut scratch = frame.bindings.clone();
            let open = opened(&applied, &mut scratch);
            if let Some(gone) = self.forget(&open, &mut scratch) {
                self.happened(Trigger::new(Change::Deleted, subject, gone));
            }
        }
        let (change, new_focus) = match step {
            Step::Delete => (Change::Deleted, false),
            Step::DeleteNew => (Change::Deleted, true),
            Step::AddNew => (Change::Added, true),
            _ => (Change::Added, false),
        };
        let mut event = self.call(change, subject, what, frame)?;
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
                event.trigger.literal = changed;
                event.variables = 0;
                frame.called.clear();
                if new_focus {
                    self.events.push_back(event);
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
        let fact = self.beliefs.entries(predicate).find_map(|entry| match entry {
            crate::belief::Entry::Fact(fact) if bindings.unify(literal, fact) => Some(fact.clone()),
            _ => None,
        })?;
        let named = bindings.apply(literal);
        drop(fact);
        self.beliefs.remove(&named).then_some(named)
    }

    fn internal(
        &mut self,
        name: &str,
        arguments: &[Term],
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        match crate::library::call(self, world, name, arguments, &mut frame.bindings)? {
            Outcome::Fails => Err(Failure::new("ia_failed", "")),
            Outcome::Holds => Ok(Done::On),
            Outcome::Each(mut solutions) => {
                let found = solutions.candidates.any(|candidate| frame.bindings.unify(&solutions.target, &candidate));
                if found { Ok(Done::On) } else { Err(Failure::new("ia_failed", "")) }
            }
        }
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
        if is_body {
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
        if self.holds(condition, &mut frame.bindings, world) {
            frame.bindings.commit();
            frame.stack.push(Control::While(Arc::clone(condition), Arc::clone(body), before));
            frame.stack.push(Control::Steps(Arc::clone(body), 0));
        }
    }
}
