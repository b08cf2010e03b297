//! token-ring: workers in a ring pass tokens to their neighbours; a counter receives where each token ends.

use std::ops::ControlFlow;
use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::task::JoinSet;
use agon_platform::ring::{End, Ring, Tally, Token};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let ring = Ring::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        if ring.witness { tokio::run(runtime, count::<Witness>(ring)) } else { tokio::run(runtime, count::<()>(ring)) }
    }))
}
// agon: end

/// The number of tokens a worker takes at once, if so many wait.
const VISIT: usize = 16;

/// Passes tokens on until it is aborted: the ring holds its own channels open.
async fn work<P: Proof>(
    number: u64,
    mut inbox: UnboundedReceiver<Token<P>>,
    next: UnboundedSender<Token<P>>,
    counter: UnboundedSender<End<P>>,
) {
    let mut tokens = Vec::with_capacity(VISIT);
    while inbox.recv_many(&mut tokens, VISIT).await > 0 {
        for token in tokens.drain(..) {
            match token.handled_by(number) {
                ControlFlow::Continue(token) => next.send(token).expect("the neighbour works"),
                ControlFlow::Break(end) => counter.send(end).expect("the counter listens"),
            }
        }
    }
}

async fn count<P: Proof>(ring: Ring) -> Iteration {
    let (counter, mut ends) = mpsc::unbounded_channel();
    let (links, inboxes): (Vec<_>, Vec<_>) = (0..ring.workers).map(|_| mpsc::unbounded_channel()).unzip();
    let mut workers = JoinSet::new();
    for ((number, inbox), next) in (1..).zip(inboxes).zip(links.iter().cycle().skip(1)) {
        workers.spawn(work(number, inbox, next.clone(), counter.clone()));
    }
    let mut tally = Tally::<P>::new(&ring);

    let start = Instant::now();
    for (worker, token) in ring.tokens() {
        links[worker].send(token).expect("the worker listens");
    }
    while let Some(end) = ends.recv().await {
        if tally.record(end) {
            break;
        }
    }
    let elapsed = start.elapsed();

    workers.shutdown().await;
    Iteration { elapsed, report: tally.report() }
}
