//! Links, monitors, stashes, and orders that overtake messages.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use agon_actor::{Actor, ActorId, Address, Context, Delivery, ExitReason, Monitor, Reply, SpawnOptions, System};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// Acts on others on request.
#[derive(Default)]
struct Peer {
    monitor: Option<Monitor<ToPeer>>,
    gone: Vec<(ActorId, ExitReason)>,
}

enum ToPeer {
    Link(Address<ToPeer>),
    Unlink(Address<ToPeer>),
    Monitor(Address<ToPeer>),
    Demonitor,
    Gone(ActorId, ExitReason),
    Seen(Reply<Vec<(ActorId, ExitReason)>>),
    Break,
    Stop,
}

impl Actor for Peer {
    type Message = ToPeer;

    fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
        match message {
            ToPeer::Link(other) => ctx.link(&other),
            ToPeer::Unlink(other) => ctx.unlink(&other),
            ToPeer::Monitor(other) => {
                self.monitor = Some(ctx.monitor(&other, |gone| ToPeer::Gone(gone.actor(), gone.reason().clone())));
            }
            ToPeer::Demonitor => ctx.demonitor(self.monitor.take().expect("there is a monitor")),
            ToPeer::Gone(actor, why) => self.gone.push((actor, why)),
            ToPeer::Seen(reply) => reply.send(self.gone.clone()),
            ToPeer::Break => panic!("injected: asked to break"),
            ToPeer::Stop => ctx.stop(),
        }
    }
}

/// On a worker of its own, if there are enough.
fn peer(system: &System, worker: usize) -> Address<ToPeer> {
    system.spawn_with(Peer::default(), SpawnOptions::new().on_worker(worker))
}

fn pair(system: &System) -> [Address<ToPeer>; 2] {
    [0, 1].map(|worker| peer(system, worker))
}

/// Returns when everything sent to the actor so far has been handled, and what that sent to the other too.
fn settled(one: &Address<ToPeer>, other: &Address<ToPeer>) {
    // Twice, so that what it sent to the other the first time has been sent for sure.
    for peer in [one, one, other, one] {
        peer.ask(PATIENCE, ToPeer::Seen).expect("it lives");
    }
}

const PANIC: &str = "injected: asked to break";

#[test]
fn linked_actors_fail_together_whichever_fails() {
    quiet_injected_panics();
    for threads in [1, 2] {
        let system = system(threads);
        for failing in [0, 1] {
            for kill in [false, true] {
                let peers = pair(&system);
                peers[0].send(ToPeer::Link(peers[1]));
                peers[0].send(ToPeer::Link(peers[1])); // twice does no harm
                settled(&peers[0], &peers[1]);
                if kill {
                    peers[failing].kill()
                } else {
                    peers[failing].send(ToPeer::Break)
                }
                let reason = if kill { ExitReason::Killed } else { ExitReason::Panicked(PANIC.into()) };
                assert_eq!(peers[failing].wait(PATIENCE), Ok(reason));
                assert_eq!(peers[1 - failing].wait(PATIENCE), Ok(ExitReason::Linked));
            }
        }
    }
}

#[test]
fn a_normal_end_leaves_the_other_alone() {
    let system = system(2);
    let [one, other] = pair(&system);
    one.send(ToPeer::Link(other));
    settled(&one, &other);
    one.send(ToPeer::Stop);
    assert_eq!(one.wait(PATIENCE), Ok(ExitReason::Normal));
    assert_eq!(other.ask(PATIENCE, ToPeer::Seen), Ok(Vec::new()), "it lives");
}

#[test]
fn what_is_unlinked_is_free() {
    quiet_injected_panics();
    let system = system(2);
    for failing in [0, 1] {
        let peers = pair(&system);
        peers[0].send(ToPeer::Link(peers[1]));
        peers[0].send(ToPeer::Unlink(peers[1]));
        settled(&peers[0], &peers[1]);
        peers[failing].send(ToPeer::Break);
        assert!(matches!(peers[failing].wait(PATIENCE), Ok(ExitReason::Panicked(_))));
        assert_eq!(peers[1 - failing].ask(PATIENCE, ToPeer::Seen), Ok(Vec::new()), "it lives");
    }
}

