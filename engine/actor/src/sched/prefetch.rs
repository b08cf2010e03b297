//! Fetches actors from memory while others run: whose turn it is next is in the ring.
//!
//! A walker goes through the ring some entries ahead of the head. It has the processor fetch the slot of the entry that it is at, and, some
//! entries later, when the slot has come, the cell that the slot names. So the messages of a worker with more actors than its processor's cache
//! can hold do not wait for memory twice each, one after the other. Where the next actors lie one behind the other, as after a message to
//! all, the processor does the same by itself, and nobody walks.

use std::ptr;

use crate::memory::envelope::Header;
use crate::memory::slab::Slot;
use crate::worker::core::Core;

/// So many entries ahead slots are fetched: longer than memory takes, and no more than a processor fetches at a time.
const AHEAD: usize = 16;

/// So many entries after its slot a cell is fetched.
const LATER: usize = AHEAD / 2;

/// Slots no further apart than this, by index, count as one behind the other: two cache lines.
const NEAR: u32 = 4;

/// The walker, for a quantum at most.
pub(crate) struct Prefetch {
    /// Bytes between the head and the first entry that has not been looked at.
    behind: u64,
    /// Entries looked at and not popped yet.
    count: usize,
    /// The last slots looked at, the oldest at `next`.
    slots: [*const Slot; LATER],
    next: usize,
}

impl Prefetch {
    /// `None` if most of the next entries are of actors one behind the other.
    #[inline]
    pub(crate) fn begin(core: &Core) -> Option<Self> {
        let (mut far, mut before) = (0, None);
        core.ring.for_first(AHEAD, |header| {
            let index = header.index();
            far += usize::from(before.replace(index).is_some_and(|before: u32| before.abs_diff(index) > NEAR));
        });
        (2 * far >= AHEAD).then(|| Self { behind: 0, count: 0, slots: [ptr::null(); LATER], next: 0 })
    }

    /// Looks at further entries, at the beginning at all that are near, then at one for each that is popped.
    ///
    /// # Safety
    ///
    /// The worker is the caller's. Since this began, each entry taken from its ring was [told](Self::popped).
    #[inline(always)]
    pub(crate) unsafe fn go_on(&mut self, core: &Core) {
        while self.count < AHEAD {
            // SAFETY: every entry looked at was there, whole; none of them is gone but those counted off.
            let Some(header) = (unsafe { core.ring.peek(self.behind) }) else { return };
            self.behind += header.stride() as u64;
            self.count += 1;
            let slot = core.slot(header.index());
            fetch(slot.cast());
            let before = std::mem::replace(&mut self.slots[self.next], slot);
            self.next = (self.next + 1) % LATER;
            if !before.is_null() {
                // SAFETY: the slots of entries in the ring are this worker's, and remain so for as long as the walker goes on.
                fetch(unsafe { (*before).state });
            }
        }
    }

    /// This entry is no longer in the ring.
    #[inline(always)]
    pub(crate) fn popped(&mut self, header: Header) {
        self.behind -= header.stride() as u64;
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
    use crate::memory::envelope::Special;
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
        with(100..200, |core| assert!(Prefetch::begin(core).is_none()));
        with(100..103, |core| assert!(Prefetch::begin(core).is_none()));
        with((0..100).map(|number| number * 37 % 9973), |core| assert!(Prefetch::begin(core).is_some()));
    }

    #[test]
    fn the_walker_stays_ahead_until_the_tail() {
        with((0..100).map(|number| number * 37 % 9973), |core| {
            let mut walker = Prefetch::begin(core).expect("they lie apart");
            for left in (0..100).rev() {
                // SAFETY: the worker is ours, and what is popped is told.
                unsafe { walker.go_on(core) };
                assert_eq!(walker.count, (left + 1).min(AHEAD));
                let (header, _) = core.ring.pop().expect("there is one more");
                walker.popped(header);
            }
            assert_eq!((walker.behind, walker.count), (0, 0));
        });
    }
}
