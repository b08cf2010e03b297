//! Things to do later, by deadline: a worker's [`Wheel`], which every thread may use.
//!
//! 1. A worker's timers are set and cancelled by whoever has something to set or cancel, under the lock. They go off at the worker.
//! 2. Nothing of the users' runs under the lock: what is cancelled is dropped, and what repeats is called, outside.
//! 3. `next` is never later than the earliest deadline. It is written under the lock: lowered by who sets a timer, and set right by the
//!    worker when it has looked. So the worker may sleep until then.
//! 4. Who lowers `next`, and is not at the worker itself, sends the worker a message after that: it may have gone to sleep by the old value. At
//!    the worker, it is looked at again before the worker sleeps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::memory::reply::Reply;
use crate::sync::shim::lock;
use crate::worker::limit::LimitRef;
use crate::worker::parcel::Parcel;
use crate::worker::wheel::Wheel;

pub(crate) use crate::worker::wheel::TimerId;

/// What is done when a timer goes off.
pub(crate) enum Action {
    /// A message is sent to an actor of this system.
    Send(Parcel),
    Once(Box<dyn FnOnce() + Send>),
    /// Gives a reply; dropped, it says that there will be none.
    Answer(Reply<()>),
    Every(Box<Every>),
}

/// Something to be done again and again.
pub(crate) struct Every {
    pub(crate) period: Duration,
    pub(crate) tick: Box<dyn FnMut(TimerId) + Send>,
}

impl Action {
    pub(crate) fn once(action: impl FnOnce() + Send + 'static) -> Self {
        Self::Once(Box::new(action))
    }
}

/// `next`, if there are no timers.
const NEVER: u64 = u64::MAX;

/// Limits begin so long after the worker has looked at them, in nanoseconds, ...
const LIMITS_WAIT: u64 = 250_000;

/// ... or when there are so many.
const MANY_LIMITS: usize = 256;

/// A worker's timers. Deadlines are nanoseconds since the origin.
pub(crate) struct Timers {
    pub(crate) origin: Instant,
    /// `None`: the worker has ended.
    pub(crate) set: Mutex<Option<Timetable>>,
    pub(crate) next: AtomicU64,
}

/// All that is set at a worker.
pub(crate) struct Timetable {
    pub(crate) wheel: Wheel<Action>,
    worker: u16,
    /// Time limits that have not begun, each with its length: see [`Timers::set_limit`].
    limits: Vec<(u64, LimitRef)>,
    /// When these begin at the latest; `None`: the worker has not looked at them.
    begin_by: Option<u64>,
}

impl Timetable {
    fn new(worker: u16) -> Self {
        Self { wheel: Wheel::new(), worker, limits: Vec::new(), begin_by: None }
    }

    /// The time of new limits begins now, if they are still needed.
    pub(crate) fn begin_limits(&mut self, now: u64) {
        for (delay, limit) in self.limits.drain(..) {
            if limit.is_over() {
                continue; // dropped: nothing of the users' runs
            }
            let wheel = &mut self.wheel;
            let set = |reply| Ok::<_, ()>(wheel.insert_nowhere(Action::Answer(reply)));
            // SAFETY: the timer goes off under the lock only, which we have.
            let Ok((id, is_needed)) = (unsafe { limit.begin(self.worker, set) }) else { continue };
            if is_needed {
                wheel.begin(id, now.saturating_add(delay).min(NEVER - 1));
            } else {
                drop(wheel.cancel(id)); // likewise
            }
        }
        self.begin_by = None;
        self.limits.shrink_to(MANY_LIMITS);
    }

    /// The same for who looks often: most limits are over in a moment.
    pub(crate) fn begin_limits_in_time(&mut self, now: u64) {
        if !self.limits.is_empty() {
            let by = *self.begin_by.get_or_insert(now.saturating_add(LIMITS_WAIT));
            if now >= by || self.limits.len() >= MANY_LIMITS {
                self.begin_limits(now);
            }
        }
    }

