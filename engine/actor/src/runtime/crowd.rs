//! Whether the processors have all they can do: one more thread would only take turns with those there are.
//!
//! What counts is the processor time that the workers' threads have had of late, those in long handlers included. A handler that waits for
//! something has had none; and where another program has a part of the processors, ours are not all that there are.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::monitor::TICK;
use super::seat::{Clock, Seat};
use super::shared::Shared;
use crate::sync::lock;

/// To ask for the time of so many threads takes some microseconds: a tick more between two looks for so many of them.
const THREADS_A_TICK: u32 = 8;

/// The monitor may be late itself, most of all when there is much to do: so late, and what was seen before says nothing.
const LATE: Duration = Duration::from_millis(20);

pub(crate) struct Crowd {
    cores: usize,
    /// Threads that have lost their worker.
    away: Vec<Arc<Seat>>,
    /// Processor time of each thread at the last look, and when that was.
    used: HashMap<Clock, Duration>,
    looked: Option<Instant>,
    /// What was answered last, and at which tick.
    full: bool,
    asked: Option<Instant>,
}

impl Crowd {
    pub(crate) fn new() -> Self {
        Self {
            cores: thread::available_parallelism().map_or(1, usize::from),
            away: Vec::new(),
            used: HashMap::new(),
            looked: None,
            full: false,
            asked: None,
        }
    }

    /// A thread has lost its worker.
    pub(crate) fn leaves(&mut self, seat: Arc<Seat>) {
        self.away.retain(|seat| seat.clock().is_some());
        self.away.push(seat);
    }

    /// Whether a thread more would find no processor; for as long as that is not known, it would not.
    pub(crate) fn is_full(&mut self, shared: &Shared, tick: Instant) -> bool {
        if self.asked.replace(tick) != Some(tick) {
            self.full = self.find_out(shared, tick);
        }
        self.full
    }

    fn find_out(&mut self, shared: &Shared, tick: Instant) -> bool {
        let awake = shared.stations().filter(|(_, station)| !station.inbox.is_asleep()).count();
        let threads = awake + shared.away.load(Ordering::Relaxed);
        if threads < self.cores {
            return false;
        }
        let pause = TICK * (u32::try_from(threads).unwrap_or(u32::MAX) / THREADS_A_TICK);
        let elapsed = self.looked.map(|looked| tick - looked);
        if elapsed.is_some_and(|elapsed| elapsed < pause) {
            return self.full;
        }
        let seats =
            shared.stations().filter_map(|(_, station)| lock(&station.seat).as_ref().and_then(|seat| seat.clock()));
        let clocks = seats.chain(self.away.iter().filter_map(|seat| seat.clock()));
        let used: HashMap<_, _> = clocks.filter_map(|clock| Some((clock, clock.read()?))).collect();
        let since = |(clock, now): (&Clock, &Duration)| Some(now.saturating_sub(*self.used.get(clock)?));
        let fresh: Duration = used.iter().filter_map(since).sum();
        self.used = used;
        self.looked = Some(tick);
        // Nothing can be told of so long ago; and where no time can be had at all, processors are never full.
        let Some(elapsed) = elapsed.filter(|elapsed| *elapsed <= 2 * pause + LATE) else {
            return !self.used.is_empty();
        };
        is_used_up(fresh, elapsed, self.cores)
    }
}

/// Whether less than half of a processor was left.
fn is_used_up(used: Duration, elapsed: Duration, cores: usize) -> bool {
    let cores = u32::try_from(cores).unwrap_or(u32::MAX);
    used + elapsed / 2 >= elapsed.saturating_mul(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn half_a_processor_left_is_room_for_one_more() {
        for cores in [1, 2, 16] {
            let all = MILLISECOND * cores as u32;
            assert!(is_used_up(all, MILLISECOND, cores));
            assert!(is_used_up(all - MILLISECOND / 2, MILLISECOND, cores));
            assert!(!is_used_up(all - MILLISECOND * 6 / 10, MILLISECOND, cores));
            assert!(!is_used_up(Duration::ZERO, MILLISECOND, cores));
        }
    }
}
