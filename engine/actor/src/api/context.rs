use std::marker::PhantomData;
use std::time::Duration;
use std::{fmt, ptr};

use crate::api::actor::{Actor, SpawnOptions};
use crate::api::address::Address;
use crate::api::cell::ActorCell;
use crate::api::pending;
use crate::api::spawning::spawn_from_outside;
use crate::api::timer::{self, SHORTEST, Timer, every, send_later, set};
use crate::memory::envelope;
use crate::memory::reply::{AskError, Reply};
use crate::memory::ring::Ring;
use crate::memory::vtable::{Flow, flow, lazily};
use crate::types::exit::{ExitReason, Terminated};
use crate::types::id::{ActorId, Key};
use crate::types::spawn_error::SpawnError;
use crate::types::timer_key::TimerKey;
use crate::worker::cell_head::{ColdState, vtable};
use crate::worker::handover::handoff::Blocking;
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::thread::WorkerThread;
use crate::worker::timers::table::Action;
use crate::worker::watchers::{WatchId, Watcher};

/// What an actor can do while it handles a message.
///
/// It belongs to the thread that runs the handler, and is neither `Send` nor `Sync`. Other threads send by an [`Address`], which is
/// both:
///
/// ```compile_fail,E0277
/// # use agon_actor::{Actor, Context};
/// # struct Lender;
/// impl Actor for Lender {
///     type Message = ();
///
///     fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
///         let me = ctx.address();
///         std::thread::scope(|scope| {
///             scope.spawn(|| ctx.send(&me, ())); // `ctx` would leave its thread
///         });
///     }
/// }
/// ```
///
/// ```
/// # use agon_actor::{Actor, Context};
/// # struct Lender;
/// # impl Actor for Lender {
/// #     type Message = ();
/// #     fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
/// let me = ctx.address();
/// std::thread::scope(|scope| {
///     scope.spawn(|| me.send(()));
/// });
/// #     }
/// # }
/// ```
pub struct Context<'a, A: Actor> {
    pub(crate) thread: &'a WorkerThread,
    pub(crate) key: Key,
    pub(crate) cold: &'a mut Option<Box<ColdState>>,
    pub(crate) flow: Flow,
    actor: PhantomData<fn(A)>,
}

impl<'a, A: Actor> Context<'a, A> {
    #[inline]
    pub(crate) fn new(thread: &'a WorkerThread, key: Key, cold: &'a mut Option<Box<ColdState>>) -> Self {
        Self { thread, key, cold, flow: flow::GO_ON, actor: PhantomData }
    }

    #[inline]
    pub(crate) fn flow(&self) -> Flow {
        self.flow
    }

    pub(crate) fn cold(&mut self) -> &mut ColdState {
        self.cold.get_or_insert_default()
    }

    /// This actor's own address.
    #[inline]
    pub fn address(&self) -> Address<A::Message> {
        Address::new(self.thread.shared.system_ref, self.key)
    }

    /// Identifies this actor.
    pub fn id(&self) -> ActorId {
        self.thread.shared.id_of(self.key)
    }