    /// When there will be something to do.
    fn next(&mut self) -> u64 {
        let limits = if self.limits.is_empty() { NEVER } else { self.begin_by.unwrap_or(0) };
        self.wheel.next().unwrap_or(NEVER).min(limits)
    }
}

/// A timer has been set.
pub(crate) struct Set {
    pub(crate) id: TimerId,
    /// It is the first of all: invariant 4.
    pub(crate) is_first: bool,
}

impl Timers {
    pub(crate) fn new(worker: u16) -> Self {
        Self { origin: Instant::now(), set: Mutex::new(Some(Timetable::new(worker))), next: AtomicU64::new(NEVER) }
    }

    /// Gives the action back if the worker has ended.
    pub(crate) fn set(&self, deadline: Instant, action: Action) -> Result<Set, Action> {
        let deadline = self.nanos(deadline);
        let mut set = lock(&self.set);
        let Some(set) = &mut *set else { return Err(action) };
        let id = set.wheel.insert(deadline, action);
        Ok(Set { id, is_first: self.lower(deadline) })
    }

    /// Sets a timer again that is just going off; gives the action back if it has been cancelled, or the worker has ended.
    pub(crate) fn set_again(&self, id: TimerId, deadline: Instant, action: Action) -> Result<Set, Action> {
        let deadline = self.nanos(deadline);
        let mut set = lock(&self.set);
        let Some(set) = &mut *set else { return Err(action) };
        set.wheel.insert_again(id, deadline, action)?;
        Ok(Set { id, is_first: self.lower(deadline) })
    }

    /// Sets the limit to the time of a question, which most often is over soon. Its time begins when the worker next looks at its timers, or
    /// a quarter of a millisecond later if it is busy, and before it sleeps. A limit that is over by then has cost neither a look at the clock nor a
    /// timer. `Ok`: whether that is the first of all, as in [`Set`]. Gives the limit back if the worker has ended.
    pub(crate) fn set_limit(&self, delay: Duration, limit: LimitRef) -> Result<bool, LimitRef> {
        let mut set = lock(&self.set);
        let Some(set) = &mut *set else { return Err(limit) };
        set.limits.push((u64::try_from(delay.as_nanos()).unwrap_or(NEVER), limit));
        // Those before it have the worker look by then.
        Ok(set.begin_by.is_none() && self.lower(0))
    }

    /// For who has the lock; says whether that was lower.
    pub(crate) fn lower(&self, deadline: u64) -> bool {
        let is_first = deadline < self.next.load(Ordering::Relaxed);
        if is_first {
            self.next.store(deadline, Ordering::Relaxed);
        }
        is_first
    }

    pub(crate) fn nanos(&self, deadline: Instant) -> u64 {
        // The last is not for timers.
        u64::try_from(deadline.saturating_duration_since(self.origin).as_nanos()).unwrap_or(NEVER).min(NEVER - 1)
    }

    fn instant(&self, nanos: u64) -> Option<Instant> {
        self.origin.checked_add(Duration::from_nanos(nanos))
    }