#[test]
fn a_link_to_the_dead_counts() {
    quiet_injected_panics();
    let system = system(2);
    for (how, lives) in [(ToPeer::Break, false), (ToPeer::Stop, true)] {
        let [one, dead] = pair(&system);
        dead.send(how);
        dead.wait(PATIENCE).expect("it ends");
        one.send(ToPeer::Link(dead));
        if lives {
            assert_eq!(one.ask(PATIENCE, ToPeer::Seen), Ok(Vec::new()), "it ended normally");
        } else {
            assert_eq!(one.wait(PATIENCE), Ok(ExitReason::Linked));
        }
    }
}

#[test]
fn a_failure_goes_along_a_chain() {
    quiet_injected_panics();
    for threads in [1, 2, 4] {
        let system = system(threads);
        let chain: Vec<_> = (0..1_000).map(|number| peer(&system, number)).collect();
        let outsider = peer(&system, 0);
        for pair in chain.windows(2) {
            pair[0].send(ToPeer::Link(pair[1]));
        }
        for pair in chain.windows(2) {
            settled(&pair[0], &pair[1]);
        }
        chain[500].send(ToPeer::Break);
        for (number, peer) in chain.iter().enumerate() {
            let why = peer.wait(PATIENCE).expect("it ends");
            let first = matches!(why, ExitReason::Panicked(_));
            assert!(if number == 500 { first } else { why == ExitReason::Linked }, "{number}: {why}");
        }
        assert_eq!(outsider.ask(PATIENCE, ToPeer::Seen), Ok(Vec::new()));
        assert_eq!(system.counters().live(), 1);
    }
}

#[test]
fn a_cancelled_monitor_is_silent() {
    let system = system(2);
    let [one, other] = pair(&system);
    one.send(ToPeer::Monitor(other));
    one.send(ToPeer::Demonitor);
    settled(&one, &other);
    other.send(ToPeer::Stop);
    other.wait(PATIENCE).expect("it stops");
    settled(&one, &one);
    assert_eq!(one.ask(PATIENCE, ToPeer::Seen), Ok(Vec::new()));
}

#[test]
fn monitors_are_independent_of_each_other() {
    let system = system(2);
    let [one, other] = pair(&system);
    (0..3).for_each(|_| one.send(ToPeer::Monitor(other)));
    one.send(ToPeer::Demonitor); // the last of the three
    settled(&one, &other);
    other.kill();
    let seen = || one.ask(PATIENCE, ToPeer::Seen).expect("it lives");
    eventually("two notices come", || seen().len() == 2);
    settled(&one, &one);
    assert_eq!(seen(), vec![(other.id(), ExitReason::Killed); 2]);
}

/// Stashes odd numbers until it is asked to open; then notes all that come.
#[derive(Default)]
struct Door {
    open: bool,
    noted: Vec<u32>,
}

enum ToDoor {
    Number(u32),
    Open,
    Noted(Reply<Vec<u32>>),
    Stop,
}

impl Actor for Door {
    type Message = ToDoor;

    fn handle(&mut self, message: ToDoor, ctx: &mut Context<'_, Self>) {
        match message {
            ToDoor::Number(number) if number % 2 == 1 && !self.open => ctx.stash(ToDoor::Number(number)),
            ToDoor::Number(number) => self.noted.push(number),
            ToDoor::Open => {
                self.open = true;
                ctx.unstash_all();
            }
            ToDoor::Noted(reply) => reply.send(self.noted.clone()),
            ToDoor::Stop => {
                ctx.unstash_all();
                ctx.stop();
            }
        }
    }
}

