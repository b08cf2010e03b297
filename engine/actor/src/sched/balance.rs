//! When actors move: a worker without work pulls some from one that has too much, and workers that talk to each other too much come together again.
//!
//! Crossing from one worker to another costs some two hundred nanoseconds, staying costs five. So actors stay together unless
//! one worker is continuously busy while another has nothing to do; and come together again when their talk across workers costs more than the
//! second worker gains.
//!
//! Who has actors decides over them, at its next look between two messages. It knows what its handlers cost from looks about a millisecond apart, when the
//! monitor calls for attention ([`Core::balance`]); and sooner if it has just woken, when it times them by itself ([`Core::time_handlers`]).
//! - *Costly* handlers: a worker with more waiting than is done in a moment shows that in [`WorkerShared::surplus`](crate::worker::shared::WorkerShared::surplus).
//!   A worker that runs out of work asks the one with the greatest surplus before it sleeps ([`Core::pull`]), which answers at its next look; those that sleep already need not ask,
//!   however short their sleep.
//!   If its handler does not return, another thread gets that worker, as always, and answers.
//! - *Cheap* handlers, for which crossing matters: only if the queue is long for some looks in a row, and only to who has slept for a while.
//!
//! The giver divides what waits among itself and all that have nothing to do, in one [migration](crate::worker::migration).

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::memory::slab::slots_of;
use crate::sync::shim::lock;
use crate::types::id::{CHUNK, Key};
use crate::types::mode::Mode;
use crate::worker::core::Core;
use crate::worker::load::Talk;
use crate::worker::shared::Stage;
use crate::worker::system_message::WorkerMessage;

/// Looks in a row that must find the worker busy, or talking to others too much.
const PATIENCE: u32 = 2;

/// Less time than this between two looks shows nothing.
const BRIEF: Duration = Duration::from_micros(200);

/// Handlers that take less than this on average are cheap: for them, crossing matters.
const CHEAP: Duration = Duration::from_micros(2);

/// With cheap handlers, fewer messages than this queued are no reason to move anybody.
const QUEUED: usize = 64;

/// Less work than this is done before anybody else has woken up for it.
const WORTH: Duration = Duration::from_micros(50);

/// The same where workers drive sockets: those of an actor stay with the worker where they were opened, so each time that one wakes its actor
/// elsewhere, another worker has to be woken by a system call.
const WORTH_DRIVING: Duration = Duration::from_millis(1);

/// What one message to another worker costs both, roughly.
const CROSSING: Duration = Duration::from_nanos(250);

/// Talking does not pay if crossing takes more than one part in so many of the time.
const LIMIT: u32 = 2;

/// Of two workers that wait for each other, one wakes the other at least so often.
const OFTEN: Duration = Duration::from_micros(100);

/// With no more chunks than this, their actors' counters are looked at.
const COUNTED: usize = 2048;

/// If so many in a row of those who wait have only been spawned, all have: who has been sent something waits with that behind it.
const STARTS: usize = 8;

/// So many of the messages queued are looked at.
const LOOKED_AT: usize = 4096;

/// With cheap handlers: a worker that has slept for less has work of its own and waits for some of it.
const LONG_ASLEEP: Duration = Duration::from_millis(2);

/// So many actors move together at most: for each, both workers are held up for some nanoseconds.
const MOST: usize = 1 << 16;

/// Where one actor has all the work, but for one part in so many or less, nothing is gained by a move.
const LEAST_SHARE: u64 = 8;

impl Core {
    /// Looks, when the monitor has called, at what there is to do here, and whether some actors had better be elsewhere.
    pub(crate) fn balance(&mut self, handled: u64) {
        if !self.may_share() {
            return;
        }
        if let Some(seed) = self.shared().sharing.shuffle {
            return self.shuffle(seed);
        }
        let now = Instant::now();
        let Some(since) = self.load.looked else { return self.load.begin(now, handled, self.migration.sent_away) };
        let (elapsed, waited) = (now - since, self.load.waited);
        if self.migration.is_busy() || elapsed < BRIEF {
            return;
        }
        let messages = u32::try_from(self.load.done_since(handled)).unwrap_or(u32::MAX).max(1);
        let away = u32::try_from(self.migration.sent_away - self.load.sent_away).unwrap_or(u32::MAX);
        self.load.begin(now, handled, self.migration.sent_away);
        if self.talks_too_much(now, elapsed, waited, away) && self.merge(now) {
            return;
        }
        self.migration.sent_to.fill(0);
        // One handler that takes long shows nothing of others.
        let cost = elapsed.saturating_sub(waited) / messages;
        let least = self.load.seen_cost.replace(cost).map(|before| before.min(cost));
        self.load.cost = least.filter(|least| *least >= CHEAP);
        let is_costly = self.load.cost.is_some();
        let busy =
            if is_costly { self.surplus() > 0 } else { self.queued() >= QUEUED && !self.waits_for_start_only(STARTS) };
        self.load.busy_looks = if busy { self.load.busy_looks + 1 } else { 0 };
        if is_costly && busy || self.load.busy_looks >= PATIENCE && self.shared().pause.is_over(now) {
            self.give(if is_costly { Duration::ZERO } else { LONG_ASLEEP });
        }
    }

