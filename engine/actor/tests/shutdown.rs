//! A shutdown lets actors finish, and reports what it cut off.

mod common;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, ExitReason};
use common::{PATIENCE, Slow, system};

#[test]
fn handles_what_is_in_the_mailboxes() {
    let system = system(2);
    let actors: Vec<_> = (0..50).map(|_| system.spawn(Slow(Duration::ZERO))).collect();
    for actor in actors.iter().cycle().take(10_000) {
        actor.send(());
    }
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().handled(), 10_000);
    assert_eq!((report.counters().spawned(), report.counters().live()), (50, 0));
}

#[test]
fn reports_what_there_was_no_time_for() {
    let system = system(2);
    let slow = system.spawn(Slow(Duration::from_millis(5)));
    let quick = system.spawn(Slow(Duration::ZERO));
    for _ in 0..1_000 {
        slow.send(());
        quick.send(());
    }
    let report = system.shutdown(Duration::from_millis(60));
    assert!(!report.is_clean());
    let killed: Vec<_> = report.killed().iter().map(|actor| actor.id()).collect();
    assert_eq!(killed, [slow.id()]);
    assert!(report.stuck().is_empty());
    let [undelivered] = report.undelivered() else { panic!("one entry: {report}") };
    assert_eq!(undelivered.actor().id(), slow.id());
    assert!(undelivered.actor().type_name().ends_with("Slow"));
    assert_eq!(report.counters().handled() + undelivered.messages(), 2_000);
    assert_eq!(report.counters().dead_letters(), undelivered.messages());
    assert!(report.to_string().contains("messages not delivered to 1 actors"));
}

#[test]
fn reports_what_is_sent_behind_the_stop() {
    /// Still sends when it is stopped.
    struct LastWords(Address<()>);
    impl Actor for LastWords {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}

        fn stopped(&mut self, ctx: &mut Context<'_, Self>) {
            ctx.send(&self.0, ());
        }
    }
    let system = system(1);
    let early = system.spawn(Slow(Duration::ZERO));
    early.stop();
    early.wait(PATIENCE).expect("it stops");
    let _late = system.spawn(LastWords(early));
    let report = system.shutdown(PATIENCE);
    let [undelivered] = report.undelivered() else { panic!("one entry: {report}") };
    assert_eq!((undelivered.actor().id(), undelivered.messages()), (early.id(), 1));
}

#[test]
fn does_not_wait_for_ever_for_a_handler() {
    struct Gate(Sender<()>, Receiver<()>);
    impl Actor for Gate {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            self.0.send(()).expect("the test waits");
            let _ = self.1.recv();
        }
    }
    let system = system(1);
    let (enter, entered) = channel();
    let (leave, left) = channel::<()>();
    let stuck = system.spawn(Gate(enter, left));
    let waiting = system.spawn(Slow(Duration::ZERO));
    stuck.send(());
    entered.recv_timeout(PATIENCE).expect("the handler is entered");
    waiting.send(()); // another thread takes the only worker over
    let start = Instant::now();
    let limit = Duration::from_millis(50);
    let report = system.shutdown(limit);
    let promised = limit + Duration::from_secs(1);
    assert!(start.elapsed() < promised + promised / 2, "it took {:?}", start.elapsed());
    assert_eq!(report.stuck().iter().map(|actor| actor.id()).collect::<Vec<_>>(), [stuck.id()]);
    assert_eq!(report.killed().iter().map(|actor| actor.id()).collect::<Vec<_>>(), [stuck.id()]);
    assert!(report.undelivered().is_empty(), "{report}");
    assert_eq!(report.counters().handled(), 2, "one of them has not returned yet");
    drop(leave); // the handler returns, and its thread ends
    assert!(stuck.wait(PATIENCE).is_ok());
}

#[test]
fn prints_what_went_wrong_before_it() {
    struct Fails;
    impl Actor for Fails {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            panic!("on purpose");
        }
    }
    let system = system(1);
    let fails = system.spawn(Fails);
    fails.send(());
    fails.wait(PATIENCE).expect("it ends");
    fails.send(());
    let text = system.shutdown(PATIENCE).to_string();
    assert!(text.contains("1 handlers panicked and 1 messages became dead letters"), "{text}");
    assert!(!text.contains("every message"), "{text}");
}

/// When the first few of these have been dropped, all that wait are let go; each takes its time.
struct Late {
    left: Arc<AtomicU32>,
    leave: Sender<()>,
    _token: Arc<()>,
}

