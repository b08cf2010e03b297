use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fmt, mem, ptr};

use crate::memory::reply::{AskError, Reply};
use crate::sched::stepwise;
use crate::types::exit::ExitReason;
use crate::types::id::{ActorId, Key};
use crate::worker::shared::{Shared, SystemRef};
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::thread::WorkerThread;
use crate::worker::watchers::{WatchId, Watcher};

/// Where to send messages of type `M`.
///
/// An address is two words, is copied freely, can be sent in messages, and does not show the type of the actor behind it. It
/// does not keep the actor alive, and an actor does not stop when the last copy of its address is gone.
///
/// [`send`](Self::send) never blocks and never fails: a message for an actor that has terminated is counted as a
/// [dead letter](crate::Counters::dead_letters) and dropped. Where the mailbox is bounded, [`Bound`](crate::Bound) has what becomes of it, and of
/// what is sent in other ways.
pub struct Address<M> {
    pub(crate) system_ref: &'static SystemRef,
    pub(crate) key: Key,
    message: PhantomData<fn(M)>,
}

impl<M> Address<M> {
    pub(crate) fn new(system_ref: &'static SystemRef, key: Key) -> Self {
        Self { system_ref, key, message: PhantomData }
    }

    /// Identifies the actor behind this address.
    pub fn id(&self) -> ActorId {
        ActorId { system: self.system_ref.number, key: self.key.0 }
    }
}

impl<M: Send + 'static> Address<M> {
    /// Sends a message. Inside a handler, [`Context::send`](crate::Context::send) does the same and is a little faster.
    ///
    /// Messages from one sender (an actor, or a thread outside) to one receiver arrive in the order in which they were sent.
    #[inline]
    pub fn send(&self, message: M) {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => thread.send(self.system_ref, self.key, message),
            None => self.send_from_outside(message),
        });
    }

    /// Sends messages, in order. A thread outside the system hands them over together, at the cost of few.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, System};
    ///
    /// struct Sum(u64);
    ///
    /// enum ToSum {
    ///     Add(u64),
    ///     Read(Reply<u64>),
    /// }
    ///
    /// impl Actor for Sum {
    ///     type Message = ToSum;
    ///
    ///     fn handle(&mut self, message: ToSum, _: &mut Context<'_, Self>) {
    ///         match message {
    ///             ToSum::Add(number) => self.0 += number,
    ///             ToSum::Read(reply) => reply.send(self.0),
    ///         }
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(1).build()?;
    /// let sum = system.spawn(Sum(0));
    /// sum.send_all((1..=1000).map(ToSum::Add).collect());
    /// assert_eq!(sum.ask(Duration::from_secs(5), ToSum::Read)?, 500_500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn send_all(&self, messages: Vec<M>) {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => {
                for message in messages {
                    thread.send(self.system_ref, self.key, message);
                }
            }
            // As one message. What a full mailbox does not take is dropped here.
            None => drop(self.system_ref.give(messages, |shared, messages| self.send_together(shared, messages))),
        });
    }

    #[cold]
    #[inline(never)]
    fn send_from_outside(&self, message: M) {
        // A message for a system that has ended is dropped here, and one for a full mailbox.
        let _ = self.system_ref.give(message, |shared, message| {
            let Some(key) = shared.admit(self.key, false) else { return Some(message) };
            shared.send_message(key, message);
            None
        });
    }

    /// Returns what a full mailbox has not taken.
    fn send_together(&self, shared: &Shared, messages: Vec<M>) -> Vec<M> {
        if !shared.slab.is_bounded(self.key.index()) {
            shared.send_messages(self.key, messages);
            return Vec::new();
        }
        let (mut key, mut taken, mut refused) = (self.key, Vec::new(), Vec::new());
        for message in messages {
            match shared.admit(self.key, false) {
                Some(admitted) => {
                    key = admitted;
                    taken.push(message);
                }
                None => refused.push(message),
            }
        }
        shared.send_messages(key, taken);
        refused
    }

    /// Sends a message under a key that shows whether it holds a permit.
    pub(crate) fn send_under(&self, key: Key, message: M) {
        Self::new(self.system_ref, key).send(message);
    }

    /// Asks the actor to stop when it has handled everything that was sent before; what comes behind becomes dead letters.
    pub fn stop(&self) {
        self.send_system(SystemMessage::Stop);
    }

    /// Terminates the actor before its next message, whatever waits in its mailbox. A handler that runs is not interrupted.
    pub fn kill(&self) {
        self.send_system_urgently(SystemMessage::Exit(ExitReason::Killed));
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
        if self.is_bounded() {
            return self.ask_bounded(timeout, question);
        }
        wait_for(self.system_ref, timeout, |answered| self.send(question(Reply::new(answered))))
    }

    /// Blocks this thread until the actor has terminated, and returns the reason; [`ExitReason::Unknown`] if that was long ago, and is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// [`AskError::Timeout`] or [`AskError::InsideHandler`], as for [`ask`](Self::ask).
    pub fn wait(&self, timeout: Duration) -> Result<ExitReason, AskError> {
        let mut watch = None;
        let reason = wait_for(self.system_ref, timeout, |terminated| {
            watch = Some(self.watch(move |reason| terminated(Ok(reason))));
        });
        if let (Ok(_), Some(watch)) = (&reason, watch) {
            watch.disarm();
        }
        reason
    }

    /// Calls `on_exit` when the actor terminates, unless the returned guard is dropped first. For callers that are not actors.
    pub(crate) fn watch(&self, on_exit: impl FnOnce(ExitReason) + Send + 'static) -> Watch<M> {
        let id = WatchId::fresh();
        self.send_system(SystemMessage::Watch(Watcher { id, on_exit: Box::new(on_exit) }));
        Watch { of: *self, id }
    }

    /// Sends a system message to the actor, behind what this sender has sent it.
    pub(crate) fn send_system(&self, control: SystemMessage) {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => thread.send_system(self.key, control),
            // If the system has ended, dead letters are not counted any more.
            None => drop(self.system_ref.send_system(self.key, control)),
        });
    }

    /// The same for a frequent message without contents.
    #[inline]
    pub(crate) fn signal(&self, signal: Signal) {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => thread.signal(self.key, signal),
            None => drop(self.system_ref.with(|shared| shared.send_signal(self.key, signal))),
        });
    }

    /// Sends a system message to the actor, before any message.
    pub(crate) fn send_system_urgently(&self, control: SystemMessage) {
        WorkerThread::with_current(self.system_ref, |thread| match thread {
            Some(thread) => thread.send_system_urgently(self.key, control),
            None => drop(self.system_ref.with(|shared| shared.send_urgent(self.key, control))),
        });
    }
}