    /// The worker has waited, asleep or looking on.
    pub(crate) fn note_wait(&mut self, now: Instant, slept: bool) {
        let handled = self.worker_shared().counters.handled.load(Ordering::Relaxed);
        if slept && self.may_share() && self.shared().sharing.shuffle.is_none() {
            self.load.begin_timing(now, handled);
        } else {
            self.load.waited_until(now, handled);
        }
    }

    /// Looks what handlers have cost since the worker woke, for as long as that is being timed; and if it is much, gives some of what waits
    /// to who sleeps.
    pub(crate) fn time_handlers(&mut self) {
        let handled = self.worker_shared().counters.handled.load(Ordering::Relaxed);
        let cost = self.load.time(Instant::now(), handled, CHEAP);
        if cost.is_some() && self.surplus() > 0 && !self.migration.is_busy() {
            self.give(Duration::ZERO);
        }
    }

    /// Whether actors of this system may move, and somewhere.
    fn may_share(&self) -> bool {
        let shared = self.shared();
        shared.mode == Mode::Pool && shared.sharing.on && shared.worker_count() > 1 && shared.stage() == Stage::Running
    }

    /// Messages that wait, about.
    fn queued(&self) -> usize {
        (self.ring.len() + self.low_priority.len() + self.arrivals.bytes()).div_ceil(16)
    }

    /// How much of the work that waits, which is costly, is more than a moment's: in units of that. What has only been spawned does nothing yet that could be shared.
    fn surplus(&self) -> u32 {
        let Some(cost) = self.load.cost.filter(|_| !self.waits_for_start_only(STARTS)) else { return 0 };
        let waits = cost.saturating_mul(u32::try_from(self.queued()).unwrap_or(u32::MAX));
        let worth = if self.worker_shared().parker.driver().is_some() { WORTH_DRIVING } else { WORTH };
        u32::try_from(waits.as_nanos() / worth.as_nanos()).unwrap_or(u32::MAX)
    }

