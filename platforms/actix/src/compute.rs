//! compute: agents that each compute for themselves, and notify a controller when they have done.

use std::time::Duration;

use actix::{Actor, ActorContext, Addr, Context, Handler, Message};
use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::{Arguments, Failure, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let compute = Compute::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |threads, _| {
        let (tally, elapsed) = run(compute, threads)?;
        Ok(tally.finish(elapsed))
    }))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Begin;

struct Agent {
    share: Share,
    controller: Addr<Controller>,
}

impl Actor for Agent {
    type Context = Context<Self>;
}

impl Handler<Begin> for Agent {
    type Result = ();

    fn handle(&mut self, Begin: Begin, ctx: &mut Context<Self>) {
        self.share.compute();
        self.controller.do_send(Done(self.share));
        ctx.stop();
    }
}

type End = (Tally, Duration);

#[derive(Message)]
#[rtype(result = "()")]
struct Start {
    agents: Vec<Addr<Agent>>,
    done: oneshot::Sender<End>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Done(Share);

struct Controller {
    compute: Compute,
    run: Option<(Tally, oneshot::Sender<End>)>,
}

impl Actor for Controller {
    type Context = Context<Self>;
}

impl Handler<Start> for Controller {
    type Result = ();

    fn handle(&mut self, Start { agents, done }: Start, _: &mut Context<Self>) {
        self.run = Some((Tally::begin(&self.compute), done));
        for agent in agents {
            agent.do_send(Begin);
        }
    }
}

impl Handler<Done> for Controller {
    type Result = ();

    fn handle(&mut self, Done(share): Done, ctx: &mut Context<Self>) {
        if let Some(elapsed) = self.run.as_mut().and_then(|(tally, _)| tally.record(share))
            && let Some((tally, done)) = self.run.take()
        {
            _ = done.send((tally, elapsed));
            ctx.stop();
        }
    }
}

fn run(compute: Compute, threads: &Threads) -> Result<End, Failure> {
    let controller = threads.spawn(0, Controller { compute, run: None });
    // Each thread in its turn.
    let spawn = |(thread, share)| threads.spawn(thread, Agent { share, controller: controller.clone() });
    let agents = compute.shares().enumerate().map(spawn).collect();
    threads.run(|done| controller.do_send(Start { agents, done }))
}
