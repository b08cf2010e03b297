//! What a worker remembers from look to look of what there was to do, here and elsewhere. Who decides over moves reads it: the run loop
//! only keeps it.

use std::time::{Duration, Instant};

/// Handlers of a worker that is handed off again within such a time block one after the other.
const OFTEN: Duration = Duration::from_millis(10);

/// What such handlers cost at the least.
const LONG: Duration = Duration::from_millis(1);

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
    /// Actors that have started here since then.
    pub(crate) started: u64,
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
        (self.waited, self.handled, self.sent_away, self.started) = (Duration::ZERO, handled, sent_away, 0);
    }

    /// The actors here are others than before: what was seen says nothing.
    pub(crate) fn forget(&mut self) {
        (self.looked, self.talk) = (None, None);
        self.falls_asleep();
    }

    /// There is nothing to do.
    pub(crate) fn falls_asleep(&mut self) {
        (self.seen_cost, self.cost, self.busy_looks) = (None, None, 0);
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
