//! How many acked messages to an actor may be without an outcome.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::ready::{lock, shrink};
use super::waiters::Waiters;

/// How long a sender may wait that could have been woken.
const SOON: Duration = Duration::from_millis(5);

/// Of an actor: the index of its node, and its number there.
type Actor = (u32, u32);

/// The credits of all actors that addresses here, or messages without an outcome, belong to.
#[derive(Default)]
pub(super) struct AllCredits(Mutex<HashMap<Actor, Weak<Credits>>>);

impl AllCredits {
    /// Those of an actor, for all who send to it from here.
    pub(super) fn of(self: &Arc<Self>, actor: Actor, bound: usize) -> Arc<Credits> {
        let mut all = lock(&self.0);
        if let Some(credits) = all.get(&actor).and_then(Weak::upgrade) {
            return credits;
        }
        let credits = Arc::new(Credits::entered(Some((Arc::clone(self), actor)), bound));
        all.insert(actor, Arc::downgrade(&credits));
        credits
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        lock(&self.0).len()
    }
}

pub(crate) struct Credits {
    /// Where it leaves when it is not in use any more.
    entered: Option<(Arc<AllCredits>, Actor)>,
    bound: usize,
    state: Mutex<State>,
    returned: Condvar,
    /// Futures that wait for one.
    waiters: Waiters,
}

struct State {
    left: usize,
    /// Threads that wait for one.
    waiting: usize,
}

impl Credits {
    #[cfg(test)]
    fn new(bound: usize) -> Self {
        Self::entered(None, bound)
    }

    fn entered(entered: Option<(Arc<AllCredits>, Actor)>, bound: usize) -> Self {
        let state = Mutex::new(State { left: bound, waiting: 0 });
        Self { entered, bound, state, returned: Condvar::new(), waiters: Waiters::default() }
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

    /// So many futures wait for one.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.waiters.len()
    }

    /// Takes one when there is one.
    pub(super) async fn taken(self: &Arc<Self>) -> Taken {
        self.waiters.until(|| self.take(None).then(|| Taken(Arc::clone(self)))).await
    }

    pub(crate) fn give_back(&self) {
        let mut state = lock(&self.state);
        state.left += 1;
        // Who waits is woken when there is enough for a while, and not for each one: as a rule others are right behind it.
        let wakes = state.waiting > 0 && state.left >= (self.bound / 8).max(1);
        drop(state);
        if wakes {
            self.returned.notify_all();
        }
        self.waiters.wake_one();
    }
}

/// A credit, which is given back when this is dropped.
pub(super) struct Taken(Arc<Credits>);

impl Drop for Taken {
    fn drop(&mut self) {
        self.0.give_back();
    }
}

impl Drop for Credits {
    fn drop(&mut self) {
        if let Some((all, actor)) = self.entered.take() {
            let mut all = lock(&all.0);
            // Others may be there by now.
            if all.get(&actor).is_some_and(|credits| credits.strong_count() == 0) {
                all.remove(&actor);
                shrink(&mut all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{AllCredits, Credits};

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
    fn they_are_there_as_long_as_they_are_in_use() {
        let all = Arc::<AllCredits>::default();
        let first = all.of((0, 1), 2);
        assert!(first.take(None));
        let second = all.of((0, 1), 2);
        drop(first);
        assert!(second.take(None) && !second.take(None), "they are the same");
        assert_eq!(all.len(), 1);
        drop(second);
        assert_eq!(all.len(), 0);
        // Those that a thread has are not removed by one that drops others.
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..1000 {
                        let (one, other) = (all.of((0, number), 1), all.of((0, number), 1));
                        assert!(Arc::ptr_eq(&one, &other));
                    }
                });
            }
        });
        assert_eq!(all.len(), 0);
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
