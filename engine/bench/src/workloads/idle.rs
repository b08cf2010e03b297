//! Actors that have handled one message each and wait for the next. One operation is one actor; its cost is memory.
//!
//! An actor's cost includes one address of it, without which it could not be sent anything and some runtimes would end it.

use std::fs;
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use super::{Cost, Wrong, check, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// How many actors are greeted at a time, so that messages under way take next to no memory.
const BATCH: usize = 1_000;

/// What idle actors cost.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    /// Bytes each, and how long it took.
    pub cost: Cost,
    /// Bytes of the whole process at that time.
    pub resident: u64,
}

/// Makes `count` actors wait, reads the memory, and shows that they are alive.
pub fn run<R: Runtime>(runtime: &R, threads: usize, count: u64) -> Result<Idle, Wrong> {
    let count = count as usize;
    let (sums, news) = channel();
    let counter = runtime.spawn(0, Counter { batch: BATCH as u64, greeted: 0, sum: 0, sums });
    let rounded = count.next_multiple_of(BATCH);
    let spawn = |number: usize| {
        let sleeper = Sleeper { number: number as u64, greetings: 0, counter: counter.clone() };
        runtime.spawn(number * threads / rounded, sleeper)
    };
    let greet = |sleepers: &[R::Address<Sleeper<R>>]| {
        sleepers.iter().for_each(|sleeper| runtime.send::<Sleeper<R>>(sleeper, ()));
        receive(&news)
    };

    // What the runtime allocates once is no actor's.
    let first: Vec<_> = (0..BATCH).map(spawn).collect();
    greet(&first)?;

    let before = resident()?;
    let begun = Instant::now();
    let mut sleepers = Vec::with_capacity(rounded);
    for start in (0..rounded).step_by(BATCH) {
        sleepers.extend((start..start + BATCH).map(spawn));
        greet(&sleepers[start..])?;
    }
    let after = resident()?;
    let elapsed = begun.elapsed();

    let mut last = 0;
    for batch in sleepers.chunks(BATCH) {
        last = greet(batch)?;
    }
    let numbers = |count: usize| (count * (count - 1) / 2) as u64;
    // Each adds its number times 1 at the first greeting and times 2 at the second.
    check("sum over all greetings", &last, &(numbers(BATCH) + 3 * numbers(rounded)))?;
    let each = after.saturating_sub(before) as f64 / rounded as f64;
    Ok(Idle { cost: Cost { each, elapsed }, resident: after })
}

/// The memory of this process that is in use, in bytes.
fn resident() -> Result<u64, Wrong> {
    let status =
        fs::read_to_string("/proc/self/status").map_err(|error| Wrong(format!("/proc/self/status: {error}")))?;
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map(|kilobytes: u64| kilobytes * 1024).ok_or_else(|| Wrong("/proc/self/status names no VmRSS".into()))
}

struct Sleeper<R: Runtime> {
    number: u64,
    greetings: u64,
    counter: R::Address<Counter>,
}

impl<R: Runtime> Behaviour<R> for Sleeper<R> {
    type Message = ();

    fn handle(&mut self, (): (), scope: &mut R::Scope<'_, Self>) {
        self.greetings += 1;
        scope.send::<Counter>(&self.counter, self.number * self.greetings);
    }
}

/// Reports when a batch has been greeted, and what the greetings come to so far.
struct Counter {
    batch: u64,
    greeted: u64,
    sum: u64,
    sums: Sender<u64>,
}

impl<R: Runtime> Behaviour<R> for Counter {
    type Message = u64;

    fn handle(&mut self, number: u64, _: &mut R::Scope<'_, Self>) {
        self.greeted += 1;
        self.sum += number;
        if self.greeted.is_multiple_of(self.batch) {
            let _ = self.sums.send(self.sum);
        }
    }
}
