//! A worker's slots: where its actors are born, and what becomes of their places.
//!
//! A worker keeps free slots for what its handlers spawn, by type: a chunk's worth, and as many more as it had to fetch for them. What is
//! beyond that, and every free slot of a pinned chunk, goes to the [`free_list`](crate::worker::free_list), whose invariants hold here, too.

use std::ptr;

use crate::memory::envelope::{Header, Special};
use crate::memory::slab::{Slot, slots_of, status};
use crate::memory::vtable::VTable;
use crate::types::id::{CHUNK, Key, LAST_GENERATION};
use crate::worker::core::{Core, FreeSlots, write_word};
use crate::worker::free_list::Found;
use crate::worker::shared::add;
use crate::worker::system_message::SystemMessage;

/// A worker keeps so many free slots of a type, ...
const LEAST_KEPT: usize = CHUNK as usize;

/// ... and never more than this.
const MOST_KEPT: usize = 1024;

impl Core {
    /// A free slot that is kept here, and who will live there.
    #[inline]
    fn take_kept(&mut self, vtable: &'static VTable) -> Option<Key> {
        let kept = self.kept.iter_mut().find(|kept| ptr::eq(kept.vtable, vtable))?;
        let index = kept.slots.pop()?;
        // SAFETY: ours.
        Some(Key::new(index, unsafe { (*self.slot(index)).generation() }))
    }

    /// A slot where none is kept: most often one of this worker's, or else of another's.
    #[inline(never)]
    fn fetch(&mut self, vtable: &'static VTable) -> Option<Key> {
        if self.unused.is_empty() {
            match self.shared().free_list.take(vtable, |key| self.route(*key) == self.id()) {
                Some(Found::Elsewhere(key)) => return Some(key),
                Some(Found::Here(keys)) => return self.keep(vtable, keys),
                None => {}
            }
            let chunk = self.shared().slab.take_chunk(self.id())?;
            self.has_chunk(chunk);
            self.unused.extend(slots_of(chunk).rev());
            let kept = self.kept_of(vtable);
            kept.most = (kept.most + CHUNK as usize).min(MOST_KEPT);
        }
        let index = self.unused.pop()?;
        self.shared().slab.set_vtable(index, vtable);
        Some(Key::new(index, 1))
    }

    /// Takes slots of its own back from the free list; one of them is for use at once.
    fn keep(&mut self, vtable: &'static VTable, keys: Vec<Key>) -> Option<Key> {
        for key in &keys {
            // SAFETY: the slot is ours, and no other worker's to promise any more.
            unsafe { (*self.slot(key.index())).tag = key.generation() << 8 | status::FREE };
        }
        let kept = self.kept_of(vtable);
        kept.most = (kept.most + keys.len()).min(MOST_KEPT);
        let (one, others) = keys.split_last()?;
        kept.slots.extend(others.iter().map(|key| key.index()));
        Some(*one)
    }

    fn kept_of(&mut self, vtable: &'static VTable) -> &mut FreeSlots {
        let found = self.kept.iter().position(|kept| ptr::eq(kept.vtable, vtable));
        let at = found.unwrap_or_else(|| {
            self.kept.push(FreeSlots { vtable, slots: Vec::new(), most: LEAST_KEPT });
            self.kept.len() - 1
        });
        &mut self.kept[at]
    }

    /// A chunk is this worker's, in which actors are going to be; returns whether that is new.
    pub(crate) fn has_chunk(&mut self, chunk: u32) -> bool {
        let is_new = self.chunks.insert(chunk);
        if is_new {
            self.preallocate_for(CHUNK as usize);
        }
        is_new
    }

    /// Spawns an actor, if there is capacity, and has it started: here, unless the only free slots are other workers'.
    #[inline]
    pub(crate) fn spawn(&mut self, cell: *mut u8, vtable: &'static VTable) -> Option<Key> {
        let key = match self.take_kept(vtable) {
            Some(key) => {
                self.begin_bounded(key, cell, vtable);
                key
            }
            None => {
                let key = self.fetch(vtable)?;
                self.begin_bounded(key, cell, vtable);
                if self.route(key) != self.id() {
                    self.spawn_elsewhere(key, cell);
                    return Some(key);
                }
                key
            }
        };
        self.install(key, cell, vtable);
        self.ring.push_header(Header::special(key, Special::Start));
        if self.stopping {
            self.send_system(key, SystemMessage::ShutDown);
        }
        add(&self.worker_shared().counters.spawned, 1);
        Some(key)
    }

