//! token-ring: workers in a ring pass tokens to their neighbours; a counter receives where each token ends.

use std::ops::ControlFlow;
use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::ring::{End, Ring, Tally, Token};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let ring = Ring::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        if ring.witness { tokio::run(runtime, run::<Witness>(ring)) } else { tokio::run(runtime, run::<()>(ring)) }
    }))
}
// agon: end

#[derive(Actor)]
struct Worker<P: Proof> {
    number: u64,
    counter: ActorRef<Counter<P>>,
    /// None until the ring is closed.
    next: Option<ActorRef<Worker<P>>>,
}

/// A token comes.
struct Pass<P>(Token<P>);

impl<P: Proof> Message<Pass<P>> for Worker<P> {
    type Reply = ();

    async fn handle(&mut self, Pass(token): Pass<P>, _: &mut Context<Self, ()>) {
        match token.handled_by(self.number) {
            ControlFlow::Break(end) => send(&self.counter, Ended(end)),
            ControlFlow::Continue(token) => {
                let next = self.next.as_ref().expect("the ring is closed before a token comes");
                send(next, Pass(token));
            }
        }
    }
}

/// Closes the ring: gives the last worker the first's address.
struct Close<P: Proof>(ActorRef<Worker<P>>);

impl<P: Proof> Message<Close<P>> for Worker<P> {
    type Reply = ();

    async fn handle(&mut self, Close(first): Close<P>, _: &mut Context<Self, ()>) {
        self.next = Some(first);
    }
}

#[derive(Actor)]
struct Counter<P: Proof> {
    tally: Tally<P>,
    run: Option<(Instant, Answer<Iteration>)>,
}

struct Start<P: Proof>(Vec<(ActorRef<Worker<P>>, Token<P>)>);

impl<P: Proof> Message<Start<P>> for Counter<P> {
    type Reply = Later<Iteration>;

    async fn handle(&mut self, Start(tokens): Start<P>, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        self.run = Some((Instant::now(), done));
        for (worker, token) in tokens {
            send(&worker, Pass(token));
        }
        reply
    }
}

struct Ended<P>(End<P>);

impl<P: Proof> Message<Ended<P>> for Counter<P> {
    type Reply = ();

    async fn handle(&mut self, Ended(end): Ended<P>, _: &mut Context<Self, ()>) {
        if self.tally.record(end)
            && let Some((start, done)) = self.run.take()
        {
            done.send(Ok(Iteration { elapsed: start.elapsed(), report: self.tally.report() }));
        }
    }
}

async fn run<P: Proof>(ring: Ring) -> Iteration {
    let counter = spawn(Counter { tally: Tally::new(&ring), run: None });
    // From the last to the first, so that each knows its neighbour from the start.
    let mut workers: Vec<ActorRef<Worker<P>>> = Vec::with_capacity(ring.workers);
    for number in (1..=ring.workers as u64).rev() {
        workers.push(spawn(Worker { number, counter: counter.clone(), next: workers.last().cloned() }));
    }
    workers.reverse();
    started(&workers).await;
    ask(&workers[ring.workers - 1], Close(workers[0].clone())).await;
    let tokens = ring.tokens().map(|(start, token)| (workers[start].clone(), token)).collect();
    let iteration = ask(&counter, Start(tokens)).await;
    end(&workers).await;
    end(&[counter]).await;
    iteration
}
