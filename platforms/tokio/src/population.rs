//! population: tasks that greet, and live until all have greeted.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedSender};
use ::tokio::task;
use agon_platform::population::{Goodbye, Population, Tally};
use agon_platform::{Arguments, Failure, Iteration, Work, tokio};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let population = Population::take(arguments)?;
    Ok(Box::new(move |runtime, _| tokio::run(runtime, host(population))))
}
// agon: end

enum ToHost {
    /// Who has greeted is dismissed by its own channel.
    Greeting(UnboundedSender<u64>),
    Leaving(Goodbye),
}

async fn live(number: u64, host: UnboundedSender<ToHost>) {
    let (own, mut inbox) = mpsc::unbounded_channel();
    host.send(ToHost::Greeting(own)).expect("the host listens");
    let greetings = inbox.recv().await.expect("the host dismisses everybody");
    host.send(ToHost::Leaving(Goodbye::of(number, greetings))).expect("the host listens");
}

async fn host(population: Population) -> Iteration {
    let (own, mut inbox) = mpsc::unbounded_channel();
    let mut tally = Tally::new(population);
    let mut guests = Vec::new();

    let start = Instant::now();
    task::spawn(async move {
        for number in 1..=population.agents {
            task::spawn(live(number, own.clone()));
        }
    });
    while let Some(message) = inbox.recv().await {
        match message {
            ToHost::Greeting(guest) => {
                guests.push(guest);
                if let Some(greetings) = tally.greet() {
                    for guest in &guests {
                        guest.send(greetings).expect("the agent waits");
                    }
                }
            }
            ToHost::Leaving(goodbye) => {
                if tally.leave(goodbye) {
                    break;
                }
            }
        }
    }
    Iteration { elapsed: start.elapsed(), report: tally.report() }
}
