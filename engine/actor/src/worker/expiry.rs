//! What is done with a worker's [timers](crate::worker::timers::table): who sets them, and how they go off at the worker.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::memory::vtable::flow;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::restart::Phase;
use crate::worker::shared::Shared;
use crate::worker::system_message::WorkerMessage;
use crate::worker::thread::{WorkerGuard, WorkerThread};
use crate::worker::timers::life_timers::LifeTimers;
use crate::worker::timers::limit::LimitRef;
use crate::worker::timers::parcel::Parcel;
use crate::worker::timers::table::{Action, Timers};
use crate::worker::timers::wheel::TimerId;

impl Timers {
    /// For the worker: lets up to `count` timers that are due go off, in their order. The first that is more than a message to an actor
    /// here is given to the caller, with how many are left of `count`. `None`: that is all.
    pub(crate) fn go_off(&self, core: &mut Core, now: Instant, count: usize) -> Option<(Due, usize)> {
        let now = self.nanos(now);
        let limits_begin = core.limits.is_time_to_begin(now);
        if self.next.load(Ordering::Relaxed) > now && !limits_begin {
            return None;
        }
        let mut set = lock(&self.set);
        let wheel = set.as_mut()?;
        if limits_begin {
            core.limits.begin(wheel, now);
        }
        for left in (0..count).rev() {
            let Some((id, deadline, action)) = wheel.expire(now) else { break };
            // Where a message is sent, the timer is not over before that has arrived.
            let action = match action.take() {
                Some(Action::Send(parcel)) => match parcel.send_here(core, id) {
                    Ok(()) => continue,
                    Err(parcel) => Action::Send(parcel),
                },
                Some(action @ (Action::Later(_) | Action::Every(_))) => action,
                over => {
                    wheel.cancel(id);
                    let Some(action) = over else { continue };
                    action
                }
            };
            let deadline = self.origin + Duration::from_nanos(deadline);
            return Some((Due { id, deadline, action }, left));
        }
        self.set_right(wheel);
        None
    }
}

impl Parcel {
    /// Sends the message of a worker's timer.
    fn send(self, core: &mut Core, timer: TimerId) {
        let at = core.reserve(self.header().key(), self.stride());
        // SAFETY: the space is the message's.
        unsafe { self.unpack(at, (core.id(), timer)) };
    }

    /// The same, if the receiver is this worker's: nothing else comes of it then.
    fn send_here(self, core: &mut Core, timer: TimerId) -> Result<(), Self> {
        if core.route(self.header().key()) != core.id() {
            return Err(self);
        }
        let at = core.ring.reserve(self.stride());
        // SAFETY: the space is the message's.
        unsafe { self.unpack(at, (core.id(), timer)) };
        Ok(())
    }
}

/// A timer whose time has come.
pub(crate) struct Due {
    id: TimerId,
    deadline: Instant,
    action: Action,
}

impl Due {
    /// Does what is to be done; `false`: the worker is gone.
    pub(crate) fn go_off(self, thread: &mut WorkerGuard<'_>) -> bool {
        if let Action::Send(parcel) = self.action {
            parcel.send(thread.core(), self.id);
            return true;
        }
        let inner = thread.thread();
        let ran = thread.run(Key::worker(), || {
            self.run(inner);
            flow::GO_ON
        });
        thread.settle(Key::worker(), ran, Phase::Handling)
    }

