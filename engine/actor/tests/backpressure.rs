//! Senders that a bounded mailbox holds back: their order, what they do meanwhile, and when they go on.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, Bound, Context, Mode, Overflow, Sent, Simulation, SpawnOptions, System};
use common::gated::{GatedEnds, bound};
use common::{PATIENCE, Random, eventually, system};

/// How many messages wait for an actor with a bounded mailbox.
fn waiting<M>(address: &Address<M>) -> usize {
    address.mailbox().expect("it has a bound, and lives").len()
}

/// Sends bursts to bounded mailboxes, and returns how many of its own messages it has handled.
struct Burst {
    to: Vec<Address<(usize, u64)>>,
    number: usize,
    next: u64,
    handled: Arc<AtomicUsize>,
}

impl Actor for Burst {
    type Message = u64;

    fn handle(&mut self, count: u64, ctx: &mut Context<'_, Self>) {
        self.handled.fetch_add(1, Ordering::SeqCst);
        for _ in 0..count {
            for to in &self.to {
                let _ = ctx.send_bounded(to, (self.number, self.next)).expect("they live");
            }
            self.next += 1;
        }
    }
}

/// Checks that what comes from each sender comes in order, and looks at the length of its mailbox.
struct Ordered {
    next: Vec<u64>,
    longest: Arc<AtomicUsize>,
    me: Option<Address<(usize, u64)>>,
    own: Receiver<Address<(usize, u64)>>,
    done: Arc<AtomicU64>,
    pace: Random,
}

impl Actor for Ordered {
    type Message = (usize, u64);

    fn handle(&mut self, (sender, number): (usize, u64), _: &mut Context<'_, Self>) {
        assert_eq!(self.next[sender], number, "from {sender}");
        self.next[sender] += 1;
        let me = self.me.get_or_insert_with(|| self.own.recv().expect("the test sends it"));
        self.longest.fetch_max(waiting(me), Ordering::SeqCst);
        self.done.fetch_add(1, Ordering::SeqCst);
        if self.pace.below(64) == 0 {
            thread::yield_now();
        }
        if self.pace.below(2048) == 0 {
            thread::sleep(Duration::from_millis(4)); // long enough to lose the worker
        }
    }
}

/// Actors and threads all send to all of a few receivers: in order, and never more than the capacity.
#[test]
fn order_holds_under_back_pressure() {
    const SENDERS: usize = 6;
    const ROUNDS: u64 = if cfg!(miri) { 3 } else { 100 };
    const BURST: u64 = 5;
    for (threads, capacity) in [(1, 1), (2, 1), (2, 7), (3, 3), (4, 64)] {
        let system = system(threads);
        let done = Arc::new(AtomicU64::new(0));
        let longest = Arc::new(AtomicUsize::new(0));
        let receivers: Vec<_> = (0..3)
            .map(|seed| {
                let (give, own) = channel();
                let receiver = Ordered {
                    next: vec![0; SENDERS + 1],
                    longest: Arc::clone(&longest),
                    me: None,
                    own,
                    done: Arc::clone(&done),
                    pace: Random::new(seed),
                };
                let address = system.spawn_bounded(receiver, SpawnOptions::new(), bound(capacity, Overflow::Await));
                give.send(address).expect("it listens");
                address
            })
            .collect();
        let handled = Arc::new(AtomicUsize::new(0));
        let senders: Vec<_> = (0..SENDERS)
            .map(|number| system.spawn(Burst { to: receivers.clone(), number, next: 0, handled: Arc::clone(&handled) }))
            .collect();
        for _ in 0..ROUNDS {
            for sender in &senders {
                sender.send(BURST);
            }
        }
        for number in 0..ROUNDS {
            for receiver in &receivers {
                receiver.send_bounded((SENDERS, number)).expect("it lives");
            }
        }
        let all = 3 * ROUNDS * (SENDERS as u64 * BURST + 1);
        eventually("everything is handled", || done.load(Ordering::SeqCst) == all || system.counters().panics() > 0);
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{report}");
        assert_eq!(report.counters().panics(), 0);
        assert_eq!(handled.load(Ordering::SeqCst), SENDERS * ROUNDS as usize);
        // Each sender is held back when the handler that has sent past the bound has ended.
        let most = capacity + SENDERS * BURST as usize;
        assert!(longest.load(Ordering::SeqCst) <= most, "{} of {most}", longest.load(Ordering::SeqCst));
    }
}

