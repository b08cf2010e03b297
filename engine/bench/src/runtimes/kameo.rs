//! kameo, on tokio.

use std::convert::Infallible;

use kameo::actor::{Actor, ActorRef, Spawn};
use kameo::mailbox;
use kameo::message::{Context, Message};

use super::tokio_workers::Workers;
use crate::runtime::{Behaviour, Runtime, Scope, Setup};

/// kameo.
pub struct Kameo(Workers);

impl Runtime for Kameo {
    type Address<B: Behaviour<Self>> = ActorRef<Host<B>>;
    type Scope<'a, B: Behaviour<Self>> = Inside;

    fn start(setup: Setup) -> Self {
        Self(Workers::start(setup))
    }

    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> ActorRef<Host<B>> {
        let _worker = self.0.enter(worker);
        spawn(behaviour)
    }

    fn send<B: Behaviour<Self>>(&self, to: &ActorRef<Host<B>>, message: B::Message) {
        send_now(to, message);
    }
}

/// With an unbounded mailbox, as the others have.
fn spawn<B: Behaviour<Kameo>>(behaviour: B) -> ActorRef<Host<B>> {
    Host::spawn_with_mailbox(behaviour, mailbox::unbounded())
}

/// An unbounded mailbox is never full, and `try_send` needs no future. A message for an actor that has ended is lost.
fn send_now<B: Behaviour<Kameo>>(to: &ActorRef<Host<B>>, message: B::Message) {
    let _ = to.tell(message).try_send();
}

/// A behaviour as an actor.
pub struct Host<B>(B);

impl<B: Behaviour<Kameo>> Actor for Host<B> {
    type Args = B;
    type Error = Infallible;

    async fn on_start(mut behaviour: B, _: ActorRef<Self>) -> Result<Self, Infallible> {
        behaviour.started(&mut Inside);
        Ok(Self(behaviour))
    }
}

impl<B: Behaviour<Kameo>> Message<B::Message> for Host<B> {
    type Reply = ();

    async fn handle(&mut self, message: B::Message, _: &mut Context<Self, ()>) {
        self.0.handle(message, &mut Inside);
    }
}

/// Inside a task of tokio everything is at hand.
pub struct Inside;

impl Scope<Kameo> for Inside {
    fn send<B: Behaviour<Kameo>>(&mut self, to: &ActorRef<Host<B>>, message: B::Message) {
        send_now(to, message);
    }

    fn spawn<B: Behaviour<Kameo>>(&mut self, behaviour: B) -> ActorRef<Host<B>> {
        spawn(behaviour)
    }
}
