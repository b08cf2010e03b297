//! Mode `thread`: each actor has a worker, and so a thread, of its own; those of actors that have ended serve the next ones.
//!
//! Invariants:
//! 1. A worker is either idle, that is among the [idle ones](crate::worker::idle_workers), or was given to one spawn whose actor has not ended yet.
//! 2. The slot of an actor that has ended is free (in the [free list](crate::worker::free_list), for actors on that worker) before its worker is idle. So a
//!    worker has one slot for each type of actor that it has run: there are never more workers than there were actors at a time, nor more
//!    slots than workers times types.

use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use crate::memory::vtable::VTable;
use crate::sync::parker::Parker;
use crate::types::id::Key;
use crate::types::spawn_error::SpawnError;
use crate::worker::handover::handoff;
use crate::worker::shared::{Shared, Stage};
use crate::worker::system_message::WorkerMessage;

impl Shared {
    /// A worker for one actor, and a place there. Call it inside the epoch: then the worker ends with the system.
    pub(crate) fn place_alone(self: &Arc<Self>, vtable: &'static VTable) -> Result<Key, SpawnError> {
        let worker = match self.idle_workers.take() {
            Some(idle) => idle,
            None => self.hire()?,
        };
        self.free_list.reserve(&self.slab, vtable, Some(worker), worker).ok_or_else(|| {
            self.idle_workers.add(worker);
            SpawnError::CapacityExceeded
        })
    }

    /// A new worker with its thread.
    fn hire(self: &Arc<Self>) -> Result<u16, SpawnError> {
        // The thread comes first: a worker cannot be taken back.
        let thread = self.standby.take().map_err(SpawnError::Thread)?;
        let worker = self.add_worker(Parker::new()).ok_or(SpawnError::CapacityExceeded)?;
        handoff::run_on(self, worker, thread);
        // Either the thread that ends the system finds this worker, or we find that the system is ending.
        fence(Ordering::SeqCst);
        if self.stage() != Stage::Running {
            self.notify_worker(worker, WorkerMessage::StopAll);
        }
        Ok(worker)
    }
}
