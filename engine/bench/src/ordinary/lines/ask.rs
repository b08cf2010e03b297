//! Asks: a question to an actor, and its answer, one after the other. One operation is one round trip.
//!
//! Everybody's asks have a time limit. The answers' sum is checked.

pub(super) mod doublers;

use std::ops::Range;
use std::sync::mpsc::{Sender, channel};

use agon_actor::{Actor, Address, AskError, Async, AsyncActor, AsyncContext, Context, Reply, SpawnOptions};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use self::doublers::{Doubler, OnTokio};
use crate::ordinary::answers::{LIMIT, Outcome};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::runtimes::Workers;
use crate::workloads::{Wrong, check, receive};

/// Where the question comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// An actor, or a task, on the same worker.
    SameWorker,
    /// One on another worker.
    OtherWorker,
    /// A thread that is none of the runtime's, and blocks.
    Outside,
    /// So many at once of what is asynchronous in the runtime itself.
    Tasks(u64),
    /// A task of a tokio runtime that is none of the contestant's.
    Apart,
}

macro_rules! asks {
    ($id:literal, $title:literal, $from:expr, $full:literal, $brief:literal, $check:literal) => {
        Line {
            id: $id,
            part: "ask",
            title: $title,
            per: "ask",
            counts: Counts { full: $full, brief: $brief, check: $check },
            programs: Programs {
                agon: Runs(|scale| agon(scale, $from)),
                tokio: Runs(|scale| on_tokio::<doublers::Tokio>(scale, $from)),
                actix: Runs(|scale| actix(scale, $from)),
                ractor: Runs(|scale| on_tokio::<doublers::Ractor>(scale, $from)),
                kameo: Runs(|scale| on_tokio::<doublers::Kameo>(scale, $from)),
            },
        }
    };
}

/// On one worker.
pub static SAME_WORKER: Line =
    asks!("ask", "ask round trip on the same worker", Origin::SameWorker, 200_000, 50_000, 200);
/// Between two workers.
pub static OTHER_WORKER: Line =
    asks!("ask-across", "ask round trip across two workers", Origin::OtherWorker, 20_000, 5_000, 100);
/// From a thread outside.
pub static OUTSIDE: Line =
    asks!("ask-outside", "ask round trip from an outside thread", Origin::Outside, 20_000, 5_000, 100);
/// From asynchronous code of the runtime's own.
pub static ONE_TASK: Line =
    asks!("ask-async", "ask round trip from asynchronous code", Origin::Tasks(1), 200_000, 50_000, 100);
/// From much of it.
pub static MANY_TASKS: Line = asks!(
    "ask-async-64",
    "ask round trips from 64 pieces of asynchronous code",
    Origin::Tasks(64),
    200_064,
    50_048,
    640
);
/// From another runtime.
pub static APART: Line =
    asks!("ask-async-apart", "ask round trip from a separate tokio runtime", Origin::Apart, 20_000, 5_000, 100);

/// The sum of twice the numbers below `count`.
fn expected(count: u64) -> u64 {
    count * (count - 1)
}

fn check_sum(sum: u64, count: u64) -> Outcome {
    check("sum of the answers", &sum, &expected(count))
}

async fn ask_all(doubler: &impl Doubler, numbers: Range<u64>) -> Result<u64, Wrong> {
    let mut sum = 0;
    for number in numbers {
        sum += doubler.ask(number).await?;
    }
    Ok(sum)
}

/// Each asks its share.
async fn ask_by_tasks(doubler: impl Doubler, tasks: u64, count: u64) -> Result<u64, Wrong> {
    let share = count / tasks;
    let begin = |task| {
        let doubler = doubler.clone();
        tokio::spawn(async move { ask_all(&doubler, task * share..(task + 1) * share).await })
    };
    let askers: Vec<_> = (0..tasks).map(begin).collect();
    let mut sum = 0;
    for asker in askers {
        sum += asker.await.map_err(Wrong::of)??;
    }
    Ok(sum)
}

fn on_tokio<D: OnTokio>(Scale { workers, count }: Scale, from: Origin) -> Iteration {
    match from {
        // Where a task runs is known only of current-thread runtimes.
        Origin::SameWorker | Origin::OtherWorker => {
            let workers = Workers::apart(2);
            let doubler = {
                let _its_worker = workers.enter(usize::from(from == Origin::OtherWorker));
                D::spawn()
            };
            Box::new(move || {
                let doubler = doubler.clone();
                let sum = hosts::on(workers.handle(0), async move { ask_all(&doubler, 0..count).await })?;
                check_sum(sum, count)
            })
        }
        Origin::Outside => {
            let runtime = hosts::tokio(workers);
            let doubler = runtime.block_on(async { D::spawn() });
            Box::new(move || check_sum(runtime.block_on(ask_all(&doubler, 0..count))?, count))
        }
        Origin::Tasks(tasks) => {
            let runtime = hosts::tokio(workers);
            let doubler = runtime.block_on(async { D::spawn() });
            Box::new(move || {
                check_sum(hosts::on(runtime.handle(), ask_by_tasks(doubler.clone(), tasks, count))?, count)
            })
        }
        Origin::Apart => {
            let (runtime, separate) = (hosts::tokio(workers), hosts::tokio(workers));
            let doubler = runtime.block_on(async { D::spawn() });
            Box::new(move || {
                let _running = &runtime;
                ask_from(&separate, doubler.clone(), count)
            })
        }
    }
}

/// One task of the runtime asks everything.
fn ask_from(runtime: &Runtime, doubler: impl Doubler, count: u64) -> Outcome {
    check_sum(hosts::on(runtime.handle(), async move { ask_all(&doubler, 0..count).await })?, count)
}

