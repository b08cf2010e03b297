//! Things to do later, by deadline: a worker's [`Wheel`], which every thread may use.
//!
//! 1. A worker's timers are set and cancelled by any thread, under the lock. They go off at the worker.
//! 2. Nothing of the users' runs under the lock: what is cancelled is dropped, and what repeats is called, outside.
//! 3. `next` is never later than the earliest deadline. It is written under the lock: lowered by who sets a timer, and set right by the
//!    worker when it has looked. So the worker may sleep until then.
//! 4. Who lowers `next`, and is not at the worker itself, sends the worker a message after that: it may have gone to sleep by the old value. At
//!    the worker, it is looked at again before the worker sleeps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::sync::shim::lock;
use crate::worker::timers::limits::Limits;
use crate::worker::timers::wheel::{Ended, Wheel};

pub(crate) use crate::worker::timers::action::{Action, Every, NEVER};
pub(crate) use crate::worker::timers::wheel::TimerId;

/// A worker's timers. Deadlines are nanoseconds since the origin.
pub(crate) struct Timers {
    pub(crate) origin: Instant,
    /// `None`: the worker has ended.
    pub(crate) set: Mutex<Option<Wheel<Action>>>,
    pub(crate) next: AtomicU64,
}

/// So many timers end under the lock at a time.
const STEP: usize = 1024;

/// A timer has been set.
pub(crate) struct Set {
    pub(crate) id: TimerId,
    /// It is the first of all: invariant 4.
    pub(crate) is_first: bool,
}

impl Timers {
    pub(crate) fn new() -> Self {
        Self { origin: Instant::now(), set: Mutex::new(Some(Wheel::new())), next: AtomicU64::new(NEVER) }
    }

    /// Gives the action back if the worker has ended.
    pub(crate) fn set(&self, deadline: Instant, action: Action) -> Result<Set, Action> {
        let deadline = self.nanos(deadline);
        let mut set = lock(&self.set);
        let Some(wheel) = &mut *set else { return Err(action) };
        let id = wheel.insert(deadline, action);
        Ok(Set { id, is_first: self.lower(deadline) })
    }

    /// Sets a timer again that is just going off; gives the action back if it has been cancelled, or the worker has ended.
    pub(crate) fn set_again(&self, id: TimerId, deadline: Instant, action: Action) -> Result<Set, Action> {
        let deadline = self.nanos(deadline);
        let mut set = lock(&self.set);
        let Some(wheel) = &mut *set else { return Err(action) };
        wheel.insert_again(id, deadline, action)?;
        Ok(Set { id, is_first: self.lower(deadline) })
    }

