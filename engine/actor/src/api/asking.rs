//! Futures that wait for actors. No particular executor is needed.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{self, Poll};
use std::time::Duration;

use crate::api::address::{Address, Watch};
use crate::api::limited::{self, Waits, limited_channel};
use crate::api::timer::AGES;
use crate::memory::reply::channel::{self, channel};
use crate::memory::reply::{AskError, Reply};
use crate::types::exit::ExitReason;

impl<M: Send + 'static> Address<M> {
    /// Sends the message that `question` makes around a [`Reply`], and returns the answer as a future, for whatever executor.
    ///
    /// The question is sent at once, whether or not the future is polled; by the future, if the mailbox is [full](crate::Bound). There is no limit to the time:
    /// [`ask_async_within`](Self::ask_async_within) has one. Dropping the future gives up the answer.
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
    ///
    /// # Panics
    ///
    /// If `question` does; and the future, if it is polled again after it was ready.
    pub fn ask_async<R: Send + 'static>(&self, question: impl FnOnce(Reply<R>) -> M) -> Asking<R> {
        self.ask_by(Reply::channel(), question)
    }

    /// [`ask_async`](Self::ask_async) with a limit to the time, from now on, by the timers of the system; in an actor, from when it awaits the
    /// answer, or a quarter of a millisecond later.
    ///
    /// Its output is [`AskError::Timeout`] if no answer came in time, or [`AskError::NoReply`] if none will come.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Actor, AskError, Context, Reply, System};
    /// /// Keeps its visitors waiting.
    /// struct Office(Vec<Reply<()>>);
    ///
    /// impl Actor for Office {
    ///     type Message = Reply<()>;
    ///
    ///     fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
    ///         self.0.push(reply);
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let office = system.spawn(Office(Vec::new()));
    /// let answer = office.ask_async_within(Duration::from_millis(5), |reply| reply);
    /// assert_eq!(answer.await, Err(AskError::Timeout));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// As [`ask_async`](Self::ask_async).
    pub fn ask_async_within<R: Send + 'static>(
        &self,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Asking<R> {
        self.ask_by(Reply::channel_within(self, timeout), question)
    }

    /// Waits, as a future, until the actor has terminated, and returns the reason: [`wait`](Self::wait) without blocking a thread.
    ///
    /// Its output is [`AskError::Timeout`] if the actor has not terminated in time, and [`AskError::NoReply`] if the system has ended
    /// without notice. [`Duration::MAX`] waits for ever. Dropping the future gives up.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Actor, Context, ExitReason, System};
    /// # struct Job;
    /// # impl Actor for Job {
    /// #     type Message = ();
    /// #     fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) { ctx.stop() }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let job = system.spawn(Job); // stops after its first message
    /// job.send(());
    /// assert_eq!(job.wait_async(Duration::from_secs(5)).await, Ok(ExitReason::Normal));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// The future, if it is polled again after it was ready.
    pub fn wait_async(&self, timeout: Duration) -> Asking<ExitReason> {
        let (reply, mut asking) = Reply::channel_within(self, timeout);
        asking.watch = Some(Address::new(self.system_ref, self.key).watch(move |why| reply.send(why)));
        asking
    }
}

impl<R: Send + 'static> Reply<R> {
    /// A reply, and the future of its answer, for a question that is sent in whatever way.
    ///
    /// ```
    /// use agon_actor::Reply;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let (reply, answer) = Reply::channel();
    /// reply.send(42);
    /// assert_eq!(answer.await, Ok(42));
    /// # }
    /// ```
    pub fn channel() -> (Self, Asking<R>) {
        let (reply, answer) = channel();
        (reply, Asking::of(Receiver::Unlimited(answer)))
    }

    /// The same with a limit to the time, from now on, by the timers of an actor's system.
    pub(crate) fn channel_within<M>(near: &Address<M>, timeout: Duration) -> (Self, Asking<R>) {
        if timeout >= AGES {
            return Self::channel();
        }
        let (reply, answer) = limited_channel(near.system_ref, near.key, timeout);
        (reply, Asking::of(Receiver::Limited(answer)))
    }
}

/// The future of an answer: [`Address::ask_async`], [`Address::wait_async`], [`Reply::channel`].
///
/// Dropping it gives up the answer: what comes nevertheless is dropped where it is sent, and nothing of the question is left behind.
#[must_use = "without it the answer is lost"]
pub struct Asking<R> {
    answer: Receiver<R>,
    /// What sends the question.
    first: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    /// What the answer comes from, if it is a watch.
    watch: Option<Watch<()>>,
}

enum Receiver<R> {
    Unlimited(channel::Receiver<channel::Slot<R>>),
    Limited(channel::Receiver<limited::Slot<R, Waits<R>>>),
}

impl<R> Receiver<R> {
    fn is_open(&self) -> bool {
        match self {
            Self::Unlimited(answer) => answer.is_open(),
            Self::Limited(answer) => answer.is_open(),
        }
    }

    #[inline]
    fn poll(&mut self, cx: &task::Context<'_>) -> Poll<Result<R, AskError>> {
        match self {
            Self::Unlimited(answer) => answer.poll(cx.waker()),
            Self::Limited(answer) => answer.poll(cx.waker()),
        }
    }

    fn close(&mut self) -> Option<Result<R, AskError>> {
        match self {
            Self::Unlimited(answer) => answer.close(),
            Self::Limited(answer) => answer.close(),
        }
    }
}

impl<R> Asking<R> {
    fn of(answer: Receiver<R>) -> Self {
        Self { answer, first: None, watch: None }
    }

    /// Has a future send the question, as this one is polled.
    pub(crate) fn behind(mut self, first: impl Future<Output = ()> + Send + 'static) -> Self {
        self.first = Some(Box::pin(first));
        self
    }

    /// No answer is wanted any more.
    fn give_up(&mut self) {
        let is_open = self.answer.is_open();
        let answer = self.answer.close();
        if let Some(watch) = self.watch.take() {
            match answer {
                // Called off.
                None if is_open => drop(watch),
                Some(Err(AskError::Timeout)) => drop(watch),
                _ => watch.disarm(),
            }
        }
        self.first = None;
    }
}

impl<R> Future for Asking<R> {
    type Output = Result<R, AskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        if self.first.as_mut().is_some_and(|first| first.as_mut().poll(cx).is_ready()) {
            self.first = None;
        }
        let answer = self.answer.poll(cx);
        if matches!(answer, Poll::Ready(Err(AskError::Timeout))) {
            self.first = None;
            self.watch = None; // called off
        }
        answer
    }
}

impl<R> Drop for Asking<R> {
    fn drop(&mut self) {
        self.give_up();
    }
}

impl<R> fmt::Debug for Asking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asking(..)")
    }
}
