//! What a worker remembers from look to look of what there was to do, here and elsewhere. Who decides over moves reads it: the run loop
//! only keeps it.

use std::time::{Duration, Instant};

/// Handlers of a worker that is handed off again within such a time block one after the other.
const OFTEN: Duration = Duration::from_millis(10);

/// What such handlers cost at the least.
const LONG: Duration = Duration::from_millis(1);

/// A worker that has woken, and finds more to do than it can look over, times its handlers in so many parts at most; after that the monitor
/// has looked twice.
const TIMED: u32 = 8;

/// So long is a part at the least: a shorter one shows nothing.
const PART: Duration = Duration::from_micros(200);

/// What handlers have cost since the worker woke, part by part.
pub(crate) struct Timing {
    since: Instant,
    /// What had been done until then: messages, and others.
    done: u64,
    /// What they cost in the part before.
    before: Option<Duration>,
    left: u32,
}

/// Looks that found the worker talking to another one more than it pays.
pub(crate) struct Talk {
    pub(crate) with: u16,
    pub(crate) looks: u32,
    /// When it was found first, and how long the other one had waited until then, in nanoseconds.
    pub(crate) since: Instant,
    pub(crate) waited: u64,
}

/// What a worker remembers from look to look.
#[derive(Default)]
pub(crate) struct Load {
    /// When the worker last looked, and how long it has waited for something to do since, asleep or looking on.
    pub(crate) looked: Option<Instant>,
    pub(crate) waited: Duration,
    /// Messages handled, and sent to other workers, until then.
    pub(crate) handled: u64,
    pub(crate) sent_away: u64,
    /// What has been run here and is no message, in all and until then: actors that started, handlers that went on with what they awaited.
    pub(crate) others: u64,
    others_before: u64,
    /// Handlers are being timed.
    pub(crate) timing: Option<Timing>,
    pub(crate) busy_looks: u32,
    /// With whom it talks too much, if with anybody.
    pub(crate) talk: Option<Talk>,
    /// What handlers here cost on average when the worker last looked; nothing: it has slept since.
    pub(crate) seen_cost: Option<Duration>,
    /// The same at two looks in a row, at the least, if that is much.
    pub(crate) cost: Option<Duration>,
    /// Workers that have asked for some of the work.
    pub(crate) takers: Vec<u16>,
    /// The state of the random numbers that move actors about.
    pub(crate) shuffled: Option<u64>,
    /// When the worker was handed off last.
    pub(crate) handed_off: Option<Instant>,
    /// That was soon after the time before, and nothing has been done about it yet.
    pub(crate) spreads: bool,
}

impl Load {
    /// What is found at the next look is that which has happened since.
    pub(crate) fn begin(&mut self, now: Instant, handled: u64, sent_away: u64) {
        self.looked = Some(now);
        (self.waited, self.handled, self.sent_away) = (Duration::ZERO, handled, sent_away);
        self.others_before = self.others;
    }

    /// How much has been done since the worker last looked: messages, and others.
    pub(crate) fn done_since(&self, handled: u64) -> u64 {
        handled - self.handled + self.others - self.others_before
    }

    /// The worker has woken: what handlers cost from now on is timed.
    pub(crate) fn begin_timing(&mut self, now: Instant, handled: u64) {
        self.timing = Some(Timing { since: now, done: handled + self.others, before: None, left: TIMED });
    }

    /// The worker has waited without falling asleep: that is no handler's time, and one that waits again and again has nothing to share.
    pub(crate) fn waited_until(&mut self, now: Instant, handled: u64) {
        let Some(timing) = self.timing.as_mut().filter(|timing| timing.left > 1) else {
            self.timing = None;
            return;
        };
        (timing.since, timing.done, timing.left) = (now, handled + self.others, timing.left - 1);
    }

