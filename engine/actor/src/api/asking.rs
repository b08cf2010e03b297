//! Futures that wait for actors. No particular executor is needed.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{self, Poll};
use std::time::Duration;

use crate::api::address::{Address, Watch};
use crate::api::sleep::Sleep;
use crate::memory::reply::channel::{Receiver, channel};
use crate::memory::reply::{AskError, Reply};
use crate::types::exit::ExitReason;

impl<M: Send + 'static> Address<M> {
    /// Sends the message that `question` makes around a [`Reply`], and returns the answer as a future, for whatever executor.
    ///
    /// The question is sent at once, whether or not the future is polled. There is no limit to the time:
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
        let (reply, asking) = Reply::channel();
        self.send(question(reply));
        asking
    }

    /// [`ask_async`](Self::ask_async) with a limit to the time, from now on, by the timers of the system; in an actor, from when it awaits the answer.
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
        self.ask_async(question).within(self, timeout)
    }

    /// Waits, as a future, until the actor has terminated, and says why it did: [`wait`](Self::wait) that blocks nobody.
    ///
    /// Its output is [`AskError::Timeout`] if the actor has not terminated in time, and [`AskError::NoReply`] if the system has ended
    /// without telling. [`Duration::MAX`] waits for ever. Dropping the future gives up.
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
        let (reply, mut asking) = Reply::channel();
        asking.watch = Some(Address::new(self.system_ref, self.key).watch(move |why| reply.send(why)));
        asking.within(self, timeout)
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
        (reply, Asking { answer, first: None, limit: None, watch: None })
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
    limit: Option<Sleep>,
    /// What the answer comes from, if it is a watch.
    watch: Option<Watch<()>>,
}

impl<R> Asking<R> {
    /// Has a future send the question, as this one is polled.
    pub(crate) fn behind(mut self, first: impl Future<Output = ()> + Send + 'static) -> Self {
        self.first = Some(Box::pin(first));
        self
    }

    /// Sets a limit to the time, from now on, by the timers of an actor's system.
    pub(crate) fn within<M>(mut self, near: &Address<M>, timeout: Duration) -> Self {
        self.limit = Some(Sleep::limit(near, timeout));
        self
    }

    /// No answer is wanted any more.
    fn give_up(&mut self) {
        let is_open = self.answer.is_open();
        let answer = self.answer.close();
        match self.watch.take() {
            // Called off.
            Some(watch) if is_open && answer.is_none() => drop(watch),
            watch => drop(watch.map(Watch::has_told)),
        }
        self.first = None;
        self.limit = None;
    }
}

impl<R> Future for Asking<R> {
    type Output = Result<R, AskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        if self.first.as_mut().is_some_and(|first| first.as_mut().poll(cx).is_ready()) {
            self.first = None;
        }
        if let Poll::Ready(result) = self.answer.poll(cx.waker()) {
            self.limit = None;
            return Poll::Ready(result);
        }
        match self.limit.as_mut().map(|limit| Pin::new(limit).poll(cx)) {
            Some(Poll::Ready(())) => {
                self.give_up();
                Poll::Ready(Err(AskError::Timeout))
            }
            _ => Poll::Pending,
        }
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
