//! Starting, stopping, killing, watching, asking.

mod common;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_actor::{Actor, ActorId, Address, AskError, Context, ExitReason, Reply};
use common::{PATIENCE, eventually, system};

type Diary = Arc<Mutex<Vec<String>>>;

struct Recorder(Diary);

impl Recorder {
    fn note(&self, event: impl Into<String>) {
        self.0.lock().expect("no panic under this lock").push(event.into());
    }
}

impl Actor for Recorder {
    type Message = u32;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        self.note("started");
    }

    fn handle(&mut self, number: u32, ctx: &mut Context<'_, Self>) {
        self.note(number.to_string());
        if number == 0 {
            ctx.stop();
        }
    }

    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        self.note("stopped");
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.note("dropped");
    }
}

fn record(act: impl FnOnce(&Address<u32>)) -> (Vec<String>, ExitReason, u64) {
    let system = system(1);
    let diary = Diary::default();
    let actor = system.spawn(Recorder(Arc::clone(&diary)));
    act(&actor);
    let reason = actor.wait(PATIENCE).expect("it terminates");
    let counters = system.shutdown(PATIENCE).counters();
    let diary = diary.lock().expect("no panic under this lock").clone();
    (diary, reason, counters.dead_letters())
}

#[test]
fn stop_comes_in_its_turn() {
    let (diary, reason, dead_letters) = record(|actor| {
        actor.send(1);
        actor.stop();
        actor.send(2);
    });
    assert_eq!(diary, ["started", "1", "stopped", "dropped"]);
    assert_eq!((reason, dead_letters), (ExitReason::Normal, 1));
}

#[test]
fn an_actor_that_stops_itself_handles_nothing_more() {
    let (diary, reason, dead_letters) = record(|actor| {
        for number in [1, 0, 2, 3] {
            actor.send(number);
        }
    });
    assert_eq!(diary, ["started", "1", "0", "stopped", "dropped"]);
    assert_eq!((reason, dead_letters), (ExitReason::Normal, 2));
}

#[test]
fn kill_does_not_wait_for_the_mailbox() {
    let system = system(1);
    let (enter, entered) = std::sync::mpsc::channel();
    let (leave, left) = std::sync::mpsc::channel::<()>();
    struct Gate(std::sync::mpsc::Sender<()>, std::sync::mpsc::Receiver<()>);
    impl Actor for Gate {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            self.0.send(()).expect("the test waits");
            self.1.recv().expect("the test lets go");
        }

        fn stopped(&mut self, _: &mut Context<'_, Self>) {
            unreachable!("a killed actor is not asked");
        }
    }
    let actor = system.spawn(Gate(enter, left));
    for _ in 0..3 {
        actor.send(());
    }
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    actor.kill();
    leave.send(()).expect("the handler waits");
    assert_eq!(actor.wait(PATIENCE), Ok(ExitReason::Killed));
    eventually("both waiting messages are dead letters", || system.counters().dead_letters() == 2);
    assert_eq!(system.counters().panics(), 0);
}

#[test]
fn a_message_to_the_dead_is_counted_and_dropped() {
    let system = system(2);
    let actor = system.spawn(Recorder(Diary::default()));
    actor.stop();
    actor.wait(PATIENCE).expect("it stops");
    for number in 0..100 {
        actor.send(number);
    }
    eventually("100 dead letters are counted", || system.counters().dead_letters() == 100);
    assert_eq!(system.counters().live(), 0);
}

#[test]
fn an_actor_without_an_address_lives_on() {
    let system = system(1);
    system.spawn(Recorder(Diary::default()));
    assert_eq!(system.counters().live(), 1);
}

enum ToWatcher {
    Gone(ActorId, ExitReason),
    Get(Reply<Vec<(ActorId, ExitReason)>>),
}

struct Watcher {
    others: Vec<Address<u32>>,
    gone: Vec<(ActorId, ExitReason)>,
}

impl Actor for Watcher {
    type Message = ToWatcher;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        for other in &self.others {
            ctx.monitor(other, |terminated| ToWatcher::Gone(terminated.actor(), terminated.reason().clone()));
        }
    }

    fn handle(&mut self, message: ToWatcher, _: &mut Context<'_, Self>) {
        match message {
            ToWatcher::Gone(actor, reason) => self.gone.push((actor, reason)),
            ToWatcher::Get(reply) => reply.send(self.gone.clone()),
        }
    }
}

#[test]
fn monitors_report_which_actor_ended_and_why() {
    struct Panics;
    impl Actor for Panics {
        type Message = u32;

        fn handle(&mut self, _: u32, _: &mut Context<'_, Self>) {
            panic!("injected");
        }
    }
    common::quiet_injected_panics();
    let system = system(2);
    let diary = Diary::default();
    let spawn = || system.spawn(Recorder(Arc::clone(&diary)));
    let (normal, killed, early, alive) = (spawn(), spawn(), spawn(), spawn());
    let panicked = system.spawn(Panics);
    early.stop();
    early.wait(PATIENCE).expect("it stops before anybody watches");

    let others = vec![normal, killed, panicked, early, alive];
    let watcher = system.spawn(Watcher { others, gone: Vec::new() });
    normal.stop();
    killed.kill();
    panicked.send(1);
    let gone = || watcher.ask(PATIENCE, ToWatcher::Get).expect("an answer");
    eventually("four notices have come", || gone().len() == 4);
    let mut gone = gone();
    gone.sort_by_key(|(actor, _)| *actor);
    let panic = ExitReason::Panicked("injected".into());
    let mut expected = vec![
        (normal.id(), ExitReason::Normal),
        (killed.id(), ExitReason::Killed),
        (early.id(), ExitReason::Normal),
        (panicked.id(), panic),
    ];
    expected.sort_by_key(|(actor, _)| *actor);
    assert_eq!(gone, expected);
}

