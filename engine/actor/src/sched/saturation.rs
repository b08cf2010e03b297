//! Whether the processors have all they can do: one more thread would only take turns with those there are.
//!
//! What counts is the processor time that the workers' threads have had of late, those in long handlers included. A handler that waits for
//! something has had none; and where another program has a part of the processors, ours are not all that there are.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::{mem, thread};

use crate::sched::sysmon::TICK;
use crate::sync::shim::lock;
use crate::worker::shared::Shared;
use crate::worker::thread::WatchedThread;
use crate::worker::watched::Used;

/// To ask for the time of so many threads takes some microseconds: a tick more between two looks for so many of them.
const THREADS_A_TICK: u32 = 8;

/// The monitor may be late itself, most of all when there is much to do: so late, and what was seen before means nothing.
const LATE: Duration = Duration::from_millis(20);

pub(crate) struct Saturation {
    cores: usize,
    /// Threads that have lost their worker, and were still in their handler when last seen.
    away: Vec<WatchedThread>,
    times: Times,
    looked: Option<Instant>,
    /// What was answered last, and at which tick.
    full: bool,
    asked: Option<Instant>,
}

impl Saturation {
    pub(crate) fn new() -> Self {
        Self {
            cores: thread::available_parallelism().map_or(1, usize::from),
            away: Vec::new(),
            times: Times::default(),
            looked: None,
            full: false,
            asked: None,
        }
    }

    /// Threads have lost their workers.
    pub(crate) fn leave(&mut self, threads: Vec<WatchedThread>) {
        if threads.is_empty() {
            return;
        }
        // Those that have ended are not kept until the next request, which may never come.
        self.away.retain(|thread| !thread.has_left() || self.times.note(thread));
        self.away.extend(threads);
    }

    /// Whether a thread more would find no processor; for as long as that is not known, it would not.
    pub(crate) fn is_full(&mut self, shared: &Shared, tick: Instant) -> bool {
        if self.asked.replace(tick) != Some(tick) {
            self.full = self.find_out(shared, tick);
        }
        self.full
    }

    fn find_out(&mut self, shared: &Shared, tick: Instant) -> bool {
        let awake = shared.workers().filter(|(_, worker_shared)| !worker_shared.inbox.is_asleep()).count();
        let threads = awake + shared.away.load(Ordering::Relaxed);
        if threads < self.cores {
            return false;
        }
        let pause = TICK * (u32::try_from(threads).unwrap_or(u32::MAX) / THREADS_A_TICK);
        let elapsed = self.looked.map(|looked| tick - looked);
        if elapsed.is_some_and(|elapsed| elapsed < pause) {
            return self.full;
        }
        for (_, worker_shared) in shared.workers() {
            if let Some(thread) = &*lock(&worker_shared.thread) {
                self.times.note(thread);
            }
        }
        self.away.retain(|thread| self.times.note(thread));
        let fresh = mem::take(&mut self.times.fresh);
        self.looked = Some(tick);
        // Nothing is known of so long ago; and where no time can be had at all, processors are never full.
        let Some(elapsed) = elapsed.filter(|elapsed| *elapsed <= 2 * pause + LATE) else {
            return !self.times.before.is_empty();
        };
        is_used_up(fresh, elapsed, self.cores)
    }
}

/// The processor time of threads from look to look.
///
/// One that is new, or has ended, has had its part of it: where handlers take some milliseconds, most have. Without that part processors
/// would seem idle as soon as one thread has lost its worker, and so the next one would lose it too, and so on.
#[derive(Default)]
struct Times {
    /// By address of its thread: what each had had when it was last looked at.
    before: HashMap<usize, Duration>,
    /// What they have had since.
    fresh: Duration,
}

impl Times {
    /// Counts what the thread of a thread has had since it was last looked at; whether there may be more to come.
    fn note(&mut self, thread: &WatchedThread) -> bool {
        self.count(thread.address(), thread.used())
    }

    fn count(&mut self, thread: usize, used: Used) -> bool {
        let (now, before) = match used {
            Used::SoFar(now) => (now, self.before.insert(thread, now)),
            Used::InAll(now) => (now, self.before.remove(&thread)),
            Used::Unknown => return true,
        };
        self.fresh += now.saturating_sub(before.unwrap_or_default());
        matches!(used, Used::SoFar(_))
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
    fn half_a_processor_left_is_enough_for_one_more() {
        for cores in [1, 2, 16] {
            let all = MILLISECOND * cores as u32;
            assert!(is_used_up(all, MILLISECOND, cores));
            assert!(is_used_up(all - MILLISECOND / 2, MILLISECOND, cores));
            assert!(!is_used_up(all - MILLISECOND * 6 / 10, MILLISECOND, cores));
            assert!(!is_used_up(Duration::ZERO, MILLISECOND, cores));
        }
    }

    #[test]
    fn threads_that_begin_or_end_between_two_looks_count() {
        let mut times = Times::default();
        let mut look = |seen: &[(usize, Used)]| {
            let stay: Vec<bool> = seen.iter().map(|(thread, used)| times.count(*thread, *used)).collect();
            (mem::take(&mut times.fresh), stay)
        };
        let (so_far, in_all) = (|ms| Used::SoFar(MILLISECOND * ms), |ms| Used::InAll(MILLISECOND * ms));
        assert_eq!(look(&[(1, so_far(5)), (2, Used::Unknown)]), (MILLISECOND * 5, vec![true, true]));
        assert_eq!(look(&[(1, so_far(6)), (2, so_far(1))]), (MILLISECOND * 2, vec![true, true]), "one has begun");
        assert_eq!(look(&[(1, in_all(7)), (2, so_far(2))]), (MILLISECOND * 2, vec![false, true]), "one has ended");
        assert_eq!(
            look(&[(2, in_all(4)), (3, in_all(3))]),
            (MILLISECOND * 5, vec![false, false]),
            "one was never seen"
        );
        // Where the old thread was, memory being used again.
        assert_eq!(look(&[(1, so_far(1))]), (MILLISECOND, vec![true]));
    }
}
