//! What the workers of a system, its addresses and its handle have in common.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_deque::{Injector, Steal, Stealer, Worker};
use crossbeam_utils::CachePadded;

use super::cell::Task;
use super::registry::Registry;
use super::sleep::Sleep;
use super::timer::Timer;
use super::worker::Local;
use crate::counters::Counters;

pub(crate) struct Shared {
    /// Actors made runnable from outside.
    pub(crate) injector: Injector<Task>,
    pub(crate) stealers: Box<[Stealer<Task>]>,
    pub(crate) sleep: Sleep,
    pub(crate) registry: Registry,
    pub(crate) timer: Timer,
    pub(crate) batch: NonZeroUsize,
    closed: AtomicBool,
    /// One a worker, written by that worker only; the last one is for everybody else.
    handled: Box<[CachePadded<AtomicU64>]>,
    panics: AtomicU64,
    dead_letters: AtomicU64,
}

impl Shared {
    /// For `workers` workers, whose queues are returned.
    pub(crate) fn new(workers: usize, batch: NonZeroUsize) -> (Arc<Self>, Vec<Worker<Task>>) {
        let queues: Vec<_> = (0..workers).map(|_| Worker::new_fifo()).collect();
        let shared = Self {
            injector: Injector::new(),
            stealers: queues.iter().map(Worker::stealer).collect(),
            sleep: Sleep::new(workers),
            registry: Registry::new(),
            timer: Timer::new(),
            batch,
            closed: AtomicBool::new(false),
            handled: (0..=workers).map(|_| CachePadded::default()).collect(),
            panics: AtomicU64::new(0),
            dead_letters: AtomicU64::new(0),
        };
        (Arc::new(shared), queues)
    }

    pub(crate) fn worker_count(&self) -> usize {
        self.stealers.len()
    }

    /// Makes an actor run, from a thread that is none of the workers.
    pub(crate) fn schedule(&self, task: Task) {
        self.injector.push(task);
        self.sleep.notify();
        // The fence in `notify` stands between the push and this load, and one in `close` between its store and the last look
        // into the injector: either we see `closed`, or whoever closed sees the task.
        if self.is_closed() {
            self.run_orphans();
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Sends the workers home, once every actor is dead or doomed.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.sleep.close();
        self.timer.close();
    }

    /// Runs on this thread what no worker may be there to run. Only after `close`: nothing but burials is left then.
    pub(crate) fn run_orphans(&self) {
        while let Some(task) = self.orphan() {
            let mut next = Some(task);
            while let Some(task) = next {
                next = task.run(None);
            }
        }
    }

    fn orphan(&self) -> Option<Task> {
        let steal = || {
            let stealers = self.stealers.iter().map(Stealer::steal);
            std::iter::once(self.injector.steal()).chain(stealers).collect::<Steal<_>>()
        };
        std::iter::repeat_with(steal).find(|steal| !steal.is_retry()).and_then(Steal::success)
    }

    pub(crate) fn count_handled(&self, local: Option<&Local>, messages: u64) {
        match local {
            Some(local) => {
                let counter = &self.handled[local.index()];
                counter.store(counter.load(Ordering::Relaxed) + messages, Ordering::Relaxed);
            }
            None => {
                self.handled[self.worker_count()].fetch_add(messages, Ordering::Relaxed);
            }
        }
    }

    pub(crate) fn count_panic(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn count_dead_letters(&self, messages: u64) {
        self.dead_letters.fetch_add(messages, Ordering::Relaxed);
    }

    pub(crate) fn counters(&self) -> Counters {
        let (spawned, live) = self.registry.spawned_and_live();
        Counters {
            spawned,
            live,
            handled: self.handled.iter().map(|counter| counter.load(Ordering::Relaxed)).sum(),
            panics: self.panics.load(Ordering::Relaxed),
            dead_letters: self.dead_letters.load(Ordering::Relaxed),
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("workers", &self.worker_count()).finish_non_exhaustive()
    }
}
