//! Tables that must not grow: a node without a connection, which the tests give what others would send.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, mpsc};
use std::task::{self, Poll, Waker};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, System};

use super::driver::Driver;
use super::exports::Exports;
use super::keys::{Keys, Token};
use super::message_type::MessageType;
use super::ready::lock;
use super::shared::{Command, Shared, Target};
use super::{AskError, EndReason, Presence, RemoteAddress};
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

/// Polls a future once.
fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut task::Context::from_waker(Waker::noop()))
}

#[test]
fn futures_that_are_dropped_leave_nothing() {
    let system = System::builder().threads(1).build().unwrap();
    let mut node = Alone::new();
    let address = node.export(system.spawn(Idle));
    let other = RemoteAddress::<u64>::new(&node.shared, &NodeId::new("peer", 1), 7, MessageType::of::<u64>());
    let full: Vec<_> = (0..4).map(|number| other.send_confirmed(number).unwrap()).collect();
    let shared = Arc::clone(&node.shared);
    let (mut asked, mut ends, mut sent, mut slept) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1000 {
        // Questions without an answer, ends that do not come, capacity that is not there, and time.
        asked.push(Box::pin(other.ask_async::<u64>(SOON, |_| 1)));
        ends.push(Box::pin(address.ended()));
        sent.push(Box::pin(other.send_confirmed_async_within(SOON, 5)));
        slept.push(Box::pin(shared.within(SOON, shared.registry.waiters.until(|| None::<()>))));
    }
    assert!(asked.iter_mut().all(|future| poll(future.as_mut()).is_pending()));
    assert!(ends.iter_mut().all(|future| poll(future.as_mut()).is_pending()));
    assert!(sent.iter_mut().all(|future| poll(future.as_mut()).is_pending()));
    assert!(slept.iter_mut().all(|future| poll(future.as_mut()).is_pending()));
    node.until("all are observed", |shared| shared.exports.len().1 == 1000);
    let tables = |shared: &Shared| {
        let waiting = (other.credits.waiting(), shared.registry.waiters.len(), shared.alarms.len());
        (shared.asks.len(), shared.monitors.len(), waiting)
    };
    assert_eq!(tables(&shared), ((1000, 1000), 1000, (1000, 1000, 2000)));
    drop((asked, ends, sent, slept));
    assert_eq!(tables(&shared), ((0, 0), 0, (0, 0, 0)));
    node.until("none is observed any more", |shared| shared.exports.len().1 == 0);
    // None of those that waited for capacity has been sent.
    let sent = lock(&other.remote.peer).sender.queued_bytes();
    node.work();
    assert_eq!(lock(&other.remote.peer).sender.queued_bytes(), sent);
    assert!(full.iter().all(|receipt| receipt.outcome().is_none()));
}

#[test]
fn capacity_goes_to_futures_in_turn_and_back_where_they_are_dropped() {
    let mut node = Alone::new();
    let other = RemoteAddress::<u64>::new(&node.shared, &NodeId::new("peer", 1), 7, MessageType::of::<u64>());
    let receipts: Vec<_> = (0..4).map(|number| other.send_confirmed(number).unwrap()).collect();
    let mut waiting: Vec<_> = (0..6).map(|number| Box::pin(other.send_confirmed_async_within(SOON, number))).collect();
    assert!(waiting.iter_mut().all(|future| poll(future.as_mut()).is_pending()));
    drop(waiting.remove(0));
    // The node is gone: what was sent is refused or unknown, and returns its capacity.
    let id = NodeId::new("peer", 1);
    node.token(&id, true);
    node.token(&id, false);
    node.work();
    assert!(receipts.iter().all(|receipt| receipt.outcome().is_some()));
    for future in &mut waiting {
        let Poll::Ready(receipt) = poll(future.as_mut()) else { panic!("there is capacity") };
        let mut receipt = pin!(receipt.unwrap());
        node.work();
        assert_eq!(poll(receipt.as_mut()), Poll::Ready(Outcome::Refused(Refusal::NodeGone)));
    }
    drop(waiting);
    assert_eq!(other.credits.waiting(), 0);
    let credits = (0..4).map(|_| other.credits.take(None)).filter(|taken| *taken).count();
    assert_eq!(credits, 4, "all are back");
}

#[test]
fn a_node_that_leaves_ends_what_is_awaited() {
    let node = Alone::new();
    let shared = Arc::clone(&node.shared);
    let other = RemoteAddress::<u64>::new(&shared, &NodeId::new("peer", 1), 7, MessageType::of::<u64>());
    let _full: Vec<_> = (0..4).map(|number| other.send_confirmed(number).unwrap()).collect();
    let mut asked = pin!(other.ask_async::<u64>(SOON, |_| 1));
    let mut end = pin!(other.ended());
    let mut sent = pin!(other.send_confirmed_async_within(Duration::MAX, 5));
    let mut found = pin!(shared.within(Duration::MAX, shared.registry.waiters.until(|| None::<()>)));
    assert!(poll(asked.as_mut()).is_pending() && poll(end.as_mut()).is_pending());
    assert!(poll(sent.as_mut()).is_pending() && poll(found.as_mut()).is_pending());
    node.driver.leave();
    assert!(matches!(poll(asked), Poll::Ready(Err(AskError::Refused(_) | AskError::Unknown))));
    assert_eq!(poll(end), Poll::Ready(EndReason::NodeGone));
    let Poll::Ready(Ok(receipt)) = poll(sent) else { panic!("it is refused") };
    assert_eq!(receipt.outcome(), Some(Outcome::Refused(Refusal::NotSent)));
    assert_eq!(poll(found), Poll::Ready(None));
    // And what begins only then.
    assert_eq!(poll(pin!(other.ended())), Poll::Ready(EndReason::NodeGone));
    let refused = AskError::Refused(Refusal::NotSent);
    assert_eq!(poll(pin!(other.ask_async::<u64>(SOON, |_| 1))), Poll::Ready(Err(refused)));
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
