//! How many acked messages to an actor may be without an outcome.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ready::lock;

/// How long a sender may wait that could have been woken.
const SOON: Duration = Duration::from_millis(5);

pub(crate) struct Credits {
    bound: usize,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    left: usize,
    /// Threads that wait for one.
    waiting: usize,
}

impl Credits {
    pub(super) fn new(bound: usize) -> Self {
        Self { bound, state: Mutex::new(State { left: bound, waiting: 0 }), returned: Condvar::new() }
    }

    /// Takes one, if there is one now or, with a deadline, until then.
    pub(crate) fn take(&self, deadline: Option<Instant>) -> bool {
        let mut state = lock(&self.state);
        while state.left == 0 {
            let time = deadline.map_or(Duration::ZERO, |deadline| deadline.saturating_duration_since(Instant::now()));
            if time.is_zero() {
                return false;
            }
            state.waiting += 1;
            state = self.returned.wait_timeout(state, time.min(SOON)).unwrap_or_else(PoisonError::into_inner).0;
            state.waiting -= 1;
        }
        state.left -= 1;
        true
    }

    pub(crate) fn give_back(&self) {
        let mut state = lock(&self.state);
        state.left += 1;
        // Who waits is woken when there is enough for a while, and not for each one: as a rule others are right behind it.
        if state.waiting > 0 && state.left >= (self.bound / 8).max(1) {
            drop(state);
            self.returned.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::Credits;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn there_are_so_many_and_no_more() {
        let credits = Credits::new(2);
        assert!(credits.take(None) && credits.take(None));
        assert!(!credits.take(None));
        assert!(!credits.take(Some(Instant::now() + Duration::from_millis(1))));
        credits.give_back();
        assert!(credits.take(None));
        assert!(!credits.take(None));
    }

    #[test]
    fn a_waiting_sender_gets_one_however_few_come_back() {
        for returned in [1, 8] {
            let credits = Arc::new(Credits::new(64));
            assert!((0..64).all(|_| credits.take(None)));
            let waiting = Arc::clone(&credits);
            let taker = thread::spawn(move || (0..returned).all(|_| waiting.take(Some(Instant::now() + LONG))));
            for _ in 0..returned {
                credits.give_back();
            }
            assert!(taker.join().unwrap());
            assert!(!credits.take(None));
        }
    }
}
