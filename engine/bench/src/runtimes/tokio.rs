//! tokio: an actor is a task that owns the receiving end of an unbounded channel.

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::tokio_workers::Workers;
use crate::runtime::{Behaviour, Runtime, Scope, Setup};

/// Tasks and channels of tokio.
pub struct Tokio(Workers);

impl Runtime for Tokio {
    type Address<B: Behaviour<Self>> = UnboundedSender<B::Message>;
    type Scope<'a, B: Behaviour<Self>> = Task;

    fn start(setup: Setup) -> Self {
        Self(Workers::start(setup))
    }

    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> UnboundedSender<B::Message> {
        let _worker = self.0.enter(worker);
        spawn(behaviour)
    }

    fn send<B: Behaviour<Self>>(&self, to: &UnboundedSender<B::Message>, message: B::Message) {
        // As with every actor runtime: a message for an actor that has ended is lost.
        let _ = to.send(message);
    }
}

fn spawn<B: Behaviour<Tokio>>(mut behaviour: B) -> UnboundedSender<B::Message> {
    let (address, mut mailbox) = unbounded_channel();
    tokio::spawn(async move {
        behaviour.started(&mut Task);
        while let Some(message) = mailbox.recv().await {
            behaviour.handle(message, &mut Task);
        }
    });
    address
}

/// Inside a task everything is at hand.
pub struct Task;

impl Scope<Tokio> for Task {
    fn send<B: Behaviour<Tokio>>(&mut self, to: &UnboundedSender<B::Message>, message: B::Message) {
        let _ = to.send(message);
    }

    fn spawn<B: Behaviour<Tokio>>(&mut self, behaviour: B) -> UnboundedSender<B::Message> {
        spawn(behaviour)
    }
}
