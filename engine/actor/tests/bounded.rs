//! Mailboxes of limited size: nothing is lost, no sender overtakes, and all that wait are let in or notified.

mod common;

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context as Polling, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use agon_actor::{
    Actor, Address, AskError, Context, ExitReason, OnPanic, Overflow, Reply, SendError, Simulation, SpawnOptions,
};
use common::gated::{GatedEnds, bound};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// How many messages wait for an actor with a bounded mailbox.
fn waiting<M>(address: &Address<M>) -> usize {
    address.mailbox().expect("it has a bound, and lives").len()
}

#[test]
fn reject_gives_the_message_back() {
    let system = system(2);
    let gated = GatedEnds::busy(&system, bound(2, Overflow::Reject));
    gated.address.send_bounded(1).expect("there is capacity");
    gated.address.send_bounded(2).expect("there is capacity");
    assert_eq!(gated.address.send_bounded(3), Err(SendError::Full(3)));
    assert_eq!((gated.mailbox.len(), gated.mailbox.capacity()), (2, 2));
    gated.go.send(()).expect("it listens");
    assert_eq!(gated.handling(), 1);
    gated.address.send_bounded(4).expect("there is capacity again");
    drop(gated.go);
    assert_eq!(gated.taken.recv_timeout(PATIENCE), Ok(2));
    assert_eq!(gated.taken.recv_timeout(PATIENCE), Ok(4));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn drop_newest_counts_what_it_drops() {
    let system = system(2);
    let gated = GatedEnds::busy(&system, bound(3, Overflow::DropNewest));
    let dropped = (1..=10).filter(|&number| gated.address.send_bounded(number) == Err(SendError::Dropped)).count();
    assert_eq!((dropped, gated.mailbox.dropped()), (7, 7));
    drop(gated.go);
    let rest: Vec<u64> = (0..3).map(|_| gated.taken.recv_timeout(PATIENCE).expect("accepted")).collect();
    assert_eq!(rest, [1, 2, 3]);
    assert!(system.shutdown(PATIENCE).is_clean());
    assert!(gated.taken.recv().is_err(), "nothing else was accepted");
}

#[test]
fn a_thread_blocks_until_there_is_capacity() {
    let system = system(2);
    let gated = GatedEnds::busy(&system, bound(1, Overflow::Await));
    gated.address.send_bounded(1).expect("there is capacity");
    assert_eq!(gated.address.send_timeout(Duration::from_millis(5), 2), Err(SendError::Timeout(2)));
    let sent = Arc::new(AtomicBool::new(false));
    let blocked = {
        let (address, sent) = (gated.address, Arc::clone(&sent));
        thread::spawn(move || {
            let result = address.send_bounded(3);
            sent.store(true, Ordering::SeqCst);
            result
        })
    };
    thread::sleep(Duration::from_millis(20));
    assert!(!sent.load(Ordering::SeqCst), "there is no capacity");
    gated.go.send(()).expect("it listens");
    assert_eq!(gated.handling(), 1);
    assert_eq!(blocked.join().expect("no panic"), Ok(()));
    drop(gated.go);
    assert_eq!(gated.taken.recv_timeout(PATIENCE), Ok(3), "and not 2, which was taken back");
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// A message over which the simulation has the receiver panic has been in the mailbox, and is no more.
#[test]
fn capacity_is_given_back_when_a_simulation_injects_a_panic() {
    struct Quiet;
    impl Actor for Quiet {
        type Message = u64;
        fn handle(&mut self, _: u64, _: &mut Context<'_, Self>) {}
    }
    let simulation = Simulation::new(7);
    let options = SpawnOptions::new().on_panic(OnPanic::restart(|| Quiet));
    let quiet = simulation.spawn_bounded(Quiet, options, bound(2, Overflow::Reject));
    simulation.run_until_idle();
    simulation.inject_panics(2);
    for number in 0..50 {
        assert_eq!(quiet.send_bounded(number), Ok(()));
        simulation.run_until_idle();
    }
    assert!(simulation.counters().panics() > 0);
    assert_eq!(waiting(&quiet), 0);
    assert!(simulation.shutdown(PATIENCE).is_clean());
}

#[test]
fn messages_to_oneself_do_not_wait() {
    struct Echo {
        me: Option<Address<u32>>,
        own: Receiver<Address<u32>>,
        done: Sender<u32>,
    }
    impl Actor for Echo {
        type Message = u32;
        fn handle(&mut self, depth: u32, ctx: &mut Context<'_, Self>) {
            let me = self.me.get_or_insert_with(|| self.own.recv().expect("the test sends it"));
            if depth > 0 {
                for _ in 0..2 {
                    let _ = ctx.send_bounded(me, depth - 1).expect("it lives");
                }
            } else {
                self.done.send(depth).expect("the test listens");
            }
        }
    }
    let system = system(1);
    let ((give, own), (done, results)) = (channel(), channel());
    let echo = Echo { me: None, own, done };
    let address = system.spawn_bounded(echo, SpawnOptions::new(), bound(1, Overflow::Await));
    give.send(address).expect("it listens");
    address.send_bounded(6).expect("there is capacity");
    for _ in 0..64 {
        results.recv_timeout(PATIENCE).expect("no message waits for ever");
    }
    assert!(system.shutdown(PATIENCE).is_clean());
    assert!(address.mailbox().is_none());
}

#[test]
fn the_death_of_the_receiver_releases_waiting_senders() {
    let system = system(2);
    let gated = GatedEnds::spawn(&system, bound(1, Overflow::Await));
    struct Source(Address<u64>, Sender<bool>);
    impl Actor for Source {
        type Message = u64;
        fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
            let accepted = ctx.send_bounded(&self.0, number).is_ok();
            self.1.send(accepted).expect("the test listens");
        }
    }
    gated.address.send_bounded(0).expect("there is capacity");
    assert_eq!(gated.handling(), 0);
    gated.address.send_bounded(1).expect("there is capacity");
    let (sender, receiver) = channel();
    let source = system.spawn(Source(gated.address, sender));
    source.send(2);
    source.send(3);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(true), "it waits");
    let blocked = {
        let address = gated.address;
        thread::spawn(move || address.send_bounded(4))
    };
    thread::sleep(Duration::from_millis(10));
    gated.address.kill();
    gated.go.send(()).expect("it listens");
    let blocked = blocked.join().expect("no panic");
    assert_eq!(blocked, Err(SendError::Closed(4)));
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(false), "the source goes on, and is notified");
    assert_eq!(gated.address.wait(PATIENCE), Ok(ExitReason::Killed));
    assert_eq!(gated.address.send_bounded(5), Err(SendError::Closed(5)));
    eventually("1 and 2 are dead letters", || system.counters().dead_letters() == 2);
    assert_eq!(gated.mailbox.len(), 0);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn capacity_is_given_back_when_a_handler_panics() {
    quiet_injected_panics();
    struct Bomb;
    impl Actor for Bomb {
        type Message = (u64, Option<Reply<()>>);
        fn handle(&mut self, (number, reply): Self::Message, _: &mut Context<'_, Self>) {
            assert!(number % 3 != 0, "injected");
            if let Some(reply) = reply {
                reply.send(());
            }
        }
    }
    let system = system(2);
    let options = SpawnOptions::new().on_panic(OnPanic::restart(|| Bomb));
    let bomb = system.spawn_bounded(Bomb, options, bound(2, Overflow::Await));
    for number in 0..300 {
        bomb.send_bounded((number, None)).expect("it is restarted");
    }
    bomb.ask(PATIENCE, |reply| (1, Some(reply))).expect("it lives");
    assert_eq!(waiting(&bomb), 0);
    assert_eq!((system.counters().panics(), system.counters().restarts()), (100, 100));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_question_waits_for_capacity_and_answer_together() {
    let system = system(2);
    struct Slow(Receiver<()>);
    impl Actor for Slow {
        type Message = Option<Reply<u32>>;
        fn handle(&mut self, reply: Self::Message, _: &mut Context<'_, Self>) {
            match reply {
                Some(reply) => reply.send(7),
                None => drop(self.0.recv()),
            }
        }
    }
    let (go, gone) = channel();
    let slow = system.spawn_bounded(Slow(gone), SpawnOptions::new(), bound(1, Overflow::Await));
    slow.send_bounded(None).expect("there is capacity");
    eventually("it is handled", || waiting(&slow) == 0);
    slow.send_bounded(None).expect("there is capacity");
    assert_eq!(slow.ask(Duration::from_millis(5), Some), Err(AskError::Timeout));
    drop(go);
    assert_eq!(slow.ask(PATIENCE, Some), Ok(7));
    slow.stop();
    slow.wait(PATIENCE).expect("it stops");
    assert_eq!(slow.ask(PATIENCE, Some), Err(AskError::NoReply));
}

/// Counts how often it is woken.
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_future_is_woken_when_it_is_let_in_and_leaves_nothing_when_dropped() {
    let system = system(1);
    let gated = GatedEnds::busy(&system, bound(1, Overflow::Await));
    gated.address.send_bounded(1).expect("there is capacity");
    let count = Arc::new(Count(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&count));
    let mut cx = Polling::from_waker(&waker);
    {
        let mut given_up = pin!(gated.address.send_async(2));
        assert_eq!(given_up.as_mut().poll(&mut cx), Poll::Pending);
    }
    let mut sending = pin!(gated.address.send_async(3));
    assert_eq!(sending.as_mut().poll(&mut cx), Poll::Pending);
    assert_eq!(count.0.load(Ordering::SeqCst), 0);
    gated.go.send(()).expect("it listens");
    assert_eq!(gated.handling(), 1);
    eventually("it is woken", || count.0.load(Ordering::SeqCst) == 1);
    assert_eq!(sending.as_mut().poll(&mut cx), Poll::Ready(Ok(())));
    gated.go.send(()).expect("it listens");
    assert_eq!(gated.handling(), 3, "2 was given up");
    drop(gated.go);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn nothing_is_left_when_the_system_ends() {
    struct Never;
    impl Actor for Never {
        type Message = Arc<()>;
        fn handle(&mut self, _: Arc<()>, _: &mut Context<'_, Self>) {
            thread::sleep(Duration::from_millis(1));
        }
    }
    struct Source(Address<Arc<()>>);
    impl Actor for Source {
        type Message = Arc<()>;
        fn handle(&mut self, token: Arc<()>, ctx: &mut Context<'_, Self>) {
            let _ = ctx.send_bounded(&self.0, token);
        }
    }
    for _ in 0..10 {
        let token = Arc::new(());
        let system = system(2);
        let never = system.spawn_bounded(Never, SpawnOptions::new(), bound(2, Overflow::Await));
        let sources: Vec<_> = (0..20).map(|_| system.spawn(Source(never))).collect();
        for source in sources.iter().cycle().take(200) {
            source.send(Arc::clone(&token));
        }
        let outside: Vec<_> = (0..3)
            .map(|_| {
                let (never, token) = (never, Arc::clone(&token));
                thread::spawn(move || while never.send_bounded(Arc::clone(&token)).is_ok() {})
            })
            .collect();
        thread::sleep(Duration::from_millis(5));
        drop(system);
        for thread in outside {
            thread.join().expect("it is released");
        }
        assert_eq!(Arc::strong_count(&token), 1);
        assert!(never.mailbox().is_none());
    }
}

#[test]
fn waiting_is_not_for_handlers() {
    struct Careless(Address<u64>, Arc<Mutex<Vec<bool>>>);
    impl Actor for Careless {
        type Message = ();
        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            let refused = self.0.send_bounded(1) == Err(SendError::InsideHandler(1));
            self.1.lock().expect("no panic").push(refused);
        }
    }
    let system = system(1);
    let gated = GatedEnds::spawn(&system, bound(1, Overflow::Await));
    let refused = Arc::new(Mutex::new(Vec::new()));
    system.spawn(Careless(gated.address, Arc::clone(&refused))).send(());
    assert!(system.shutdown(PATIENCE).is_clean());
    assert_eq!(*refused.lock().expect("no panic"), [true]);
}
