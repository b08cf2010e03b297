//! Confirmed delivery: the sender learns what became of its message, in each way and once.

mod common;

use std::future::Future;
use std::pin::pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, Delivery, OnPanic, Reply, SpawnOptions, System};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

#[derive(Clone, Copy, PartialEq)]
enum Job {
    Work,
    Break,
    Stash,
    Stop,
}

/// Runs what it is sent, and takes note.
struct Worker(Arc<Mutex<u64>>);

impl Actor for Worker {
    type Message = Job;

    fn handle(&mut self, job: Job, ctx: &mut Context<'_, Self>) {
        match job {
            Job::Work => *self.0.lock().expect("no panic under this lock") += 1,
            Job::Break => panic!("injected: asked to break"),
            Job::Stash => ctx.stash(Job::Work),
            Job::Stop => ctx.stop(),
        }
    }
}

fn worker(system: &System) -> Address<Job> {
    system.spawn(Worker(Arc::default()))
}

#[test]
fn a_receipt_shows_each_fate() {
    quiet_injected_panics();
    let system = system(1);
    let options = SpawnOptions::new().on_panic(OnPanic::restart(|| Worker(Arc::default())));
    let worker = system.spawn_with(Worker(Arc::default()), options);
    for (job, fate) in [
        (Job::Work, Delivery::Handled),
        (Job::Break, Delivery::Panicked),
        (Job::Stash, Delivery::Handled),
        (Job::Stop, Delivery::Handled),
        (Job::Work, Delivery::Dropped),
    ] {
        let receipt = worker.send_confirmed(job);
        assert_eq!(receipt.wait(PATIENCE), Ok(fate));
        assert_eq!((receipt.delivery(), receipt.wait(Duration::ZERO)), (Some(fate), Ok(fate)), "it stays known");
    }
    let counters = system.shutdown(PATIENCE).counters();
    assert_eq!((counters.handled(), counters.panics(), counters.restarts()), (4, 1, 1));
    assert_eq!(counters.dead_letters(), 2, "the stashed one and the late one");
}

#[test]
fn of_a_system_that_has_ended_everything_is_dropped() {
    let system = system(1);
    let worker = worker(&system);
    system.shutdown(PATIENCE);
    assert_eq!(worker.send_confirmed(Job::Work).wait(PATIENCE), Ok(Delivery::Dropped));
}

struct Gate(Sender<()>, Receiver<()>);

impl Actor for Gate {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        self.0.send(()).expect("the test waits");
        let _ = self.1.recv();
    }
}

fn gate(system: &System) -> (Address<()>, Receiver<()>, Sender<()>) {
    let (enter, entered) = channel();
    let (leave, left) = channel();
    (system.spawn(Gate(enter, left)), entered, leave)
}

#[test]
fn a_receipt_can_be_waited_for_again() {
    let system = system(1);
    let (gate, entered, leave) = gate(&system);
    let receipt = gate.send_confirmed(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    assert_eq!(receipt.wait(Duration::from_millis(5)), Err(AskError::Timeout));
    assert_eq!(receipt.delivery(), None);
    leave.send(()).expect("the handler waits");
    assert_eq!(receipt.wait(PATIENCE), Ok(Delivery::Handled));
}

#[test]
fn what_waits_when_the_receiver_is_killed_is_dropped_and_counted() {
    let system = system(1);
    let (gate, entered, leave) = gate(&system);
    let first = gate.send_confirmed(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    // Another thread takes over the worker meanwhile, or not: the messages are held, or still in the queue.
    let waiting: Vec<_> = (0..100).map(|_| gate.send_confirmed(())).collect();
    gate.kill();
    leave.send(()).expect("the handler waits");
    assert_eq!(first.wait(PATIENCE), Ok(Delivery::Handled), "a handler that runs is not interrupted");
    for receipt in waiting {
        assert_eq!(receipt.wait(PATIENCE), Ok(Delivery::Dropped));
    }
    eventually("all are counted", || system.counters().dead_letters() == 100);
}

#[test]
fn a_handler_may_not_block_on_a_receipt() {
    struct Blocks(Address<Job>);
    impl Actor for Blocks {
        type Message = Reply<Result<Delivery, AskError>>;

        fn handle(&mut self, reply: Self::Message, _: &mut Context<'_, Self>) {
            reply.send(self.0.send_confirmed(Job::Work).wait(PATIENCE));
        }
    }
    let system = system(1);
    let blocks = system.spawn(Blocks(worker(&system)));
    assert_eq!(blocks.ask(PATIENCE, |reply| reply), Ok(Err(AskError::InsideHandler)));
}

/// Wakes the thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut TaskContext::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park_timeout(PATIENCE),
        }
    }
}