    /// Sends a message: [`Address::send`] without looking up who the sender is.
    #[inline(always)]
    pub fn send<M: Send + 'static>(&mut self, to: &Address<M>, message: M) {
        self.thread.send(to.system_ref, to.key, message);
    }

    /// Sends on a message that was not for this actor after all: as [`send`](Self::send), under a name that shows this. A [`Reply`]
    /// in the message moves with it, so the answer goes straight to who asked.
    #[inline]
    pub fn forward<M: Send + 'static>(&mut self, to: &Address<M>, message: M) {
        self.send(to, message);
    }

    /// Lets go of what this actor and others of its worker have sent to actors of other workers, which otherwise leaves a little later,
    /// together. A thread that learns in another way of what this actor does next (from a file, a lock, a thread of one's own) and sends
    /// the same receiver a message, does so behind these.
    pub fn flush(&mut self) {
        self.thread.with_worker(|core| core.flush());
    }

    /// Sends this actor a message, and gives way: it is handled when everything else that waits at its worker has been, also what
    /// comes meanwhile.
    ///
    /// With this an actor that computes for long does so in parts, a message each, and delays others no longer than one
    /// part takes. Several such actors take turns. They get on however much else there is to do: at least one of about a thousand
    /// messages that a worker handles is one that gives way.
    ///
    /// The message may be overtaken even by later messages to this actor. A [stop](Address::stop) that overtakes it makes it
    /// a dead letter. In [`Mode::Synchronous`](crate::Mode::Synchronous) it is sent like any other.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, System};
    ///
    /// /// Adds up 1, 2, ..., `last`, a thousand numbers at a time.
    /// struct Sum { next: u64, last: u64, sum: u64 }
    ///
    /// impl Actor for Sum {
    ///     type Message = Reply<u64>;
    ///
    ///     fn handle(&mut self, reply: Reply<u64>, ctx: &mut Context<'_, Self>) {
    ///         let end = self.last.min(self.next + 999);
    ///         self.sum += (self.next..=end).sum::<u64>();
    ///         self.next = end + 1;
    ///         if end == self.last { reply.send(self.sum) } else { ctx.give_way(reply) }
    ///     }
    /// }
    ///
    /// # let system = System::builder().threads(1).build()?;
    /// let sum = system.spawn(Sum { next: 1, last: 100_000, sum: 0 });
    /// assert_eq!(sum.ask(Duration::from_secs(5), |reply| reply)?, 5_000_050_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn give_way(&mut self, message: A::Message) {
        let key = self.thread.shared.admit(self.key, true).unwrap_or(self.key);
        self.thread.send_low_priority(key, message);
    }

    /// Runs code that blocks, or computes for long: other actors of this worker do not wait for it.
    ///
    /// The worker is handed to another thread at once, and what has been sent so far goes out; the actor stays here, and its own messages wait.
    /// Without this a handler may block, too, but those behind it wait until that is noticed, some milliseconds as a rule. If no actor
    /// waits when this is called, the worker stays, and is handed over when work arrives and that is noticed, within
    /// a millisecond or two.
    ///
    /// A panic of the code is one of the handler. Calls may be nested. In a [simulation](crate::Simulation), where the system is built
    /// without [`handover`](crate::SystemBuilder::handover), or where 512 handlers are blocking already, the code is run and nothing else
    /// happens. In [`Mode::Synchronous`](crate::Mode::Synchronous) the rounds go on without this actor until its handler has returned.
    ///
    /// ```
    /// use std::thread;
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, System};
    ///
    /// struct Reader;
    ///
    /// impl Actor for Reader {
    ///     type Message = Reply<u32>;
    ///
    ///     fn handle(&mut self, reply: Reply<u32>, ctx: &mut Context<'_, Self>) {
    ///         // A file, a database, a lock that others hold for long.
    ///         let read = ctx.block_in_place(|| {
    ///             thread::sleep(Duration::from_millis(5));
    ///             42
    ///         });
    ///         reply.send(read);
    ///     }
    /// }
    ///
    /// # let system = System::builder().threads(1).build()?;
    /// let reader = system.spawn(Reader);
    /// assert_eq!(reader.ask(Duration::from_secs(5), |reply| reply)?, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn block_in_place<R>(&self, code: impl FnOnce() -> R) -> R {
        let _blocking = Blocking::begin(self.thread);
        code()
    }

    /// Spawns an actor. It is independent of this one.
    #[inline]
    pub fn spawn<B: Actor>(&mut self, actor: B) -> Address<B::Message> {
        self.spawn_cell::<B>(ActorCell::allocate(actor, None))
    }

    /// Spawns an actor with options.
    pub fn spawn_with<B: Actor>(&mut self, actor: B, options: SpawnOptions<B>) -> Address<B::Message> {
        let (cold, worker) = options.into_cold();
        self.spawn_prepared::<B>(ActorCell::allocate(actor, cold), worker)
    }

    pub(crate) fn spawn_prepared<B: Actor>(&mut self, cell: *mut u8, worker: Option<usize>) -> Address<B::Message> {
        match worker {
            Some(_) => or_panic(spawn_from_outside(&self.thread.shared, cell, worker)),
            None => self.spawn_cell::<B>(cell),
        }
    }

    /// Spawns an actor, if the system has capacity; [`spawn`](Self::spawn) panics if it has none.
    ///
    /// # Errors
    ///
    /// As [`System::try_spawn`](crate::System::try_spawn).
    pub fn try_spawn<B: Actor>(&mut self, actor: B) -> Result<Address<B::Message>, SpawnError> {
        self.try_spawn_cell::<B>(ActorCell::allocate(actor, None))
    }

    #[inline]
    pub(crate) fn spawn_cell<B: Actor>(&mut self, cell: *mut u8) -> Address<B::Message> {
        or_panic(self.try_spawn_cell::<B>(cell))
    }

    #[inline]
    fn try_spawn_cell<B: Actor>(&mut self, cell: *mut u8) -> Result<Address<B::Message>, SpawnError> {
        // SAFETY: a cell of this type that no other code knows.
        let vtable = unsafe { vtable(cell) };
        let shared = &self.thread.shared;
        let here =
            if shared.spawns_locally() { self.thread.with_worker(|core| core.spawn(cell, vtable)) } else { None };
        match here {
            Some(Some(key)) => Ok(Address::new(shared.system_ref, key)),
            Some(None) => {
                // SAFETY: a cell of this type that no other code knows.
                unsafe { (vtable.free)(cell) };
                Err(SpawnError::CapacityExceeded)
            }
            None => spawn_from_outside(shared, cell, None),
        }
    }

    /// Stops this actor after the current handler; what waits in its mailbox becomes dead letters.
    #[inline]
    pub fn stop(&mut self) {
        self.flow |= flow::STOP;
    }

    /// Puts a message aside, for when this actor can do something with it.
    ///
    /// What is still stashed when the actor terminates becomes dead letters; a restart keeps it.
    pub fn stash(&mut self, message: A::Message) {
        let key = self.key;
        let stash = self.cold().stash.get_or_insert_default();
        push_message(stash, key, message);
    }

    /// Brings back everything that was stashed, in the order of stashing, before whatever else waits in the mailbox.
    pub fn unstash_all(&mut self) {
        self.flow |= flow::UNSTASH;
    }

    /// Notifies this actor when another one terminates, once, by the message that `notice` makes of it.
    ///
    /// If the other has terminated already, the notice comes at once; its reason is [`Unknown`](crate::ExitReason::Unknown) if that was long ago,
    /// and the reason is forgotten. It comes behind whatever the other sent to this
    /// actor; and what it sent to others has arrived there, so that what is sent because of the notice comes behind that. Until then it can
    /// be [called off](Self::demonitor).
    pub fn monitor<M: Send + 'static>(
        &mut self,
        other: &Address<M>,
        notice: impl FnOnce(Terminated) -> A::Message + Send + 'static,
    ) -> Monitor<M> {
        let (me, it) = (self.address(), *other);
        let id = WatchId::fresh();
        let on_exit = Box::new(move |reason| {
            let held = me.hold_notice();
            let make = lazily::<A::Message, _>(move || {
                drop(held);
                notice(Terminated { actor: it.id(), reason })
            });
            me.send_system(SystemMessage::Down(id, make));
        });
        it.send_system(SystemMessage::Watch(Watcher { id, on_exit }));
        let call_off = Box::new(move |_| it.send_system(SystemMessage::Unwatch(id)));
        self.cold().watchers.add(Watcher { id, on_exit: call_off });
        Monitor { other: it, id }
    }

    /// Calls a monitor off. A notice that is on its way already still comes.
    pub fn demonitor<M: Send + 'static>(&mut self, monitor: Monitor<M>) {
        monitor.other.send_system(SystemMessage::Unwatch(monitor.id));
        drop(self.cold().watchers.remove(monitor.id));
    }

    /// Ties this actor's fate to another's: if one of the two ends in any other way than normally, so does the other, with
    /// [`ExitReason::Linked`](crate::ExitReason::Linked).
    ///
    /// An actor that has ended before counts. Linking the same two twice does no harm.
    pub fn link<M: Send + 'static>(&mut self, other: &Address<M>) {
        let (me, it) = (self.address(), *other);
        let follow_it = Box::new(move |reason| me.follow(it.id(), &reason));
        let follow_me = Box::new(move |reason| it.follow(me.id(), &reason));
        it.send_system(SystemMessage::Watch(Watcher { id: WatchId::link(me.id()), on_exit: follow_it }));
        self.cold().watchers.add(Watcher { id: WatchId::link(it.id()), on_exit: follow_me });
    }

    /// Unties what [`link`](Self::link) has tied.
    pub fn unlink<M: Send + 'static>(&mut self, other: &Address<M>) {
        other.send_system(SystemMessage::Unwatch(WatchId::link(self.id())));
        drop(self.cold().watchers.remove(WatchId::link(other.id())));
    }

    /// Sends the message that `question` makes around a [`Reply`]; the answer comes back as the message that `answer` makes
    /// of it.
    ///
    /// This actor goes on handling other messages meanwhile. `answer` is called exactly once, on this actor, with the answer,
    /// [`AskError::Timeout`] or [`AskError::NoReply`] (not at all if this actor terminates first). The time begins when the handler has
    /// returned, or has held its worker up for so long that another thread has taken it over; or, on a busy worker, a quarter of a millisecond later.
    pub fn ask<M: Send + 'static, R: Send + 'static>(
        &mut self,
        other: &Address<M>,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
        answer: impl FnOnce(Result<R, AskError>) -> A::Message + Send + 'static,
    ) {
        let reply = pending::ask(self.thread, self.address(), timeout, answer);
        self.send(other, question(reply));
    }

    /// Sends a message to an actor (perhaps to oneself) when some time has passed, with a resolution of a millisecond.
    ///
    /// The timer belongs to the life of this actor: it ends when this actor is restarted, or ends; see [`Timer`]. One that is to stay is set
    /// by [`Address::send_after`]. A timer for an actor of another system stays, too.
    pub fn send_after<M: Send + 'static>(&mut self, delay: Duration, to: &Address<M>, message: M) -> Timer {
        if !ptr::eq(to.system_ref, self.thread.system_ref()) {
            return to.send_after(delay, message);
        }
        self.set_for_life(delay, send_later(*to, to.id() == self.id(), message))
    }

    /// Sends a message to an actor (perhaps to oneself) again and again, the first time after one period: [`Address::send_every`]
    /// from a handler. The timer belongs to the life of this actor, as that of [`send_after`](Self::send_after).
    pub fn send_every<M: Send + 'static>(
        &mut self,
        period: Duration,
        to: &Address<M>,
        make: impl FnMut() -> M + Send + 'static,
    ) -> Timer {
        if !ptr::eq(to.system_ref, self.thread.system_ref()) {
            return to.send_every(period, make);
        }
        let period = period.max(SHORTEST);
        self.set_for_life(period, every(*to, period, make))
    }

    /// Sends this actor a message when some time has passed, by a timer that has a name: to set it again replaces it, and no message of
    /// the one before comes any more. It ends with the life of this actor, as that of [`send_after`](Self::send_after).
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, System};
    ///
    /// /// Answers when nothing has come for a while.
    /// struct Quiet(u32, Option<Reply<u32>>);
    ///
    /// enum ToQuiet { Word, Silence, Ask(Reply<u32>) }
    ///
    /// impl Actor for Quiet {
    ///     type Message = ToQuiet;
    ///
    ///     fn handle(&mut self, message: ToQuiet, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToQuiet::Silence => return self.1.take().into_iter().for_each(|reply| reply.send(self.0)),
    ///             ToQuiet::Word => self.0 += 1,
    ///             ToQuiet::Ask(reply) => self.1 = Some(reply),
    ///         }
    ///         ctx.timer("silence", Duration::from_millis(5), ToQuiet::Silence);
    ///     }
    /// }
    ///
    /// # let system = System::builder().threads(1).build()?;
    /// let quiet = system.spawn(Quiet(0, None));
    /// (0..3).for_each(|_| quiet.send(ToQuiet::Word));
    /// assert_eq!(quiet.ask(Duration::from_secs(5), ToQuiet::Ask)?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timer(&mut self, key: impl Into<TimerKey>, delay: Duration, message: A::Message) -> Timer {
        let timer = self.set_for_life(delay, send_later(self.address(), true, message));
        self.name(key.into(), timer)
    }

    /// The same again and again, with what `make` makes each time; see [`send_every`](Self::send_every).
    pub fn timer_every(
        &mut self,
        key: impl Into<TimerKey>,
        period: Duration,
        make: impl FnMut() -> A::Message + Send + 'static,
    ) -> Timer {
        let period = period.max(SHORTEST);
        let timer = self.set_for_life(period, every(self.address(), period, make));
        self.name(key.into(), timer)
    }

    /// Cancels the timer that was set under this key last; returns, as [`Timer::cancel`], whether anything would have come of it.
    pub fn cancel_timer(&mut self, key: impl Into<TimerKey>) -> bool {
        let timers = self.cold.as_mut().and_then(|cold| cold.timers.as_mut());
        let place = timers.and_then(|timers| timers.take(&key.into()));
        place.is_some_and(|place| Timer::at(self.thread.shared.system_ref, place).cancel())
    }

    /// Sets a timer that ends with this life.
    fn set_for_life(&mut self, delay: Duration, action: Action) -> Timer {
        let life = self.cold.get_or_insert_default().timers.get_or_insert_default();
        timer::set_for_life(self.thread, life, delay, action)
    }

    /// A timer has been set under a key.
    fn name(&mut self, key: TimerKey, timer: Timer) -> Timer {
        let Some(place) = timer.place() else {
            self.cancel_timer(key);
            return timer;
        };
        let shared = &self.thread.shared;
        let timers = self.cold.get_or_insert_default().timers.get_or_insert_default();
        if let Some(before) = timers.set_under(key, place, |worker| &shared.worker_shared(worker).timers) {
            Timer::at(shared.system_ref, before).cancel();
        }
        timer
    }

    /// Does something later, whatever becomes of this life.
    pub(crate) fn do_after(&mut self, delay: Duration, action: impl FnOnce() + Send + 'static) -> Timer {
        set(self.thread, delay, Action::once(action))
    }
}

