//! Moving actors from one worker to another without changing the order of anybody's messages.
//!
//! Actors move a chunk at a time, or many chunks together, and one such move happens at a time in a system. The *mover* has them
//! and gives them away; the *taker* gets them; the others only flush.
//!
//! 1. *Freeze.* Between two messages, the mover marks the chunks' routes as in transit to the taker, and their slots as frozen.
//!    Whoever sends from now on sends to the taker, which puts those messages on hold. What the mover itself finds in its
//!    queue for a frozen slot goes to the transfer.
//! 2. *Wait.* Messages sent by the old route may still be on their way to the mover: in the outboxes of other workers, and in the hands
//!    of threads outside. Every other worker is told to flush its outbox for the mover, and to say so *by the same way*, so that
//!    its word arrives behind those messages. Threads outside are waited for at the epoch.
//! 3. *Ship.* When everybody has answered and the epoch is clear, the mover takes all that has come. No message for a frozen actor can
//!    come any more. It picks those left in its queue, in their order, behind those picked before, flushes its outboxes, and ships:
//!    the chunks, their messages, and what had been put aside for single actors.
//! 4. *Unload.* The taker queues the shipped messages, behind them those on hold, takes the slots over, and names itself in
//!    the routes.
//!
//! Invariants, for a sender S and a receiver R:
//! 1. R is run by nobody between freeze and unload; and the slot of R is touched by the mover before the transfer is pushed, by
//!    the taker after it is taken.
//! 2. What S sent by the old route is shipped (3), what S sent in transit is on hold or comes later (4): so R handles them in the
//!    order sent.
//! 3. If S itself moves, what it sent before has been pushed when the transfer is (3), or is in the mover's queue. What it sends
//!    afterwards is pushed, or queued, later. A worker receives in the order of pushes, so R's worker gets them in the order sent.

use std::collections::BTreeSet;
use std::mem;
use std::sync::atomic::Ordering;

use crate::memory::slab::{IN_TRANSIT, slots_of, status};
use crate::types::id::{CHUNK, Key};
use crate::worker::core::Core;
use crate::worker::shared::{Stage, add};
use crate::worker::system_message::WorkerMessage;
use crate::worker::trace;
use crate::worker::transfer::{Job, Migration, Transfer};

impl Core {
    /// Begins to move chunks of this worker to another; `false` if that cannot be now.
    pub(crate) fn begin_move(&mut self, to: u16, chunks: BTreeSet<u32>) -> bool {
        let shared = self.shared();
        if chunks.is_empty() || to == self.id() || shared.moving.swap(true, Ordering::SeqCst) {
            return false;
        }
        if shared.stage() != Stage::Running {
            // The end waits for moves, but only for those that it can see.
            shared.moving.store(false, Ordering::Release);
            return false;
        }
        self.bring_all();
        for &chunk in &chunks {
            debug_assert!(self.chunks.contains(&chunk), "only what is here can leave");
            self.chunks.remove(&chunk);
            shared.slab.route(chunk).store(IN_TRANSIT | to, Ordering::Release);
            for index in slots_of(chunk) {
                // SAFETY: the chunk is ours.
                unsafe { (*self.slot(index)).tag |= status::FROZEN };
            }
        }
        self.forget_slots(&chunks);
        let parity = shared.system_ref.epoch.advance();
        let others = shared.worker_count() - 1;
        for other in (0..=others).filter(|&other| other != self.id()) {
            shared.tell_worker_urgently(other, WorkerMessage::Sync { mover: self.id() });
        }
        self.migration.leaving = chunks.iter().copied().collect();
        self.migration.job = Some(Job { to, chunks, unsynced: usize::from(others), parity });
        true
    }

    /// Goes on with a move that has begun, if it can.
    pub(crate) fn go_on_moving(&mut self) {
        let shared = self.shared();
        if !self
            .migration
            .job
            .as_ref()
            .is_some_and(|job| job.unsynced == 0 && shared.system_ref.epoch.has_left(job.parity))
        {
            return;
        }
        // Whoever was inside the epoch has pushed: take it all.
        self.receive(usize::MAX);
        let Some(job) = self.migration.job.take() else { return };
        let Migration { ship, leaving, .. } = &mut self.migration;
        self.ring.partition(ship, |header| header.key() != Key::worker() && leaving.contains(&header.key().chunk()));
        self.migration.leaving.clear();
        let deferred: Vec<u32> =
            self.deferred.keys().copied().filter(|&index| job.chunks.contains(&(index / CHUNK))).collect();
        let deferred = deferred.into_iter().filter_map(|index| Some((index, self.deferred.remove(&index)?))).collect();
        add(&self.worker_shared().counters.moved_out, job.chunks.len() as u64);
        let shipment = Transfer { chunks: job.chunks, messages: mem::take(&mut self.migration.ship), deferred };
        self.flush();
        self.send_to_worker(job.to, WorkerMessage::Transfer(Box::new(shipment)));
        self.flush();
    }

    /// Another worker is moving: sends it what is for it, and says so.
    pub(crate) fn sync(&mut self, mover: u16) {
        self.send_to_worker(mover, WorkerMessage::Synced);
        self.flush();
    }

