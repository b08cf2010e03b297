//! How long something that did not pay is left alone.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a system does not do something again: longer each time.
pub(crate) struct Pause {
    /// In nanoseconds since the system began.
    until: AtomicU64,
    length: AtomicU64,
    longest: Duration,
    began: Instant,
}

/// The first and the longest, after sharing has not paid.
pub(crate) const SHARING_PAUSE: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(10));

impl Pause {
    pub(crate) fn new((first, longest): (Duration, Duration)) -> Self {
        let length = AtomicU64::new(first.as_nanos() as u64);
        Self { until: AtomicU64::new(0), length, longest, began: Instant::now() }
    }

    fn since_began(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.began).as_nanos() as u64
    }

    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.until.load(Ordering::Relaxed) <= self.since_began(now)
    }

    pub(crate) fn begin(&self, now: Instant) {
        let length = self.length.load(Ordering::Relaxed);
        self.until.store(self.since_began(now) + length, Ordering::Relaxed);
        self.length.store((2 * length).min(self.longest.as_nanos() as u64), Ordering::Relaxed);
    }
}
