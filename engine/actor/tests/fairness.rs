//! No actor waits for longer than the bound, and a long handler holds up its own actor only.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, SpawnOptions};
use common::{PATIENCE, compute, eventually, system};

/// Sends itself a message for each it handles.
struct Greedy(Arc<AtomicUsize>);

impl Actor for Greedy {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
        let me = ctx.address();
        ctx.send(&me, ());
    }
}

struct Modest(Arc<AtomicUsize>);

impl Actor for Modest {
    type Message = Reply<usize>;

    fn handle(&mut self, reply: Reply<usize>, _: &mut Context<'_, Self>) {
        reply.send(self.0.load(Ordering::Relaxed));
    }
}

/// Lets loose a greedy actor, then asks a modest one: how often has the greedy one had its turn by then?
struct Starter {
    greedy: Address<()>,
    modest: Address<Reply<usize>>,
}

impl Actor for Starter {
    type Message = Reply<usize>;

    fn handle(&mut self, reply: Reply<usize>, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.greedy, ());
        ctx.send(&self.modest, reply);
    }
}

#[test]
fn messages_are_handled_in_the_order_of_sending_whichever_actor_gets_them() {
    let system = system(1);
    let turns = Arc::new(AtomicUsize::new(0));
    let greedy = system.spawn(Greedy(Arc::clone(&turns)));
    let modest = system.spawn(Modest(turns));
    let starter = system.spawn(Starter { greedy, modest });
    let turns = starter.ask(PATIENCE, |reply| reply).expect("an answer");
    assert!(turns <= 1, "{turns} messages before the other's turn");
}

#[test]
fn busy_workers_listen_to_the_outside() {
    for threads in [1, 2] {
        let system = system(threads);
        let turns = Arc::new(AtomicUsize::new(0));
        for _ in 0..200 {
            system.spawn(Greedy(Arc::clone(&turns))).send(());
        }
        for _ in 0..100 {
            let modest = system.spawn(Modest(Arc::clone(&turns)));
            assert!(modest.ask(PATIENCE, |reply| reply).is_ok());
        }
    }
}

struct Signal(Arc<AtomicUsize>);

impl Actor for Signal {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// Sends, so that the receivers wait in its own worker's queue, and then computes until they have run elsewhere.
struct Hog {
    receivers: Vec<Address<()>>,
    signals: Arc<AtomicUsize>,
}

impl Actor for Hog {
    type Message = Reply<bool>;

    fn handle(&mut self, reply: Reply<bool>, ctx: &mut Context<'_, Self>) {
        for receiver in &self.receivers {
            ctx.send(receiver, ());
        }
        let deadline = Instant::now() + PATIENCE;
        while self.signals.load(Ordering::Acquire) < self.receivers.len() && Instant::now() < deadline {
            thread::yield_now();
        }
        reply.send(self.signals.load(Ordering::Acquire) == self.receivers.len());
    }
}

#[test]
fn a_long_handler_does_not_hold_up_those_behind_it() {
    // One receiver behind it is the hard case: a queue of one is nothing that a worker calls for help with.
    for receivers in [1, 2, 100] {
        for threads in [2, 3] {
            let system = system(threads);
            let signals = Arc::new(AtomicUsize::new(0));
            let receivers: Vec<_> = (0..receivers).map(|_| system.spawn(Signal(Arc::clone(&signals)))).collect();
            let hog = system.spawn(Hog { receivers, signals });
            assert_eq!(hog.ask(PATIENCE * 2, |reply| reply), Ok(true), "the other threads ran the receivers");
        }
    }
}

/// Sends until one of its messages has been handled.
struct Chatty {
    receiver: Address<()>,
    signals: Arc<AtomicUsize>,
}

impl Actor for Chatty {
    type Message = Reply<bool>;

