//! What has come from other threads and is not in the ring yet.
//!
//! A quantum of it goes to the ring at each look ([`AT_A_TIME`]): so a flood stays in its batches, which are freed one by one, and the ring
//! stays as small as what is handled next; and a sender elsewhere has as much of the worker as all that send here.

use std::collections::VecDeque;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::Header;

/// So many messages go to the ring at a look: as many as are handled until the next.
pub(crate) const AT_A_TIME: usize = 64;

/// Memory for so many batches is kept when there are none.
const KEPT: usize = 1024;

/// Batches that have come.
#[derive(Default)]
pub(crate) struct Arrivals {
    /// First to last.
    batches: VecDeque<BatchBox>,
    /// What they hold and was not taken yet, in bytes.
    bytes: usize,
}

impl Arrivals {
    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Bytes that wait.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Calls `visit` for every entry, first to last.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Header)) {
        self.batches.iter().for_each(|batch| batch.for_each(&mut visit));
    }

    pub(crate) fn push(&mut self, batch: BatchBox) {
        self.bytes += batch.len();
        self.batches.push_back(batch);
    }

    /// Gives back what a flood has needed, if nothing waits.
    pub(crate) fn shrink(&mut self) {
        if self.batches.is_empty() && self.batches.capacity() > KEPT {
            self.batches.shrink_to(KEPT);
        }
    }

    /// The first entry that waits: a pointer to the whole of it, or the batch that has been read to its end.
    pub(crate) fn pop(&mut self) -> Option<Result<*const u8, BatchBox>> {
        let batch = self.batches.front_mut()?;
        let Some(entry) = batch.pop() else { return self.batches.pop_front().map(Err) };
        // SAFETY: a whole entry begins with its header.
        self.bytes -= Header(unsafe { entry.cast::<u64>().read() }).stride();
        Some(Ok(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::envelope;
    use crate::memory::envelope::Layout;
    use crate::types::id::Key;

    const STRIDE: usize = Layout::<u64>::STRIDE;

    fn batch(messages: u64) -> BatchBox {
        let mut batch = BatchBox::new(messages as usize * STRIDE);
        for number in 0..messages {
            let at = batch.reserve(STRIDE).expect("made to measure");
            // SAFETY: space for one such message.
            unsafe { envelope::write(at, Key::new(1, 1), number) };
        }
        batch
    }

    #[test]
    fn what_has_come_leaves_in_order_and_is_counted() {
        let mut arrivals = Arrivals::default();
        [2, 1].into_iter().for_each(|messages| arrivals.push(batch(messages)));
        assert_eq!(arrivals.bytes(), 3 * STRIDE);
        let mut numbers = Vec::new();
        while let Some(next) = arrivals.pop() {
            // SAFETY: an entry of that type, just taken.
            numbers.extend(next.ok().map(|entry| unsafe { entry.add(8).cast::<u64>().read() }));
        }
        assert_eq!(numbers, [0, 1, 0]);
        assert!(arrivals.is_empty() && arrivals.bytes() == 0);
    }
}
