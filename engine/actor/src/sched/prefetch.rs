//! Fetches actors from memory while others run: whose turn it is next is in the ring.
//!
//! A walker goes through the ring some entries ahead of the head. It has the processor fetch the slot of the entry that it is at, and, some
//! entries later, when the slot has come, the cell that the slot names. So the messages of a worker with more actors than its processor's cache
//! can hold do not wait for memory twice each, one after the other. Where the next actors lie one behind the other, as after a message to
//! all, the processor does the same by itself, and nobody walks.
//!
//! Positions in a ring only grow. So if its head is where the walker saw it last, nothing has been taken from the ring since, nor has it been laid
//! out anew, and the entries are where they were. Else the walker begins again at the head. It does so, too, if all that it has seen is
//! gone: actors may have left for another worker when the ring was empty, and the slots that it remembers are not this worker's then.

use std::{mem, ptr};

use crate::memory::slab::Slot;
use crate::worker::core::Core;

/// So many entries ahead slots are fetched, and so many entries later their cells. Memory takes a hundred nanoseconds and more, a message a few:
/// so many have to be on their way at the same time.
const AHEAD: usize = 48;
const LATER: usize = 28;

/// Of so many entries it is seen whether their actors lie one behind the other: whether their slots are no further apart than this, by index,
/// which is two cache lines.
const SEEN: usize = 16;
const NEAR: u32 = 4;

/// The walker.
pub(crate) struct Prefetch {
    /// Where the head of the ring was.
    head: u64,
    /// Where the first entry is that has not been looked at.
    at: u64,
    /// Entries between the two.
    count: usize,
    /// The last slots looked at, the oldest at `next`.
    slots: [*const Slot; LATER],
    next: usize,
}

impl Prefetch {
    pub(crate) fn new() -> Self {
        Self { head: u64::MAX, at: 0, count: 0, slots: [ptr::null(); LATER], next: 0 }
    }

    /// Whether most of the next entries are of actors that do not lie one behind the other.
    #[inline]
    pub(crate) fn is_worthwhile(core: &Core) -> bool {
        let (mut far, mut before) = (0, None);
        core.ring.for_first(SEEN, |header| {
            let index = header.index();
            far += usize::from(before.replace(index).is_some_and(|before: u32| before.abs_diff(index) > NEAR));
        });
        2 * far >= SEEN
    }

    /// Looks at further entries: when it begins at all that are near, then at one for each that is taken.
    ///
    /// # Safety
    ///
    /// The worker is the caller's, and since this was new it has been at the same worker.
    #[inline(always)]
    pub(crate) unsafe fn go_on(&mut self, core: &Core) {
        let head = core.ring.head();
        if self.head != head || self.count == 0 {
            *self = Self { head, at: head, ..Self::new() };
        }
        while self.count < AHEAD {
            // SAFETY: every entry looked at is still there, so the next begins behind it.
            let Some(header) = (unsafe { core.ring.peek(self.at) }) else { return };
            self.at += header.stride() as u64;
            self.count += 1;
            let slot = core.slot(header.index());
            fetch(slot.cast());
            let before = mem::replace(&mut self.slots[self.next], slot);
            self.next = if self.next + 1 == LATER { 0 } else { self.next + 1 };
            if !before.is_null() {
                // SAFETY: when the slot was looked at it was this worker's, whose ring has had something in it since; if actors had left, what was in
                // it would have been taken out and sorted.
                let cell = unsafe { (*before).state };
                fetch(cell);
                // Cells do not begin with a cache line: what is used of one, at its beginning, is seldom on one alone.
                fetch(cell.wrapping_add(64));
            }
        }
    }

    /// The first entry, to which this has gone on, has just been taken.
    #[inline(always)]
    pub(crate) fn popped(&mut self, core: &Core) {
        self.head = core.ring.head();
        self.count -= 1;
    }
}

/// Has the processor fetch what lies there, whatever that is, if it can be asked to.
#[inline(always)]
fn fetch(at: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint, which reads nothing; every such processor knows it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::envelope::{Header, Special};
    use crate::sync::parker::Parker;
    use crate::types::id::Key;
    use crate::types::mode::Mode;
    use crate::worker::shared::{Shared, Sharing};

    /// A worker that nobody runs, with empty messages to these slots.
    fn with(indices: impl Iterator<Item = u32>, f: impl FnOnce(&mut Core)) {
        let sharing = Sharing { on: false, handover: false, shuffle: None };
        let shared = Shared::new(Mode::Pool, 10_000, 1, sharing, "test".to_owned(), None).expect("there is memory");
        shared.add_worker(Parker::new());
        // SAFETY: nobody runs the worker, and nobody else uses it.
        let core = unsafe { &mut *shared.worker_shared(0).core.get() };
        indices.for_each(|index| core.ring.push_header(Header::special(Key::new(index, 1), Special::Start)));
        f(core);
        while core.ring.pop().is_some() {}
    }

    #[test]
    fn nobody_walks_where_actors_lie_one_behind_the_other() {
        with(100..200, |core| assert!(!Prefetch::is_worthwhile(core)));
        with(100..103, |core| assert!(!Prefetch::is_worthwhile(core)));
        with((0..100).map(|number| number * 37 % 9973), |core| assert!(Prefetch::is_worthwhile(core)));
    }

    #[test]
    fn the_walker_stays_ahead_until_the_tail() {
        with((0..100).map(|number| number * 37 % 9973), |core| {
            let mut walker = Prefetch::new();
            for left in (0..100).rev() {
                // SAFETY: the worker is ours, and it has been at no other.
                unsafe { walker.go_on(core) };
                assert_eq!(walker.count, (left + 1).min(AHEAD));
                core.ring.pop().expect("there is one more");
                walker.popped(core);
            }
            assert_eq!((walker.at, walker.count), (core.ring.tail(), 0));
        });
    }

    #[test]
    fn the_walker_begins_again_where_others_have_taken_entries_or_the_ring_has_grown() {
        with((0..100).map(|number| number * 37 % 9973), |core| {
            let mut walker = Prefetch::new();
            // SAFETY: the worker is ours, and it has been at no other.
            let mut goes_on = |core: &Core| unsafe {
                walker.go_on(core);
                (walker.head, walker.count, walker.slots[0])
            };
            let at = |core: &Core, index: u32| -> *const Slot { core.slot(index) };
            assert_eq!(goes_on(core), (core.ring.head(), AHEAD, at(core, 28 * 37)));
            core.ring.pop();
            assert_eq!(goes_on(core), (core.ring.head(), AHEAD, at(core, 29 * 37)), "one is gone");
            core.ring.make_room(1 << 16);
            assert_eq!(goes_on(core), (core.ring.head(), AHEAD, at(core, 29 * 37)), "all lie elsewhere");
            while core.ring.pop().is_some() {}
            assert_eq!(goes_on(core).1, 0);
        });
    }
}
