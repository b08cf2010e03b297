//! What an [`AsyncActor`] can do, and how it gets at the [`Context`] of the handler that polls it.
//!
//! A future outlives the call that polls it, and so cannot keep the call's [`Context`]. What that refers to is in two places: the thread
//! knows its worker, and the cell of the actor has what is left, its [`ColdState`]. These are lent for as long as the future is polled
//! ([`Loan`]), so that a `Context` can be made whenever the handler wants one.

use std::cell::UnsafeCell;
use std::future::{Future, poll_fn};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Wake, Waker};
use std::time::Duration;
use std::{fmt, mem, ptr};

use futures_core::Stream;

use crate::api::actor::{Actor, SpawnOptions};
use crate::api::address::Address;
use crate::api::async_actor::{Async, AsyncActor};
use crate::api::context::Context;
use crate::api::future::{PollWaker, Task};
use crate::api::sleep::Sleep;
use crate::api::timer::Timer;
use crate::memory::reply::{AskError, Reply};
use crate::memory::vtable::{Flow, flow};
use crate::sync::shim::lock;
use crate::types::exit::Terminated;
use crate::types::id::ActorId;
use crate::types::timer_key::TimerKey;
use crate::worker::cell_head::ColdState;
use crate::worker::system_message::Signal;
use crate::worker::thread::WorkerThread;

/// What an [`AsyncActor`] can do while it handles a message.
///
/// The most usual things it does itself; [`with`](Self::with) gives the whole [`Context`] of an actor.
pub struct AsyncContext<A: AsyncActor> {
    address: Address<A::Message>,
    lending: Arc<Lending>,
}

const NOT_POLLED: &str = "a Context is to be had on the thread that polls the handler only";

impl<A: AsyncActor> AsyncContext<A> {
    pub(crate) fn new(address: Address<A::Message>, lending: Arc<Lending>) -> Self {
        Self { address, lending }
    }

    /// This actor's own address.
    pub fn address(&self) -> Address<A::Message> {
        self.address
    }

    /// Identifies this actor.
    pub fn id(&self) -> ActorId {
        self.address.id()
    }

