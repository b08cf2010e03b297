//! What a worker remembers from look to look of what there was to do, here and elsewhere. Who decides over moves reads it: the run loop
//! only keeps it.

use std::time::{Duration, Instant};

/// Handlers of a worker that is handed off again within such a time block one after the other.
const OFTEN: Duration = Duration::from_millis(10);

/// What such handlers cost at the least.
const LONG: Duration = Duration::from_millis(1);

/// What a worker remembers from look to look.
#[derive(Default)]
pub(crate) struct Load {
    /// When the worker last looked; nothing: it has slept since.
    pub(crate) looked: Option<Instant>,
    /// Messages handled, and sent to other workers, until then.
    pub(crate) handled: u64,
    pub(crate) sent_away: u64,
    /// Actors that have started here since then.
    pub(crate) started: u32,
    pub(crate) busy_looks: u32,
    pub(crate) talking_looks: u32,
    /// What handlers here cost of late, if that is much.
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
        (self.handled, self.sent_away, self.started) = (handled, sent_away, 0);
    }

    /// The actors here have changed, or the worker has slept: what was seen before says nothing.
    pub(crate) fn forget(&mut self) {
        (self.looked, self.cost) = (None, None);
        (self.busy_looks, self.talking_looks) = (0, 0);
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
