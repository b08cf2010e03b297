//! Moving actors from one worker to others without changing the order of anybody's messages.
//!
//! A worker that has actors and gives them away is a *giver*, to one *taker* or to several at once; the others only flush. Each worker gives
//! once at a time. Beyond that moves know nothing of each other: any number of workers give at the same time, and one may give and take at once, to and from whom it likes.
//!
//! 1. *Freeze.* Between two messages, the giver marks the actors' routes as in transit to their takers, and their slots as frozen.
//!    All that send from now on send to the taker, which puts those messages on hold. What the giver itself finds in its
//!    queue for a frozen slot goes to the transfer.
//! 2. *Wait.* Messages sent by the old route may still be on their way to the giver: in the outboxes of other workers, and in the hands
//!    of threads outside. Every other worker that is awake is asked to flush its outbox for the giver, and to confirm *by the same way*, so that
//!    its word arrives behind those messages; one that sleeps has nothing in its outboxes, and sees the new routes when it wakes. One in a long handler flushes when it is
//!    [handed off](crate::worker::handover::handoff). Threads outside are waited for at the epoch.
//! 3. *Ship.* When everybody has answered and the epoch is clear, the giver takes all that has come. No message for a frozen actor can
//!    come any more. It picks those left in its queue, in their order, behind those picked before, flushes its outboxes, and ships to each taker:
//!    its actors, their messages, and what had been put aside for them.
//! 4. *Unload.* The taker queues the shipped messages, behind them those on hold for these actors, takes the slots over, and names itself in
//!    the routes.
//!
//! Invariants, for a sender S and a receiver R:
//! 1. R is not run between freeze and unload; and the slot of R is touched by the giver before the transfer is pushed, by
//!    the taker after it is taken. Only who has R gives it away: so moves of R come one after the other.
//! 2. S reads the routes of R in the order in which they were written: also if S moves meanwhile, since what its first worker has read happens before the transfer.
//! 3. A worker receives in the order of pushes, and what is on hold for R stays in order. So what S sends by the same route, whether before R has arrived or behind, is handled in order; if S
//!    itself moves in between, what it sent before has been pushed when its transfer is (3), or is in the giver's own queue.
//! 4. What S sent by the old route is shipped (2, 3): its worker at that time flushes before it answers, or has flushed before S left it; and who has answered, or wakes, or enters the epoch later,
//!    sends by the new one. What S sent in transit is on hold until the transfer has come, or comes behind it (4). So R handles them in the order sent.
//! 5. No actor waits for a move but those moved, and no worker waits for another to answer: so moves that cross do not hold each other up.
//! 6. `Shared::moving` counts the transfers that have not been unloaded, from before the stage of the system is read: so who ends the system sees those that have begun.

#[cfg(all(test, agon_loom))]
mod models;

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::mem;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::memory::ring::Ring;
use crate::memory::slab::{IN_TRANSIT, status};
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::deferred::SlotHasher;
use crate::worker::shared::{Stage, add};
use crate::worker::system_message::WorkerMessage;
use crate::worker::trace;
use crate::worker::transfer::{Job, Migration, Parts, Transfer};

impl Core {
    /// Begins to give actors of this worker to others, each with one part at most; `false` if that cannot be now.
    pub(crate) fn begin_move(&mut self, mut parts: Parts) -> bool {
        let shared = self.shared();
        parts.retain(|(to, slots)| *to != self.id() && !slots.is_empty());
        if parts.is_empty() || self.migration.is_busy() {
            return false;
        }
        shared.moving.fetch_add(parts.len(), Ordering::SeqCst);
        if shared.stage() != Stage::Running {
            shared.moving.fetch_sub(parts.len(), Ordering::Release);
            return false;
        }
        self.bring_all();
        for (at, (to, slots)) in parts.iter().enumerate() {
            debug_assert!(parts[..at].iter().all(|(other, _)| other != to), "one transfer for each taker");
            for &index in slots {
                debug_assert!(self.route(Key::new(index, 1)) == self.id(), "only who is here can leave");
                shared.slab.set_route(index, IN_TRANSIT | to);
                // SAFETY: the slot is ours.
                unsafe { (*self.slot(index)).tag |= status::FROZEN };
            }
            self.migration.leaving.extend(slots);
        }
        self.offer_slots();
        let grace = shared.system_ref.epoch.grace();
        let mut unsynced = 0;
        for (other, worker_shared) in shared.workers().filter(|(other, _)| *other != self.id()) {
            if !worker_shared.inbox.finds_asleep() {
                shared.notify_worker_urgently(other, WorkerMessage::Sync { giver: self.id() });
                unsynced += 1;
            }
        }
        self.migration.job = Some(Job { parts, unsynced, grace });
        true
    }

