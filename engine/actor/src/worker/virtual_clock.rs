//! The time of a system that is driven step by step: its driver advances it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Nanoseconds since the system began.
#[derive(Default)]
pub(crate) struct VirtualClock(AtomicU64);

impl VirtualClock {
    pub(crate) fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, to: Duration) {
        self.0.store(u64::try_from(to.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