#[test]
fn a_receipt_is_a_future() {
    let system = system(1);
    let (gate, entered, leave) = gate(&system);
    let receipt = gate.send_confirmed(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    let waiting = thread::spawn(move || block_on(receipt));
    leave.send(()).expect("the handler waits");
    assert_eq!(waiting.join().expect("no panic"), Delivery::Handled);
    assert_eq!(block_on(worker(&system).send_confirmed(Job::Work)), Delivery::Handled);
}

/// Sends confirmed messages among plain ones, and counts the outcomes.
struct Client {
    worker: Address<u64>,
    fates: Vec<(u64, Delivery)>,
}

enum ToClient {
    Send(u64),
    Fate(u64, Delivery),
    Get(Reply<Vec<(u64, Delivery)>>),
}

impl Actor for Client {
    type Message = ToClient;

    fn handle(&mut self, message: ToClient, ctx: &mut Context<'_, Self>) {
        match message {
            ToClient::Send(count) => {
                for number in 0..count {
                    if number % 2 == 0 {
                        ctx.send_confirmed(&self.worker, number, move |fate| ToClient::Fate(number, fate));
                    } else {
                        ctx.send(&self.worker, number);
                    }
                }
            }
            ToClient::Fate(number, fate) => self.fates.push((number, fate)),
            ToClient::Get(reply) => reply.send(self.fates.clone()),
        }
    }
}

/// Wants numbers in order; breaks over some, and ends at the last.
struct Counting {
    seen: Arc<Mutex<Vec<u64>>>,
    last: u64,
}

impl Actor for Counting {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        self.seen.lock().expect("no panic under this lock").push(number);
        if number == self.last {
            ctx.stop();
        }
        assert!(number % 10 != 4, "injected: no fours");
    }
}

#[test]
fn an_actor_is_notified_of_each_fate_once_and_the_order_is_kept() {
    const COUNT: u64 = 2_000;
    const LAST: u64 = 1_499;
    quiet_injected_panics();
    for threads in [1, 2, 4] {
        let system = system(threads);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let make = {
            let seen = Arc::clone(&seen);
            move || Counting { seen: Arc::clone(&seen), last: LAST }
        };
        // On different workers, if there are two.
        let options = SpawnOptions::new().on_worker(1).on_panic(OnPanic::restart(make.clone()));
        let worker = system.spawn_with(make(), options);
        let client = system.spawn_with(Client { worker, fates: Vec::new() }, SpawnOptions::new().on_worker(0));
        client.send(ToClient::Send(COUNT));
        let fates = || client.ask(PATIENCE, ToClient::Get).expect("an answer");
        eventually("all fates are known", || fates().len() as u64 == COUNT / 2);
        for (number, fate) in fates() {
            let expected = match number {
                _ if number > LAST => Delivery::Dropped,
                _ if number % 10 == 4 => Delivery::Panicked,
                _ => Delivery::Handled,
            };
            assert_eq!(fate, expected, "{number}");
        }
        let numbers: Vec<u64> = fates().iter().map(|(number, _)| *number).collect();
        assert!(numbers.is_sorted(), "fates come in the order of the messages");
        assert_eq!(*seen.lock().expect("no panic under this lock"), (0..=LAST).collect::<Vec<_>>());
        let counters = system.shutdown(PATIENCE).counters();
        assert_eq!((counters.dead_letters(), counters.panics()), (COUNT - 1 - LAST, LAST.div_ceil(10)));
    }
}