    /// Goes on with a move that has begun, if it can.
    pub(crate) fn go_on_moving(&mut self) {
        let shared = self.shared();
        let is_over = |job: &Job| job.unsynced == 0 && shared.system_ref.epoch.is_over(job.grace);
        if !self.migration.job.as_ref().is_some_and(is_over) {
            return;
        }
        // All threads inside the epoch have pushed: take it all.
        self.receive(usize::MAX);
        let Some(job) = self.migration.job.take() else { return };
        let Migration { ship, leaving, .. } = &mut self.migration;
        self.ring.partition(ship, |header| leaving.contains(&header.index()));
        let (mut ship, leaving) = (mem::take(ship), mem::take(leaving));
        let mut transfers: Vec<(u16, Transfer)> = job
            .parts
            .into_iter()
            .map(|(to, slots)| {
                (to, Transfer { slots, messages: Ring::new(), deferred: Vec::new(), cost: self.load.cost })
            })
            .collect();
        if let [(_, only)] = &mut transfers[..] {
            mem::swap(&mut only.messages, &mut ship);
        }
        while let Some((header, entry)) = ship.pop() {
            let transfer = self.transfer_of(&mut transfers, header.index());
            // SAFETY: a whole entry of another ring, just taken.
            unsafe { transfer.messages.push_raw(entry) };
        }
        let deferred: Vec<u32> = self.deferred.keys().copied().filter(|index| leaving.contains(index)).collect();
        for index in deferred {
            let put_aside = self.deferred.remove(&index);
            self.transfer_of(&mut transfers, index).deferred.extend(put_aside.map(|deferred| (index, deferred)));
        }
        add(&self.worker_shared().counters.moved_out, leaving.len() as u64);
        self.flush();
        for (to, transfer) in transfers {
            self.send_to_worker(to, WorkerMessage::Transfer(Box::new(transfer)));
        }
        self.flush();
    }

    /// With whom an actor leaves.
    fn transfer_of<'a>(&self, transfers: &'a mut [(u16, Transfer)], index: u32) -> &'a mut Transfer {
        let taker = self.route(Key::new(index, 1)) & !IN_TRANSIT;
        let found = transfers.iter_mut().find(|(to, _)| *to == taker);
        &mut found.expect("an actor that leaves is on its way to one of the takers").1
    }

    /// Another worker gives actors away: sends it what is for it, and confirms.
    pub(crate) fn sync(&mut self, giver: u16) {
        self.send_to_worker(giver, WorkerMessage::Synced);
        self.flush();
    }

    /// Takes over what another worker has shipped.
    pub(crate) fn unload(&mut self, mut transfer: Transfer) {
        let shared = self.shared();
        let coming: HashSet<u32, BuildHasherDefault<SlotHasher>> = transfer.slots.iter().copied().collect();
        for &index in &transfer.slots {
            self.adopt(index);
        }
        self.deferred.extend(transfer.deferred);
        self.ring.append(&mut transfer.messages);
        self.migration.in_transit.partition(&mut self.ring, |header| coming.contains(&header.index()));
        self.migration.in_transit.shrink();
        for &index in &transfer.slots {
            shared.slab.set_route(index, self.id());
        }
        add(&self.worker_shared().counters.moved_in, transfer.slots.len() as u64);
        trace::moved(shared, self.id(), transfer.slots.len());
        self.load.forget();
        let handled = self.worker_shared().counters.handled.load(Ordering::Relaxed);
        self.load.begin(Instant::now(), handled, self.migration.sent_away);
        // Theirs will cost the same here.
        (self.load.seen_cost, self.load.cost) = (transfer.cost, transfer.cost);
        if self.stopping {
            self.stop_all_in(transfer.slots);
        }
        if self.killing {
            // They were nowhere when all were killed.
            shared.notify_worker_urgently(self.id(), WorkerMessage::KillAll);
        }
        shared.moving.fetch_sub(1, Ordering::Release);
    }
}
