//! Every workload gives the right answer with every runtime, and a runtime that breaks its promises is caught.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use agon_bench::contestants::Contestant;
use agon_bench::measures::{MEASURES, Workload};
use agon_bench::runtime::{Behaviour, Runtime, Scope, Setup};
use agon_bench::workloads::flood::Flood;
use agon_bench::workloads::ring::Ring;

/// So few that a debug build is done in a moment.
const OPERATIONS: u64 = 2_000;

#[test]
fn every_contestant_gives_the_right_answer_to_everything() {
    for measure in MEASURES.iter().filter(|measure| measure.id != "ring-million") {
        for contestant in Contestant::ALL {
            for setup in measure.setups.all() {
                let cost = contestant.run(measure, setup, OPERATIONS);
                let cost =
                    cost.unwrap_or_else(|wrong| panic!("{} {} {setup:?}: {wrong}", measure.id, contestant.name()));
                assert!(cost.each.is_finite() && cost.elapsed.as_nanos() > 0, "{} {}", measure.id, contestant.name());
            }
        }
    }
}

#[test]
fn versions_come_from_the_manifest() {
    for contestant in Contestant::ALL {
        let version = contestant.version();
        assert_eq!(version.split('.').count(), 3, "{}: {version}", contestant.name());
        assert!(version.starts_with(|first: char| first.is_ascii_digit()), "{}: {version}", contestant.name());
    }
    assert_eq!(Contestant::Agon.version(), agon_actor::VERSION);
}

/// A thread an actor, which handles whatever has piled up in `REVERSED` order.
struct Threads<const REVERSED: bool>;

impl<const REVERSED: bool> Runtime for Threads<REVERSED> {
    type Address<B: Behaviour<Self>> = Sender<B::Message>;
    type Scope<'a, B: Behaviour<Self>> = Self;

    fn start(_: Setup) -> Self {
        Self
    }

    fn spawn<B: Behaviour<Self>>(&self, _: usize, mut behaviour: B) -> Sender<B::Message> {
        let (address, mailbox) = channel();
        thread::spawn(move || {
            behaviour.started(&mut Self);
            while let Ok(first) = mailbox.recv() {
                let mut pile: Vec<_> = std::iter::once(first).chain(mailbox.try_iter()).collect();
                if REVERSED {
                    pile.reverse();
                }
                pile.into_iter().for_each(|message| behaviour.handle(message, &mut Self));
            }
        });
        address
    }

    fn send<B: Behaviour<Self>>(&self, to: &Sender<B::Message>, message: B::Message) {
        let _ = to.send(message);
    }
}

impl<const REVERSED: bool> Scope<Threads<REVERSED>> for Threads<REVERSED> {
    fn send<B: Behaviour<Threads<REVERSED>>>(&mut self, to: &Sender<B::Message>, message: B::Message) {
        let _ = to.send(message);
    }

    fn spawn<B: Behaviour<Threads<REVERSED>>>(&mut self, behaviour: B) -> Sender<B::Message> {
        Runtime::spawn(self, 0, behaviour)
    }
}

#[test]
fn a_runtime_that_reorders_messages_is_caught() {
    let flood = Workload::Flood(Flood { senders: 2 });
    let setup = Setup::free(1);
    flood.run(&Threads::<false>, setup, 50_000).expect("order is kept");
    let wrong = flood.run(&Threads::<true>, setup, 50_000).expect_err("order is not kept").to_string();
    assert!(wrong.contains("came instead of"), "{wrong}");
}

#[test]
fn more_memory_than_allowed_is_an_error() {
    let setup = Setup::free(1);
    Workload::Idle { limit: Some(1 << 40) }.run(&agon(setup), setup, 1_000).expect("1 TiB is enough");
    let wrong =
        Workload::Idle { limit: Some(1 << 20) }.run(&agon(setup), setup, 1_000).expect_err("1 MiB is too little");
    assert!(wrong.to_string().contains("limit 1 MiB"), "{wrong}");
}

fn agon(setup: Setup) -> agon_bench::runtimes::Agon {
    Runtime::start(setup)
}

#[test]
fn tokens_end_where_they_must_whatever_the_sizes() {
    let setup = Setup::free(2);
    let runtime = agon(setup);
    for (workers, tokens, passes) in [(1, 1, 5), (7, 10, 23), (500, 3, 1003), (2, 2, 1)] {
        let ring = Workload::Ring(Ring { workers, tokens });
        ring.run(&runtime, setup, passes).unwrap_or_else(|wrong| panic!("{workers} {tokens} {passes}: {wrong}"));
    }
}
