//! Mailboxes of limited size.

mod admission;
mod sending;

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::api::actor::{Actor, SpawnOptions};
use crate::api::address::Address;
use crate::api::asking::Asking;
use crate::api::cell::ActorCell;
use crate::api::context::Context;
use crate::api::spawning::spawn_from_outside;
use crate::api::system::System;
use crate::memory::reply::{AskError, Reply};
use crate::memory::vtable::flow;
use crate::sync::permits::Suspension;
use crate::types::id::ActorId;
use crate::worker::cell_head::{ColdState, MailboxBound};
use crate::worker::thread::WorkerThread;
use admission::Admission;
pub use sending::Sending;

/// What becomes of a message for a mailbox that is full.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// The sender waits until the mailbox has capacity.
    ///
    /// Those who wait go on in the order in which they came. A thread outside the system blocks; a future is pending; an actor
    /// goes on with its handler to the end, and then handles nothing else until what it has sent has been accepted. Where only actors wait,
    /// that is when half of the capacity is free, or 32 messages if that is less: so a sender that is too fast is held back now and
    /// then, and not at each message.
    ///
    /// Senders that wait for each other in a circle wait for ever: for example two actors, each of which sends to the other's full mailbox.
    /// An actor that waits does not answer questions either. So let waiting follow one direction (from sources to sinks),
    /// and send against it through an unbounded [`Address`], or to mailboxes that do not wait. An actor's messages to itself
    /// never wait: they are accepted even by a full mailbox.
    Await,
    /// The new message is dropped, the sender notified, and the loss [counted](BoundedAddress::dropped).
    DropNewest,
    /// The sender gets the message back.
    Reject,
}

/// How much a bounded mailbox holds, and what becomes of the rest.
///
/// It holds for messages by a [`BoundedAddress`], by a [`Recipient`](crate::Recipient) of one, and by a [`Topic`](crate::Topic) that the actor
/// subscribes to. Those by the actor's own [`Address`], its timers, monitors and answers to its questions are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    capacity: NonZeroUsize,
    overflow: Overflow,
}

impl Bound {
    /// At most `capacity` messages wait in the mailbox; the one being handled does not count, and neither does what an actor that waits
    /// for capacity ([`Overflow::Await`]) has sent in its last handler.
    ///
    /// # Panics
    ///
    /// If the capacity is zero.
    pub fn new(capacity: usize, overflow: Overflow) -> Self {
        Self {
            capacity: NonZeroUsize::new(capacity).expect("a mailbox has a capacity of one message at least"),
            overflow,
        }
    }
}

/// Where to send messages of type `M` to an actor with a bounded mailbox.
///
/// It is made by [`System::spawn_bounded`] and [`Context::spawn_bounded`], and is cheap to clone. Messages from one sender arrive in the
/// order in which they were sent, those that had to wait included. The actor itself is written as any other.
///
/// ```
/// use agon_actor::{Actor, Bound, BoundedAddress, Context, Overflow, SpawnOptions, System};
/// use std::time::Duration;
///
/// /// Writes to something slow.
/// struct Log;
///
/// impl Actor for Log {
///     type Message = String;
///
///     fn handle(&mut self, line: String, _: &mut Context<'_, Self>) {
///         println!("{line}");
///     }
/// }
///
/// /// Would flood the log, if it were not held back.
/// struct Source(BoundedAddress<String>);
///
/// impl Actor for Source {
///     type Message = u32;
///
///     fn handle(&mut self, number: u32, ctx: &mut Context<'_, Self>) {
///         // If the log is full, this actor handles its next message when there is admission again.
///         let _ = ctx.send_bounded(&self.0, format!("this is {number}"));
///     }
/// }
///
/// let system = System::builder().threads(2).build()?;
/// let log = system.spawn_bounded(Log, SpawnOptions::new(), Bound::new(16, Overflow::Await));
/// let source = system.spawn(Source(log.clone()));
/// for number in 0..100 {
///     source.send(number);
/// }
/// log.send("a thread outside blocks".into())?;
/// source.stop();
/// source.wait(Duration::from_secs(5))?;
/// assert!(system.shutdown(Duration::from_secs(5)).is_clean());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoundedAddress<M: Send + 'static> {
    admission: Arc<Admission<M>>,
}

