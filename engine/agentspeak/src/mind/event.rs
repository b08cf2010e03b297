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
    /// That of a goal that no intention waits for.
    #[inline]
    pub(super) fn of_goal(goal: Term) -> Self {
        let (goal, variables) = goal.into_numbered();
        let trigger = Trigger::new(Change::Added, Subject::Achieve, goal);
        Self { trigger, variables: variables.len() as u32, intention: None }
    }
}
