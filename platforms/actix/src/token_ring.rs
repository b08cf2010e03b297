//! token-ring: workers in a ring pass tokens to their neighbours; a counter receives where each token ends.

use std::ops::ControlFlow;
use std::time::Instant;

use actix::{Actor, Addr, Context, Handler, Message};
use agon_platform::ring::{End, Ring, Tally, Token};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let ring = Ring::take(arguments)?;
    Ok(Box::new(move |threads, _| if ring.witness { run::<Witness>(ring, threads) } else { run::<()>(ring, threads) }))
}
// agon: end

#[derive(Message)]
#[rtype(result = "()")]
struct Pass<P>(Token<P>);

/// Gives a worker its neighbour, or takes it away.
#[derive(Message)]
#[rtype(result = "()")]
struct Link<P: Proof>(Option<Addr<Worker<P>>>);

struct Worker<P: Proof> {
    number: u64,
    next: Option<Addr<Worker<P>>>,
    counter: Addr<Counter<P>>,
}

impl<P: Proof> Actor for Worker<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Handler<Pass<P>> for Worker<P> {
    type Result = ();

    fn handle(&mut self, Pass(token): Pass<P>, _: &mut Context<Self>) {
        match token.handled_by(self.number) {
            ControlFlow::Break(end) => self.counter.do_send(Ended(end)),
            ControlFlow::Continue(token) => {
                let next = self.next.as_ref().expect("the ring is closed before it is used");
                next.do_send(Pass(token));
            }
        }
    }
}

impl<P: Proof> Handler<Link<P>> for Worker<P> {
    type Result = ();

    fn handle(&mut self, Link(next): Link<P>, _: &mut Context<Self>) {
        self.next = next;
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start<P: Proof> {
    tokens: Vec<(Addr<Worker<P>>, Token<P>)>,
    done: oneshot::Sender<Iteration>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Ended<P>(End<P>);

struct Counter<P> {
    tally: Tally<P>,
    run: Option<(Instant, oneshot::Sender<Iteration>)>,
}

impl<P: Proof> Actor for Counter<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Handler<Start<P>> for Counter<P> {
    type Result = ();

    fn handle(&mut self, Start { tokens, done }: Start<P>, _: &mut Context<Self>) {
        self.run = Some((Instant::now(), done));
        for (worker, token) in tokens {
            worker.do_send(Pass(token));
        }
    }
}

impl<P: Proof> Handler<Ended<P>> for Counter<P> {
    type Result = ();

    fn handle(&mut self, Ended(end): Ended<P>, _: &mut Context<Self>) {
        if self.tally.record(end)
            && let Some((start, done)) = self.run.take()
        {
            _ = done.send(Iteration { elapsed: start.elapsed(), report: self.tally.report() });
        }
    }
}

fn run<P: Proof>(ring: Ring, threads: &Threads) -> Result<Iteration, Failure> {
    let counter = threads.spawn(0, Counter::<P> { tally: Tally::new(&ring), run: None });
    let workers: Vec<_> = (1..)
        .zip(0..ring.workers)
        .map(|(number, place)| {
            let worker = Worker { number, next: None, counter: counter.clone() };
            threads.spawn(threads.of(place, ring.workers), worker)
        })
        .collect();
    for (worker, next) in workers.iter().zip(workers.iter().cycle().skip(1)) {
        worker.do_send(Link(Some(next.clone())));
    }
    let tokens = ring.tokens().map(|(start, token)| (workers[start].clone(), token)).collect();
    let iteration = threads.run(|done| counter.do_send(Start { tokens, done }))?;
    // An actor stops when its address is gone.
    workers.iter().for_each(|worker| worker.do_send(Link(None)));
    Ok(iteration)
}