/// Sends its messages on into a bounded mailbox, and counts what it handles.
struct Source(Address<u64>, Arc<AtomicUsize>);

impl Source {
    fn spawn(system: &System, to: &GatedEnds) -> (Address<u64>, Arc<AtomicUsize>) {
        let handled = Arc::new(AtomicUsize::new(0));
        (system.spawn(Self(to.address, Arc::clone(&handled))), handled)
    }
}

impl Actor for Source {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        self.1.fetch_add(1, Ordering::SeqCst);
        let _ = ctx.send_bounded(&self.0, number).expect("it lives");
    }
}

#[test]
fn an_actor_that_waits_handles_nothing_else() {
    let system = system(2);
    let gated = GatedEnds::spawn(&system, bound(1, Overflow::Await));
    let (source, handled) = Source::spawn(&system, &gated);
    for number in 0..10 {
        source.send(number);
    }
    assert_eq!(gated.handling(), 0);
    eventually("the source waits", || handled.load(Ordering::SeqCst) == 3);
    thread::sleep(Duration::from_millis(10));
    assert_eq!(handled.load(Ordering::SeqCst), 3, "one is handled, one in the mailbox, one waits");
    for next in 1..10 {
        gated.go.send(()).expect("it listens");
        assert_eq!(gated.handling(), next);
        let expected = (next as usize + 3).min(10);
        eventually("the source goes on", || handled.load(Ordering::SeqCst) == expected);
    }
    drop(gated.go);
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Sends itself the number of what is left, and something to another actor with every one.
struct Steady {
    to: Address<usize>,
    number: usize,
    most: Arc<AtomicU64>,
    sent: Arc<AtomicU64>,
}

impl Actor for Steady {
    type Message = u64;

    fn handle(&mut self, left: u64, ctx: &mut Context<'_, Self>) {
        let sent = self.sent.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(sent, Ordering::SeqCst);
        let _ = ctx.send_bounded(&self.to, self.number).expect("it lives");
        if left > 1 {
            let me = ctx.address();
            ctx.send(&me, left - 1);
        }
    }
}

/// Actors, which are suspended, and threads and futures, whose messages wait, share a mailbox: all get their messages in, whichever thread runs
/// where, and no actor sends on beyond the capacity.
#[test]
fn actors_and_threads_share_a_mailbox() {
    const EACH: u64 = if cfg!(miri) { 5 } else { 400 };
    const ACTORS: usize = 3;
    struct Count(Vec<u64>, Arc<AtomicU64>, Arc<AtomicU64>);
    impl Actor for Count {
        type Message = usize;
        fn handle(&mut self, from: usize, _: &mut Context<'_, Self>) {
            self.0[from] += 1;
            if from < ACTORS {
                self.1.fetch_sub(1, Ordering::SeqCst);
            }
            self.2.fetch_add(1, Ordering::SeqCst);
        }
    }
    for (threads, capacity) in [(1, 1), (2, 1), (2, 2), (2, 5), (3, 64)] {
        let system = system(threads);
        let (sent, most, handled) = <(Arc<AtomicU64>, Arc<AtomicU64>, Arc<AtomicU64>)>::default();
        let count = Count(vec![0; ACTORS + 3], Arc::clone(&sent), Arc::clone(&handled));
        let address = system.spawn_bounded(count, SpawnOptions::new(), bound(capacity, Overflow::Await));
        for number in 0..ACTORS {
            let (to, most, sent) = (address, Arc::clone(&most), Arc::clone(&sent));
            let options = SpawnOptions::new().on_worker(number % threads);
            system.spawn_with(Steady { to, number, most, sent }, options).send(EACH);
        }
        thread::scope(|scope| {
            for number in ACTORS..ACTORS + 3 {
                let address = &address;
                scope.spawn(move || {
                    for _ in 0..EACH {
                        address.send_bounded(number).expect("it lives");
                    }
                });
            }
        });
        let all = EACH * (ACTORS as u64 + 3);
        eventually("everything is handled", || handled.load(Ordering::SeqCst) == all);
        // Those in the mailbox, one more of each actor, and one whose permit is given back, but is not counted as handled.
        assert!(most.load(Ordering::SeqCst) <= (capacity + ACTORS + 1) as u64, "{most:?} of {capacity}");
        eventually("nothing is left", || waiting(&address) == 0);
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

/// Two stages and a sink, all with small mailboxes: every mode holds the senders back, and lets them go on.
#[test]
fn every_mode_holds_senders_back() {
    const COUNT: u64 = if cfg!(miri) { 10 } else { 300 };
    struct Stage(Address<u64>);
    impl Actor for Stage {
        type Message = u64;
        fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
            let _ = ctx.send_bounded(&self.0, number).expect("it lives");
        }
    }
    struct Sink(Sender<u64>, Option<Address<u64>>, Receiver<Address<u64>>);
    impl Actor for Sink {
        type Message = u64;
        fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
            let me = self.1.get_or_insert_with(|| self.2.recv().expect("the test sends it"));
            assert!(waiting(me) <= 4);
            self.0.send(number).expect("the test listens");
        }
    }
    for mode in [Mode::Pool, Mode::Thread, Mode::Synchronous] {
        let system = System::builder().threads(2).mode(mode).build().expect("threads");
        let ((sender, receiver), (give, own)) = (channel(), channel());
        let spawn = |to| system.spawn_bounded(Stage(to), SpawnOptions::new(), bound(3, Overflow::Await));
        let sink = system.spawn_bounded(Sink(sender, None, own), SpawnOptions::new(), bound(4, Overflow::Await));
        give.send(sink).expect("it listens");
        let first = system.spawn(Stage(spawn(spawn(sink))));
        (0..COUNT).for_each(|number| first.send(number));
        let seen: Vec<u64> = (0..COUNT).map(|_| receiver.recv_timeout(PATIENCE).expect("it arrives")).collect();
        assert_eq!(seen, (0..COUNT).collect::<Vec<_>>(), "{mode:?}");
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

/// A sender that the receiver has held back goes on when half of the mailbox is free, not before; a thread goes on when there is capacity.
#[test]
fn an_actor_goes_on_when_half_is_free_and_a_thread_when_there_is_capacity() {
    let system = system(2);
    let gated = GatedEnds::busy(&system, bound(8, Overflow::Await));
    let (source, handled) = Source::spawn(&system, &gated);
    (1..=20).for_each(|number| source.send(number));
    eventually("the source waits", || handled.load(Ordering::SeqCst) == 9);
    for next in 1..=4 {
        gated.go.send(()).expect("it listens");
        assert_eq!(gated.handling(), next);
    }
    thread::sleep(Duration::from_millis(10));
    assert_eq!((handled.load(Ordering::SeqCst), gated.mailbox.len()), (9, 5), "capacity for three");
    // A thread does not wait where there is capacity, nor does one that waits before it.
    assert_eq!(gated.address.send_timeout(PATIENCE, 100), Ok(()));
    eventually("the source waits again", || handled.load(Ordering::SeqCst) == 12);
    assert_eq!(gated.mailbox.len(), 9, "one past the bound, for which the source waits");
    drop(gated.go);
    let rest: Vec<u64> = (0..17).map(|_| gated.taken.recv_timeout(PATIENCE).expect("accepted")).collect();
    assert_eq!(rest.iter().copied().filter(|number| *number != 100).collect::<Vec<_>>(), (5..=20).collect::<Vec<_>>());
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// A handler that sends many messages is held back when it has ended, and not before: what lies in the mailbox meanwhile is shown.
#[test]
fn the_length_shows_what_a_handler_has_sent_past_the_bound() {
    struct Sink;
    impl Actor for Sink {
        type Message = u32;
        fn handle(&mut self, _: u32, _: &mut Context<'_, Self>) {}
    }
    struct Source(Address<u32>);
    impl Actor for Source {
        type Message = u32;
        fn handle(&mut self, count: u32, ctx: &mut Context<'_, Self>) {
            for number in 0..count {
                let sent = ctx.send_bounded(&self.0, number).expect("it lives");
                assert_eq!(sent == Sent::PastBound, number >= 4, "{number}");
            }
            assert_eq!((waiting(&self.0), 4), (count as usize, 4));
        }
    }
    let simulation = Simulation::new(1);
    let sink = simulation.spawn_bounded(Sink, SpawnOptions::new(), Bound::new(4, Overflow::Await));
    simulation.spawn(Source(sink)).send(400);
    simulation.run_until_idle();
    assert_eq!((waiting(&sink), simulation.counters().handled(), simulation.counters().panics()), (0, 401, 0));
}
