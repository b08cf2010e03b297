//! Free slots that anybody may take: threads outside, and workers that have none of their own left.
//!
//! A slot is never given back to the table, and is for actors of one type for ever ([`Slab::vtable`](crate::memory::slab::Slab::vtable)). So a thread that
//! wants a slot takes one that is free for the type; a fresh chunk is begun only if there is none. A worker keeps some free slots for what its own handlers
//! spawn, without a lock ([`slots`](crate::worker::slots)); all others lie here, under a lock, whosever they are just now.
//!
//! Actors that are bound to a worker ([`SpawnOptions::on_worker`](crate::SpawnOptions::on_worker), and all in the modes `thread` and, of several
//! workers, `synchronous`) live in *pinned* chunks, which never move, and whose free slots are for such actors only: they all lie here.
//!
//! Invariants:
//! 1. A free slot is in exactly one place: kept by its worker (its tag is `FREE`); here, or promised to an actor that is on its way (its tag is
//!    `RESERVED`); on the move, since its actor has been killed on the way (`FREE` and `FROZEN`: the taker lists it); or its generations are used up, and it stays out of use.
//! 2. Only the worker that its route names touches a slot. A slot that lies here is known by its key, which is that of the next who lives
//!    there. The worker that takes it sends the actor to where its route points, as any message. The slots of a fresh chunk are prepared before any thread
//!    can know of them.
//! 3. A fresh chunk is begun only if no free slot of the type lies here that would do. So the slots for a type are no more than the most actors of
//!    it that lived at a time, what workers keep, and less than a chunk for each of the workers.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::memory::slab::{Slab, slots_of, status};
use crate::memory::vtable::VTable;
use crate::sync::shim::lock;
use crate::types::id::Key;

/// To which worker actors are pinned; `None`: they may move.
pub(crate) type Pinned = Option<u16>;

pub(crate) struct FreeList {
    free: Mutex<Free>,
    /// Actors that were promised a place here.
    spawned: AtomicU64,
    /// Where the last actor went that could go anywhere, where actors do not move.
    last: AtomicU16,
}

/// The last so many of a list are searched for a slot in a particular place.
const SEARCHED: usize = 16;

/// The same for a worker that looks for slots of its own, of which it takes all that it finds.
const SEARCHED_BY_WORKER: usize = 256;

#[derive(Default)]
struct Free {
    /// By who they are for, and by type.
    lists: HashMap<(Pinned, usize), Vec<Key>>,
    /// What is left of a fresh chunk.
    fresh: HashMap<Pinned, Range<u32>>,
    /// Chunks that do not move.
    pinned: HashSet<u32>,
}

/// What a worker finds here.
pub(crate) enum Found {
    /// Slots of its own; at least one.
    Here(Vec<Key>),
    /// A slot of another worker's: the actor has to be sent there.
    Elsewhere(Key),
}

fn list_of(pinned: Pinned, vtable: &'static VTable) -> (Pinned, usize) {
    (pinned, ptr::from_ref(vtable).addr())
}

impl FreeList {
    pub(crate) fn new() -> Self {
        Self { free: Mutex::default(), spawned: AtomicU64::new(0), last: AtomicU16::new(0) }
    }

    fn free(&self) -> MutexGuard<'_, Free> {
        lock(&self.free)
    }

    pub(crate) fn spawned(&self) -> u64 {
        self.spawned.load(Ordering::Relaxed)
    }

    /// An actor is on its way to a slot that was taken here.
    pub(crate) fn count(&self) {
        self.spawned.fetch_add(1, Ordering::Relaxed);
    }

    /// An actor never arrived: the system has ended.
    pub(crate) fn forget(&self) {
        self.spawned.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a chunk does not move.
    pub(crate) fn is_pinned(&self, chunk: u32) -> bool {
        self.free().pinned.contains(&chunk)
    }

    /// Free slots of a type that their worker does without.
    pub(crate) fn offer(&self, pinned: Pinned, vtable: &'static VTable, keys: impl IntoIterator<Item = Key>) {
        self.free().lists.entry(list_of(pinned, vtable)).or_default().extend(keys);
    }

    /// Free slots for a worker's own actors: some of the worker's, if there are any, or one of another's.
    pub(crate) fn take(&self, vtable: &'static VTable, is_here: impl Fn(&Key) -> bool) -> Option<Found> {
        let mut free = self.free();
        let list = free.lists.get_mut(&list_of(None, vtable))?;
        let last = list.len().saturating_sub(SEARCHED_BY_WORKER);
        if !list[last..].iter().any(&is_here) {
            return list.pop().map(Found::Elsewhere);
        }
        let (here, elsewhere): (Vec<Key>, Vec<Key>) = list.drain(last..).partition(is_here);
        list.extend(elsewhere);
        Some(Found::Here(here))
    }

    /// A place for an actor: with the worker to which it is pinned, or anywhere, from now on promised.
    ///
    /// One that may move has its place with the worker `best`, if a slot is free there or all slots are in use.
    ///
    /// Call it inside the epoch.
    pub(crate) fn reserve(&self, table: &Slab, vtable: &'static VTable, pinned: Pinned, best: u16) -> Option<Key> {
        let mut free = self.free();
        let is_best = |key: &Key| table.route(key.index(), Ordering::Relaxed) == best;
        let fresh = |free: &mut Free| free.take_fresh(table, vtable, pinned, best);
        let key = free.take_last(list_of(pinned, vtable), is_best).or_else(|| fresh(&mut free));
        self.promised(key)
    }

    /// A place with any worker, each in its turn, unless a free one is to be had.
    ///
    /// Call it inside the epoch.
    pub(crate) fn reserve_somewhere(&self, table: &Slab, count: u16, vtable: &'static VTable) -> Option<Key> {
        let mut free = self.free();
        let next = self.last.fetch_add(1, Ordering::Relaxed) % count;
        let key = (next..count)
            .chain(0..next)
            .find_map(|worker| free.take_last(list_of(Some(worker), vtable), |_| true))
            .or_else(|| free.take_fresh(table, vtable, Some(next), next));
        self.promised(key)
    }

    fn promised(&self, key: Option<Key>) -> Option<Key> {
        key.inspect(|_| self.count())
    }
}

impl Free {
    /// One of the last in a list that is in a good place, or else the last.
    fn take_last(&mut self, list: (Pinned, usize), is_good: impl Fn(&Key) -> bool) -> Option<Key> {
        let list = self.lists.get_mut(&list)?;
        match list.iter().rev().take(SEARCHED).position(is_good) {
            Some(found) => Some(list.swap_remove(list.len() - 1 - found)),
            None => list.pop(),
        }
    }

    /// A fresh slot, of the worker `best`.
    fn take_fresh(&mut self, table: &Slab, vtable: &'static VTable, pinned: Pinned, best: u16) -> Option<Key> {
        let range = self.fresh.entry(pinned).or_default();
        if range.start == range.end {
            let chunk = table.take_chunk(best)?;
            if pinned.is_some() {
                self.pinned.insert(chunk);
            }
            *range = slots_of(chunk);
            for index in range.clone() {
                // SAFETY: no other thread knows of the chunk yet; its worker will when the first actor arrives.
                unsafe { (*table.slot(index)).tag = 1 << 8 | status::RESERVED };
            }
        }
        let index = range.next()?;
        // No other thread knows of the slot yet.
        table.set_route(index, best);
        table.set_vtable(index, vtable);
        Some(Key::new(index, 1))
    }
}
