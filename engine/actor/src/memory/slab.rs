//! All actors of a system, by index: one slot each, its type, and its route.
//!
//! The address space for all slots is reserved at once and used as it is needed, so an index is an offset and nothing ever
//! moves. A slot belongs to the worker its route names: no other thread reads or writes it. Types and routes may be read by
//! anybody: a message is dropped by the type of its receiver's slot, in any thread, and whether or not the receiver lives.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU16, AtomicU32, Ordering};

use crate::memory::reserved::Reserved;
use crate::memory::vtable::{Dispatch, VTable};
use crate::types::id::CHUNK;

/// What a worker needs to know of an actor in order to run it: half a cache line.
#[repr(C)]
pub(crate) struct Slot {
    /// The actor's cell; null where no actor lives, and while a detached thread has it (see [`detached`](crate::worker::threads::detached)).
    pub(crate) state: *mut u8,
    pub(crate) dispatch: Option<Dispatch>,
    /// Generation and status: see [`status`].
    pub(crate) tag: u32,
    /// Bookkeeping of the modes that count rounds.
    pub(crate) round: u32,
    /// Messages given to the handler.
    pub(crate) handled: u64,
}

/// The low bits of a slot's tag. None set: alive and ready.
pub(crate) mod status {
    /// No actor lives here.
    pub(crate) const FREE: u32 = 1;
    /// Free, and not its worker's to use: it is in the [free_list](crate::worker::free_list), or promised to an actor that is on its way.
    pub(crate) const RESERVED: u32 = 2;
    /// Messages are put aside for it.
    pub(crate) const HELD: u32 = 4;
    /// It is about to move.
    pub(crate) const FROZEN: u32 = 8;
    /// A detached thread runs it, or it has yet to be settled after a direct call: the slot has no cell.
    pub(crate) const BUSY: u32 = 16;
    /// Killed before it arrived.
    pub(crate) const DOOMED: u32 = 32;
    pub(crate) const ALL: u32 = 0xFF;
}

impl Slot {
    pub(crate) fn generation(&self) -> u32 {
        self.tag >> 8
    }

    pub(crate) fn has(&self, bits: u32) -> bool {
        self.tag & bits != 0
    }

    /// No actor has ever lived here, or none does now.
    pub(crate) fn is_free(&self) -> bool {
        self.generation() == 0 || self.has(status::FREE)
    }

    /// An actor lives here.
    pub(crate) fn is_live(&self) -> bool {
        !self.is_free() && !self.has(status::RESERVED)
    }
}

/// The bit of a route that means: this slot is on its way to the worker that the other bits name.
pub(crate) const IN_TRANSIT: u16 = 1 << 15;

/// The bit of a route that means: the mailboxes of all who live in this slot, one after the other, are bounded. It is that of the slot's type, and
/// is there so that who sends an ordinary message finds it by the comparison that it makes anyhow.
const BOUNDED: u16 = 1 << 14;

/// Workers are numbered below this.
pub(crate) const WORKERS: u16 = BOUNDED;

/// Chunks can be numbered below this, so that slots can be.
const MOST_CHUNKS: u32 = u32::MAX / CHUNK;

/// The route in a word of [`Slab::routes`].
#[inline(always)]
pub(crate) fn route_in(word: u16) -> u16 {
    word & !BOUNDED
}

/// The slots of a chunk.
pub(crate) fn slots_of(chunk: u32) -> std::ops::Range<u32> {
    chunk * CHUNK..(chunk + 1) * CHUNK
}

/// How many chunks have so many slots; the first chunk is unused.
fn chunks_for(actors: u32) -> u32 {
    1 + actors.div_ceil(CHUNK)
}

pub(crate) struct Slab {
    slots: Reserved<Slot>,
    /// By slot: the type of all who live there, one after the other; null before the first is promised the slot.
    types: Reserved<AtomicPtr<VTable>>,
    /// By slot.
    routes: Reserved<AtomicU16>,
    capacity: u32,
    next_chunk: AtomicU32,
}

// SAFETY: slots are reached through raw pointers only, under the rule of ownership above.
unsafe impl Send for Slab {}
// SAFETY: likewise.
unsafe impl Sync for Slab {}

