//! A growing first-in-first-out queue of entries of varying size, for one thread.
//!
//! Messages are built in place: [`Ring::reserve`] hands out space at the tail, and the handler reads from the head.
//! Positions count bytes and only grow; their low bits are the place in the buffer. The buffer is longer than its capacity by one
//! largest entry, so that an entry which begins before the end need not be split.

use std::alloc::{self, Layout};
use std::ptr::{self, NonNull};

use crate::memory::envelope::{Header, LARGEST_ENTRY};
use crate::sync::shim::atomic::{AtomicU64, Ordering};

const SMALLEST: usize = 4096;

/// A buffer larger than this is given back when the ring is empty.
const KEPT: usize = 1 << 20;

#[repr(C)]
pub(crate) struct Ring {
    buffer: NonNull<u8>,
    mask: usize,
    /// Atomic so that the monitor may look at it: it is written by the owner alone, and plainly.
    head: AtomicU64,
    tail: AtomicU64,
}

// SAFETY: the ring owns its buffer; the entries are of types that are `Send`.
unsafe impl Send for Ring {}

impl Default for Ring {
    fn default() -> Self {
        Self::new()
    }
}

impl Ring {
    pub(crate) fn new() -> Self {
        Self { buffer: NonNull::dangling(), mask: 0, head: AtomicU64::new(0), tail: AtomicU64::new(0) }
    }

    #[inline]
    pub(crate) fn head(&self) -> u64 {
        self.head.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn tail(&self) -> u64 {
        self.tail.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.head() == self.tail()
    }

    /// Bytes queued.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        (self.tail() - self.head()) as usize
    }

    fn capacity(&self) -> usize {
        if self.mask == 0 { 0 } else { self.mask + 1 }
    }

    fn layout(capacity: usize) -> Layout {
        Layout::from_size_align(capacity + LARGEST_ENTRY, 64).expect("a queue fits into the address space")
    }

    #[inline(always)]
    fn at(&self, position: u64) -> *mut u8 {
        // SAFETY: a masked position lies within the buffer.
        unsafe { self.buffer.as_ptr().add(position as usize & self.mask) }
    }

    /// Space for one entry of so many bytes at the tail, if there is any without growing; else as [`reserve`](Self::reserve).
    #[inline(always)]
    pub(crate) fn try_reserve(&mut self, stride: usize) -> Option<*mut u8> {
        let tail = self.tail();
        if tail - self.head() + stride as u64 > self.mask as u64 {
            return None;
        }
        self.tail.store(tail + stride as u64, Ordering::Relaxed);
        Some(self.at(tail))
    }

    /// Space for one entry of so many bytes at the tail; it counts as queued, and must be written before anything else is done
    /// with the ring.
    #[inline]
    pub(crate) fn reserve(&mut self, stride: usize) -> *mut u8 {
        loop {
            if let Some(at) = self.try_reserve(stride) {
                return at;
            }
            let least = (self.len() + stride + 1).next_power_of_two();
            self.resize(least.max(SMALLEST).max(2 * self.capacity()));
        }
    }

    /// Appends an entry without a payload.
    pub(crate) fn push_header(&mut self, header: Header) {
        debug_assert_eq!(header.stride(), 8);
        // SAFETY: the space is one word.
        unsafe { self.reserve(8).cast::<u64>().write(header.0) };
    }

    /// Appends an entry whose payload is one word.
    pub(crate) fn push_word(&mut self, header: Header, word: *mut u8) {
        debug_assert_eq!(header.stride(), 16);
        // SAFETY: the space is two words.
        unsafe {
            let at = self.reserve(16);
            at.cast::<u64>().write(header.0);
            at.add(8).cast::<*mut u8>().write(word);
        }
    }

    /// Appends a copy of a raw entry: the message moves.
    ///
    /// # Safety
    ///
    /// `entry` points to a whole entry outside this ring, which is not used afterwards.
    #[inline]
    pub(crate) unsafe fn push_raw(&mut self, entry: *const u8) {
        // SAFETY: the caller's promise; the space is the entry's size.
        unsafe {
            let stride = Header(entry.cast::<u64>().read()).stride();
            ptr::copy_nonoverlapping(entry, self.reserve(stride), stride);
        }
    }

