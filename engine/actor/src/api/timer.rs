use std::time::Duration;
use std::{fmt, mem};

use crate::api::address::Address;
use crate::api::bounded::bound::Held;
use crate::memory::vtable::{ErasedMake, lazily};
use crate::types::id::Key;
use crate::worker::expiry::{self, set_at, set_from_outside, set_limit_at, set_limit_from_outside};
use crate::worker::shared::{Shared, SystemRef};
use crate::worker::system_message::{Confirmation, Confirmed, LazyMessage, SystemMessage};
use crate::worker::thread::WorkerThread;
use crate::worker::timers::life_timers::LifeTimers;
use crate::worker::timers::limit::{LimitRef, TimerPlace};
use crate::worker::timers::parcel::Parcel;
use crate::worker::timers::table::{Action, Every, TimerId};

/// Something that will happen later, unless it is cancelled. Dropping this changes nothing.
///
/// What a [`Context`](crate::Context) sets belongs to the present life of its actor: it ends when the actor is restarted, or ends. What an
/// [`Address`] sets stays until it has gone off, is cancelled, or the system ends; one that repeats also ends with the receiver.
/// In either case, no message comes after [`cancel`](Self::cancel) has returned `true`, and none of a timer that has ended with a life.
///
/// | | set by | at a restart | at the end | after cancelling |
/// |---|---|---|---|---|
/// | agon-actor | context | ends | ends | no message, also if it was in the mailbox |
/// | agon-actor | address | stays | a dead letter | the same |
/// | Akka | `TimerScheduler` | ends | ends | no message, also if it was in the mailbox |
/// | Akka | `Scheduler` | stays | a dead letter | may still come |
/// | actix | `run_later`, `run_interval` of a context | ends | ends | no call |
/// | Erlang | `send_after`, `start_timer` | a new process | no message | may still come, unless it is flushed |
/// | Erlang | `gen_statem`'s time-outs | a new process | ends | no message |
///
/// ```
/// # use std::time::Duration;
/// # use agon_actor::{Actor, ChildSpec, Context, Reply, Strategy, Supervisor, System};
/// /// Ticks every millisecond, however often it has failed.
/// struct Clock(u32);
///
/// enum ToClock { Tick, Fail, Read(Reply<u32>) }
///
/// impl Actor for Clock {
///     type Message = ToClock;
///
///     fn started(&mut self, ctx: &mut Context<'_, Self>) {
///         ctx.send_every(Duration::from_millis(1), &ctx.address(), || ToClock::Tick); // one such timer, in each life
///     }
///
///     fn handle(&mut self, message: ToClock, _: &mut Context<'_, Self>) {
///         match message {
///             ToClock::Tick => self.0 += 1,
///             ToClock::Fail => panic!("restart me"),
///             ToClock::Read(reply) => reply.send(self.0),
///         }
///     }
/// }
/// # std::panic::set_hook(Box::new(|_| {}));
/// let system = System::builder().threads(1).build()?;
/// let clock = ChildSpec::new("clock", || Clock(0));
/// let supervisor = system.spawn(Supervisor::new(Strategy::OneForOne).child(clock));
/// # let clock = supervisor.child::<ToClock>("clock", Duration::from_secs(5))?.expect("it is there");
/// # clock.send(ToClock::Fail);
/// # assert!(clock.ask(Duration::from_secs(5), ToClock::Read)? < 5000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Cancels the timer: after this its message is not handled, even if it waits in the mailbox already. One that repeats does not do
    /// so any more.
    ///
    /// Returns whether anything would have come of it. `false`: the message has been handled, or is being handled by now; or the
    /// timer has been cancelled before, or has ended.
    pub fn cancel(&self) -> bool {
        let Some((worker, id)) = self.place else { return false };
        let call_off = |shared: &Shared| shared.worker_shared(worker).timers.call_off(id);
        let (in_time, action) = WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => call_off(&thread.shared),
            None => self.system_ref.with(call_off).unwrap_or_default(),
        });
        drop(action);
        in_time
    }
}

/// A timer that has sent its message.
struct Sent {
    system_ref: &'static SystemRef,
    place: TimerPlace,
}

impl Sent {
    /// The message arrives: whether it is wanted. The timer is over.
    fn claim(&self) -> bool {
        let (worker, id) = self.place;
        self.system_ref.with(|shared| shared.worker_shared(worker).timers.claim(id)).unwrap_or(true)
    }

