//! Mode `thread`: each actor has a worker, and so a thread, of its own; those of actors that have ended serve the next ones.
//!
//! Invariants:
//! 1. A worker is either idle, that is in the roster, or was given to one spawn whose actor has not ended yet.
//! 2. The slot of an actor that has ended is free (in the [depot](super::depot), for actors on that worker) before its worker is idle. So a
//!    worker has one slot for each type of actor that it has run: there are never more workers than there were actors at a time, nor more
//!    slots than workers times types.

use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex};

use super::cell::VTable;
use super::control::ToWorker;
use super::entry::Key;
use super::handoff;
use super::park::Parker;
use super::shared::{Shared, Stage};
use crate::spawn::SpawnError;
use crate::sync::lock;

/// Idle workers.
#[derive(Default)]
pub(crate) struct Roster(Mutex<Vec<u16>>);

impl Roster {
    /// A worker has no actor (any more).
    pub(crate) fn add(&self, worker: u16) {
        lock(&self.0).push(worker);
    }

    fn take(&self) -> Option<u16> {
        lock(&self.0).pop()
    }
}

impl Shared {
    /// A worker for one actor, and a place there. Call it inside the gate: then the worker ends with the system.
    pub(crate) fn place_alone(self: &Arc<Self>, vtable: &'static VTable) -> Result<Key, SpawnError> {
        let worker = match self.roster.take() {
            Some(idle) => idle,
            None => self.hire()?,
        };
        self.depot.reserve(self, vtable, Some(worker)).ok_or_else(|| {
            self.roster.add(worker);
            SpawnError::NoRoom
        })
    }

    /// A new worker with its thread.
    fn hire(self: &Arc<Self>) -> Result<u16, SpawnError> {
        // The thread comes first: a worker cannot be taken back.
        let thread = self.standby.take(self).map_err(SpawnError::Thread)?;
        let worker = self.add_worker(Parker::new()).ok_or(SpawnError::NoRoom)?;
        handoff::seat_at(self, worker, thread);
        // Either whoever ends the system finds this worker, or we find that the system is ending.
        fence(Ordering::SeqCst);
        if self.stage() != Stage::Running {
            self.tell_worker(worker, ToWorker::StopAll);
        }
        Ok(worker)
    }
}
