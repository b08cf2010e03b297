//! Sub-plans for changes of belief that no intention has made.
//!
//! Each intention that has an applicable one gets an offshoot: an intention on the same goals that executes the sub-plan, and ends
//! with it. What pursues the goals themselves goes on meanwhile.

use std::sync::Arc;

use super::scopes::may_be_for;
use super::{Event, Frame, Intention, Mind, Plan, World};
use crate::term::Bindings;

/// An intention's plans, and the sub-plans of these that may be for an event, with what the plans around them know.
struct Interest {
    frames: Vec<Frame>,
    sub_plans: Vec<(Arc<Plan>, Bindings)>,
}

impl Mind {
    /// Makes offshoots of all intentions with a sub-plan for the event, which no intention waits for.
    pub(super) fn shoot(&mut self, event: &mut Event, world: &mut dyn World) {
        if !self.has_inner_events || event.intention.is_some() || event.trigger.is_goal() {
            return;
        }
        let interests: Vec<Interest> =
            self.intentions().filter_map(|(intention, _)| Interest::of(intention, event)).collect();
        for Interest { frames, sub_plans } in interests {
            let mut spare = None;
            let found = sub_plans
                .into_iter()
                .any(|(sub_plan, known)| self.is_applicable_knowing(&sub_plan, event, Some(known), &mut spare, world));
            self.warn_of_overrun(world);
            let (true, Some(chosen)) = (found, spare) else { continue };
            let mut offshoot = self.fresh_intention();
            offshoot.roots = frames.len();
            offshoot.is_chosen = true;
            frames.into_iter().for_each(|frame| offshoot.frames.push(Box::new(frame)));
            offshoot.frames.push(chosen);
            let (trigger, variables) = (event.trigger.clone(), event.variables);
            self.add_event(Event { trigger, variables, intention: Some(offshoot) });
        }
    }
}

impl Interest {
    fn of(intention: &Intention, event: &Event) -> Option<Self> {
        if intention.roots > 0 {
            return None;
        }
        let sub_plans: Vec<_> = intention
            .frames
            .iter()
            .rev()
            .flat_map(|frame| frame.plan.sub_plans.iter().map(move |sub_plan| (sub_plan, frame)))
            .filter(|(sub_plan, _)| may_be_for(sub_plan, &event.trigger))
            .map(|(sub_plan, frame)| (Arc::clone(sub_plan), frame.bindings.clone()))
            .collect();
        let known = |frame: &Frame| Frame {
            bindings: frame.bindings.clone(),
            chosen_with: frame.chosen_with.clone(),
            ..frame.shadow()
        };
        (!sub_plans.is_empty())
            .then(|| Self { frames: intention.frames.iter().map(|frame| known(frame)).collect(), sub_plans })
    }
}
