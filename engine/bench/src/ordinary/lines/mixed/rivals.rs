//! The rivals' programs. A session is a task; what computes or blocks for long goes to tokio's threads for that, since it would keep
//! everybody else from a worker.

use std::future::Future;
use std::sync::mpsc::Sender;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::worlds::Actix;
use super::{BLOCKING, COMPUTING, PAUSE, SESSIONS, STEPS, block, check_answer, check_child, long, notes, run};
use crate::ordinary::answers::{Outcome, Tally};
use crate::ordinary::hosts;
use crate::ordinary::line::{Iteration, Scale};
use crate::ordinary::lines::ask::doublers::Doubler;
use crate::workloads::Wrong;

/// What a session talks to.
pub trait World: Clone + Send + Sync + 'static {
    /// The store.
    type Store: Doubler;

    /// The store.
    fn store(&self) -> &Self::Store;

    /// Spawns an actor that computes, asks it, and has it end.
    fn child(steps: u64) -> impl Future<Output = Result<u64, Wrong>> + Send;

    /// Sends a round to the actor that takes notes.
    fn note(&self, round: u64);
}

/// One whose actors live in tokio.
pub trait WorldOnTokio: World {
    /// Spawns them in the runtime that has been entered.
    fn spawn(tally: Tally) -> Self;
}

async fn session<W: World>(world: W, rounds: u64, done: Sender<Outcome>) {
    let all = async {
        for round in 0..rounds {
            check_answer(round, world.store().ask(round).await?)?;
            check_child(W::child(STEPS).await?)?;
            sleep(PAUSE).await;
            world.note(round);
        }
        Ok(())
    };
    let _ = done.send(all.await);
}

/// What is long, on the threads of the runtime that has been entered.
fn begin_long(done: &Sender<Outcome>) {
    for number in 0..COMPUTING + BLOCKING {
        let done = done.clone();
        spawn_blocking(move || if number < COMPUTING { long(&done) } else { block(&done) });
    }
}

pub fn on_tokio<W: WorldOnTokio>(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, noted) = notes(count);
    let world = runtime.block_on(async { W::spawn(tally) });
    Box::new(move || {
        let begin = |done: &Sender<Outcome>| {
            let _here = runtime.enter();
            for _ in 0..SESSIONS {
                tokio::spawn(session(world.clone(), count / SESSIONS, done.clone()));
            }
            begin_long(done);
        };
        run(count, &noted, begin, |number| runtime.block_on(world.store().ask(number)))
    })
}

/// An equal share of the sessions on each arbiter.
pub fn actix(Scale { workers, count }: Scale) -> Iteration {
    let (actix, here) = (hosts::actix(workers), hosts::tokio_here());
    let (tally, noted) = notes(count);
    let world = Actix::spawn_on(actix.arbiter(0), tally);
    Box::new(move || {
        let begin = |done: &Sender<Outcome>| {
            for number in 0..SESSIONS {
                let session = session(world.clone(), count / SESSIONS, done.clone());
                actix.arbiter(number as usize).spawn(session);
            }
            let done = done.clone();
            actix.arbiter(0).spawn_fn(move || begin_long(&done));
        };
        run(count, &noted, begin, |number| here.block_on(world.store().ask(number)))
    })
}
