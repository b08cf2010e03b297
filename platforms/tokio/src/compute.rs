//! compute: agents that each compute for themselves, and notify a controller when they have done.

use std::time::Duration;

use ::tokio::runtime::Runtime;
use ::tokio::sync::{mpsc, oneshot};
use ::tokio::task;
use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let compute = Compute::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| {
        let (tally, elapsed) = tokio::run(runtime, run(compute))?;
        Ok(tally.finish(elapsed))
    }))
}

/// Lets other tasks have their turn after each slice.
async fn work(mut share: Share, begin: oneshot::Receiver<()>, controller: mpsc::UnboundedSender<Share>) {
    begin.await.expect("the agents receive the start");
    while !share.compute_slice() {
        task::yield_now().await;
    }
    controller.send(share).expect("the controller listens");
}

async fn run(compute: Compute) -> (Tally, Duration) {
    let (controller, mut done) = mpsc::unbounded_channel();
    let spawn = |share| {
        let (agent, begin) = oneshot::channel();
        task::spawn(work(share, begin, controller.clone()));
        agent
    };
    let agents: Vec<_> = compute.shares().map(spawn).collect();

    let mut tally = Tally::begin(&compute);
    for agent in agents {
        agent.send(()).expect("the agent waits");
    }
    loop {
        let share = done.recv().await.expect("the agents report when they have done");
        if let Some(elapsed) = tally.record(share) {
            break (tally, elapsed);
        }
    }
}