    /// Publishes the surplus here.
    pub(crate) fn advertise(&mut self) {
        let surplus = self.surplus();
        let before = self.worker_shared().surplus.load(Ordering::Relaxed);
        if surplus == before {
            return;
        }
        self.worker_shared().surplus.store(surplus, Ordering::Relaxed);
        let with_surplus = &self.shared().with_surplus;
        match (before, surplus) {
            (0, _) => with_surplus.fetch_add(1, Ordering::Relaxed),
            (_, 0) => with_surplus.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
    }

    /// Nothing is left to do here: asks the worker with the greatest surplus for some of it, if there is one.
    pub(crate) fn pull(&mut self) {
        let shared = self.shared();
        if shared.with_surplus.load(Ordering::Relaxed) == 0 || shared.sharing.shuffle.is_some() || !self.may_share() {
            return;
        }
        let surpluses = shared.workers().map(|(id, other)| (other.surplus.load(Ordering::Relaxed), id));
        if let Some((surplus, from)) = surpluses.filter(|(_, id)| *id != self.id()).max()
            && surplus > 0
        {
            shared.notify_worker_urgently(from, WorkerMessage::Pull { taker: self.id() });
        }
    }

    /// Others have asked for some of the work, or handlers here block one after the other: answers at once.
    pub(crate) fn answer(&mut self) {
        if self.migration.is_busy() {
            return;
        }
        if self.load.cost.is_some() && self.may_share() && self.shared().sharing.shuffle.is_none() {
            self.give(Duration::ZERO);
        }
        self.load.takers.clear();
        self.load.spreads = false;
    }

    /// Divides the work that waits among this worker, those that have asked, and those that have slept for so long.
    fn give(&mut self, asleep_for: Duration) {
        let shared = self.shared();
        let now = shared.started.elapsed();
        let has_nothing = |id: u16| {
            let asleep = || shared.worker_shared(id).asleep(now).is_some_and(|asleep| asleep >= asleep_for);
            id != self.id() && (self.load.takers.contains(&id) || asleep())
        };
        let count = shared.worker_count();
        let mut takers: Vec<u16> = (self.id()..count).chain(0..self.id()).filter(|id| has_nothing(*id)).collect();
        if takers.is_empty() {
            return;
        }
        self.bring_all();
        let is_costly = self.load.cost.is_some();
        if is_costly {
            self.receive(usize::MAX);
            takers.truncate(self.surplus() as usize);
        }
        // Counters show which actor is worth moving; a queue shows which has something to do now, not which will have next.
        let work = if !is_costly && self.chunks.len() <= COUNTED { self.work_done() } else { self.work_queued() };
        self.load.busy_looks = 0;
        let total: u64 = work.iter().map(|(_, work)| work).sum();
        let most = work.iter().map(|(_, work)| *work).max().unwrap_or(0);
        if total - most > total / LEAST_SHARE {
            let given = cut(&work, takers.len() + 1).into_iter().skip(1);
            self.begin_move(takers.into_iter().zip(given).collect());
        } else {
            // No worker need ask for it until that has changed.
            self.load.cost = None;
        }
    }

    /// Gives some of the actors, whichever, to another worker, whichever; and looks again soon, most often before the next message.
    fn shuffle(&mut self, seed: u64) {
        let shared = self.shared();
        let first = (seed ^ u64::from(self.id()) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut state = self.load.shuffled.unwrap_or(first);
        let mut below = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        let again = below(64) != 0;
        if !self.migration.is_busy() {
            let workers = u64::from(shared.worker_count());
            let (first, next, every) = (below(workers), 1 + below(workers), 1 + below(4));
            let mut parts = vec![(first as u16, Vec::new())];
            if next < workers {
                parts.push((((first + next) % workers) as u16, Vec::new()));
            }
            for index in self.free_to_move() {
                if below(every) == 0 {
                    let part = below(parts.len() as u64) as usize;
                    parts[part].1.push(index);
                }
            }
            self.begin_move(parts);
        }
        self.load.shuffled = Some(state);
        if again && let Some(thread) = &*lock(&self.worker_shared().thread) {
            thread.ownership.call_attention();
        }
    }

    /// The slots of this worker's actors that may move, in order.
    fn free_to_move(&self) -> impl Iterator<Item = u32> {
        // SAFETY: the slot is ours.
        let lives = |index: u32| unsafe { (*self.slot(index)).is_live() };
        let slots = self.chunks.difference(&self.pinned).flat_map(|&chunk| slots_of(chunk));
        slots.filter(move |&index| self.route(Key::new(index, 1)) == self.id() && lives(index))
    }

    /// By actor: messages handled so far. Where there are many, they predict best where the next will be.
    fn work_done(&self) -> Vec<(u32, u64)> {
        // SAFETY: the slot is ours.
        self.free_to_move().map(|index| (index, unsafe { (*self.slot(index)).handled })).collect()
    }

    /// By actor: messages that wait here, as far as the first of them show.
    fn work_queued(&self) -> Vec<(u32, u64)> {
        let mut queued: HashMap<u32, u64> = HashMap::new();
        self.ring.for_first(LOOKED_AT, |header| *queued.entry(header.index()).or_default() += 1);
        let may_move = |index: u32| {
            let is_here = self.route(Key::new(index, 1)) == self.id() && !self.pinned.contains(&(index / CHUNK));
            // SAFETY: the slot is ours if it is here.
            is_here && unsafe { (*self.slot(index)).is_live() }
        };
        let mut queued: Vec<(u32, u64)> = queued.into_iter().filter(|(index, _)| may_move(*index)).collect();
        queued.sort_unstable();
        queued
    }

    /// Whether the actors here had better be where those are to whom they talk most: if that is found at some looks in a row.
    ///
    /// A worker talks too much if that takes a great part of its time. It does, too, if it waits for the other one most of the time, asleep or looking on, and that one
    /// does the same: they would not fill one worker together. Of the two, the one with the lower number leaves the other some time to move.
    fn talks_too_much(&mut self, now: Instant, elapsed: Duration, waited: Duration, away: u32) -> bool {
        let is_held_up = CROSSING * away > elapsed / LIMIT;
        let talks = is_held_up || OFTEN * away > elapsed && waited > elapsed / LIMIT;
        let partner = (0..).zip(&self.migration.sent_to).max_by_key(|(_, sent)| **sent).map(|(id, _)| id);
        let Some(with) = partner.filter(|_| talks) else {
            self.load.talk = None;
            return false;
        };
        let they_waited = self.shared().worker_shared(with).waited.load(Ordering::Relaxed);
        let begins = || Talk { with, looks: 0, since: now, waited: they_waited };
        let mut talk = self.load.talk.take().filter(|talk| talk.with == with).unwrap_or_else(begins);
        talk.looks += 1;
        let patience = if with < self.id() { PATIENCE } else { 2 * PATIENCE };
        let they_wait = Duration::from_nanos(they_waited - talk.waited) > (now - talk.since) / LIMIT;
        let too_much = talk.looks >= patience && (is_held_up || they_wait);
        if talk.looks < patience || too_much {
            self.load.talk = Some(talk);
        }
        too_much
    }

    /// Gives all actors to the worker that they talk to most; whether that begins now.
    fn merge(&mut self, now: Instant) -> bool {
        let Some(talk) = self.load.talk.take() else { return false };
        let begins = self.begin_move(vec![(talk.with, self.free_to_move().take(MOST).collect())]);
        if begins {
            self.shared().pause.begin(now);
        }
        begins
    }
}

/// Cuts what is to be done into so many runs of about the same weight. Actors that were spawned one after the other are likely to talk to each other, and stay together.
fn cut(work: &[(u32, u64)], runs: usize) -> Vec<Vec<u32>> {
    let total: u128 = work.iter().map(|(_, work)| u128::from(*work)).sum();
    let mut cut = vec![Vec::new(); runs];
    let mut before = 0;
    for &(index, work) in work {
        // The run in which the middle of it lies.
        let middle = 2 * before + u128::from(work);
        let run = middle * runs as u128 / (2 * total).max(1);
        cut[(run as usize).min(runs - 1)].push(index);
        before += u128::from(work);
    }
    cut
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::api::actor::Actor;
    use crate::api::cell::ActorCell;
    use crate::api::context::Context;
    use crate::memory::envelope::{self, Layout};
    use crate::worker::shared::Shared;
    use crate::worker::thread::WorkerThread;

    struct Idle;

    impl Actor for Idle {
        type Message = u64;

        fn handle(&mut self, _: u64, _: &mut Context<'_, Self>) {}
    }

    /// Who has only been spawned does nothing yet. Who has been sent something waits with that, even though its start comes first.
    #[test]
    fn what_waits_behind_a_start_may_be_done_elsewhere() {
        let shared = Shared::without_threads(2);
        let thread = WorkerThread::new(Arc::clone(&shared), 0);
        // SAFETY: the worker has one thread, whose place is the runtime.
        let mut guard = unsafe { thread.guard() };
        let core = guard.core();
        core.load.cost = Some(Duration::from_millis(1));
        let vtable = ActorCell::<Idle>::vtable();
        let mut spawn = || core.spawn(ActorCell::allocate(Idle, None), vtable).expect("there is capacity");
        let last = [spawn(), spawn(), spawn()][2];
        assert_eq!(core.surplus(), 0);
        // SAFETY: the space is the message's.
        unsafe { envelope::write(core.reserve(last, Layout::<u64>::STRIDE), last, 1) };
        assert!(core.surplus() > 0);
        guard.clear_worker();
    }

    #[test]
    fn everybody_gets_as_much_in_the_order_of_spawning() {
        let even: Vec<(u32, u64)> = (0..9).map(|index| (index, 5)).collect();
        assert_eq!(cut(&even, 3), [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8]]);
        let uneven = [(2, 1), (3, 1), (5, 2), (8, 4)];
        assert_eq!(cut(&uneven, 2), [vec![2, 3, 5], vec![8]]);
        assert_eq!(cut(&even[..2], 4), [vec![], vec![0], vec![], vec![1]], "more takers than actors");
    }

    #[test]
    fn no_taker_is_left_out() {
        let work: Vec<(u32, u64)> = (0..1000).map(|index| (index, u64::from(index % 7))).collect();
        for runs in [1, 2, 5, 64] {
            assert_eq!(cut(&work, runs).concat(), (0..1000).collect::<Vec<_>>());
        }
        assert_eq!(cut(&[(1, 0), (2, 0)], 2).concat().len(), 2, "nor who does nothing");
    }
}
