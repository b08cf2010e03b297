//! What holds in every mode: order, answers, notices, panics, the end.

mod common;

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, Context, ExitReason, Mode, OnPanic, Reply, SpawnOptions, System, SystemBuilder,
    Terminated,
};
use common::{PATIENCE, Random, Slow, quiet_injected_panics};

/// Every way to run actors on threads; a pool of 4 has more threads than many machines have cores.
fn everywhere(test: impl Fn(&str, &dyn Fn() -> System)) {
    let pool = |threads| System::builder().threads(threads);
    let synchronous = |threads| System::builder().mode(Mode::Synchronous).threads(threads);
    let ways: [(&str, SystemBuilder); 7] = [
        ("pool of 1", pool(1)),
        ("pool of 2", pool(2)),
        ("pool of 4", pool(4)),
        ("thread", System::builder().mode(Mode::Thread)),
        ("synchronous on 1", synchronous(1)),
        ("synchronous on 2", synchronous(2)),
        ("synchronous on 4", synchronous(4)),
    ];
    for (name, builder) in ways {
        test(name, &|| builder.clone().build().expect("threads can be started"));
    }
}

/// Sends numbered messages to random others, as long as it has tokens, and checks the numbers it gets.
struct Peer {
    number: usize,
    peers: Vec<Address<ToPeer>>,
    random: Random,
    sent: HashMap<usize, u64>,
    received: HashMap<usize, u64>,
    disorder: u64,
}

enum ToPeer {
    Meet(Vec<Address<ToPeer>>),
    Go,
    Numbered { sender: usize, sequence: u64, hops: u32 },
    Report(Reply<(u64, u64)>),
}

impl Peer {
    fn new(number: usize) -> Self {
        Self {
            number,
            peers: Vec::new(),
            random: Random::new(number as u64 + 1),
            sent: HashMap::new(),
            received: HashMap::new(),
            disorder: 0,
        }
    }

    fn pass_on(&mut self, hops: u32, ctx: &mut Context<'_, Self>) {
        let to = self.random.below(self.peers.len() as u64) as usize;
        let sequence = self.sent.entry(to).or_default();
        *sequence += 1;
        ctx.send(&self.peers[to], ToPeer::Numbered { sender: self.number, sequence: *sequence, hops });
    }
}

impl Actor for Peer {
    type Message = ToPeer;

    fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
        match message {
            ToPeer::Meet(peers) => self.peers = peers,
            ToPeer::Go => {
                for _ in 0..20 {
                    self.pass_on(50, ctx);
                }
            }
            ToPeer::Numbered { sender, sequence, hops } => {
                let last = self.received.entry(sender).or_default();
                self.disorder += u64::from(sequence != *last + 1);
                *last = sequence;
                if hops > 0 {
                    self.pass_on(hops - 1, ctx);
                }
            }
            ToPeer::Report(reply) => reply.send((self.received.values().sum(), self.disorder)),
        }
    }
}

#[test]
fn order_is_kept_and_nothing_lost() {
    const PEERS: usize = 12;
    everywhere(|mode, start| {
        let system = start();
        let peers: Vec<_> = (0..PEERS).map(|number| system.spawn(Peer::new(number))).collect();
        for peer in &peers {
            peer.send(ToPeer::Meet(peers.clone()));
            peer.ask(PATIENCE, ToPeer::Report).expect("an answer");
        }
        for peer in &peers {
            peer.send(ToPeer::Go);
        }
        let all = (PEERS * 20 * 51) as u64;
        let reports = || -> Vec<(u64, u64)> {
            peers.iter().map(|peer| peer.ask(PATIENCE, ToPeer::Report).expect("an answer")).collect()
        };
        common::eventually("all has been received", || {
            reports().iter().map(|(received, _)| received).sum::<u64>() == all
        });
        assert_eq!(reports().iter().map(|(_, disorder)| disorder).sum::<u64>(), 0, "{mode}");
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{mode}: {report}");
    });
}

struct Divider;

impl Actor for Divider {
    type Message = (u32, u32, Reply<u32>);

    fn handle(&mut self, (a, b, reply): (u32, u32, Reply<u32>), _: &mut Context<'_, Self>) {
        match a.checked_div(b) {
            Some(quotient) => reply.send(quotient),
            None => panic!("injected: by zero"),
        }
    }
}

#[test]
fn questions_are_answered_or_known_not_to_be() {
    quiet_injected_panics();
    everywhere(|mode, start| {
        let system = start();
        let divider = system.spawn(Divider);
        assert_eq!(divider.ask(PATIENCE, |reply| (6, 3, reply)), Ok(2), "{mode}");
        assert_eq!(divider.ask(PATIENCE, |reply| (6, 0, reply)), Err(AskError::NoReply), "{mode}");
        assert_eq!(divider.wait(PATIENCE), Ok(ExitReason::Panicked("injected: by zero".into())), "{mode}");
        assert_eq!(divider.ask(PATIENCE, |reply| (6, 3, reply)), Err(AskError::NoReply), "{mode}");
    });
}

