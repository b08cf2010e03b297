//! Tables that must not grow: a node without a connection, which the tests give what others would send.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, System};

use super::driver::Driver;
use super::exports::Exports;
use super::keys::{Keys, Token};
use super::message_type::MessageType;
use super::shared::{Command, Shared, Target};
use super::{EndReason, Presence, RemoteAddress};
use crate::protocol::{Packed, Sender, Window};
use crate::types::{NodeId, Outcome, Refusal};
use crate::wire::{Head, Kind, Limits, encode_into, pack};

const SOON: Duration = Duration::from_secs(60);

struct Idle;

impl Actor for Idle {
    type Message = u64;

    fn handle(&mut self, _: u64, _: &mut Context<'_, Self>) {}
}

/// A node and its thread's work.
struct Alone {
    shared: Arc<Shared>,
    driver: Driver,
    commands: mpsc::Receiver<Command>,
}

impl Alone {
    fn new() -> Self {
        let (sender, commands) = mpsc::channel();
        let window = Window { give_up: Duration::from_millis(1), ..Window::default() };
        let id = NodeId::new("alone", 1);
        let shared = Arc::new(Shared::new(id, Keys::new("m"), (Limits::default(), window, 4), sender));
        Self { driver: Driver::new(Arc::clone(&shared)), shared, commands }
    }

    /// Does what the node's thread would do now.
    fn work(&mut self) {
        while let Ok(command) = self.commands.try_recv() {
            self.driver.obey(command);
        }
        self.driver.tick();
        self.driver.run_links();
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Shared) -> bool) {
        let begun = Instant::now();
        while !holds(&self.shared) {
            assert!(begun.elapsed() < SOON, "it never is so: {what}; {:?}", self.shared.remotes.len());
            self.work();
            std::thread::yield_now();
        }
    }

    fn export(&self, actor: Address<u64>) -> RemoteAddress<u64> {
        RemoteAddress::new(
            &self.shared,
            &self.shared.id,
            Exports::number(&self.shared, actor),
            MessageType::of::<u64>(),
        )
    }

    fn token(&mut self, id: &NodeId, present: bool) {
        let key = self.shared.keys.token(&Token::Node(id.clone()));
        self.driver.token(&key, present);
    }

    /// A message of another node comes.
    fn comes(&self, from: &NodeId, target: &Target, epoch: u64) {
        let mut bytes = Vec::new();
        pack(Kind::Acked, &encode_into(target, Limits::default(), Vec::new()).unwrap(), &mut bytes);
        let mut sender = Sender::new(Window::default(), epoch);
        sender.push(Packed { bytes: bytes.into(), messages: 1, acked: vec![0] }).unwrap();
        let data = sender.poll(self.shared.now()).unwrap();
        let head = Head { to: self.shared.id.incarnation(), data: Some(data.head), ack: None };
        let mut frame = head.encode(Limits::default()).unwrap();
        data.parts.iter().for_each(|part| frame.extend_from_slice(part));
        self.shared.on_frame(&self.shared.remote(from), &frame);
    }
}

/// The process's memory, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Incarnations of one peer: each watches an actor, is watched, has a message refused, and goes.
fn incarnations(number: u64) -> u64 {
    let system = System::builder().threads(1).build().unwrap();
    let mut node = Alone::new();
    let watched = node.export(system.spawn(Idle));
    let (ended, ends) = mpsc::channel();
    let round = |incarnation: u64, node: &mut Alone| {
        let id = NodeId::new("peer", incarnation + 1);
        node.token(&id, true);
        node.comes(&id, &Target::Watch { export: watched.export(), monitor: incarnation }, 1);
        let address = RemoteAddress::<u64>::new(&node.shared, &id, 7, MessageType::of::<u64>());
        let ended = ended.clone();
        let _monitor = address.monitor(move |reason| ended.send(reason).unwrap());
        node.work();
        node.token(&id, false);
        assert_eq!(ends.recv_timeout(SOON), Ok(EndReason::NodeGone));
        let refused = address.send_confirmed(1).unwrap();
        node.work();
        assert_eq!(refused.outcome(), Some(Outcome::Refused(Refusal::NodeGone)));
    };
    let mut rounds = |from: u64, to: u64| {
        for incarnation in from..to {
            round(incarnation, &mut node);
            if incarnation % 100 == 99 {
                node.until("all are forgotten", |shared| shared.remotes.len() == (1, 0));
                assert_eq!(node.shared.credits.len(), 1, "those of the watched actor");
                assert_eq!(node.shared.exports.len(), (1, 0));
            }
        }
        resident()
    };
    let before = rounds(0, number);
    rounds(number, 2 * number).saturating_sub(before)
}

