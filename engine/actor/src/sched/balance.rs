//! When actors move: sharing with a worker that sleeps, and merging again when that does not pay.
//!
//! Crossing from one worker to another costs some two hundred nanoseconds, staying costs five. So actors stay together unless
//! one worker is continuously busy while another sleeps; and come together again when their talk across workers costs more than the
//! second worker gains. Looked at about once a millisecond, when the monitor calls for attention.
//!
//! A worker whose handlers block, one after the other, does not wait for that: see [`Core::spread`].

use std::collections::{BTreeSet, HashMap};
use std::mem;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::sync::shim::lock;
use crate::types::id::{CHUNK, Key};
use crate::types::mode::Mode;
use crate::worker::core::Core;
use crate::worker::shared::Stage;

/// Looks in a row that must find the worker busy, or talking to others too much.
const PATIENCE: u32 = 2;

/// Handlers that take less than this on average are cheap: for them, crossing matters.
const CHEAP: Duration = Duration::from_micros(2);

/// With cheap handlers, fewer entries than this queued are no reason to share.
const QUEUED: usize = 64;

/// What one message to another worker costs both, roughly.
const CROSSING: Duration = Duration::from_nanos(250);

/// Chunks with messages have so many without between them, at most, if they count as neighbours.
const NEIGHBOURS: usize = 1024;

/// So many chunks move together, about: for each actor both workers are held up for some nanoseconds.
const MOST_CHUNKS: usize = 1 << 16;

/// With no more chunks than this, their actors' counters are looked at before sharing.
const COUNTED: usize = 2048;

/// So many of the messages queued are looked at.
const LOOKED_AT: usize = 4096;

/// A worker that has slept for less has work of its own, and waits for some of it: unless it handles, if messages are cheap, less than one
/// for so many of ours.
const LONG_ASLEEP: Duration = Duration::from_millis(2);
const FEW: u64 = 16;

/// Less than one part in so many of the work is not worth a move.
const LEAST_SHARE: u64 = 8;

/// Sharing does not pay if crossing takes more than one part in so many of the time.
const LIMIT: u32 = 2;

impl Core {
    /// Looks whether some actors had better be elsewhere.
    pub(crate) fn balance(&mut self, handled: u64) {
        let shared = self.shared();
        if !self.may_share() {
            return;
        }
        if let Some(seed) = shared.sharing.shuffle {
            return self.shuffle(seed);
        }
        let handled_by =
            shared.workers().map(|(_, worker_shared)| worker_shared.counters.handled.load(Ordering::Relaxed)).collect();
        let handled_before = mem::replace(&mut self.load.handled_by, handled_by);
        let started = mem::take(&mut self.load.started);
        let now = Instant::now();
        let Some(looked) = self.load.looked.replace(now) else {
            (self.load.handled, self.load.sent_away) = (handled, self.migration.sent_away);
            return;
        };
        let elapsed = now - looked;
        let messages = handled - self.load.handled;
        let away = self.migration.sent_away - self.load.sent_away;
        (self.load.handled, self.load.sent_away) = (handled, self.migration.sent_away);
        if self.migration.is_busy() || elapsed < Duration::from_micros(200) {
            return;
        }
        let crossing = CROSSING * u32::try_from(away).unwrap_or(u32::MAX);
        let talks_away = crossing > elapsed / LIMIT;
        self.load.talking_looks = if talks_away { self.load.talking_looks + 1 } else { 0 };
        if self.load.talking_looks >= PATIENCE {
            return self.merge(now);
        }
        let cheap = elapsed < CHEAP * u32::try_from(messages + started).unwrap_or(u32::MAX);
        let queued = (self.ring.len() + self.low_priority.len() + self.arrivals.bytes()).div_ceil(16);
        // What has only been spawned does nothing yet that could be shared.
        let busy = if cheap { queued >= QUEUED && !self.waits_for_start_only() } else { queued >= 1 };
        self.load.busy_looks = if busy { self.load.busy_looks + 1 } else { 0 };
        let does_nothing = |id: u16| {
            let handled = shared.worker_shared(id).counters.handled.load(Ordering::Relaxed);
            let before = handled_before.get(usize::from(id)).copied().unwrap_or(handled);
            FEW * (handled - before) < messages
        };
        if self.load.busy_looks >= PATIENCE && shared.pause.is_over(now) {
            self.share(cheap, |id| cheap && does_nothing(id));
        }
    }

