//! The way in for threads that are no workers.
//!
//! A thread outside reads a route and then pushes to the inbox of the worker it names. Between the two, the actor may move, or the
//! system may end. So it does both inside the epoch, and whoever changes routes, or ends the system, waits until all who were
//! inside at that time have left.
//!
//! Invariants:
//! 1. Whoever is inside is counted, from before it has read the parity a second time until it leaves, in one counter of the parity that it read both
//!    times: so nobody gets in by a parity that was over before.
//! 2. [`Epoch::advance`] changes the parity. From then on nobody gets in by the old one, so when each counter of it has been seen at zero, everybody
//!    who entered before the turn has left, even if the counters were looked at one after the other. There is one turn at a time: the next
//!    begins when the old counters are zero.
//! 3. After [`Epoch::close`] nobody gets in; when all counters have been seen at zero, nobody is inside.
//!
//! The counters are spread over cache lines, and threads over them: threads that send at the same time do not wait for each other's.

use crate::sync::shim::atomic::{AtomicUsize, Ordering, fence};

const CLOSED: usize = 2;

/// So many threads count on cache lines of their own.
const LANES: usize = if cfg!(agon_loom) { 2 } else { 8 };

/// How many are inside, by parity: those of the threads that count here.
#[repr(align(64))]
struct Lane([AtomicUsize; 2]);

pub(crate) struct Epoch {
    /// Bit 0: the parity in which to count. Bit 1: closed.
    state: AtomicUsize,
    lanes: [Lane; LANES],
}

/// Where this thread counts.
#[cfg(not(agon_loom))]
#[inline]
fn lane() -> usize {
    use std::cell::Cell;
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static LANE: Cell<usize> = const { Cell::new(LANES) };
    }
    let lane = LANE.get();
    if lane < LANES {
        return lane;
    }
    let lane = NEXT.fetch_add(1, Ordering::Relaxed) % LANES;
    LANE.set(lane);
    lane
}

#[cfg(agon_loom)]
fn lane() -> usize {
    0
}

/// Somebody is inside until this is dropped.
pub(crate) struct Inside<'a>(&'a AtomicUsize);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

impl Epoch {
    pub(crate) fn new() -> Self {
        Self {
            state: AtomicUsize::new(0),
            lanes: std::array::from_fn(|_| Lane([AtomicUsize::new(0), AtomicUsize::new(0)])),
        }
    }

