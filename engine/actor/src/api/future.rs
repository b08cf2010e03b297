//! Actors that wait for futures. No particular executor is needed.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{self, Poll, Wake, Waker};

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::context::Context;
use crate::memory::vtable::{flow, lazily};
use crate::worker::shared::Shared;
use crate::worker::system_message::{LazyMessage, SystemMessage};
use crate::worker::threads::reactor::Reactor;

impl<A: Actor> Context<'_, A> {
    /// Runs a future; its output comes back as the message that `message` makes of it.
    ///
    /// This actor goes on handling other messages meanwhile. The future is polled by an actor of its own, so it should not block, and
    /// computes as a handler would. Nothing but its wakers is needed. With the feature `tokio`, it is polled within the system's
    /// [runtime](crate::SystemBuilder#method.tokio), if it has one, so that it may use tokio's sockets and clocks. A future that wants some other
    /// executor around it belongs there: spawn it there, and have it send its output to [`address`](Self::address).
    ///
    /// An actor whose handlers are futures themselves is an [`AsyncActor`](crate::AsyncActor).
    ///
    /// No message comes from a future that panics (which counts as a panic), that is [cancelled](Task::cancel), or that is not ready
    /// when the system shuts down. If this actor terminates first, the future goes on, and its output is dropped.
    ///
    /// ```
    /// # use agon_actor::{Actor, Address, AskError, Context, Reply, System};
    /// # struct Prices;
    /// # impl Actor for Prices {
    /// #     type Message = Reply<u32>;
    /// #     fn handle(&mut self, reply: Reply<u32>, _: &mut Context<'_, Self>) { reply.send(3) }
    /// # }
    /// struct Shop {
    ///     prices: [Address<Reply<u32>>; 2],
    ///     customer: Option<Reply<u32>>,
    /// }
    ///
    /// enum ToShop {
    ///     Sum(Reply<u32>),
    ///     Priced(Result<u32, AskError>),
    /// }
    ///
    /// impl Actor for Shop {
    ///     type Message = ToShop;
    ///
    ///     fn handle(&mut self, message: ToShop, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToShop::Sum(reply) => {
    ///                 self.customer = Some(reply);
    ///                 let [one, other] = self.prices;
    ///                 let sum = async move { Ok(one.ask_async(|reply| reply).await? + other.ask_async(|reply| reply).await?) };
    ///                 ctx.pipe(sum, ToShop::Priced);
    ///             }
    ///             ToShop::Priced(sum) => {
    ///                 if let (Ok(sum), Some(customer)) = (sum, self.customer.take()) {
    ///                     customer.send(sum);
    ///                 }
    ///             }
    ///         }
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # let prices = [system.spawn(Prices), system.spawn(Prices)];
    /// # let shop = system.spawn(Shop { prices, customer: None });
    /// # assert_eq!(shop.ask(std::time::Duration::from_secs(5), ToShop::Sum), Ok(6));
    /// # Ok::<(), agon_actor::BuildError>(())
    /// ```
    pub fn pipe<F>(&mut self, future: F, message: impl FnOnce(F::Output) -> A::Message + Send + 'static) -> Task
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        let me = self.address();
        let deliver = move |output| me.notify(move || message(output));
        Task { address: self.spawn(Runner::new(future, deliver)) }
    }

    /// As [`pipe`](Self::pipe), and this actor handles nothing else until the output is there: what is sent to it meanwhile waits, and
    /// comes behind the output.
    ///
    /// It goes on without the output if there will be none. Waiting for several futures at once it goes on when all are done.
    /// It can be [killed](Address::kill) while it waits; a stop, too, waits.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Actor, Address, AskError, Context, Reply, System};
    /// # struct Doubler;
    /// # impl Actor for Doubler {
    /// #     type Message = (u32, Reply<u32>);
    /// #     fn handle(&mut self, (n, reply): (u32, Reply<u32>), _: &mut Context<'_, Self>) { reply.send(2 * n) }
    /// # }
    /// struct Sum { doubler: Address<(u32, Reply<u32>)>, sum: u32 }
    ///
    /// enum ToSum { AddTwice(u32), Doubled(Result<u32, AskError>), Get(Reply<u32>) }
    ///
    /// impl Actor for Sum {
    ///     type Message = ToSum;
    ///
    ///     fn handle(&mut self, message: ToSum, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToSum::AddTwice(number) => {
    ///                 let doubled = self.doubler.ask_async(move |reply| (number, reply));
    ///                 ctx.await_paused(doubled, ToSum::Doubled);
    ///             }
    ///             ToSum::Doubled(number) => self.sum += number.unwrap_or(0),
    ///             ToSum::Get(reply) => reply.send(self.sum),
    ///         }
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # let sum = system.spawn(Sum { doubler: system.spawn(Doubler), sum: 0 });
    /// sum.send(ToSum::AddTwice(21));
    /// // Asked after that, it answers after that.
    /// assert_eq!(sum.ask(Duration::from_secs(5), ToSum::Get), Ok(42));
    /// # Ok::<(), agon_actor::BuildError>(())
    /// ```
    pub fn await_paused<F>(&mut self, future: F, message: impl FnOnce(F::Output) -> A::Message + Send + 'static) -> Task
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        let pause = Pause(Some(self.address()));
        let deliver = move |output| pause.end(move || message(output));
        self.cold().awaited += 1;
        self.flow |= flow::PAUSE;
        Task { address: self.spawn(Runner::new(future, deliver)) }
    }
}

