//! What functions of an agent's own are told, and what they find.

use std::sync::Arc;

use super::{Intention, Plan, Trigger};
use crate::term::{Atom, Term};

/// What has become of an intention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It has its next step before it.
    Added,
    /// It is no more.
    Dropped,
    /// It is suspended.
    Suspended,
    /// It waits.
    Waiting,
    /// It is not suspended any more.
    Resumed,
    /// It goes on.
    Executing,
}

/// Something that a listener hears, with intentions as they were then.
pub enum Heard {
    /// There is an event, for which an intention may wait.
    Event(Trigger, Option<Box<Intention>>),
    /// Something has become of an intention, for this reason.
    Intention(Turn, Box<Intention>, Term),
}

/// A plan, with what its variables stand for.
pub type Known = (Arc<Plan>, Vec<(Atom, Term)>);

/// What an agent's own functions have found for an event.
pub enum Options {
    /// No plan is for such events.
    NotRelevant,
    /// No plan for such events is applicable.
    NotApplicable,
    /// These.
    Found(Vec<Known>),
}
