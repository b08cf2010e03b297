//! Some of all at once: 64 sessions, each of which again and again asks a store, spawns a child that computes and asks that, waits for a
//! timer of 1 ms, and notes that it has done so; meanwhile four tasks compute for 5 ms, eight block for 10 ms, and a thread outside
//! asks the store 100 times. One operation is one round of a session.
//!
//! All answers are checked.

mod rivals;
mod worlds;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, Reply};

use crate::ordinary::answers::{LIMIT, Outcome, Tally};
use crate::ordinary::compute::{SHORT, compute, result};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{Wrong, check, receive};

/// The line.
pub static LINE: Line = Line {
    id: "mixed",
    part: "mixed",
    title: "asks, spawns, timers, computing and blocking at once",
    per: "round",
    counts: Counts { full: 3_200, brief: 1_280, check: 128 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(rivals::on_tokio::<worlds::Tokio>),
        actix: Runs(rivals::actix),
        ractor: Runs(rivals::on_tokio::<worlds::Ractor>),
        kameo: Runs(rivals::on_tokio::<worlds::Kameo>),
    },
};

const SESSIONS: u64 = 64;
const COMPUTING: u64 = 4;
const BLOCKING: u64 = 8;
const ASKS_FROM_OUTSIDE: u64 = 100;

/// Steps of a child, some 10 µs.
const STEPS: u64 = SHORT / 5;

const PAUSE: Duration = Duration::from_millis(1);

/// A task that computes.
fn long(done: &Sender<Outcome>) {
    let _ = done.send(check("result of a long task", &compute(100 * SHORT), &result(100 * SHORT)));
}

/// A task that blocks.
fn block(done: &Sender<Outcome>) {
    thread::sleep(Duration::from_millis(10));
    let _ = done.send(Ok(()));
}

/// What a session receives in a round, checked.
fn check_answer(round: u64, answer: u64) -> Outcome {
    check("answer of the store", &answer, &(2 * round))
}

fn check_child(answer: u64) -> Outcome {
    check("answer of a child", &answer, &result(STEPS))
}

/// A tally of the rounds that all sessions note, as `count` is divided among them.
fn notes(count: u64) -> (Tally, Receiver<u64>) {
    Tally::new(count / SESSIONS * SESSIONS)
}

/// Begins everything, asks meanwhile, and waits for all.
fn run(
    count: u64,
    notes: &Receiver<u64>,
    begin: impl FnOnce(&Sender<Outcome>),
    ask: impl Fn(u64) -> Result<u64, Wrong>,
) -> Outcome {
    let (done, outcomes) = channel();
    begin(&done);
    for number in 0..ASKS_FROM_OUTSIDE {
        check_answer(number, ask(number)?)?;
    }
    for _ in 0..SESSIONS + COMPUTING + BLOCKING {
        receive(&outcomes)??;
    }
    let rounds = count / SESSIONS;
    check("sum of the rounds noted", &receive(notes)?, &(SESSIONS * (rounds * (rounds - 1) / 2)))
}

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (tally, noted) = notes(count);
    let (store, notes) = (system.spawn(Store), system.spawn(Notes(tally)));
    Box::new(move || {
        let begin = |done: &Sender<Outcome>| {
            for _ in 0..SESSIONS {
                let session = Session { store, notes, round: 0, rounds: count / SESSIONS, done: done.clone() };
                system.spawn(session).send(ToSession::Begin);
            }
            for _ in 0..COMPUTING {
                system.spawn(Job(long)).send(done.clone());
            }
            for _ in 0..BLOCKING {
                system.spawn(Job(block)).send(done.clone());
            }
        };
        run(count, &noted, begin, |number| store.ask(LIMIT, |reply| Question(number, reply)).map_err(Wrong::of))
    })
}

struct Question(u64, Reply<u64>);

struct Store;

impl Actor for Store {
    type Message = Question;

    fn handle(&mut self, Question(number, reply): Question, _: &mut Context<'_, Self>) {
        reply.send(2 * number);
    }
}

struct Notes(Tally);

impl Actor for Notes {
    type Message = u64;

    fn handle(&mut self, round: u64, _: &mut Context<'_, Self>) {
        self.0.add(round);
    }
}

/// Computes once.
struct Child;

impl Actor for Child {
    type Message = Question;

    fn handle(&mut self, Question(steps, reply): Question, ctx: &mut Context<'_, Self>) {
        reply.send(compute(steps));
        ctx.stop();
    }
}

/// Something long, which is a handler like any other.
struct Job(fn(&Sender<Outcome>));

impl Actor for Job {
    type Message = Sender<Outcome>;

    fn handle(&mut self, done: Sender<Outcome>, ctx: &mut Context<'_, Self>) {
        self.0(&done);
        ctx.stop();
    }
}

struct Session {
    store: Address<Question>,
    notes: Address<u64>,
    round: u64,
    rounds: u64,
    done: Sender<Outcome>,
}

enum ToSession {
    Begin,
    Answer(Result<u64, AskError>),
    Computed(Result<u64, AskError>),
    Pause,
}

impl Session {
    fn step(&mut self, message: ToSession, ctx: &mut Context<'_, Self>) -> Outcome {
        match message {
            ToSession::Begin => self.ask(ctx),
            ToSession::Answer(answer) => {
                check_answer(self.round, answer.map_err(Wrong::of)?)?;
                let child = ctx.spawn(Child);
                ctx.ask(&child, LIMIT, |reply| Question(STEPS, reply), ToSession::Computed);
            }
            ToSession::Computed(answer) => {
                check_child(answer.map_err(Wrong::of)?)?;
                let me = ctx.address();
                ctx.send_after(PAUSE, &me, ToSession::Pause);
            }
            ToSession::Pause => {
                ctx.send(&self.notes, self.round);
                self.round += 1;
                if self.round == self.rounds {
                    let _ = self.done.send(Ok(()));
                    ctx.stop();
                } else {
                    self.ask(ctx);
                }
            }
        }
        Ok(())
    }

    fn ask(&self, ctx: &mut Context<'_, Self>) {
        let round = self.round;
        ctx.ask(&self.store, LIMIT, |reply| Question(round, reply), ToSession::Answer);
    }
}

impl Actor for Session {
    type Message = ToSession;

    fn handle(&mut self, message: ToSession, ctx: &mut Context<'_, Self>) {
        if let Err(wrong) = self.step(message, ctx) {
            let _ = self.done.send(Err(wrong));
            ctx.stop();
        }
    }
}