    /// Sends a message.
    pub fn send<M: Send + 'static>(&mut self, to: &Address<M>, message: M) {
        to.send(message);
    }

    /// Runs code that blocks, or computes for long, while the other actors of the worker go on elsewhere: [`Context::block_in_place`]. To be
    /// used for what cannot be awaited.
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn block_in_place<R>(&mut self, code: impl FnOnce() -> R) -> R {
        self.with(|ctx| ctx.block_in_place(code))
    }

    /// Spawns an actor. It is independent of this one.
    ///
    /// # Panics
    ///
    /// If the system is full; and as [`with`](Self::with).
    pub fn spawn<B: Actor>(&mut self, actor: B) -> Address<B::Message> {
        self.with(|ctx| ctx.spawn(actor))
    }

    /// Notifies this actor when another one terminates: [`Context::monitor`].
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn monitor<M: Send + 'static>(
        &mut self,
        other: &Address<M>,
        notice: impl FnOnce(Terminated) -> A::Message + Send + 'static,
    ) -> crate::Monitor<M> {
        self.with(|ctx| ctx.monitor(other, notice))
    }

    /// Spawns an actor with options: [`Context::spawn_with`].
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn spawn_with<B: Actor>(&mut self, actor: B, options: SpawnOptions<B>) -> Address<B::Message> {
        self.with(|ctx| ctx.spawn_with(actor, options))
    }

    /// Asks another actor, and awaits the answer: [`Address::ask_async_within`]. This actor handles nothing else meanwhile.
    ///
    /// # Errors
    ///
    /// [`AskError::Timeout`] and [`AskError::NoReply`].
    pub async fn ask<M: Send + 'static, R: Send + 'static>(
        &mut self,
        other: &Address<M>,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Result<R, AskError> {
        other.ask_async_within(timeout, question).await
    }

    /// Sends a message when some time has passed, unless this life of the actor ends before: [`Context::send_after`].
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn send_after<M: Send + 'static>(&mut self, delay: Duration, to: &Address<M>, message: M) -> Timer {
        self.with(|ctx| ctx.send_after(delay, to, message))
    }

    /// Sends a message again and again, for as long as this life of the actor lasts: [`Context::send_every`].
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn send_every<M: Send + 'static>(
        &mut self,
        period: Duration,
        to: &Address<M>,
        make: impl FnMut() -> M + Send + 'static,
    ) -> Timer {
        self.with(|ctx| ctx.send_every(period, to, make))
    }

    /// Sends this actor a message when some time has passed, by a timer that has a name: [`Context::timer`].
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn timer(&mut self, key: impl Into<TimerKey>, delay: Duration, message: A::Message) -> Timer {
        self.with(|ctx| ctx.timer(key, delay, message))
    }

    /// Cancels the timer that was set under this key last: [`Context::cancel_timer`].
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn cancel_timer(&mut self, key: impl Into<TimerKey>) -> bool {
        self.with(|ctx| ctx.cancel_timer(key))
    }

    /// Attaches a stream to this actor: [`Context::attach`].
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn attach<S>(
        &mut self,
        stream: S,
        message: impl Fn(Option<S::Item>) -> A::Message + Send + Sync + 'static,
    ) -> Task
    where
        S: Stream + Send + 'static,
        S::Item: Send,
    {
        self.with(|ctx| ctx.attach(stream, message))
    }

    /// Stops this actor after the current handler, which goes on to its end; what waits in its mailbox becomes dead letters.
    pub fn stop(&mut self) {
        self.lending.wants(flow::STOP);
    }

    /// A future that is ready when this actor has been asked to stop, by [`Address::stop`], its supervisor, or the end of the system, while one
    /// of its handlers awaited something. The order has its place in the mailbox all the same; a handler that races its work against this need
    /// not keep everybody waiting.
    ///
    /// ```
    /// use std::future::{pending, poll_fn};
    /// use std::pin::pin;
    /// use std::task::Poll;
    /// use std::time::Duration;
    /// use agon_actor::{Async, AsyncActor, AsyncContext, System};
    ///
    /// struct Watchman;
    ///
    /// impl AsyncActor for Watchman {
    ///     type Message = ();
    ///
    ///     async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
    ///         let mut work = pin!(pending::<()>());
    ///         let mut stopping = pin!(ctx.stopping());
    ///         // What a `select!` does.
    ///         poll_fn(|cx| match work.as_mut().poll(cx) {
    ///             Poll::Pending => stopping.as_mut().poll(cx),
    ///             done => done,
    ///         })
    ///         .await;
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(1).build()?;
    /// system.spawn(Async::new(Watchman)).send(());
    /// assert!(system.shutdown(Duration::from_secs(60)).is_clean());
    /// # Ok::<(), agon_actor::BuildError>(())
    /// ```
    pub fn stopping(&self) -> impl Future<Output = ()> + Send + use<A> {
        let lending = Arc::clone(&self.lending);
        poll_fn(move |cx| lending.poll_stopping(cx.waker()))
    }

    /// A future that is ready when some time has passed, by the timers of the system, with a resolution of a millisecond.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Async, AsyncActor, AsyncContext, Reply, System};
    /// struct Slow;
    ///
    /// impl AsyncActor for Slow {
    ///     type Message = Reply<()>;
    ///
    ///     async fn handle(&mut self, reply: Reply<()>, ctx: &mut AsyncContext<Self>) {
    ///         ctx.sleep(Duration::from_millis(2)).await; // blocks no thread
    ///         reply.send(());
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # system.spawn(Async::new(Slow)).ask(Duration::from_secs(5), |reply| reply)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sleep(&self, time: Duration) -> Sleep {
        Sleep::new(&self.address, time)
    }

    /// Does something with this actor's [`Context`]: whatever a plain actor's handler can do.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Async, AsyncActor, AsyncContext, Reply, System};
    /// /// Answers when it has been opened.
    /// struct Shop { open: bool }
    ///
    /// enum ToShop { Open, Enter(Reply<()>) }
    ///
    /// impl AsyncActor for Shop {
    ///     type Message = ToShop;
    ///
    ///     async fn handle(&mut self, message: ToShop, ctx: &mut AsyncContext<Self>) {
    ///         match message {
    ///             ToShop::Open => {
    ///                 self.open = true;
    ///                 ctx.with(|ctx| ctx.unstash_all());
    ///             }
    ///             ToShop::Enter(reply) if self.open => reply.send(()),
    ///             early => ctx.with(|ctx| ctx.stash(early)),
    ///         }
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # let shop = system.spawn(Async::new(Shop { open: false }));
    /// # shop.send_after(Duration::from_millis(2), ToShop::Open);
    /// # shop.ask(Duration::from_secs(5), ToShop::Enter)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A [`Context::stop`] takes effect at the end of the handler, everything else at once, or when the handler next awaits something.
    ///
    /// # Panics
    ///
    /// On a thread other than the one that polls the handler (for example one of a thread pool that a handler waits for); and if the code does.
    pub fn with<R>(&mut self, code: impl FnOnce(&mut Context<'_, Async<A>>) -> R) -> R {
        WorkerThread::with_current(self.address.system_ref, |thread| {
            let thread = thread.expect(NOT_POLLED);
            let mut borrowed = Borrowed::new(&self.lending, thread);
            let mut ctx = Context::new(thread, self.address.key, &mut borrowed.cold);
            let result = code(&mut ctx);
            borrowed.flow = ctx.flow();
            result
        })
    }
}

