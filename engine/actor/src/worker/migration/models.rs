//! Models of [migrations](super), with the real epoch and inboxes.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use loom::thread;

use crate::memory::slab::IN_TRANSIT;
use crate::sync::epoch::{Epoch, Grace};
use crate::sync::inbox::Inbox;
use crate::sync::inbox::models::{Letter, drain};

// The messages between the workers, as if from these senders.
const SYNC: usize = 10;
const SYNCED: usize = 11;
/// A transfer ends.
const ARRIVED: usize = 12;
/// Added to the sender of a message that is shipped.
const SHIPPED: usize = 20;

// The workers, where one actor moves. It has the number of the giver.
const GIVER: usize = 0;
const TAKER: usize = 1;
const OTHER: usize = 2;

/// A sender that is no worker.
const OUTSIDE: usize = 3;

/// Each worker has an actor of its number, at first.
struct System<const WORKERS: usize> {
    epoch: Epoch,
    routes: [AtomicU16; WORKERS],
    inboxes: [Inbox<Letter>; WORKERS],
}

impl<const WORKERS: usize> System<WORKERS> {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            epoch: Epoch::new(),
            routes: std::array::from_fn(|worker| AtomicU16::new(worker as u16)),
            inboxes: std::array::from_fn(|_| Inbox::new()),
        })
    }

    fn push(&self, to: usize, from: usize, number: usize) {
        // SAFETY: a fresh letter; no inbox is closed.
        let _ = unsafe { self.inboxes[to].push(Letter::boxed(from, number)) }.expect("it is open");
    }

    /// The worker that gets messages for an actor now.
    fn receiver(&self, actor: usize, ordering: Ordering) -> usize {
        usize::from(self.routes[actor].load(ordering) & !IN_TRANSIT)
    }

    fn take(&self, worker: usize) -> Vec<(usize, usize)> {
        let mut seen = Vec::new();
        drain(self.inboxes[worker].take(), &mut seen);
        seen
    }

    fn freeze(&self, actor: usize, taker: usize) -> Grace {
        self.routes[actor].store(IN_TRANSIT | taker as u16, Ordering::Release);
        self.epoch.grace()
    }

    /// As a thread outside.
    fn send(&self, actor: usize, number: usize) {
        let _inside = self.epoch.enter().expect("it is open");
        self.push(self.receiver(actor, Ordering::Acquire), OUTSIDE, number);
    }
}

fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = builder.preemption_bound.or(Some(3));
    builder.check(model);
}

/// What a sender's messages were, in the order in which they were handled.
fn of(handled: &[(usize, usize)], sender: usize) -> Vec<usize> {
    handled.iter().filter(|(from, _)| *from == sender).map(|(_, number)| *number).collect()
}

/// One of two workers that give their actors to each other at the same time. It has a message in its outbox for the other's, and sends it another one
/// when it has flushed.
struct Worker {
    system: Arc<System<2>>,
    id: usize,
    /// Messages for its own actor, which leaves.
    leaving: Vec<(usize, usize)>,
    /// Messages for the other's actor.
    handled: Vec<(usize, usize)>,
    held: Vec<(usize, usize)>,
    is_synced: bool,
    has_arrived: bool,
}

impl Worker {
    fn new(system: &Arc<System<2>>, id: usize) -> Self {
        let system = Arc::clone(system);
        let (leaving, handled, held) = Default::default();
        Self { system, id, leaving, handled, held, is_synced: false, has_arrived: false }
    }

    fn receive(&mut self) {
        let other = 1 - self.id;
        for (from, number) in self.system.take(self.id) {
            match from {
                SYNC => {
                    // The outbox of the giver is flushed, and the answer goes behind.
                    self.system.push(other, self.id, 0);
                    self.system.push(other, SYNCED, 0);
                    assert_eq!(self.system.receiver(other, Ordering::Relaxed), self.id, "it sees the new route");
                    let and_then = if self.has_arrived { &mut self.handled } else { &mut self.held };
                    and_then.push((self.id, 1));
                }
                SYNCED => self.is_synced = true,
                ARRIVED => {
                    self.handled.append(&mut self.held);
                    self.has_arrived = true;
                }
                SHIPPED.. => self.handled.push((from - SHIPPED, number)),
                _ => self.leaving.push((from, number)),
            }
        }
    }