    fn handle(&mut self, reply: Reply<bool>, ctx: &mut Context<'_, Self>) {
        let deadline = Instant::now() + PATIENCE;
        while self.signals.load(Ordering::Acquire) == 0 && Instant::now() < deadline {
            ctx.send(&self.receiver, ());
        }
        reply.send(self.signals.load(Ordering::Acquire) > 0);
    }
}

#[test]
fn a_long_handler_that_is_with_its_worker_most_of_the_time_loses_it_too() {
    let system = system(1);
    let signals = Arc::new(AtomicUsize::new(0));
    let receiver = system.spawn(Signal(Arc::clone(&signals)));
    let chatty = system.spawn(Chatty { receiver, signals });
    assert_eq!(chatty.ask(PATIENCE * 2, |reply| reply), Ok(true), "another thread ran the receiver");
}

#[test]
fn handlers_run_in_parallel() {
    /// Waits until its twin is running too.
    struct Twin {
        here: Arc<AtomicBool>,
        there: Arc<AtomicBool>,
    }
    impl Actor for Twin {
        type Message = Reply<bool>;

        fn handle(&mut self, reply: Reply<bool>, _: &mut Context<'_, Self>) {
            self.here.store(true, Ordering::Release);
            let deadline = Instant::now() + PATIENCE;
            while !self.there.load(Ordering::Acquire) && Instant::now() < deadline {
                thread::yield_now();
            }
            reply.send(self.there.load(Ordering::Acquire));
        }
    }
    let system = system(2);
    let (a, b) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let first = system.spawn(Twin { here: Arc::clone(&a), there: Arc::clone(&b) });
    let second = system.spawn(Twin { here: b, there: a });
    thread::scope(|scope| {
        let asking = scope.spawn(|| first.ask(PATIENCE * 2, |reply| reply));
        assert_eq!(second.ask(PATIENCE * 2, |reply| reply), Ok(true));
        assert_eq!(asking.join().expect("no panic"), Ok(true));
    });
}

/// Notes that it has been notified.
struct Notified(Arc<AtomicBool>);

impl Actor for Notified {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        self.0.store(true, Ordering::Release);
    }
}

/// Has its handler last until the other has been notified, or for too long.
struct Watching(Arc<AtomicBool>);

impl Actor for Watching {
    type Message = Reply<bool>;

    fn handle(&mut self, reply: Reply<bool>, _: &mut Context<'_, Self>) {
        let begun = Instant::now();
        while !self.0.load(Ordering::Acquire) && begun.elapsed() < PATIENCE / 2 {
            std::hint::spin_loop();
        }
        reply.send(self.0.load(Ordering::Acquire));
    }
}

/// There is no processor to spare then, and those behind have to wait for longer; but not for ever.
#[test]
fn long_handlers_on_all_processors_do_not_hold_up_those_behind_them() {
    let workers = thread::available_parallelism().map_or(1, usize::from) + 1;
    let system = system(workers);
    let on = |worker| {
        let was_notified = Arc::new(AtomicBool::new(false));
        let notified = system.spawn_with(Notified(Arc::clone(&was_notified)), SpawnOptions::new().on_worker(worker));
        (notified, system.spawn_with(Watching(was_notified), SpawnOptions::new().on_worker(worker)))
    };
    let pairs: Vec<_> = (0..workers).map(on).collect();
    thread::scope(|scope| {
        let ask = |(_, watching): &(_, Address<Reply<bool>>)| {
            let watching = *watching;
            scope.spawn(move || watching.ask(PATIENCE, |reply| reply))
        };
        let asking: Vec<_> = pairs.iter().map(ask).collect();
        thread::sleep(Duration::from_millis(20));
        pairs.iter().for_each(|(notified, _)| notified.send(()));
        for asking in asking {
            assert_eq!(asking.join().expect("no panic"), Ok(true), "notified while the handlers ran");
        }
    });
}

/// Sends to an actor of another worker, and then to one of its own.
struct Both {
    far: Address<()>,
    near: Address<Reply<bool>>,
}

impl Actor for Both {
    type Message = Reply<bool>;

    fn handle(&mut self, reply: Reply<bool>, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.far, ());
        ctx.send(&self.near, reply);
    }
}

/// Messages for other workers are sent in bunches; a handler that takes long must not make the bunch wait.
#[test]
fn what_was_sent_to_another_worker_does_not_wait_for_a_long_handler() {
    let system = system(2);
    let notified = Arc::new(AtomicBool::new(false));
    let far = system.spawn_with(Notified(Arc::clone(&notified)), SpawnOptions::new().on_worker(1));
    let near = system.spawn_with(Watching(notified), SpawnOptions::new().on_worker(0));
    let both = system.spawn_with(Both { far, near }, SpawnOptions::new().on_worker(0));
    assert!(both.ask(PATIENCE, |reply| reply).expect("an answer"), "notified while the handler ran");
}

/// Computes for a moment.
struct Computes;

impl Actor for Computes {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        compute(Duration::from_micros(100));
    }
}

/// Work that comes to one worker is done by all.
#[test]
fn workers_without_work_take_some() {
    let system = system(4);
    let actors: Vec<_> = (0..64).map(|_| system.spawn(Computes)).collect();
    let have_worked = || {
        actors.iter().for_each(|actor| actor.send(()));
        system.snapshot_within(PATIENCE, 0).workers().iter().filter(|worker| worker.handled() > 0).count()
    };
    eventually("all four have worked", || have_worked() == 4);
}