/// Asks another actor, and knows when one ends.
struct Asker {
    divider: Address<(u32, u32, Reply<u32>)>,
    waiting: Vec<Reply<String>>,
}

enum ToAsker {
    Ask(u32, Reply<String>),
    Answer(Result<u32, AskError>),
    Watch(Reply<String>),
    Gone(Terminated),
}

impl Actor for Asker {
    type Message = ToAsker;

    fn handle(&mut self, message: ToAsker, ctx: &mut Context<'_, Self>) {
        let received = match message {
            ToAsker::Ask(by, reply) => {
                self.waiting.push(reply);
                let divider = self.divider;
                return ctx.ask(&divider, PATIENCE, move |reply| (8, by, reply), ToAsker::Answer);
            }
            ToAsker::Watch(reply) => {
                self.waiting.push(reply);
                let divider = self.divider;
                ctx.monitor(&divider, ToAsker::Gone);
                return;
            }
            ToAsker::Answer(answer) => format!("{answer:?}"),
            ToAsker::Gone(who) => who.reason().to_string(),
        };
        self.waiting.remove(0).send(received);
    }
}

#[test]
fn actors_ask_and_monitor_each_other() {
    quiet_injected_panics();
    everywhere(|mode, start| {
        let system = start();
        let divider = system.spawn(Divider);
        let asker = system.spawn(Asker { divider, waiting: Vec::new() });
        assert_eq!(asker.ask(PATIENCE, |reply| ToAsker::Ask(2, reply)).as_deref(), Ok("Ok(4)"), "{mode}");
        assert_eq!(asker.ask(PATIENCE, |reply| ToAsker::Ask(0, reply)).as_deref(), Ok("Err(NoReply)"), "{mode}");
        let received = asker.ask(PATIENCE, ToAsker::Watch);
        assert_eq!(received.as_deref(), Ok("panicked: injected: by zero"), "{mode}");
    });
}

#[test]
fn timers_go_off() {
    struct Later(Option<Reply<()>>);
    impl Actor for Later {
        type Message = Option<Reply<()>>;

        fn handle(&mut self, reply: Option<Reply<()>>, ctx: &mut Context<'_, Self>) {
            match reply {
                Some(reply) => {
                    self.0 = Some(reply);
                    let me = ctx.address();
                    ctx.send_after(Duration::from_millis(3), &me, None);
                }
                None => self.0.take().expect("it was set by this").send(()),
            }
        }
    }
    everywhere(|mode, start| {
        let system = start();
        let later = system.spawn(Later(None));
        assert_eq!(later.ask(PATIENCE, Some), Ok(()), "{mode}");
    });
}

#[test]
fn links_and_restarts() {
    /// Ends with whom it is linked to; restarts when it panics itself.
    struct Twin;
    enum ToTwin {
        Link(Address<ToTwin>),
        Panic,
        Ping(Reply<()>),
    }
    impl Actor for Twin {
        type Message = ToTwin;

        fn handle(&mut self, message: ToTwin, ctx: &mut Context<'_, Self>) {
            match message {
                ToTwin::Link(other) => ctx.link(&other),
                ToTwin::Panic => panic!("injected: a twin"),
                ToTwin::Ping(reply) => reply.send(()),
            }
        }
    }
    quiet_injected_panics();
    everywhere(|mode, start| {
        let system = start();
        let one = system.spawn_with(Twin, SpawnOptions::new().on_panic(OnPanic::restart(|| Twin)));
        let other = system.spawn(Twin);
        one.send(ToTwin::Link(other));
        one.send(ToTwin::Panic);
        assert_eq!(one.ask(PATIENCE, ToTwin::Ping), Ok(()), "{mode}: a restart is not an end");
        assert_eq!(other.ask(PATIENCE, ToTwin::Ping), Ok(()), "{mode}");
        other.send(ToTwin::Panic);
        assert_eq!(one.wait(PATIENCE), Ok(ExitReason::Linked), "{mode}");
        assert_eq!(system.counters().restarts(), 1, "{mode}");
    });
}

/// Spawns a tree of actors of the given depth, and notifies its parent when all of it has answered.
struct Node {
    parent: Option<Address<ToNode>>,
    asker: Option<Reply<u64>>,
    waiting: u64,
    sum: u64,
}

enum ToNode {
    Grow(u32, Option<Reply<u64>>),
    Grown(u64),
}

impl Node {
    fn under(parent: Option<Address<ToNode>>) -> Self {
        Self { parent, asker: None, waiting: 0, sum: 1 }
    }

    fn done(&mut self, ctx: &mut Context<'_, Self>) {
        match (self.parent, self.asker.take()) {
            (Some(parent), _) => ctx.send(&parent, ToNode::Grown(self.sum)),
            (None, Some(asker)) => asker.send(self.sum),
            (None, None) => {}
        }
        ctx.stop();
    }
}

