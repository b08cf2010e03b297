//! The loop of a thread at its worker: handle a quantum of messages, look around, sleep when there is nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::cell::flow;
use super::control::Phase;
use super::core::Core;
use super::driver::Driver;
use super::lifecycle::{settle, unusual, urgent};
use super::rounds;
use super::seat::Seated;
use super::shared::add;
use crate::Mode;

/// Messages between two looks at the rest of the world.
pub(crate) const QUANTUM: usize = 64;

/// How long a worker with nothing to do looks for messages before it sleeps, and how long if its last sleep turned out so short that
/// looking on would have been better: waking up takes longer than that.
pub(crate) const SPIN: Duration = Duration::from_micros(3);
const LONG_SPIN: Duration = Duration::from_micros(30);
const SHORT_SLEEP: Duration = Duration::from_micros(60);

/// Why a thread no longer runs its worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// The system has ended.
    Ended,
    /// Another thread has the worker.
    Unseated,
}

/// Runs a worker until the system ends, or the worker is taken away.
pub(crate) fn run(seat: &mut Seated<'_>) -> Left {
    seat.sit_down();
    let inner = seat.seat();
    let driver = inner.shared.station(inner.worker()).parker.driver();
    let _entered = driver.map(Driver::enter);
    let is_synchronous = seat.shared.mode == Mode::Synchronous;
    let left = loop {
        if !look_around(seat) {
            break Left::Unseated;
        }
        let core = seat.core();
        if core.ended {
            if is_synchronous {
                seat.shared.barrier.end(&seat.shared);
            }
            break Left::Ended;
        }
        if is_synchronous {
            if !rounds::go_on(seat) {
                break Left::Unseated;
            }
        } else if core.is_idle() {
            idle(core);
        } else if !quantum(seat) {
            break Left::Unseated;
        }
    };
    seat.stand_up();
    left
}

/// Handles some messages; `false`: the worker is gone.
fn quantum(seat: &mut Seated<'_>) -> bool {
    catch_unwind(AssertUnwindSafe(|| messages(seat))).unwrap_or_else(|panic| {
        let (key, ran) = (seat.current(), seat.come_back(Err(panic)));
        settle(seat, key, ran, Phase::Handling)
    })
}

/// The hot loop. A panic of a handler goes through it.
fn messages(seat: &mut Seated<'_>) -> bool {
    let inner = seat.seat();
    let core = inner.core_ptr();
    // SAFETY: seated, in the runtime, wherever the core or a slot is used: between the `leave` in `dispatch` and `enter` they are not, and
    // no reference to them is kept. The slots of entries in the ring are this worker's.
    unsafe {
        let mut handled = inner.handled();
        let mut left = QUANTUM;
        while left > 0 {
            left -= 1;
            let Some((header, entry)) = (*core).ring.pop() else { break };
            let slot = (*core).slot(header.index());
            // What is special about it would be in the key.
            let key = header.key_of_message();
            if (*slot).tag == key.tag() {
                (*slot).handled += 1;
                handled += 1;
                inner.set_handled(handled);
                inner.set_current(key);
                let dispatch = (*slot).dispatch.unwrap_unchecked();
                let state = (*slot).state;
                let flow = dispatch(state, entry.add(8), inner, key);
                if flow == flow::GO_ON && inner.claim.enter_undisturbed() {
                    continue;
                }
                let ran = seat.come_back(Ok(flow));
                if (flow != flow::GO_ON || !ran.seated) && !settle(seat, key, ran, Phase::Handling) {
                    return false;
                }
            } else if !unusual(seat, header, entry) {
                return false;
            }
            handled = inner.handled();
            if inner.claim.wants_attention() {
                break;
            }
        }
    }
    true
}

/// What is done between two quanta; `false`: the worker is gone.
fn look_around(seat: &mut Seated<'_>) -> bool {
    let station = seat.core().station();
    seat.publish(&station.tally);
    seat.looking();
    if let Some(driver) = station.parker.driver() {
        driver.poll_in_time();
    }
    if (station.urgent.has_some() || !seat.core().urgent.is_empty()) && !urgent(seat) {
        return false;
    }
    // Before the flush: what they send must not lie here while the worker sleeps.
    if !station.timers.is_empty() && !timers(seat) {
        return false;
    }
    let core = seat.core();
    core.flush_in_time();
    if station.inbox.has_some() || !core.waiting.is_empty() {
        if core.mover.is_busy() {
            core.receive(usize::MAX);
        } else {
            core.receive_some();
        }
    }
    if core.mover.is_busy() {
        core.go_on_moving();
    }
    if !core.behind.is_empty() {
        core.bring_next();
    }
    if core.load.wants_spreading() {
        core.spread();
    }
    if seat.claim.wants_attention() {
        seat.claim.clear();
        seat.core().balance(station.tally.handled.load(Ordering::Relaxed));
    }
    true
}

/// Lets timers go off that are due; `false`: the worker is gone.
fn timers(seat: &mut Seated<'_>) -> bool {
    let now = seat.shared.now();
    let timers = &seat.seat().shared.station(seat.worker()).timers;
    let mut left = QUANTUM;
    while let Some((due, still_left)) = timers.go_off(seat.core(), now, left) {
        if !due.go_off(seat) {
            return false;
        }
        left = still_left;
    }
    true
}

/// Nothing to do: looks for a moment, then sleeps until there is.
pub(crate) fn idle(core: &mut Core) {
    let begin = Instant::now();
    wait(core, begin);
    add(&core.station().tally.waited, begin.elapsed().as_nanos() as u64);
}

fn wait(core: &mut Core, begin: Instant) {
    let station = core.station();
    loop {
        for _ in 0..32 {
            if station.inbox.has_some() {
                return;
            }
            std::hint::spin_loop();
        }
        if core.mover.is_busy() {
            std::thread::yield_now();
            return;
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
    let deadline = station.timers.look();
    // What is urgent came with a knock at the inbox, which may have been heard behind our last look at what is urgent.
    let urgent = !core.urgent.is_empty() || station.urgent.has_some();
    if urgent || deadline.is_some_and(|deadline| deadline <= Instant::now()) {
        return;
    }
    core.shrink();
    let asleep = Instant::now();
    station.asleep_since.store((asleep - core.shared().started).as_nanos() as u64, Ordering::Relaxed);
    if station.inbox.fall_asleep() {
        add(&station.tally.sleeps, 1);
        core.load.forget();
        core.waiting.sleep();
        station.parker.park(deadline);
        station.inbox.rouse();
        core.spin = match station.parker.driver() {
            // While it looks, nobody drives.
            Some(_) => Duration::ZERO,
            None if asleep.elapsed() < SHORT_SLEEP => LONG_SPIN,
            None => SPIN,
        };
        core.shared().monitor.stay_awake();
    }
}
