//! What has come from other threads and is not in the ring yet, and how much of it is let in at a time.
//!
//! Not all at once, since what comes in a bunch would go on as a bunch: all of it here, then all of it there, and one worker always
//! waits for the other. Bunches come by themselves: whoever is held up for a moment finds all that the others had to do before
//! its door, and nothing would take it apart again. So where messages are cheap, those that are on their way go on until they leave
//! or end, and of those that wait one is let in now and then: the first are soon where the other worker can go on with them,
//! and the next follow at a distance. It is a matter of microseconds, and bounded ([`PATIENCE`]).

use std::collections::VecDeque;

use crate::memory::batch::BatchBox;
use crate::memory::envelope::Header;

/// Of few messages, so many are let in at a time if nothing is in the ring, and so many if something is.
const MOST_AT_ONCE: usize = 16;
const LEAST_AT_ONCE: usize = 4;

/// Of many, one part in so many at a time.
const PARTS: usize = 16;

/// Of few cheap messages, one in so many looks, as long as there is something else to do.
const EVERY: u32 = 16;

/// Or one at each look, if there are no more bytes in the ring than this: the processor can do nothing for two messages at the same time
/// if there is only one.
const ALMOST_IDLE: usize = 256;

/// Or if the first of them has waited for so many looks.
const PATIENCE: u32 = 64;

/// Room for so many batches is kept when there are none.
const KEPT: usize = 1024;

/// In bytes.
const TYPICAL_ENTRY: usize = 24;

/// Batches that have come.
#[derive(Default)]
pub(crate) struct Admission {
    /// First to last, each with the look at which it was taken in.
    batches: VecDeque<(BatchBox, u32)>,
    /// What they hold and nobody has taken yet, in bytes.
    bytes: usize,
    /// How often the worker has looked whether to let some in.
    looks: u32,
    /// Looks since some were let in.
    since: u32,
    /// How many cheap messages are let in next time, if nothing is left of those before.
    burst: usize,
    /// How many quanta pass without anybody noticing: none, unless messages are cheap and many.
    pace: u32,
}

