//! compute: agents that each compute for themselves, and notify a controller when they have done.

use std::time::Duration;

use ::tokio::runtime::Runtime;
use ::tokio::task;
use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let compute = Compute::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| {
        let (tally, elapsed) = tokio::run(runtime, run(compute))?.map_err(Failure::work)?;
        Ok(tally.finish(elapsed))
    }))
}

struct Begin;

struct Agent {
    controller: ActorRef<ToController>,
}

impl Actor for Agent {
    type Msg = Begin;
    type State = Share;
    type Arguments = Share;

    async fn pre_start(&self, _: ActorRef<Begin>, share: Share) -> Result<Share, ActorProcessingErr> {
        Ok(share)
    }

    /// Lets other tasks have their turn after each slice.
    async fn handle(&self, me: ActorRef<Begin>, Begin: Begin, share: &mut Share) -> Result<(), ActorProcessingErr> {
        while !share.compute_slice() {
            task::yield_now().await;
        }
        self.controller.cast(ToController::Done(*share))?;
        me.stop(None);
        Ok(())
    }
}

type End = (Tally, Duration);

enum ToController {
    Start { agents: Vec<ActorRef<Begin>>, done: RpcReplyPort<End> },
    Done(Share),
}

struct Controller(Compute);

impl Actor for Controller {
    type Msg = ToController;
    type State = Option<(Tally, RpcReplyPort<End>)>;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<ToController>, (): ()) -> Result<Self::State, ActorProcessingErr> {
        Ok(None)
    }

    async fn handle(
        &self,
        _: ActorRef<ToController>,
        message: ToController,
        run: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToController::Start { agents, done } => {
                *run = Some((Tally::begin(&self.0), done));
                for agent in agents {
                    agent.cast(Begin)?;
                }
            }
            ToController::Done(share) => {
                if let Some(elapsed) = run.as_mut().and_then(|(tally, _)| tally.record(share))
                    && let Some((tally, done)) = run.take()
                {
                    done.send((tally, elapsed))?;
                }
            }
        }
        Ok(())
    }
}

async fn run(compute: Compute) -> Result<End, ActorProcessingErr> {
    let (controller, _) = Actor::spawn(None, Controller(compute), ()).await?;
    let mut agents = Vec::new();
    for share in compute.shares() {
        agents.push(Actor::spawn(None, Agent { controller: controller.clone() }, share).await?.0);
    }
    let end = call!(controller, |done| ToController::Start { agents, done })?;
    controller.stop(None);
    Ok(end)
}
