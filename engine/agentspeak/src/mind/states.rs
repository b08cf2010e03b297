//! What programs can observe of their goals: `^!g[state(pending)]` and so on.
//!
//! A state is noted when a goal comes into it, and becomes an event at the beginning of the next cycle, before all events that
//! are no states; only where there is a plan for it.

use super::aside::GoalState;
use super::{Event, Functions, Intention, Mind, Trigger, World};
use crate::term::{Change, StructureBuilder, Term};

impl Mind {
    /// Notes that a goal has come into a state.
    pub(super) fn enters(&mut self, goal: &Trigger, state: &'static str, reason: Option<Term>) {
        if self.listens_to_states && goal.is_goal() && goal.change != Change::GoalState {
            let reason = reason.unwrap_or_else(|| Term::string(""));
            self.aside.open().states.push(GoalState { goal: goal.clone(), state, reason });
        }
    }

    /// Notes that a goal is over; well, badly, or neither.
    #[inline]
    pub(super) fn is_over(&mut self, goal: &Trigger, how: Option<&'static str>) {
        if !self.listens_to_states {
            return;
        }
        if let Some(how) = how {
            self.enters(goal, how, None);
        }
        self.enters(goal, "finished", None);
    }

    /// Notes for the goal on top of an intention.
    pub(super) fn top_enters(&mut self, intention: &Intention, state: &'static str, reason: Option<Term>) {
        if self.listens_to_states
            && let Some(top) = intention.frames.last()
            && top.trigger.is_new_goal()
        {
            let goal = top.trigger.clone();
            self.enters(&goal, state, reason);
        }
    }

    /// Makes events of what was noted.
    pub(super) fn notify_states(&mut self, world: &mut dyn World) {
        for GoalState { goal, state, reason } in std::mem::take(&mut self.aside.open().states) {
            if let Some(custom) = self.own(Functions::STATE) {
                custom.state(state, &goal, &reason, self, world);
            }
            let Some(builder) = StructureBuilder::new(crate::term::Atom::new("state"))
                .arguments([Term::word(state)])
                .annotation(Term::structure("reason", [reason]))
                .into_annotation_of(&goal.literal)
            else {
                continue;
            };
            let (literal, variables) = builder.numbered();
            let variables = variables.len() as u32;
            let trigger = Trigger { change: Change::GoalState, literal, ..goal };
            if self.plans.has_candidates(&trigger) {
                let is_state = |event: &Event| event.trigger.change == Change::GoalState;
                let place = self.events.iter().position(|event| !is_state(event)).unwrap_or(self.events.len());
                self.news = true;
                self.look_at_all();
                self.note_event(&trigger, None);
                self.events.insert(place, Event { trigger, variables, intention: None });
            }
        }
    }
}

impl StructureBuilder {
    /// The literal with what this makes as one more annotation.
    fn into_annotation_of(self, literal: &Term) -> Option<Term> {
        Some(Self::from_literal(literal)?.annotation(self.build()).build())
    }
}
