//! Very many actors are spawned, watched, asked and ended by all workers and by threads outside at the same time: nothing is lost, and memory
//! stays flat.

mod common;
#[path = "common/memory.rs"]
mod memory;

use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, ExitReason, Reply, SpawnOptions, System, Terminated};
use common::{PATIENCE, system};

const WORKERS: usize = 4;
const OUTSIDE: u64 = 2;

/// So many of the actors are spawned outside: one in so many.
const FROM_OUTSIDE: u64 = 20;

/// So many at a time of those that one actor spawns.
const AT_A_TIME: u64 = 32;

/// What memory may vary by, in bytes: some batches are kept for the next time. Of the brief form it is seven bytes an actor.
const FLAT: isize = 512 << 10;

/// Answers one question.
struct Mayfly;

impl Actor for Mayfly {
    type Message = (u64, Reply<u64>);

    fn handle(&mut self, (number, reply): (u64, Reply<u64>), ctx: &mut Context<'_, Self>) {
        reply.send(number + 1);
        ctx.stop();
    }
}

/// What has become of the spawned ones.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    spawned: u64,
    answered: u64,
    /// Ended, and reported that.
    gone: u64,
}

/// Spawns one after the other, watches it, and asks it.
#[derive(Default)]
struct Pond {
    lives: u64,
    counts: Counts,
    done: Option<Sender<Counts>>,
}

enum ToPond {
    Spawn(u64, Sender<Counts>),
    Answer(u64, Result<u64, AskError>),
    Gone(Terminated),
}

impl Pond {
    fn spawn(&mut self, ctx: &mut Context<'_, Self>) {
        if self.counts.spawned == self.lives {
            return;
        }
        let number = self.counts.spawned;
        self.counts.spawned += 1;
        let fly = ctx.spawn(Mayfly);
        ctx.monitor(&fly, ToPond::Gone);
        let answer = move |answer| ToPond::Answer(number, answer);
        ctx.ask(&fly, PATIENCE, move |reply| (number, reply), answer);
    }
}

impl Actor for Pond {
    type Message = ToPond;

    fn handle(&mut self, message: ToPond, ctx: &mut Context<'_, Self>) {
        match message {
            ToPond::Spawn(lives, done) => {
                *self = Self { lives, done: Some(done), ..Self::default() };
                (0..AT_A_TIME).for_each(|_| self.spawn(ctx));
            }
            ToPond::Answer(number, answer) => {
                assert_eq!(answer, Ok(number + 1));
                self.counts.answered += 1;
            }
            ToPond::Gone(fly) => {
                assert_eq!(*fly.reason(), ExitReason::Normal);
                self.counts.gone += 1;
                self.spawn(ctx);
            }
        }
        if self.counts == (Counts { spawned: self.lives, answered: self.lives, gone: self.lives })
            && let Some(done) = self.done.take()
        {
            done.send(self.counts).expect("the test waits");
        }
    }
}

/// The same from a thread outside.
fn outside(system: &System, lives: u64) {
    for number in 0..lives {
        let fly = system.spawn(Mayfly);
        assert_eq!(fly.ask(PATIENCE, |reply| (number, reply)), Ok(number + 1));
        assert_eq!(fly.wait(PATIENCE), Ok(ExitReason::Normal));
    }
}

/// So many from all sides.
fn lives(system: &System, ponds: &[Address<ToPond>], lives: u64) {
    let inside = (lives - lives / FROM_OUTSIDE) / ponds.len() as u64;
    let (sender, done) = channel();
    for pond in ponds {
        pond.send(ToPond::Spawn(inside, sender.clone()));
    }
    thread::scope(|scope| {
        for _ in 0..OUTSIDE {
            scope.spawn(|| outside(system, lives / FROM_OUTSIDE / OUTSIDE));
        }
    });
    for _ in ponds {
        let counts = done.recv_timeout(Duration::from_secs(3600)).expect("each reports when it has done");
        assert_eq!(counts, Counts { spawned: inside, answered: inside, gone: inside });
    }
}

/// Bytes that the process has in memory, where that can be had.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok().map(|kib: u64| kib << 10)
}

fn soak(total: u64) {
    let system = system(WORKERS);
    let ponds: Vec<_> =
        (0..WORKERS).map(|worker| system.spawn_with(Pond::default(), SpawnOptions::new().on_worker(worker))).collect();
    // None has a part more than others.
    let parts = FROM_OUTSIDE * OUTSIDE * WORKERS as u64;
    let quarter = total / 4 / parts * parts;
    let mut before = None;
    for number in 1..=4 {
        lives(&system, &ponds, quarter);
        let before = *before.get_or_insert_with(|| {
            // What is freed is freed soon.
            thread::sleep(Duration::from_millis(100));
            memory::live()
        });
        let more = memory::left_over(before, FLAT);
        let resident = resident().map_or_else(String::new, |bytes| format!("; {} KiB resident", bytes >> 10));
        println!("quarter {number}: {} bytes allocated, {more} more than after the first{resident}", memory::live());
        assert!(more <= FLAT, "quarter {number} of {total}: {more} bytes more than after the first");
    }
    let spawned = 4 * quarter + WORKERS as u64;
    common::eventually("all have ended", || system.counters().live() == WORKERS as u64);
    let counters = system.counters();
    assert_eq!((counters.spawned(), counters.dead_letters(), counters.panics()), (spawned, 0, 0));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_hundred_thousand_actors() {
    soak(100_000);
}

/// `AGON_SOAK_ACTORS=n` for another number.
#[test]
#[ignore = "takes minutes: ci/stress.sh runs it"]
fn ten_million_actors() {
    soak(std::env::var("AGON_SOAK_ACTORS").map_or(10_000_000, |number| number.parse().expect("a number")));
}
