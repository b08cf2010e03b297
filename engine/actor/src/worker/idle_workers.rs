//! The workers without an actor, in mode `thread`: see [`thread_mode`](crate::worker::handover::thread_mode).

use std::sync::Mutex;

use crate::sync::shim::lock;

/// Idle workers.
#[derive(Default)]
pub(crate) struct IdleWorkers(Mutex<Vec<u16>>);

impl IdleWorkers {
    /// A worker has no actor (any more).
    pub(crate) fn add(&self, worker: u16) {
        lock(&self.0).push(worker);
    }

    pub(crate) fn take(&self) -> Option<u16> {
        lock(&self.0).pop()
    }
}