enum ToOracle {
    /// Answers at once.
    Now(Reply<u32>),
    /// Keeps the question and never answers.
    Never(Reply<u32>),
    /// Drops the question.
    Drop(Reply<u32>),
}

#[derive(Default)]
struct Oracle {
    kept: Vec<Reply<u32>>,
}

impl Actor for Oracle {
    type Message = ToOracle;

    fn handle(&mut self, message: ToOracle, _: &mut Context<'_, Self>) {
        match message {
            ToOracle::Now(reply) => reply.send(42),
            ToOracle::Never(reply) => self.kept.push(reply),
            ToOracle::Drop(reply) => drop(reply),
        }
    }
}

const SHORT: Duration = Duration::from_millis(20);

#[test]
fn a_blocking_ask_ends_in_each_way() {
    let system = system(1);
    let oracle = system.spawn(Oracle::default());
    assert_eq!(oracle.ask(PATIENCE, ToOracle::Now), Ok(42));
    assert_eq!(oracle.ask(PATIENCE, ToOracle::Drop), Err(AskError::NoReply));
    let start = Instant::now();
    assert_eq!(oracle.ask(SHORT, ToOracle::Never), Err(AskError::Timeout));
    assert!(start.elapsed() >= SHORT);
    assert_eq!(oracle.wait(SHORT), Err(AskError::Timeout));
    oracle.stop();
    assert_eq!(oracle.ask(PATIENCE, ToOracle::Now), Err(AskError::NoReply), "a dead actor drops its mailbox");
}

type Answers = Vec<(&'static str, Result<u32, AskError>)>;

enum ToAsker {
    Answered(&'static str, Result<u32, AskError>),
    Get(Reply<Answers>),
    Block(Reply<Result<u32, AskError>>),
}

struct Asker {
    oracle: Address<ToOracle>,
    answers: Answers,
}

impl Actor for Asker {
    type Message = ToAsker;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.ask(&self.oracle, SHORT, ToOracle::Never, |result| ToAsker::Answered("never", result));
        ctx.ask(&self.oracle, PATIENCE, ToOracle::Now, |result| ToAsker::Answered("now", result));
        ctx.ask(&self.oracle, PATIENCE, ToOracle::Drop, |result| ToAsker::Answered("drop", result));
    }

    fn handle(&mut self, message: ToAsker, _: &mut Context<'_, Self>) {
        match message {
            ToAsker::Answered(question, result) => self.answers.push((question, result)),
            ToAsker::Get(reply) => reply.send(self.answers.clone()),
            ToAsker::Block(reply) => reply.send(self.oracle.ask(PATIENCE, ToOracle::Now)),
        }
    }
}

#[test]
fn an_actors_ask_ends_in_each_way_and_once() {
    let system = system(1);
    let oracle = system.spawn(Oracle::default());
    let asker = system.spawn(Asker { oracle, answers: Vec::new() });
    let answers = || asker.ask(PATIENCE, ToAsker::Get).expect("an answer");
    eventually("all three have ended", || answers().len() == 3);
    oracle.kill(); // drops the reply whose time has run out already
    oracle.wait(PATIENCE).expect("it is killed");
    let mut answers = answers();
    answers.sort_by_key(|(question, _)| *question);
    let expected = [("drop", Err(AskError::NoReply)), ("never", Err(AskError::Timeout)), ("now", Ok(42))];
    assert_eq!(answers, expected);
}

#[test]
fn a_handler_may_not_block_on_an_ask() {
    let system = system(1);
    let oracle = system.spawn(Oracle::default());
    let asker = system.spawn(Asker { oracle, answers: Vec::new() });
    assert_eq!(asker.ask(PATIENCE, ToAsker::Block), Ok(Err(AskError::InsideHandler)));
}

#[test]
fn many_asks_race_with_their_time_limits() {
    let system = system(2);
    struct Busy {
        oracle: Address<ToOracle>,
        ended: u64,
        questions: u64,
        done: Option<Reply<u64>>,
    }
    enum ToBusy {
        Start(Reply<u64>),
        Ended,
    }
    impl Actor for Busy {
        type Message = ToBusy;

        fn handle(&mut self, message: ToBusy, ctx: &mut Context<'_, Self>) {
            match message {
                ToBusy::Start(done) => {
                    self.done = Some(done);
                    for question in 0..self.questions {
                        let limit = Duration::from_micros(question);
                        ctx.ask(&self.oracle, limit, ToOracle::Now, |_| ToBusy::Ended);
                    }
                }
                ToBusy::Ended => {
                    self.ended += 1;
                    if self.ended == self.questions
                        && let Some(done) = self.done.take()
                    {
                        done.send(self.ended);
                    }
                }
            }
        }
    }
    let oracle = system.spawn(Oracle::default());
    let busy = system.spawn(Busy { oracle, ended: 0, questions: 2_000, done: None });
    assert_eq!(busy.ask(PATIENCE, ToBusy::Start), Ok(2_000));
    let counters = system.shutdown(PATIENCE).counters();
    assert_eq!(counters.handled(), 1 + 2_000 + 2_000, "the start, each question once, each end once");
}