    fn run(mut self) -> Self {
        let (id, other) = (self.id, 1 - self.id);
        let grace = self.system.freeze(id, other);
        self.system.push(other, SYNC, 0);
        while !(self.is_synced && self.system.epoch.is_over(grace)) {
            thread::yield_now();
            self.receive();
        }
        for (from, number) in std::mem::take(&mut self.leaving) {
            self.system.push(other, SHIPPED + from, number);
        }
        self.system.push(other, ARRIVED, 0);
        while !self.has_arrived {
            thread::yield_now();
            self.receive();
        }
        assert!(self.leaving.is_empty(), "nothing comes by the old route any more");
        self
    }
}

/// Two workers give each other an actor at the same time, while they send to them: all is handled, in order.
#[test]
fn models_moves_that_cross() {
    check(|| {
        let system = System::new();
        let second = Worker::new(&system, 1);
        let second = thread::spawn(move || second.run());
        let workers = [Worker::new(&system, 0).run(), second.join().unwrap()];
        for worker in workers {
            // Each has the other's actor now.
            assert_eq!((of(&worker.handled, worker.id), worker.held.len()), (vec![0, 1], 0));
        }
    });
}

/// A thread outside sends two messages to an actor that moves: the taker handles both in their order, and none comes to the giver behind the transfer.
#[test]
fn models_move_past_a_thread_outside() {
    check(|| {
        let system = System::<2>::new();
        let outside = {
            let system = Arc::clone(&system);
            thread::spawn(move || [0, 1].map(|number| system.send(GIVER, number)))
        };
        let grace = system.freeze(GIVER, TAKER);
        while !system.epoch.is_over(grace) {
            thread::yield_now();
        }
        let mut came = system.take(GIVER);
        outside.join().unwrap();
        assert!(system.take(GIVER).is_empty(), "nothing comes to the giver any more");
        // What is shipped comes first; what came by the new route has been on hold.
        came.extend(system.take(TAKER));
        assert_eq!(of(&came, OUTSIDE), [0, 1]);
    });
}

/// A worker that has a message in its outbox, or sleeps, when an actor moves between two others, and then sends one more: it is asked to flush unless it sleeps, and
/// in any case its messages keep their order.
#[test]
fn models_moves_past_a_sleeper() {
    const ASLEEP: usize = 1;
    const REQUESTED: usize = 2;
    check(|| {
        let system = System::<3>::new();
        // What the giver has found.
        let found = Arc::new(AtomicUsize::new(0));
        let other = {
            let (system, found) = (Arc::clone(&system), Arc::clone(&found));
            thread::spawn(move || {
                system.push(system.receiver(GIVER, Ordering::Relaxed), OTHER, 0);
                let mut was_requested = false;
                if system.inboxes[OTHER].fall_asleep() {
                    // A timer goes off.
                    system.inboxes[OTHER].rouse();
                }
                let to = system.receiver(GIVER, Ordering::Relaxed);
                loop {
                    was_requested |= !system.take(OTHER).is_empty();
                    if was_requested || found.load(Ordering::Relaxed) == ASLEEP {
                        break;
                    }
                    thread::yield_now();
                }
                system.push(to, OTHER, 1);
                if was_requested {
                    system.push(GIVER, SYNCED, 0);
                }
            })
        };
        let grace = system.freeze(GIVER, TAKER);
        let is_asleep = system.inboxes[OTHER].finds_asleep();
        if !is_asleep {
            system.push(OTHER, SYNC, 0);
        }
        found.store(if is_asleep { ASLEEP } else { REQUESTED }, Ordering::Relaxed);
        let mut came = Vec::new();
        while !((is_asleep || came.contains(&(SYNCED, 0))) && system.epoch.is_over(grace)) {
            thread::yield_now();
            came.extend(system.take(GIVER));
        }
        came.extend(system.take(GIVER));
        other.join().unwrap();
        assert!(system.take(GIVER).is_empty(), "nothing comes to the giver any more");
        came.extend(system.take(TAKER));
        assert_eq!(of(&came, OTHER), [0, 1]);
    });
}