/// Tasks that ask run on the arbiter of the actor, except where the line is about another worker.
fn actix(Scale { workers, count }: Scale, from: Origin) -> Iteration {
    let actix = hosts::actix(workers.max(2));
    let doubler = doublers::Actix::spawn_on(actix.arbiter(usize::from(from == Origin::OtherWorker)));
    match from {
        Origin::SameWorker | Origin::OtherWorker => Box::new(move || {
            let doubler = doubler.clone();
            let sum = hosts::on_arbiter(&actix, 0, move || async move { ask_all(&doubler, 0..count).await })?;
            check_sum(sum, count)
        }),
        Origin::Outside => {
            let here = hosts::tokio_here();
            Box::new(move || {
                let _running = &actix;
                check_sum(here.block_on(ask_all(&doubler, 0..count))?, count)
            })
        }
        Origin::Tasks(tasks) => Box::new(move || {
            let doubler = doubler.clone();
            check_sum(hosts::on_arbiter(&actix, 0, move || ask_by_tasks(doubler, tasks, count))?, count)
        }),
        Origin::Apart => {
            let separate = hosts::tokio(workers);
            Box::new(move || {
                let _running = &actix;
                ask_from(&separate, doubler.clone(), count)
            })
        }
    }
}

fn agon(Scale { workers, count }: Scale, from: Origin) -> Iteration {
    let on_worker = |worker| SpawnOptions::new().on_worker(worker);
    match from {
        Origin::SameWorker | Origin::OtherWorker => {
            let system = hosts::agon(workers.max(2));
            let doubler = system.spawn_with(Doubling, on_worker(usize::from(from == Origin::OtherWorker)));
            let (done, outcome) = channel();
            let options = SpawnOptions::new().on_worker(0);
            let asker = system.spawn_with(Asker { doubler, count, next: 0, sum: 0, done }, options);
            Box::new(move || {
                let _running = &system;
                asker.send(ToAsker::Start);
                check_sum(receive(&outcome)??, count)
            })
        }
        Origin::Outside => {
            let system = hosts::agon(workers);
            let doubler = system.spawn(Doubling);
            Box::new(move || {
                let _running = &system;
                let mut sum = 0;
                for number in 0..count {
                    sum += doubler.ask(LIMIT, |reply| Question(number, reply)).map_err(Wrong::of)?;
                }
                check_sum(sum, count)
            })
        }
        Origin::Tasks(tasks) => {
            let system = hosts::agon(workers);
            let doubler = system.spawn(Doubling);
            Box::new(move || {
                let (done, outcome) = channel();
                let share = count / tasks;
                for task in 0..tasks {
                    let numbers = task * share..(task + 1) * share;
                    system.spawn(Async::new(AsyncAsker { doubler, done: done.clone() })).send(numbers);
                }
                let mut sum = 0;
                for _ in 0..tasks {
                    sum += receive(&outcome)??;
                }
                check_sum(sum, count)
            })
        }
        Origin::Apart => {
            let (system, separate) = (hosts::agon(workers), hosts::tokio(workers));
            let doubler = FromTokio(system.spawn(Doubling));
            Box::new(move || {
                let _running = &system;
                ask_from(&separate, doubler.clone(), count)
            })
        }
    }
}

struct Doubling;

struct Question(u64, Reply<u64>);

impl Actor for Doubling {
    type Message = Question;

    fn handle(&mut self, Question(number, reply): Question, _: &mut Context<'_, Self>) {
        reply.send(2 * number);
    }
}

struct Asker {
    doubler: Address<Question>,
    count: u64,
    next: u64,
    sum: u64,
    done: Sender<Result<u64, Wrong>>,
}

enum ToAsker {
    Start,
    Answer(Result<u64, AskError>),
}

impl Actor for Asker {
    type Message = ToAsker;

    fn handle(&mut self, message: ToAsker, ctx: &mut Context<'_, Self>) {
        match message {
            ToAsker::Start => (self.next, self.sum) = (0, 0),
            ToAsker::Answer(Ok(answer)) => self.sum += answer,
            ToAsker::Answer(Err(error)) => {
                let _ = self.done.send(Err(Wrong::of(error)));
                return;
            }
        }
        if self.next == self.count {
            let _ = self.done.send(Ok(self.sum));
            return;
        }
        let number = self.next;
        self.next += 1;
        ctx.ask(&self.doubler, LIMIT, |reply| Question(number, reply), ToAsker::Answer);
    }
}

/// Asks for the numbers it gets, one after the other, in one handler.
struct AsyncAsker {
    doubler: Address<Question>,
    done: Sender<Result<u64, Wrong>>,
}

impl AsyncActor for AsyncAsker {
    type Message = Range<u64>;

    async fn handle(&mut self, numbers: Range<u64>, ctx: &mut AsyncContext<Self>) {
        let mut sum = Ok(0);
        for number in numbers {
            match self.doubler.ask_async_within(LIMIT, |reply| Question(number, reply)).await {
                Ok(answer) => sum = sum.map(|sum| sum + answer),
                Err(error) => sum = Err(Wrong::of(error)),
            }
        }
        let _ = self.done.send(sum);
        ctx.stop();
    }
}

/// The actor as tasks of tokio see it.
#[derive(Clone)]
struct FromTokio(Address<Question>);

impl Doubler for FromTokio {
    async fn ask(&self, number: u64) -> Result<u64, Wrong> {
        let answer = self.0.ask_async(|reply| Question(number, reply));
        timeout(LIMIT, answer).await.map_err(Wrong::of)?.map_err(Wrong::of)
    }
}
