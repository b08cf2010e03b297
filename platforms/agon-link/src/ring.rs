//! remote-token-ring: the workers of odd numbers are actors of node 0, the others of node 1. A keeper makes node 1's.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak, mpsc};
use std::time::Instant;

use agon_actor::{Actor, Address, Context};
use agon_link::{Node, RemoteAddress, RemoteMessage, RemoteReply};
use agon_platform::nodes::{Ends, report};
use agon_platform::ring::{End, Ring, Tally, Token, passed};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness};
use serde::{Deserialize, Serialize};

use crate::way::Way;
use crate::{LONG, Runtime};

const KEEPER: &str = "keeper";

#[derive(Serialize, Deserialize)]
enum ToWorker<P: 'static> {
    Next(RemoteAddress<ToWorker<P>>),
    Pass(Token<P>),
    /// The iteration is over: a worker of node 1 reports how often it has passed tokens on.
    Leave,
}

struct Worker<P: 'static> {
    number: u64,
    next: Option<Way<ToWorker<P>>>,
    counter: Way<End<P>>,
    /// At node 1.
    keeper: Option<Address<ToKeeper<P>>>,
    passed: u64,
}

impl<P: Proof + RemoteMessage> Actor for Worker<P> {
    type Message = ToWorker<P>;

    fn handle(&mut self, message: ToWorker<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToWorker::Pass(token) => match token.handled_by(self.number) {
                ControlFlow::Break(end) => self.counter.pass(ctx, end),
                ControlFlow::Continue(token) => {
                    self.passed += 1;
                    let next = self.next.as_ref().expect("the ring is closed before it is used");
                    next.pass(ctx, ToWorker::Pass(token));
                }
            },
            ToWorker::Next(next) => self.next = Some(Way::There(next)),
            ToWorker::Leave => {
                if let Some(keeper) = self.keeper {
                    ctx.send(&keeper, ToKeeper::Passed(self.passed));
                }
                ctx.stop();
            }
        }
    }
}

/// Receives where tokens end, and hands over what it knows when it has all.
struct Counter<P> {
    tally: Option<Tally<P>>,
    done: mpsc::Sender<Tally<P>>,
}

impl<P: Proof + RemoteMessage> Actor for Counter<P> {
    type Message = End<P>;

    fn handle(&mut self, end: End<P>, _: &mut Context<'_, Self>) {
        if self.tally.as_mut().is_some_and(|tally| tally.record(end))
            && let Some(tally) = self.tally.take()
        {
            // It is not awaited any more where the iteration has failed.
            let _ = self.done.send(tally);
        }
    }
}

/// The workers of a node, in order.
type Workers<P> = Vec<RemoteAddress<ToWorker<P>>>;

#[derive(Serialize, Deserialize)]
enum ToKeeper<P: 'static> {
    /// To make the workers of node 1 for those of node 0. The answer is theirs.
    Build {
        odd: Workers<P>,
        counter: RemoteAddress<End<P>>,
        built: RemoteReply<Workers<P>>,
    },
    /// The iteration is over. Answered when it has been reported.
    Over(RemoteReply<()>),
    Passed(u64),
}

/// Makes the workers of node 1, and reports what they did.
struct Keeper<P: 'static> {
    ring: Ring,
    node: Weak<Node>,
    workers: Vec<Address<ToWorker<P>>>,
    passed: u64,
    missing: usize,
    over: Option<RemoteReply<()>>,
    iterations: u64,
}

impl<P: Proof + RemoteMessage> Keeper<P> {
    fn build(&self, odd: &Workers<P>, counter: &RemoteAddress<End<P>>, own: Address<ToKeeper<P>>) -> Vec<Worker<P>> {
        let numbers = (2..=self.ring.workers).step_by(2);
        let neighbours = numbers.map(|number| (number, odd[number / 2 % odd.len()].clone()));
        let worker = |(number, next)| Worker {
            number: number as u64,
            next: Some(Way::There(next)),
            counter: Way::There(counter.clone()),
            keeper: Some(own),
            passed: 0,
        };
        neighbours.map(worker).collect()
    }
}

impl<P: Proof + RemoteMessage> Actor for Keeper<P> {
    type Message = ToKeeper<P>;