    /// Goes in, unless the epoch is closed.
    #[inline]
    pub(crate) fn enter(&self) -> Option<Inside<'_>> {
        self.enter_at(lane())
    }

    fn enter_at(&self, lane: usize) -> Option<Inside<'_>> {
        let lane = &self.lanes[lane];
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if state & CLOSED != 0 {
                return None;
            }
            let counter = &lane.0[state & 1];
            counter.fetch_add(1, Ordering::SeqCst);
            fence(Ordering::SeqCst);
            let inside = Inside(counter);
            if self.state.load(Ordering::SeqCst) == state {
                return Some(inside);
            }
        }
    }

    /// Begins to wait for those who are inside now; the wait is over when [`has_left`](Self::has_left) says so of what this
    /// returns.
    pub(crate) fn advance(&self) -> usize {
        let before = self.state.fetch_xor(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        before & 1
    }

    pub(crate) fn has_left(&self, parity: usize) -> bool {
        self.lanes.iter().all(|lane| lane.0[parity].load(Ordering::SeqCst) == 0)
    }

    pub(crate) fn close(&self) {
        self.state.fetch_or(CLOSED, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.has_left(0) && self.has_left(1)
    }
}

#[cfg(test)]
mod models {
    #[cfg(not(agon_loom))]
    #[test]
    fn waits_for_those_inside() {
        let epoch = super::Epoch::new();
        let early = epoch.enter().expect("open");
        let parity = epoch.advance();
        let late = epoch.enter().expect("open");
        assert!(!epoch.has_left(parity));
        drop(early);
        assert!(epoch.has_left(parity) && !epoch.is_empty());
        epoch.close();
        assert!(epoch.enter().is_none());
        drop(late);
        assert!(epoch.is_empty());
    }

    /// Wherever they are counted.
    #[cfg(not(agon_loom))]
    #[test]
    fn waits_for_all_threads_inside() {
        let epoch = &super::Epoch::new();
        let barrier = &std::sync::Barrier::new(2 * super::LANES + 1);
        let parity = std::thread::scope(|scope| {
            for _ in 0..2 * super::LANES {
                scope.spawn(move || {
                    let inside = epoch.enter().expect("open");
                    barrier.wait();
                    barrier.wait();
                    assert!(!epoch.has_left(0), "at least this one is inside");
                    drop(inside);
                });
            }
            barrier.wait();
            let parity = epoch.advance();
            assert!(!epoch.has_left(parity));
            barrier.wait();
            parity
        });
        assert!(epoch.has_left(parity) && epoch.is_empty());
    }

    /// Whoever entered before the turn and read the old route has pushed by the time the wait is over, wherever it is counted.
    #[cfg(agon_loom)]
    #[test]
    fn models_gate() {
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use loom::thread;
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(3));
        model.check(|| {
            let shared =
                Arc::new((super::Epoch::new(), AtomicUsize::new(0), [AtomicUsize::new(0), AtomicUsize::new(0)]));
            let sender = |lane| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let (epoch, route, inboxes) = &*shared;
                    if let Some(inside) = epoch.enter_at(lane) {
                        inboxes[route.load(Ordering::Relaxed)].fetch_add(1, Ordering::Relaxed);
                        drop(inside);
                    }
                })
            };
            let senders = [sender(0), sender(1)];
            let (epoch, route, inboxes) = &*shared;
            route.store(1, Ordering::Relaxed);
            let parity = epoch.advance();
            while !epoch.has_left(parity) {
                thread::yield_now();
            }
            let old = inboxes[0].load(Ordering::Relaxed);
            senders.into_iter().for_each(|sender| sender.join().unwrap());
            assert_eq!(inboxes[0].load(Ordering::Relaxed), old, "nothing for the old owner after the wait");
            assert_eq!(old + inboxes[1].load(Ordering::Relaxed), 2);
        });
    }

    /// The end of a system, with its epoch and the inbox of a worker: what a thread outside and another worker send meanwhile is either
    /// found by the worker that ends, or known to be lost by who has sent it; and nobody inside the epoch uses what has been freed.
    #[cfg(agon_loom)]
    #[test]
    fn models_shutdown() {
        use crate::sync::inbox::Inbox;
        use crate::sync::inbox::models::{Letter, drain};
        use loom::cell::UnsafeCell;
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use loom::thread;
        struct System {
            epoch: super::Epoch,
            inbox: Inbox<Letter>,
            lives: UnsafeCell<bool>,
            lost: AtomicUsize,
        }
        // SAFETY: the epoch guards the cell: that is what the model checks.
        unsafe impl Sync for System {}
        // SAFETY: likewise.
        unsafe impl Send for System {}
        impl System {
            fn send(&self, from: usize) {
                // SAFETY: a fresh letter; if it comes back it is ours again.
                unsafe {
                    if let Err(letter) = self.inbox.push(Letter::boxed(from, 0)) {
                        drop(Box::from_raw(letter));
                        self.lost.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        }
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(4));
        model.check(|| {
            let system = Arc::new(System {
                epoch: super::Epoch::new(),
                inbox: Inbox::new(),
                lives: UnsafeCell::new(true),
                lost: AtomicUsize::new(0),
            });
            let outside = {
                let system = Arc::clone(&system);
                thread::spawn(move || match system.epoch.enter() {
                    Some(inside) => {
                        // SAFETY: inside the epoch.
                        assert!(system.lives.with(|lives| unsafe { *lives }));
                        system.send(0);
                        drop(inside);
                    }
                    None => {
                        system.lost.fetch_add(1, Ordering::Relaxed);
                    }
                })
            };
            let other_worker = {
                let system = Arc::clone(&system);
                thread::spawn(move || system.send(1))
            };
            system.epoch.close();
            while !system.epoch.is_empty() {
                thread::yield_now();
            }
            let mut seen = Vec::new();
            drain(system.inbox.close(), &mut seen);
            other_worker.join().unwrap();
            // SAFETY: nobody is inside, or will be.
            system.lives.with_mut(|lives| unsafe { *lives = false });
            outside.join().unwrap();
            assert_eq!(seen.len() + system.lost.load(Ordering::Relaxed), 2);
        });
    }
}