    /// The message of a timer that repeats arrives: whether it is wanted.
    fn holds(&self) -> bool {
        let (worker, id) = self.place;
        self.system_ref.with(|shared| shared.worker_shared(worker).timers.holds(id)).unwrap_or(true)
    }
}

/// Ends the timer when its message has been handled, or dropped.
struct SentOnce(Sent);

impl SentOnce {
    fn claim(self) -> bool {
        let is_wanted = self.0.claim();
        mem::forget(self);
        is_wanted
    }
}

impl Drop for SentOnce {
    fn drop(&mut self) {
        self.0.claim();
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
    /// The timer is the receiver's: it stays when the receiver is restarted. [`Context::send_after`](crate::Context::send_after) sets one that
    /// ends with the sender's life: see [`Timer`].
    pub fn send_after(&self, delay: Duration, message: M) -> Timer {
        set_from_anywhere(self.system_ref, self.key, delay, send_later(*self, false, message))
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

/// A message that may hold a permit.
pub(crate) fn holding<M: Send + 'static>(held: Option<Held>, message: M) -> ErasedMake {
    match held {
        None => lazily::<M, _>(move || message),
        Some(held) => lazily::<M, _>(move || {
            drop(held);
            message
        }),
    }
}

/// The resolution of timers.
pub(crate) const SHORTEST: Duration = Duration::from_millis(1);

/// Sends again and again, until the receiver has terminated.
pub(crate) fn every<M: Send + 'static>(
    to: Address<M>,
    period: Duration,
    mut make: impl FnMut() -> M + Send + 'static,
) -> Action {
    let tick = move |id| {
        let Ok(held) = to.hold(false) else { return };
        let message = make();
        let Some(sent) = sent(to.system_ref, id) else { return };
        let timer = Timer::at(sent.system_ref, sent.place);
        let confirmation = Confirmation::new(move |what| {
            if what == Confirmed::Dropped {
                timer.cancel();
            }
        });
        to.send_system(SystemMessage::LazyMessage(LazyMessage {
            make: holding(held, message),
            confirmation: Some(confirmation),
            letter: false,
            is_wanted: Some(Box::new(move || sent.holds())),
        }));
    };
    Action::Every(Box::new(Every { period: period.max(SHORTEST), tick: Box::new(tick) }))
}

/// The timer of this worker that goes off just now.
fn sent(system_ref: &'static SystemRef, id: TimerId) -> Option<Sent> {
    let worker = WorkerThread::with_current(system_ref, |thread| thread.map(|thread| thread.worker()))?;
    Some(Sent { system_ref, place: (worker, id) })
}

impl Timer {
    /// Where it is; nothing, if it never comes.
    pub(crate) fn place(&self) -> Option<TimerPlace> {
        self.place
    }
}

/// Sets a timer from a handler; a deadline beyond the clock's range never comes.
pub(crate) fn set(thread: &WorkerThread, delay: Duration, action: Action) -> Timer {
    let id = thread.shared.now().checked_add(delay).and_then(|deadline| set_at(thread, deadline, action));
    Timer { system_ref: thread.shared.system_ref, place: id.map(|id| (thread.worker(), id)) }
}

/// The same for one that ends with the life of the actor that runs.
pub(crate) fn set_for_life(thread: &WorkerThread, life: &mut LifeTimers, delay: Duration, action: Action) -> Timer {
    let deadline = thread.shared.now().checked_add(delay);
    let id = deadline.and_then(|deadline| expiry::set_for_life(thread, life, deadline, action));
    Timer { system_ref: thread.shared.system_ref, place: id.map(|id| (thread.worker(), id)) }
}

/// Sets a limit to the time of a question from a handler: see [`Limits`](crate::worker::timers::limits::Limits).
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
///
/// `own`: that actor sets it for itself.
pub(crate) fn send_later<M: Send + 'static>(to: Address<M>, own: bool, message: M) -> Action {
    if Parcel::fits::<M>() && !to.is_bounded() {
        return Action::Send(Parcel::new(to.key, message));
    }
    Action::Later(Box::new(move |id| {
        let once = sent(to.system_ref, id).map(SentOnce);
        let Ok(held) = to.hold(own) else { return };
        to.send_system(SystemMessage::LazyMessage(LazyMessage {
            make: holding(held, message),
            confirmation: None,
            letter: true,
            is_wanted: Some(Box::new(move || once.is_none_or(|once| once.claim()))),
        }));
    }))
}
