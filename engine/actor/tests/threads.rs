//! Mode `thread`: a thread for each actor, used again for the next one.

mod common;

use std::thread::{self, ThreadId};

use agon_actor::{Actor, Address, Context, Mode, Reply, SpawnError, System};
use common::PATIENCE;

fn system() -> System {
    System::builder().mode(Mode::Thread).stack_size(64 * 1024).build().expect("threads can be started")
}

struct Where;

impl Actor for Where {
    type Message = Reply<ThreadId>;

    fn handle(&mut self, reply: Reply<ThreadId>, _: &mut Context<'_, Self>) {
        reply.send(thread::current().id());
    }
}

/// Another type, so that its slots are others.
struct Other;

impl Actor for Other {
    type Message = Reply<ThreadId>;

    fn handle(&mut self, reply: Reply<ThreadId>, _: &mut Context<'_, Self>) {
        reply.send(thread::current().id());
    }
}

#[test]
fn each_actor_has_a_thread_of_its_own() {
    let system = system();
    let actors: Vec<_> = (0..20).map(|_| system.spawn(Where)).collect();
    let mut threads: Vec<_> =
        actors.iter().map(|actor| actor.ask(PATIENCE, |reply| reply).expect("an answer")).collect();
    assert_eq!(threads[0], actors[0].ask(PATIENCE, |reply| reply).expect("an answer"), "it keeps it");
    threads.sort_by_key(|thread| format!("{thread:?}"));
    threads.dedup();
    assert_eq!(threads.len(), actors.len());
}

#[test]
fn what_an_actor_leaves_serves_the_next() {
    let system = System::builder().mode(Mode::Thread).max_actors(200).build().expect("threads can be started");
    let mut seen = std::collections::HashSet::new();
    for round in 0..1_000 {
        let actor: Address<Reply<ThreadId>> = if round % 3 == 0 { system.spawn(Other) } else { system.spawn(Where) };
        seen.insert(actor.ask(PATIENCE, |reply| reply).expect("an answer"));
        actor.stop();
        actor.wait(PATIENCE).expect("it ends");
    }
    assert_eq!((system.threads(), seen.len()), (1, 1), "one after the other, they need one thread, and few slots");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().spawned(), report.counters().live()), (1_000, 0));
}

#[test]
fn messages_for_one_that_has_ended_do_not_reach_its_successor() {
    let system = system();
    let first = system.spawn(Where);
    first.stop();
    first.wait(PATIENCE).expect("it ends");
    let second = system.spawn(Where);
    assert_ne!(first, second);
    assert!(first.ask(PATIENCE, |reply| reply).is_err());
    assert!(second.ask(PATIENCE, |reply| reply).is_ok());
    assert_eq!(system.counters().dead_letters(), 1);
}

struct Link(Address<u32>);

impl Actor for Link {
    type Message = u32;

    fn handle(&mut self, hops: u32, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.0, hops + 1);
    }
}

/// The end of the chain.
struct Report(std::sync::mpsc::Sender<u32>);

impl Actor for Report {
    type Message = u32;

    fn handle(&mut self, hops: u32, _: &mut Context<'_, Self>) {
        self.0.send(hops).expect("the test waits");
    }
}

#[test]
fn a_thousand_actors_in_a_chain() {
    let system = system();
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut next = system.spawn(Report(sender));
    for _ in 0..1_000 {
        next = system.spawn(Link(next));
    }
    next.send(0);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(1_000));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn exceeded_capacity_is_an_error() {
    struct Spawner;
    impl Actor for Spawner {
        type Message = Reply<bool>;

        fn handle(&mut self, reply: Reply<bool>, ctx: &mut Context<'_, Self>) {
            reply.send(matches!(ctx.try_spawn(Where), Err(SpawnError::CapacityExceeded)));
        }
    }
    for mode in [Mode::Thread, Mode::Pool] {
        let system = System::builder().mode(mode).threads(1).max_actors(100).build().expect("threads can be started");
        let spawner = system.spawn(Spawner);
        let mut actors = Vec::new();
        let refused = loop {
            match system.try_spawn(Where) {
                Ok(actor) => actors.push(actor),
                Err(refused) => break refused,
            }
            assert!(actors.len() < 1_000, "{mode}: there is an end");
        };
        assert!(matches!(refused, SpawnError::CapacityExceeded), "{mode}: {refused}");
        assert!(refused.to_string().contains("max_actors"));
        // What a worker has left it may use itself; then it gets the same error.
        common::eventually("handlers are refused, too", || spawner.ask(PATIENCE, |reply| reply) == Ok(true));
        for actor in actors {
            actor.ask(PATIENCE, |reply| reply).expect("those that were spawned live");
        }
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{mode}: {report}");
    }
}
