//! What snapshots show of a running system.

mod common;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use agon_actor::{
    Actor, ActorStatus, Address, Context, Description, Mode, Reply, Snapshot, SpawnOptions, System, WorkerState,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// Runs what it is sent.
struct Puppet;

enum Order {
    Nothing,
    Answer(Reply<()>),
    /// Reports that it is there, and waits for leave.
    Hold(Sender<()>, Receiver<()>),
    Take(Duration),
    Fail,
    Look(Sender<Snapshot>, &'static System),
}

impl Actor for Puppet {
    type Message = Order;

    fn handle(&mut self, order: Order, _: &mut Context<'_, Self>) {
        match order {
            Order::Nothing => {}
            Order::Answer(reply) => reply.send(()),
            Order::Hold(there, leave) => {
                there.send(()).expect("the test waits for it");
                let _ = leave.recv();
            }
            Order::Take(time) => thread::sleep(time),
            Order::Fail => panic!("injected"),
            Order::Look(to, system) => to.send(system.snapshot_within(PATIENCE, 1)).expect("the test waits for it"),
        }
    }
}

/// Has a puppet stay in its handler until what is returned is dropped.
fn hold(puppet: &Address<Order>) -> Sender<()> {
    let (there, is_there) = channel();
    let (leave, may_leave) = channel();
    puppet.send(Order::Hold(there, may_leave));
    is_there.recv_timeout(PATIENCE).expect("it gets the message");
    leave
}

fn settle(puppet: &Address<Order>) {
    puppet.ask(PATIENCE, Order::Answer).expect("it answers");
}

#[test]
fn shows_what_workers_and_actors_have_done() {
    quiet_injected_panics();
    let system = System::builder().threads(2).name("observed").build().expect("threads can be started");
    let named = system.spawn_with(Puppet, SpawnOptions::new().name("marionette").on_worker(1));
    let other = system.spawn(Puppet);
    (0..6).for_each(|_| named.send(Order::Nothing));
    settle(&named);
    settle(&other);
    other.send(Order::Fail);
    other.wait(PATIENCE).expect("it fails");
    other.send(Order::Nothing);
    eventually("the letter is dead", || system.counters().dead_letters() == 1);

    let snapshot = system.snapshot_within(PATIENCE, 10);
    assert_eq!((snapshot.name(), snapshot.mode()), ("observed", Mode::Pool));
    assert_eq!((snapshot.counters().live(), snapshot.queued()), (1, 0));
    assert_eq!(snapshot.workers().iter().map(|worker| worker.worker()).collect::<Vec<_>>(), [0, 1]);
    let sum = |of: fn(&agon_actor::WorkerSnapshot) -> u64| -> u64 { snapshot.workers().iter().map(of).sum() };
    assert_eq!(sum(|worker| worker.handled()), 9);
    assert_eq!(sum(|worker| worker.live().expect("it has answered")), 1);
    assert_eq!((sum(|worker| worker.panics()), sum(|worker| worker.dead_letters())), (1, 1));
    let [actor] = snapshot.actors() else { panic!("one actor is left: {snapshot:?}") };
    assert_eq!((actor.id(), actor.name(), actor.worker()), (named.id(), Some("marionette"), 1));
    assert_eq!((actor.handled(), actor.queued(), actor.status()), (7, 0, ActorStatus::Ready));
    assert!(actor.type_name().ends_with("Puppet"), "{}", actor.type_name());
}

/// Counts, and reports how far it is; but it cannot talk about an unlucky number.
struct Counter(u64);

impl Actor for Counter {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        self.0 += 1;
        reply.send(());
    }

