//! The second part of the cycle: chooses a plan for an event.

use std::sync::Arc;

use super::call::rename;
use super::failure::Failure;
use super::{Control, Event, Frame, Mind, Plan, Trigger, World};
use crate::term::{Bindings, Term, Var};

impl Mind {
    pub(super) fn deliberate(&mut self, world: &mut dyn World) {
        if self.running.iter().any(super::Intention::is_atomic) {
            return;
        }
        // An event that nobody minds is followed by the next at once.
        while let Some(event) = self.next_event() {
            if self.handle(event, world) {
                break;
            }
        }
    }

    /// The oldest event; that of an atomic intention first.
    fn next_event(&mut self) -> Option<Event> {
        let is_atomic = |event: &Event| event.intention.as_ref().is_some_and(super::Intention::is_atomic);
        match self.events.iter().position(is_atomic) {
            Some(place) => self.events.remove(place),
            None => self.events.pop_front(),
        }
    }

    /// Begins the first plan that is applicable. Says whether the event counts as dealt with.
    fn handle(&mut self, event: Event, world: &mut dyn World) -> bool {
        let mut error = "relevant";
        let candidates: Vec<Arc<Plan>> = self.plans.candidates(&event.trigger).to_vec();
        for plan in candidates {
            error = "applicable";
            if let Some(frame) = self.option(&plan, &event, world) {
                self.begin(event, frame);
                return true;
            }
        }
        let is_goal = event.trigger.is_goal() && event.trigger.change != crate::term::Change::GoalState;
        if is_goal {
            let text = format!("Found a goal for which there is no {error} plan: {}", shown(&event.trigger));
            let failure = Failure::new(&format!("no_{error}"), text);
            self.fail_event(event, &failure, world);
            return true;
        }
        match event.intention {
            // Nobody minds the change of belief: the intention that made it goes on.
            Some(mut intention) => {
                if let Some(top) = intention.top() {
                    top.called.clear();
                    top.advance();
                }
                self.running.push_back(intention);
                true
            }
            None => false,
        }
    }

    /// What executing the plan for this event would be, if it is applicable.
    fn option(&mut self, plan: &Arc<Plan>, event: &Event, world: &mut dyn World) -> Option<Frame> {
        let mut bindings = Bindings::of(plan.variables + event.variables);
        let moved = |var: Var| Term::Var(Var::unnamed(var.slot() + plan.variables));
        let literal = rename(&event.trigger.literal, &mut { moved });
        if !bindings.unify(&plan.trigger.literal, &literal) {
            return None;
        }
        if let Some(context) = &plan.context
            && !self.holds(context, &mut bindings, world)
        {
            return None;
        }
        bindings.commit();
        let trigger = Trigger { literal: bindings.apply(&literal), ..event.trigger.clone() };
        let returns = (0..event.variables).map(|slot| Term::Var(Var::unnamed(plan.variables + slot))).collect();
        let stack = vec![Control::Steps(Arc::clone(&plan.body), 0)];
        Some(Frame { plan: Arc::clone(plan), trigger, bindings, stack, called: Vec::new(), returns })
    }

    /// Puts the plan on top of the intention that waits for it, or begins one.
    fn begin(&mut self, event: Event, mut frame: Frame) {
        let mut intention = match event.intention {
            Some(intention) => intention,
            None => self.fresh_intention(),
        };
        if let Some(top) = intention.top()
            && is_last_call(top, &frame)
        {
            replace(top, &mut frame);
            intention.frames.pop();
        }
        intention.frames.push(frame);
        self.running.push_back(intention);
    }
}

/// Would the plan on top have nothing more to do, once the same goal is achieved again?
fn is_last_call(top: &mut Frame, frame: &Frame) -> bool {
    top.trigger.is_new_goal()
        && frame.trigger.is_new_goal()
        && top.trigger.literal.predicate() == frame.trigger.literal.predicate()
        && top.is_last()
}

/// Has the new plan give back what the one that it replaces would have.
fn replace(top: &Frame, frame: &mut Frame) {
    let variables = frame.plan.variables;
    frame.returns = top
        .returns
        .iter()
        .map(|result| {
            rename(&top.bindings.apply(result), &mut |open| match top
                .called
                .iter()
                .position(|var| same(top, *var, open))
            {
                Some(place) => Term::Var(Var::unnamed(variables + place as u32)),
                None => Term::Var(frame.bindings.fresh_var()),
            })
        })
        .collect();
}

/// Are the two variables one by now?
fn same(frame: &Frame, one: Var, other: Var) -> bool {
    frame.bindings.apply(&Term::Var(one)) == Term::Var(other)
}

pub(super) fn shown(trigger: &Trigger) -> String {
    format!("{}{}{}", trigger.change.text(), trigger.subject.text(), trigger.literal)
}
