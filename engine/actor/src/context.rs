use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::actor::{Actor, SpawnOptions};
use crate::address::{ActorId, Address};
use crate::ask::{Answered, AskError, Reply};
use crate::exit::Terminated;
use crate::runtime::{ActorCell, Control, Envelope, Local, Recipient, deliver, spawn};
use crate::sync::{Mutex, lock};

/// What an actor can do while it handles a message.
pub struct Context<'a, A: Actor> {
    cell: &'a Arc<ActorCell<A>>,
    local: Option<&'a Local>,
    stopping: bool,
}

impl<'a, A: Actor> Context<'a, A> {
    pub(crate) fn new(cell: &'a Arc<ActorCell<A>>, local: Option<&'a Local>) -> Self {
        Self { cell, local, stopping: false }
    }

    /// This actor's own address.
    pub fn address(&self) -> Address<A::Message> {
        Address { recipient: Arc::clone(self.cell) as Arc<dyn Recipient<A::Message>> }
    }

    /// Identifies this actor.
    pub fn id(&self) -> ActorId {
        self.cell.id()
    }

    /// Sends a message: [`Address::send`] without looking up who the sender is.
    #[inline]
    pub fn send<M: Send + 'static>(&mut self, to: &Address<M>, message: M) {
        deliver(&to.recipient, Envelope::Message(message), self.local);
    }

    /// Spawns an actor. It is independent of this one.
    pub fn spawn<B: Actor>(&mut self, actor: B) -> Address<B::Message> {
        self.spawn_with(actor, SpawnOptions::new())
    }

    /// Spawns an actor with options.
    pub fn spawn_with<B: Actor>(&mut self, actor: B, options: SpawnOptions<B>) -> Address<B::Message> {
        spawn(self.cell.shared(), self.local, actor, options)
    }

    /// Stops this actor after the current handler; what waits in its mailbox becomes dead letters.
    pub fn stop(&mut self) {
        self.stopping = true;
    }

    pub(crate) fn stopping(&self) -> bool {
        self.stopping
    }

    /// Has this actor told when another one terminates, once, by the message that `notice` makes of it.
    ///
    /// If the other has terminated already, the notice comes at once. It comes behind whatever the other sent to this
    /// actor.
    pub fn monitor<M: Send + 'static>(
        &mut self,
        other: &Address<M>,
        notice: impl FnOnce(Terminated) -> A::Message + Send + 'static,
    ) {
        let me = self.address();
        let actor = other.id();
        let watcher = Box::new(move |reason| {
            me.post(Envelope::notice(move || notice(Terminated { actor, reason })));
        });
        deliver(&other.recipient, Envelope::Control(Box::new(Control::Watch(watcher))), self.local);
    }

    /// Sends the message that `question` makes around a [`Reply`]; the answer comes back as the message that `answer` makes
    /// of it.
    ///
    /// This actor goes on handling other messages meanwhile. `answer` is called exactly once, on this actor, with the answer,
    /// [`AskError::Timeout`] or [`AskError::NoReply`] (not at all if this actor terminates first).
    pub fn ask<M: Send + 'static, R: Send + 'static>(
        &mut self,
        other: &Address<M>,
        timeout: Duration,
        question: impl FnOnce(Reply<R>) -> M,
        answer: impl FnOnce(Result<R, AskError>) -> A::Message + Send + 'static,
    ) {
        let me = self.address();
        let answered: Answered<R> = Box::new(move |result| me.post(Envelope::notice(move || answer(result))));
        // Reply and timer race for it; whoever comes first takes it.
        let open = Arc::new(Mutex::new(Some(answered)));
        let expiry = Arc::downgrade(&open);
        self.cell.shared().timer.at(Instant::now() + timeout, move || {
            if let Some(answered) = expiry.upgrade().and_then(|open| lock(&open).take()) {
                answered(Err(AskError::Timeout));
            }
        });
        let reply = Reply::new(Box::new(move |result| {
            let answered = lock(&open).take();
            if let Some(answered) = answered {
                answered(result);
            }
        }));
        self.send(other, question(reply));
    }
}

impl<A: Actor> fmt::Debug for Context<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("actor", &self.cell.id()).field("stopping", &self.stopping).finish()
    }
}