impl<A: AsyncActor> fmt::Debug for AsyncContext<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncContext").field("actor", &self.id()).finish()
    }
}

/// What the cell of an actor, its future and the future's waker share. Polls take no lock.
///
/// Invariants:
/// 1. `polled_at` is the [`WorkerThread`] of the operating system's thread that polls the future, for as long as it does. It is written by
///    that thread alone: one that finds its own `WorkerThread` there is the one that polls.
/// 2. That thread alone touches `extras`.
pub(crate) struct Lending {
    poll_waker: PollWaker,
    polled_at: AtomicPtr<WorkerThread>,
    cold: UnsafeCell<Option<Box<ColdState>>>,
    /// What the handler wants done.
    flow: AtomicU32,
    stop: Mutex<Stop>,
    /// Tasks may wait in `stop`.
    is_watched: AtomicBool,
}

// SAFETY: invariant 2; what is in the cell is `Send`.
unsafe impl Send for Lending {}
// SAFETY: likewise.
unsafe impl Sync for Lending {}

#[derive(Default)]
struct Stop {
    /// The actor has been asked to stop.
    wanted: bool,
    /// Who waits for that.
    wakers: Vec<Waker>,
}

impl Lending {
    pub(crate) fn new<M>(address: Address<M>) -> Arc<Self> {
        let poll_waker =
            PollWaker::new(Address::new(address.system_ref, address.key), |address| address.signal(Signal::Wake));
        Arc::new(Self {
            poll_waker,
            polled_at: AtomicPtr::new(ptr::null_mut()),
            cold: UnsafeCell::new(None),
            flow: AtomicU32::new(flow::GO_ON),
            stop: Mutex::default(),
            is_watched: AtomicBool::new(false),
        })
    }

    /// To be called before each poll.
    pub(crate) fn rearm(&self) {
        self.poll_waker.rearm();
    }

    fn wants(&self, flow: Flow) {
        if flow != flow::GO_ON {
            self.flow.fetch_or(flow, Ordering::Relaxed);
        }
    }

