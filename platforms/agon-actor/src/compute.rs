//! compute: agents that each compute for themselves, and notify a controller when they have done.

use std::time::Duration;

use agon_actor::{Actor, Address, Context, Mode, Reply, SpawnOptions, System};
use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::{FOREVER, MODES};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let placed = arguments.peek("variant") != UNPLACED;
    let variants: Vec<_> = MODES.into_iter().chain([(UNPLACED, Mode::Pool)]).collect();
    let compute = Compute::take(arguments, &variants)?;
    Ok(Box::new(move |system, _| run(&compute, placed, system)))
}

/// A pool whose system decides by itself where the agents run.
const UNPLACED: &str = "unplaced";

struct Begin;

struct Agent {
    share: Share,
    controller: Address<ToController>,
}

impl Actor for Agent {
    type Message = Begin;

    /// Takes all steps in one go: the others of this worker are another thread's after some milliseconds.
    fn handle(&mut self, _: Begin, ctx: &mut Context<'_, Self>) {
        self.share.compute();
        ctx.send(&self.controller, ToController::Done(self.share));
    }
}

enum ToController {
    Start { agents: Vec<Address<Begin>>, compute: Compute, done: Reply<(Tally, Duration)> },
    Done(Share),
}

struct Controller(Option<(Tally, Reply<(Tally, Duration)>)>);

impl Actor for Controller {
    type Message = ToController;

    fn handle(&mut self, message: ToController, ctx: &mut Context<'_, Self>) {
        match message {
            ToController::Start { agents, compute, done } => {
                self.0 = Some((Tally::begin(&compute), done));
                for agent in &agents {
                    ctx.send(agent, Begin);
                }
            }
            ToController::Done(share) => {
                if let Some(elapsed) = self.0.as_mut().and_then(|(tally, _)| tally.record(share))
                    && let Some((tally, done)) = self.0.take()
                {
                    done.send((tally, elapsed));
                }
            }
        }
    }
}

fn run(compute: &Compute, placed: bool, system: &System) -> Result<Iteration, Failure> {
    let controller = system.spawn(Controller(None));
    // The workers take the agents in turn, and so begin at once: by themselves they would find out how much there is to do first.
    let spawn = |(worker, share)| {
        let options = SpawnOptions::new();
        system.spawn_with(Agent { share, controller }, if placed { options.on_worker(worker) } else { options })
    };
    let agents: Vec<_> = compute.shares().enumerate().map(spawn).collect();
    let start = |done| ToController::Start { agents: agents.clone(), compute: *compute, done };
    let (tally, elapsed) = controller.ask(FOREVER, start).map_err(Failure::work)?;
    agents.iter().for_each(Address::stop);
    controller.stop();
    Ok(tally.finish(elapsed))
}
