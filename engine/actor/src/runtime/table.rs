//! All actors of a system, by index: one slot each, and one route per chunk of them.
//!
//! The address space for all slots is reserved at once and used as it is needed, so an index is an offset and nothing ever
//! moves. A slot belongs to the worker its chunk's route names: nobody else reads or writes it. Routes may be read by anybody.

use std::alloc::{self, Layout};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use super::cell::{Dispatch, VTable};
use super::entry::CHUNK;

/// What a worker needs to know of an actor in order to run it: half a cache line.
#[repr(C)]
pub(crate) struct Slot {
    /// The actor's cell; of a free slot that has been used, the [`VTable`] of those who lived here.
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
    /// Nobody lives here.
    pub(crate) const FREE: u32 = 1;
    /// Promised to a thread outside, whose actor is on its way.
    pub(crate) const RESERVED: u32 = 2;
    /// Messages are put aside for it.
    pub(crate) const HELD: u32 = 4;
    /// Its chunk is about to move.
    pub(crate) const FROZEN: u32 = 8;
    /// It runs on a thread that has lost its worker, or has yet to be settled after a direct call.
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

    /// Nobody has ever lived here, or nobody does now.
    pub(crate) fn is_free(&self) -> bool {
        self.generation() == 0 || self.has(status::FREE)
    }

    /// An actor lives here.
    pub(crate) fn is_live(&self) -> bool {
        !self.is_free() && !self.has(status::RESERVED)
    }

    /// The types of the actors that live, or have lived, here.
    pub(crate) fn vtable(&self) -> Option<&'static VTable> {
        let pointer = NonNull::new(self.state)?;
        // SAFETY: a free slot's state is the vtable itself, a living one's a cell, whose first field is the vtable.
        unsafe {
            if self.is_free() || self.has(status::RESERVED) {
                Some(pointer.cast::<VTable>().as_ref())
            } else {
                Some(*pointer.cast::<&'static VTable>().as_ref())
            }
        }
    }
}

/// The bit of a route that says: this chunk is on its way to the worker that the other bits name.
pub(crate) const IN_TRANSIT: u16 = 1 << 15;

/// Workers are numbered below this.
pub(crate) const WORKERS: u16 = IN_TRANSIT;

/// How many slots of a new chunk are used. What shares a chunk cannot be spread over workers: so the first few actors of a
/// system get chunks almost of their own.
pub(crate) fn fill(chunk: u32) -> u32 {
    match chunk {
        0..64 => 2,
        64..256 => 8,
        _ => CHUNK,
    }
}

pub(crate) struct Table {
    slots: NonNull<Slot>,
    routes: NonNull<AtomicU16>,
    capacity: u32,
    next_chunk: AtomicU32,
}

// SAFETY: slots are reached through raw pointers only, under the rule of ownership above.
unsafe impl Send for Table {}
// SAFETY: likewise.
unsafe impl Sync for Table {}

fn reserve<T>(count: usize) -> NonNull<T> {
    let layout = Layout::array::<T>(count).expect("fits into the address space");
    // SAFETY: the layout is not empty. All zeroes is a valid `Slot` and a valid atomic.
    NonNull::new(unsafe { alloc::alloc_zeroed(layout) }).unwrap_or_else(|| alloc::handle_alloc_error(layout)).cast()
}

fn give_back<T>(pointer: NonNull<T>, count: usize) {
    let layout = Layout::array::<T>(count).expect("was reserved");
    // SAFETY: reserved with the same layout.
    unsafe { alloc::dealloc(pointer.as_ptr().cast(), layout) };
}

impl Table {
    /// Room for so many actors, rounded up to whole chunks. The first chunk is nobody's.
    pub(crate) fn new(actors: u32) -> Self {
        let chunks = actors.div_ceil(CHUNK) + 1;
        let capacity = chunks * CHUNK;
        let table = Self {
            slots: reserve(capacity as usize),
            routes: reserve(chunks as usize),
            capacity,
            next_chunk: AtomicU32::new(1),
        };
        // SAFETY: nobody else knows the table yet.
        unsafe { (*table.slot(0)).tag = u32::MAX };
        table
    }

    /// The slot of an index below the capacity. Only its owner may use what this points to.
    #[inline]
    pub(crate) fn slot(&self, index: u32) -> *mut Slot {
        debug_assert!(index < self.capacity);
        // SAFETY: within the reservation.
        unsafe { self.slots.as_ptr().add(index as usize) }
    }

    pub(crate) fn capacity(&self) -> u32 {
        self.capacity
    }

    #[inline]
    pub(crate) fn route(&self, chunk: u32) -> &AtomicU16 {
        debug_assert!(chunk < self.capacity / CHUNK);
        // SAFETY: within the reservation; routes are atomics, free for all.
        unsafe { self.routes.add(chunk as usize).as_ref() }
    }

    /// The routes of all chunks, by number.
    pub(crate) fn routes(&self) -> *const AtomicU16 {
        self.routes.as_ptr()
    }

    /// A chunk that nobody uses, for a worker; `None` if there are no more.
    pub(crate) fn take_chunk(&self, worker: u16) -> Option<u32> {
        let chunk = self
            .next_chunk
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
                (next < self.capacity / CHUNK).then_some(next + 1)
            })
            .ok()?;
        self.route(chunk).store(worker, Ordering::Release);
        Some(chunk)
    }

    /// Chunks in use: all below this.
    pub(crate) fn chunks(&self) -> u32 {
        self.next_chunk.load(Ordering::Acquire)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        give_back(self.slots, self.capacity as usize);
        give_back(self.routes, (self.capacity / CHUNK) as usize);
    }
}
