//! What checks the answers, the same for every contestant, and notifies the thread outside when an iteration is done.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::workloads::{Wrong, receive};

/// How long an ask may wait for its answer: every contestant's asks have a time limit.
pub const LIMIT: Duration = Duration::from_secs(20);

/// What an iteration comes to: fine, or what is wrong.
pub type Outcome = Result<(), Wrong>;

/// Adds up numbers, and reports their sum whenever so many have come.
#[derive(Debug)]
pub struct Tally {
    count: u64,
    left: u64,
    sum: u64,
    done: Sender<u64>,
}

impl Tally {
    /// One that waits for `count` numbers at a time.
    pub fn new(count: u64) -> (Self, Receiver<u64>) {
        let (done, outcome) = channel();
        (Self { count, left: count, sum: 0, done }, outcome)
    }

    /// Takes one more number.
    pub fn add(&mut self, number: u64) {
        self.sum = self.sum.wrapping_add(number);
        self.left -= 1;
        if self.left == 0 {
            self.left = self.count;
            let _ = self.done.send(mem::take(&mut self.sum));
        }
    }
}

/// Checks that the numbers of each sender come in order, without a gap, and notifies whenever so many have come.
#[derive(Debug)]
pub struct InOrder {
    expected: Vec<u64>,
    count: u64,
    left: u64,
    wrong: Option<String>,
    done: Sender<Outcome>,
}

impl InOrder {
    /// One that waits for `count` numbers of all senders together at a time. Each sender counts from `first`.
    pub fn new(senders: usize, first: u64, count: u64) -> (Self, Receiver<Outcome>) {
        let (done, outcome) = channel();
        (Self { expected: vec![first; senders], count, left: count, wrong: None, done }, outcome)
    }

    /// Takes one more number. A sender goes on counting in later iterations.
    pub fn see(&mut self, sender: usize, number: u64) {
        let expected = &mut self.expected[sender];
        if *expected != number && self.wrong.is_none() {
            self.wrong = Some(format!("number {number} of sender {sender} came instead of {expected}"));
        }
        *expected = number + 1;
        self.left -= 1;
        if self.left == 0 {
            self.left = self.count;
            let _ = self.done.send(self.wrong.take().map_or(Ok(()), |wrong| Err(Wrong(wrong))));
        }
    }
}

/// Waits until many have done their work and are gone, wherever they run.
#[derive(Debug)]
pub struct Latch {
    left: AtomicU64,
    idle: AtomicBool,
    done: Sender<()>,
}

/// Held by each of those whom a [`Latch`] waits for; dropped with its holder.
#[derive(Debug)]
pub struct Ticket {
    latch: Arc<Latch>,
    worked: bool,
}

impl Latch {
    /// One that hands out `count` tickets, and what waits for their end.
    pub fn new(count: u64) -> (Arc<Self>, Ended) {
        let (done, outcome) = channel();
        let latch = Arc::new(Self { left: AtomicU64::new(count), idle: AtomicBool::new(false), done });
        (Arc::clone(&latch), Ended { latch, outcome })
    }

    /// A ticket.
    pub fn ticket(self: &Arc<Self>) -> Ticket {
        Ticket { latch: Arc::clone(self), worked: false }
    }
}

impl Ticket {
    /// Notes that the holder has done its work.
    pub fn worked(&mut self) {
        self.worked = true;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.worked {
            self.latch.idle.store(true, Ordering::Relaxed);
        }
        // Release: what the holder did, and that it did nothing, comes before the end. Acquire: the last one has seen it all.
        if self.latch.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            let _ = self.latch.done.send(());
        }
    }
}

/// The end of all who hold a ticket of a [`Latch`].
#[derive(Debug)]
pub struct Ended {
    latch: Arc<Latch>,
    outcome: Receiver<()>,
}

impl Ended {
    /// Waits for it, and returns whether all have worked.
    pub fn receive(&self) -> Outcome {
        receive(&self.outcome)?;
        if self.latch.idle.load(Ordering::Relaxed) {
            return Err(Wrong("an actor ended without having worked".into()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_reports_each_sum_once() {
        let (mut tally, outcome) = Tally::new(2);
        [1, 2, 3].into_iter().for_each(|number| tally.add(number));
        assert_eq!((outcome.try_recv(), outcome.try_recv().is_err()), (Ok(3), true));
        tally.add(4);
        assert_eq!(outcome.try_recv(), Ok(7));
    }

    #[test]
    fn a_number_out_of_order_is_wrong() {
        let (mut order, outcome) = InOrder::new(2, 0, 4);
        [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().for_each(|(sender, number)| order.see(sender, number));
        outcome.try_recv().unwrap().unwrap();
        [(0, 2), (1, 3), (1, 2), (0, 3)].into_iter().for_each(|(sender, number)| order.see(sender, number));
        let wrong = outcome.try_recv().unwrap().unwrap_err().to_string();
        assert_eq!(wrong, "number 3 of sender 1 came instead of 2");
    }

    #[test]
    fn a_latch_waits_for_all_and_knows_which_has_not_worked() {
        let (latch, ended) = Latch::new(2);
        let (mut one, mut other) = (latch.ticket(), latch.ticket());
        one.worked();
        drop(one);
        assert!(ended.outcome.try_recv().is_err());
        other.worked();
        drop(other);
        ended.receive().unwrap();

        let (latch, ended) = Latch::new(1);
        drop(latch.ticket());
        assert!(ended.receive().unwrap_err().to_string().contains("without having worked"));
    }
}