impl Drop for Late {
    fn drop(&mut self) {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            let _ = self.leave.send(());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Enters a handler with the first message, and does not return until it is let go.
struct Stuck {
    entered: Sender<()>,
    leave: Receiver<()>,
    /// Nothing that a pointer could point to.
    _filling: [u64; 64],
    _token: Arc<()>,
}

impl Actor for Stuck {
    type Message = Option<Late>;

    fn handle(&mut self, _: Option<Late>, _: &mut Context<'_, Self>) {
        self.entered.send(()).expect("the test waits");
        let _ = self.leave.recv();
    }
}

/// The handler ends while the worker drops what waited for the actor: neither gets in the other's way.
#[test]
fn a_handler_returns_while_its_mailbox_is_cleared() {
    const MESSAGES: u32 = 30;
    let round = |dropped_before: u32| {
        let token = Arc::new(());
        let system = system(1);
        let ((entered, enters), (leave, left)) = (channel(), channel());
        let filling = [0x1111_1111_1111_1111; 64];
        let stuck = system.spawn(Stuck { entered, leave: left, _filling: filling, _token: Arc::clone(&token) });
        stuck.send(None);
        enters.recv_timeout(PATIENCE).expect("the handler is entered");
        let left = Arc::new(AtomicU32::new(dropped_before));
        for _ in 0..MESSAGES {
            let (left, leave) = (Arc::clone(&left), leave.clone());
            stuck.send(Some(Late { left, leave, _token: Arc::clone(&token) }));
        }
        let (sender, receiver) = channel();
        let waiting = thread::spawn(move || sender.send(stuck.wait(PATIENCE)).expect("the test waits"));
        let report = system.shutdown(Duration::from_millis(50));
        assert_eq!(report.stuck().iter().map(|actor| actor.id()).collect::<Vec<_>>(), [stuck.id()]);
        // The thread of the handler is not waited for.
        common::eventually("actor and messages have been dropped, once", || Arc::strong_count(&token) == 1);
        // Unknown, if it was so late to ask that the system had ended.
        let reason = receiver.recv_timeout(PATIENCE).expect("the waiting thread has been notified");
        assert!(matches!(reason, Ok(ExitReason::Killed | ExitReason::Unknown)), "{reason:?}");
        waiting.join().expect("no panic");
    };
    thread::scope(|scope| {
        for dropped_before in [1, 2, 3, 5, 10, MESSAGES] {
            scope.spawn(move || round(dropped_before));
        }
    });
}

#[test]
fn stops_actors_that_are_born_meanwhile() {
    /// Each spawns the next one, for ever.
    struct Endless;
    impl Actor for Endless {
        type Message = ();

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            ctx.spawn(Endless);
            ctx.stop();
        }

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }
    let system = system(2);
    system.spawn(Endless);
    let report = system.shutdown(Duration::from_millis(50));
    // The chain of births ends; on a very busy machine its last link may still be in its handler.
    assert!(report.counters().live() <= report.stuck().len() as u64, "{report}");
}

/// Counts who still holds it; sent with an address, it makes a cycle through the mailbox.
struct Parcel {
    _token: Arc<()>,
    _address: Option<Address<Parcel>>,
}

struct Keeper(Vec<Parcel>);

impl Actor for Keeper {
    type Message = Parcel;

    fn handle(&mut self, parcel: Parcel, _: &mut Context<'_, Self>) {
        self.0.push(parcel);
    }
}

#[test]
fn nothing_outlives_the_system() {
    for threads in [1, 3] {
        let token = Arc::new(());
        let system = system(threads);
        let keepers: Vec<_> = (0..10).map(|_| system.spawn(Keeper(Vec::new()))).collect();
        for keeper in keepers.iter().cycle().take(1_000) {
            keeper.send(Parcel { _token: Arc::clone(&token), _address: Some(*keeper) });
        }
        drop(system); // kills; whatever has not been handled is dropped
        assert_eq!(Arc::strong_count(&token), 1, "{threads} threads");
        for keeper in &keepers {
            keeper.send(Parcel { _token: Arc::clone(&token), _address: Some(*keeper) });
        }
        assert_eq!(Arc::strong_count(&token), 1, "nor does what is sent afterwards");
    }
}

#[test]
fn sends_race_with_the_end() {
    for _ in 0..20 {
        let token = Arc::new(());
        let system = system(2);
        let keeper = system.spawn(Keeper(Vec::new()));
        let observer: Weak<()> = Arc::downgrade(&token);
        let sender = {
            thread::spawn(move || {
                for _ in 0..2_000 {
                    keeper.send(Parcel { _token: Arc::clone(&token), _address: Some(keeper) });
                }
            })
        };
        thread::sleep(Duration::from_micros(200));
        drop(system);
        sender.join().expect("sending never fails");
        assert_eq!(observer.strong_count(), 0, "every message has been dropped somewhere");
    }
}

#[test]
fn a_system_may_be_dropped_by_one_of_its_actors() {
    struct Owner(Option<agon_actor::System>);
    impl Actor for Owner {
        type Message = agon_actor::System;

        fn handle(&mut self, system: agon_actor::System, _: &mut Context<'_, Self>) {
            self.0 = Some(system);
            self.0 = None;
        }
    }
    let system = system(1);
    let owner = system.spawn(Owner(None));
    owner.send(system);
    assert!(owner.wait(PATIENCE).is_ok());
}