    /// Whether actors of this system may move, and somewhere.
    fn may_share(&self) -> bool {
        let shared = self.shared();
        shared.mode == Mode::Pool && shared.sharing.on && shared.worker_count() > 1 && shared.stage() == Stage::Running
    }

    /// Handlers here block, one after the other: gives half of those who wait to a worker that sleeps, so that theirs start at the same
    /// time. That one does the same when its handlers turn out to block, and so on.
    ///
    /// What crossing costs is no matter: it is little beside a handler that blocks.
    pub(crate) fn spread(&mut self) {
        let shared = self.shared();
        if !self.may_share() || shared.sharing.shuffle.is_some() || shared.moving.load(Ordering::Relaxed) {
            return;
        }
        let sleeper = shared.workers().find(|(id, worker_shared)| *id != self.id() && worker_shared.inbox.is_asleep());
        let Some((to, _)) = sleeper else { return };
        self.receive(usize::MAX);
        self.bring_all();
        let load = self.work_queued();
        let (chosen, _) = piece(self.free_chunks().rev(), &load, load.values().sum(), false);
        self.begin_move(to, chosen);
    }

    /// Gives some of the chunks, whichever, to another worker, whichever; and looks again soon, most often before the next message.
    fn shuffle(&mut self, seed: u64) {
        let shared = self.shared();
        let first = (seed ^ u64::from(self.id()) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let state = self.load.shuffled.get_or_insert(first);
        let mut below = |bound: u64| {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            *state % bound
        };
        let again = below(64) != 0;
        if !shared.moving.load(Ordering::Relaxed) {
            let to = below(u64::from(shared.worker_count())) as u16;
            let every = 1 + below(4);
            let free = self.chunks.difference(&self.pinned);
            let chosen: BTreeSet<u32> = free.copied().filter(|_| below(every) == 0).collect();
            self.begin_move(to, chosen);
        }
        if again && let Some(thread) = &*lock(&self.worker_shared().thread) {
            thread.ownership.call_attention();
        }
    }

    /// Gives about half of what is to be done to a worker that sleeps.
    fn share(&mut self, cheap: bool, is_idle: impl Fn(u16) -> bool) {
        let shared = self.shared();
        let now = shared.started.elapsed();
        let sleeper = shared.workers().find(|(id, worker_shared)| {
            let asleep = worker_shared.asleep(now);
            *id != self.id() && asleep.is_some_and(|asleep| asleep > LONG_ASLEEP || is_idle(*id))
        });
        let Some((to, _)) = sleeper else { return };
        self.bring_all();
        let counted = cheap && self.chunks.len() <= COUNTED;
        let load = if counted { self.work_done() } else { self.work_queued() };
        let total: u64 = load.values().sum();
        // Counters say who is worth moving; a queue says who has something to do now, not who will have next.
        let (chosen, weight) = piece(self.free_chunks().rev(), &load, total, cheap && !counted);
        self.load.busy_looks = 0;
        // Where nearly all is to be done in one place, it stays there.
        if weight >= total / LEAST_SHARE && total - weight >= total / LEAST_SHARE {
            self.begin_move(to, chosen);
        }
    }

    /// Those that may move, in the order of spawning.
    fn free_chunks(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.chunks.iter().copied().filter(|chunk| !self.pinned.contains(chunk))
    }

    /// By chunk: messages handled so far. Where there are many, they say best where the next will be.
    fn work_done(&self) -> HashMap<u32, u64> {
        let done = |&chunk: &u32| {
            let slots = (chunk * CHUNK..(chunk + 1) * CHUNK).map(|index| self.slot(index));
            // SAFETY: the chunk is ours.
            (chunk, slots.map(|slot| unsafe { if (*slot).is_live() { (*slot).handled } else { 0 } }).sum())
        };
        let here = |chunk: &&u32| self.route(Key::new(**chunk * CHUNK, 1)) == self.id();
        self.chunks.iter().filter(here).map(done).collect()
    }

    /// By chunk: messages that wait here, as far as the first of them tell.
    fn work_queued(&self) -> HashMap<u32, u64> {
        let mut queued: HashMap<u32, u64> = HashMap::new();
        self.ring.for_first(LOOKED_AT, |header| {
            if header.key() != Key::worker() {
                *queued.entry(header.key().chunk()).or_default() += 1;
            }
        });
        queued
    }

    /// Gives everything to the worker that is talked to most, since the talk between the two costs too much.
    fn merge(&mut self, now: Instant) {
        let shared = self.shared();
        let partner = (0..).zip(&self.migration.sent_to).max_by_key(|(_, sent)| **sent).map(|(id, _)| id);
        let Some(to) = partner else { return };
        let chunks: BTreeSet<u32> = self.chunks.difference(&self.pinned).copied().collect();
        if self.begin_move(to, chunks) {
            shared.pause.begin(now);
        }
    }
}

/// The first of these chunks, with about half of `twice` of the load, and how much that is. Neighbours in the order of spawning stay together;
/// where crossing matters, with those in between that have no load, or the first message that is passed on crosses.
fn piece(
    chunks: impl Iterator<Item = u32>,
    load: &HashMap<u32, u64>,
    twice: u64,
    with_between: bool,
) -> (BTreeSet<u32>, u64) {
    let mut chosen = BTreeSet::new();
    let mut between = Vec::new();
    let mut weight = 0;
    for chunk in chunks {
        let has = load.get(&chunk).copied().unwrap_or(0);
        if has == 0 {
            between.push(chunk);
            continue;
        }
        if (2 * (weight + has)).abs_diff(twice) < (2 * weight).abs_diff(twice) {
            weight += has;
            chosen.insert(chunk);
            if with_between && between.len() <= NEIGHBOURS {
                chosen.extend(&between);
            }
            if chosen.len() >= MOST_CHUNKS {
                break;
            }
        }
        between.clear();
    }
    (chosen, weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(of: impl IntoIterator<Item = (u32, u64)>) -> HashMap<u32, u64> {
        of.into_iter().collect()
    }

    #[test]
    fn half_of_the_load_goes_and_those_between_where_that_matters() {
        // As of a few messages in a long ring.
        let few = load((0..100).map(|number| (10 * number, 1)));
        let (with, weight) = piece((0..1000).rev(), &few, 100, true);
        assert_eq!((with.first(), with.last(), with.len(), weight), (Some(&500), Some(&999), 500, 50), "in one piece");
        let (without, weight) = piece((0..1000).rev(), &few, 100, false);
        assert_eq!((without.first(), without.len(), weight), (Some(&500), 50, 50));
    }

    #[test]
    fn neither_one_hot_place_nor_a_desert_goes_along() {
        let hot = load([(1, 10), (5, 100), (7, 10), (9, 10)]);
        assert_eq!(piece((0..10).rev(), &hot, 130, true), (BTreeSet::from([1, 2, 3, 4, 7, 8, 9]), 30));
        let desert = NEIGHBOURS as u32 + 3;
        let apart = load([(0, 1), (1, 1), (desert, 1), (desert + 1, 1)]);
        assert_eq!(piece((0..desert + 2).rev(), &apart, 4, true), (BTreeSet::from([desert, desert + 1]), 2));
        let far = load([(0, 3), (1, 2), (desert, 1)]);
        assert_eq!(piece((0..=desert).rev(), &far, 6, true), (BTreeSet::from([1, desert]), 3));
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow, and nothing of it is unsafe")]
    fn what_moves_at_once_is_bounded() {
        let all = load((0..4 * MOST_CHUNKS as u32).map(|chunk| (chunk, 1)));
        assert_eq!(piece((0..4 * MOST_CHUNKS as u32).rev(), &all, 4 * MOST_CHUNKS as u64, true).0.len(), MOST_CHUNKS);
    }
}