    fn describe(&self, description: &mut Description) {
        description.name("counter").number("count", self.0);
        assert!(self.0 != 13, "injected");
        description.number("to go", 100 - self.0);
    }
}

#[test]
fn actors_describe_themselves() {
    quiet_injected_panics();
    let system = system(1);
    let named = system.spawn_with(Counter(11), SpawnOptions::new().name("eleven"));
    let other = system.spawn(Counter(12));
    let shown = |address: &Address<Reply<()>>| {
        let snapshot = system.snapshot_within(PATIENCE, 5);
        let actor = snapshot.actors().iter().find(|actor| actor.id() == address.id()).expect("shown");
        (actor.name().map(str::to_owned), actor.numbers().to_vec())
    };
    named.ask(PATIENCE, |reply| reply).expect("it answers");
    assert_eq!(shown(&named), (Some("eleven".to_owned()), vec![("count", 12), ("to go", 88)]));
    assert_eq!(shown(&other), (Some("counter".to_owned()), vec![("count", 12), ("to go", 88)]));
    other.ask(PATIENCE, |reply| reply).expect("it answers");
    assert_eq!(shown(&other).1, [("count", 13)], "what it showed before it panicked");
    other.ask(PATIENCE, |reply| reply).expect("it lives on");
    assert_eq!(shown(&other).1, [("count", 14), ("to go", 86)]);
    assert_eq!(system.counters().panics(), 0, "none of a handler");
}

#[test]
fn a_worker_without_work_is_asleep() {
    let system = system(1);
    let puppet = system.spawn(Puppet);
    settle(&puppet);
    eventually("it sleeps", || {
        let snapshot = system.snapshot_within(PATIENCE, 1);
        let worker = &snapshot.workers()[0];
        assert_eq!((worker.handled(), worker.live()), (1, Some(1)));
        worker.state() == WorkerState::Asleep && worker.sleeps() > 0
    });
}

#[test]
fn an_actor_in_a_long_handler_is_away_and_its_messages_wait() {
    let system = system(1);
    let busy = system.spawn_with(Puppet, SpawnOptions::new().name("busy"));
    let idle = system.spawn(Puppet);
    settle(&idle);
    eventually("it is known by name", || {
        system.snapshot_within(PATIENCE, 5).actors().iter().any(|actor| actor.name() == Some("busy"))
    });
    let leave = hold(&busy);
    (0..7).for_each(|_| busy.send(Order::Nothing));
    eventually("the worker is handed over", || {
        let snapshot = system.snapshot_within(PATIENCE, 5);
        let worker = &snapshot.workers()[0];
        assert_eq!(worker.queued(), Some(7), "wherever they wait");
        let find =
            |address: &Address<Order>| snapshot.actors().iter().find(|actor| actor.id() == address.id()).cloned();
        let (busy, idle) = (find(&busy).expect("shown"), find(&idle).expect("shown"));
        assert_eq!((busy.queued(), busy.status(), busy.handled()), (7, ActorStatus::Away, 1));
        assert_eq!((busy.name(), idle.name()), (Some("busy"), None));
        assert_eq!((idle.queued(), idle.status()), (0, ActorStatus::Ready));
        worker.handovers() == 1 && snapshot.away() == 1
    });
    drop(leave);
    settle(&busy);
    let snapshot = system.snapshot_within(PATIENCE, 5);
    assert_eq!((snapshot.queued(), snapshot.actors()[0].handled()), (0, 9));
    eventually("it is back", || system.snapshot_within(PATIENCE, 1).away() == 0);
}

#[test]
fn a_worker_that_does_not_answer_in_time_is_silent() {
    let system = system(1);
    let puppet = system.spawn(Puppet);
    settle(&puppet);
    eventually("a look finds it in its handler", || {
        let leave = hold(&puppet);
        let snapshot = system.snapshot_within(Duration::ZERO, 5);
        drop(leave);
        settle(&puppet);
        let worker = &snapshot.workers()[0];
        assert!(worker.handled() > 0, "the tally shows that much");
        worker.state() == WorkerState::Silent && worker.live().is_none() && snapshot.actors().is_empty()
    });
    assert_eq!(system.snapshot_within(PATIENCE, 5).workers()[0].live(), Some(1));
}

#[test]
fn shows_those_that_have_handled_most_and_those_with_most_to_do() {
    let system = system(1);
    let puppets: Vec<_> = (0..50).map(|_| system.spawn(Puppet)).collect();
    for (number, puppet) in puppets.iter().enumerate() {
        (0..number).for_each(|_| puppet.send(Order::Nothing));
    }
    puppets.iter().for_each(settle);
    // No worker is handed over while this one is in its handler on the way out: it counts as away, and the others are idle.
    let leave = hold(&puppets[3]);
    (0..100).for_each(|_| puppets[3].send(Order::Nothing));
    let snapshot = system.snapshot_within(PATIENCE, 4);
    let shown: Vec<_> = snapshot.actors().iter().map(|actor| (actor.id(), actor.handled(), actor.queued())).collect();
    let most = [(49, 50, 0), (48, 49, 0), (47, 48, 0), (46, 47, 0), (3, 5, 100)];
    assert_eq!(shown, most.map(|(number, handled, queued): (usize, u64, u64)| (puppets[number].id(), handled, queued)));
    drop(leave);
}

/// More actors than a visit looks at in one go.
#[test]
fn counts_every_actor_of_many() {
    let system = system(2);
    let count = if cfg!(miri) { 500 } else { 40_000 };
    let puppets: Vec<_> = (0..count).map(|_| system.spawn(Puppet)).collect();
    puppets.iter().for_each(|puppet| puppet.send(Order::Nothing));
    let last = &puppets[count - 1];
    (0..3).for_each(|_| settle(last));
    eventually("all have started", || {
        let snapshot = system.snapshot_within(PATIENCE, 3);
        snapshot.workers().iter().map(|worker| worker.live().expect("it has answered")).sum::<u64>() == count as u64
            && snapshot.counters().handled() == count as u64 + 3
            && snapshot.actors()[0].id() == last.id()
            && snapshot.actors()[0].handled() == 4
    });
}

/// The worker that asks is handed to another thread, which answers.
#[test]
fn a_handler_may_look_at_its_own_system() {
    let system: &'static System = Box::leak(Box::new(system(1)));
    let puppet = system.spawn(Puppet);
    let (to, seen) = channel();
    puppet.send(Order::Look(to, system));
    let snapshot = seen.recv_timeout(2 * PATIENCE).expect("it is answered in time");
    assert_eq!(snapshot.actors()[0].status(), ActorStatus::Away);
}

#[test]
fn probes_wait_as_messages_do() {
    let system = system(1);
    let puppet = system.spawn(Puppet);
    settle(&puppet);
    assert_eq!(system.snapshot_within(PATIENCE, 1).waits().count(), 0, "no probe was sent");
    let each = Duration::from_micros(300);
    eventually("a probe has waited behind the messages", || {
        (0..100).for_each(|_| puppet.send(Order::Take(each)));
        system.probe();
        settle(&puppet);
        let waits = system.snapshot_within(PATIENCE, 1).waits();
        waits.count() > 0 && waits.max() >= 20 * each
    });
}

/// Snapshots and probes do no harm, whatever goes on.
#[test]
fn looking_changes_nothing() {
    let system = system(3);
    let puppets: Vec<_> = (0..300).map(|_| system.spawn(Puppet)).collect();
    let rounds = if cfg!(miri) { 3 } else { 300 };
    thread::scope(|scope| {
        let looker = scope.spawn(|| {
            (0..rounds).for_each(|_| {
                system.probe();
                let snapshot = system.snapshot_within(PATIENCE, 5);
                assert!(snapshot.workers().iter().all(|worker| worker.live().is_some()));
                assert!(snapshot.actors().len() <= 10);
            });
        });
        while !looker.is_finished() {
            puppets.iter().for_each(|puppet| puppet.send(Order::Take(Duration::from_micros(20))));
            puppets.iter().for_each(settle);
        }
    });
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().handled() % 600, 0);
}