impl<M: Send + 'static> BoundedAddress<M> {
    /// Spawns an actor by way of `spawn`, which is given its cell, and has its mailbox bounded.
    fn spawn<A: Actor<Message = M>>(
        actor: A,
        bound: Bound,
        cold: Option<Box<ColdState>>,
        spawn: impl FnOnce(*mut u8) -> Address<M>,
    ) -> Self {
        let admission = Arc::new(Admission::new(bound.capacity.get(), bound.overflow));
        let mailbox = Arc::clone(&admission);
        admission.belongs_to(spawn(ActorCell::allocate_bounded(actor, cold, mailbox)));
        Self { admission }
    }

    /// Identifies the actor behind this address.
    pub fn id(&self) -> ActorId {
        self.address().id()
    }

    /// The actor's address past the bound: for monitoring and stopping it, and for messages that must not wait. They lie in the
    /// same mailbox, and are not counted.
    pub fn address(&self) -> Address<M> {
        self.admission.address()
    }

    /// How many messages the mailbox holds.
    pub fn capacity(&self) -> usize {
        self.admission.capacity()
    }

    /// How many messages lie in the mailbox right now. They are more than it holds where handlers have sent past the bound before they
    /// were held back: see [`Context::send_bounded`].
    pub fn len(&self) -> usize {
        self.admission.taken()
    }

    /// Whether no message lies in the mailbox right now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many messages have been dropped because the mailbox was full: with [`Overflow::DropNewest`]; and with any policy those of a
    /// [`Topic`](crate::Topic) or [`Recipient`](crate::Recipient), whose sender does not wait.
    pub fn dropped(&self) -> u64 {
        self.admission.dropped()
    }

    /// Sends a message from a thread outside the system; with [`Overflow::Await`], blocks it while the mailbox is full.
    ///
    /// # Errors
    ///
    /// [`SendError::Closed`] if the actor has terminated; [`SendError::Full`] and [`SendError::Dropped`] by the mailbox's policy;
    /// with [`Overflow::Await`], [`SendError::InsideHandler`] on a worker thread, whether the mailbox is full or not.
    pub fn send(&self, message: M) -> Result<(), SendError<M>> {
        self.send_until(None, message)
    }

    /// Likewise, and gives up after a time.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send), and [`SendError::Timeout`].
    pub fn send_timeout(&self, timeout: Duration, message: M) -> Result<(), SendError<M>> {
        self.send_until(Instant::now().checked_add(timeout), message)
    }

    fn send_until(&self, deadline: Option<Instant>, message: M) -> Result<(), SendError<M>> {
        if self.admission.overflow() != Overflow::Await {
            return self.admission.offer(message);
        }
        if WorkerThread::is_current_thread() {
            return Err(SendError::InsideHandler(message));
        }
        self.send_async(message).block(deadline)
    }

    /// Sends a message from a future, which is pending while the mailbox is full and the policy is [`Overflow::Await`].
    ///
    /// Nothing happens before the first poll. A future that is dropped before it is ready has sent nothing. Messages sent
    /// by one task, one after the other, arrive in that order.
    ///
    /// Its output is an error as for [`send`](Self::send), [`SendError::InsideHandler`] excepted.
    pub fn send_async(&self, message: M) -> Sending<M> {
        Sending::new(Arc::clone(&self.admission), message)
    }

    /// [`Address::ask`] through the bound: the time for the answer includes the wait for capacity.
    ///
    /// # Errors
    ///
    /// As for [`Address::ask`]. A question that is not accepted gets [`AskError::NoReply`], or [`AskError::Timeout`] if the mailbox stayed full
    /// in time.
    pub fn ask<R: Send + 'static>(
        &self,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Result<R, AskError> {
        let deadline = Instant::now().checked_add(timeout);
        let mut late = false;
        let answer = crate::api::address::wait_until(deadline, |answered| {
            let sent = self.send_until(deadline, question(Reply::new(answered)));
            // A question that was not accepted is dropped here; its reply then reports that.
            late = matches!(sent, Err(SendError::Timeout(_)));
        });
        if late { Err(AskError::Timeout) } else { answer }
    }

    /// [`Address::ask_async`] through the bound: the future waits for capacity, then for the answer. Nothing is asked before the first
    /// poll.
    ///
    /// Its output is [`AskError::NoReply`] if there is no answer, or the question is not accepted.
    ///
    /// ```
    /// use agon_actor::{Actor, Bound, Context, Overflow, Reply, SpawnOptions, System};
    ///
    /// struct Doubler;
    ///
    /// impl Actor for Doubler {
    ///     type Message = (u32, Reply<u32>);
    ///
    ///     fn handle(&mut self, (number, reply): Self::Message, _: &mut Context<'_, Self>) {
    ///         reply.send(2 * number);
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let doubler = system.spawn_bounded(Doubler, SpawnOptions::new(), Bound::new(2, Overflow::Await));
    /// assert_eq!(doubler.ask_async(|reply| (21, reply)).await, Ok(42));
    /// # Ok(())
    /// # }
    /// ```
    pub fn ask_async<R: Send + 'static>(&self, question: impl FnOnce(Reply<R>) -> M) -> Asking<R> {
        self.ask_by(Reply::channel(), question)
    }

    fn ask_by<R>(&self, (reply, asking): (Reply<R>, Asking<R>), question: impl FnOnce(Reply<R>) -> M) -> Asking<R> {
        let sending = self.send_async(question(reply));
        // A question that is not accepted is dropped; its reply then reports that.
        asking.behind(async move { drop(sending.await) })
    }

    /// [`ask_async`](Self::ask_async) with a limit to the time, from now on, by the timers of the system: it includes the wait for capacity.
    ///
    /// Its output is [`AskError::Timeout`] if there was no answer in time, or the mailbox stayed full; else as that of [`ask_async`](Self::ask_async).
    pub fn ask_async_within<R: Send + 'static>(
        &self,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Asking<R> {
        self.ask_by(Reply::channel_within(&self.address(), timeout), question)
    }
}

