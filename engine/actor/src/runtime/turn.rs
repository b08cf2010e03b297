//! The loop of a thread at its worker: handle a quantum of messages, look around, sleep when there is nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::cell::flow;
use super::control::{Outcome, Phase};
use super::core::Core;
use super::entry::{Header, Key};
use super::lifecycle::{settle, unusual, urgent};
use super::rounds;
use super::seat::{Ran, Seat};
use super::shared::add;
use super::table::prefetch;
use crate::Mode;

/// Messages between two looks at the rest of the world.
pub(crate) const QUANTUM: usize = 64;

/// How long a worker with nothing to do looks for messages before it sleeps, and how long if its last sleep turned out so short that
/// looking on would have been better: waking up takes longer than that.
pub(crate) const SPIN: Duration = Duration::from_micros(3);
const LONG_SPIN: Duration = Duration::from_micros(30);
const SHORT_SLEEP: Duration = Duration::from_micros(60);

/// With more chunks of actors than this (some megabyte of slots and cells), actors are fetched into the cache ahead of their
/// turn, if so many bytes of messages are queued.
const MANY_CHUNKS: usize = 384;
const LONG_QUEUE: usize = 2048;

/// How many messages ahead: the slot first, then the cell that it names. Memory takes a hundred and fifty nanoseconds and more, and a
/// message a few: so many have to be on their way at the same time.
const SLOT_AHEAD: u64 = 48;
const CELL_AHEAD: u64 = 20;

/// Why a thread no longer runs its worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// The system has ended.
    Ended,
    /// Another thread has the worker.
    Unseated,
}

/// Runs a worker until the system ends, or the worker is taken away.
pub(crate) fn run(seat: &Arc<Seat>) -> Left {
    seat.sit_down();
    let is_synchronous = seat.shared.mode == Mode::Synchronous;
    let left = loop {
        if !look_around(seat) {
            break Left::Unseated;
        }
        // SAFETY: seated, in the runtime.
        let core = unsafe { &mut *seat.core() };
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
            idle(seat);
        } else if !quantum(seat) {
            break Left::Unseated;
        }
    };
    seat.stand_up();
    left
}

/// Handles some messages; `false`: the worker is gone.
fn quantum(seat: &Seat) -> bool {
    // SAFETY: seated, in the runtime.
    let long = unsafe { (*seat.core()).chunks.len() > MANY_CHUNKS && (*seat.core()).ring.len() > LONG_QUEUE };
    let quantum = || if long { messages::<true>(seat) } else { messages::<false>(seat) };
    catch_unwind(AssertUnwindSafe(quantum)).unwrap_or_else(|panic| {
        let ran = Ran { outcome: Outcome::Err(panic), seated: seat.claim.enter() };
        settle(seat, seat.current(), ran, Phase::Handling)
    })
}

/// The hot loop. A panic of a handler goes through it.
fn messages<const LONG: bool>(seat: &Seat) -> bool {
    let core = seat.core();
    // SAFETY: seated, in the runtime, wherever the core or a slot is used: between the `leave` in `dispatch` and `enter` they are not. The
    // slots of entries in the ring are this worker's.
    unsafe {
        let mut handled = seat.handled();
        let mut left = QUANTUM;
        while left > 0 {
            left -= 1;
            let Some((header, entry)) = (*core).ring.pop() else { break };
            if LONG {
                look_ahead(core, header);
            }
            let slot = (*core).slot(header.index());
            // What is special about it would be in the key.
            let key = header.key_of_message();
            if (*slot).tag == key.tag() {
                (*slot).handled += 1;
                handled += 1;
                seat.set_handled(handled);
                seat.set_current(key);
                let dispatch = (*slot).dispatch.unwrap_unchecked();
                let state = (*slot).state;
                let flow = dispatch(state, entry.add(8), seat, key);
                if flow == flow::GO_ON && seat.claim.enter_undisturbed() {
                    continue;
                }
                let ran = Ran { outcome: Ok(flow), seated: seat.claim.enter() };
                if (flow != flow::GO_ON || !ran.seated) && !settle(seat, key, ran, Phase::Handling) {
                    return false;
                }
            } else if !unusual(seat, header, entry) {
                return false;
            }
            handled = seat.handled();
            if seat.claim.wants_attention() {
                break;
            }
        }
    }
    true
}

/// Fetches what the messages further behind will need. Where those begin is a guess: that they are of the size of this one.
///
/// # Safety
///
/// The core is the caller's.
#[inline]
unsafe fn look_ahead(core: *mut Core, header: Header) {
    // SAFETY: the caller's promise; guesses are checked before they are followed.
    unsafe {
        let stride = header.stride() as u64;
        let shared = (*core).shared();
        let far = Header((*core).ring.guess(SLOT_AHEAD * stride)).index();
        if far < shared.table.capacity() {
            prefetch(shared.table.slot(far));
        }
        let near = Header((*core).ring.guess(CELL_AHEAD * stride));
        if near.index() < shared.table.capacity() && (*core).route(near.key()) == (*core).id() {
            prefetch((*(*core).slot(near.index())).state);
        }
    }
}

/// What is done between two quanta; `false`: the worker is gone.
fn look_around(seat: &Seat) -> bool {
    // SAFETY: seated, in the runtime.
    let core = unsafe { &mut *seat.core() };
    let station = core.station();
    seat.publish(&station.tally);
    seat.looking();
    if (station.urgent.has_some() || !core.urgent.is_empty()) && !urgent(seat) {
        return false;
    }
    // Before the flush: what they send must not lie here while the worker sleeps.
    if !core.timers.is_empty() && !timers(seat) {
        return false;
    }
    // SAFETY: seated, in the runtime; timers have run the users' code, so the old reference is not used any more.
    let core = unsafe { &mut *seat.core() };
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
        core.balance(station.tally.handled.load(Ordering::Relaxed));
    }
    true
}

/// Lets timers go off that are due; `false`: the worker is gone.
fn timers(seat: &Seat) -> bool {
    let now = seat.shared.now();
    for _ in 0..QUANTUM {
        // SAFETY: seated, in the runtime.
        let core = unsafe { &mut *seat.core() };
        let Some(due) = core.timers.pop(now) else { break };
        let ran = seat.run(Key::worker(), || {
            due.go_off(seat);
            flow::GO_ON
        });
        if !settle(seat, Key::worker(), ran, Phase::Handling) {
            return false;
        }
    }
    true
}

/// Nothing to do: looks for a moment, then sleeps until there is.
pub(crate) fn idle(seat: &Seat) {
    // SAFETY: seated, in the runtime.
    let core = unsafe { &mut *seat.core() };
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
    let deadline = core.timers.next_deadline();
    // What is urgent came with a knock at the inbox, which may have been heard behind our last look at what is urgent.
    let urgent = !core.urgent.is_empty() || station.urgent.has_some();
    if urgent || deadline.is_some_and(|deadline| deadline <= Instant::now()) {
        return;
    }
    core.ring.shrink();
    let asleep = Instant::now();
    station.asleep_since.store((asleep - core.shared().started).as_nanos() as u64, Ordering::Relaxed);
    if station.inbox.fall_asleep() {
        add(&station.tally.sleeps, 1);
        core.load.forget();
        core.waiting.sleep();
        station.parker.park(deadline);
        station.inbox.rouse();
        core.spin = if asleep.elapsed() < SHORT_SLEEP { LONG_SPIN } else { SPIN };
        core.shared().monitor.stay_awake();
    }
}
