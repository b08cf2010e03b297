//! A bounded pipeline: a source as fast as it can be, four stages, a sink; 64 messages fit a mailbox. One operation is one message
//! through all of it.
//!
//! Backpressure has to reach the source: no stage may queue more than mailboxes hold. The sink checks the order.

use std::convert::Infallible;

use actix::{Actor as _, ActorFutureExt as _, Addr, AsyncContext as _, WrapFuture as _};
use agon_actor::{Actor, Address, Bound, Context, Overflow, SpawnOptions};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use tokio::sync::mpsc;

use crate::ordinary::answers::InOrder;
use crate::ordinary::hosts;
use crate::ordinary::line::Program::{NotOffered, Runs};
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{Wrong, receive};

/// The line.
pub static LINE: Line = Line {
    id: "pipeline",
    part: "pipeline",
    title: "bounded pipeline of four stages with backpressure",
    per: "message",
    counts: Counts { full: 200_000, brief: 50_000, check: 500 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: NotOffered("its mailboxes are unbounded"),
        kameo: Runs(kameo),
    },
};

const STAGES: usize = 4;
const CAPACITY: usize = 64;

/// What a number has become when it reaches the sink: each stage adds one.
fn sink(count: u64) -> (InOrder, std::sync::mpsc::Receiver<Result<(), Wrong>>) {
    InOrder::new(1, STAGES as u64, count)
}

/// Where the numbers of an iteration begin; they go on from one to the next.
fn numbers(next: &mut u64, count: u64) -> std::ops::Range<u64> {
    let first = *next;
    *next += count;
    first..*next
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (order, outcome) = sink(count);
    let bound = || Bound::new(CAPACITY, Overflow::Await);
    let mut next = system.spawn_bounded(AgonSink(order), SpawnOptions::new(), bound());
    for _ in 0..STAGES {
        next = system.spawn_bounded(AgonStage(next), SpawnOptions::new(), bound());
    }
    let source = system.spawn(AgonSource { next, number: 0, end: 0 });
    Box::new(move || {
        let _running = &system;
        source.send(AgonToSource::Start(count));
        receive(&outcome)?
    })
}

/// Sends one number a message, so that it waits for capacity.
struct AgonSource {
    next: Address<u64>,
    number: u64,
    end: u64,
}

enum AgonToSource {
    Start(u64),
    Next,
}

impl Actor for AgonSource {
    type Message = AgonToSource;

    fn handle(&mut self, message: AgonToSource, ctx: &mut Context<'_, Self>) {
        if let AgonToSource::Start(count) = message {
            self.end = self.number + count;
        }
        let _ = ctx.send_bounded(&self.next, self.number);
        self.number += 1;
        if self.number < self.end {
            let me = ctx.address();
            ctx.send(&me, AgonToSource::Next);
        }
    }
}

struct AgonStage(Address<u64>);

impl Actor for AgonStage {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        let _ = ctx.send_bounded(&self.0, number + 1);
    }
}

struct AgonSink(InOrder);

impl Actor for AgonSink {
    type Message = u64;

    fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
        self.0.see(0, number);
    }
}

// --- tokio: tasks and bounded channels -------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (mut order, outcome) = sink(count);
    let (mut next, mut mailbox) = mpsc::channel(CAPACITY);
    runtime.spawn(async move {
        while let Some(number) = mailbox.recv().await {
            order.see(0, number);
        }
    });
    for _ in 0..STAGES {
        let (address, mut mailbox) = mpsc::channel(CAPACITY);
        runtime.spawn(async move {
            while let Some(number) = mailbox.recv().await {
                if next.send(number + 1).await.is_err() {
                    return;
                }
            }
        });
        next = address;
    }
    let mut begun = 0;
    Box::new(move || {
        let (first, numbers) = (next.clone(), numbers(&mut begun, count));
        hosts::on(runtime.handle(), async move {
            for number in numbers {
                first.send(number).await.map_err(Wrong::of)?;
            }
            Ok(())
        })?;
        receive(&outcome)?
    })
}

// --- actix: a stage handles its next message when the next stage has handled the last --------------------------------

/// Half of the stages on each of two arbiters, and so on. A sender that finds a mailbox full is not woken when there is capacity (actix
/// 0.13 registers no waker), so backpressure is that of asks: one message on its way between two neighbours.
fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let (order, outcome) = sink(count);
    let arbiter = |stage: usize| actix.arbiter(stage * workers / (STAGES + 1));
    let mut next = ActixStage::start_in_arbiter(arbiter(STAGES), |_| ActixStage::Sink(order));
    for stage in (0..STAGES).rev() {
        next = ActixStage::start_in_arbiter(arbiter(stage), move |_| ActixStage::Forward(next));
    }
    let mut begun = 0;
    Box::new(move || {
        let (first, numbers) = (next.clone(), numbers(&mut begun, count));
        hosts::on_arbiter(&actix, 0, move || async move {
            for number in numbers {
                first.send(ActixNumber(number)).await.map_err(Wrong::of)?;
            }
            Ok(())
        })?;
        receive(&outcome)?
    })
}

enum ActixStage {
    Forward(Addr<Self>),
    Sink(InOrder),
}

struct ActixNumber(u64);

impl actix::Message for ActixNumber {
    type Result = ();
}

impl actix::Actor for ActixStage {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixNumber> for ActixStage {
    type Result = ();

    fn handle(&mut self, ActixNumber(number): ActixNumber, ctx: &mut actix::Context<Self>) {
        match self {
            Self::Forward(next) => ctx.wait(next.send(ActixNumber(number + 1)).into_actor(self).map(|_, _, _| ())),
            Self::Sink(order) => order.see(0, number),
        }
    }
}

// --- kameo: bounded mailboxes ----------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (order, outcome) = sink(count);
    let spawn = |stage| KameoStage::spawn_with_mailbox(stage, mailbox::bounded(CAPACITY));
    let first = runtime.block_on(async {
        (0..STAGES).fold(spawn(KameoStage::Sink(order)), |next, _| spawn(KameoStage::Forward(next)))
    });
    let mut begun = 0;
    Box::new(move || {
        let (first, numbers) = (first.clone(), numbers(&mut begun, count));
        hosts::on(runtime.handle(), async move {
            for number in numbers {
                first.tell(number).send().await.map_err(|_| Wrong("a stage is gone".into()))?;
            }
            Ok(())
        })?;
        receive(&outcome)?
    })
}

enum KameoStage {
    Forward(ActorRef<Self>),
    Sink(InOrder),
}

impl kameo::Actor for KameoStage {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(stage: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(stage)
    }
}

impl kameo::message::Message<u64> for KameoStage {
    type Reply = ();

    async fn handle(&mut self, number: u64, _: &mut kameo::message::Context<Self, ()>) {
        match self {
            Self::Forward(next) => {
                let _ = next.tell(number + 1).send().await;
            }
            Self::Sink(order) => order.see(0, number),
        }
    }
}
