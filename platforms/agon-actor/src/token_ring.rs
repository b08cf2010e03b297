//! token-ring: workers in a ring pass tokens to their neighbours; a counter receives where each token ends.

use std::ops::ControlFlow;
use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::ring::{End, Ring, Tally, Token};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work};

use crate::FOREVER;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let ring = Ring::take(arguments)?;
    Ok(Box::new(move |system, _| if ring.witness { run::<Witness>(ring, system) } else { run::<()>(ring, system) }))
}
// agon: end

enum ToWorker<P> {
    Pass(Token<P>),
    /// Closes the ring: gives the last worker the first's address.
    Close(Box<(Address<ToWorker<P>>, Reply<()>)>),
}

struct Worker<P> {
    number: u64,
    next: Option<Address<ToWorker<P>>>,
    counter: Address<ToCounter<P>>,
}

impl<P: Proof> Actor for Worker<P> {
    type Message = ToWorker<P>;

    fn handle(&mut self, message: ToWorker<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToWorker::Pass(token) => match token.handled_by(self.number) {
                ControlFlow::Break(end) => ctx.send(&self.counter, ToCounter::Ended(end)),
                ControlFlow::Continue(token) => {
                    let next = self.next.as_ref().expect("the ring is closed before it is used");
                    ctx.send(next, ToWorker::Pass(token));
                }
            },
            ToWorker::Close(link) => {
                let (first, closed) = *link;
                self.next = Some(first);
                closed.send(());
            }
        }
    }
}

enum ToCounter<P> {
    Start { tokens: Vec<(Address<ToWorker<P>>, Token<P>)>, done: Reply<Iteration> },
    Ended(End<P>),
}

struct Counter<P> {
    tally: Tally<P>,
    run: Option<(Instant, Reply<Iteration>)>,
}

impl<P: Proof> Actor for Counter<P> {
    type Message = ToCounter<P>;

    fn handle(&mut self, message: ToCounter<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToCounter::Start { tokens, done } => {
                self.run = Some((Instant::now(), done));
                for (worker, token) in tokens {
                    ctx.send(&worker, ToWorker::Pass(token));
                }
            }
            ToCounter::Ended(end) => {
                if self.tally.record(end)
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(Iteration { elapsed: start.elapsed(), report: self.tally.report() });
                }
            }
        }
    }
}

fn run<P: Proof>(ring: Ring, system: &System) -> Result<Iteration, Failure> {
    let counter = system.spawn(Counter::<P> { tally: Tally::new(&ring), run: None });
    let workers = spawn(ring.workers, system, counter)?;
    let tokens = ring.tokens().map(|(start, token)| (workers[start], token)).collect();
    let iteration = counter.ask(FOREVER, |done| ToCounter::Start { tokens, done }).map_err(Failure::work)?;
    workers.iter().for_each(Address::stop);
    counter.stop();
    Ok(iteration)
}

/// Spawns the workers from the last to the first, so that each knows its neighbour from the start; returns the first first.
fn spawn<P: Proof>(
    workers: usize,
    system: &System,
    counter: Address<ToCounter<P>>,
) -> Result<Vec<Address<ToWorker<P>>>, Failure> {
    let mut ring: Vec<Address<ToWorker<P>>> = Vec::with_capacity(workers);
    for number in (1..=workers as u64).rev() {
        ring.push(system.spawn(Worker { number, next: ring.last().copied(), counter }));
    }
    ring.reverse();
    let (first, last) = (ring[0], ring[workers - 1]);
    last.ask(FOREVER, |closed| ToWorker::Close(Box::new((first, closed)))).map_err(Failure::work)?;
    Ok(ring)
}
