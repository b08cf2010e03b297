//! Who is notified of dead letters.

mod common;

use std::sync::mpsc::{Receiver, channel};

use agon_actor::{Actor, ActorLabel, Context, Mode, Reply, System};
use common::{PATIENCE, eventually};

/// Stops at 0.
struct Clerk;

impl Actor for Clerk {
    type Message = u32;

    fn handle(&mut self, number: u32, ctx: &mut Context<'_, Self>) {
        if number == 0 {
            ctx.stop();
        }
    }
}

fn system(mode: Mode) -> (System, Receiver<ActorLabel>) {
    let (lost, log) = channel();
    let builder = System::builder().threads(2).mode(mode).on_dead_letter(move |actor| {
        let _ = lost.send(actor);
    });
    (builder.build().expect("threads can be started"), log)
}

#[test]
fn each_is_reported_with_its_receiver_once() {
    for mode in [Mode::Pool, Mode::Synchronous] {
        let (system, log) = system(mode);
        let clerk = system.spawn(Clerk);
        (0..3).for_each(|_| clerk.send(1));
        clerk.send(0);
        clerk.wait(PATIENCE).expect("it stops");
        (0..5).for_each(|_| clerk.send(1));
        eventually("all five are counted", || system.counters().dead_letters() == 5);
        for _ in 0..5 {
            let actor = log.recv_timeout(PATIENCE).expect("reported");
            assert_eq!((actor.id(), actor.type_name()), (clerk.id(), "dead_letters::Clerk"), "{mode}");
        }
        drop(system);
        assert!(log.try_recv().is_err(), "{mode}: no others");
    }
}

#[test]
fn what_waits_in_the_mailbox_of_an_actor_that_ends_is_reported() {
    struct Door(Receiver<()>);
    impl Actor for Door {
        type Message = Reply<u32>;

        fn handle(&mut self, _: Reply<u32>, ctx: &mut Context<'_, Self>) {
            let _ = self.0.recv();
            ctx.stop();
        }
    }
    let (system, log) = system(Mode::Pool);
    let (open, opened) = channel();
    let door = system.spawn(Door(opened));
    (0..4).for_each(|_| door.send(Reply::ignored()));
    open.send(()).expect("it waits");
    for _ in 0..3 {
        assert_eq!(log.recv_timeout(PATIENCE).expect("reported").id(), door.id());
    }
    assert_eq!(system.shutdown(PATIENCE).counters().dead_letters(), 3);
}

#[test]
fn one_that_panics_ends_no_actor() {
    common::quiet_injected_panics();
    let builder = System::builder().threads(1).on_dead_letter(|_| panic!("injected: by the hook"));
    let system = builder.build().expect("threads can be started");
    let (clerk, other) = (system.spawn(Clerk), system.spawn(Clerk));
    clerk.send(0);
    clerk.wait(PATIENCE).expect("it stops");
    clerk.send(1);
    eventually("it is called", || system.counters().panics() == 1);
    other.send(0);
    assert!(other.wait(PATIENCE).is_ok());
}

#[test]
fn what_a_shutdown_leaves_is_in_its_report_alone() {
    let (system, log) = system(Mode::Pool);
    let clerk = system.spawn(Clerk);
    clerk.send(0);
    clerk.wait(PATIENCE).expect("it stops");
    assert!(system.shutdown(PATIENCE).is_clean());
    clerk.send(1);
    assert!(log.try_recv().is_err());
}
