//! After a burst, memory in use goes back to near what it was: queues shrink, batches and timers are freed, slots are used again.

mod common;
#[path = "common/memory.rs"]
mod memory;

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_actor::{Actor, Address, Context, Reply, SpawnOptions, System};
use common::{PATIENCE, eventually, system};

const COUNT: u64 = 500_000;

/// What may be kept, in bytes: each worker keeps a queue of a megabyte. What a burst needs is more by far.
const KEPT: isize = 3 << 20;

/// One test at a time: memory is the process's.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes whatever comes.
struct Sink;

enum ToSink {
    Number(u64),
    /// Handles nothing until it is resumed.
    Wait(Receiver<()>),
    Stash,
    Unstash,
    Ping(Reply<()>),
}

impl Actor for Sink {
    type Message = ToSink;

    fn handle(&mut self, message: ToSink, ctx: &mut Context<'_, Self>) {
        match message {
            ToSink::Number(number) => assert!(number < COUNT),
            ToSink::Wait(go) => go.recv().expect("the test resumes it"),
            ToSink::Stash => ctx.stash(ToSink::Stash),
            ToSink::Unstash => ctx.unstash_all(),
            ToSink::Ping(reply) => reply.send(()),
        }
    }
}

/// Runs what it is sent.
struct Hand;

type Job = Box<dyn FnOnce(&mut Context<'_, Hand>) + Send>;

impl Actor for Hand {
    type Message = Job;

    fn handle(&mut self, job: Job, ctx: &mut Context<'_, Self>) {
        job(ctx);
    }
}

fn ping(sink: &Address<ToSink>) {
    sink.ask(PATIENCE * 4, ToSink::Ping).expect("it lives");
}

/// Does something with a system in which all has been done once, and sees what is left, and that it was much meanwhile.
fn leaves_nothing(what: &str, burst: impl FnOnce(&System, &Address<ToSink>, &Address<Job>) -> isize) {
    leaves(KEPT, what, burst);
}

fn leaves(kept: isize, what: &str, burst: impl FnOnce(&System, &Address<ToSink>, &Address<Job>) -> isize) {
    leaves_in(system, kept, what, burst);
}

/// The same in a system of two workers that is made here.
fn leaves_in(
    system: impl FnOnce(usize) -> System,
    kept: isize,
    what: &str,
    burst: impl FnOnce(&System, &Address<ToSink>, &Address<Job>) -> isize,
) {
    let _alone = alone();
    let system = system(2);
    let sink = system.spawn_with(Sink, SpawnOptions::new().on_worker(0));
    let hand = system.spawn_with(Hand, SpawnOptions::new().on_worker(1));
    ping(&sink);
    let before = memory::live();
    let most = burst(&system, &sink, &hand) - before;
    // It may have ended.
    let _ = sink.ask(PATIENCE * 4, ToSink::Ping);
    assert!(most > 2 * kept, "{what}: only {most} bytes meanwhile");
    let left = memory::left_over(before, kept);
    assert!(left <= kept, "{what}: {left} bytes are left of {most}");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{what}: {report:?}");
}

/// A flood that the receiver does not look at before all is there.
fn flood(what: &str, send: impl FnOnce(&System, Address<ToSink>, &Address<Job>)) {
    leaves_nothing(what, |system, sink, hand| {
        let (go, wait) = channel();
        sink.send(ToSink::Wait(wait));
        send(system, *sink, hand);
        let most = memory::live();
        go.send(()).expect("the receiver waits");
        most
    });
}

/// Has an actor do something, and waits until it has.
fn inside(hand: &Address<Job>, job: impl FnOnce(&mut Context<'_, Hand>) + Send + 'static) {
    let (sender, receiver) = channel();
    hand.send(Box::new(move |ctx| {
        job(ctx);
        sender.send(()).expect("the test listens");
    }));
    receiver.recv_timeout(PATIENCE * 4).expect("it is done");
}

#[test]
fn a_flood_from_outside() {
    flood("from outside", |_, sink, _| (0..COUNT).for_each(|number| sink.send(ToSink::Number(number))));
}

#[test]
fn a_flood_from_another_worker() {
    flood("from another worker", |_, sink, hand| {
        inside(hand, move |ctx| (0..COUNT).for_each(|number| ctx.send(&sink, ToSink::Number(number))));
    });
}

#[test]
fn a_flood_of_its_own_worker() {
    // With handover the worker would leave the handler, and handle what is sent while it is sent.
    let stays = |threads| System::builder().threads(threads).handover(false).build().expect("threads start");
    leaves_in(stays, KEPT, "from its own worker", |system, sink, _| {
        let sink = *sink;
        let (sender, receiver) = channel();
        let hand = system.spawn_with(Hand, SpawnOptions::new().on_worker(0));
        inside(&hand, move |ctx| {
            (0..COUNT).for_each(|number| ctx.send(&sink, ToSink::Number(number)));
            sender.send(memory::live()).expect("the test listens");
        });
        receiver.recv().expect("it has reported that")
    });
}

#[test]
fn what_was_stashed() {
    leaves_nothing("stashed", |_, sink, _| {
        (0..COUNT).for_each(|_| sink.send(ToSink::Stash));
        ping(sink);
        let most = memory::live();
        sink.send(ToSink::Unstash);
        sink.stop();
        sink.wait(PATIENCE * 4).expect("it ends");
        most
    });
}

/// Many timers at once, cancelled or gone off.
#[test]
fn timers() {
    leaves_nothing("timers", |system, sink, hand| {
        let sink = *sink;
        let (sender, receiver) = channel();
        inside(hand, move |ctx| {
            let far = Duration::from_secs(3600);
            let timers: Vec<_> = (0..COUNT).map(|number| ctx.send_after(far, &sink, ToSink::Number(number))).collect();
            (0..COUNT / 10).for_each(|number| _ = ctx.send_after(Duration::ZERO, &sink, ToSink::Number(number)));
            sender.send(memory::live()).expect("the test listens");
            timers.iter().for_each(|timer| _ = timer.cancel());
        });
        // In addition a ping and the job have been handled.
        eventually("those due have gone off", || system.counters().handled() == COUNT / 10 + 2);
        receiver.recv().expect("it has reported that")
    });
}

/// Actors that live at the same time, and end.
#[test]
fn actors() {
    struct Child([u64; 16]);
    impl Actor for Child {
        type Message = ();
        fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
            assert_eq!(self.0.len(), 16);
            ctx.stop();
        }
    }
    // Slots are not given back, but used again: of each, a list shows that it is free.
    let slots = 2 * 8 * COUNT as isize;
    leaves(KEPT + slots, "actors", |system, _, hand| {
        let (sender, receiver) = channel();
        inside(hand, move |ctx| {
            let children: Vec<_> = (0..COUNT).map(|_| ctx.spawn(Child([0; 16]))).collect();
            sender.send(memory::live()).expect("the test listens");
            children.iter().for_each(|child| ctx.send(child, ()));
        });
        eventually("all have ended", || system.counters().live() == 2);
        receiver.recv().expect("it has reported that")
    });
}