    #[inline]
    fn begin_bounded(&mut self, key: Key, cell: *mut u8, vtable: &'static VTable) {
        if vtable.bounded {
            // SAFETY: the caller's cell, which is installed nowhere yet.
            unsafe { self.shared().begin_bounded(key, cell) };
        }
    }

    /// Sends an actor to the worker that has its slot: what is sent to it later comes behind.
    #[cold]
    fn spawn_elsewhere(&mut self, key: Key, cell: *mut u8) {
        write_word(self.reserve(key, 16), Header::special(key, Special::Install), cell);
        self.shared().free_list.count();
    }

    /// Puts an actor into a slot that was promised to it.
    #[inline]
    pub(crate) fn install(&mut self, key: Key, cell: *mut u8, vtable: &'static VTable) {
        let slot = self.slot(key.index());
        // SAFETY: the slot is ours and no actor lives there.
        unsafe {
            slot.write(Slot { state: cell, dispatch: Some(vtable.dispatch), tag: key.tag(), round: 0, handled: 0 })
        };
    }

    /// The actor in a slot is no more: the slot is free for the next one of the type, as long as its generations last.
    pub(crate) fn release(&mut self, key: Key, vtable: &'static VTable) {
        let slot = self.slot(key.index());
        let next = key.generation() + 1;
        // SAFETY: the slot is ours.
        let is_frozen = unsafe {
            let frozen = (*slot).tag & status::FROZEN;
            (*slot).state = ptr::null_mut();
            (*slot).dispatch = None;
            (*slot).tag = next << 8 | status::FREE | frozen;
            frozen != 0
        };
        // What is frozen is the taker's to list.
        if next <= LAST_GENERATION && !is_frozen {
            self.list_free(key.index(), vtable);
        }
    }

    /// Keeps a free slot, or gives it away.
    fn list_free(&mut self, index: u32, vtable: &'static VTable) {
        if self.pinned.contains(&(index / CHUNK)) {
            let key = self.promise(index);
            return self.shared().free_list.offer(Some(self.id()), vtable, [key]);
        }
        let kept = self.kept_of(vtable);
        kept.slots.push(index);
        if kept.slots.len() > kept.most {
            let left = kept.most / 2;
            self.offer_beyond(vtable, left);
        }
    }

    /// Offers the free slots of a type to others, but for so many.
    fn offer_beyond(&mut self, vtable: &'static VTable, left: usize) {
        let kept = self.kept_of(vtable);
        let offered = kept.slots.split_off(left.min(kept.slots.len()));
        kept.most = kept.most.saturating_sub(offered.len()).max(LEAST_KEPT);
        let keys: Vec<Key> = offered.into_iter().map(|index| self.promise(index)).collect();
        self.shared().free_list.offer(None, vtable, keys);
    }

    /// A free slot is no longer this worker's to use.
    fn promise(&mut self, index: u32) -> Key {
        let slot = self.slot(index);
        // SAFETY: ours.
        unsafe {
            (*slot).tag = (*slot).generation() << 8 | status::RESERVED;
            Key::new(index, (*slot).generation())
        }
    }

    /// Actors leave. Those that have spawned here may be leaving, too, and want slots elsewhere: so no more than a few are kept.
    pub(crate) fn offer_slots(&mut self) {
        for at in 0..self.kept.len() {
            let kept = &mut self.kept[at];
            kept.most = LEAST_KEPT;
            if kept.slots.len() > LEAST_KEPT {
                let vtable = kept.vtable;
                self.offer_beyond(vtable, LEAST_KEPT);
            }
        }
    }

