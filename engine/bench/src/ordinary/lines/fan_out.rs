//! One sends to 100,000 actors, each of which answers to a collector. One operation is one actor's message and its answer.
//!
//! The actors are created once; the sum of the answers, of which each is the message and the actor's number, is checked.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use actix::{Actor as _, Addr};
use agon_actor::{Actor, Address, Context};
use kameo::actor::Spawn as _;
use kameo::mailbox;
use ractor::ActorRuntime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::ordinary::actix_collector::{ActixCollector, ActixNumber};
use crate::ordinary::answerers::{KameoActor, RactorActor, RactorRole};
use crate::ordinary::answers::{Outcome, Tally};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{check, receive};

/// The line.
pub static LINE: Line = Line {
    id: "fan-out",
    part: "fan-out",
    title: "one sends to 100,000 actors, each answers",
    per: "actor",
    counts: Counts { full: 100_000, brief: 100_000, check: 1_000 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

/// What everybody is sent.
const MESSAGE: u64 = 7;

fn check_answers(outcome: &Receiver<u64>, count: u64) -> Outcome {
    check("sum of the answers", &receive(outcome)?, &(count * (count - 1) / 2 + count * MESSAGE))
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (tally, outcome) = Tally::new(count);
    let collector = system.spawn(AgonCollector(tally));
    let members = (0..count).map(|number| system.spawn(AgonMember { number, collector })).collect();
    let publisher = system.spawn(AgonPublisher(members));
    Box::new(move || {
        let _running = &system;
        publisher.send(MESSAGE);
        check_answers(&outcome, count)
    })
}

struct AgonPublisher(Vec<Address<u64>>);

impl Actor for AgonPublisher {
    type Message = u64;

    fn handle(&mut self, message: u64, ctx: &mut Context<'_, Self>) {
        for member in &self.0 {
            ctx.send(member, message);
        }
    }
}

struct AgonMember {
    number: u64,
    collector: Address<u64>,
}

impl Actor for AgonMember {
    type Message = u64;

    fn handle(&mut self, message: u64, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.collector, message + self.number);
    }
}

struct AgonCollector(Tally);

impl Actor for AgonCollector {
    type Message = u64;

    fn handle(&mut self, answer: u64, _: &mut Context<'_, Self>) {
        self.0.add(answer);
    }
}

// --- tokio -----------------------------------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (mut tally, outcome) = Tally::new(count);
    let (collector, mut answers) = unbounded_channel();
    runtime.spawn(async move {
        while let Some(answer) = answers.recv().await {
            tally.add(answer);
        }
    });
    let spawn = |number| {
        let (address, mut mailbox) = unbounded_channel();
        let collector = collector.clone();
        runtime.spawn(async move {
            while let Some(message) = mailbox.recv().await {
                let _ = collector.send(message + number);
            }
        });
        address
    };
    let members: Arc<[UnboundedSender<u64>]> = (0..count).map(spawn).collect();
    Box::new(move || {
        let members = Arc::clone(&members);
        runtime.spawn(async move {
            for member in members.iter() {
                let _ = member.send(MESSAGE);
            }
        });
        check_answers(&outcome, count)
    })
}

// --- actix: an equal share on each arbiter ---------------------------------------------------------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let (tally, outcome) = Tally::new(count);
    let collector = ActixCollector::start_in_arbiter(actix.arbiter(0), |_| ActixCollector(tally));
    let start = |number: u64| {
        let member = ActixMember { number, collector: collector.clone() };
        ActixMember::start_in_arbiter(actix.arbiter(number as usize), |_| member)
    };
    let members: Arc<[Addr<ActixMember>]> = (0..count).map(start).collect();
    Box::new(move || {
        let members = Arc::clone(&members);
        actix.arbiter(0).spawn_fn(move || members.iter().for_each(|member| member.do_send(ActixNumber(MESSAGE))));
        check_answers(&outcome, count)
    })
}

struct ActixMember {
    number: u64,
    collector: Addr<ActixCollector>,
}

impl actix::Actor for ActixMember {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixNumber> for ActixMember {
    type Result = ();

    fn handle(&mut self, ActixNumber(message): ActixNumber, _: &mut actix::Context<Self>) {
        self.collector.do_send(ActixNumber(message + self.number));
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = |role| ActorRuntime::spawn_instant(None, RactorActor::new(), role).expect("it has no name to clash").0;
    let members: Arc<[_]> = runtime.block_on(async {
        let collector = spawn(RactorRole::Collector(tally));
        (0..count)
            .map(|number| {
                spawn(RactorRole::Answers {
                    with: move |message| message + number,
                    collector: collector.clone(),
                    once: false,
                })
            })
            .collect()
    });
    Box::new(move || {
        let members = Arc::clone(&members);
        runtime.spawn(async move {
            for member in members.iter() {
                let _ = member.send_message(MESSAGE);
            }
        });
        check_answers(&outcome, count)
    })
}

// --- kameo -----------------------------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = |role| KameoActor::spawn_with_mailbox(role, mailbox::unbounded());
    let members: Arc<[_]> = runtime.block_on(async {
        let collector = spawn(KameoActor::Collector(tally));
        (0..count)
            .map(|number| {
                spawn(KameoActor::Answers { with: move |message| message + number, collector: collector.clone() })
            })
            .collect()
    });
    Box::new(move || {
        let members = Arc::clone(&members);
        runtime.spawn(async move {
            for member in members.iter() {
                let _ = member.tell(MESSAGE).try_send();
            }
        });
        check_answers(&outcome, count)
    })
}