    /// For the holder of the lock; returns whether that was lower.
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
        lock(&self.set).as_mut()?.cancel(id)
    }

    /// The same; and whether it was of any use: nothing comes of the timer from now on.
    pub(crate) fn call_off(&self, id: TimerId) -> (bool, Option<Action>) {
        let mut set = lock(&self.set);
        let Some(wheel) = set.as_mut() else { return (false, None) };
        (wheel.holds(id), wheel.cancel(id))
    }

    /// For who is about to handle the message of a timer, which has gone off: whether it has not been cancelled meanwhile. It is over
    /// then.
    pub(crate) fn claim(&self, id: TimerId) -> bool {
        let mut set = lock(&self.set);
        let Some(wheel) = set.as_mut() else { return true };
        let holds = wheel.holds(id);
        let nothing = wheel.cancel(id);
        debug_assert!(nothing.is_none(), "it has gone off");
        holds
    }

    /// Whether a timer is set, or its message is on its way, and it has not been cancelled.
    pub(crate) fn holds(&self, id: TimerId) -> bool {
        lock(&self.set).as_ref().is_none_or(|wheel| wheel.holds(id))
    }

    /// As [`set`](Self::set), for a timer that ends with others: those with the same [head](Self::head).
    pub(crate) fn set_for(&self, head: TimerId, deadline: Instant, action: Action) -> Result<Set, Action> {
        let deadline = self.nanos(deadline);
        let mut set = lock(&self.set);
        let Some(wheel) = &mut *set else { return Err(action) };
        let id = wheel.insert(deadline, action);
        wheel.add_to(head, id);
        Ok(Set { id, is_first: self.lower(deadline) })
    }

    /// The head of a new list of timers; `None`: the worker has ended.
    pub(crate) fn head(&self) -> Option<TimerId> {
        lock(&self.set).as_mut().map(Wheel::insert_head)
    }

    /// Ends all timers with this head, and gives what they would have done.
    pub(crate) fn end(&self, head: TimerId, actions: &mut Vec<Action>) {
        loop {
            let mut set = lock(&self.set);
            let Some(wheel) = set.as_mut() else { return };
            // Some at a time: others wait for the lock.
            for _ in 0..STEP {
                match wheel.end(head) {
                    Ended::One(action) => actions.extend(action),
                    Ended::All => return,
                }
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.next.load(Ordering::Relaxed) == NEVER
    }

    /// For the worker, before it sleeps: when to look at them again, no later than the earliest deadline. Its limits begin now.
    pub(crate) fn look(&self, limits: &mut Limits) -> Option<Instant> {
        if self.is_empty() && limits.is_empty() {
            return None;
        }
        let mut set = lock(&self.set);
        let wheel = set.as_mut()?;
        if !limits.is_empty() {
            limits.begin(wheel, self.nanos(Instant::now()));
        }
        let next = self.set_right(wheel);
        self.instant(next).filter(|_| next != NEVER)
    }

    /// For the worker: the earliest deadline, if that is not after `until`. Its limits begin then, at the earliest.
    pub(crate) fn first_until(&self, limits: &mut Limits, until: Instant) -> Option<Instant> {
        let until = self.nanos(until);
        if self.next.load(Ordering::Relaxed) > until && limits.is_empty() {
            return None;
        }
        let mut set = lock(&self.set);
        let wheel = set.as_mut()?;
        limits.begin(wheel, until);
        let first = wheel.first_until(until);
        self.lower(wheel.next().unwrap_or(NEVER));
        self.instant(first?)
    }

    /// For the worker, which has the lock: invariant 3.
    pub(crate) fn set_right(&self, wheel: &mut Wheel<Action>) -> u64 {
        let next = wheel.next().unwrap_or(NEVER);
        self.next.store(next, Ordering::Relaxed);
        next
    }

    /// Ends them; gives all that have not gone off.
    pub(crate) fn close(&self) -> Vec<Action> {
        let set = lock(&self.set).take();
        self.next.store(NEVER, Ordering::Relaxed);
        set.into_iter().flat_map(Wheel::drain).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_may_sleep_until_the_first() {
        let start = Instant::now();
        let (early, late) = (start + Duration::from_secs(1), start + Duration::from_secs(1000));
        let timers = Timers::new();
        assert!(timers.is_empty() && timers.look(&mut Limits::new(0)).is_none());
        let set = |deadline| timers.set(deadline, Action::once(|| {})).ok().expect("it is open");
        assert!(set(late).is_first);
        let first = set(early);
        assert!(first.is_first && !set(early).is_first && !set(late).is_first);
        assert_eq!(
            (timers.look(&mut Limits::new(0)), timers.first_until(&mut Limits::new(0), start)),
            (Some(early), None)
        );
        assert_eq!(
            (timers.first_until(&mut Limits::new(0), early), timers.first_until(&mut Limits::new(0), late)),
            (Some(early), Some(early))
        );
        assert!(timers.cancel(first.id).is_some() && timers.cancel(first.id).is_none());
        assert_eq!(timers.look(&mut Limits::new(0)), Some(early));
        assert_eq!(timers.close().len(), 3);
        assert!(
            timers.is_empty()
                && timers.look(&mut Limits::new(0)).is_none()
                && timers.first_until(&mut Limits::new(0), late).is_none()
        );
        assert!(timers.set(early, Action::once(|| {})).is_err(), "it is closed");
    }

    /// Of those that were cancelled nothing is left when the worker has looked: a thread that sets one then wakes it.
    #[test]
    fn one_behind_a_cancelled_one_is_the_first() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let timers = Timers::new();
        let set = |seconds| timers.set(start + seconds * second, Action::once(|| {})).ok().expect("it is open");
        timers.cancel(set(1).id);
        assert!(!set(2).is_first, "the worker will look in time");
        assert_eq!(timers.look(&mut Limits::new(0)), Some(start + 2 * second));
        let third = set(1);
        assert!(third.is_first);
        timers.cancel(third.id);
        let rest = timers.close();
        assert_eq!(rest.len(), 1);
        let timers = Timers::new();
        timers.cancel(timers.set(start, Action::once(|| {})).ok().expect("it is open").id);
        assert!(!timers.is_empty() && timers.look(&mut Limits::new(0)).is_none() && timers.is_empty());
        assert!(timers.set(start + second, Action::once(|| {})).ok().expect("it is open").is_first);
    }

    #[test]
    fn one_that_repeats_keeps_its_name_until_it_is_cancelled() {
        let (start, period) = (Instant::now(), Duration::from_millis(1));
        let timers = Timers::new();
        let every = || Action::Every(Box::new(Every { period, tick: Box::new(|_| {}) }));
        let id = timers.set(start, every()).ok().expect("it is open").id;
        let going_off = |now| {
            let mut wheel = lock(&timers.set);
            let (id, _, action) = wheel.as_mut()?.expire(timers.nanos(now))?;
            action.take().map(|action| (id, action))
        };
        let (due, action) = going_off(start).expect("due");
        assert_eq!((due, timers.first_until(&mut Limits::new(0), start + period)), (id, None));
        assert!(timers.set_again(id, start + period, action).is_ok());
        let (_, action) = going_off(start + period).expect("due again");
        assert!(timers.cancel(id).is_none(), "it is going off");
        assert!(timers.set_again(id, start + 2 * period, action).is_err(), "for the last time");
        assert_eq!(timers.first_until(&mut Limits::new(0), start + 9 * period), None);
    }
}
