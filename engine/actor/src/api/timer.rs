use std::fmt;
use std::time::Duration;

use crate::api::address::Address;
use crate::memory::vtable::lazily;
use crate::types::id::Key;
use crate::worker::expiry::{set_at, set_from_outside, set_limit_at, set_limit_from_outside};
use crate::worker::limit::{LimitRef, TimerPlace};
use crate::worker::parcel::Parcel;
use crate::worker::shared::{Shared, SystemRef};
use crate::worker::system_message::{Confirmation, Confirmed, LazyMessage, SystemMessage};
use crate::worker::thread::WorkerThread;
use crate::worker::timers::{Action, Every};

/// Something that will happen later, unless it is cancelled. Dropping this changes nothing.
#[derive(Clone, Copy)]
pub struct Timer {
    system_ref: &'static SystemRef,
    /// The worker that has it, and its number there; `None`: never.
    place: Option<TimerPlace>,
}

impl Timer {
    pub(crate) fn at(system_ref: &'static SystemRef, place: TimerPlace) -> Self {
        Self { system_ref, place: Some(place) }
    }

    /// Cancels the timer. What it would have sent is dropped, unless it has gone off already, or is just about to; one that repeats
    /// does not do so any more.
    pub fn cancel(&self) {
        let Some((worker, id)) = self.place else { return };
        let cancel = |shared: &Shared| shared.worker_shared(worker).timers.cancel(id);
        let action = WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => cancel(&thread.shared),
            None => self.system_ref.with(cancel).flatten(),
        });
        drop(action);
    }
}

impl fmt::Debug for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timer({:?})", self.place)
    }
}

impl<M: Send + 'static> Address<M> {
    /// Sends a message to the actor when some time has passed, with a resolution of a millisecond. Nothing comes of it if the
    /// system has ended by then.
    ///
    /// [`Context::send_after`](crate::Context::send_after) does the same from a handler.
    pub fn send_after(&self, delay: Duration, message: M) -> Timer {
        set_from_anywhere(self.system_ref, self.key, delay, send_later(*self, message))
    }

    /// Sends the actor a message that `make` makes each time, again and again, the first time after one period (of a
    /// millisecond at least).
    ///
    /// The rate is fixed: the time of a tick depends on the first one's alone. Ticks that could not be in time, because a worker was
    /// held up, are left out. It ends when it is cancelled, when the actor or the system has terminated, or when `make` panics.
    ///
    /// ```
    /// # use std::time::{Duration, Instant};
    /// # use agon_actor::{Actor, Context, Reply, System};
    /// struct Clock(u32, Reply<()>);
    ///
    /// impl Actor for Clock {
    ///     type Message = Option<Reply<()>>;
    ///
    ///     fn handle(&mut self, message: Option<Reply<()>>, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             None => self.0 += 1,
    ///             Some(reply) => self.1 = reply,
    ///         }
    ///         if self.0 == 5 {
    ///             std::mem::replace(&mut self.1, Reply::ignored()).send(());
    ///             ctx.stop(); // which ends the ticks, too
    ///         }
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(1).build()?;
    /// let clock = system.spawn(Clock(0, Reply::ignored()));
    /// let start = Instant::now();
    /// clock.send_every(Duration::from_millis(2), || None);
    /// clock.ask(Duration::from_secs(5), Some)?;
    /// assert!(start.elapsed() >= Duration::from_millis(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn send_every(&self, period: Duration, make: impl FnMut() -> M + Send + 'static) -> Timer {
        set_from_anywhere(self.system_ref, self.key, period.max(SHORTEST), every(*self, period, make))
    }
}

/// The resolution of timers.
const SHORTEST: Duration = Duration::from_millis(1);

/// Sends again and again, until the receiver has terminated.
fn every<M: Send + 'static>(to: Address<M>, period: Duration, mut make: impl FnMut() -> M + Send + 'static) -> Action {
    let tick = move |id| {
        let message = make();
        let worker = WorkerThread::with_current(to.system_ref, |thread| thread.map(|thread| thread.worker()));
        let timer = Timer { system_ref: to.system_ref, place: worker.map(|worker| (worker, id)) };
        let confirmation = Confirmation::new(move |what| {
            if what == Confirmed::Dropped {
                timer.cancel();
            }
        });
        let make = lazily::<M, _>(move || message);
        to.send_system(SystemMessage::LazyMessage(LazyMessage {
            make,
            confirmation: Some(confirmation),
            letter: false,
        }));
    };
    Action::Every(Box::new(Every { period: period.max(SHORTEST), tick: Box::new(tick) }))
}

/// Sets a timer from a handler; a deadline beyond the clock's range never comes.
pub(crate) fn set(thread: &WorkerThread, delay: Duration, action: Action) -> Timer {
    let id = thread.shared.now().checked_add(delay).and_then(|deadline| set_at(thread, deadline, action));
    Timer { system_ref: thread.shared.system_ref, place: id.map(|id| (thread.worker(), id)) }
}

/// Sets a limit to the time of a question from a handler: see [`Limits`](crate::worker::limits::Limits).
///
/// # Safety
///
/// Neither asker nor reply come before this returns.
#[inline]
pub(crate) unsafe fn set_limit(thread: &WorkerThread, time: Duration, limit: LimitRef) {
    // SAFETY: the caller's promise.
    unsafe { set_limit_at(thread, time.min(AGES), limit) }
}

/// The same from wherever; from outside, at the worker of the actor that is asked.
///
/// # Safety
///
/// Neither asker nor reply come before this returns.
pub(crate) unsafe fn set_limit_from_anywhere(
    system_ref: &'static SystemRef,
    key: Key,
    time: Duration,
    limit: LimitRef,
) {
    WorkerThread::with_current(system_ref, |thread| match thread {
        // SAFETY: the caller's promise.
        Some(thread) => unsafe { set_limit(thread, time, limit) },
        None => {
            // An action that is dropped may notify its owner, and does so outside the epoch.
            let mut limit = Some(limit);
            let refused = system_ref.with(|shared| {
                let deadline = shared.now().checked_add(time.min(AGES))?;
                // SAFETY: the caller's promise.
                unsafe { set_limit_from_outside(shared, shared.worker_of(key), deadline, limit.take()?) }
            });
            drop((limit, refused));
        }
    });
}

/// Longer than anybody waits, and within the clock's range.
pub(crate) const AGES: Duration = Duration::from_secs(100 * 366 * 24 * 3_600);

/// Sets a timer from wherever; from outside, at the worker of the actor that it is for.
pub(crate) fn set_from_anywhere(system_ref: &'static SystemRef, key: Key, delay: Duration, action: Action) -> Timer {
    WorkerThread::with_current(system_ref, |thread| match thread {
        Some(thread) => set(thread, delay, action),
        None => {
            // What comes to nothing is the users', and dropped outside the epoch.
            let mut action = Some(action);
            let place = system_ref.with(|shared| {
                let worker = shared.worker_of(key);
                let deadline = shared.now().checked_add(delay)?;
                match set_from_outside(shared, worker, deadline, action.take()?) {
                    Ok(id) => Some((worker, id)),
                    Err(refused) => {
                        action = Some(refused);
                        None
                    }
                }
            });
            drop(action);
            Timer { system_ref, place: place.flatten() }
        }
    })
}

/// A message for an actor of the system whose timer this will be.
fn send_later<M: Send + 'static>(to: Address<M>, message: M) -> Action {
    if Parcel::fits::<M>() {
        Action::Send(Parcel::new(to.key, message))
    } else {
        Action::once(move || to.send(message))
    }
}
