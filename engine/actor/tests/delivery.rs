//! Nothing is lost, nothing is doubled, and each sender's messages keep their order, whatever the number of threads.

mod common;

use std::collections::HashMap;
use std::thread;

use agon_actor::{Actor, Address, Context, Reply, System};
use common::{PATIENCE, Random, system};

enum ToPeer {
    /// The peers to send to, and the seed for choosing among them.
    Start {
        peers: Vec<Address<ToPeer>>,
        messages: u64,
        seed: u64,
    },
    /// Keeps a sender going, so that sending and receiving interleave.
    Continue,
    Numbered {
        sender: u64,
        sequence: u64,
    },
    Report(Reply<Log>),
}

/// What a peer has sent to and received from each other one, and whether the order was right.
#[derive(Clone, Default)]
struct Log {
    sent: HashMap<usize, u64>,
    received: HashMap<u64, u64>,
    out_of_order: u64,
    done: bool,
}

#[derive(Default)]
struct Peer {
    number: u64,
    peers: Vec<Address<ToPeer>>,
    random: Option<Random>,
    left: u64,
    log: Log,
}

impl Peer {
    fn send_some(&mut self, ctx: &mut Context<'_, Self>) {
        let Some(random) = &mut self.random else { return };
        for _ in 0..random.below(20).min(self.left) {
            let peer = random.below(self.peers.len() as u64) as usize;
            let sequence = self.log.sent.entry(peer).or_default();
            *sequence += 1;
            let message = ToPeer::Numbered { sender: self.number, sequence: *sequence };
            // Both ways of sending belong to the same sender, and share its order.
            if random.below(4) == 0 {
                self.peers[peer].send(message);
            } else {
                ctx.send(&self.peers[peer], message);
            }
            self.left -= 1;
        }
        if self.left > 0 {
            let me = ctx.address();
            ctx.send(&me, ToPeer::Continue);
        } else {
            self.log.done = true;
        }
    }
}

impl Actor for Peer {
    type Message = ToPeer;

    fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
        match message {
            ToPeer::Start { peers, messages, seed } => {
                self.peers = peers;
                self.left = messages;
                self.random = Some(Random::new(seed));
                self.send_some(ctx);
            }
            ToPeer::Continue => self.send_some(ctx),
            ToPeer::Numbered { sender, sequence } => {
                let last = self.log.received.entry(sender).or_default();
                self.log.out_of_order += u64::from(sequence != *last + 1);
                *last = sequence;
            }
            ToPeer::Report(reply) => reply.send(self.log.clone()),
        }
    }
}

fn peers_send_at_random(system: &System, peers: u64, messages: u64, seed: u64) {
    let addresses: Vec<_> = (0..peers).map(|number| system.spawn(Peer { number, ..Peer::default() })).collect();
    for (address, number) in addresses.iter().zip(0..) {
        address.send(ToPeer::Start { peers: addresses.clone(), messages, seed: seed + number });
    }
    let logs = || -> Vec<Log> {
        addresses.iter().map(|address| address.ask(PATIENCE, ToPeer::Report).expect("an answer")).collect()
    };
    common::eventually("all peers have sent everything", || logs().iter().all(|log| log.done));
    // Everything has been sent before this second round of questions, so everything is received before its answers.
    let logs = logs();
    for (log, number) in logs.iter().zip(0..) {
        assert_eq!(log.out_of_order, 0, "peer {number}, seed {seed}");
        assert_eq!(log.sent.values().sum::<u64>(), messages, "peer {number} has sent, seed {seed}");
    }
    for (receiver, log) in logs.iter().enumerate() {
        for (sender, other) in logs.iter().enumerate() {
            let received = log.received.get(&(sender as u64)).copied().unwrap_or_default();
            let sent = other.sent.get(&receiver).copied().unwrap_or_default();
            assert_eq!(received, sent, "from {sender} to {receiver}, seed {seed}");
        }
    }
}

#[test]
fn among_actors() {
    for threads in [1, 2, 7] {
        let system = system(threads);
        for seed in 0..3 {
            peers_send_at_random(&system, 20, 2_000, seed * 1_000);
        }
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{threads} threads: {report}");
    }
}