    fn handle(&mut self, message: ToKeeper<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToKeeper::Build { odd, counter, built } => {
                let workers = self.build(&odd, &counter, ctx.address());
                self.workers = workers.into_iter().map(|worker| ctx.spawn(worker)).collect();
                if let Some(node) = self.node.upgrade() {
                    built.send(self.workers.iter().map(|worker| node.export(*worker)).collect());
                }
            }
            ToKeeper::Over(reply) => {
                self.over = Some(reply);
                self.missing = self.workers.len();
                for worker in self.workers.drain(..) {
                    ctx.send(&worker, ToWorker::Leave);
                }
            }
            ToKeeper::Passed(passes) => {
                self.passed += passes;
                self.missing -= 1;
                if self.missing == 0
                    && let Some(reply) = self.over.take()
                {
                    let summary = passed(std::mem::take(&mut self.passed));
                    report(self.iterations, &summary).unwrap_or_else(|failure| panic!("{failure}"));
                    self.iterations += 1;
                    reply.send(());
                }
            }
        }
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Runtime>, Failure> {
    let ring = Ring::take(arguments)?;
    if ring.workers < 2 {
        return Err(Failure::usage("workers=1: there is one on each node at least"));
    }
    Ok(if ring.witness { ends::<Witness>(ring) } else { ends::<()>(ring) })
}

fn ends<P: Proof + RemoteMessage>(ring: Ring) -> Ends<Runtime> {
    Ends {
        work: Box::new(move |runtime: &Runtime, _| run::<P>(ring, runtime)),
        serve: Box::new(move |runtime: &Runtime| {
            let keeper = Keeper::<P> {
                ring,
                node: Arc::downgrade(&runtime.node),
                workers: Vec::new(),
                passed: 0,
                missing: 0,
                over: None,
                iterations: 0,
            };
            let keeper = runtime.system.spawn(keeper);
            runtime.node.register(KEEPER, keeper).map(drop).map_err(Failure::work)
        }),
    }
}

fn run<P: Proof + RemoteMessage>(ring: Ring, runtime: &Runtime) -> Result<Iteration, Failure> {
    let (system, node) = (&runtime.system, &runtime.node);
    let keeper: RemoteAddress<ToKeeper<P>> = runtime.find(KEEPER)?;
    let (done, ended) = mpsc::channel();
    let counter = system.spawn(Counter { tally: Some(Tally::new(&ring)), done });
    let worker = |number: usize| Worker {
        number: number as u64,
        next: None,
        counter: Way::Here(counter),
        keeper: None,
        passed: 0,
    };
    let odd: Vec<_> = (1..=ring.workers).step_by(2).map(|number| system.spawn(worker(number))).collect();
    let exported = odd.iter().map(|worker| node.export(*worker)).collect();
    let counting = node.export(counter);
    let even = keeper.ask(LONG, |built| ToKeeper::Build { odd: exported, counter: counting, built });
    let even = even.map_err(Failure::work)?;
    for (place, worker) in odd.iter().enumerate() {
        // In a ring of an odd number the last worker and the first are both node 0's.
        let next = even.get(place).cloned().unwrap_or_else(|| node.export(odd[0]));
        worker.send(ToWorker::Next(next));
    }
    let starts: Vec<_> = ring.tokens().map(|(start, token)| (way(start, &odd, &even), token)).collect();
    let begun = Instant::now();
    for (worker, token) in starts {
        worker.send(ToWorker::Pass(token));
    }
    let tally = ended.recv().map_err(|_| Failure::work("the counter has failed"))?;
    let elapsed = begun.elapsed();
    keeper.ask(LONG, ToKeeper::Over).map_err(Failure::work)?;
    odd.iter().for_each(|worker| worker.send(ToWorker::Leave));
    counter.stop();
    Ok(Iteration { elapsed, report: tally.report() })
}

/// The worker at a place that counts from 0.
fn way<P: 'static>(
    place: usize,
    odd: &[Address<ToWorker<P>>],
    even: &[RemoteAddress<ToWorker<P>>],
) -> Way<ToWorker<P>> {
    if place.is_multiple_of(2) { Way::Here(odd[place / 2]) } else { Way::There(even[place / 2].clone()) }
}