    /// Takes over what another worker has shipped.
    pub(crate) fn unload(&mut self, mut shipment: Transfer) {
        let shared = self.shared();
        for &chunk in &shipment.chunks {
            self.adopt(chunk);
        }
        self.deferred.extend(shipment.deferred);
        self.ring.append(&mut shipment.messages);
        let mut hold = mem::take(&mut self.migration.in_transit);
        self.ring.append(&mut hold);
        for &chunk in &shipment.chunks {
            shared.slab.route(chunk).store(self.id(), Ordering::Release);
        }
        add(&self.worker_shared().counters.moved_in, shipment.chunks.len() as u64);
        trace::moved(shared, self.id(), shipment.chunks.len());
        self.load.forget();
        if self.stopping {
            self.stop_all_in(&shipment.chunks);
        }
        if self.killing {
            // They were nowhere when all were killed.
            shared.tell_worker_urgently(self.id(), WorkerMessage::KillAll);
        }
        shared.moving.store(false, Ordering::Release);
    }
}

#[cfg(all(test, agon_loom))]
mod models {
    use std::mem;

    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU16, Ordering};
    use loom::thread;

    use crate::memory::slab::IN_TRANSIT;
    use crate::sync::epoch::Epoch;
    use crate::sync::inbox::Inbox;
    use crate::sync::inbox::models::{Letter, drain};

    // The workers, and what they say to each other.
    const MOVER: usize = 0;
    const TAKER: usize = 1;
    const OTHER: usize = 2;
    const SYNC: usize = 10;
    const SYNCED: usize = 11;
    /// Added to the sender of a message that is shipped.
    const SHIPPED: usize = 20;

    // The senders of messages to the actor that moves.
    const OUTSIDE: usize = 3;

    struct System {
        epoch: Epoch,
        route: AtomicU16,
        inboxes: [Inbox<Letter>; 3],
    }

    impl System {
        fn push(&self, to: usize, from: usize, number: usize) {
            // SAFETY: a fresh letter; no inbox is closed.
            let _ = unsafe { self.inboxes[to].push(Letter::boxed(from, number)) }.expect("it is open");
        }

        /// The worker that gets messages for the actor now.
        fn receiver(&self, ordering: Ordering) -> usize {
            usize::from(self.route.load(ordering) & !IN_TRANSIT)
        }

        fn take(&self, worker: usize, seen: &mut Vec<(usize, usize)>) {
            drain(self.inboxes[worker].take(), seen);
        }
    }

    /// Another worker, which has a message in its outbox when it is told to flush, and a thread outside send two messages each: the taker
    /// handles both of each in their order. The epoch and the inboxes are the real ones.
    #[test]
    fn models_move() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(3));
        model.check(|| {
            let system = Arc::new(System {
                epoch: Epoch::new(),
                route: AtomicU16::new(MOVER as u16),
                inboxes: [Inbox::new(), Inbox::new(), Inbox::new()],
            });
            let outside = {
                let system = Arc::clone(&system);
                thread::spawn(move || {
                    for number in 0..2 {
                        let _inside = system.epoch.enter().expect("it is open");
                        system.push(system.receiver(Ordering::Acquire), OUTSIDE, number);
                    }
                })
            };
            let other = {
                let system = Arc::clone(&system);
                thread::spawn(move || {
                    let first = system.receiver(Ordering::Relaxed);
                    let mut heard = Vec::new();
                    while heard.is_empty() {
                        thread::yield_now();
                        system.take(OTHER, &mut heard);
                    }
                    // The outbox of the mover is flushed, and the answer goes behind.
                    system.push(first, OTHER, 0);
                    system.push(MOVER, SYNCED, 0);
                    system.push(system.receiver(Ordering::Relaxed), OTHER, 1);
                })
            };
            system.route.store(IN_TRANSIT | TAKER as u16, Ordering::Release);
            let parity = system.epoch.advance();
            system.push(OTHER, SYNC, 0);
            let mut came = Vec::new();
            while !(came.contains(&(SYNCED, 0)) && system.epoch.has_left(parity)) {
                thread::yield_now();
                system.take(MOVER, &mut came);
            }
            system.take(MOVER, &mut came);
            came.retain(|(from, _)| *from != SYNCED);
            mem::take(&mut came).into_iter().for_each(|(from, number)| system.push(TAKER, SHIPPED + from, number));
            outside.join().unwrap();
            other.join().unwrap();
            system.take(MOVER, &mut came);
            assert!(came.is_empty(), "nothing comes to the mover any more: {came:?}");
            let mut arrived = Vec::new();
            system.take(TAKER, &mut arrived);
            // What is shipped comes first; what came by the new route has been on hold.
            let (shipped, deferred): (Vec<_>, Vec<_>) = arrived.into_iter().partition(|(from, _)| *from >= SHIPPED);
            let handled: Vec<_> =
                shipped.into_iter().map(|(from, number)| (from - SHIPPED, number)).chain(deferred).collect();
            for sender in [OUTSIDE, OTHER] {
                let of: Vec<_> =
                    handled.iter().filter(|(from, _)| *from == sender).map(|(_, number)| *number).collect();
                assert_eq!(of, [0, 1], "{sender}");
            }
        });
    }
}
