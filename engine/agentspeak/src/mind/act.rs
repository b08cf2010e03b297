//! The third part of the cycle: goes one step on in an intention.

use super::call::give_back;
use super::forks::join_of;
use super::pending::Pending;
use super::step::Done;
use super::turns::{Turn, no_reason};
use super::{Action, Event, Frame, Intention, Mind, Moment, Reason, Wait, World};
use crate::bytecode::Operand;
use crate::complaints;
use crate::term::{Change, Subject};

/// What an intention does after a step of it.
pub(super) enum After {
    /// It goes on.
    Runs(Box<Intention>),
    /// It waits for a plan for this event.
    Wants(Event),
    /// It waits for a plan for the goal that its next step pursues, which is a literal without annotations.
    Calls(Box<Intention>),
    /// It waits for something else, or is no more.
    Nothing,
}

impl Mind {
    pub(crate) fn act(&mut self, world: &mut dyn World) {
        if self.has_conditions {
            self.end_satisfied(world);
        }
        if complaints::any() {
            self.report_complaints(None, world);
        }
        if !self.aside.is_untouched() {
            self.take_ended(world);
        }
        let next = match self.running.take_atomic() {
            Some(atomic) => Some(atomic),
            None if self.waits_atomically() => None,
            None if self.own.is_some() => self.chosen_intention(world),
            None => self.running.pop_front(),
        };
        if let Some(intention) = next {
            let after = self.execute(intention, false, world);
            self.put_by(after, world);
        }
        self.note_cycle(false, world);
    }

    /// Puts the intention in its place.
    pub(super) fn put_by(&mut self, after: After, world: &mut dyn World) {
        match after {
            After::Runs(intention) => self.running.push_back(intention),
            After::Wants(event) => self.add_event(event),
            After::Calls(intention) => {
                if let Some(event) = self.event_of(intention, world) {
                    self.add_event(event);
                }
            }
            After::Nothing => {}
        }
    }

    /// Goes a step on in an intention. If it is `alone` with the agent, the plan for a goal may be chosen next, without an event.
    pub(super) fn execute(&mut self, mut intention: Box<Intention>, alone: bool, world: &mut dyn World) -> After {
        intention.lingers = false;
        let calls = alone && !self.beliefs.looks_inward() && !Self::may_see_sub_plans(&intention);
        self.look_at_all();
        if self.is_observed() && intention.top().is_some() {
            self.notice(&Moment::Step(&intention));
        }
        let Some(top) = intention.top() else { return After::Nothing };
        top.settle();
        let Frame { plan, block, next, bindings, called, .. } = top;
        let body = block.as_deref().unwrap_or(&plan.body);
        let mut done = match body.get(*next).map(|deed| &deed.action) {
            Some(Action::Act(name, arguments)) => match self.simple_action(*name) {
                Some(action) => {
                    let given: super::step::Arguments =
                        arguments.iter().map(|argument| self.operand(argument, bindings, world)).collect();
                    let name = *name;
                    if complaints::any() {
                        // Before what the action prints.
                        self.report_complaints(Some(&intention), world);
                    }
                    let Some(Frame { plan, bindings, .. }) = intention.top() else { return After::Nothing };
                    self.simple(action, name, &given, (bindings, &plan.names), world)
                }
                None => {
                    let arguments: super::step::Arguments =
                        arguments.iter().map(|argument| self.operand(argument, bindings, world)).collect();
                    let name = *name;
                    match self.internal(name, &arguments, intention, world) {
                        Some((back, done)) => {
                            intention = back;
                            done
                        }
                        None => {
                            self.warn_of_overrun(world);
                            return After::Nothing;
                        }
                    }
                }
            },
            Some(Action::Achieve(Operand::Literal(..))) if calls => match self.unless_too_high(&intention) {
                Ok(()) => return After::Calls(intention),
                Err(failure) => Err(failure),
            },
            Some(Action::Achieve(goal)) => {
                self.call(Change::Added, Subject::Achieve, goal, bindings, called, world).map(Done::Waits)
            }
            Some(Action::Change(step, what)) => self.change(*step, what, bindings, called, world),
            Some(Action::Fork(all, branches)) => {
                let (all, branches) = (*all, branches.clone());
                self.fork(intention, all, branches);
                return After::Nothing;
            }
            Some(Action::Test(code, term)) if code.is_plain() && !self.beliefs.looks_inward() => {
                self.test(code, term, bindings, called, world)
            }
            Some(Action::Hold(code)) if code.is_plain() && !self.beliefs.looks_inward() => {
                if self.holds(code, bindings, world) {
                    bindings.commit();
                    Ok(Done::On)
                } else {
                    self.not_satisfied(top)
                }
            }
            Some(_) => self.step(&mut intention, world),
            None if top.outer.is_empty() => Ok(Done::Arranged),
            None => match join_of(&mut intention) {
                Some(fork) => {
                    self.join(fork, intention);
                    return After::Nothing;
                }
                None => self.step(&mut intention, world),
            },
        };
        if complaints::any() {
            self.report_complaints(Some(&intention), world);
        }
        if let Some(failure) = self.take_overrun() {
            // Whatever has come of it: what was asked for it is not known.
            done = Err(failure);
        }
        match done {
            Ok(Done::On) => {
                self.note_turn(Turn::Added, &intention, no_reason);
                match intention.top() {
                    Some(top) => {
                        top.advance();
                        if top.is_finished() || intention.frames.len() <= intention.roots {
                            self.after_step(intention)
                        } else {
                            After::Runs(intention)
                        }
                    }
                    None => self.after_step(intention),
                }
            }
            Ok(Done::Arranged) => {
                self.note_turn(Turn::Added, &intention, no_reason);
                self.after_step(intention)
            }
            Ok(Done::Waits(event)) => {
                if event.trigger.subject == Subject::Achieve {
                    let within = (intention.id, intention.frames.len());
                    self.note_deadline(&event.trigger.literal, Some(within), world);
                    if let Err(failure) = self.unless_too_high(&intention) {
                        self.fail(intention, &failure, world);
                        return After::Nothing;
                    }
                }
                After::Wants(Event { intention: Some(intention), ..event })
            }
            Ok(Done::Gone) => After::Nothing,
            Ok(Done::Pends(wait)) => {
                self.waits(intention, *wait);
                After::Nothing
            }
            Err(failure) => {
                self.fail(intention, &failure, world);
                After::Nothing
            }
        }
    }