    /// Takes over the slot of an actor that has come from another worker.
    pub(crate) fn adopt(&mut self, index: u32) {
        self.chunks.insert(index / CHUNK);
        let slot = self.slot(index);
        // SAFETY: the slot is ours now.
        let (is_free, generation) = unsafe {
            (*slot).tag &= !status::FROZEN;
            ((*slot).tag & status::ALL == status::FREE, (*slot).generation())
        };
        if is_free
            && generation <= LAST_GENERATION
            && let Some(vtable) = self.shared().slab.vtable(index)
        {
            self.list_free(index, vtable);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::api::actor::Actor;
    use crate::api::cell::ActorCell;
    use crate::api::context::Context;
    use crate::worker::shared::Shared;

    struct Idle;

    impl Actor for Idle {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }

    impl Core {
        fn allocate(&mut self, vtable: &'static VTable) -> Option<Key> {
            self.take_kept(vtable).or_else(|| self.fetch(vtable))
        }
    }

    /// Does something with a worker.
    fn with<R>(shared: &Shared, worker: u16, f: impl FnOnce(&mut Core) -> R) -> R {
        // SAFETY: no thread runs the worker, and no test uses it within `f` in another way.
        f(unsafe { &mut *shared.worker_shared(worker).core.get() })
    }

    #[test]
    fn a_slot_is_used_again_until_its_generations_are_used_up() {
        let (shared, vtable) = (Shared::without_threads(2), ActorCell::<Idle>::vtable());
        with(&shared, 0, |core| {
            let first = core.allocate(vtable).expect("there is capacity");
            core.release(first, vtable);
            assert_eq!(core.allocate(vtable), Some(Key::new(first.index(), 2)));
            core.release(Key::new(first.index(), LAST_GENERATION - 1), vtable);
            let last = core.allocate(vtable).expect("there is capacity");
            assert_eq!(last, Key::new(first.index(), LAST_GENERATION));
            core.release(last, vtable);
            while let Some(key) = core.allocate(vtable) {
                assert_ne!(key.index(), last.index(), "it stays out of use");
            }
        });
    }

    #[test]
    fn free_slots_elsewhere_come_before_fresh_ones() {
        let (shared, vtable) = (Shared::without_threads(2), ActorCell::<Idle>::vtable());
        let allocate = |worker: u16, count: usize| -> Vec<Key> {
            with(&shared, worker, |core| (0..count).filter_map(|_| core.allocate(vtable)).collect())
        };
        let keys = allocate(0, 4 * LEAST_KEPT);
        let chunks = shared.slab.chunks();
        // All move, and end with the other worker.
        keys.iter().for_each(|key| shared.slab.set_route(key.index(), 1));
        with(&shared, 0, |core| core.offer_slots());
        with(&shared, 1, |core| {
            keys.iter().for_each(|key| core.release(*key, vtable));
            assert!(core.kept[0].slots.len() <= LEAST_KEPT, "it keeps few");
        });
        let mut used = allocate(0, 1);
        used.extend(shared.free_list.reserve(&shared.slab, vtable, None, 0));
        // What is its own the second worker gets back.
        used.extend(allocate(1, keys.len() - 2));
        let indices = |keys: &[Key]| keys.iter().map(|key| key.index()).collect::<BTreeSet<_>>();
        assert_eq!(indices(&used), indices(&keys), "each of them is used again, once");
        assert!(used.iter().all(|key| key.generation() == 2));
        assert_eq!(shared.slab.chunks(), chunks, "no fresh chunk was needed");
    }

    #[test]
    fn a_worker_keeps_what_its_own_handlers_need() {
        let (shared, vtable) = (Shared::without_threads(2), ActorCell::<Idle>::vtable());
        let mut chunks = None;
        for _ in 0..3 {
            with(&shared, 0, |core| {
                let keys: Vec<Key> = (0..300).filter_map(|_| core.allocate(vtable)).collect();
                assert_eq!(keys.len(), 300);
                keys.iter().for_each(|key| core.release(*key, vtable));
            });
            assert_eq!(*chunks.get_or_insert(shared.slab.chunks()), shared.slab.chunks());
            assert!(shared.free_list.take(vtable, |_| true).is_none(), "nothing goes by way of the free_list");
        }
    }
}
