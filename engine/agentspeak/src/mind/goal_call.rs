//! Goals that a step pursues, in an agent that has nothing else to look at: a plan is chosen for the call where it stands. An event,
//! for which the agent chooses a plan in general, is only made where there is none.

use super::deliberate::Handled;
use super::switch::FIRST;
use super::{Action, Event, Frame, Intention, Mind, World};
use crate::bytecode::Operand;
use crate::complaints;
use crate::term::{Change, Subject};

impl Mind {
    /// Begins the first plan that is applicable to the goal that the intention [calls](super::act::After::Calls).
    pub(super) fn handle_call(&mut self, mut intention: Box<Intention>, world: &mut dyn World) -> Handled {
        let Some(top) = intention.top() else { return Handled::Otherwise };
        let Frame { plan, block, next, bindings, called: open, .. } = top;
        let body = block.as_deref().unwrap_or(&plan.body);
        let Some(Action::Achieve(goal)) = body.get(*next).map(|deed| &deed.action) else { return Handled::Otherwise };
        let Operand::Literal(literal, operands) = goal else { return Handled::Otherwise };
        let functor = literal.functor();
        let mut frame = Frame::reused(plan);
        if !frame.trigger.pursue(literal, operands, bindings, open) {
            frame.leave();
            return self.handle_event_of(intention, world);
        }
        let variables = open.len() as u32;
        let mut from = FIRST;
        while !self.has_overrun() {
            let candidates = self.plans.candidates_for(Change::Added, Subject::Achieve, functor);
            let Some(candidates) =
                candidates.filter(|candidates| candidates.are_direct() && !candidates.plans().is_empty())
            else {
                frame.leave();
                return self.handle_event_of(intention, world);
            };
            let Some((rank, plan)) = candidates.next_matching(frame.trigger.arguments(), from) else { break };
            from = rank + 1;
            frame.begin(plan, None, variables);
            if self.is_applicable_to_call(&mut frame, world) {
                if complaints::any() {
                    self.report_complaints_of(Some(&frame.trigger), world);
                }
                return Handled::Chosen(self.put_on_top(intention, frame));
            }
        }
        frame.leave();
        let overrun = self.take_overrun();
        let Some(event) = self.event_of(intention, world) else { return Handled::Otherwise };
        match overrun {
            Some(failure) => self.undecided(event, &failure, world),
            None => self.unhandled(event, true, world),
        }
    }

    /// Is the plan in the frame applicable to the goal of its trigger?
    #[inline]
    fn is_applicable_to_call(&mut self, frame: &mut Frame, world: &mut dyn World) -> bool {
        let Frame { plan, bindings, given, trigger, .. } = frame;
        let Some(head) = &plan.head else { return false };
        if !head.matches_arguments(trigger.arguments(), given, bindings)
            || !head.matches_annotations(Some(&self.own_annotations), bindings)
        {
            return false;
        }
        if let Some(context) = &plan.context
            && (!self.holds(context, bindings, world) || self.has_overrun())
        {
            return false;
        }
        bindings.commit();
        // The trigger of a plan that has nothing to do is not seen.
        if !plan.body.is_empty() && !given.is_open(bindings) {
            trigger.know(given, bindings);
        }
        true
    }

    /// The event of the goal that the intention [calls](super::act::After::Calls), which waits for it. Nothing, where that fails.
    pub(super) fn event_of(&mut self, mut intention: Box<Intention>, world: &mut dyn World) -> Option<Event> {
        let Frame { plan, block, next, bindings, called, .. } = intention.top()?;
        let body = block.as_deref().unwrap_or(&plan.body);
        let Action::Achieve(goal) = &body.get(*next)?.action else { return None };
        let event = self.call(Change::Added, Subject::Achieve, goal, bindings, called, world);
        match self.take_overrun().map_or(event, Err) {
            Ok(event) => Some(Event { intention: Some(intention), ..event }),
            Err(failure) => {
                self.fail(intention, &failure, world);
                None
            }
        }
    }

    fn handle_event_of(&mut self, intention: Box<Intention>, world: &mut dyn World) -> Handled {
        match self.event_of(intention, world) {
            Some(event) => self.handle(event, world),
            None => Handled::Otherwise,
        }
    }
}