    /// Takes what the handler wants done, of these.
    fn take_wanted(&self, of: Flow) -> Flow {
        match self.flow.load(Ordering::Relaxed) & of {
            flow::GO_ON => flow::GO_ON,
            _ => self.flow.fetch_and(!of, Ordering::Relaxed) & of,
        }
    }

    /// The handler has come to its end: what it wants done now.
    pub(crate) fn finish(&self) -> Flow {
        self.poll_waker.disarm();
        if self.is_watched.load(Ordering::Relaxed) {
            let wakers = mem::take(&mut lock(&self.stop).wakers);
            drop(wakers); // runs foreign code
        }
        self.take_wanted(Flow::MAX)
    }

    /// The future is not polled any more. Its own waker, which holds this, may be among those that wait.
    pub(crate) fn end(&self) {
        self.finish();
    }

    pub(crate) fn notify_stopping(&self) {
        let mut stop = lock(&self.stop);
        stop.wanted = true;
        let wakers = mem::take(&mut stop.wakers);
        drop(stop);
        wakers.into_iter().for_each(Waker::wake);
    }

    fn poll_stopping(&self, waker: &Waker) -> Poll<()> {
        let mut stop = lock(&self.stop);
        if stop.wanted {
            return Poll::Ready(());
        }
        if !stop.wakers.iter().any(|known| known.will_wake(waker)) {
            stop.wakers.push(waker.clone());
            self.is_watched.store(true, Ordering::Relaxed);
        }
        Poll::Pending
    }

    /// The actor's extras.
    ///
    /// # Safety
    ///
    /// The future is polled by this thread.
    unsafe fn swap_extras(&self, cold: Option<Box<ColdState>>) -> Option<Box<ColdState>> {
        // SAFETY: invariant 2.
        mem::replace(unsafe { &mut *self.cold.get() }, cold)
    }
}

impl Wake for Lending {
    fn wake(self: Arc<Self>) {
        self.poll_waker.wake_actor();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.poll_waker.wake_actor();
    }
}

/// The actor's extras are with its future, until this is dropped.
pub(crate) struct Loan<'a, 'b, A: AsyncActor> {
    lending: &'a Lending,
    ctx: &'a mut Context<'b, Async<A>>,
}

impl<'a, 'b, A: AsyncActor> Loan<'a, 'b, A> {
    /// The thread whose context that is begins to poll the future.
    pub(crate) fn new(lending: &'a Lending, ctx: &'a mut Context<'b, Async<A>>) -> Self {
        lending.polled_at.store(ptr::from_ref(ctx.thread).cast_mut(), Ordering::Relaxed);
        // SAFETY: polled by this thread.
        unsafe { lending.swap_extras(ctx.cold.take()) };
        Self { lending, ctx }
    }
}

impl<A: AsyncActor> Drop for Loan<'_, '_, A> {
    fn drop(&mut self) {
        // SAFETY: polled by this thread, up to now.
        *self.ctx.cold = unsafe { self.lending.swap_extras(None) };
        self.lending.polled_at.store(ptr::null_mut(), Ordering::Relaxed);
        // A stop is for the end of the handler.
        self.ctx.flow |= self.lending.take_wanted(!flow::STOP);
    }
}

/// What a handler has borrowed for a `Context`, until this is dropped.
struct Borrowed<'a> {
    lending: &'a Lending,
    cold: Option<Box<ColdState>>,
    flow: Flow,
}

impl<'a> Borrowed<'a> {
    fn new(lending: &'a Lending, thread: &WorkerThread) -> Self {
        assert!(ptr::eq(lending.polled_at.load(Ordering::Relaxed), thread), "{NOT_POLLED}");
        // SAFETY: polled by this very thread.
        Self { lending, cold: unsafe { lending.swap_extras(None) }, flow: flow::GO_ON }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        // SAFETY: polled by this thread still, since it has not returned to the poll.
        unsafe { self.lending.swap_extras(self.cold.take()) };
        self.lending.wants(self.flow);
    }
}
