//! An actor sets 100,000 timers of one to ten milliseconds; each brings it a message. One operation is one timer, set and gone off.
//!
//! None may go off early, and the sum of what they bring is checked.

use std::convert::Infallible;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use actix::{Actor as _, AsyncContext as _};
use agon_actor::{Actor, Context};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::sleep;

use crate::ordinary::answers::{Outcome, Tally};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{check, receive};

/// The line.
pub static LINE: Line = Line {
    id: "timers",
    part: "timers",
    title: "100,000 timers of 1 to 10 ms, set and gone off",
    per: "timer",
    counts: Counts { full: 100_000, brief: 100_000, check: 500 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

/// The actor's message.
enum ToSetter {
    /// To set so many timers.
    Set(u64),
    /// By a timer.
    Due { number: u64, at: Instant },
}

/// A timer's time, scattered over all there are, and what it brings.
fn timer(number: u64) -> (Duration, ToSetter) {
    let delay = Duration::from_millis(1 + number * 7 % 10);
    (delay, ToSetter::Due { number, at: Instant::now() + delay })
}

/// What a timer brings to the sum: more than anything, if it went off early.
fn due(number: u64, at: Instant) -> u64 {
    if Instant::now() < at { 1 << 60 } else { number }
}

fn check_timers(outcome: &Receiver<u64>, count: u64) -> Outcome {
    check(
        "sum of the timers' numbers, with 2^60 for each that went off early",
        &receive(outcome)?,
        &(count * (count - 1) / 2),
    )
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (tally, outcome) = Tally::new(count);
    let setter = system.spawn(AgonSetter(tally));
    Box::new(move || {
        let _running = &system;
        setter.send(ToSetter::Set(count));
        check_timers(&outcome, count)
    })
}

struct AgonSetter(Tally);

impl Actor for AgonSetter {
    type Message = ToSetter;

    fn handle(&mut self, message: ToSetter, ctx: &mut Context<'_, Self>) {
        match message {
            ToSetter::Set(count) => {
                let me = ctx.address();
                for number in 0..count {
                    let (delay, message) = timer(number);
                    ctx.send_after(delay, &me, message);
                }
            }
            ToSetter::Due { number, at } => self.0.add(due(number, at)),
        }
    }
}

// --- tokio: a task a timer -------------------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (mut tally, outcome) = Tally::new(count);
    let (address, mut mailbox) = unbounded_channel();
    let me = address.clone();
    runtime.spawn(async move {
        while let Some(message) = mailbox.recv().await {
            match message {
                ToSetter::Set(count) => {
                    for number in 0..count {
                        let (delay, message) = timer(number);
                        let me = me.clone();
                        tokio::spawn(async move {
                            sleep(delay).await;
                            let _ = me.send(message);
                        });
                    }
                }
                ToSetter::Due { number, at } => tally.add(due(number, at)),
            }
        }
    });
    Box::new(move || {
        let _running = &runtime;
        let _ = address.send(ToSetter::Set(count));
        check_timers(&outcome, count)
    })
}

// --- actix: a task a timer, as an actor polls all its own timers whenever one of them goes off -----------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let (tally, outcome) = Tally::new(count);
    let setter = ActixSetter::start_in_arbiter(actix.arbiter(0), |_| ActixSetter(tally));
    Box::new(move || {
        let _running = &actix;
        setter.do_send(ToSetter::Set(count));
        check_timers(&outcome, count)
    })
}

struct ActixSetter(Tally);

impl actix::Message for ToSetter {
    type Result = ();
}

impl actix::Actor for ActixSetter {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ToSetter> for ActixSetter {
    type Result = ();

    fn handle(&mut self, message: ToSetter, ctx: &mut actix::Context<Self>) {
        match message {
            ToSetter::Set(count) => {
                let me = ctx.address();
                for number in 0..count {
                    let (delay, message) = timer(number);
                    let me = me.clone();
                    actix::spawn(async move {
                        sleep(delay).await;
                        me.do_send(message);
                    });
                }
            }
            ToSetter::Due { number, at } => self.0.add(due(number, at)),
        }
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = || ActorRuntime::spawn_instant(None, RactorSetter, tally).expect("it has no name to clash").0;
    let setter = runtime.block_on(async { spawn() });
    Box::new(move || {
        let _running = &runtime;
        let _ = setter.send_message(ToSetter::Set(count));
        check_timers(&outcome, count)
    })
}

struct RactorSetter;

impl ractor::Actor for RactorSetter {
    type Msg = ToSetter;
    type State = Tally;
    type Arguments = Tally;

    async fn pre_start(&self, _: ractor::ActorRef<ToSetter>, tally: Tally) -> Result<Tally, ActorProcessingErr> {
        Ok(tally)
    }

    async fn handle(
        &self,
        me: ractor::ActorRef<ToSetter>,
        message: ToSetter,
        tally: &mut Tally,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToSetter::Set(count) => {
                for number in 0..count {
                    let (delay, message) = timer(number);
                    me.send_after(delay, || message);
                }
            }
            ToSetter::Due { number, at } => tally.add(due(number, at)),
        }
        Ok(())
    }
}

// --- kameo: it has no timers, but tokio's are at hand ----------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (tally, outcome) = Tally::new(count);
    let spawn = || KameoSetter::spawn_with_mailbox(KameoSetter(tally), mailbox::unbounded());
    let setter = runtime.block_on(async { spawn() });
    Box::new(move || {
        let _running = &runtime;
        let _ = setter.tell(ToSetter::Set(count)).try_send();
        check_timers(&outcome, count)
    })
}

struct KameoSetter(Tally);

impl kameo::Actor for KameoSetter {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(setter: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(setter)
    }
}

impl kameo::message::Message<ToSetter> for KameoSetter {
    type Reply = ();

    async fn handle(&mut self, message: ToSetter, ctx: &mut kameo::message::Context<Self, ()>) {
        match message {
            ToSetter::Set(count) => {
                for number in 0..count {
                    let (delay, message) = timer(number);
                    let me = ctx.actor_ref().clone();
                    tokio::spawn(async move {
                        sleep(delay).await;
                        let _ = me.tell(message).try_send();
                    });
                }
            }
            ToSetter::Due { number, at } => self.0.add(due(number, at)),
        }
    }
}
