//! A simulation does the same for the same seed, and for different seeds what may happen differently.

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, ExitReason, OnPanic, Reply, Simulation, SpawnOptions, Terminated};
use common::{Random, quiet_injected_panics};

const SECOND: Duration = Duration::from_secs(1);

#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    fn write(&self, what: impl Into<String>) {
        self.0.lock().expect("no panic").push(what.into());
    }

    fn read(&self) -> Vec<String> {
        self.0.lock().expect("no panic").clone()
    }
}

/// Passes messages on at random, sets timers, spawns others, and writes down what happens.
struct Walker {
    name: String,
    friends: Vec<Address<ToWalker>>,
    random: Random,
    diary: Diary,
}

enum ToWalker {
    Meet(Vec<Address<ToWalker>>),
    Walk(u32),
    Gone(Terminated),
}

impl Actor for Walker {
    type Message = ToWalker;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        self.diary.write(format!("{} starts", self.name));
    }

    fn handle(&mut self, message: ToWalker, ctx: &mut Context<'_, Self>) {
        match message {
            ToWalker::Meet(friends) => self.friends = friends,
            ToWalker::Gone(who) => self.diary.write(format!("{}: one {}", self.name, who.reason())),
            ToWalker::Walk(left) => {
                self.diary.write(format!("{}: {left}", self.name));
                if left == 0 || self.friends.is_empty() {
                    return;
                }
                let friend = self.friends[self.random.below(self.friends.len() as u64) as usize];
                match self.random.below(6) {
                    0 => drop(ctx.send_after(Duration::from_millis(left.into()), &friend, ToWalker::Walk(left - 1))),
                    1 => {
                        let name = format!("{}.{left}", self.name);
                        let random = Random::new(self.random.below(1_000));
                        let child = Walker { name, friends: self.friends.clone(), random, diary: self.diary.clone() };
                        let child = ctx.spawn(child);
                        ctx.monitor(&child, ToWalker::Gone);
                        ctx.send(&child, ToWalker::Walk(left - 1));
                        child.stop();
                    }
                    2 => {
                        ctx.monitor(&friend, ToWalker::Gone);
                        ctx.send(&friend, ToWalker::Walk(left - 1));
                        ctx.send(&friend, ToWalker::Walk(left / 2));
                    }
                    _ => ctx.send(&friend, ToWalker::Walk(left - 1)),
                }
            }
        }
    }
}

fn walk(seed: u64, panics: u64) -> (Vec<String>, Duration) {
    let simulation = Simulation::new(seed);
    let diary = Diary::default();
    let walkers: Vec<_> = (0..5)
        .map(|number| {
            let name = number.to_string();
            let walker = Walker { name, friends: Vec::new(), random: Random::new(number), diary: diary.clone() };
            simulation.spawn(walker)
        })
        .collect();
    for walker in &walkers {
        walker.send(ToWalker::Meet(walkers.clone()));
    }
    simulation.run_until_idle();
    simulation.inject_panics(panics);
    for walker in &walkers {
        walker.send(ToWalker::Walk(12));
    }
    simulation.advance(SECOND);
    let counters = simulation.counters();
    diary.write(format!("{counters:?}"));
    let elapsed = simulation.elapsed();
    let report = simulation.shutdown(SECOND);
    assert!(report.is_clean(), "{report}");
    (diary.read(), elapsed)
}

#[test]
fn the_same_seed_the_same_steps() {
    let runs: Vec<_> = (0..20).map(|seed| walk(seed, 0)).collect();
    for (seed, run) in (0..20).zip(&runs) {
        assert_eq!(run, &walk(seed, 0), "seed {seed}");
        assert_eq!(run.1, SECOND);
        assert!(run.0.len() > 60);
    }
    let mut different = runs.clone();
    different.sort();
    different.dedup();
    assert!(different.len() > 15, "{} different runs of 20", different.len());
}

#[test]
fn injected_panics_are_part_of_it() {
    let runs: Vec<_> = (0..10).map(|seed| walk(seed, 20)).collect();
    for (seed, run) in (0..10).zip(&runs) {
        assert_eq!(run, &walk(seed, 20), "seed {seed}");
    }
    let panicked = runs.iter().filter(|(diary, _)| !diary.last().is_some_and(|last| last.contains("panics: 0,")));
    assert!(panicked.count() >= 3, "some of them panic");
}

/// Counts what it gets from each sender, in order.
struct Listener(Vec<u64>);

enum ToListener {
    Numbered(usize, u64),
    Report(Reply<Vec<u64>>),
}

impl Actor for Listener {
    type Message = ToListener;

