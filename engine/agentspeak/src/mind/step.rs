//! Steps of a plan's body.

use std::sync::Arc;

use smallvec::SmallVec;

use super::actions::{self, Call, InternalAction, Outcome, Reach};
use super::agent::Reasoner;
use super::cause::Failure;
use super::compiled;
use super::{Action, Body, Control, Deed, Event, Frame, Functions, Intention, Mind, Repetition, Trigger, Wait, World};
use crate::bytecode::{Code, Operand};
use crate::query::{Host, Query};
use crate::stack::with_stack;
use crate::term::{Atom, Bindings, Change, Kind, Step, Subject, Term, Variables};

/// What comes of a step.
pub(super) enum Done {
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

/// Arguments of an internal action.
pub(super) type Arguments = SmallVec<[Term; 4]>;

impl Mind {
    /// The intention's next step, which is neither an internal action nor a fork.
    pub(super) fn step(&mut self, intention: &mut Box<Intention>, world: &mut dyn World) -> Result<Done, Failure> {
        let always = self.beliefs.looks_inward();
        let has_own_actions = self.own.as_ref().is_some_and(|own| own.functions.any(Functions::ACT));
        let Some(top) = intention.top() else { return Ok(Done::Arranged) };
        if top.looks_inward(always) || has_own_actions && top.performs() {
            self.step_in_sight(intention, world)
        } else {
            self.step_in(top, world)
        }
    }

    /// A step whose formula may ask for the very intention: that is the current one meanwhile, with a shadow of the plan on top.
    fn step_in_sight(&mut self, intention: &mut Box<Intention>, world: &mut dyn World) -> Result<Done, Failure> {
        let height = intention.frames.len();
        let Some(mut top) = intention.frames.pop() else { return Ok(Done::Arranged) };
        intention.frames.push(Box::new(Frame { given: top.given.clone(), ..top.shadow() }));
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
        let Frame { plan, block, next, bindings, called, outer, .. } = frame;
        let body = block.as_deref().unwrap_or(&plan.body);
        let Some(deed) = body.get(*next) else {
            match outer.pop() {
                None | Some(Control::Steps(..) | Control::Join(_)) => {}
                Some(Control::For(repetition)) => self.repeat(repetition, false, frame, world)?,
                Some(Control::While(condition, body, before)) => {
                    frame.bindings.become_as(&before);
                    self.again(&condition, &body, before, false, frame, world)?;
                }
            }
            return Ok(Done::Arranged);
        };
        if deed.action.formula().is_some_and(|code| code.acts) {
            bindings.know_names(&plan.names);
        }
        match &deed.action {
            // A loop or a branch goes on in the frame.
            Action::If(condition, then, otherwise) => {
                let holds = self.holds_or_leaves(condition, bindings, world);
                bindings.commit();
                self.unless_overrun()?;
                let chosen = if holds { Some(then) } else { otherwise.as_ref() }.map(Arc::clone);
                frame.advance();
                if let Some(chosen) = chosen {
                    frame.enter(None, &chosen);
                }
                Ok(Done::Arranged)
            }
            Action::For(condition, body) => {
                let repetition = Repetition {
                    query: Query::new(Arc::clone(condition), 0),
                    search: bindings.clone(),
                    before: bindings.clone(),
                    body: Arc::clone(body),
                };
                self.repeat(Box::new(repetition), true, frame, world)?;
                Ok(Done::Arranged)
            }
            Action::While(condition, body) => {
                let (condition, body, before) = (Arc::clone(condition), Arc::clone(body), bindings.clone());
                self.again(&condition, &body, before, true, frame, world)?;
                Ok(Done::Arranged)
            }
            Action::Hold(code) => {
                if self.holds(code, bindings, world) {
                    bindings.commit();
                    return Ok(Done::On);
                }
                self.not_satisfied(frame)
            }
            Action::Stand(step, variable) => {
                let (step, variable, line) = (*step, variable.clone(), deed.line);
                self.stand(step, &variable, line, frame, world)
            }
            _ => self.deed(deed, bindings, called, world),
        }
    }

    /// The formula that the frame's step demands does not hold.
    pub(super) fn not_satisfied(&mut self, frame: &mut Frame) -> Result<Done, Failure> {
        self.unless_overrun()?;
        let line = frame.current().map_or(0, |deed| deed.line);
        let text = if self.plans.asks_why() {
            frame.unsatisfied(line)
        } else {
            let term = frame.current().map(|deed| &deed.term);
            format!("Constraint {} was not satisfied", term.unwrap_or(&Term::from(Atom::NOTHING)))
        };
        Err(Failure::new("constraint_failed", text))
    }

