//! population: actors that greet, and live until all have greeted.

use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::population::{Goodbye, Population, Tally};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::FOREVER;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let population = Population::take(arguments)?;
    Ok(Box::new(move |system, _| run(population, system)))
}
// agon: end

/// The host dismisses an agent, after so many greetings.
struct Farewell(u64);

struct Agent {
    number: u64,
    host: Address<ToHost>,
}

impl Actor for Agent {
    type Message = Farewell;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.host, ToHost::Greeting(ctx.address()));
    }

    fn handle(&mut self, Farewell(greetings): Farewell, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.host, ToHost::Leaving(Goodbye::of(self.number, greetings)));
        ctx.stop();
    }
}

enum ToHost {
    Start(Reply<Iteration>),
    Greeting(Address<Farewell>),
    Leaving(Goodbye),
}

struct Host {
    agents: u64,
    tally: Tally,
    guests: Vec<Address<Farewell>>,
    run: Option<(Instant, Reply<Iteration>)>,
}

impl Actor for Host {
    type Message = ToHost;

    fn handle(&mut self, message: ToHost, ctx: &mut Context<'_, Self>) {
        match message {
            ToHost::Start(done) => {
                self.run = Some((Instant::now(), done));
                let host = ctx.address();
                for number in 1..=self.agents {
                    ctx.spawn(Agent { number, host });
                }
            }
            ToHost::Greeting(guest) => {
                self.guests.push(guest);
                if let Some(greetings) = self.tally.greet() {
                    for guest in &self.guests {
                        ctx.send(guest, Farewell(greetings));
                    }
                }
            }
            ToHost::Leaving(goodbye) => {
                if self.tally.leave(goodbye)
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(Iteration { elapsed: start.elapsed(), report: self.tally.report() });
                }
            }
        }
    }
}

fn run(population: Population, system: &System) -> Result<Iteration, Failure> {
    let tally = Tally::new(population);
    let host = system.spawn(Host { agents: population.agents, tally, guests: Vec::new(), run: None });
    let iteration = host.ask(FOREVER, ToHost::Start).map_err(Failure::work)?;
    host.stop();
    Ok(iteration)
}