    fn handle(&mut self, message: ToListener, _: &mut Context<'_, Self>) {
        match message {
            ToListener::Numbered(sender, number) => {
                assert_eq!(number, self.0[sender] + 1, "the order of a pair");
                self.0[sender] = number;
            }
            ToListener::Report(reply) => reply.send(self.0.clone()),
        }
    }
}

/// Sends the listener some, each on request.
struct Talker {
    number: usize,
    sent: u64,
    listener: Address<ToListener>,
}

impl Actor for Talker {
    type Message = u64;

    fn handle(&mut self, left: u64, ctx: &mut Context<'_, Self>) {
        for _ in 0..2 {
            self.sent += 1;
            ctx.send(&self.listener, ToListener::Numbered(self.number, self.sent));
        }
        if left > 0 {
            let me = ctx.address();
            ctx.send(&me, left - 1);
        }
    }
}

#[test]
fn the_order_of_a_pair_is_kept_whatever_the_seed() {
    for seed in 0..50 {
        let simulation = Simulation::new(seed);
        let listener = simulation.spawn(Listener(vec![0; 3]));
        for number in 0..3 {
            simulation.spawn(Talker { number, sent: 0, listener }).send(9);
        }
        simulation.run_until_idle();
        assert_eq!(listener.ask(SECOND, ToListener::Report), Ok(vec![20; 3]), "seed {seed}");
        assert_eq!(simulation.counters().panics(), 0, "seed {seed}");
    }
}

/// A cache in front of a store, with a mistake that only some interleavings show: what it reads from the store may be older than
/// the messages that it got meanwhile.
struct Cache {
    store: Address<ToStore>,
    value: Option<u32>,
    asking: Vec<Reply<u32>>,
}

enum ToCache {
    Put(u32),
    Get(Reply<u32>),
    Loaded(u32),
}

impl Actor for Cache {
    type Message = ToCache;

    fn handle(&mut self, message: ToCache, ctx: &mut Context<'_, Self>) {
        match (message, self.value) {
            (ToCache::Put(value), _) => {
                self.value = Some(value);
                ctx.send(&self.store, ToStore::Put(value));
            }
            (ToCache::Get(reply), Some(value)) => reply.send(value),
            (ToCache::Get(reply), None) => {
                self.asking.push(reply);
                let store = self.store;
                ctx.ask(&store, SECOND, ToStore::Get, |value| ToCache::Loaded(value.unwrap_or_default()));
            }
            (ToCache::Loaded(value), _) => {
                self.value = Some(value); // the mistake: there may be a newer one
                self.asking.drain(..).for_each(|reply| reply.send(value));
            }
        }
    }
}

struct Store(u32);

enum ToStore {
    Put(u32),
    Get(Reply<u32>),
}

impl Actor for Store {
    type Message = ToStore;

    fn handle(&mut self, message: ToStore, _: &mut Context<'_, Self>) {
        match message {
            ToStore::Put(value) => self.0 = value,
            ToStore::Get(reply) => reply.send(self.0),
        }
    }
}

/// Runs a list of messages.
struct Client(Address<ToCache>);

impl Actor for Client {
    type Message = ToCache;

    fn handle(&mut self, message: ToCache, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.0, message);
    }
}

fn cache_keeps_what_was_put(simulation: &Simulation) {
    let store = simulation.spawn(Store(1));
    let cache = simulation.spawn(Cache { store, value: None, asking: Vec::new() });
    let (reader, writer) = (simulation.spawn(Client(cache)), simulation.spawn(Client(cache)));
    reader.send(ToCache::Get(Reply::ignored()));
    writer.send(ToCache::Put(2));
    simulation.run_until_idle();
    assert_eq!(cache.ask(SECOND, ToCache::Get), Ok(2), "what was put last");
}

#[test]
fn a_bug_of_order_is_found_and_found_again() {
    quiet_injected_panics();
    let failure = std::thread::Builder::new()
        .spawn(|| Simulation::explore(0..200, cache_keeps_what_was_put).expect_err("some seed shows the mistake"))
        .expect("a thread")
        .join()
        .expect("no panic");
    assert!(failure.reason().contains("what was put last"), "{failure}");
    for _ in 0..3 {
        assert_eq!(Simulation::explore([failure.seed()], cache_keeps_what_was_put), Err(failure.clone()));
    }
    let right = (0..200).find(|&seed| Simulation::explore([seed], cache_keeps_what_was_put).is_ok());
    assert!(right.is_some(), "and others do not show it");
}