    /// A step that leaves the frame where it is.
    fn deed(
        &mut self,
        deed: &Deed,
        bindings: &mut Bindings,
        called: &mut Variables,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        match &deed.action {
            Action::Achieve(goal) => {
                Ok(Done::Waits(self.call(Change::Added, Subject::Achieve, goal, bindings, called, world)?))
            }
            Action::AchieveNew(goal) => {
                let goal = self.operand(goal, bindings, world);
                self.note_deadline(&goal, None, world);
                self.pursue(goal);
                Ok(Done::On)
            }
            Action::Test(code, term) => self.test(code, term, bindings, called, world),
            Action::Change(step, what) => self.change(*step, what, bindings, called, world),
            Action::Perform(action) => {
                let action = self.operand(action, bindings, world);
                Ok(Done::Pends(Box::new(self.perform(action, world))))
            }
            Action::Ask(code) => {
                if self.holds(code, bindings, world) {
                    bindings.commit();
                    Ok(Done::On)
                } else {
                    Err(Failure::new("ia_failed", ""))
                }
            }
            // Executed with the frame, or the whole intention, at hand.
            Action::Hold(_)
            | Action::If(..)
            | Action::For(..)
            | Action::While(..)
            | Action::Stand(..)
            | Action::Act(..)
            | Action::Fork(..) => Ok(Done::On),
        }
    }

    /// The event for a goal or a change, from the frame that waits for it.
    #[inline]
    pub(super) fn call(
        &mut self,
        change: Change,
        subject: Subject,
        what: &Operand,
        bindings: &mut Bindings,
        called: &mut Variables,
        world: &mut dyn World,
    ) -> Result<Event, Failure> {
        let literal = self.literal(what, bindings, called, world)?;
        let variables = called.len() as u32;
        Ok(Event { trigger: Trigger::new(change, subject, literal), variables, intention: None })
    }

    /// The literal for that, its own where it has no source. Which variables are open in it is noted in `called`; there they are numbered
    /// from 0.
    #[inline]
    pub(super) fn literal(
        &mut self,
        what: &Operand,
        bindings: &mut Bindings,
        called: &mut Variables,
        world: &mut dyn World,
    ) -> Result<Term, Failure> {
        if let Some(literal) = what.literal_with(&self.own_annotations, bindings, called) {
            return Ok(literal);
        }
        let applied = self.operand(what, bindings, world);
        let (literal, open) = applied.into_numbered();
        *called = open;
        self.sourced(literal).map_err(|other| Failure::new("body_var_not_literal", format!("'{other}' is no literal")))
    }

    pub(super) fn test(
        &mut self,
        code: &Arc<Code>,
        term: &Operand,
        bindings: &mut Bindings,
        called: &mut Variables,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        let holds = self.holds_or_leaves(code, bindings, world);
        bindings.commit();
        self.unless_overrun()?;
        if holds {
            return Ok(Done::On);
        }
        // What is calculated in a formula has been, once.
        if term.get(bindings, 0).is_literal() {
            let event = self.call(Change::Added, Subject::Test, term, bindings, called, world)?;
            if self.plans.has_candidates(&event.trigger) {
                return Ok(Done::Waits(event));
            }
        }
        Err(Failure::new("test_goal_failed", format!("Failed to test '{}'", term.term())))
    }

    /// What comes of a step that was an internal action.
    #[inline]
    fn done_with(
        &mut self,
        outcome: actions::Result,
        bindings: &mut Bindings,
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        match outcome {
            Ok(Outcome::Holds) => Ok(Done::On),
            Ok(Outcome::Waits(wait)) => Ok(Done::Pends(wait)),
            Ok(Outcome::Each(mut solutions)) => {
                let mut reasoner = Reasoner { mind: self, world };
                while let Some(candidate) = reasoner.candidate(&mut solutions) {
                    if bindings.unify(&solutions.target, &candidate) {
                        return Ok(Done::On);
                    }
                }
                Err(Failure::new("ia_failed", ""))
            }
            Ok(Outcome::Fails) => Err(Failure::new("ia_failed", "")),
            Err(failure) => Err(failure),
        }
    }

    /// Executes an internal action that does nothing to intentions.
    #[inline]
    pub(super) fn simple(
        &mut self,
        action: &InternalAction,
        name: Atom,
        arguments: &[Term],
        (bindings, names): (&mut Bindings, &Arc<[Option<Atom>]>),
        world: &mut dyn World,
    ) -> Result<Done, Failure> {
        if action.reach() == Reach::Names {
            bindings.know_names(names);
        }
        let outcome = action.call(name, &mut Call { mind: self, world, arguments, bindings });
        self.done_with(outcome, bindings, world)
    }