/// The address, or a panic of the actor that spawns.
fn or_panic<M>(result: Result<Address<M>, SpawnError>) -> Address<M> {
    result.unwrap_or_else(|refused| panic!("{refused}"))
}

/// A monitor that can be [called off](Context::demonitor).
#[derive(Debug)]
pub struct Monitor<M> {
    other: Address<M>,
    id: WatchId,
}

impl<M: Send + 'static> Address<M> {
    /// Has the receiver make a message itself: neither a panic in making it nor the time it takes are the sender's.
    pub(crate) fn notify(&self, make: impl FnOnce() -> M + Send + 'static) {
        let held = self.hold_notice();
        self.signal(Signal::LazyMessage(lazily::<M, _>(move || {
            drop(held);
            make()
        })));
    }

    /// An actor that this one is linked with has ended.
    fn follow(&self, ended: ActorId, reason: &ExitReason) {
        if *reason == ExitReason::Normal {
            self.send_system(SystemMessage::Unwatch(WatchId::link(ended)));
        } else {
            self.send_system_urgently(SystemMessage::Exit(ExitReason::Linked));
        }
    }
}

impl<A: Actor> fmt::Debug for Context<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("actor", &self.id()).field("stopping", &(self.flow & flow::STOP != 0)).finish()
    }
}

/// Puts a message into a ring of its receiver's own.
fn push_message<M>(ring: &mut Ring, key: Key, message: M) {
    // SAFETY: the space is the message's.
    unsafe { envelope::write(ring.reserve(envelope::Layout::<M>::STRIDE), key, message) };
}
