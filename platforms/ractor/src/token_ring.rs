//! token-ring: workers in a ring pass tokens to their neighbours; a counter receives where each token ends.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::ring::{End, Ring, Tally, Token};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let ring = Ring::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        let outcome =
            if ring.witness { tokio::run(runtime, run::<Witness>(ring)) } else { tokio::run(runtime, run::<()>(ring)) };
        outcome?.map_err(Failure::work)
    }))
}
// agon: end

enum ToWorker<P> {
    Pass(Token<P>),
    /// Closes the ring: gives the last worker the first's address.
    Close(ActorRef<ToWorker<P>>),
}

struct Worker<P> {
    number: u64,
    counter: ActorRef<ToCounter<P>>,
}

impl<P: Proof> Actor for Worker<P> {
    type Msg = ToWorker<P>;
    /// The next worker; none until the ring is closed.
    type State = Option<ActorRef<ToWorker<P>>>;
    type Arguments = Self::State;

    async fn pre_start(&self, _: ActorRef<Self::Msg>, next: Self::State) -> Result<Self::State, ActorProcessingErr> {
        Ok(next)
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        next: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToWorker::Pass(token) => match token.handled_by(self.number) {
                ControlFlow::Break(end) => self.counter.cast(ToCounter::Ended(end))?,
                ControlFlow::Continue(token) => {
                    let next = next.as_ref().ok_or("a token came before the ring was closed")?;
                    next.cast(ToWorker::Pass(token))?;
                }
            },
            ToWorker::Close(first) => *next = Some(first),
        }
        Ok(())
    }
}

enum ToCounter<P> {
    Start(Vec<(ActorRef<ToWorker<P>>, Token<P>)>, RpcReplyPort<Iteration>),
    Ended(End<P>),
}

/// `P` is only what its messages carry.
struct Counter<P>(PhantomData<P>);

struct Count<P> {
    tally: Tally<P>,
    run: Option<(Instant, RpcReplyPort<Iteration>)>,
}

impl<P: Proof> Actor for Counter<P> {
    type Msg = ToCounter<P>;
    type State = Count<P>;
    type Arguments = Ring;

    async fn pre_start(&self, _: ActorRef<Self::Msg>, ring: Ring) -> Result<Self::State, ActorProcessingErr> {
        Ok(Count { tally: Tally::new(&ring), run: None })
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToCounter::Start(tokens, done) => {
                state.run = Some((Instant::now(), done));
                for (worker, token) in tokens {
                    worker.cast(ToWorker::Pass(token))?;
                }
            }
            ToCounter::Ended(end) => {
                if state.tally.record(end)
                    && let Some((start, done)) = state.run.take()
                {
                    done.send(Iteration { elapsed: start.elapsed(), report: state.tally.report() })?;
                }
            }
        }
        Ok(())
    }
}

async fn run<P: Proof>(ring: Ring) -> Result<Iteration, ActorProcessingErr> {
    let (counter, _) = Actor::spawn(None, Counter(PhantomData), ring).await?;
    // From the last to the first, so that each knows its neighbour from the start.
    let mut workers: Vec<ActorRef<ToWorker<P>>> = Vec::with_capacity(ring.workers);
    for number in (1..=ring.workers as u64).rev() {
        let worker = Worker { number, counter: counter.clone() };
        workers.push(Actor::spawn(None, worker, workers.last().cloned()).await?.0);
    }
    workers.reverse();
    workers[ring.workers - 1].cast(ToWorker::Close(workers[0].clone()))?;
    let tokens = ring.tokens().map(|(start, token)| (workers[start].clone(), token)).collect();
    let iteration = call!(counter, |done| ToCounter::Start(tokens, done))?;
    workers.iter().for_each(|worker| worker.stop(None));
    counter.stop(None);
    Ok(iteration)
}
