//! How a society ends, and who waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The end of a society, once it is known.
#[derive(Default)]
pub(super) struct Ending {
    over: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// When it ends, and with which status.
    end: Option<(Instant, i32)>,
    /// When what was printed is to be written.
    flush: Option<Instant>,
}

/// Why the one who waits is woken.
pub(super) enum Woken {
    /// It is over.
    Over(i32),
    /// What was printed is to be written.
    Flush,
    /// It is as it was.
    Nothing,
}

/// So long may a line lie in a buffer.
const LAG: Duration = Duration::from_millis(10);

impl Ending {
    /// Is it over?
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends it after so long, unless that was settled before. Returns whether it was not.
    pub(super) fn stop(&self, delay: Duration, status: i32) -> bool {
        let mut state = self.lock();
        if state.end.is_some() {
            return false;
        }
        let now = Instant::now();
        state.end = Some((now.checked_add(delay).unwrap_or(now), status));
        if delay.is_zero() {
            self.over.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Ends it now, whatever was settled before.
    pub(super) fn interrupt(&self, status: i32) {
        self.lock().end = Some((Instant::now(), status));
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Has what was printed written soon.
    pub(super) fn flush_soon(&self) {
        self.lock().flush = Some(Instant::now() + LAG);
        self.changed.notify_all();
    }

    /// Waits until something is to be done, or so long.
    pub(super) fn wait(&self, limit: Option<Duration>) -> Woken {
        let limit = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            if let Some((_, status)) = state.end.filter(|(end, _)| *end <= now) {
                self.over.store(true, Ordering::Relaxed);
                return Woken::Over(status);
            }
            if state.flush.is_some_and(|flush| flush <= now) {
                state.flush = None;
                return Woken::Flush;
            }
            if limit.is_some_and(|limit| limit <= now) {
                return Woken::Nothing;
            }
            let next = [state.end.map(|(end, _)| end), state.flush, limit].into_iter().flatten().min();
            state = match next {
                Some(next) => {
                    let waited = self.changed.wait_timeout(state, next.saturating_duration_since(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Is it settled that it ends?
    pub(super) fn is_settled(&self) -> bool {
        self.lock().end.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(ending: &Ending) -> i32 {
        loop {
            if let Woken::Over(status) = ending.wait(None) {
                return status;
            }
        }
    }

    #[test]
    fn the_first_to_end_it_decides_unless_it_is_interrupted() {
        let ending = Ending::default();
        assert!(matches!(ending.wait(Some(Duration::from_millis(1))), Woken::Nothing));
        ending.stop(Duration::from_millis(5), 3);
        ending.stop(Duration::ZERO, 4);
        assert!(!ending.is_over() && ending.is_settled());
        assert_eq!(status(&ending), 3);
        assert!(ending.is_over());
        ending.interrupt(130);
        assert_eq!(status(&ending), 130);
    }

    #[test]
    fn what_was_printed_is_written_before_long() {
        let ending = Ending::default();
        ending.flush_soon();
        assert!(matches!(ending.wait(None), Woken::Flush));
        assert!(matches!(ending.wait(Some(Duration::ZERO)), Woken::Nothing));
    }
}