impl System {
    /// Spawns an actor whose mailbox is bounded.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn spawn_bounded<A: Actor>(
        &self,
        actor: A,
        options: SpawnOptions<A>,
        bound: Bound,
    ) -> BoundedAddress<A::Message> {
        let (cold, worker) = options.into_cold();
        BoundedAddress::spawn(actor, bound, cold, |cell| {
            let spawned = spawn_from_outside(&self.shared, cell, worker);
            spawned.unwrap_or_else(|refused| panic!("{refused}"))
        })
    }
}

impl<M: Send + 'static> BoundedAddress<M> {
    /// Sends a message for a sender that neither waits nor learns of it.
    pub(crate) fn send_or_drop(&self, message: M) {
        self.admission.offer_or_drop(message);
    }
}

impl<A: Actor> Context<'_, A> {
    /// This actor's own address, if its mailbox is bounded.
    pub(crate) fn bounded_address(&self) -> Option<BoundedAddress<A::Message>> {
        let MailboxBound(mailbox) = self.cold.as_ref()?.bound.as_ref()?;
        let admission = Arc::clone(mailbox).typed().downcast().ok()?;
        Some(BoundedAddress { admission })
    }

    /// Spawns an actor whose mailbox is bounded.
    pub fn spawn_bounded<B: Actor>(
        &mut self,
        actor: B,
        options: SpawnOptions<B>,
        bound: Bound,
    ) -> BoundedAddress<B::Message> {
        let (cold, worker) = options.into_cold();
        BoundedAddress::spawn(actor, bound, cold, |cell| self.spawn_prepared::<B>(cell, worker))
    }

    /// Sends a message to an actor with a bounded mailbox.
    ///
    /// With [`Overflow::Await`], this call returns at once, whether the mailbox is full or not. If it was full, the handler runs to
    /// its end, and all that it sends lies in the mailbox, past the bound ([`len`](BoundedAddress::len) shows it): a handler that sends many is an
    /// [`AsyncActor`](crate::AsyncActor)'s, and awaits [`send_async`](BoundedAddress::send_async). Then this actor handles nothing else until there is capacity again. If the receiver terminates first,
    /// what it has not handled becomes dead letters, and this actor goes on.
    ///
    /// # Errors
    ///
    /// [`SendError::Closed`] if the receiver has terminated; [`SendError::Full`] and [`SendError::Dropped`] by its policy.
    #[inline]
    pub fn send_bounded<M: Send + 'static>(&mut self, to: &BoundedAddress<M>, message: M) -> Result<(), SendError<M>> {
        let admission = &*to.admission;
        if admission.overflow() != Overflow::Await {
            return admission.offer(message);
        }
        let Ok(has_permit) = admission.overdraw() else { return Err(SendError::Closed(message)) };
        let address = admission.counted();
        self.thread.send(address.system_ref, address.key, message);
        if !has_permit {
            self.suspend(admission);
        }
        Ok(())
    }

    /// This actor is to wait until there is capacity; unless it has sent to itself.
    #[cold]
    #[inline(never)]
    fn suspend<M: Send + 'static>(&mut self, admission: &Admission<M>) {
        if admission.address().id() == self.id() {
            return;
        }
        match admission.suspend(self.thread.shared.system_ref, self.key) {
            Suspension::Closed => return,
            Suspension::Already => {}
            Suspension::Queued => self.cold().awaited += 1,
        }
        self.flow |= flow::BLOCK;
    }
}

