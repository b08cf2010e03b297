//! An exported actor that its supervisor restarts: its address stays, and all that is sent meanwhile has an outcome.

mod support;

use std::pin::pin;
use std::time::Duration;

use agon_actor::{Actor, Address, ChildSpec, Context, Strategy, Supervisor, System, ToSupervisor};
use agon_link::{AskError, EndReason, Outcome, Refusal, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};
use support::{SOON, begin, block_on, system, two};

const PAUSE: Duration = Duration::from_secs(1);

/// Counts what it is sent in this life.
#[derive(Default)]
struct Fragile(u64);

#[derive(Serialize, Deserialize)]
enum ToFragile {
    Add,
    Get(RemoteReply<u64>),
    /// Panics with the question in its hands.
    Break(RemoteReply<u64>),
}

impl Actor for Fragile {
    type Message = ToFragile;

    fn handle(&mut self, message: ToFragile, _: &mut Context<'_, Self>) {
        match message {
            ToFragile::Add => self.0 += 1,
            ToFragile::Get(reply) => reply.send(self.0),
            ToFragile::Break(_reply) => panic!("as asked"),
        }
    }
}

fn supervised(system: &System, restarts: u32, pause: Duration) -> (Address<ToSupervisor>, Address<ToFragile>) {
    let supervisor = Supervisor::new(Strategy::OneForAll).intensity(restarts, SOON).back_off(pause, pause);
    let supervisor = ["fragile", "sibling"]
        .into_iter()
        .fold(supervisor, |supervisor, name| supervisor.child(ChildSpec::new(name, Fragile::default)));
    let supervisor = system.spawn(supervisor);
    let fragile = supervisor.child("fragile", SOON).unwrap().expect("it has one");
    (supervisor, fragile)
}

#[test]
fn it_keeps_its_address_and_what_is_sent_meanwhile_waits() {
    let system = system();
    let (a, b) = two();
    let (_supervisor, fragile) = supervised(&system, 100, PAUSE);
    let exported = a.register("fragile", fragile).unwrap();
    let remote: RemoteAddress<ToFragile> = b.find_within(SOON, "fragile").unwrap().expect("it is registered");
    let mut end = pin!(remote.ended());
    for _ in 0..2 {
        assert_eq!(remote.send_confirmed(ToFragile::Add).unwrap().wait(SOON), Some(Outcome::Handled));
        let broken = remote.ask_async(SOON, ToFragile::Break);
        assert_eq!(block_on(broken), Err(AskError::NoReply), "its reply went with the handler");
        // During the pause.
        assert_eq!(remote.ask(PAUSE / 100, ToFragile::Get), Err(AskError::Timeout));
        let receipt = remote.send_confirmed(ToFragile::Add).unwrap();
        remote.send(ToFragile::Add);
        let answer = remote.ask_async(SOON, ToFragile::Get);
        assert_eq!(receipt.outcome(), None, "it waits");
        // The next life has what waited, and nothing of the one before.
        assert_eq!(block_on(answer), Ok(2));
        assert_eq!(block_on(receipt), Outcome::Handled);
        begin(end.as_mut());
        assert_eq!(b.find("fragile"), Ok(Some(remote.clone())));
        assert!(a.export(fragile) == exported && exported == remote);
    }
    assert_eq!((a.counters(), b.counters()), Default::default());
}

#[test]
fn it_keeps_its_address_where_its_sibling_has_failed() {
    let system = system();
    let (a, b) = two();
    let (supervisor, fragile) = supervised(&system, 100, Duration::from_millis(1));
    let sibling: Address<ToFragile> = supervisor.child("sibling", SOON).unwrap().expect("it has one");
    a.register("fragile", fragile).unwrap();
    a.register("sibling", sibling).unwrap();
    let found = |name| b.find_within::<ToFragile>(SOON, name).unwrap().expect("it is registered");
    let (remote, sibling) = (found("fragile"), found("sibling"));
    assert_eq!(remote.send_confirmed(ToFragile::Add).unwrap().wait(SOON), Some(Outcome::Handled));
    assert_eq!(remote.ask(SOON, ToFragile::Get), Ok(1));
    assert_eq!(sibling.ask(SOON, ToFragile::Break), Err(AskError::NoReply));
    // The sibling is the last that is restarted.
    assert_eq!(sibling.ask(SOON, ToFragile::Get), Ok(0));
    assert_eq!(remote.ask(SOON, ToFragile::Get), Ok(0));
}

#[test]
fn each_of_many_questions_during_restarts_ends() {
    let system = system();
    let (a, b) = two();
    let (_supervisor, fragile) = supervised(&system, 1000, Duration::from_millis(1));
    a.register("fragile", fragile).unwrap();
    let remote: RemoteAddress<ToFragile> = b.find_within(SOON, "fragile").unwrap().expect("it is registered");
    let mut asked = Vec::new();
    for number in 0..2000 {
        let question = if number % 40 == 39 { ToFragile::Break } else { ToFragile::Get };
        asked.push(remote.ask_async(SOON, question));
    }
    let answers: Vec<_> = asked.into_iter().map(block_on).collect();
    for (number, answer) in answers.into_iter().enumerate() {
        let due = if number % 40 == 39 { Err(AskError::NoReply) } else { Ok(0) };
        assert_eq!(answer, due, "{number}");
    }
}

#[test]
fn when_its_supervisor_gives_up_all_questions_end_and_who_observes_it_is_notified() {
    let system = system();
    let (a, b) = two();
    let (_supervisor, fragile) = supervised(&system, 1, PAUSE);
    a.register("fragile", fragile).unwrap();
    let remote: RemoteAddress<ToFragile> = b.find_within(SOON, "fragile").unwrap().expect("it is registered");
    let end = remote.ended();
    let broken: Vec<_> = (0..2).map(|_| remote.ask_async(SOON, ToFragile::Break)).collect();
    let behind: Vec<_> = (0..100).map(|_| remote.ask_async(SOON, ToFragile::Get)).collect();
    for question in broken {
        assert_eq!(block_on(question), Err(AskError::NoReply));
    }
    for question in behind {
        let none = block_on(question).unwrap_err();
        assert!(matches!(none, AskError::NoReply | AskError::Refused(Refusal::NoActor)), "{none}");
    }
    assert_eq!(block_on(end), EndReason::Panicked("as asked".into()));
    assert_eq!(remote.send_confirmed(ToFragile::Add).unwrap().wait(SOON), Some(Outcome::Refused(Refusal::NoActor)));
}
