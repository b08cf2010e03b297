use super::{Change, Intention, Subject, Trigger};
use crate::term::{Atom, Term};

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
    /// One of which nothing counts but the intention that it will have.
    pub(crate) fn of_nothing() -> Self {
        let trigger = Trigger::new(Change::Added, Subject::Belief, Term::Atom(Atom::NOTHING));
        Self { trigger, variables: 0, intention: None }
    }
}
