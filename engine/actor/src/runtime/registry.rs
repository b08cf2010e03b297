//! Who is alive: so that a shutdown can reach everybody, and an actor without an address lives on.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use super::cell::Runnable;
use crate::shutdown::{ActorLabel, Undelivered};
use crate::sync::{Condvar, Mutex, lock};

/// How far the system's end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Open,
    /// Actors are asked to stop; those that come are asked at once.
    Stopping,
    /// Actors are killed.
    Killing,
}

pub(crate) struct Registry {
    entries: Mutex<Entries>,
    emptied: Condvar,
}

struct Entries {
    phase: Phase,
    slots: Vec<Option<Arc<dyn Runnable>>>,
    free: Vec<usize>,
    spawned: u64,
    undelivered: HashMap<ActorLabel, u64>,
}

impl Entries {
    fn live(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}

impl Registry {
    pub(crate) fn new() -> Self {
        let entries = Entries {
            phase: Phase::Open,
            slots: Vec::new(),
            free: Vec::new(),
            spawned: 0,
            undelivered: HashMap::new(),
        };
        Self { entries: Mutex::new(entries), emptied: Condvar::new() }
    }

    /// Enters an actor made for a free slot. The phase says what the newcomer has missed.
    pub(crate) fn insert<R: Runnable + 'static>(&self, make: impl FnOnce(usize) -> Arc<R>) -> (Arc<R>, Phase) {
        let mut entries = lock(&self.entries);
        let slot = entries.free.pop().unwrap_or_else(|| {
            entries.slots.push(None);
            entries.slots.len() - 1
        });
        let actor = make(slot);
        entries.slots[slot] = Some(Arc::clone(&actor) as Arc<dyn Runnable>);
        entries.spawned += 1;
        (actor, entries.phase)
    }

    pub(crate) fn remove(&self, slot: usize) {
        let (removed, emptied) = {
            let mut entries = lock(&self.entries);
            let removed = entries.slots[slot].take();
            entries.free.push(slot);
            (removed, entries.live() == 0 && entries.phase != Phase::Open)
        };
        drop(removed); // outside the lock
        if emptied {
            self.emptied.notify_all();
        }
    }

    /// Begins a phase; returns those who are alive and have to be told.
    pub(crate) fn enter(&self, phase: Phase) -> Vec<Arc<dyn Runnable>> {
        let mut entries = lock(&self.entries);
        entries.phase = phase;
        entries.slots.iter().flatten().cloned().collect()
    }

    pub(crate) fn wait_until_empty(&self, deadline: Instant) {
        let mut entries = lock(&self.entries);
        while entries.live() > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            entries = self.emptied.wait_timeout(entries, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Notes messages that nobody will handle; before the shutdown they are dead letters and nothing more.
    pub(crate) fn note_undelivered(&self, actor: ActorLabel, messages: u64) {
        let mut entries = lock(&self.entries);
        if entries.phase != Phase::Open {
            *entries.undelivered.entry(actor).or_default() += messages;
        }
    }

    pub(crate) fn undelivered(&self) -> Vec<Undelivered> {
        let noted = mem::take(&mut lock(&self.entries).undelivered);
        let mut list: Vec<_> = noted.into_iter().map(|(actor, messages)| Undelivered { actor, messages }).collect();
        list.sort_unstable_by_key(|undelivered| undelivered.actor.id);
        list
    }

    pub(crate) fn labels(&self) -> Vec<ActorLabel> {
        lock(&self.entries).slots.iter().flatten().map(|actor| actor.label()).collect()
    }

    pub(crate) fn spawned_and_live(&self) -> (u64, u64) {
        let entries = lock(&self.entries);
        (entries.spawned, entries.live() as u64)
    }
}
