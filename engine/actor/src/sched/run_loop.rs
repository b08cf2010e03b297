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
    thread.publish(&worker_shared.counters.handled);
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
    if !core.low_priority.is_empty() {
        core.bring_next();
    }
    if core.load.wants_giving() {
        core.answer();
    }
    if core.load.timing.is_some() && !core.is_idle() {
        core.time_handlers();
    }
    if thread.ownership.wants_attention() {
        thread.ownership.clear();
        thread.core().balance(worker_shared.counters.handled.load(Ordering::Relaxed));
    }
    let core = thread.core();
    // One that has just begun may be over at once: most often those who take it sleep.
    if core.migration.is_busy() {
        core.go_on_moving();
    }
    core.advertise();
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::{Arc, Mutex};
    use std::task::Poll;

    use super::*;
    use crate::api::actor::Actor;
    use crate::api::async_actor::{Async, AsyncActor};
    use crate::api::async_context::AsyncContext;
    use crate::api::cell::ActorCell;
    use crate::api::context::Context;
    use crate::sync::shim::lock;
    use crate::worker::shared::Shared;
    use crate::worker::thread::WorkerThread;

    /// Keeps what it gets.
    struct Log(Arc<Mutex<Vec<u32>>>);

    impl Actor for Log {
        type Message = u32;

        fn handle(&mut self, number: u32, _: &mut Context<'_, Self>) {
            lock(&self.0).push(number);
        }
    }

    /// Lets others go first ten times.
    struct GivesWay;

    impl AsyncActor for GivesWay {
        type Message = u32;

        async fn handle(&mut self, mut times: u32, _: &mut AsyncContext<Self>) {
            let gives_way = poll_fn(|cx| {
                let Some(left) = times.checked_sub(1) else { return Poll::Ready(()) };
                times = left;
                cx.waker().wake_by_ref();
                Poll::Pending
            });
            gives_way.await;
        }
    }

    #[test]
    fn to_go_on_with_what_is_awaited_is_work() {
        let shared = Shared::without_threads(1);
        let thread = WorkerThread::new(Arc::clone(&shared), 0);
        // SAFETY: the worker has one thread, whose place is the runtime.
        let mut guard = unsafe { thread.guard() };
        let vtable = ActorCell::<Async<GivesWay>>::vtable();
        let key = shared.free_list.reserve(&shared.slab, vtable, None, 0).expect("there is capacity");
        shared.send_install(key, ActorCell::allocate(Async::new(GivesWay), None));
        assert!(shared.system_ref.with(|shared| shared.send_message(key, 10_u32)).is_some());
        (0..12).for_each(|_| assert!(look_around(&mut guard) && quantum(&mut guard)));
        let handled = thread.handled() + shared.worker_shared(0).counters.handled.load(Ordering::Relaxed);
        assert_eq!((handled, guard.core().load.others), (1, 10), "a message, and what it awaits ten times");
        guard.clear_worker();
    }

    /// One worker gives actors to two others while one of these gives one to it, and a thread outside goes on sending: everything is handled, in order.
    #[test]
    fn moves_go_on_at_the_same_time() {
        let shared = Shared::without_threads(3);
        let threads = [0, 1, 2].map(|worker| WorkerThread::new(Arc::clone(&shared), worker));
        // SAFETY: each worker has one thread, whose place is the runtime; this one runs them in turns.
        let mut guards = threads.each_ref().map(|thread| unsafe { thread.guard() });
        let take_turns = |guards: &mut [WorkerGuard<'_>; 3]| {
            guards.iter_mut().for_each(|guard| assert!(look_around(guard) && quantum(guard)));
        };
        let actors = [0, 0, 1].map(|worker| {
            let log: Arc<Mutex<Vec<u32>>> = Arc::default();
            let vtable = ActorCell::<Log>::vtable();
            let key = shared.free_list.reserve(&shared.slab, vtable, None, worker).expect("there is capacity");
            shared.send_install(key, ActorCell::allocate(Log(Arc::clone(&log)), None));
            (key, log)
        });
        let send = |number: u32| {
            let to_all = |shared: &Shared| actors.iter().for_each(|(key, _)| shared.send_message(*key, number));
            assert!(shared.system_ref.with(to_all).is_some());
        };
        take_turns(&mut guards);
        send(0);
        let [first, second, third] = actors.each_ref().map(|(key, _)| vec![key.index()]);
        assert!(guards[0].core().begin_move(vec![(1, first), (2, second)]));
        assert!(guards[1].core().begin_move(vec![(0, third.clone())]));
        assert!(!guards[1].core().begin_move(vec![(2, third)]), "it gives already");
        assert_eq!(shared.moving.load(Ordering::Relaxed), 3);
        for number in 1..10 {
            send(number);
            take_turns(&mut guards);
        }
        assert_eq!(shared.moving.load(Ordering::Relaxed), 0);
        assert_eq!(actors.each_ref().map(|(key, _)| shared.worker_of(*key)), [1, 2, 0]);
        for (_, log) in &actors {
            assert_eq!(*lock(log), (0..10).collect::<Vec<_>>());
        }
        guards.iter_mut().for_each(WorkerGuard::clear_worker);
    }
}
