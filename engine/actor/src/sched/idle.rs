//! A worker that has nothing to do: it looks for a moment longer, then sleeps until it is woken.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::worker::core::Core;
use crate::worker::shared::add;

/// Messages between two looks at the rest of the world.
pub(crate) const QUANTUM: usize = 64;

/// How long a worker with nothing to do looks for messages before it sleeps, and how long if its last sleep turned out so short that
/// looking on would have been better: waking up takes longer than that.
pub(crate) const SPIN: Duration = Duration::from_micros(3);
const LONG_SPIN: Duration = Duration::from_micros(30);
const SHORT_SLEEP: Duration = Duration::from_micros(60);

/// Nothing to do: looks for a moment, then sleeps until there is.
pub(crate) fn idle(core: &mut Core) {
    let begin = Instant::now();
    let worker_shared = core.worker_shared();
    loop {
        for _ in 0..32 {
            if worker_shared.inbox.has_some() {
                return waited(core, begin, false);
            }
            std::hint::spin_loop();
        }
        if core.migration.is_busy() {
            std::thread::yield_now();
            return waited(core, begin, false);
        }
        let elapsed = begin.elapsed();
        if elapsed > core.spin {
            break;
        }
        if elapsed > SPIN {
            // Whom we wait for may be waiting for this very processor.
            std::thread::yield_now();
        }
    }
    let deadline = worker_shared.timers.look(&mut core.limits);
    // An urgent message came with a wake-up at the inbox, which may have been consumed behind our last look at what is urgent.
    let urgent = !core.urgent.is_empty() || worker_shared.urgent.has_some();
    if urgent || deadline.is_some_and(|deadline| deadline <= Instant::now()) {
        return waited(core, begin, false);
    }
    core.shrink();
    core.pull();
    let asleep = Instant::now();
    worker_shared.asleep_since.store((asleep - core.shared().started).as_nanos() as u64, Ordering::Relaxed);
    let slept = worker_shared.inbox.fall_asleep();
    if slept {
        add(&worker_shared.counters.sleeps, 1);
        core.load.falls_asleep();
        worker_shared.parker.park(deadline);
        worker_shared.inbox.rouse();
        let slept = asleep.elapsed();
        core.spin = match worker_shared.parker.driver() {
            // While it looks, no thread drives.
            Some(_) => Duration::ZERO,
            None if slept < SHORT_SLEEP => LONG_SPIN,
            None => SPIN,
        };
        core.shared().monitor.stay_awake();
    }
    waited(core, begin, slept);
}

/// Since then there was nothing to do, whether the worker slept or looked on: two that wait for each other may do either.
fn waited(core: &mut Core, begin: Instant, slept: bool) {
    let now = Instant::now();
    let time = now - begin;
    core.note_wait(now, slept);
    core.load.waited += time;
    add(&core.worker_shared().waited, time.as_nanos() as u64);
}
