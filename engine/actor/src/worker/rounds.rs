//! Where the workers of mode `synchronous` meet, and what each of them keeps of its rounds: see [`synchronous`](crate::sched::synchronous).

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use crate::memory::batch_queue::Queue;

/// A worker's part.
#[derive(Default)]
pub(crate) struct Rounds {
    /// Counts them, from 1; what is in an actor's slot is the last in which it had its turn.
    pub(crate) number: u32,
    /// The phase in which this worker has done its part.
    pub(crate) done: u64,
    /// Bytes at the head of the ring that belong to this round.
    pub(crate) left: usize,
    /// By slot: what is left over from earlier rounds, or was put aside in this one.
    pub(crate) left_over: HashMap<u32, Queue>,
    /// Whose turn it still is in this round.
    pub(crate) visits: VecDeque<u32>,
    /// Whose turn it will be in the next.
    pub(crate) next_visits: VecDeque<u32>,
}

impl Rounds {
    /// Whether nothing is left to do in this round.
    pub(crate) fn is_through(&self) -> bool {
        self.left == 0 && self.visits.is_empty()
    }

    /// Whether anybody waits for more than what is in the ring.
    pub(crate) fn is_empty(&self) -> bool {
        self.visits.is_empty() && self.next_visits.is_empty()
    }

    /// Gives everything that was put aside to `take`, each actor's in its order.
    pub(crate) fn drain(&mut self, mut take: impl FnMut(*const u8)) {
        let visits = mem::take(&mut self.visits).into_iter().chain(mem::take(&mut self.next_visits));
        for mut queue in visits.filter_map(|index| self.left_over.remove(&index)) {
            while let Some((_, entry)) = queue.pop() {
                take(entry);
            }
        }
        self.left = 0;
    }
}

/// What all workers do now: a kind, and above it a count that distinguishes two phases of a kind.
pub(crate) const KIND: u64 = 3;
pub(crate) const IDLE: u64 = 0;
pub(crate) const COLLECT: u64 = 1;
pub(crate) const RUN: u64 = 2;
/// The system ends: every worker is for itself.
pub(crate) const OVER: u64 = 3;

/// Where the workers meet.
#[derive(Default)]
pub(crate) struct Barrier {
    pub(crate) phase: AtomicU64,
    pub(crate) arrived: AtomicU16,
    /// A worker that has arrived has something to do.
    pub(crate) work: AtomicBool,
}

impl Barrier {
    pub(crate) fn phase(&self) -> u64 {
        self.phase.load(Ordering::SeqCst)
    }
}
