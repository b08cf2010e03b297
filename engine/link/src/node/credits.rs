//! How many acked messages to an actor may be without an outcome.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ready::lock;

pub(crate) struct Credits {
    left: Mutex<usize>,
    returned: Condvar,
}

impl Credits {
    pub(super) fn new(bound: usize) -> Self {
        Self { left: Mutex::new(bound), returned: Condvar::new() }
    }

    /// Takes one, if there is one now or, with a time, within it.
    pub(crate) fn take(&self, within: Option<Duration>) -> bool {
        let mut left = lock(&self.left);
        if *left == 0
            && let Some(within) = within
        {
            let deadline = Instant::now().checked_add(within);
            while *left == 0 {
                let time =
                    deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
                if time.is_zero() {
                    return false;
                }
                left = self.returned.wait_timeout(left, time).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        if *left > 0 {
            *left -= 1;
            return true;
        }
        false
    }

    pub(crate) fn give_back(&self) {
        *lock(&self.left) += 1;
        self.returned.notify_one();
    }
}