impl Slab {
    /// A table for so many actors, and for so many chunks more; `None` if there is not so much memory to be had. The first chunk is unused.
    pub(crate) fn new(actors: u32, more_chunks: u32) -> Option<Self> {
        let chunks = chunks_for(actors).saturating_add(more_chunks).min(MOST_CHUNKS);
        let capacity = chunks * CHUNK;
        // SAFETY: there is at least one chunk. All zeroes is a valid `Slot`, a null pointer, and a valid atomic.
        let table = unsafe {
            Self {
                slots: Reserved::new(capacity)?,
                types: Reserved::new(capacity)?,
                routes: Reserved::new(capacity)?,
                capacity,
                next_chunk: AtomicU32::new(1),
            }
        };
        // SAFETY: no other thread knows the table yet.
        unsafe { (*table.slot(0)).tag = u32::MAX };
        Some(table)
    }

    /// The slot of an index below the capacity. Only its owner may use what this points to.
    #[inline]
    pub(crate) fn slot(&self, index: u32) -> *mut Slot {
        self.slots.at(index)
    }

    /// The type of the actors that live, or have lived, in a slot, or will; `None` if it has not been promised yet.
    pub(crate) fn vtable(&self, index: u32) -> Option<&'static VTable> {
        // SAFETY: types are atomics, free for all; and what they hold is null or came from a static reference.
        unsafe { (*self.types.at(index)).load(Ordering::Acquire).as_ref() }
    }

    /// Sets the type of the actors in a slot, for ever. For the first promise of the slot.
    #[inline]
    pub(crate) fn set_vtable(&self, index: u32, vtable: &'static VTable) {
        debug_assert!(self.vtable(index).is_none(), "the type of a slot does not change");
        // SAFETY: types are atomics, free for all.
        unsafe { (*self.types.at(index)).store(ptr::from_ref(vtable).cast_mut(), Ordering::Release) };
        if vtable.bounded {
            self.word(index).fetch_or(BOUNDED, Ordering::Release);
        }
    }

    #[inline]
    fn word(&self, index: u32) -> &AtomicU16 {
        // SAFETY: routes are atomics, free for all.
        unsafe { &*self.routes.at(index) }
    }

    #[inline]
    pub(crate) fn route(&self, index: u32, ordering: Ordering) -> u16 {
        route_in(self.word(index).load(ordering))
    }

    /// To be called by who has the slot, or by who alone knows of it.
    pub(crate) fn set_route(&self, index: u32, route: u16) {
        let word = self.word(index);
        word.store(word.load(Ordering::Relaxed) & BOUNDED | route, Ordering::Release);
    }

    /// Whether the mailboxes of those who live in a slot are bounded.
    #[inline]
    pub(crate) fn is_bounded(&self, index: u32) -> bool {
        self.word(index).load(Ordering::Relaxed) & BOUNDED != 0
    }

    /// The routes of all slots, by index: see [`route_in`].
    pub(crate) fn routes(&self) -> *const AtomicU16 {
        self.routes.at(0)
    }

    /// An unused chunk, for a worker; `None` if there are no more.
    pub(crate) fn take_chunk(&self, worker: u16) -> Option<u32> {
        let chunk = self
            .next_chunk
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
                (next < self.capacity / CHUNK).then_some(next + 1)
            })
            .ok()?;
        slots_of(chunk).for_each(|index| self.set_route(index, worker));
        Some(chunk)
    }

    /// Chunks in use: all below this.
    pub(crate) fn chunks(&self) -> u32 {
        self.next_chunk.load(Ordering::Acquire)
    }

    /// How many slots there are for actors in these.
    pub(crate) fn slots_in_use(&self) -> u64 {
        u64::from(self.chunks() - 1) * u64::from(CHUNK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_all_and_hardly_more() {
        for actors in [0, 1, 31, 32, 33, 10_000] {
            let reserved = (chunks_for(actors) - 1) * CHUNK;
            assert!((actors..actors + CHUNK).contains(&reserved), "{actors}");
        }
        assert!(chunks_for(u32::MAX) > MOST_CHUNKS, "which is why it is bounded");
    }

    #[test]
    fn chunks_are_given_out_until_there_are_no_more() {
        let table = Slab::new(100, 2).expect("there is so much memory");
        let taken: Vec<u32> = std::iter::from_fn(|| table.take_chunk(3)).collect();
        assert_eq!(taken, (1..chunks_for(100) + 2).collect::<Vec<_>>());
        assert!(
            taken.iter().flat_map(|&chunk| slots_of(chunk)).all(|index| table.route(index, Ordering::Relaxed) == 3)
        );
        assert!(table.slots_in_use() >= 100);
        assert!(table.vtable(slots_of(1).start).is_none());
    }
}
