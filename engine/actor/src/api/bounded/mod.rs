//! Mailboxes of limited size.

mod admission;
pub(crate) mod bound;
mod outcome;
mod sending;

use std::fmt;
use std::ptr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::api::actor::{Actor, SpawnOptions};
use crate::api::address::{Address, wait_for, wait_until};
use crate::api::asking::Asking;
use crate::api::context::Context;
use crate::api::system::System;
use crate::memory::reply::{AskError, Reply};
use crate::memory::vtable::flow;
use crate::sync::permits::Suspension;
use crate::types::id::Key;
use crate::worker::cell_head::{Admitted, BoundedMailbox, Entered};
use crate::worker::shared::Shared;
use crate::worker::thread::WorkerThread;
use admission::Admission;
pub use bound::{Bound, Overflow};
use bound::{Full, Held};
pub use outcome::{SendError, Sent};
pub use sending::Sending;

/// The state of a bounded mailbox: [`Address::mailbox`]. It may be kept beyond the actor's end.
///
/// ```
/// use agon_actor::{Actor, Address, Bound, Context, Overflow, SpawnOptions, System};
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
/// struct Source(Address<String>);
///
/// impl Actor for Source {
///     type Message = u32;
///
///     fn handle(&mut self, number: u32, ctx: &mut Context<'_, Self>) {
///         // If the log is full, this actor handles its next message when there is capacity again.
///         let _ = ctx.send_bounded(&self.0, format!("this is {number}"));
///     }
/// }
///
/// let system = System::builder().threads(2).build()?;
/// let log = system.spawn_with(Log, SpawnOptions::new().bounded(Bound::new(16, Overflow::Await)));
/// let source = system.spawn(Source(log));
/// for number in 0..100 {
///     source.send(number);
/// }
/// log.send_bounded("a thread outside blocks".into())?;
/// source.stop();
/// source.wait(Duration::from_secs(5))?;
/// assert_eq!(log.mailbox().map(|mailbox| mailbox.dropped()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Mailbox(Arc<dyn BoundedMailbox>);

impl Mailbox {
    /// How many messages it holds.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// How many messages lie in it right now, those included that went past the bound: see [`Bound`]. None, when the actor has ended.
    pub fn len(&self) -> usize {
        self.0.taken()
    }

    /// Whether no message lies in it right now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many messages have been dropped because it was full: see [`Bound`].
    pub fn dropped(&self) -> u64 {
        self.0.dropped()
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mailbox({} of {})", self.len(), self.capacity())
    }
}

/// How messages get to an actor.
enum Way<M: Send + 'static> {
    Unbounded,
    Bounded(Arc<Admission<M>>),
    /// The mailbox was bounded, and the actor has ended; or the system has.
    Closed,
}

impl<M> Address<M> {
    fn with_shared<R>(&self, f: impl FnOnce(&Shared) -> R) -> Option<R> {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => Some(f(&thread.shared)),
            None => self.system_ref.with(f),
        })
    }

    /// Whether the actor's mailbox is bounded; not, if the system has ended.
    #[inline]
    pub(crate) fn is_bounded(&self) -> bool {
        self.with_shared(|shared| shared.slab.is_bounded(self.key.index())).unwrap_or(false)
    }

    /// A permit for a message whose sender neither waits nor learns what becomes of it: see [`Shared::admit`]. None is needed where there is
    /// no bound.
    pub(crate) fn hold(&self, own: bool) -> Result<Option<Held>, Full> {
        let mailbox =
            self.with_shared(
                |shared| {
                    if shared.slab.is_bounded(self.key.index()) { shared.bounds.get(self.key) } else { None }
                },
            );
        let Some(mailbox) = mailbox.flatten() else { return Ok(None) };
        match mailbox.admit(own) {
            Admitted::Yes => Ok(Some(Held(mailbox))),
            Admitted::Closed => Ok(None),
            Admitted::No => Err(Full),
        }
    }

    /// A permit for a notice that the actor has asked for.
    pub(crate) fn hold_notice(&self) -> Option<Held> {
        self.hold(true).unwrap_or(None)
    }

    /// Under which key to send a message: see [`Shared::admit`].
    pub(crate) fn admit(&self, own: bool) -> Option<Key> {
        self.with_shared(|shared| shared.admit(self.key, own)).unwrap_or(Some(self.key))
    }

    /// The state of the actor's mailbox, if that is bounded and the actor lives.
    pub fn mailbox(&self) -> Option<Mailbox> {
        self.with_shared(|shared| shared.bounds.get(self.key)).flatten().map(Mailbox)
    }
}