#[test]
fn incarnations_of_a_peer_are_forgotten() {
    incarnations(1000);
}

#[test]
#[ignore = "a minute"]
fn ten_thousand_incarnations_leave_nothing() {
    let grown = incarnations(10_000);
    assert!(grown < 1 << 20, "{grown} bytes for ten thousand");
}

/// Actors that are exported, addressed, and end.
fn exports(number: u64) -> u64 {
    let system = System::builder().threads(1).build().unwrap();
    let mut node = Alone::new();
    let mut round = |_: u64| {
        let actor = system.spawn(Idle);
        let address = node.export(actor);
        let receipt = address.send_confirmed(1).unwrap();
        actor.stop();
        node.until("its message has an outcome", |_| receipt.outcome().is_some());
        actor.wait(SOON).unwrap();
        node.until("it is no export any more", |shared| shared.exports.len().0 == 0);
        // What comes late is refused as ever.
        let late = address.send_confirmed(2).unwrap();
        node.until("the late one has an outcome", |_| late.outcome().is_some());
        assert_eq!(late.outcome(), Some(Outcome::Refused(Refusal::NoActor)));
    };
    (0..number).for_each(&mut round);
    let before = resident();
    (0..number).for_each(&mut round);
    assert_eq!((node.shared.credits.len(), node.shared.exports.len()), (0, (0, 0)));
    resident().saturating_sub(before)
}

#[test]
fn exports_that_end_leave_nothing() {
    exports(1000);
}

#[test]
#[ignore = "minutes"]
fn a_million_exports_that_end_leave_nothing() {
    let grown = exports(1_000_000);
    assert!(grown < 8 << 20, "{grown} bytes for a million");
}

#[test]
fn a_node_stays_while_there_is_an_address_of_it_and_is_itself_when_it_comes_back() {
    let mut node = Alone::new();
    let (kept, other) = (NodeId::new("peer", 1), NodeId::new("peer", 2));
    let address = RemoteAddress::<u64>::new(&node.shared, &kept, 7, MessageType::of::<u64>());
    for id in [&kept, &other] {
        node.token(id, true);
        node.token(id, false);
    }
    node.until("the other one is forgotten", |shared| shared.remotes.len().0 == 1);
    assert!(address.is_gone());
    node.token(&kept, true);
    assert!(!address.is_gone());
    node.token(&kept, false);
    // Of what was forgotten it is known that it is gone, until it is there again.
    let again = RemoteAddress::<u64>::new(&node.shared, &other, 7, MessageType::of::<u64>());
    assert!(again.is_gone());
    let refused = again.send_confirmed(1).unwrap();
    node.work();
    assert_eq!(refused.outcome(), Some(Outcome::Refused(Refusal::NodeGone)));
    node.token(&other, true);
    assert!(!again.is_gone());
    drop((address, again));
    node.until("only who is there is left", |shared| shared.remotes.len() == (1, 0));
    assert_eq!(node.shared.peers()[0].presence, Presence::Here);
}

#[test]
fn a_link_to_a_node_that_was_forgotten_has_a_higher_epoch_and_record() {
    let mut node = Alone::new();
    let id = NodeId::new("peer", 1);
    let first = node.shared.remote(&id);
    node.token(&id, true);
    node.token(&id, false); // the link is given up: epoch 2
    let index = first.index;
    drop(first);
    node.until("it is forgotten", |shared| shared.remotes.len() == (0, 0));
    let second = node.shared.remote(&id);
    assert!(second.index > index);
    assert_eq!(second.peer.lock().unwrap().sender.epoch(), 3);
}