#[test]
fn time_passes_on_request() {
    struct Clock(u32);
    impl Actor for Clock {
        type Message = Option<Reply<u32>>;

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            let me = ctx.address();
            ctx.send_after(Duration::from_secs(60), &me, None);
        }

        fn handle(&mut self, message: Option<Reply<u32>>, ctx: &mut Context<'_, Self>) {
            match message {
                Some(reply) => reply.send(self.0),
                None => {
                    self.0 += 1;
                    self.started(ctx);
                }
            }
        }
    }
    let simulation = Simulation::new(1);
    let clock = simulation.spawn(Clock(0));
    simulation.run_until_idle();
    simulation.advance(Duration::from_secs(59));
    assert_eq!(clock.ask(SECOND, Some), Ok(0));
    simulation.advance(Duration::from_secs(1));
    assert_eq!(clock.ask(SECOND, Some), Ok(1));
    simulation.advance(Duration::from_secs(24 * 60 * 60));
    assert_eq!(clock.ask(SECOND, Some), Ok(1 + 24 * 60));
    assert_eq!(simulation.elapsed(), Duration::from_secs(60 + 24 * 60 * 60));
}

#[test]
fn asking_drives() {
    /// Keeps replies and does not answer.
    struct Silent(Vec<Reply<()>>);
    impl Actor for Silent {
        type Message = Reply<()>;

        fn handle(&mut self, reply: Reply<()>, ctx: &mut Context<'_, Self>) {
            self.0.push(reply);
            if self.0.len() == 2 {
                ctx.stop();
            }
        }
    }
    let simulation = Simulation::new(3);
    let silent = simulation.spawn(Silent(Vec::new()));
    assert_eq!(silent.ask(Duration::from_secs(3_600), |reply| reply), Err(AskError::Timeout));
    assert_eq!(simulation.elapsed(), Duration::from_secs(3_600), "an hour of its own time");
    assert_eq!(silent.ask(SECOND, |reply| reply), Err(AskError::NoReply), "it has stopped");
    assert_eq!(silent.wait(SECOND), Ok(ExitReason::Normal));
}

#[test]
fn failures_restarts_and_kills() {
    struct Fragile;
    impl Actor for Fragile {
        type Message = Option<Reply<()>>;

        fn handle(&mut self, message: Option<Reply<()>>, _: &mut Context<'_, Self>) {
            match message {
                Some(reply) => reply.send(()),
                None => panic!("injected: fragile"),
            }
        }
    }
    quiet_injected_panics();
    for seed in 0..10 {
        let simulation = Simulation::new(seed);
        let restarts = SpawnOptions::new().on_panic(OnPanic::restart(|| Fragile));
        let (one, other) = (simulation.spawn_with(Fragile, restarts), simulation.spawn(Fragile));
        one.send(None);
        other.send(None);
        assert_eq!(one.ask(SECOND, Some), Ok(()));
        assert_eq!(other.wait(SECOND), Ok(ExitReason::Panicked("injected: fragile".into())));
        one.kill();
        assert_eq!(one.wait(SECOND), Ok(ExitReason::Killed));
        assert_eq!((simulation.counters().panics(), simulation.counters().restarts()), (2, 1));
        assert!(simulation.shutdown(SECOND).is_clean());
    }
}

#[test]
fn nothing_outlives_it() {
    struct Keeper {
        _token: Arc<()>,
    }
    impl Actor for Keeper {
        type Message = Arc<()>;

        fn handle(&mut self, other: Arc<()>, ctx: &mut Context<'_, Self>) {
            ctx.spawn(Keeper { _token: other });
        }
    }
    let token = Arc::new(());
    for steps in 0..30 {
        let simulation = Simulation::new(steps);
        let keepers: Vec<_> = (0..5).map(|_| simulation.spawn(Keeper { _token: Arc::clone(&token) })).collect();
        keepers.iter().for_each(|keeper| keeper.send(Arc::clone(&token)));
        for _ in 0..steps {
            simulation.step();
        }
        drop(simulation);
        assert_eq!(Arc::strong_count(&token), 1, "after {steps} steps");
        keepers[0].send(Arc::clone(&token));
        assert_eq!(Arc::strong_count(&token), 1);
    }
}

#[test]
fn a_shutdown_ends_actors_that_never_rest() {
    struct Restless;
    impl Actor for Restless {
        type Message = ();

        fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
            let me = ctx.address();
            ctx.send(&me, ());
        }
    }
    let simulation = Simulation::new(9);
    let restless = simulation.spawn(Restless);
    restless.send(());
    let report = simulation.shutdown(Duration::from_millis(50));
    assert_eq!(report.counters().live(), 0, "{report}");
}
