use super::{Intention, Trigger};

/// Something that has happened, or a goal that is wanted.
pub struct Event {
    /// What.
    pub trigger: Trigger,
    /// How many variables are in it; they are numbered from 0.
    pub variables: u32,
    /// The intention that waits for it.
    pub intention: Option<Box<Intention>>,
}