impl<M: Send + 'static> Clone for BoundedAddress<M> {
    fn clone(&self) -> Self {
        Self { admission: Arc::clone(&self.admission) }
    }
}

impl<M: Send + 'static> fmt::Debug for BoundedAddress<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoundedAddress({}, {} of {})", self.id(), self.len(), self.capacity())
    }
}

/// Why a message was not accepted by a bounded mailbox; most give it back.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SendError<M> {
    /// The mailbox is full ([`Overflow::Reject`]).
    Full(M),
    /// The mailbox was full, and the message is lost ([`Overflow::DropNewest`]).
    Dropped,
    /// The mailbox stayed full until the time limit.
    Timeout(M),
    /// The actor has terminated.
    Closed(M),
    /// The call might have blocked a worker thread; a handler uses [`Context::send_bounded`].
    InsideHandler(M),
}

impl<M> SendError<M> {
    /// The message, if it is not lost.
    pub fn into_message(self) -> Option<M> {
        match self {
            Self::Full(message) | Self::Timeout(message) | Self::Closed(message) | Self::InsideHandler(message) => {
                Some(message)
            }
            Self::Dropped => None,
        }
    }
}

impl<M> fmt::Debug for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "Full(..)",
            Self::Dropped => "Dropped",
            Self::Timeout(_) => "Timeout(..)",
            Self::Closed(_) => "Closed(..)",
            Self::InsideHandler(_) => "InsideHandler(..)",
        })
    }
}

impl<M> fmt::Display for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "the mailbox is full",
            Self::Dropped => "the mailbox was full, and the message is dropped",
            Self::Timeout(_) => "the mailbox was full for too long",
            Self::Closed(_) => "the actor has terminated",
            Self::InsideHandler(_) => "a handler must not block: use Context::send_bounded there",
        })
    }
}

impl<M> Error for SendError<M> {}
