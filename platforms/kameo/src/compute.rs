//! compute: agents that each compute for themselves, and notify a controller when they have done.

use std::time::Duration;

use ::tokio::runtime::Runtime;
use ::tokio::task;
use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let compute = Compute::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| {
        let (tally, elapsed) = tokio::run(runtime, run(compute))?;
        Ok(tally.finish(elapsed))
    }))
}

#[derive(Actor)]
struct Agent {
    share: Share,
    controller: ActorRef<Controller>,
}

struct Begin;

impl Message<Begin> for Agent {
    type Reply = ();

    /// Lets other tasks have their turn after each slice.
    async fn handle(&mut self, Begin: Begin, context: &mut Context<Self, ()>) {
        while !self.share.compute_slice() {
            task::yield_now().await;
        }
        send(&self.controller, Done(self.share));
        context.stop();
    }
}

#[derive(Actor)]
struct Controller {
    compute: Compute,
    run: Option<(Tally, Answer<(Tally, Duration)>)>,
}

struct Start(Vec<ActorRef<Agent>>);

impl Message<Start> for Controller {
    type Reply = Later<(Tally, Duration)>;

    async fn handle(&mut self, Start(agents): Start, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        self.run = Some((Tally::begin(&self.compute), done));
        for agent in agents {
            send(&agent, Begin);
        }
        reply
    }
}

struct Done(Share);

impl Message<Done> for Controller {
    type Reply = ();

    async fn handle(&mut self, Done(share): Done, _: &mut Context<Self, ()>) {
        if let Some(elapsed) = self.run.as_mut().and_then(|(tally, _)| tally.record(share))
            && let Some((tally, done)) = self.run.take()
        {
            done.send(Ok((tally, elapsed)));
        }
    }
}

async fn run(compute: Compute) -> (Tally, Duration) {
    let shares: Vec<_> = compute.shares().collect();
    let controller = spawn(Controller { compute, run: None });
    let agents: Vec<_> =
        shares.into_iter().map(|share| spawn(Agent { share, controller: controller.clone() })).collect();
    started(&agents).await;
    let ended = ask(&controller, Start(agents.clone())).await;
    end(&agents).await;
    end(&[controller]).await;
    ended
}