    /// Calls it, and sets the timer again if it repeats. This is the users' code.
    fn run(self, thread: &WorkerThread) {
        let Self { id, deadline, action } = self;
        let mut every = match action {
            Action::Send(_) => unreachable!("it is sent"),
            Action::Once(action) => return action(),
            Action::Later(send) => return send(id),
            Action::Answer(reply) => return reply.send(()),
            Action::Every(every) => every,
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| (every.tick)(id)));
        let next = outcome.is_ok().then(|| next_tick(deadline, every.period, thread.shared.now())).flatten();
        let timers = &thread.shared.worker_shared(thread.worker()).timers;
        match next {
            // What is given back is the users', and dropped here.
            Some(next) => match timers.set_again(id, next, Action::Every(every)) {
                Ok(set) => wake_worker(thread, set.is_first),
                Err(action) => drop(action),
            },
            None => drop(timers.cancel(id)),
        }
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

/// The first tick after now: those that could not be in time are left out, the others stay where they were.
fn next_tick(deadline: Instant, period: Duration, now: Instant) -> Option<Instant> {
    let late = now.saturating_duration_since(deadline).as_nanos();
    let ticks = late / period.as_nanos().max(1) + 1;
    let ahead = u64::try_from(period.as_nanos().checked_mul(ticks)?).ok()?;
    deadline.checked_add(Duration::from_nanos(ahead))
}

/// Sets a timer at the worker of a thread, from the users' code there; `None`: the worker has ended.
pub(crate) fn set_at(thread: &WorkerThread, deadline: Instant, action: Action) -> Option<TimerId> {
    // What is given back is dropped when the lock is not held any more.
    let set = thread.shared.worker_shared(thread.worker()).timers.set(deadline, action).ok()?;
    wake_worker(thread, set.is_first);
    Some(set.id)
}

/// The same for one that ends with the life of the actor that runs.
pub(crate) fn set_for_life(
    thread: &WorkerThread,
    life: &mut LifeTimers,
    deadline: Instant,
    action: Action,
) -> Option<TimerId> {
    let timers = &thread.shared.worker_shared(thread.worker()).timers;
    let head = life.head(thread.worker(), timers)?;
    let set = timers.set_for(head, deadline, action).ok()?;
    wake_worker(thread, set.is_first);
    Some(set.id)
}

/// Sets a limit to the time of a question at the worker of a thread, from the users' code there: see [`Limits`](crate::worker::timers::limits::Limits).
///
/// # Safety
///
/// Neither asker nor reply come before this returns.
#[inline]
pub(crate) unsafe fn set_limit_at(thread: &WorkerThread, time: Duration, limit: LimitRef) {
    let refused =
        match thread.give_core(limit, |core, limit| core.limits.push(time, limit)) {
            Ok(refused) => refused.map(|limit| Action::Answer(limit.into_reply())),
            // SAFETY: the caller's promise.
            Err(limit) => thread.shared.now().checked_add(time).and_then(|deadline| unsafe {
                set_limit_from_outside(&thread.shared, thread.worker(), deadline, limit)
            }),
        };
    drop(refused);
}

/// The same from a thread that does not have the worker, and is inside the epoch or holds the system: the time begins now. Gives what is to be dropped outside the epoch.
///
/// # Safety
///
/// Neither asker nor reply come before this returns.
pub(crate) unsafe fn set_limit_from_outside(
    shared: &Shared,
    worker: u16,
    deadline: Instant,
    limit: LimitRef,
) -> Option<Action> {
    let set = |reply| set_from_outside(shared, worker, deadline, Action::Answer(reply));
    // SAFETY: the caller's promise.
    match unsafe { limit.begin(worker, set) } {
        Ok((_, true)) => None,
        Ok((id, false)) => shared.worker_shared(worker).timers.cancel(id),
        Err(refused) => Some(refused),
    }
}

/// Sets a timer at a worker from a thread outside, which is inside the epoch. Gives the action back if the worker has ended.
pub(crate) fn set_from_outside(
    shared: &Shared,
    worker: u16,
    deadline: Instant,
    action: Action,
) -> Result<TimerId, Action> {
    let set = shared.worker_shared(worker).timers.set(deadline, action)?;
    if set.is_first {
        shared.notify_worker(worker, WorkerMessage::LookAtTimers);
    }
    Ok(set.id)
}

/// Invariant 4: the thread may have lost the worker.
fn wake_worker(thread: &WorkerThread, is_first: bool) {
    if is_first && thread.with_worker(|_| ()).is_none() {
        let _ =
            thread.shared.system_ref.with(|shared| shared.notify_worker(thread.worker(), WorkerMessage::LookAtTimers));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_that_were_missed_are_left_out() {
        let (start, period) = (Instant::now(), Duration::from_millis(10));
        let after = |millis| next_tick(start, period, start + Duration::from_millis(millis));
        assert_eq!(after(0), Some(start + period));
        assert_eq!(after(9), Some(start + period));
        assert_eq!(after(10), Some(start + 2 * period));
        assert_eq!(after(57), Some(start + 6 * period));
    }
}
