//! How often something may be restarted.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// So many restarts within so much time, and no more.
pub(crate) struct RestartLimit {
    times: u32,
    within: Duration,
    /// When there were some lately, first to last.
    recent: VecDeque<Instant>,
}

impl RestartLimit {
    pub(crate) fn new(times: u32, within: Duration) -> Self {
        Self { times, within, recent: VecDeque::new() }
    }

    /// Whether there may be one more now; if so, it counts.
    pub(crate) fn allows_now(&mut self) -> bool {
        self.times == u32::MAX || self.allows(Instant::now())
    }

    fn allows(&mut self, now: Instant) -> bool {
        while self.recent.front().is_some_and(|&then| now.saturating_duration_since(then) >= self.within) {
            self.recent.pop_front();
        }
        let is_allowed = self.recent.len() < self.times as usize;
        if is_allowed {
            self.recent.push_back(now);
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_slides() {
        let start = Instant::now();
        let mut limit = RestartLimit::new(2, Duration::from_secs(10));
        let mut allows = |seconds| limit.allows(start + Duration::from_secs(seconds));
        assert!(allows(0) && allows(6));
        assert!(!allows(9), "two within ten seconds");
        assert!(allows(10), "the first is ten seconds ago");
        assert!(!allows(15), "those refused do not count, but two do");
        assert!(allows(16));
    }

    #[test]
    fn none_and_any_number() {
        assert!(!RestartLimit::new(0, Duration::from_secs(1)).allows_now());
        let mut any = RestartLimit::new(u32::MAX, Duration::MAX);
        assert!((0..1000).all(|_| any.allows_now()));
        assert!(any.recent.is_empty(), "nothing to remember");
    }
}
