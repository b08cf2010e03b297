//! The entries that wait for one actor, first to last, where one ring for all actors does not do.

use std::collections::VecDeque;

use crate::memory::batch::{BATCH_BYTES, BatchBox};
use crate::memory::envelope::{Header, LARGEST_ENTRY};

/// The capacity of the first batch: most queues are short.
const FIRST: usize = LARGEST_ENTRY.next_power_of_two();

#[derive(Default)]
pub(crate) struct Queue(VecDeque<BatchBox>);

impl Queue {
    /// Appends a copy of a raw entry: the message moves.
    ///
    /// # Safety
    ///
    /// `entry` points to a whole entry, which is not used afterwards.
    pub(crate) unsafe fn push_raw(&mut self, entry: *const u8) {
        // SAFETY: the caller's promise; the space is the entry's size.
        unsafe {
            let stride = Header(entry.cast::<u64>().read()).stride();
            let at = match self.0.back_mut().and_then(|batch| batch.reserve(stride)) {
                Some(at) => at,
                None => {
                    let mut batch = BatchBox::new(if self.0.is_empty() { FIRST } else { BATCH_BYTES });
                    let at = batch.reserve(stride).expect("a new batch holds the largest entry");
                    self.0.push_back(batch);
                    at
                }
            };
            at.copy_from_nonoverlapping(entry, stride);
        }
    }

    /// Takes the first entry; what is returned points to the whole entry, and holds until the next is taken.
    pub(crate) fn pop(&mut self) -> Option<(Header, *const u8)> {
        loop {
            if let Some(entry) = self.0.front_mut()?.pop() {
                // SAFETY: a whole entry.
                return Some((Header(unsafe { entry.cast::<u64>().read() }), entry));
            }
            self.0.pop_front();
        }
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.0.iter().all(BatchBox::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::envelope;
    use crate::memory::envelope::Layout;
    use crate::types::id::Key;

    #[test]
    fn first_in_first_out_whatever_their_size() {
        fn entry<const N: usize>(number: u64) -> [u64; 32] {
            let mut buffer = [0; 32];
            // SAFETY: space for the largest entry.
            unsafe { envelope::write(buffer.as_mut_ptr().cast(), Key::new(number as u32, 1), [number; N]) };
            assert!(Layout::<[u64; N]>::STRIDE <= 256);
            buffer
        }
        let mut queue = Queue::default();
        let mut next = 0;
        let count = if cfg!(miri) { 300 } else { 3_000 };
        for number in 0..count {
            let entry = match number % 3 {
                0 => entry::<0>(number),
                1 => entry::<1>(number),
                _ => entry::<30>(number),
            };
            // SAFETY: a whole entry; messages of plain numbers have no owner.
            unsafe { queue.push_raw(entry.as_ptr().cast()) };
            if number % 5 == 0 {
                let (header, _) = queue.pop().expect("there is one");
                assert_eq!(u64::from(header.index()), next);
                next += 1;
            }
        }
        while let Some((header, at)) = queue.pop() {
            assert_eq!(u64::from(header.index()), next);
            if header.stride() > 8 {
                // SAFETY: the entry has a payload of numbers.
                assert_eq!(unsafe { at.add(header.stride() - 8).cast::<u64>().read() }, next);
            }
            next += 1;
        }
        assert!(next == count && queue.is_empty());
    }
}
