//! Mode `thread`: each actor has a worker, and so a thread, of its own; those of actors that have ended serve the next ones.
//!
//! Invariants:
//! 1. A worker is either idle, that is in the roster, or was given to one spawn whose actor has not ended yet.
//! 2. The slots kept here are promised to whoever takes their worker: marked as reserved, their generation counted on.
//! 3. A worker has one slot for each type of actor that it has run, so there are never more workers than there were actors
//!    at a time, nor more slots than workers times types.

use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex};

use super::cell::VTable;
use super::control::ToWorker;
use super::core::Core;
use super::entry::{Key, LAST_GENERATION};
use super::monitor;
use super::shared::{Shared, Stage};
use super::table::status;
use crate::spawn::SpawnError;
use crate::sync::lock;

#[derive(Default)]
pub(crate) struct Roster(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    idle: Vec<u16>,
    /// By worker and type.
    slots: HashMap<(u16, usize), Key>,
}

impl Roster {
    /// A worker has no actor (any more); its slot for actors of a type may be used again.
    pub(crate) fn add(&self, worker: u16, slot: Option<(&'static VTable, Key)>) {
        let mut entries = lock(&self.0);
        if let Some((vtable, key)) = slot {
            entries.slots.insert((worker, ptr::from_ref(vtable).addr()), key);
        }
        entries.idle.push(worker);
    }

    /// An idle worker, and the slot that it has for a type.
    fn take(&self, vtable: &'static VTable) -> Option<(u16, Option<Key>)> {
        let mut entries = lock(&self.0);
        let worker = entries.idle.pop()?;
        Some((worker, entries.slots.remove(&(worker, ptr::from_ref(vtable).addr()))))
    }
}

impl Shared {
    /// A worker for one actor, and a place there. Call it inside the gate: then the worker ends with the system.
    pub(crate) fn place_alone(self: &Arc<Self>, vtable: &'static VTable) -> Result<Key, SpawnError> {
        let (worker, slot) = match self.roster.take(vtable) {
            Some(idle) => idle,
            None => (self.hire()?, None),
        };
        if let Some(key) = slot {
            self.outside.count();
            return Ok(key);
        }
        self.outside.reserve(self, vtable, Some(worker)).ok_or_else(|| {
            self.roster.add(worker, None);
            SpawnError::NoRoom
        })
    }

    /// A new worker with its thread.
    fn hire(self: &Arc<Self>) -> Result<u16, SpawnError> {
        // The thread comes first: a worker cannot be taken back.
        let thread = self.standby.take(self).map_err(SpawnError::Thread)?;
        let worker = self.add_worker().ok_or(SpawnError::NoRoom)?;
        thread.run(monitor::new_seat(self, worker));
        // Either whoever ends the system finds this worker, or we find that the system is ending.
        fence(Ordering::SeqCst);
        if self.stage() != Stage::Running {
            self.tell_worker(worker, ToWorker::StopAll);
        }
        Ok(worker)
    }
}

impl Core {
    /// The only actor here has ended: slot and worker are for the next one.
    pub(crate) fn retire(&mut self, key: Key, vtable: &'static VTable) {
        let generation = key.generation() + 1;
        let usable = generation <= LAST_GENERATION;
        // SAFETY: the slot is ours until the roster has it.
        let slot = unsafe { &mut *self.slot(key.index()) };
        slot.state = ptr::from_ref(vtable).cast_mut().cast();
        slot.dispatch = None;
        slot.tag = generation << 8 | if usable { status::RESERVED } else { status::FREE };
        let slot = usable.then(|| (vtable, Key::new(key.index(), generation)));
        self.shared().roster.add(self.id(), slot);
    }
}