    /// Takes the first entry; what is returned points to the whole entry, and holds until the next reservation.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(Header, *const u8)> {
        let head = self.head();
        if head == self.tail() {
            return None;
        }
        let at = self.at(head);
        // SAFETY: between head and tail lie whole entries.
        let header = Header(unsafe { at.cast::<u64>().read() });
        self.head.store(head + header.stride() as u64, Ordering::Relaxed);
        Some((header, at))
    }

    /// Moves all of another ring's entries behind this one's.
    pub(crate) fn append(&mut self, other: &mut Self) {
        while let Some((_, entry)) = other.pop() {
            // SAFETY: a whole entry of another ring, just taken.
            unsafe { self.push_raw(entry) };
        }
    }

    /// Moves the entries for which `leaves` behind another ring's; the others stay, in their order.
    pub(crate) fn partition(&mut self, to: &mut Self, mut leaves: impl FnMut(Header) -> bool) {
        let end = self.tail();
        while self.head() != end {
            let Some((header, entry)) = self.pop() else { return };
            if leaves(header) {
                // SAFETY: a whole entry of another ring, just taken.
                unsafe { to.push_raw(entry) };
                continue;
            }
            // It goes round to the tail. There is space, since its own has just become free; and so nothing is resized. In a ring that is
            // almost full the two places overlap, but the new one ends before the entry behind the old one.
            let stride = header.stride();
            let at = self.reserve(stride);
            // SAFETY: both are places of this size in this buffer.
            unsafe { ptr::copy(entry, at, stride) };
        }
    }

    /// Calls `visit` for every entry, first to last.
    pub(crate) fn for_each(&self, visit: impl FnMut(Header)) {
        self.for_first(usize::MAX, visit);
    }

    /// Calls `visit` for so many entries from the first on.
    pub(crate) fn for_first(&self, count: usize, mut visit: impl FnMut(Header)) {
        let mut position = self.head();
        let mut left = count;
        while position != self.tail() && left > 0 {
            left -= 1;
            // SAFETY: as in `pop`.
            let header = Header(unsafe { self.at(position).cast::<u64>().read() });
            visit(header);
            position += header.stride() as u64;
        }
    }

    /// Allocates a capacity of so many bytes now, so that no message waits for it later.
    pub(crate) fn preallocate(&mut self, bytes: usize) {
        let capacity = (bytes + 1).next_power_of_two();
        if capacity <= SMALLEST.max(self.capacity()) {
            return;
        }
        self.resize(capacity);
        let used = self.len();
        // SAFETY: the entries lie at the beginning of the new buffer, and the rest of it has no owner.
        unsafe { ptr::write_bytes(self.buffer.as_ptr().add(used), 0, Self::layout(capacity).size() - used) };
    }

    /// Gives back a large buffer that has nothing in it.
    pub(crate) fn shrink(&mut self) {
        if self.is_empty() && self.capacity() > KEPT {
            self.resize(SMALLEST);
        }
    }

    #[cold]
    #[inline(never)]
    fn resize(&mut self, capacity: usize) {
        let layout = Self::layout(capacity);
        // SAFETY: the layout is not empty.
        let buffer = NonNull::new(unsafe { alloc::alloc(layout) }).unwrap_or_else(|| alloc::handle_alloc_error(layout));
        let mut to = 0;
        let mut position = self.head();
        while position != self.tail() {
            let from = self.at(position);
            // SAFETY: whole entries, and the new buffer can hold all of them.
            unsafe {
                let stride = Header(from.cast::<u64>().read()).stride();
                ptr::copy_nonoverlapping(from, buffer.as_ptr().add(to), stride);
                to += stride;
                position += stride as u64;
            }
        }
        self.free();
        self.buffer = buffer;
        self.mask = capacity - 1;
        // Positions go on growing, so that a comparison with earlier ones shows progress.
        let base = self.head().next_multiple_of(capacity as u64);
        self.head.store(base, Ordering::Relaxed);
        self.tail.store(base + to as u64, Ordering::Relaxed);
    }

    fn free(&mut self) {
        if self.capacity() > 0 {
            // SAFETY: allocated by `resize` with this layout.
            unsafe { alloc::dealloc(self.buffer.as_ptr(), Self::layout(self.capacity())) };
        }
    }
}

