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

    /// Takes one, if there is one now or, with a deadline, until then.
    pub(crate) fn take(&self, deadline: Option<Instant>) -> bool {
        let mut left = lock(&self.left);
        while *left == 0 {
            let time = deadline.map_or(Duration::ZERO, |deadline| deadline.saturating_duration_since(Instant::now()));
            if time.is_zero() {
                return false;
            }
            left = self.returned.wait_timeout(left, time).unwrap_or_else(PoisonError::into_inner).0;
        }
        *left -= 1;
        true
    }

    pub(crate) fn give_back(&self) {
        *lock(&self.left) += 1;
        self.returned.notify_one();
    }
}
