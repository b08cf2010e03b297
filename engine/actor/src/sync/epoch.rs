//! The way in for threads that are no workers.
//!
//! A thread outside reads a route and then pushes to the inbox of the worker it names. Between the two, the actor may move, or the
//! system may end. So it does both inside the epoch, and a thread that changes routes, or ends the system, waits until all that were
//! inside at that time have left.
//!
//! Time is cut into *turns*, numbered from 0. A thread that enters is counted under the turn that goes on, in one of two counters, by the number's parity.
//!
//! Invariants:
//! 1. A thread inside is counted under turn `t`, from before it has read `t` a second time until it leaves. So none gets in under a turn that is over.
//! 2. Turn `t` ends only when no thread that is counted under `t - 1` is inside: so one counter never counts for two turns with threads inside. In turn `t + 1` no thread gets in
//!    by the counter of `t`; so when each part of it has been seen at zero, every thread that entered by then has left, even if the parts were looked at one after the other.
//! 3. [`Epoch::grace`] is asked for in turn `t`, after what later threads are to see has been written: by a read-modify-write, from which the thread that ends
//!    turn `t` reads. It is over when turn `t + 2` has begun. All that were inside have left by then (2), and a thread that has entered under `t + 1` or later has read a turn that
//!    was begun after the request, and sees what was written before it.
//! 4. Any number of threads wait at a time, and share turns: a thread that looks whether its own wait is over ends a turn if it can.
//! 5. After [`Epoch::close`] no thread gets in; when all counters have been seen at zero, none is inside.
//!
//! The counters are spread over cache lines, and threads over them: threads that send at the same time do not wait for each other's.

use crate::sync::shim::atomic::{AtomicUsize, Ordering, fence};

const CLOSED: usize = 1;

/// What the state grows by from turn to turn.
const TURN: usize = 2;

/// So many threads count on cache lines of their own.
const STRIPES: usize = if cfg!(agon_loom) { 2 } else { 8 };

/// How many are inside, by parity: those of the threads that count here.
#[repr(align(64))]
struct Stripe([AtomicUsize; 2]);

pub(crate) struct Epoch {
    /// The turn that goes on, above the bit for whether the epoch is closed.
    state: AtomicUsize,
    stripes: [Stripe; STRIPES],
}

/// A wait for those who were inside when it began.
#[derive(Clone, Copy)]
#[must_use]
pub(crate) struct Grace {
    /// The turn whose beginning ends it.
    turn: usize,
}

/// Where this thread counts.
#[cfg(not(agon_loom))]
#[inline]
fn stripe() -> usize {
    use std::cell::Cell;
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static STRIPE: Cell<usize> = const { Cell::new(STRIPES) };
    }
    let stripe = STRIPE.get();
    if stripe < STRIPES {
        return stripe;
    }
    let stripe = NEXT.fetch_add(1, Ordering::Relaxed) % STRIPES;
    STRIPE.set(stripe);
    stripe
}

#[cfg(agon_loom)]
fn stripe() -> usize {
    0
}

/// A thread is inside until this is dropped.
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
            stripes: std::array::from_fn(|_| Stripe([AtomicUsize::new(0), AtomicUsize::new(0)])),
        }
    }

    /// Goes in, unless the epoch is closed.
    #[inline]
    pub(crate) fn enter(&self) -> Option<Inside<'_>> {
        self.enter_at(stripe())
    }

    fn enter_at(&self, stripe: usize) -> Option<Inside<'_>> {
        let stripe = &self.stripes[stripe];
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if state & CLOSED != 0 {
                return None;
            }
            let counter = &stripe.0[parity(state / TURN)];
            counter.fetch_add(1, Ordering::SeqCst);
            fence(Ordering::SeqCst);
            let inside = Inside(counter);
            if self.state.load(Ordering::SeqCst) == state {
                return Some(inside);
            }
        }
    }

    /// Begins to wait for those who are inside now.
    pub(crate) fn grace(&self) -> Grace {
        // Not only a load: the thread that ends this turn reads from it (3).
        Grace { turn: self.state.fetch_add(0, Ordering::SeqCst) / TURN + 2 }
    }

    /// Whether those who were inside when this wait began have left.
    pub(crate) fn is_over(&self, grace: Grace) -> bool {
        loop {
            let state = self.state.load(Ordering::SeqCst);
            let turn = state / TURN;
            // Turns are numbered for some centuries of nothing else.
            if turn >= grace.turn {
                return true;
            }
            // A thread that got in under the turn before had read it before it was over: behind this fence, its count is seen.
            fence(Ordering::SeqCst);
            if !self.has_left(parity(turn + 1)) {
                return false;
            }
            // If it fails, another thread has ended the turn, or closed the epoch.
            let _ = self.state.compare_exchange(state, state + TURN, Ordering::SeqCst, Ordering::Relaxed);
        }
    }

    /// Whether no thread that is counted under turns of this parity is inside.
    fn has_left(&self, parity: usize) -> bool {
        self.stripes.iter().all(|stripe| stripe.0[parity].load(Ordering::SeqCst) == 0)
    }

    pub(crate) fn close(&self) {
        self.state.fetch_or(CLOSED, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.has_left(0) && self.has_left(1)
    }
}

