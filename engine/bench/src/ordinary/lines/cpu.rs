//! Unequal tasks that compute: many of some 50 µs, and one of some 20 ms for every 250 of them, in an order that is no help. One
//! operation is one task.
//!
//! Every task has an actor, or a task, of its own, and is given to it by an actor; the sum of the results is checked.

use std::sync::mpsc::Receiver;

use actix::{Actor as _, Addr, SyncArbiter, SyncContext};
use agon_actor::{Actor, Address, Context};
use kameo::actor::Spawn as _;
use kameo::mailbox;
use ractor::ActorRuntime;
use tokio::sync::mpsc::unbounded_channel;

use crate::ordinary::actix_collector::{ActixCollector, ActixNumber};
use crate::ordinary::answerers::{KameoActor, RactorActor, RactorRole};
use crate::ordinary::answers::{Outcome, Tally};
use crate::ordinary::compute::{SHORT, compute, result};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{check, receive};

/// The line.
pub static LINE: Line = Line {
    id: "cpu",
    part: "cpu",
    title: "tasks of 50 µs, and every 250th of 20 ms",
    per: "task",
    counts: Counts { full: 2_000, brief: 500, check: 50 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

const LONG: u64 = 400 * SHORT;

/// How long each task of an iteration is.
fn tasks(count: u64) -> impl Iterator<Item = u64> + Send {
    // The first long one comes soon, so that there is one in every size.
    (0..count).map(|number| if number % 250 == 20 { LONG } else { SHORT })
}

fn check_results(outcome: &Receiver<u64>, count: u64) -> Outcome {
    let expected = tasks(count).fold(0_u64, |sum, steps| sum.wrapping_add(result(steps)));
    check("sum of the results", &receive(outcome)?, &expected)
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (tally, outcome) = Tally::new(count);
    let collector = system.spawn(AgonCollector(tally));
    let dispatcher = system.spawn(AgonDispatcher(collector));
    Box::new(move || {
        let _running = &system;
        dispatcher.send(count);
        check_results(&outcome, count)
    })
}

struct AgonDispatcher(Address<u64>);

impl Actor for AgonDispatcher {
    type Message = u64;

    fn handle(&mut self, count: u64, ctx: &mut Context<'_, Self>) {
        for steps in tasks(count) {
            let job = ctx.spawn(AgonJob(self.0));
            ctx.send(&job, steps);
        }
    }
}

struct AgonJob(Address<u64>);

impl Actor for AgonJob {
    type Message = u64;

    fn handle(&mut self, steps: u64, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.0, compute(steps));
        ctx.stop();
    }
}

struct AgonCollector(Tally);

impl Actor for AgonCollector {
    type Message = u64;

    fn handle(&mut self, result: u64, _: &mut Context<'_, Self>) {
        self.0.add(result);
    }
}

// --- tokio -----------------------------------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (mut tally, outcome) = Tally::new(count);
    let (collector, mut results) = unbounded_channel();
    runtime.spawn(async move {
        while let Some(result) = results.recv().await {
            tally.add(result);
        }
    });
    Box::new(move || {
        let collector = collector.clone();
        runtime.spawn(async move {
            for steps in tasks(count) {
                let collector = collector.clone();
                tokio::spawn(async move {
                    let _ = collector.send(compute(steps));
                });
            }
        });
        check_results(&outcome, count)
    })
}

// --- actix: its pool of threads for what computes, which share a queue -------------------------------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    // The pool computes; an arbiter, which sleeps meanwhile, collects.
    let actix = hosts::actix(1);
    let (tally, outcome) = Tally::new(count);
    let collector = ActixCollector::start_in_arbiter(actix.arbiter(0), |_| ActixCollector(tally));
    let pool = hosts::on_arbiter(&actix, 0, move || async move {
        Ok(SyncArbiter::start(workers, move || ActixComputer(collector.clone())))
    });
    Box::new(move || {
        let pool = pool.as_ref().map_err(crate::workloads::Wrong::of)?.clone();
        actix.arbiter(0).spawn_fn(move || tasks(count).for_each(|steps| pool.do_send(ActixNumber(steps))));
        check_results(&outcome, count)
    })
}

struct ActixComputer(Addr<ActixCollector>);

impl actix::Actor for ActixComputer {
    type Context = SyncContext<Self>;
}

impl actix::Handler<ActixNumber> for ActixComputer {
    type Result = ();

    fn handle(&mut self, ActixNumber(steps): ActixNumber, _: &mut SyncContext<Self>) {
        self.0.do_send(ActixNumber(compute(steps)));
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = |role| ActorRuntime::spawn_instant(None, RactorActor::new(), role).expect("it has no name to clash").0;
    let collector = runtime.block_on(async { spawn(RactorRole::Collector(tally)) });
    Box::new(move || {
        let collector = collector.clone();
        runtime.spawn(async move {
            for steps in tasks(count) {
                let _ = spawn(RactorRole::Answers { with: compute, collector: collector.clone(), once: true })
                    .send_message(steps);
            }
        });
        check_results(&outcome, count)
    })
}

// --- kameo -----------------------------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = |role| KameoActor::spawn_with_mailbox(role, mailbox::unbounded());
    let collector = runtime.block_on(async { spawn(KameoActor::Collector(tally)) });
    Box::new(move || {
        let collector = collector.clone();
        runtime.spawn(async move {
            for steps in tasks(count) {
                // An actor ends with its last reference, when it has handled what it was sent.
                let _ =
                    spawn(KameoActor::Answers { with: compute, collector: collector.clone() }).tell(steps).try_send();
            }
        });
        check_results(&outcome, count)
    })
}
