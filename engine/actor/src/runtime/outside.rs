//! Spawning from threads that are no workers: slots promised in advance.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use super::cell::VTable;
use super::entry::{CHUNK, Key};
use super::shared::Shared;
use super::table::fill;
use super::table::status;
use crate::sync::lock;

/// Slots that nobody but the threads outside may use: fresh ones, and some that workers have offered.
pub(crate) struct Outside {
    promised: Mutex<Promised>,
    spawned: AtomicU64,
    /// Where the last actor went that could go anywhere, where actors do not move.
    last: AtomicU16,
}

/// Offered slots looked at before a fresh one is taken.
const TRIES: usize = 16;

/// Offered slots looked at when a worker needs some itself.
const TAKEN_BACK: usize = 256;

#[derive(Default)]
struct Promised {
    /// What is left of a fresh chunk: for actors that are bound to a worker, and for others (`None`).
    fresh: HashMap<Option<u16>, Range<u32>>,
    /// Chunks of actors that are bound to their worker.
    bound: HashSet<u32>,
    /// By type.
    offered: HashMap<usize, Vec<Key>>,
}

impl Promised {
    /// One of the last offered that will do.
    fn take_offered(&mut self, vtable: &'static VTable, will_do: impl Fn(&Key) -> bool) -> Option<Key> {
        let offered = self.offered.get_mut(&ptr::from_ref(vtable).addr())?;
        let found = offered.iter().rev().take(TRIES).position(will_do)?;
        Some(offered.swap_remove(offered.len() - 1 - found))
    }
}

impl Outside {
    pub(crate) fn new() -> Self {
        Self { promised: Mutex::default(), spawned: AtomicU64::new(0), last: AtomicU16::new(0) }
    }

    pub(crate) fn spawned(&self) -> u64 {
        self.spawned.load(Ordering::Relaxed)
    }

    /// An actor has been spawned in a place that was promised before.
    pub(crate) fn count(&self) {
        self.spawned.fetch_add(1, Ordering::Relaxed);
    }

    /// An actor never arrived: the system has ended.
    pub(crate) fn forget(&self) {
        self.spawned.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the actors of a chunk may not move.
    pub(crate) fn is_bound(&self, chunk: u32) -> bool {
        lock(&self.promised).bound.contains(&chunk)
    }

    /// Slots of a type that a worker does without.
    pub(crate) fn offer(&self, vtable: &'static VTable, keys: Vec<Key>) {
        lock(&self.promised).offered.entry(ptr::from_ref(vtable).addr()).or_default().extend(keys);
    }

    /// Some of the slots of a type that workers did without, of those that are the caller's: it needs them now.
    pub(crate) fn take_back(&self, vtable: &'static VTable, is_mine: impl Fn(&Key) -> bool) -> Vec<Key> {
        let mut promised = lock(&self.promised);
        let Some(offered) = promised.offered.get_mut(&ptr::from_ref(vtable).addr()) else { return Vec::new() };
        let last = offered.len().saturating_sub(TAKEN_BACK);
        let (back, others) = offered.drain(last..).partition(is_mine);
        offered.extend::<Vec<Key>>(others);
        back
    }

    /// A place for an actor with a worker (the one asked for, or the first), from now on promised.
    ///
    /// Those that are spawned one after the other are likely to talk to each other: so they stay together at first.
    ///
    /// Call it inside the gate.
    pub(crate) fn reserve(&self, shared: &Shared, vtable: &'static VTable, worker: Option<u16>) -> Option<Key> {
        let mut promised = lock(&self.promised);
        if worker.is_none()
            && let Some(key) =
                promised.take_offered(vtable, |key| shared.table.route(key.chunk()).load(Ordering::Relaxed) == 0)
        {
            self.spawned.fetch_add(1, Ordering::Relaxed);
            return Some(key);
        }
        self.take_fresh(&mut promised, shared, worker)
    }

    /// A place with any worker, each in its turn, unless a used one is to be had.
    ///
    /// Call it inside the gate.
    pub(crate) fn reserve_somewhere(&self, shared: &Shared, vtable: &'static VTable) -> Option<Key> {
        let mut promised = lock(&self.promised);
        if let Some(key) = promised.take_offered(vtable, |_| true) {
            self.spawned.fetch_add(1, Ordering::Relaxed);
            return Some(key);
        }
        let worker = self.last.fetch_add(1, Ordering::Relaxed) % shared.worker_count();
        self.take_fresh(&mut promised, shared, Some(worker))
    }

    fn take_fresh(&self, promised: &mut Promised, shared: &Shared, worker: Option<u16>) -> Option<Key> {
        let Promised { fresh, bound, .. } = promised;
        let range = fresh.entry(worker).or_default();
        if range.start == range.end {
            let chunk = shared.table.take_chunk(worker.unwrap_or(0))?;
            if worker.is_some() {
                bound.insert(chunk);
            }
            *range = chunk * CHUNK..chunk * CHUNK + fill(chunk);
            for index in range.clone() {
                // SAFETY: nobody knows of the chunk yet; its worker will when the first actor arrives.
                unsafe { (*shared.table.slot(index)).tag = 1 << 8 | status::RESERVED };
            }
        }
        let index = range.next()?;
        self.spawned.fetch_add(1, Ordering::Relaxed);
        Some(Key::new(index, 1))
    }
}
