//! What may come of a handler, and what becomes of an actor whose handler has panicked.

use std::any::Any;

use crate::memory::vtable::Flow;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::types::restart_limit::RestartLimit;

/// What may come of a handler: what it wants done, or its panic.
pub(crate) type Outcome = Result<Flow, Box<dyn Any + Send>>;

/// Restarts an actor in its cell: makes a new one, and puts it where the old one was.
pub(crate) type Factory = Box<dyn FnMut(*mut u8) + Send>;

/// What becomes of an actor whose handler has panicked.
#[derive(Default)]
pub(crate) enum OnFailure {
    #[default]
    Stop,
    /// It is restarted, if the limit allows it once more.
    Restart { factory: Factory, limit: Option<RestartLimit> },
    /// It waits, with its mailbox, for what its supervisor decides.
    Ask {
        factory: Factory,
        supervisor: Box<dyn FnMut(Key, ExitReason) + Send>,
        /// The number of its latest restart.
        restarted: u64,
    },
}

/// Something to be done; not at all if the actor is gone.
pub(crate) type Then = Box<dyn FnOnce() + Send>;

pub(crate) struct Restart {
    pub(crate) number: u64,
    pub(crate) then: Then,
}

/// What an actor was doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Handling,
    /// It is being restarted; a panic now is final.
    Restarting,
    Stopping,
}
