//! Slots of actors that have ended are used again, by any spawner, and wherever they ended: memory follows the most that lived at a time.

mod common;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use agon_actor::{Actor, Address, Context, ExitReason, Mode, Reply, SpawnOptions, System};
use common::{PATIENCE, eventually};

/// So many live at a time, at most.
const PEAK: usize = 50;

/// So many come and go, by so many at a time.
const LIVES: [(usize, usize); 2] = if cfg!(miri) { [(20, 1), (100, PEAK)] } else { [(20_000, 1), (100_000, PEAK)] };

/// Slots for so many workers: a small multiple of what lives at a time.
fn slot_limit(workers: usize) -> u64 {
    (4 * PEAK.next_multiple_of(32) * workers) as u64
}

/// Ends when it has been born. It is dropped when its slot is free again, and reports that.
struct Mayfly(Sender<()>);

impl Actor for Mayfly {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.stop();
    }

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

impl Drop for Mayfly {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

/// Spawns so many, where it is or on a worker.
struct Nest(Option<usize>);

impl Actor for Nest {
    type Message = (usize, Sender<()>);

    fn handle(&mut self, (count, ended): (usize, Sender<()>), ctx: &mut Context<'_, Self>) {
        for _ in 0..count {
            let mayfly = Mayfly(ended.clone());
            match self.0 {
                Some(worker) => ctx.spawn_with(mayfly, SpawnOptions::new().on_worker(worker)),
                None => ctx.spawn(mayfly),
            };
        }
    }
}

fn await_ends(ends: &Receiver<()>, count: usize) {
    for _ in 0..count {
        ends.recv_timeout(PATIENCE).expect("it ends");
    }
}

/// Has actors come and go; returns how many slots there are afterwards.
fn come_and_go(system: &System, spawn: impl Fn(&System, usize, &Sender<()>)) -> u64 {
    let (ended, ends) = channel();
    for (lives, at_a_time) in LIVES {
        for _ in 0..lives / at_a_time {
            spawn(system, at_a_time, &ended);
            await_ends(&ends, at_a_time);
        }
    }
    system.slots()
}

fn spawn_from_outside(system: &System, count: usize, ended: &Sender<()>) {
    for _ in 0..count {
        system.spawn(Mayfly(ended.clone()));
    }
}

fn spawn_on_worker_1(system: &System, count: usize, ended: &Sender<()>) {
    for _ in 0..count {
        system.spawn_with(Mayfly(ended.clone()), SpawnOptions::new().on_worker(1));
    }
}

fn spawn_by(nest: Address<(usize, Sender<()>)>) -> impl Fn(&System, usize, &Sender<()>) {
    move |_, count, ended| nest.send((count, ended.clone()))
}

fn build(mode: Mode, workers: usize, shuffled: bool) -> System {
    let builder = System::builder().mode(mode).threads(workers).stack_size(128 * 1024);
    let builder = if shuffled { builder.shuffle(workers as u64) } else { builder };
    builder.build().expect("threads can be started")
}

#[test]
fn of_actors_spawned_from_outside() {
    for (workers, shuffled) in [(1, false), (2, false), (2, true), (3, true)] {
        let slots = come_and_go(&build(Mode::Pool, workers, shuffled), spawn_from_outside);
        assert!(slots <= slot_limit(workers), "{workers} workers, shuffled {shuffled}: {slots} slots");
    }
}

#[test]
fn of_actors_on_a_worker() {
    for shuffled in [false, true] {
        let system = build(Mode::Pool, 2, shuffled);
        let slots = come_and_go(&system, spawn_on_worker_1);
        assert!(slots <= slot_limit(2), "shuffled {shuffled}: {slots} slots");
        let slots = come_and_go(&system, spawn_by(system.spawn(Nest(Some(1)))));
        assert!(slots <= slot_limit(2), "by a handler, shuffled {shuffled}: {slots} slots");
    }
}

#[test]
fn of_actors_spawned_by_handlers() {
    for (workers, shuffled) in [(1, false), (2, false), (2, true), (3, true)] {
        let system = build(Mode::Pool, workers, shuffled);
        let slots = come_and_go(&system, spawn_by(system.spawn(Nest(None))));
        assert!(slots <= slot_limit(workers), "{workers} workers, shuffled {shuffled}: {slots} slots");
    }
}

/// All ways at once, so that slots go from one to the other.
#[test]
fn of_actors_spawned_in_all_ways() {
    for shuffled in [false, true] {
        let system = build(Mode::Pool, 3, shuffled);
        let (here, there) = (spawn_by(system.spawn(Nest(None))), spawn_by(system.spawn(Nest(Some(1)))));
        let slots = come_and_go(&system, |system, count, ended| {
            spawn_from_outside(system, count / 4, ended);
            spawn_on_worker_1(system, count / 4, ended);
            there(system, count / 4, ended);
            here(system, count - 3 * (count / 4), ended);
        });
        assert!(slots <= slot_limit(3), "shuffled {shuffled}: {slots} slots");
    }
}

#[test]
fn of_actors_in_other_modes() {
    for (mode, rounds) in [(Mode::Synchronous, 2_000), (Mode::Thread, 200)] {
        let rounds = if cfg!(miri) { 3 } else { rounds };
        let system = build(mode, 2, false);
        let nest = spawn_by(system.spawn(Nest(None)));
        let (ended, ends) = channel();
        for _ in 0..rounds {
            spawn_from_outside(&system, PEAK / 2, &ended);
            nest(&system, PEAK / 2, &ended);
            await_ends(&ends, PEAK);
        }
        // In mode `thread` each actor has a worker, and each worker a chunk.
        let most = if mode == Mode::Thread { 2 * 32 * PEAK as u64 } else { slot_limit(2) };
        assert!(system.slots() <= most, "{mode}: {} slots", system.slots());
    }
}

/// Counts its messages.
struct Sleeper(Arc<AtomicU64>);

impl Actor for Sleeper {
    type Message = Option<Reply<()>>;