/// With so many threads that the operating system stops them anywhere in a handler, and others get their workers.
#[test]
fn among_actors_whose_workers_change_hands() {
    let system = system(24);
    for seed in 0..3 {
        peers_send_at_random(&system, 200, 1_000, seed * 1_000);
    }
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

struct Receiver {
    received: Vec<u64>,
}

enum ToReceiver {
    Numbered { sender: usize, sequence: u64 },
    Report(Reply<Vec<u64>>),
}

impl Actor for Receiver {
    type Message = ToReceiver;

    fn handle(&mut self, message: ToReceiver, _: &mut Context<'_, Self>) {
        match message {
            ToReceiver::Numbered { sender, sequence } => {
                assert_eq!(sequence, self.received[sender] + 1, "order of sender {sender}");
                self.received[sender] = sequence;
            }
            ToReceiver::Report(reply) => reply.send(self.received.clone()),
        }
    }
}

#[test]
fn from_threads_outside() {
    const SENDERS: usize = 4;
    const EACH: u64 = 20_000;
    for threads in [1, 2] {
        let system = system(threads);
        let receiver = system.spawn(Receiver { received: vec![0; SENDERS] });
        thread::scope(|scope| {
            for sender in 0..SENDERS {
                let receiver = &receiver;
                scope.spawn(move || {
                    for sequence in 1..=EACH {
                        receiver.send(ToReceiver::Numbered { sender, sequence });
                        if sequence % 512 == 0 {
                            thread::yield_now(); // let the receiver run dry now and then
                        }
                    }
                });
            }
        });
        assert_eq!(receiver.ask(PATIENCE, ToReceiver::Report), Ok(vec![EACH; SENDERS]));
    }
}

/// Together, one by one, and in numbers that fill several batches.
#[test]
fn many_at_once_from_threads_outside() {
    const SENDERS: usize = 4;
    const EACH: u64 = 20_000;
    for threads in [1, 2] {
        let system = system(threads);
        let receiver = system.spawn(Receiver { received: vec![0; SENDERS] });
        thread::scope(|scope| {
            for sender in 0..SENDERS {
                let receiver = &receiver;
                scope.spawn(move || {
                    let (mut random, mut sent) = (Random::new(sender as u64), 0);
                    while sent < EACH {
                        let some = random.below(700).min(EACH - sent);
                        let numbered = |sequence| ToReceiver::Numbered { sender, sequence };
                        receiver.send_all((sent + 1..=sent + some).map(numbered).collect());
                        sent += some;
                        if sent < EACH {
                            sent += 1;
                            receiver.send(numbered(sent));
                        }
                    }
                });
            }
        });
        assert_eq!(receiver.ask(PATIENCE, ToReceiver::Report), Ok(vec![EACH; SENDERS]));
        receiver.stop();
        receiver.wait(PATIENCE).expect("it stops");
        receiver.send_all((1..=1000).map(|sequence| ToReceiver::Numbered { sender: 0, sequence }).collect());
        common::eventually("all are dead letters", || system.counters().dead_letters() == 1000);
    }
}

#[test]
fn many_at_once_from_an_actor() {
    struct Forwarder(Address<ToReceiver>);
    impl Actor for Forwarder {
        type Message = u64;

        fn handle(&mut self, last: u64, _: &mut Context<'_, Self>) {
            self.0.send_all((1..=last).map(|sequence| ToReceiver::Numbered { sender: 0, sequence }).collect());
            self.0.send(ToReceiver::Numbered { sender: 0, sequence: last + 1 });
        }
    }
    let system = system(2);
    let receiver = system.spawn(Receiver { received: vec![0] });
    let forwarder = system.spawn(Forwarder(receiver));
    forwarder.send(5_000);
    common::eventually("all have come", || receiver.ask(PATIENCE, ToReceiver::Report) == Ok(vec![5_001]));
}

/// One message at a time from outside: every one finds the workers asleep, or about to be.
#[test]
fn wakes_sleeping_workers_every_time() {
    let system = system(2);
    let receiver = system.spawn(Receiver { received: vec![0] });
    let mut random = Random::new(5);
    for sequence in 1..=3_000 {
        receiver.send(ToReceiver::Numbered { sender: 0, sequence });
        assert_eq!(receiver.ask(PATIENCE, ToReceiver::Report), Ok(vec![sequence]));
        for _ in 0..random.below(3_000) {
            std::hint::spin_loop();
        }
    }
}

#[test]
fn between_two_systems() {
    struct Forwarder(Address<ToReceiver>);
    impl Actor for Forwarder {
        type Message = u64;

        fn handle(&mut self, sequence: u64, ctx: &mut Context<'_, Self>) {
            ctx.send(&self.0, ToReceiver::Numbered { sender: 0, sequence });
        }
    }
    let (near, far) = (system(2), system(1));
    let receiver = far.spawn(Receiver { received: vec![0] });
    let forwarder = near.spawn(Forwarder(receiver));
    for sequence in 1..=5_000 {
        forwarder.send(sequence);
    }
    assert!(near.shutdown(PATIENCE).is_clean());
    assert_eq!(receiver.ask(PATIENCE, ToReceiver::Report), Ok(vec![5_000]));
}