    /// Executes an internal action, which may do something to its own intention. Nothing comes back if that is gone.
    pub(super) fn internal(
        &mut self,
        name: Atom,
        arguments: &[Term],
        mut intention: Box<Intention>,
        world: &mut dyn World,
    ) -> Option<(Box<Intention>, Result<Done, Failure>)> {
        let height = intention.frames.len();
        let mut bindings = Bindings::default();
        if let Some(top) = intention.top() {
            bindings = std::mem::take(&mut top.bindings);
            bindings.know_names(&top.plan.names);
        }
        self.current = Some(intention);
        let outcome = self.internal_action(world, name, arguments, &mut bindings);
        let mut intention = self.current.take()?;
        if intention.frames.len() < height {
            // A goal of its own has ended: it goes on behind that.
            return Some((intention, Ok(Done::On)));
        }
        if let Some(top) = intention.top() {
            top.bindings = bindings;
        }
        let done = match outcome {
            // An unknown action may be one of the environment.
            None => {
                let action = Term::structure(name.name(), arguments.iter().cloned());
                Ok(Done::Pends(Box::new(self.perform(action, world))))
            }
            Some(outcome) => match intention.top() {
                Some(top) => self.done_with(outcome, &mut top.bindings, world),
                None => Ok(Done::On),
            },
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
        let place = |frame: &Frame| frame.place(line).map_or_else(String::new, |place| format!("{place}: "));
        if let Term::Var(_) = value {
            let text = format!("{}Variable '{value}' must be ground.", place(frame));
            return Err(Failure::new("body_var_without_value", text));
        }
        let is_body = value.as_structure().is_some_and(|structure| {
            matches!(structure.passing_functor().signature().kind, Kind::Step(_) | Kind::NoSteps)
        });
        if is_body && step != Step::Do {
            let text = format!(
                "{}The operator '{}' is lost with the variable '{value}' unified with a plan body. ",
                place(frame),
                step.text()
            );
            return Err(Failure::new("body_var_with_op", text));
        }
        if let Term::Number(_) | Term::String(_) = value {
            let rest = frame.rest().without_braces();
            let text = format!(
                "{}Variable '{variable}' must be a Literal and not '{value}' to be used in '{rest}'.",
                place(frame)
            );
            return Err(Failure::new("body_var_not_literal", text));
        }
        let wrong = |text| Failure::new("body_var_not_literal", text);
        let body: Arc<Body> = if is_body {
            compiled::body(&value).map_err(wrong)?
        } else {
            let action = with_stack(|| compiled::action(step, &value)).map_err(wrong)?;
            let deed = Deed { action, term: value, line };
            if !matches!(deed.action, Action::Act(..)) {
                return self.deed(&deed, &mut frame.bindings, &mut frame.called, world);
            }
            [deed].into()
        };
        frame.advance();
        frame.enter(None, &body);
        Ok(Done::Arranged)
    }

    /// The next solution of a `for`, if there is one. Where it is the first, the frame is at the `for` itself.
    fn repeat(
        &mut self,
        mut repetition: Box<Repetition>,
        is_first: bool,
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<(), Failure> {
        let found = self.ask(&mut repetition.query, &mut repetition.search, world);
        self.unless_overrun()?;
        if is_first {
            frame.advance();
        }
        if found {
            frame.bindings.become_as(&repetition.search);
            frame.bindings.commit();
            let body = Arc::clone(&repetition.body);
            frame.enter(Some(Control::For(repetition)), &body);
        } else {
            frame.bindings = repetition.before;
        }
        Ok(())
    }

    /// Once more round a `while`, if its condition holds. Where it is the first time, the frame is at the `while` itself.
    fn again(
        &mut self,
        condition: &Arc<Code>,
        body: &Arc<Body>,
        before: Bindings,
        is_first: bool,
        frame: &mut Frame,
        world: &mut dyn World,
    ) -> Result<(), Failure> {
        let holds = self.holds_or_leaves(condition, &mut frame.bindings, world);
        self.unless_overrun()?;
        if is_first {
            frame.advance();
        }
        if holds {
            frame.bindings.commit();
            frame.enter(Some(Control::While(Arc::clone(condition), Arc::clone(body), before)), body);
        }
        Ok(())
    }
}
