//! Futures on both sides: one that waits for an actor, and an actor that waits for one. No particular executor is needed.

use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{self, Poll, Wake, Waker};

use crate::actor::Actor;
use crate::address::Address;
use crate::ask::{AskError, Reply};
use crate::context::Context;
use crate::runtime::cell::{boxed_notice, flow};
use crate::runtime::control::{Control, Notice};
use crate::sync::lock;

// --- a future that waits for an actor --------------------------------------------------------------------------------

impl<M: Send + 'static> Address<M> {
    /// Sends the message that `question` makes around a [`Reply`], and returns the answer as a future, for whatever executor.
    ///
    /// The question is sent at once, whether or not the future is polled. There is no limit to the time; executors have their own
    /// means. Dropping the future gives up the answer.
    ///
    /// Its output is an error, [`AskError::NoReply`], if the reply was dropped unanswered, for instance because the actor has
    /// terminated.
    ///
    /// ```
    /// # use agon_actor::{Actor, Context, Reply, System};
    /// struct Doubler;
    ///
    /// impl Actor for Doubler {
    ///     type Message = (u32, Reply<u32>);
    ///
    ///     fn handle(&mut self, (number, reply): (u32, Reply<u32>), _: &mut Context<'_, Self>) {
    ///         reply.send(2 * number);
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let doubler = system.spawn(Doubler);
    /// assert_eq!(doubler.ask_async(|reply| (21, reply)).await, Ok(42));
    /// # Ok(())
    /// # }
    /// ```
    pub fn ask_async<R: Send + 'static>(&self, question: impl FnOnce(Reply<R>) -> M) -> Asking<R> {
        let (reply, asking) = Reply::channel();
        self.send(question(reply));
        asking
    }
}

impl<R: Send + 'static> Reply<R> {
    /// A reply, and the future of its answer, for a question that is sent in whatever way.
    pub fn channel() -> (Self, Asking<R>) {
        let answer = Arc::new(Mutex::new(Answer::Awaited(None)));
        let to = Arc::clone(&answer);
        let reply = Self::new(Box::new(move |result| {
            let before = mem::replace(&mut *lock(&to), Answer::There(result));
            if let Answer::Awaited(Some(waker)) = before {
                waker.wake();
            }
        }));
        (reply, Asking { answer })
    }
}

/// The future of an answer: [`Address::ask_async`], [`Reply::channel`].
#[must_use = "without it the answer is lost"]
pub struct Asking<R> {
    answer: Arc<Mutex<Answer<R>>>,
}

enum Answer<R> {
    Awaited(Option<Waker>),
    There(Result<R, AskError>),
    Taken,
}

impl<R> Future for Asking<R> {
    type Output = Result<R, AskError>;

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        let mut answer = lock(&self.answer);
        match &mut *answer {
            Answer::Awaited(Some(old)) if old.will_wake(cx.waker()) => Poll::Pending,
            Answer::Awaited(old) => {
                let old = old.replace(cx.waker().clone());
                drop(answer); // a waker is somebody else's code
                drop(old);
                Poll::Pending
            }
            Answer::There(_) => match mem::replace(&mut *answer, Answer::Taken) {
                Answer::There(result) => Poll::Ready(result),
                _ => unreachable!("just seen"),
            },
            Answer::Taken => panic!("polled after it was ready"),
        }
    }
}

impl<R> Drop for Asking<R> {
    fn drop(&mut self) {
        // Whoever has the reply may keep it for long: it must not keep the task that waited.
        let before = mem::replace(&mut *lock(&self.answer), Answer::Taken);
        drop(before);
    }
}

impl<R> fmt::Debug for Asking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asking(..)")
    }
}

// --- an actor that waits for a future --------------------------------------------------------------------------------

impl<A: Actor> Context<'_, A> {
    /// Runs a future; its output comes back as the message that `message` makes of it.
    ///
    /// This actor goes on handling other messages meanwhile. The future is polled by an actor of its own, so it should not block, and
    /// computes as a handler would. Nothing but its wakers is needed; a future that wants a particular executor around
    /// it belongs there: spawn it there, and have it send its output to [`address`](Self::address).
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
    pub fn await_paused<F>(&mut self, future: F, message: impl FnOnce(F::Output) -> A::Message + Send + 'static) -> Task
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        let pause = Pause(Some(self.address()));
        let deliver = move |output| pause.end(move || message(output));
        self.extras().awaited += 1;
        self.flow |= flow::PAUSE;
        Task { address: self.spawn(Runner::new(future, deliver)) }
    }
}

/// A future that the actor system runs; see [`Context::pipe`]. Dropping this changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    address: Address<()>,
}

impl Task {
    /// Drops the future, unless it is done already, or is just being polled.
    pub fn cancel(&self) {
        self.address.kill();
    }
}

/// An actor that waits, until it is told the output, or that there will be none.
struct Pause<M: Send + 'static>(Option<Address<M>>);

impl<M: Send + 'static> Pause<M> {
    fn end(mut self, make: impl FnOnce() -> M + Send + 'static) {
        if let Some(actor) = self.0.take() {
            let make = boxed_notice::<M>(Box::new(make));
            actor.control(Control::Answer(Notice { make, confirmation: None, letter: false }));
        }
    }
}

impl<M: Send + 'static> Drop for Pause<M> {
    fn drop(&mut self) {
        if let Some(actor) = self.0.take() {
            actor.control(Control::Resume);
        }
    }
}

/// The actor that polls a future. Its messages say that it is worth while.
struct Runner<F, D> {
    future: Pin<Box<F>>,
    deliver: Option<D>,
    waker: Option<Arc<Knock>>,
}

impl<F: Future, D: FnOnce(F::Output)> Runner<F, D> {
    fn new(future: F, deliver: D) -> Self {
        Self { future: Box::pin(future), deliver: Some(deliver), waker: None }
    }
}

impl<F, D> Runner<F, D>
where
    F: Future + Send + 'static,
    D: FnOnce(F::Output) + Send + 'static,
{
    fn poll(&mut self, ctx: &mut Context<'_, Self>) {
        let knock = self
            .waker
            .get_or_insert_with(|| Arc::new(Knock { address: ctx.address(), knocked: AtomicBool::new(true) }));
        knock.knocked.store(false, Ordering::SeqCst);
        let waker = Waker::from(Arc::clone(knock));
        if let Poll::Ready(output) = self.future.as_mut().poll(&mut task::Context::from_waker(&waker)) {
            knock.knocked.store(true, Ordering::SeqCst);
            if let Some(deliver) = self.deliver.take() {
                deliver(output);
            }
            ctx.stop();
        }
    }
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

/// Wakes a future's actor, by one message at a time.
struct Knock {
    address: Address<()>,
    knocked: AtomicBool,
}

impl Wake for Knock {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.knocked.swap(true, Ordering::SeqCst) {
            // A notice: if the future has been dropped meanwhile, that is no dead letter.
            self.address.notify(|| ());
        }
    }
}