/// A future, or a stream, that the actor system runs; see [`Context::pipe`], [`Context::attach`]. Dropping this changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub(crate) address: Address<()>,
}

impl Task {
    /// Drops the future, unless it is done already, or is just being polled: then it is dropped afterwards.
    ///
    /// ```
    /// # use agon_actor::{Actor, Context, System, Task};
    /// struct Impatient(Option<Task>);
    ///
    /// enum ToImpatient { Wait, Enough }
    ///
    /// impl Actor for Impatient {
    ///     type Message = ToImpatient;
    ///
    ///     fn handle(&mut self, message: ToImpatient, ctx: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToImpatient::Wait => self.0 = Some(ctx.pipe(std::future::pending(), |()| ToImpatient::Enough)),
    ///             ToImpatient::Enough => self.0.take().iter().for_each(Task::cancel),
    ///         }
    ///     }
    /// }
    /// # let system = System::builder().threads(1).build()?;
    /// # let actor = system.spawn(Impatient(None));
    /// # actor.send(ToImpatient::Wait);
    /// # actor.send(ToImpatient::Enough);
    /// # assert!(system.shutdown(std::time::Duration::from_secs(5)).is_clean());
    /// # Ok::<(), agon_actor::BuildError>(())
    /// ```
    pub fn cancel(&self) {
        // Not killed: the reason for which a future's actor has ended is never read, and the system is not to remember it.
        self.address.stop();
    }
}

/// An actor that waits for the output, or for the notice that there will be none.
struct Pause<M: Send + 'static>(Option<Address<M>>);

impl<M: Send + 'static> Pause<M> {
    fn end(mut self, make: impl FnOnce() -> M + Send + 'static) {
        if let Some(actor) = self.0.take() {
            let make = lazily::<M, _>(make);
            actor.send_system(SystemMessage::Answer(LazyMessage {
                make,
                confirmation: None,
                letter: false,
                is_wanted: None,
            }));
        }
    }
}

impl<M: Send + 'static> Drop for Pause<M> {
    fn drop(&mut self) {
        if let Some(actor) = self.0.take() {
            actor.send_system(SystemMessage::Resume);
        }
    }
}

/// The actor that polls a future. Each of its messages is a wake-up.
struct Runner<F, D> {
    future: Pin<Box<F>>,
    deliver: Option<D>,
    poll_waker: Option<Arc<PollWaker>>,
}

impl<F: Future, D: FnOnce(F::Output)> Runner<F, D> {
    fn new(future: F, deliver: D) -> Self {
        Self { future: Box::pin(future), deliver: Some(deliver), poll_waker: None }
    }
}

impl<F, D> Runner<F, D>
where
    F: Future + Send + 'static,
    D: FnOnce(F::Output) + Send + 'static,
{
    fn poll(&mut self, ctx: &mut Context<'_, Self>) {
        let poll_waker = self.poll_waker.get_or_insert_with(|| Arc::new(PollWaker::new(ctx.address(), poll_again)));
        let waker = Waker::from(Arc::clone(poll_waker));
        poll_waker.rearm();
        let polled = poll_within(&ctx.thread.shared, |cx| self.future.as_mut().poll(cx), &waker);
        if let Poll::Ready(output) = polled {
            poll_waker.disarm();
            if let Some(deliver) = self.deliver.take() {
                deliver(output);
            }
            ctx.stop();
        }
    }
}

/// Polls something, within the system's async runtime if it has one.
pub(crate) fn poll_within<R>(
    shared: &Shared,
    poll: impl FnOnce(&mut task::Context<'_>) -> Poll<R>,
    waker: &Waker,
) -> Poll<R> {
    let _entered = shared.reactor.get().map(Reactor::enter);
    poll(&mut task::Context::from_waker(waker))
}

/// A notice: if the future has been dropped meanwhile, that is no dead letter.
pub(crate) fn poll_again(polls: Address<()>) {
    polls.notify(|| ());
}

impl<F, D> Actor for Runner<F, D>
where
    F: Future + Send + 'static,
    D: FnOnce(F::Output) + Send + 'static,
{
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.poll(ctx);
    }

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        self.poll(ctx);
    }
}

/// Wakes the actor that polls a future, once for each time that it polls.
pub(crate) struct PollWaker {
    address: Address<()>,
    woken: AtomicBool,
    how: fn(Address<()>),
}

impl PollWaker {
    pub(crate) fn new(address: Address<()>, how: fn(Address<()>)) -> Self {
        Self { address, woken: AtomicBool::new(true), how }
    }

    /// To be called before each poll: what wakes from now on wants another. What has woken before is seen by the poll, since both exchange the
    /// flag.
    pub(crate) fn rearm(&self) {
        self.woken.swap(false, Ordering::AcqRel);
    }

    /// There will be no more polls.
    pub(crate) fn disarm(&self) {
        self.woken.store(true, Ordering::Release);
    }

    pub(crate) fn wake_actor(&self) {
        if !self.woken.swap(true, Ordering::AcqRel) {
            (self.how)(self.address);
        }
    }
}

impl Wake for PollWaker {
    fn wake(self: Arc<Self>) {
        self.wake_actor();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.wake_actor();
    }
}