    fn handle(&mut self, message: Option<Reply<()>>, _: &mut Context<'_, Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
        message.into_iter().for_each(|reply| reply.send(()));
    }
}

#[test]
fn an_actor_in_a_used_slot_is_another() {
    let count = if cfg!(miri) { 20 } else { 1_000 };
    let system = build(Mode::Pool, 2, false);
    let handled = Arc::new(AtomicU64::new(0));
    let mut gone = Vec::new();
    for number in 0..count {
        let options = SpawnOptions::new();
        let options = if number % 2 == 0 { options } else { options.on_worker(1) };
        let sleeper = system.spawn_with(Sleeper(Arc::clone(&handled)), options);
        sleeper.stop();
        assert_eq!(sleeper.wait(PATIENCE), Ok(ExitReason::Normal));
        gone.push(sleeper);
    }
    assert_eq!(gone.iter().map(Address::id).collect::<HashSet<_>>().len(), count);
    assert!(system.slots() <= slot_limit(2));
    let alive: Vec<_> = (0..PEAK).map(|_| system.spawn(Sleeper(Arc::clone(&handled)))).collect();
    gone.iter().for_each(|sleeper| sleeper.send(None));
    eventually("all are dead letters", || system.counters().dead_letters() == count as u64);
    alive.iter().for_each(|sleeper| sleeper.ask(PATIENCE, Some).expect("an answer"));
    assert_eq!(handled.load(Ordering::Relaxed), PEAK as u64);
}

/// Reports whether all that it was to spawn were spawned.
struct Swarm;

impl Actor for Swarm {
    type Message = (usize, Sender<()>, Reply<bool>);

    fn handle(&mut self, (count, ended, reply): (usize, Sender<()>, Reply<bool>), ctx: &mut Context<'_, Self>) {
        reply.send((0..count).all(|_| ctx.try_spawn(Mayfly(ended.clone())).is_ok()));
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes very long there")]
fn a_small_system_refuses_no_actor_however_many_come_and_go() {
    const WAVE: usize = 1_000;
    for shuffled in [false, true] {
        let builder = System::builder().threads(2).max_actors(10_000);
        let builder = if shuffled { builder.shuffle(7) } else { builder };
        let system = builder.build().expect("threads can be started");
        let swarm = system.spawn(Swarm);
        let (ended, ends) = channel();
        for wave in 0..250 {
            let answer = swarm.ask(PATIENCE, |reply| (WAVE, ended.clone(), reply));
            assert_eq!(answer, Ok(true), "by a handler, wave {wave}, shuffled {shuffled}: {} slots", system.slots());
            await_ends(&ends, WAVE);
            for _ in 0..WAVE {
                let spawned = system.try_spawn(Mayfly(ended.clone()));
                assert!(spawned.is_ok(), "from outside, wave {wave}, shuffled {shuffled}: {} slots", system.slots());
            }
            await_ends(&ends, WAVE);
        }
        assert_eq!(system.counters().spawned(), 1 + 500 * WAVE as u64);
    }
}
