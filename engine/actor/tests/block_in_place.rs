//! Handlers that announce that they block hand their worker off at once.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use agon_actor::{
    Actor, Address, Async, AsyncActor, AsyncContext, Context, ExitReason, Mode, OnPanic, Reply, Simulation,
    SpawnOptions, System,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// How often what takes Miri long is repeated.
const TIMES: usize = if cfg!(miri) { 3 } else { 100 };

/// Does with a number what a test wants.
struct Does(Handler);

type Handler = Box<dyn FnMut(u64, &mut Context<'_, Does>) + Send>;

impl Does {
    fn new(does: impl FnMut(u64, &mut Context<'_, Self>) + Send + 'static) -> Self {
        Self(Box::new(does))
    }
}

impl Actor for Does {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        (self.0)(number, ctx);
    }
}

fn spawn(system: &System, does: impl FnMut(u64, &mut Context<'_, Does>) + Send + 'static) -> Address<u64> {
    system.spawn(Does::new(does))
}

/// After a test has failed the receiver is gone.
fn ignore<E>(_: Result<(), E>) {}

fn handoffs(system: &Weak<System>) -> u64 {
    system.upgrade().expect("the test keeps it").migration_stats().1
}

/// Asks another actor of the same worker to let it go on, and waits for that: so the other one waits while this one begins to block.
fn waits_for(other: Address<u64>, go: &Receiver<u64>, ctx: &mut Context<'_, Does>) -> u64 {
    ctx.send(&other, 1);
    ctx.block_in_place(|| go.recv_timeout(PATIENCE).expect("the other one runs"))
}

fn passes_on(system: &System) -> (Address<u64>, Receiver<u64>) {
    let (sender, receiver) = channel();
    (spawn(system, move |number, _| ignore(sender.send(number))), receiver)
}

#[test]
fn a_waiting_actor_has_another_thread_before_the_code_runs() {
    let system = Arc::new(system(1));
    let seen = Arc::downgrade(&system);
    let (other, go) = passes_on(&system);
    let (sender, receiver) = channel();
    let blocks = spawn(&system, move |_, ctx| {
        ctx.send(&other, 1);
        let before = handoffs(&seen);
        let inside = ctx.block_in_place(|| {
            let inside = handoffs(&seen);
            go.recv_timeout(PATIENCE).expect("the other one runs");
            inside
        });
        let _ = sender.send((before, inside));
    });
    for _ in 0..TIMES {
        blocks.send(0);
        let (before, inside) = receiver.recv_timeout(PATIENCE).expect("it goes on");
        assert_eq!(inside, before + 1);
    }
}

#[test]
fn without_a_waiting_actor_the_worker_stays_until_there_is_one() {
    let system = Arc::new(system(1));
    let seen = Arc::downgrade(&system);
    let (other, go) = passes_on(&system);
    let (sender, receiver) = channel();
    let blocks = spawn(&system, move |_, ctx| {
        let before = handoffs(&seen);
        ctx.block_in_place(|| {
            let _ = sender.send((before, handoffs(&seen)));
            go.recv_timeout(PATIENCE).expect("the other one runs");
        });
        let _ = sender.send((before, handoffs(&seen)));
    });
    blocks.send(0);
    let (before, inside) = receiver.recv_timeout(PATIENCE).expect("it blocks");
    assert_eq!(inside, before, "nothing waits");
    other.send(1);
    let (before, after) = receiver.recv_timeout(PATIENCE).expect("it goes on");
    assert_eq!(after, before + 1, "something has waited");
}

#[test]
fn messages_keep_their_order() {
    const MESSAGES: u64 = 200;
    for workers in [1, 2] {
        let system = system(workers);
        let (sender, receiver) = channel();
        let actors: Vec<_> = (0..10)
            .map(|actor| {
                let sender = sender.clone();
                spawn(&system, move |number, ctx| {
                    ctx.block_in_place(|| ignore(sender.send((actor, number))));
                })
            })
            .collect();
        for number in 0..MESSAGES {
            actors.iter().for_each(|actor| actor.send(number));
        }
        let mut next = [0; 10];
        for _ in 0..10 * MESSAGES {
            let (actor, number): (usize, u64) = receiver.recv_timeout(PATIENCE).expect("each is handled");
            assert_eq!(number, next[actor], "actor {actor}");
            next[actor] += 1;
        }
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

#[test]
fn a_panic_inside_is_one_of_the_handler() {
    quiet_injected_panics();
    let system = system(1);
    let (other, go) = passes_on(&system);
    let (go, sender) = (Arc::new(Mutex::new(go)), Arc::new(AtomicUsize::new(0)));
    let handled = Arc::clone(&sender);
    let make = move || {
        let (go, handled) = (Arc::clone(&go), Arc::clone(&handled));
        Does::new(move |number: u64, ctx: &mut Context<'_, Does>| {
            if number == 1 {
                ctx.send(&other, 1); // the worker goes to another thread
            }
            if number < 2 {
                ctx.block_in_place(|| {
                    if number == 1 {
                        let go = go.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        go.recv_timeout(PATIENCE).expect("the other one runs");
                    }
                    panic!("injected");
                })
            }
            handled.fetch_add(1, Ordering::Relaxed);
        })
    };
    let first = make();
    let fragile = system.spawn_with(first, SpawnOptions::new().on_panic(OnPanic::restart(make)));
    (0..3).for_each(|number| fragile.send(number));
    eventually("the third message is handled", || sender.load(Ordering::Relaxed) == 1);
    let counters = system.counters();
    assert_eq!((counters.panics(), counters.restarts()), (2, 2));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn calls_may_be_nested() {
    let system = Arc::new(system(1));
    let seen = Arc::downgrade(&system);
    let (other, go) = passes_on(&system);
    let (sender, receiver) = channel();
    let asks = system.spawn(Async::new(Nested { other, go, seen, sender }));
    for _ in 0..10 {
        asks.send(());
        let (before, inside) = receiver.recv_timeout(PATIENCE).expect("it goes on");
        assert_eq!(inside, before + 1, "a worker is given up once");
    }
}

struct Nested {
    other: Address<u64>,
    go: Receiver<u64>,
    seen: Weak<System>,
    sender: Sender<(u64, u64)>,
}

impl AsyncActor for Nested {
    type Message = ();

    async fn handle(&mut self, (): (), ctx: &mut AsyncContext<Self>) {
        let (other, go, seen) = (self.other, &self.go, &self.seen);
        let counts = ctx.with(|ctx| {
            ctx.send(&other, 1);
            let before = handoffs(seen);
            let me = ctx.address();
            ctx.block_in_place(|| {
                assert_eq!(ctx.block_in_place(|| ctx.id()), me.id());
                ctx.block_in_place(|| go.recv_timeout(PATIENCE).expect("the other one runs"));
            });
            (before, handoffs(seen))
        });
        let nothing = ctx.block_in_place(|| 7);
        assert_eq!(nothing, 7);
        let _ = self.sender.send(counts);
    }
}

/// Twenty actors that block, each for all others.
#[test]
fn in_every_mode_all_get_on() {
    for mode in [Mode::Pool, Mode::Thread, Mode::Synchronous] {
        for workers in [1, 2] {
            let builder = System::builder().mode(mode);
            let builder = if mode == Mode::Thread { builder } else { builder.threads(workers) };
            let system = builder.build().expect("threads can be started");
            let inside = Arc::new(AtomicUsize::new(0));
            let (sender, receiver) = channel();
            let actors: Vec<_> = (0..20)
                .map(|_| {
                    let (sender, inside) = (sender.clone(), Arc::clone(&inside));
                    spawn(&system, move |number, ctx| {
                        inside.fetch_add(1, Ordering::SeqCst);
                        let all = || inside.load(Ordering::SeqCst) == 20;
                        ctx.block_in_place(|| eventually("all are inside", all));
                        let _ = sender.send(number);
                    })
                })
                .collect();
            actors.iter().for_each(|actor| actor.send(3));
            for _ in &actors {
                assert_eq!(receiver.recv_timeout(PATIENCE), Ok(3), "{mode:?}");
            }
            assert!(system.shutdown(PATIENCE).is_clean());
        }
    }
}

#[test]
fn a_simulation_runs_the_code_and_nothing_else() {
    let simulation = Simulation::new(1);
    let done = Arc::new(AtomicUsize::new(0));
    let actors: Vec<_> = (0..3)
        .map(|_| {
            let done = Arc::clone(&done);
            simulation.spawn(Does::new(move |number: u64, ctx: &mut Context<'_, Does>| {
                let doubled = ctx.block_in_place(|| 2 * number as usize);
                done.fetch_add(doubled, Ordering::Relaxed);
            }))
        })
        .collect();
    actors.iter().for_each(|actor| actor.send(5));
    simulation.run_until_idle();
    assert_eq!(done.load(Ordering::Relaxed), 30);
}

/// What was sent goes out all the same: otherwise the two would wait for each other for ever.
#[test]
fn without_handover_the_worker_stays() {
    let system = System::builder().threads(2).handover(false).build().expect("threads can be started");
    let (sender, go) = channel();
    let other = system.spawn_with(
        Does::new(move |number: u64, _: &mut Context<'_, Does>| ignore(sender.send(number))),
        SpawnOptions::new().on_worker(1),
    );
    let (sender, receiver) = channel();
    let blocks = system.spawn_with(
        Does::new(move |_: u64, ctx: &mut Context<'_, Does>| ignore(sender.send(waits_for(other, &go, ctx)))),
        SpawnOptions::new().on_worker(0),
    );
    for _ in 0..10 {
        blocks.send(0);
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(1));
    }
    assert_eq!(system.migration_stats().1, 0);
}

/// A handler that stops its actor, and one whose system ends while it blocks.
#[test]
fn an_actor_can_end_while_it_blocks() {
    let system = system(1);
    let (other, go) = passes_on(&system);
    let stops = spawn(&system, move |_, ctx| {
        ctx.stop();
        waits_for(other, &go, ctx);
    });
    stops.send(0);
    assert_eq!(stops.wait(PATIENCE), Ok(ExitReason::Normal));
    let (began, begins) = channel();
    let (open, opened) = channel::<()>();
    let stuck = spawn(&system, move |_, ctx| {
        let _ = began.send(());
        ctx.block_in_place(|| opened.recv().is_err());
    });
    stuck.send(0);
    begins.recv_timeout(PATIENCE).expect("it begins");
    let report = system.shutdown(Duration::from_millis(20));
    assert_eq!(report.stuck().len(), 1, "{report}");
    drop(open);
}

#[test]
fn an_ask_is_answered_after_it() {
    struct Answers;
    impl Actor for Answers {
        type Message = Reply<u64>;

        fn handle(&mut self, reply: Reply<u64>, ctx: &mut Context<'_, Self>) {
            reply.send(ctx.block_in_place(|| 42));
        }
    }
    let system = system(2);
    let answers: Vec<_> = (0..TIMES / 2).map(|_| system.spawn(Answers)).collect();
    for _ in 0..TIMES / 2 {
        answers.iter().for_each(|address| assert_eq!(address.ask(PATIENCE, |reply| reply), Ok(42)));
    }
}
