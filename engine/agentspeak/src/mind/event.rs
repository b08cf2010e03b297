use super::{Change, Intention, Subject, Trigger};
use crate::term::Term;

/// Something that has happened, or a goal that is wanted.
pub struct Event {
    /// What.
    pub trigger: Trigger,
    /// How many variables are in it; they are numbered from 0.
    pub variables: u32,
    /// The intention that waits for it.
    pub intention: Option<Box<Intention>>,
}

impl Event {
    /// That of a trigger, for which no intention waits.
    #[inline]
    pub(super) fn of(trigger: Trigger) -> Self {
        let (literal, variables) = trigger.literal.into_numbered();
        Self { trigger: Trigger { literal, ..trigger }, variables: variables.len() as u32, intention: None }
    }

    /// That of a goal.
    #[inline]
    pub(super) fn of_goal(goal: Term) -> Self {
        Self::of(Trigger::new(Change::Added, Subject::Achieve, goal))
    }
}