#[test]
fn what_was_stashed_comes_back_in_order_and_first() {
    let system = system(1);
    let door = system.spawn(Door::default());
    (0..200).for_each(|number| door.send(ToDoor::Number(number)));
    door.send(ToDoor::Open);
    (1000..1200).for_each(|number| door.send(ToDoor::Number(number)));
    let noted = door.ask(PATIENCE, ToDoor::Noted).expect("an answer");
    let even = (0..200).step_by(2);
    let odd = (1..200).step_by(2);
    assert_eq!(noted, even.chain(odd).chain(1000..1200).collect::<Vec<_>>());
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn what_is_stashed_at_the_end_is_a_dead_letter() {
    for unstash in [false, true] {
        let system = system(1);
        let door = system.spawn(Door::default());
        (0..200).for_each(|number| door.send(ToDoor::Number(number)));
        door.send(ToDoor::Noted(Reply::ignored()));
        if unstash {
            door.send(ToDoor::Stop)
        } else {
            door.stop()
        }
        (0..7).for_each(|number| door.send(ToDoor::Number(number)));
        assert_eq!(door.wait(PATIENCE), Ok(ExitReason::Normal));
        eventually("each is counted once", || system.counters().dead_letters() == 107);
        let counters = system.shutdown(PATIENCE).counters();
        assert_eq!((counters.dead_letters(), counters.handled()), (107, 201 + u64::from(unstash)));
    }
}

/// Reports that it is in its handler, and waits until it may leave.
struct Gate(Sender<()>, Receiver<()>);

impl Actor for Gate {
    type Message = u64;

    fn handle(&mut self, _: u64, _: &mut Context<'_, Self>) {
        self.0.send(()).expect("the test waits");
        let _ = self.1.recv();
    }
}

#[test]
fn a_kill_overtakes_a_million_messages() {
    const MESSAGES: u64 = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    for threads in [1, 2] {
        let system = system(threads);
        let (enter, entered) = channel();
        let (leave, left) = channel();
        let gate = system.spawn(Gate(enter, left));
        gate.send(0);
        entered.recv_timeout(PATIENCE).expect("the handler is entered");
        (1..MESSAGES).for_each(|number| gate.send(number));
        let last = gate.send_confirmed(MESSAGES);
        gate.kill();
        leave.send(()).expect("the handler waits");
        assert_eq!(gate.wait(PATIENCE), Ok(ExitReason::Killed));
        assert!(entered.try_recv().is_err(), "no other message was handled");
        assert_eq!(last.wait(PATIENCE), Ok(Delivery::Dropped));
        eventually("the others are dead letters", || system.counters().dead_letters() == MESSAGES);
        assert_eq!(system.counters().handled(), 1);
    }
}

#[test]
fn a_kill_among_messages_in_the_same_worker_takes_effect_at_once() {
    /// Sends a lot to another, and then kills it.
    struct Killer(Address<u64>);
    impl Actor for Killer {
        type Message = u64;

        fn handle(&mut self, messages: u64, ctx: &mut Context<'_, Self>) {
            (0..messages).for_each(|number| ctx.send(&self.0, number));
            self.0.kill();
        }
    }
    struct Victim(Arc<AtomicBool>);
    impl Actor for Victim {
        type Message = u64;

        fn handle(&mut self, _: u64, _: &mut Context<'_, Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    // With a thread of its own the worker would go on with the victim before the killer's handler, if that takes long, has come to the kill.
    let system = System::builder().threads(1).handover(false).build().expect("it can be built");
    let handled = Arc::new(AtomicBool::new(false));
    let victim = system.spawn(Victim(Arc::clone(&handled)));
    system.spawn(Killer(victim)).send(10_000);
    assert_eq!(victim.wait(PATIENCE), Ok(ExitReason::Killed));
    eventually("all are dead letters", || system.counters().dead_letters() == 10_000);
    assert!(!handled.load(Ordering::Relaxed));
}

#[test]
fn kills_race_with_ends_and_messages() {
    quiet_injected_panics();
    /// Counts itself out.
    struct Brief(Arc<Mutex<u64>>);
    impl Actor for Brief {
        type Message = u64;

        fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
            if number.is_multiple_of(3) {
                ctx.stop();
            }
            assert!(!number.is_multiple_of(5), "injected");
        }
    }
    impl Drop for Brief {
        fn drop(&mut self) {
            *self.0.lock().expect("no panic under this lock") += 1;
        }
    }
    const ACTORS: u64 = 3_000;
    let system = system(3);
    let gone = Arc::new(Mutex::new(0));
    let mut actors = Vec::new();
    for number in 0..ACTORS {
        let actor = system.spawn(Brief(Arc::clone(&gone)));
        for step in 0..4 {
            actor.send(number + step);
        }
        actor.kill();
        actor.send(number);
        actors.push(actor);
    }
    for actor in &actors {
        actor.wait(PATIENCE).expect("it ends one way or another");
        actor.kill(); // too late, and perhaps another has its place by now
    }
    let counters = system.shutdown(PATIENCE).counters();
    assert_eq!(counters.handled() + counters.dead_letters(), 5 * ACTORS, "every message is accounted for");
    assert_eq!((counters.live(), *gone.lock().expect("no panic under this lock")), (0, ACTORS));
}