impl Drop for Ring {
    /// Frees the buffer. Entries still in it are forgotten: only their actors' slots know their types.
    fn drop(&mut self) {
        self.free();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::envelope;
    use crate::types::id::Key;

    fn push(ring: &mut Ring, number: u64, words: usize) {
        fn put<const N: usize>(ring: &mut Ring, number: u64) {
            // SAFETY: the space is the entry's size.
            unsafe { envelope::write(ring.reserve(8 + 8 * N), Key::new(number as u32, 1), [number; N]) };
        }
        match words {
            0 => put::<0>(ring, number),
            1 => put::<1>(ring, number),
            2 => put::<2>(ring, number),
            7 => put::<7>(ring, number),
            _ => put::<30>(ring, number),
        }
    }

    fn pop(ring: &mut Ring) -> Option<(u32, usize)> {
        let (header, at) = ring.pop()?;
        for word in 0..header.stride() / 8 - 1 {
            // SAFETY: within the entry just taken.
            let value = unsafe { at.add(8 + 8 * word).cast::<u64>().read() };
            assert_eq!(value, u64::from(header.index()));
        }
        Some((header.index(), header.stride()))
    }

    /// Against a queue of the standard library, through many wraps and growths.
    #[test]
    fn is_a_queue() {
        let (mut ring, mut model) = (Ring::new(), std::collections::VecDeque::new());
        let mut state = 88_172_645_463_325_252_u64;
        let rounds = if cfg!(miri) { 400 } else { 200_000 };
        for number in 0..rounds {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let words = [0, 1, 2, 7, 30][(state % 5) as usize];
            let grows = number / (rounds / 8) % 2 == 0;
            if state >> 32 & 3 > u64::from(grows) {
                assert_eq!(pop(&mut ring), model.pop_front());
            } else {
                push(&mut ring, number & 0xFFFF_FFFF, words);
                model.push_back((number as u32, 8 + 8 * words));
            }
            assert_eq!(ring.is_empty(), model.is_empty());
        }
        let mut seen = Vec::new();
        ring.for_each(|header| seen.push((header.index(), header.stride())));
        assert_eq!(seen, Vec::from(model.clone()));
        let mut other = Ring::new();
        push(&mut other, 5, 1);
        other.append(&mut ring);
        assert_eq!(pop(&mut other), Some((5, 16)));
        while let Some(expected) = model.pop_front() {
            assert_eq!(pop(&mut other), Some(expected));
        }
        assert!(ring.is_empty() && other.is_empty());
    }

    /// Wherever the entries begin, and however full the ring is.
    #[test]
    fn sifts_entries_without_growing() {
        let (mut ring, mut state) = (Ring::new(), 42_u64);
        for round in 0..if cfg!(miri) { 15 } else { 2000 } {
            let mut model = Vec::new();
            // The fullest are those in which not even the smallest fits any more.
            for number in 0..[3, 40, u64::MAX][round % 3] {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let words = [0, 1, 2, 7, 30][(state >> 33) as usize % 5];
                if ring.len() + 8 + 8 * words >= SMALLEST {
                    break;
                }
                push(&mut ring, number, words);
                model.push((number as u32, 8 + 8 * words));
            }
            let leaves = |number: u32| number.is_multiple_of(2 + round as u32 % 5);
            let mut left = Ring::new();
            ring.partition(&mut left, |header| leaves(header.index()));
            for (sifted, goes) in [(&mut left, true), (&mut ring, false)] {
                let expected = model.iter().copied().filter(|(number, _)| leaves(*number) == goes);
                expected.for_each(|entry| assert_eq!(pop(sifted), Some(entry)));
                assert!(sifted.is_empty());
            }
            assert_eq!(ring.capacity(), SMALLEST);
        }
    }

    #[test]
    fn preallocates_around_what_is_there() {
        let mut ring = Ring::new();
        ring.preallocate(SMALLEST - 1);
        assert_eq!(ring.capacity(), 0, "so much there is soon");
        for number in 0..200 {
            push(&mut ring, number, 2);
            assert!(number < 50 || pop(&mut ring) == Some((number as u32 - 50, 24)));
        }
        ring.preallocate(4 * SMALLEST);
        assert_eq!(ring.capacity(), 8 * SMALLEST);
        ring.preallocate(SMALLEST);
        assert_eq!(ring.capacity(), 8 * SMALLEST);
        (150..200).for_each(|number| assert_eq!(pop(&mut ring), Some((number, 24))));
        assert!(ring.is_empty());
    }

    #[test]
    fn gives_a_large_buffer_back() {
        let mut ring = Ring::new();
        let count = 3 * KEPT as u64 / 16;
        if cfg!(miri) {
            return; // too slow there, and nothing special about it
        }
        (0..count).for_each(|number| push(&mut ring, number, 1));
        while pop(&mut ring).is_some() {}
        assert!(ring.capacity() > KEPT);
        ring.shrink();
        assert_eq!(ring.capacity(), SMALLEST);
        push(&mut ring, 9, 2);
        assert_eq!(pop(&mut ring), Some((9, 24)));
    }
}
