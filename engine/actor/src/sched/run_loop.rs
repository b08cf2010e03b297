//! The loop of a thread at its worker: handle a quantum of messages, look around, sleep when there is nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use crate::memory::vtable::flow;
use crate::sched::idle::{QUANTUM, idle};
use crate::sched::synchronous;
use crate::sync::driver::Driver;
use crate::types::mode::Mode;
use crate::worker::restart::Phase;
use crate::worker::thread::WorkerGuard;

/// Why a thread no longer runs its worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// The system has ended.
    Ended,
    /// Another thread has the worker.
    HandedOff,
}

/// Runs a worker until the system ends, or the worker is taken away.
pub(crate) fn run(thread: &mut WorkerGuard<'_>) -> Left {
    thread.bind();
    let inner = thread.thread();
    let driver = inner.shared.worker_shared(inner.worker()).parker.driver();
    let _entered = driver.map(Driver::enter);
    let is_synchronous = thread.shared.mode == Mode::Synchronous;
    let left = loop {
        if !look_around(thread) {
            break Left::HandedOff;
        }
        let core = thread.core();
        if core.ended {
            if is_synchronous {
                thread.shared.barrier.end(&thread.shared);
            }
            break Left::Ended;
        }
        if is_synchronous {
            if !synchronous::go_on(thread) {
                break Left::HandedOff;
            }
        } else if core.is_idle() {
            idle(core);
        } else if !quantum(thread) {
            break Left::HandedOff;
        }
    };
    thread.unbind();
    left
}

/// Handles some messages; `false`: the worker is gone.
fn quantum(thread: &mut WorkerGuard<'_>) -> bool {
    let some_block = !thread.shared.blocking_types.is_empty();
    let handle = if some_block { messages::<true> } else { messages::<false> };
    catch_unwind(AssertUnwindSafe(|| handle(thread))).unwrap_or_else(|panic| {
        let (key, ran) = (thread.current(), thread.come_back(Err(panic)));
        thread.settle(key, ran, Phase::Handling)
    })
}

/// The hot loop. A panic of a handler goes through it. `SOME_BLOCK`: there are types whose handlers are expected to block.
fn messages<const SOME_BLOCK: bool>(thread: &mut WorkerGuard<'_>) -> bool {
    let inner = thread.thread();
    let core = inner.core_ptr();
    // SAFETY: the thread has its worker, in the runtime, wherever the core or a slot is used: between the `leave` in `dispatch` and `enter` they are not, and
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
            let is_expected =
                || (*slot).dispatch.is_some_and(|dispatch| inner.shared.blocking_types.contains(dispatch));
            if (*slot).tag == key.tag() && !(SOME_BLOCK && is_expected()) {
                (*slot).handled += 1;
                handled += 1;
                inner.set_handled(handled);
                inner.set_current(key);
                let dispatch = (*slot).dispatch.unwrap_unchecked();
                let state = (*slot).state;
                let flow = dispatch(state, entry.add(8), inner.handle(), key);
                if flow == flow::GO_ON && inner.ownership.enter_undisturbed() {
                    continue;
                }
                let ran = thread.come_back(Ok(flow));
                if (flow != flow::GO_ON || !ran.guard) && !thread.settle(key, ran, Phase::Handling) {
                    return false;
                }
            } else if !thread.handle_unusual(header, entry) {
                return false;
            }
            handled = inner.handled();
            if inner.ownership.wants_attention() {
                break;
            }
        }
    }
    true
}

/// What is done between two quanta; `false`: the worker is gone.
fn look_around(thread: &mut WorkerGuard<'_>) -> bool {
    let worker_shared = thread.core().worker_shared();
    thread.publish(&worker_shared.counters);
    thread.looking();
    if let Some(driver) = worker_shared.parker.driver() {
        driver.poll_in_time();
    }
    if (worker_shared.urgent.has_some() || !thread.core().urgent.is_empty()) && !thread.handle_urgent() {
        return false;
    }
    // Before the flush: what they send must not lie here while the worker sleeps.
    let has_timers = !worker_shared.timers.is_empty() || !thread.core().limits.is_empty();
    if has_timers && !timers(thread) {
        return false;
    }
    let core = thread.core();
    core.flush();
    if worker_shared.inbox.has_some() || !core.arrivals.is_empty() {
        if core.migration.is_busy() {
            core.receive(usize::MAX);
        } else {
            core.receive_some();
        }
    }
    if core.migration.is_busy() {
        core.go_on_moving();
    }
    if !core.low_priority.is_empty() {
        core.bring_next();
    }
    if core.load.wants_giving() {
        core.answer();
    }
    if thread.ownership.wants_attention() {
        thread.ownership.clear();
        thread.core().balance(worker_shared.counters.handled.load(Ordering::Relaxed));
    }
    thread.core().advertise();
    true
}

/// Lets timers go off that are due; `false`: the worker is gone.
fn timers(thread: &mut WorkerGuard<'_>) -> bool {
    let now = thread.shared.now();
    let timers = &thread.thread().shared.worker_shared(thread.worker()).timers;
    let mut left = QUANTUM;
    while let Some((due, still_left)) = timers.go_off(thread.core(), now, left) {
        if !due.go_off(thread) {
            return false;
        }
        left = still_left;
    }
    true
}
