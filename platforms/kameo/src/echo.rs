//! What echo-all and mass-reception share: the controller.

use std::time::{Duration, Instant};

use agon_platform::echo::Wait;
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{Answer, Later, later, send};

/// Sends all the start, and waits until all are done.
#[derive(Actor, Default)]
pub struct Controller(Option<(Wait, Answer<Duration>)>);

/// The work has begun at that time.
pub struct Begin(pub Instant);

pub struct Start<A: Actor>(pub Vec<ActorRef<A>>);

impl<A: Actor + Message<Begin>> Message<Start<A>> for Controller {
    type Reply = Later<Duration>;

    async fn handle(&mut self, Start(requesters): Start<A>, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        let wait = Wait::begin(requesters.len());
        for requester in requesters {
            send(&requester, Begin(wait.begun));
        }
        self.0 = Some((wait, done));
        reply
    }
}

/// One has all its replies.
pub struct Done;

impl Message<Done> for Controller {
    type Reply = ();

    async fn handle(&mut self, Done: Done, _: &mut Context<Self, ()>) {
        if let Some(elapsed) = self.0.as_mut().and_then(|(wait, _)| wait.record())
            && let Some((_, done)) = self.0.take()
        {
            done.send(Ok(elapsed));
        }
    }
}

/// Asks for what an agent has counted: it is over.
pub struct Counts;

/// The next request is due.
pub struct Due;