/// The guard of a callback registered by [`Address::watch`], which is cancelled when this is dropped.
pub(crate) struct Watch<M: Send + 'static> {
    of: Address<M>,
    id: WatchId,
}

impl<M: Send + 'static> Watch<M> {
    /// Drops the guard after the callback has run: nothing is left to cancel.
    pub(crate) fn disarm(self) {
        mem::forget(self);
    }
}

impl<M: Send + 'static> Drop for Watch<M> {
    fn drop(&mut self) {
        self.of.send_system(SystemMessage::Unwatch(self.id));
    }
}

/// What is done with the answer, or with the certainty that none will come. Called at most once.
type Answered<R> = Box<dyn FnOnce(Result<R, AskError>) + Send>;

/// Blocks until the closure that `start` gets is called, or drives the system until it has been.
pub(crate) fn wait_for<R: Send + 'static>(
    system_ref: &'static SystemRef,
    timeout: Duration,
    start: impl FnOnce(Answered<R>),
) -> Result<R, AskError> {
    if system_ref.with(|shared| shared.clock.get().is_none()).unwrap_or(true) {
        return wait_until(Instant::now().checked_add(timeout), start);
    }
    if WorkerThread::is_current_thread() {
        return Err(AskError::InsideHandler);
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    start(Box::new(move |answer| drop(sender.try_send(answer))));
    match stepwise::await_answer(|drive| system_ref.with(drive).is_some(), timeout, &receiver) {
        Ok(answer) => answer,
        Err(mpsc::TryRecvError::Empty) => Err(AskError::Timeout),
        Err(mpsc::TryRecvError::Disconnected) => Err(AskError::NoReply),
    }
}

/// Blocks until the closure that `start` gets is called.
pub(crate) fn wait_until<R: Send + 'static>(
    deadline: Option<Instant>,
    start: impl FnOnce(Answered<R>),
) -> Result<R, AskError> {
    if WorkerThread::is_current_thread() {
        return Err(AskError::InsideHandler);
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    start(Box::new(move |answer| drop(sender.try_send(answer)))); // the receiver may have given up
    let answer = match deadline {
        Some(deadline) => receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        None => receiver.recv().map_err(|_| mpsc::RecvTimeoutError::Disconnected),
    };
    match answer {
        Ok(answer) => answer,
        Err(mpsc::RecvTimeoutError::Timeout) => Err(AskError::Timeout),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err(AskError::NoReply),
    }
}

impl<M> Clone for Address<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Address<M> {}

impl<M> PartialEq for Address<M> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && ptr::eq(self.system_ref, other.system_ref)
    }
}

impl<M> Eq for Address<M> {}

impl<M> Hash for Address<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl<M> fmt::Debug for Address<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.id())
    }
}
