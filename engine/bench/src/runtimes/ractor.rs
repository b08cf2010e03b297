//! ractor, on tokio.

use std::marker::PhantomData;

use ractor::{Actor, ActorProcessingErr, ActorRef, ActorRuntime};

use super::tokio_workers::Workers;
use crate::runtime::{Behaviour, Runtime, Scope, Setup};

/// ractor.
pub struct Ractor(Workers);

impl Runtime for Ractor {
    type Address<B: Behaviour<Self>> = ActorRef<B::Message>;
    type Scope<'a, B: Behaviour<Self>> = Inside;

    fn start(setup: Setup) -> Self {
        Self(Workers::start(setup))
    }

    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> ActorRef<B::Message> {
        let _worker = self.0.enter(worker);
        spawn(behaviour)
    }

    fn send<B: Behaviour<Self>>(&self, to: &ActorRef<B::Message>, message: B::Message) {
        // A message for an actor that has ended is lost.
        let _ = to.send_message(message);
    }
}

/// Without waiting until it has started, which costs a turn of the waiting actor each time.
fn spawn<B: Behaviour<Ractor>>(behaviour: B) -> ActorRef<B::Message> {
    let (address, _) =
        ActorRuntime::spawn_instant(None, Host(PhantomData), behaviour).expect("it has no name to clash");
    address
}

/// A behaviour as an actor, whose state it is.
struct Host<B>(PhantomData<fn() -> B>);

impl<B: Behaviour<Ractor>> Actor for Host<B> {
    type Msg = B::Message;
    type State = B;
    type Arguments = B;

    async fn pre_start(&self, _: ActorRef<B::Message>, mut behaviour: B) -> Result<B, ActorProcessingErr> {
        behaviour.started(&mut Inside);
        Ok(behaviour)
    }

    async fn handle(
        &self,
        _: ActorRef<B::Message>,
        message: B::Message,
        behaviour: &mut B,
    ) -> Result<(), ActorProcessingErr> {
        behaviour.handle(message, &mut Inside);
        Ok(())
    }
}

/// Inside a task of tokio everything is at hand.
pub struct Inside;

impl Scope<Ractor> for Inside {
    fn send<B: Behaviour<Ractor>>(&mut self, to: &ActorRef<B::Message>, message: B::Message) {
        let _ = to.send_message(message);
    }

    fn spawn<B: Behaviour<Ractor>>(&mut self, behaviour: B) -> ActorRef<B::Message> {
        spawn(behaviour)
    }
}