impl<M: Send + 'static> Address<M> {
    fn way(&self) -> Way<M> {
        let found = self.with_shared(|shared| {
            let is_bounded = shared.slab.is_bounded(self.key.index());
            (is_bounded, if is_bounded { shared.bounds.get(self.key) } else { None })
        });
        match found {
            Some((false, _)) => Way::Unbounded,
            Some((true, Some(mailbox))) => match mailbox.typed().downcast() {
                Ok(admission) => Way::Bounded(admission),
                Err(_) => unreachable!("an address has the type of its actor's messages"),
            },
            Some((true, None)) | None => Way::Closed,
        }
    }

    /// Sends a message, if there is capacity; neither blocks nor waits, in a handler or outside. Without a bound, there is.
    ///
    /// # Errors
    ///
    /// [`SendError::Full`], or [`SendError::Dropped`] with [`Overflow::DropNewest`]; [`SendError::Closed`] if the mailbox was bounded, and the actor
    /// has terminated.
    pub fn try_send(&self, message: M) -> Result<(), SendError<M>> {
        match self.way() {
            Way::Bounded(admission) => admission.offer(message),
            Way::Closed => Err(SendError::Closed(message)),
            Way::Unbounded => {
                self.send(message);
                Ok(())
            }
        }
    }

    /// Sends a message from a thread outside the system; with [`Overflow::Await`], blocks it while the mailbox is full. Without a bound, as
    /// [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// [`SendError::Closed`] if the mailbox was bounded, and the actor has terminated; [`SendError::Full`] and [`SendError::Dropped`] by the
    /// mailbox's policy; with [`Overflow::Await`], [`SendError::InsideHandler`] on a worker thread, whether the mailbox is full or not.
    pub fn send_bounded(&self, message: M) -> Result<(), SendError<M>> {
        self.send_until(None, message)
    }

    /// Likewise, and gives up after a time.
    ///
    /// # Errors
    ///
    /// As [`send_bounded`](Self::send_bounded), and [`SendError::Timeout`].
    pub fn send_timeout(&self, timeout: Duration, message: M) -> Result<(), SendError<M>> {
        self.send_until(Instant::now().checked_add(timeout), message)
    }

    fn send_until(&self, deadline: Option<Instant>, message: M) -> Result<(), SendError<M>> {
        match self.way() {
            Way::Bounded(admission) if admission.overflow() == Overflow::Await => {}
            _ => return self.try_send(message),
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
    /// Its output is an error as for [`send_bounded`](Self::send_bounded), [`SendError::InsideHandler`] excepted.
    pub fn send_async(&self, message: M) -> Sending<M> {
        Sending::new(*self, message)
    }

    /// [`ask`](Self::ask) where the mailbox is bounded.
    pub(crate) fn ask_bounded<R: Send + 'static>(
        &self,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Result<R, AskError> {
        if self.with_shared(|shared| shared.clock.get().is_some()).unwrap_or(false) {
            // Nothing leaves a mailbox while this thread waits.
            return wait_for(self.system_ref, timeout, |answered| drop(self.try_send(question(Reply::new(answered)))));
        }
        let deadline = Instant::now().checked_add(timeout);
        let mut late = false;
        let answer = wait_until(deadline, |answered| {
            let sent = self.send_until(deadline, question(Reply::new(answered)));
            // A question that was not accepted is dropped here; its reply then reports that.
            late = matches!(sent, Err(SendError::Timeout(_)));
        });
        if late { Err(AskError::Timeout) } else { answer }
    }

    /// Sends a question at once, if there is capacity; else the future of its answer sends it.
    pub(crate) fn ask_by<R>(
        &self,
        (reply, asking): (Reply<R>, Asking<R>),
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Asking<R> {
        let question = question(reply);
        match self.way() {
            Way::Unbounded => self.send(question),
            Way::Closed => {}
            // A question that is not accepted is dropped; its reply then reports that.
            Way::Bounded(admission) => match admission.offer(question) {
                Err(SendError::Full(question)) if admission.overflow() == Overflow::Await => {
                    let sending = self.send_async(question);
                    return asking.behind(async move { drop(sending.await) });
                }
                _ => {}
            },
        }
        asking
    }
}

/// How a message was accepted, or which error gives it back.
#[inline]
fn accepted<M>(entered: Entered) -> Result<Sent, fn(M) -> SendError<M>> {
    match entered {
        Entered::Within => Ok(Sent::Within),
        Entered::PastBound => Ok(Sent::PastBound),
        Entered::Full => Err(SendError::Full),
        Entered::Dropped => Err(|_| SendError::Dropped),
        Entered::Closed => Err(SendError::Closed),
    }
}

impl System {
    /// Spawns an actor whose mailbox is bounded: [`spawn_with`](Self::spawn_with) and [`SpawnOptions::bounded`].
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn spawn_bounded<A: Actor>(&self, actor: A, options: SpawnOptions<A>, bound: Bound) -> Address<A::Message> {
        self.spawn_with(actor, options.bounded(bound))
    }
}

impl<A: Actor> Context<'_, A> {
    /// Spawns an actor whose mailbox is bounded: [`spawn_with`](Self::spawn_with) and [`SpawnOptions::bounded`].
    pub fn spawn_bounded<B: Actor>(&mut self, actor: B, options: SpawnOptions<B>, bound: Bound) -> Address<B::Message> {
        self.spawn_with(actor, options.bounded(bound))
    }

    /// Sends a message, and holds this actor back if there is no capacity.
    ///
    /// With [`Overflow::Await`], this call returns at once, whether the mailbox is full or not. If it was full, that is [`Sent::PastBound`]: the handler runs to
    /// its end, and all that it sends lies in the mailbox, past the bound ([`Mailbox::len`] shows it). A handler that sends many is an
    /// [`AsyncActor`](crate::AsyncActor)'s, and awaits [`send_async`](Address::send_async). Then this actor handles nothing else until there is capacity
    /// again. If the receiver terminates first, what it has not handled becomes dead letters, and this actor goes on.
    ///
    /// # Errors
    ///
    /// [`SendError::Closed`] if the mailbox was bounded, and the receiver has terminated; [`SendError::Full`] and [`SendError::Dropped`] by its policy.
    #[inline]
    pub fn send_bounded<M: Send + 'static>(&mut self, to: &Address<M>, message: M) -> Result<Sent, SendError<M>> {
        if !ptr::eq(to.system_ref, self.thread.system_ref()) {
            return self.send_bounded_elsewhere(to, message);
        }
        if !self.thread.shared.slab.is_bounded(to.key.index()) {
            self.send(to, message);
            return Ok(Sent::Within);
        }
        let entered = self.thread.enter_mailbox(to.key, to.key == self.key).unwrap_or(Entered::Closed);
        let sent = match accepted(entered) {
            Ok(sent) => sent,
            Err(refused) => return Err(refused(message)),
        };
        self.thread.send_counted(to.system_ref, to.key.counted(), message);
        if sent == Sent::PastBound {
            self.suspend(to);
        }
        Ok(sent)
    }

    /// The same to an actor of another system.
    #[cold]
    fn send_bounded_elsewhere<M: Send + 'static>(&mut self, to: &Address<M>, message: M) -> Result<Sent, SendError<M>> {
        let Way::Bounded(admission) = to.way() else { return to.try_send(message).map(|()| Sent::Within) };
        let sent = match accepted(admission.enter(false)) {
            Ok(sent) => sent,
            Err(refused) => return Err(refused(message)),
        };
        self.thread.send(to.system_ref, to.key.counted(), message);
        if sent == Sent::PastBound {
            self.suspend(to);
        }
        Ok(sent)
    }

    /// This actor is to wait until there is capacity; unless it has sent to itself.
    #[cold]
    #[inline(never)]
    fn suspend<M: Send + 'static>(&mut self, to: &Address<M>) {
        if to.id() == self.id() {
            return;
        }
        let Way::Bounded(admission) = to.way() else { return };
        match admission.suspend(self.thread.shared.system_ref, self.key) {
            Suspension::Closed => return,
            Suspension::Already => {}
            Suspension::Queued => self.cold().awaited += 1,
        }
        self.flow |= flow::BLOCK;
    }
}