fn parity(turn: usize) -> usize {
    turn & 1
}

#[cfg(test)]
mod models {
    #[cfg(not(agon_loom))]
    #[test]
    fn waits_for_those_inside() {
        let epoch = super::Epoch::new();
        let early = epoch.enter().expect("open");
        let first = epoch.grace();
        assert!(!epoch.is_over(first));
        let late = epoch.enter().expect("open");
        let second = epoch.grace();
        assert!(!epoch.is_over(first));
        drop(early);
        assert!(epoch.is_over(first) && !epoch.is_over(second) && !epoch.is_empty());
        epoch.close();
        assert!(epoch.enter().is_none());
        drop(late);
        assert!(epoch.is_over(second) && epoch.is_empty(), "also when it is closed");
    }

    /// Wherever they are counted.
    #[cfg(not(agon_loom))]
    #[test]
    fn waits_for_all_threads_inside() {
        let epoch = &super::Epoch::new();
        let barrier = &std::sync::Barrier::new(2 * super::STRIPES + 1);
        let grace = std::thread::scope(|scope| {
            for _ in 0..2 * super::STRIPES {
                scope.spawn(move || {
                    let inside = epoch.enter().expect("open");
                    barrier.wait();
                    barrier.wait();
                    let grace = epoch.grace();
                    assert!(!epoch.is_over(grace), "at least this one is inside");
                    drop(inside);
                });
            }
            barrier.wait();
            let grace = epoch.grace();
            assert!(!epoch.is_over(grace));
            barrier.wait();
            grace
        });
        assert!(epoch.is_over(grace) && epoch.is_empty());
    }

    /// Two workers wait at the same time, each after it has changed a route of its own: a thread that entered before and read an old route has pushed
    /// when the wait for that route is over, wherever it is counted, and whichever thread has ended the turns.
    #[cfg(agon_loom)]
    #[test]
    fn models_graces() {
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use loom::thread;
        #[derive(Default)]
        struct Actor {
            route: AtomicUsize,
            inboxes: [AtomicUsize; 2],
        }
        impl Actor {
            fn receive(&self) {
                self.inboxes[self.route.load(Ordering::Relaxed)].fetch_add(1, Ordering::Relaxed);
            }

            /// Moves, if it can within so many looks; how many messages have come by the old route.
            fn moves(&self, epoch: &super::Epoch, looks: usize) -> Option<usize> {
                self.route.store(1, Ordering::Relaxed);
                let grace = epoch.grace();
                for _ in 0..looks {
                    if epoch.is_over(grace) {
                        return Some(self.inboxes[0].load(Ordering::Relaxed));
                    }
                    thread::yield_now();
                }
                None
            }
        }
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(3));
        model.check(|| {
            let shared = Arc::new((super::Epoch::new(), [Actor::default(), Actor::default()]));
            let sender = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let (epoch, actors) = &*shared;
                    for (stripe, actor) in actors.iter().enumerate() {
                        let inside = epoch.enter_at(stripe);
                        actor.receive();
                        drop(inside);
                    }
                })
            };
            let mover = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || shared.1[1].moves(&shared.0, 2))
            };
            let (epoch, actors) = &*shared;
            let seen = [actors[0].moves(epoch, 2), mover.join().unwrap()];
            sender.join().unwrap();
            for (actor, seen) in actors.iter().zip(seen) {
                let [old, new] = [0, 1].map(|at| actor.inboxes[at].load(Ordering::Relaxed));
                assert_eq!((seen.unwrap_or(old), old + new), (old, 1), "nothing for the old owner after the wait");
            }
        });
    }

    /// The end of a system, with its epoch and the inbox of a worker: what a thread outside and another worker send meanwhile is either
    /// found by the worker that ends, or known to be lost by its sender; and no thread inside the epoch uses what has been freed.
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
            // SAFETY: no thread is inside, or will be.
            system.lives.with_mut(|lives| unsafe { *lives = false });
            outside.join().unwrap();
            assert_eq!(seen.len() + system.lost.load(Ordering::Relaxed), 2);
        });
    }
}