    /// The action of a timer that has not gone off, to be dropped. One that is just going off will not do so again.
    pub(crate) fn cancel(&self, id: TimerId) -> Option<Action> {
        lock(&self.set).as_mut()?.wheel.cancel(id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.next.load(Ordering::Relaxed) == NEVER
    }

    /// For the worker, before it sleeps: when to look at them again, no later than the earliest deadline.
    pub(crate) fn look(&self) -> Option<Instant> {
        if self.is_empty() {
            return None;
        }
        let mut set = lock(&self.set);
        let set = set.as_mut()?;
        if !set.limits.is_empty() {
            set.begin_limits(self.nanos(Instant::now()));
        }
        let next = self.set_right(set);
        self.instant(next).filter(|_| next != NEVER)
    }

    /// The earliest deadline, if that is not after `until`.
    pub(crate) fn first_until(&self, until: Instant) -> Option<Instant> {
        let until = self.nanos(until);
        if self.next.load(Ordering::Relaxed) > until {
            return None;
        }
        let mut set = lock(&self.set);
        let set = set.as_mut()?;
        set.begin_limits(until);
        let first = set.wheel.first_until(until)?;
        self.instant(first)
    }

    /// For the worker, which has the lock: invariant 3.
    pub(crate) fn set_right(&self, set: &mut Timetable) -> u64 {
        let next = set.next();
        self.next.store(next, Ordering::Relaxed);
        next
    }

    /// Ends them; gives all that have not gone off.
    pub(crate) fn close(&self) -> Vec<Action> {
        let set = lock(&self.set).take();
        self.next.store(NEVER, Ordering::Relaxed);
        let Some(Timetable { wheel, limits, .. }) = set else { return Vec::new() };
        let limits = limits.into_iter().map(|(_, limit)| Action::Answer(limit.into_reply()));
        wheel.drain().chain(limits).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ptr::NonNull;
    use std::sync::Arc;

    use super::*;
    use crate::memory::reply::{AskError, Head};
    use crate::worker::limit::Limit;

    #[test]
    fn a_worker_may_sleep_until_the_first() {
        let start = Instant::now();
        let (early, late) = (start + Duration::from_secs(1), start + Duration::from_secs(1000));
        let timers = Timers::new(0);
        assert!(timers.is_empty() && timers.look().is_none());
        let set = |deadline| timers.set(deadline, Action::once(|| {})).ok().expect("it is open");
        assert!(set(late).is_first);
        let first = set(early);
        assert!(first.is_first && !set(early).is_first && !set(late).is_first);
        assert_eq!((timers.look(), timers.first_until(start)), (Some(early), None));
        assert_eq!((timers.first_until(early), timers.first_until(late)), (Some(early), Some(early)));
        assert!(timers.cancel(first.id).is_some() && timers.cancel(first.id).is_none());
        assert_eq!(timers.look(), Some(early));
        assert_eq!(timers.close().len(), 3);
        assert!(timers.is_empty() && timers.look().is_none() && timers.first_until(late).is_none());
        assert!(timers.set(early, Action::once(|| {})).is_err(), "it is closed");
    }

    /// Of those that were cancelled nothing is left when the worker has looked: whoever sets one then wakes it.
    #[test]
    fn one_behind_a_cancelled_one_is_the_first() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let timers = Timers::new(0);
        let set = |seconds| timers.set(start + seconds * second, Action::once(|| {})).ok().expect("it is open");
        timers.cancel(set(1).id);
        assert!(!set(2).is_first, "the worker will look in time");
        assert_eq!(timers.look(), Some(start + 2 * second));
        let third = set(1);
        assert!(third.is_first);
        timers.cancel(third.id);
        let rest = timers.close();
        assert_eq!(rest.len(), 1);
        let timers = Timers::new(0);
        timers.cancel(timers.set(start, Action::once(|| {})).ok().expect("it is open").id);
        assert!(!timers.is_empty() && timers.look().is_none() && timers.is_empty());
        assert!(timers.set(start + second, Action::once(|| {})).ok().expect("it is open").is_first);
    }

    #[test]
    fn one_that_repeats_keeps_its_name_until_it_is_cancelled() {
        let (start, period) = (Instant::now(), Duration::from_millis(1));
        let timers = Timers::new(0);
        let every = || Action::Every(Box::new(Every { period, tick: Box::new(|_| {}) }));
        let id = timers.set(start, every()).ok().expect("it is open").id;
        let going_off = |now| {
            let mut wheel = lock(&timers.set);
            let (id, _, action) = wheel.as_mut()?.wheel.expire(timers.nanos(now))?;
            action.take().map(|action| (id, action))
        };
        let (due, action) = going_off(start).expect("due");
        assert_eq!((due, timers.first_until(start + period)), (id, None));
        assert!(timers.set_again(id, start + period, action).is_ok());
        let (_, action) = going_off(start + period).expect("due again");
        assert!(timers.cancel(id).is_none(), "it is going off");
        assert!(timers.set_again(id, start + 2 * period, action).is_err(), "for the last time");
        assert_eq!(timers.first_until(start + 9 * period), None);
    }

    /// A question whose limit says what it comes to.
    #[repr(C)]
    struct Question {
        limit: Limit,
        came: Mutex<Vec<Result<(), AskError>>>,
    }

    impl Question {
        #[expect(
            clippy::arc_with_non_send_sync,
            reason = "a limit keeps its question by reference count, on one thread here"
        )]
        fn new() -> Arc<Self> {
            Arc::new(Self { limit: Limit::new(Self::comes), came: Mutex::default() })
        }

