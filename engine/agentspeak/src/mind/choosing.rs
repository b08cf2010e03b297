//! An agent whose own functions choose which plans are for an event, and which of them are applicable.

use std::sync::Arc;

use super::deliberate::Handled;
use super::{Custom, Event, Frame, Mind, Options, Plan, World};
use crate::term::{Atom, Term, Var};

impl Mind {
    /// Begins one of the plans that the agent's own functions find for the event.
    pub(super) fn handle_own_way(
        &mut self,
        mut event: Event,
        custom: &Arc<dyn Custom>,
        world: &mut dyn World,
    ) -> Handled {
        // They may ask for the very intention that waits.
        let trigger = event.trigger.clone();
        let waits = event.intention.is_some();
        self.current = event.intention.take();
        let options = custom.options(&trigger, self, world);
        event.intention = self.current.take();
        if waits && event.intention.is_none() {
            // It was dropped meanwhile.
            return Handled::Otherwise;
        }
        let (found, is_relevant) = match options {
            Options::Found(found) => (found, true),
            Options::NotApplicable => (Vec::new(), true),
            Options::NotRelevant => (Vec::new(), false),
        };
        let options: Vec<Box<Frame>> =
            found.into_iter().filter_map(|(plan, values)| framed(&plan, &event, &values)).collect();
        if options.is_empty() {
            return self.unhandled(event, is_relevant, world);
        }
        match self.chosen_option(options, world) {
            Ok(frame) => Handled::Chosen(self.begin(event, frame)),
            Err(failure) => {
                self.fail_event(event, &failure, world);
                Handled::Otherwise
            }
        }
    }
}

/// The plan for the event, with these values; nothing, if it is for other ones.
fn framed(plan: &Arc<Plan>, event: &Event, values: &[(Atom, Term)]) -> Option<Box<Frame>> {
    let mut frame = Frame::reused(plan);
    frame.begin(plan, None, event.variables);
    let Frame { bindings, given, .. } = &mut *frame;
    let literal = given.moved(&event.trigger.literal, bindings);
    if !bindings.unify(&plan.trigger.literal, &literal) {
        return None;
    }
    for (name, value) in values {
        let Some(slot) = plan.names.iter().position(|known| *known == Some(*name)) else { continue };
        let value = bindings.adopt(value);
        if !bindings.unify(&Term::Var(Var::new(slot as u32, *name)), &value) {
            return None;
        }
    }
    bindings.commit();
    frame.know_event(event);
    Some(frame)
}