impl Actor for Node {
    type Message = ToNode;

    fn handle(&mut self, message: ToNode, ctx: &mut Context<'_, Self>) {
        match message {
            ToNode::Grow(0, asker) => {
                self.asker = asker;
                self.done(ctx);
            }
            ToNode::Grow(depth, asker) => {
                self.asker = asker;
                self.waiting = 3;
                let me = ctx.address();
                for _ in 0..3 {
                    let child = ctx.spawn(Node::under(Some(me)));
                    ctx.send(&child, ToNode::Grow(depth - 1, None));
                }
            }
            ToNode::Grown(sum) => {
                self.sum += sum;
                self.waiting -= 1;
                if self.waiting == 0 {
                    self.done(ctx);
                }
            }
        }
    }
}

#[test]
fn actors_spawn_actors() {
    everywhere(|mode, start| {
        let system = start();
        let root = system.spawn(Node::under(None));
        let count = root.ask(PATIENCE, |reply| ToNode::Grow(4, Some(reply)));
        assert_eq!(count, Ok(1 + 3 + 9 + 27 + 81), "{mode}");
        common::eventually("all have ended", || system.counters().live() == 0);
        assert_eq!(system.counters().spawned(), 121, "{mode}");
    });
}

#[test]
fn a_shutdown_handles_what_was_sent() {
    everywhere(|mode, start| {
        let system = start();
        let actors: Vec<_> = (0..20).map(|_| system.spawn(Slow(Duration::ZERO))).collect();
        for actor in actors.iter().cycle().take(4_000) {
            actor.send(());
        }
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{mode}: {report}");
        assert_eq!((report.counters().handled(), report.counters().live()), (4_000, 0), "{mode}");
    });
}

#[test]
fn a_shutdown_reports_what_it_cut_off() {
    everywhere(|mode, start| {
        let system = start();
        let (slow, quick) = (system.spawn(Slow(Duration::from_millis(5))), system.spawn(Slow(Duration::ZERO)));
        for _ in 0..500 {
            slow.send(());
            quick.send(());
        }
        let report = system.shutdown(Duration::from_millis(50));
        let killed: Vec<_> = report.killed().iter().map(|actor| actor.id()).collect();
        assert!(killed.contains(&slow.id()), "{mode}: {report}");
        let undelivered: u64 = report.undelivered().iter().map(|undelivered| undelivered.messages()).sum();
        assert_eq!(report.counters().handled() + undelivered, 1_000, "{mode}: {report}");
        assert_eq!(report.counters().dead_letters(), undelivered, "{mode}");
    });
}

#[test]
fn a_long_handler_delays_no_other_actor() {
    struct Stuck(std::sync::mpsc::Receiver<()>);
    impl Actor for Stuck {
        type Message = Reply<()>;

        fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
            let _ = self.0.recv();
            reply.send(());
        }
    }
    everywhere(|mode, start| {
        let system = start();
        let (leave, left) = std::sync::mpsc::channel();
        let stuck = system.spawn(Stuck(left));
        let others: Vec<_> = (0..6).map(|_| system.spawn(Divider)).collect();
        let (sender, received) = std::sync::mpsc::channel();
        let asking = thread::spawn(move || sender.send(stuck.ask(PATIENCE, |reply| reply)));
        for _ in 0..20 {
            for other in &others {
                assert_eq!(other.ask(PATIENCE, |reply| (9, 3, reply)), Ok(3), "{mode}");
            }
        }
        assert!(received.try_recv().is_err(), "{mode}: it has been stuck all the time");
        drop(leave);
        assert_eq!(received.recv_timeout(PATIENCE), Ok(Ok(())), "{mode}");
        asking.join().expect("no panic").expect("the receiver is there");
    });
}

#[test]
fn a_child_gets_what_its_parent_sends_at_once() {
    /// Spawns a child on each worker, and sends it something in the same breath.
    struct Parent;
    impl Actor for Parent {
        type Message = Reply<u32>;

        fn handle(&mut self, reply: Reply<u32>, ctx: &mut Context<'_, Self>) {
            let child = ctx.spawn(Divider);
            ctx.send(&child, (2, 1, Reply::ignored()));
            for worker in 0..3 {
                let child = ctx.spawn_with(Divider, SpawnOptions::new().on_worker(worker));
                ctx.send(&child, (2, 1, Reply::ignored()));
                child.stop();
            }
            ctx.send(&child, (8, 2, reply));
        }
    }
    everywhere(|mode, start| {
        let system = start();
        let parent = system.spawn(Parent);
        for _ in 0..20 {
            assert_eq!(parent.ask(PATIENCE, |reply| reply), Ok(4), "{mode}");
        }
        common::eventually("every child has ended or been answered", || system.counters().handled() == 20 * 6);
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{mode}: {report}");
        assert_eq!(report.counters().dead_letters(), 0, "{mode}");
    });
}