        unsafe fn comes(head: NonNull<Head<()>>, result: Result<(), AskError>) {
            // SAFETY: the limit is the first part of a question that the test keeps.
            let this = unsafe { head.cast::<Self>().as_ref() };
            lock(&this.came).push(result);
        }

        fn limit(self: &Arc<Self>) -> LimitRef {
            // SAFETY: as above; each test has one of it.
            unsafe { LimitRef::new(NonNull::new_unchecked(Arc::as_ptr(self).cast_mut()).cast()) }
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
    fn a_limit_begins_when_the_worker_looks() {
        let timers = Timers::new(0);
        let (start, length) = (timers.origin, Duration::from_secs(10));
        let [begun, over, last] = [(); 3].map(|()| Question::new());
        let set = |question: &Arc<Question>| timers.set_limit(length, question.limit()).ok().expect("it is open");
        assert!(set(&begun) && !timers.is_empty());
        assert!(!set(&over), "the worker is going to look");
        assert_eq!(over.is_over(), None);
        assert_eq!(timers.first_until(start), None);
        assert_eq!((over.came(), begun.came()), (vec![NOT_NEEDED], vec![]));
        assert_eq!(timers.first_until(start + length), Some(start + length));
        assert_eq!(timers.look(), Some(start + length));
        let timer = begun.is_over().expect("it has begun");
        assert!(timers.cancel(timer).is_some() && timers.look().is_none());
        assert_eq!(begun.came(), [NOT_NEEDED]);
        assert!(set(&last), "nobody looks otherwise");
        assert_eq!(timers.close().len(), 1, "one that has not begun is dropped, too");
        assert_eq!(last.came(), [NOT_NEEDED]);
        let refused = Question::new();
        assert!(timers.set_limit(length, refused.limit()).is_err());
        assert_eq!(refused.came(), [NOT_NEEDED]);
    }

    /// A worker that looks all the time lets them be, but not for long.
    #[test]
    fn limits_wait_for_a_moment() {
        let timers = Timers::new(0);
        let questions: Vec<_> = (0..MANY_LIMITS).map(|_| Question::new()).collect();
        let look = |nanos| {
            let mut set = lock(&timers.set);
            let set = set.as_mut().expect("it is open");
            set.begin_limits_in_time(nanos);
            (timers.set_right(set), set.wheel.len())
        };
        let set = |question: &Arc<Question>| timers.set_limit(Duration::from_nanos(7), question.limit()).ok();
        assert_eq!(set(&questions[0]), Some(true));
        assert_eq!((look(5), look(6)), ((5 + LIMITS_WAIT, 0), (5 + LIMITS_WAIT, 0)));
        assert_eq!(set(&questions[1]), Some(false), "the worker is going to look");
        assert_eq!(look(5 + LIMITS_WAIT).1, 2);
        questions[2..].iter().for_each(|question| {
            set(question);
        });
        assert_eq!(look(6 + LIMITS_WAIT).1, 2);
        let (more, one) = (Question::new(), Question::new());
        assert_eq!((set(&more), set(&one)), (Some(false), Some(false)));
        assert_eq!(look(7 + LIMITS_WAIT).1, MANY_LIMITS + 2, "they are many");
    }
}
