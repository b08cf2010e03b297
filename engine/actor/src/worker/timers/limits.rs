//! Limits to the time of questions that a worker's actors have asked, as long as they are no timers.
//!
//! An asker's limit is put here, which costs neither a look at the clock nor a lock. The worker begins all of them before it sleeps, and a
//! quarter of a millisecond after it has first seen them: those that are over by then are dropped, of the others timers are made.

use std::time::Duration;

use crate::worker::timers::action::{Action, NEVER};
use crate::worker::timers::limit::LimitRef;
use crate::worker::timers::wheel::Wheel;

/// Limits begin so long after the worker has seen them, in nanoseconds.
const WAIT: u64 = 250_000;

/// When there are so many, those that are over are dropped even before that.
const MANY: usize = 32;

pub(crate) struct Limits {
    worker: u16,
    /// Each with its time, in nanoseconds; first to last.
    list: Vec<(u64, LimitRef)>,
    /// When they begin at the latest; `None`: the worker has not seen them.
    begin_by: Option<u64>,
    /// When the list is as long as this, it is looked through.
    most: usize,
    closed: bool,
}

impl Limits {
    pub(crate) fn new(worker: u16) -> Self {
        Self { worker, list: Vec::new(), begin_by: None, most: MANY, closed: false }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Gives the limit back if the worker has ended.
    #[inline]
    pub(crate) fn push(&mut self, time: Duration, limit: LimitRef) -> Option<LimitRef> {
        if self.closed {
            return Some(limit);
        }
        self.list.push((u64::try_from(time.as_nanos()).unwrap_or(NEVER), limit));
        None
    }

    /// Whether they are to begin now; drops some that are over otherwise. Nothing of the users' runs.
    pub(crate) fn is_time_to_begin(&mut self, now: u64) -> bool {
        if self.list.is_empty() {
            return false;
        }
        if now >= *self.begin_by.get_or_insert(now.saturating_add(WAIT)) {
            return true;
        }
        if self.list.len() >= self.most {
            self.list.retain(|(_, limit)| !limit.is_over());
            self.most = MANY.max(2 * self.list.len());
        }
        false
    }

    /// Their time begins now, if they are still needed. Nothing of the users' runs. For who has the lock of the timers.
    pub(crate) fn begin(&mut self, wheel: &mut Wheel<Action>, now: u64) {
        for (time, limit) in self.list.drain(..) {
            if limit.is_over() {
                continue;
            }
            let set = |reply| Ok::<_, ()>(wheel.insert_nowhere(Action::Answer(reply)));
            // SAFETY: the timer goes off under the lock only.
            let Ok((id, is_needed)) = (unsafe { limit.begin(self.worker, set) }) else { continue };
            if is_needed {
                wheel.begin(id, now.saturating_add(time).min(NEVER - 1));
            } else {
                drop(wheel.cancel(id));
            }
        }
        self.begin_by = None;
        self.most = MANY;
        self.list.shrink_to(MANY);
    }

    /// Accepts no more; gives all that there are.
    pub(crate) fn close(&mut self) -> Vec<(u64, LimitRef)> {
        self.closed = true;
        std::mem::take(&mut self.list)
    }
}

#[cfg(test)]
mod tests {
    use std::ptr::NonNull;
    use std::rc::Rc;
    use std::sync::Mutex;

    use super::*;
    use crate::memory::reply::{AskError, Head};
    use crate::sync::shim::lock;
    use crate::worker::timers::limit::Limit;
    use crate::worker::timers::table::{TimerId, Timers};

    /// A question whose limit decides what it comes to.
    #[repr(C)]
    struct Question {
        limit: Limit,
        came: Mutex<Vec<Result<(), AskError>>>,
    }

    impl Question {
        fn new() -> Rc<Self> {
            Rc::new(Self { limit: Limit::new(Self::comes), came: Mutex::default() })
        }

        unsafe fn comes(head: NonNull<Head<()>>, result: Result<(), AskError>) {
            // SAFETY: the limit is the first part of a question that the test keeps.
            let this = unsafe { head.cast::<Self>().as_ref() };
            lock(&this.came).push(result);
        }

        fn limit(self: &Rc<Self>) -> LimitRef {
            // SAFETY: as above; each test has one of it.
            unsafe { LimitRef::new(NonNull::new_unchecked(Rc::as_ptr(self).cast_mut()).cast()) }
        }

        /// The timer to be cancelled.
        fn is_over(&self) -> Option<TimerId> {
            // SAFETY: the question is alive.
            unsafe { Limit::give_up(&raw const self.limit) }.map(|(_, id)| id)
        }

        fn came(&self) -> Vec<Result<(), AskError>> {
            lock(&self.came).clone()
        }
    }

    const NOT_NEEDED: Result<(), AskError> = Err(AskError::NoReply);

    #[test]
    fn limits_begin_before_the_worker_sleeps() {
        let [begun, over, last] = [(); 3].map(|()| Question::new());
        let (timers, mut limits) = (Timers::new(), Limits::new(0));
        let (start, time) = (timers.origin, Duration::from_secs(10));
        assert!(timers.look(&mut limits).is_none());
        assert!(limits.push(time, begun.limit()).is_none() && limits.push(time, over.limit()).is_none());
        assert_eq!(over.is_over(), None);
        assert_eq!(timers.first_until(&mut limits, start), None);
        assert_eq!((over.came(), begun.came()), (vec![NOT_NEEDED], vec![]));
        assert_eq!(timers.first_until(&mut limits, start + time), Some(start + time));
        assert_eq!(timers.look(&mut limits), Some(start + time));
        let timer = begun.is_over().expect("it has begun");
        assert!(timers.cancel(timer).is_some() && timers.look(&mut limits).is_none());
        assert_eq!(begun.came(), [NOT_NEEDED]);
        assert!(limits.push(time, last.limit()).is_none());
        assert_eq!(limits.close().len(), 1, "one that has not begun is dropped, too");
        assert_eq!(last.came(), [NOT_NEEDED]);
        assert!(limits.push(time, Question::new().limit()).is_some(), "it is closed");
    }

    /// A worker that looks all the time lets them be, but not for long.
    #[test]
    fn limits_wait_for_a_moment() {
        let questions: Vec<_> = (0..2 * MANY).map(|_| Question::new()).collect();
        let (mut limits, mut wheel) = (Limits::new(0), Wheel::new());
        let (first, rest) = questions.split_first().expect("there are some");
        assert!(limits.push(Duration::from_nanos(7), first.limit()).is_none());
        assert!(!limits.is_time_to_begin(5) && !limits.is_time_to_begin(4 + WAIT));
        for question in rest {
            assert!(limits.push(Duration::from_nanos(7), question.limit()).is_none());
        }
        rest.iter().for_each(|question| assert!(question.is_over().is_none() && question.came().is_empty()));
        assert!(!limits.is_time_to_begin(4 + WAIT));
        rest.iter().for_each(|question| assert_eq!(question.came(), [NOT_NEEDED], "they were many"));
        assert!(limits.is_time_to_begin(5 + WAIT));
        limits.begin(&mut wheel, 5 + WAIT);
        assert_eq!((wheel.first_until(u64::MAX), wheel.len()), (Some(12 + WAIT), 1));
        assert!(limits.is_empty() && first.is_over().is_some());
    }
}
