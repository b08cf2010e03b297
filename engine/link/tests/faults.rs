//! The rows of the promise that need a network that fails: two nodes with a stretch of network between them that can be cut and broken.

mod support;

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Address, System};
use agon_link::{EndReason, Node, NodeBuilder, Outcome, Presence, RemoteAddress};
use support::proxy::Proxy;
use support::{Recorder, SOON, ToRecorder, cluster, node, system};

struct Stretch {
    a: Node,
    b: Node,
    proxy: Proxy,
    /// An actor at a, and its address at b.
    actor: Address<ToRecorder>,
    remote: RemoteAddress<ToRecorder>,
}

fn stretch(system: &System, settings: impl Fn(NodeBuilder) -> NodeBuilder) -> Stretch {
    let cluster = cluster();
    let a = settings(node("a", &cluster)).join().unwrap();
    let proxy = Proxy::to(&a.endpoints()[0]);
    let b = settings(node("b", &cluster)).connect(proxy.endpoint()).join().unwrap();
    let actor = system.spawn(Recorder::default());
    a.register("recorder", actor).unwrap();
    let remote = b.find_within(SOON, "recorder").unwrap().expect("it is registered");
    Stretch { a, b, proxy, actor, remote }
}

/// What was sent, and its outcomes.
#[derive(Default)]
struct History {
    reported: Arc<Mutex<Vec<(u64, Outcome)>>>,
    sent: u64,
}

impl History {
    /// Sends the next number, waiting for capacity.
    fn send(&mut self, to: &RemoteAddress<ToRecorder>) {
        let (number, reported) = (self.sent, Arc::clone(&self.reported));
        let begun = Instant::now();
        loop {
            let reported = Arc::clone(&reported);
            let record = move |outcome| reported.lock().unwrap().push((number, outcome));
            match to.send_then(ToRecorder::Number(number), record) {
                Ok(()) => break,
                Err(_) if begun.elapsed() < SOON => thread::sleep(Duration::from_millis(1)),
                Err(why) => panic!("{why}"),
            }
        }
        self.sent += 1;
    }

    /// Waits for all outcomes; checks them against what was handled; returns how many are unknown and how many refused.
    fn check(&self, actor: Address<ToRecorder>) -> (usize, usize) {
        let begun = Instant::now();
        while self.reported.lock().unwrap().len() < self.sent as usize {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{} of {}",
                self.reported.lock().unwrap().len(),
                self.sent
            );
            thread::sleep(Duration::from_millis(5));
        }
        let handled = actor.ask(SOON, |reply| ToRecorder::When(0, reply)).unwrap();
        assert!(handled.is_sorted_by(|one, next| one < next), "out of order, or twice");
        let reported = self.reported.lock().unwrap();
        let mut outcomes = vec![None; self.sent as usize];
        for &(number, outcome) in &*reported {
            assert_eq!(outcomes[number as usize].replace(outcome), None, "{number} is settled twice");
        }
        let mut counts = (0, 0);
        for (number, outcome) in outcomes.into_iter().enumerate() {
            let was = handled.binary_search(&(number as u64)).is_ok();
            match outcome.expect("it was settled") {
                Outcome::Handled => assert!(was, "{number} is lost"),
                Outcome::Refused(_) => {
                    assert!(!was, "{number} was refused, and handled");
                    counts.1 += 1;
                }
                Outcome::Unknown => counts.0 += 1,
                Outcome::Panicked => panic!("{number} panicked"),
            }
        }
        counts
    }
}

#[test]
fn connections_break_again_and_again() {
    let system = system();
    let Stretch { a, b, proxy, actor, remote } = stretch(&system, |builder| builder);
    let mut history = History::default();
    for round in 0..5 {
        for _ in 0..2000 {
            history.send(&remote);
        }
        if round < 4 {
            proxy.break_off(true);
            thread::sleep(Duration::from_millis(100));
        }
    }
    // A broken connection takes the tokens with it: some are unknown or refused, and none is wrong.
    let (unknown, refused) = history.check(actor);
    println!("{unknown} unknown, {refused} refused of {}", history.sent);
    drop((a, b));
}

#[test]
fn a_short_hold_up_loses_nothing() {
    let system = system();
    let Stretch { a, b, proxy, actor, remote } = stretch(&system, |builder| builder);
    let mut history = History::default();
    for (forth, back) in [(true, true), (true, false), (false, true)] {
        // So that there is capacity for all that follows, and no sender waits while nothing passes.
        assert!(b.flush(SOON));
        for _ in 0..500 {
            history.send(&remote);
        }
        proxy.hold(forth, back);
        for _ in 0..200 {
            history.send(&remote);
        }
        thread::sleep(Duration::from_millis(700));
        proxy.heal();
    }
    assert_eq!(history.check(actor), (0, 0));
    drop((a, b));
}

#[test]
fn a_long_partition_is_reported_and_after_it_the_addresses_work_again() {
    let system = system();
    let settings = |builder: NodeBuilder| builder.lease(Duration::from_secs(2));
    let Stretch { a, b, proxy, actor, remote } = stretch(&system, settings);
    let mut history = History::default();
    for _ in 0..100 {
        history.send(&remote);
    }
    let (reported, ended) = mpsc::channel();
    let _monitor = remote.monitor(move |reason| reported.send(reason).unwrap());
    assert!(b.flush(SOON));
    proxy.hold(true, true);
    for _ in 0..100 {
        history.send(&remote);
    }
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
    assert!(remote.is_gone() && b.find::<ToRecorder>("recorder").unwrap().is_none());
    let seen = b.snapshot().peers.remove(0);
    assert_eq!((seen.presence, seen.link.unacked), (Presence::Gone, 0));
    proxy.break_off(true);
    proxy.heal();
    assert_eq!(b.find_within(SOON, "recorder").unwrap(), Some(remote.clone()));
    while remote.is_gone() {
        thread::sleep(Duration::from_millis(1));
    }
    for _ in 0..100 {
        history.send(&remote);
    }
    let (unknown, refused) = history.check(actor);
    assert_eq!(refused, 0);
    assert!((1..=100).contains(&unknown), "{unknown}");
    let seen = b.snapshot().peers.remove(0);
    assert_eq!((seen.presence, seen.link.unknown), (Presence::Here, unknown as u64));
    assert!(seen.link.epoch > 1, "{seen:?}");
    drop((a, b));
}

#[test]
fn silence_ends_a_link_though_the_connection_stays() {
    let system = system();
    let settings = |builder: NodeBuilder| builder.lease(Duration::from_secs(60)).give_up(Duration::from_secs(2));
    let Stretch { a, b, proxy, actor, remote } = stretch(&system, settings);
    let mut history = History::default();
    history.send(&remote);
    assert!(b.flush(SOON));
    proxy.hold(false, true);
    history.send(&remote);
    let begun = Instant::now();
    while history.reported.lock().unwrap().len() < 2 {
        assert!(begun.elapsed() < SOON);
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(history.reported.lock().unwrap()[1], (1, Outcome::Unknown));
    proxy.heal();
    history.send(&remote);
    assert_eq!(history.check(actor), (1, 0));
    // It was on its way, and was handled: unknown was all that could be reported.
    assert_eq!(actor.ask(SOON, |reply| ToRecorder::When(3, reply)), Ok(vec![0, 1, 2]));
    drop((a, b));
}
