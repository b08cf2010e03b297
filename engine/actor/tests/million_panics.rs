//! A million injected panics, and every message accounted for.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_actor::{Actor, Address, ChildSpec, Context, Counters, OnPanic, SpawnOptions, Strategy, Supervisor, System};
use common::{PATIENCE, Random, quiet_injected_panics, system};

/// Of the four tests together.
const PANICS: u64 = if cfg!(debug_assertions) { 40_000 } else { 1_000_000 };
const SHARE: u64 = PANICS / 4;
const ACTORS: u64 = 200;

/// Messages: one in three breaks.
const MESSAGES: u64 = 3 * SHARE;

/// What came through, over all lives of all actors.
#[derive(Default)]
struct Account {
    handled: AtomicU64,
    sum: AtomicU64,
    broken: AtomicU64,
}

#[derive(Clone)]
struct Fragile(Arc<Account>);

enum ToFragile {
    Add(u64),
    Break,
}

impl Actor for Fragile {
    type Message = ToFragile;

    fn handle(&mut self, message: ToFragile, _: &mut Context<'_, Self>) {
        match message {
            ToFragile::Add(number) => {
                self.0.handled.fetch_add(1, Ordering::Relaxed);
                self.0.sum.fetch_add(number, Ordering::Relaxed);
            }
            ToFragile::Break => {
                self.0.broken.fetch_add(1, Ordering::Relaxed);
                panic!("injected");
            }
        }
    }
}

/// Sends to actors at random, from an actor if it is to be across workers, and returns the sum of what was sent.
fn send(actors: &[Address<ToFragile>], seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut sum = 0;
    for number in 0..MESSAGES {
        let actor = &actors[random.below(actors.len() as u64) as usize];
        if number % 3 == 0 {
            actor.send(ToFragile::Break);
        } else {
            actor.send(ToFragile::Add(number));
            sum += number;
        }
    }
    sum
}

fn check(system: System, account: &Account, sum: u64) -> Counters {
    let report = system.shutdown(2 * PATIENCE);
    assert!(report.is_clean(), "{report}");
    let counters = report.counters();
    assert_eq!((counters.panics(), counters.dead_letters()), (SHARE, 0));
    assert_eq!(account.broken.load(Ordering::Relaxed), SHARE);
    assert_eq!(account.handled.load(Ordering::Relaxed), MESSAGES - SHARE, "only those that broke are lost");
    assert_eq!(account.sum.load(Ordering::Relaxed), sum);
    counters
}

fn restarted(threads: usize) {
    quiet_injected_panics();
    let system = system(threads);
    let account = Arc::new(Account::default());
    let actors: Vec<_> = (0..ACTORS)
        .map(|_| {
            let fragile = Fragile(Arc::clone(&account));
            let again = fragile.clone();
            system.spawn_with(fragile, SpawnOptions::new().on_panic(OnPanic::restart(move || again.clone())))
        })
        .collect();
    let sum = send(&actors, threads as u64);
    let counters = check(system, &account, sum);
    assert_eq!((counters.restarts(), counters.handled()), (SHARE, MESSAGES));
}

#[test]
fn on_one_thread() {
    restarted(1);
}

#[test]
fn on_two_threads() {
    restarted(2);
}

#[test]
fn on_four_threads() {
    restarted(4);
}

#[test]
fn under_supervision() {
    quiet_injected_panics();
    let system = system(2);
    let account = Arc::new(Account::default());
    let supervisor =
        (0..ACTORS).fold(Supervisor::new(Strategy::OneForOne).intensity(u32::MAX, PATIENCE), |supervisor, number| {
            let fragile = Fragile(Arc::clone(&account));
            supervisor.child(ChildSpec::new(number.to_string(), move || fragile.clone()))
        });
    let supervisor = system.spawn(supervisor);
    let actors: Vec<_> = (0..ACTORS)
        .map(|number| supervisor.child(number.to_string(), PATIENCE).expect("an answer").expect("there is one"))
        .collect();
    let sum = send(&actors, 7);
    let counters = check(system, &account, sum);
    assert_eq!(counters.restarts(), SHARE);
}