    /// The intention's step waits for something.
    pub(crate) fn waits(&mut self, intention: Box<Intention>, wait: Wait) {
        let pending = Pending { intention, wait };
        if self.listens_to_states {
            let (state, reason) = match &pending.intention.suspended {
                Some(reason) => ("suspended", reason.clone()),
                None if matches!(pending.wait.reason, Reason::Outside(..)) => ("suspended", pending.reason()),
                None => ("waiting", pending.state_reason()),
            };
            // Where Java goes on with a step, it reports itself what becomes of the intention.
            if pending.intention.suspended.is_some() || !matches!(pending.wait.reason, Reason::Outside(..)) {
                let turn = if state == "waiting" { Turn::Waiting } else { Turn::Suspended };
                self.note_turn(turn, &pending.intention, || reason.clone());
            }
            self.top_enters(&pending.intention, state, Some(reason));
        }
        if self.is_observed() {
            self.notice(&Moment::Waits(&pending.intention, &pending.wait));
        }
        self.aside.open().pending.push(pending);
    }

    /// Takes finished plans off, and puts the intention at the end of the line if anything is left.
    pub(crate) fn go_on(&mut self, intention: Box<Intention>) {
        self.note_turn(Turn::Added, &intention, no_reason);
        self.go_on_unobserved(intention);
    }

    /// The same, of which listeners have been notified.
    pub(super) fn go_on_unobserved(&mut self, intention: Box<Intention>) {
        match self.after_step(intention) {
            After::Runs(intention) => self.running.push_back(intention),
            After::Wants(_) | After::Calls(_) | After::Nothing => {}
        }
    }

    /// Takes finished plans off.
    fn after_step(&mut self, mut intention: Box<Intention>) -> After {
        let mut lingers = false;
        while intention.frames.len() > intention.roots
            && let Some(top) = intention.top()
        {
            if !top.is_finished() {
                intention.lingers = lingers;
                return After::Runs(intention);
            }
            let has_own = top.plan.goal_condition.is_some();
            // In Jason 3.2 plans above one with a condition wait for that, too.
            if intention.has_condition() && (if self.is_older() { intention.roots == 0 } else { has_own }) {
                let wait = Wait { reason: Reason::Condition, until: None, since: 0, elapsed: None };
                self.aside.open().pending.push(Pending { intention, wait });
                return After::Nothing;
            }
            let Some(mut finished) = intention.frames.pop() else { return After::Nothing };
            lingers |= finished.plan.atomic;
            if self.listens_to_states {
                self.is_over(&finished.trigger, Some("achieved"));
            }
            if finished.trigger.is_failure() {
                lingers |= intention.is_atomic();
                Self::after_failure(&mut intention, &finished.trigger.literal);
            }
            if let Some(caller) = intention.top()
                && !caller.is_finished()
            {
                give_back(&mut finished, caller);
                caller.advance();
            }
            finished.leave();
        }
        if self.is_observed() {
            self.notice(&Moment::Ended(intention.id));
        }
        self.note_turn(Turn::Dropped, &intention, no_reason);
        intention.leave();
        After::Nothing
    }
}