impl Admission {
    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Bytes that wait.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Calls `visit` for every entry, first to last.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Header)) {
        self.batches.iter().for_each(|(batch, _)| batch.for_each(&mut visit));
    }

    pub(crate) fn push(&mut self, batch: BatchBox) {
        self.bytes += batch.len();
        self.batches.push_back((batch, self.looks));
    }

    /// Gives back what a flood has needed, if nothing waits.
    pub(crate) fn shrink(&mut self) {
        if self.batches.is_empty() && self.batches.capacity() > KEPT {
            self.batches.shrink_to(KEPT);
        }
    }

    /// The first entry that waits: a pointer to the whole of it, or the batch that has been read to its end.
    pub(crate) fn pop(&mut self) -> Option<Result<*const u8, BatchBox>> {
        let (batch, _) = self.batches.front_mut()?;
        let Some(entry) = batch.pop() else { return self.batches.pop_front().map(|(batch, _)| Err(batch)) };
        // SAFETY: a whole entry begins with its header.
        self.bytes -= Header(unsafe { entry.cast::<u64>().read() }).stride();
        Some(Ok(entry))
    }

    /// How many quanta pass without anybody noticing.
    pub(crate) fn pace(&self) -> u32 {
        self.pace
    }

    pub(crate) fn set_pace(&mut self, quanta: u32) {
        self.pace = quanta;
    }

    /// The worker sleeps: what wakes it may be the first of a bunch.
    pub(crate) fn sleep(&mut self) {
        self.burst = 0;
    }

    /// The worker looks: how many are let in now.
    ///
    /// `queued` are the bytes in the ring.
    pub(crate) fn look(&mut self, queued: usize) -> usize {
        self.looks = self.looks.wrapping_add(1);
        let few = match (queued, self.pace) {
            (0, 0) => MOST_AT_ONCE,
            (_, 0) => LEAST_AT_ONCE,
            (0, _) => {
                self.since = 0;
                self.burst = (2 * self.burst).clamp(1, MOST_AT_ONCE);
                self.burst
            }
            (..ALMOST_IDLE, _) => self.one(),
            _ => self.one_now_and_then(),
        };
        few.max(self.bytes / (PARTS * (1 + self.pace as usize) * TYPICAL_ENTRY))
    }

    fn one_now_and_then(&mut self) -> usize {
        self.since += 1;
        // The first may have been read to its end.
        let first = self.batches.iter().find(|(batch, _)| !batch.is_empty());
        let waited = first.map_or(0, |(_, since)| self.looks.wrapping_sub(*since));
        if self.since < EVERY && waited <= PATIENCE { 0 } else { self.one() }
    }

    fn one(&mut self) -> usize {
        (self.since, self.burst) = (0, 0);
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::envelope;
    use crate::memory::envelope::Layout;
    use crate::types::id::Key;

    const STRIDE: usize = Layout::<u64>::STRIDE;

    /// Batches of so many messages.
    fn waiting(pace: u32, batches: &[u64]) -> Admission {
        let mut waiting = Admission::default();
        waiting.set_pace(pace);
        batches.iter().for_each(|messages| waiting.push(batch(*messages)));
        waiting
    }

    fn batch(messages: u64) -> BatchBox {
        let mut batch = BatchBox::new(messages as usize * STRIDE);
        for number in 0..messages {
            let at = batch.reserve(STRIDE).expect("made to measure");
            // SAFETY: room for one such message.
            unsafe { envelope::write(at, Key::new(1, 1), number) };
        }
        batch
    }

    /// Takes so many messages, as the worker does.
    fn let_in(waiting: &mut Admission, count: usize) {
        let mut left = count;
        while left > 0 {
            match waiting.pop() {
                Some(Ok(_)) => left -= 1,
                Some(Err(_)) => {}
                None => return,
            }
        }
    }

    #[test]
    fn what_waits_comes_in_order_and_is_counted() {
        let mut waiting = waiting(0, &[2, 1]);
        assert_eq!(waiting.bytes(), 3 * STRIDE);
        let mut numbers = Vec::new();
        while let Some(next) = waiting.pop() {
            // SAFETY: an entry of that type, just taken.
            numbers.extend(next.ok().map(|entry| unsafe { entry.add(8).cast::<u64>().read() }));
        }
        assert_eq!(numbers, [0, 1, 0]);
        assert!(waiting.is_empty() && waiting.bytes() == 0);
    }

    #[test]
    fn messages_that_take_long_are_let_in_at_once() {
        let mut waiting = waiting(0, &[40]);
        assert_eq!((waiting.look(0), waiting.look(1000)), (MOST_AT_ONCE, LEAST_AT_ONCE));
    }

    #[test]
    fn a_bunch_of_cheap_messages_is_taken_apart() {
        let mut waiting = waiting(3, &[40]);
        assert_eq!(waiting.look(0), 1, "the first");
        let looks: Vec<_> = (0..2 * EVERY).map(|_| waiting.look(1000)).collect();
        assert_eq!(looks.iter().sum::<usize>(), 2, "others follow at a distance");
        assert_eq!(looks[EVERY as usize - 1], 1);
        assert_eq!(waiting.look(ALMOST_IDLE - 8), 1, "or if those let in have almost all gone");
    }

    #[test]
    fn whoever_has_nothing_else_to_do_takes_more_each_time() {
        let mut waiting = waiting(3, &[80]);
        assert_eq!([0; 6].map(|_| waiting.look(0)), [1, 2, 4, 8, 16, 16]);
        waiting.sleep();
        assert_eq!(waiting.look(0), 1);
    }

    #[test]
    fn nobody_waits_long_for_its_turn() {
        let mut waiting = waiting(3, &[3]);
        let looks: Vec<_> = (0..PATIENCE).map(|_| waiting.look(1000)).collect();
        let let_in_before = looks.iter().sum::<usize>();
        assert_eq!(let_in_before, (PATIENCE / EVERY) as usize);
        assert_eq!([0; 3].map(|_| waiting.look(1000)), [1; 3], "what has waited long comes at each look");
        let_in(&mut waiting, 3);
        waiting.push(batch(1));
        assert_eq!(waiting.look(1000), 0, "what has just come does not");
    }

    #[test]
    fn of_very_many_a_part_comes_each_time() {
        let mut waiting = waiting(0, &[1600]);
        assert_eq!(waiting.look(1000), 1600 * STRIDE / (PARTS * TYPICAL_ENTRY));
    }
}