    /// What handlers cost on average in two parts in a row, at the least, if that has been found to be as much as `costly` just now.
    pub(crate) fn time(&mut self, now: Instant, handled: u64, costly: Duration) -> Option<Duration> {
        let timing = self.timing.as_mut()?;
        let elapsed = now - timing.since;
        if elapsed < PART {
            return None;
        }
        let done = handled + self.others;
        let cost = elapsed / u32::try_from(done - timing.done).unwrap_or(u32::MAX).max(1);
        let least = timing.before.map(|before| before.min(cost)).filter(|least| *least >= costly);
        (timing.since, timing.done, timing.before, timing.left) = (now, done, Some(cost), timing.left - 1);
        if least.is_some() || timing.left == 0 {
            self.timing = None;
        }
        if least.is_some() {
            (self.seen_cost, self.cost) = (least, least);
        }
        least
    }

    /// The actors here are others than before: what was seen means nothing.
    pub(crate) fn forget(&mut self) {
        (self.looked, self.talk) = (None, None);
        self.falls_asleep();
    }

    /// There is nothing to do.
    pub(crate) fn falls_asleep(&mut self) {
        (self.seen_cost, self.cost, self.busy_looks, self.timing) = (None, None, 0, None);
    }

    /// The worker is handed to another thread.
    pub(crate) fn note_handoff(&mut self, now: Instant) {
        let before = self.handed_off.replace(now);
        if before.is_some_and(|before| now.saturating_duration_since(before) < OFTEN) {
            self.spreads = true;
            self.cost = self.cost.max(Some(LONG));
        }
    }

    /// Whether those who wait here had better start elsewhere, and at once.
    #[inline]
    pub(crate) fn wants_giving(&self) -> bool {
        self.spreads || !self.takers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTLY: Duration = Duration::from_micros(2);

    /// What is found at the end of parts of so many microseconds with so many messages each.
    fn times(parts: &[(u64, u64)]) -> (Load, Vec<Option<Duration>>) {
        let (mut load, mut now, mut handled) = (Load::default(), Instant::now(), 7);
        load.begin_timing(now, handled);
        let found = parts.iter().map(|(micros, messages)| {
            now += Duration::from_micros(*micros);
            handled += messages;
            load.time(now, handled, COSTLY)
        });
        let found = found.collect();
        (load, found)
    }

    #[test]
    fn two_parts_in_a_row_show_what_handlers_cost() {
        let micros = |micros| Some(Duration::from_micros(micros));
        let (load, found) = times(&[(300, 60), (20, 5), (280, 25)]);
        assert_eq!(found, [None, None, micros(5)], "a short part goes with the next");
        assert!(load.cost == micros(5) && load.timing.is_none());
        // One that takes long shows nothing of others.
        let (load, found) = times(&[(900, 1), (300, 1000), (900, 1), (300, 100)]);
        assert_eq!(found, [None, None, None, micros(3)]);
        assert_eq!(load.seen_cost, micros(3));
    }

    #[test]
    fn cheap_handlers_are_not_timed_for_ever() {
        let (load, found) = times(&[(200, 1000); TIMED as usize]);
        assert!(found.iter().all(Option::is_none) && load.timing.is_none() && load.cost.is_none());
        // Nor are those of a worker that has too little to do.
        let (mut load, begin) = (Load::default(), Instant::now());
        load.begin_timing(begin, 0);
        (1..TIMED).for_each(|handled| load.waited_until(begin, handled.into()));
        assert!(load.timing.is_some());
        load.waited_until(begin, TIMED.into());
        assert!(load.timing.is_none());
    }

    #[test]
    fn what_is_no_message_counts_and_waiting_does_not() {
        let (mut load, begin) = (Load::default(), Instant::now());
        load.begin(begin, 0, 0);
        load.begin_timing(begin, 0);
        load.others += 100;
        assert_eq!(load.done_since(20), 120);
        let waited = begin + Duration::from_secs(1);
        load.waited_until(waited, 20);
        load.others += 100;
        let now = waited + Duration::from_micros(200);
        assert_eq!(load.time(now, 20, COSTLY), None);
        load.others += 10;
        assert_eq!(load.time(now + Duration::from_micros(200), 20, Duration::ZERO), Some(Duration::from_micros(2)));
    }
}
