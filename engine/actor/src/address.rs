use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use crate::ask::{self, AskError, Reply};
use crate::exit::ExitReason;
use crate::runtime::{Control, Envelope, Interrupt, Recipient, worker};

/// Identifies an actor for as long as the process runs; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActorId(pub(crate) u64);

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Where to send messages of type `M`.
///
/// An address is cheap to clone, can be sent in messages, and says nothing about the type of the actor behind it. It does
/// not keep the actor alive, and an actor does not stop because nobody has its address any more.
///
/// Sending never blocks and never fails: a message for an actor that has terminated is counted as a
/// [dead letter](crate::Counters::dead_letters) and dropped.
pub struct Address<M> {
    pub(crate) recipient: Arc<dyn Recipient<M>>,
}

impl<M: Send + 'static> Address<M> {
    /// Sends a message. Inside a handler, [`Context::send`](crate::Context::send) does the same and is faster.
    ///
    /// Messages from one sender (an actor, or a thread outside) to one receiver arrive in the order in which they were sent.
    #[inline]
    pub fn send(&self, message: M) {
        self.post(Envelope::Message(message));
    }

    /// Asks the actor to stop when it has handled everything that was sent before; what comes behind becomes dead letters.
    pub fn stop(&self) {
        self.post(Envelope::Control(Box::new(Control::Stop)));
    }

    /// Terminates the actor before its next message, whatever waits in its mailbox. A handler that runs is not interrupted.
    pub fn kill(&self) {
        Arc::clone(&self.recipient).interrupt(Interrupt::Kill);
    }

    /// Identifies the actor behind this address.
    pub fn id(&self) -> ActorId {
        self.recipient.id()
    }

    /// Sends the message that `question` makes around a [`Reply`], and blocks this thread until the answer comes.
    ///
    /// For threads outside the system only; a handler uses [`Context::ask`](crate::Context::ask).
    ///
    /// # Errors
    ///
    /// [`AskError::Timeout`] if no answer came in time; [`AskError::NoReply`] if none will come, because the reply was
    /// dropped unanswered (an actor that terminates drops its mailbox); [`AskError::InsideHandler`] if called where it would
    /// block a worker.
    pub fn ask<R: Send + 'static>(
        &self,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
    ) -> Result<R, AskError> {
        self.wait_for(timeout, |answered| self.send(question(Reply::new(answered))))
    }

    /// Blocks this thread until the actor has terminated, and says why it did.
    ///
    /// # Errors
    ///
    /// [`AskError::Timeout`] or [`AskError::InsideHandler`], as for [`ask`](Self::ask).
    pub fn wait(&self, timeout: Duration) -> Result<ExitReason, AskError> {
        self.wait_for(timeout, |terminated| {
            let watcher = Box::new(move |reason| terminated(Ok(reason)));
            self.post(Envelope::Control(Box::new(Control::Watch(watcher))));
        })
    }

    fn wait_for<R: Send + 'static>(
        &self,
        timeout: Duration,
        start: impl FnOnce(ask::Answered<R>),
    ) -> Result<R, AskError> {
        if worker::is_current_thread() {
            return Err(AskError::InsideHandler);
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        start(Box::new(move |answer| drop(sender.try_send(answer)))); // nobody may be waiting any more
        match receiver.recv_timeout(timeout) {
            Ok(answer) => answer,
            Err(mpsc::RecvTimeoutError::Timeout) => Err(AskError::Timeout),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(AskError::NoReply),
        }
    }

    /// Puts something into the mailbox, from wherever this thread is.
    #[inline]
    pub(crate) fn post(&self, envelope: Envelope<M>) {
        worker::with_current(|local| crate::runtime::deliver(&self.recipient, envelope, local));
    }
}

impl<M> Clone for Address<M> {
    fn clone(&self) -> Self {
        Self { recipient: Arc::clone(&self.recipient) }
    }
}

impl<M> PartialEq for Address<M> {
    fn eq(&self, other: &Self) -> bool {
        self.recipient.id() == other.recipient.id()
    }
}

impl<M> Eq for Address<M> {}

impl<M> Hash for Address<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.recipient.id().hash(state);
    }
}

impl<M> fmt::Debug for Address<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.recipient.id())
    }
}
