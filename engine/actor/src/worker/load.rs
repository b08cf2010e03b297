//! What a worker remembers from look to look of what there was to do, here and elsewhere. Who decides over moves reads it: the run loop
//! only keeps it.

use std::mem;
use std::time::{Duration, Instant};

/// Handlers of a worker that is handed off again within such a time block one after the other.
const OFTEN: Duration = Duration::from_millis(10);

/// What a worker remembers from look to look.
#[derive(Default)]
pub(crate) struct Load {
    pub(crate) looked: Option<Instant>,
    pub(crate) handled: u64,
    pub(crate) sent_away: u64,
    /// Actors that have started here since we last looked.
    pub(crate) started: u64,
    /// By worker: messages handled when we last looked.
    pub(crate) handled_by: Vec<u64>,
    pub(crate) busy_looks: u32,
    pub(crate) talking_looks: u32,
    /// The state of the random numbers that move actors about.
    pub(crate) shuffled: Option<u64>,
    /// When the worker was handed off last.
    pub(crate) handed_off: Option<Instant>,
    /// That was soon after the time before, and nothing has been done about it yet.
    pub(crate) spreads: bool,
}

impl Load {
    /// The actors here have changed: what was seen before says nothing.
    pub(crate) fn forget(&mut self) {
        self.looked = None;
        (self.busy_looks, self.talking_looks) = (0, 0);
    }

    /// The worker is handed to another thread.
    pub(crate) fn note_handoff(&mut self, now: Instant) {
        let before = self.handed_off.replace(now);
        self.spreads = before.is_some_and(|before| now.saturating_duration_since(before) < OFTEN);
    }

    /// Whether those who wait here had better start elsewhere; says so once.
    #[inline]
    pub(crate) fn wants_spreading(&mut self) -> bool {
        mem::take(&mut self.spreads)
    }
}
