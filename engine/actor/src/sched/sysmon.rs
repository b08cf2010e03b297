//! The thread that watches over the workers: it sees to it that they look around, and takes them from threads whose handler does
//! not return.
//!
//! *Handoff.* A handler that is found running at two looks, a [`TICK`] apart, is long: its worker, with all the other actors, goes to a
//! [standby](crate::worker::threads::standby) thread, and the handler goes on where it is. Where the processors have all they can do
//! ([`saturation`](crate::sched::saturation)) it has to run for [`SATURATED`]. At most [`MOST_AWAY`](crate::worker::handover::handoff) handlers can be long at a time; further ones hold up their
//! worker.
//!
//! A handler that announces that it blocks ([`Blocking`](handoff::Blocking)) has handed its worker off by itself if anything waited there. Where
//! nothing did, its worker is handed off at the first look that finds something.
//!
//! *Expectation.* Where one handler blocks, others of its type often do, too, and at a tick each many would take their time one after the
//! other. So when a handler is taken whose thread waits for something, its type is noted
//! ([`blocking_types`](crate::worker::threads::blocking_types)), and further handlers of that type leave their workers before they begin.
//! Handlers that compute are not touched by that: they run, or wait for a processor, and neither is waiting for something.
//!
//! *Spreading.* A worker that is handed off again and again shares those who wait with all workers that sleep, first thing
//! ([`Core::answer`](crate::worker::core::Core::answer)); there the same goes on. So blocking handlers start on all workers at the same time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::{io, mem};

use crate::memory::vtable::Dispatch;
use crate::sched::run_loop::{self, Left};
use crate::sched::saturation::Saturation;
use crate::sync::ownership;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::types::mode::Mode;
use crate::worker::handover::handoff::{self, may_hand_off};
use crate::worker::shared::{Shared, Stage, WorkerShared};
use crate::worker::thread::WatchedThread;
use crate::worker::threads::standby::StandbyThread;
use crate::worker::trace;
use crate::worker::watched::Watched;

/// Between two looks at the workers. A handler that is found running twice is long.
pub(crate) const TICK: Duration = Duration::from_millis(1);

/// Where the processors have all they can do, a handler has to run for so long: another thread would only take turns with it, and those
/// that wait cost nothing.
const SATURATED: Duration = Duration::from_millis(5);

/// Ticks without any work before the monitor sleeps.
const IDLE_TICKS: u32 = 10;

/// A handler that spawns so many actors a tick does little else. For so many ticks more it may just have been kept from it, by another
/// program or by the memory it asks for.
const MANY_SPAWNED: u64 = 100;
const SPAWNING_TICKS: u32 = 8;

/// A long handler that is not waited for is looked at again after 1, 2, and then this many ticks: to look at its worker is to hold it up.
const MOST_TICKS_BETWEEN: u32 = 4;

/// Starts a worker's first thread.
pub(crate) fn start_worker(shared: &Arc<Shared>, worker: u16) -> io::Result<()> {
    shared.standby.serve_with(run_worker);
    let thread = shared.standby.start(format!("agon-{worker}"))?;
    handoff::run_on(shared, worker, thread);
    Ok(())
}

/// Runs a worker until it ends, or another thread has it.
/// The thread has had so much processor time up to now, if that is known; and when this returns it has had as much as is returned.
pub(crate) fn run_worker(thread: &WatchedThread, used: Duration) -> Duration {
    // SAFETY: each is given to one thread, which runs this once.
    let thread = unsafe { thread.own() };
    thread.begin_at(used);
    // SAFETY: a thread is made for one thread, which runs this once, and its place is the runtime until then.
    let mut guard = unsafe { thread.guard() };
    match run_loop::run(&mut guard) {
        Left::Ended => guard.clear_worker(),
        Left::HandedOff => {
            thread.shared.away.fetch_sub(1, Ordering::Relaxed);
        }
    }
    thread.used_by_thread()
}

/// What the monitor saw of a worker at the last tick.
#[derive(Clone, Copy)]
struct Seen {
    /// Whose thread it was, and how often that had looked around.
    thread: usize,
    looks: u64,
    /// When the handler that runs was first seen, and whether its worker has been looked at since.
    since: Instant,
    looked_at: bool,
    /// How many actors had been spawned here.
    spawned: u64,
    /// For so many ticks the handler that runs counts as one that spawns.
    spawning: u32,
    /// The handler that runs was not waited for: how many ticks pass between two looks at its worker, and how many are left.
    between: u32,
    left: u32,
}

impl Seen {
    fn stands_still(&self, now: &Self) -> bool {
        (self.thread, self.looks) == (now.thread, now.looks)
    }

    /// What it knows of spawning now, given what was seen a tick before of the same handler.
    fn spawning_after(&self, before: &Self) -> u32 {
        if self.spawned - before.spawned >= MANY_SPAWNED { SPAWNING_TICKS } else { before.spawning.saturating_sub(1) }
    }
}

/// Watches until the system ends.
pub(crate) fn run(shared: &Arc<Shared>) {
    let monitor = &shared.monitor;
    ownership::prepare();
    let mut watch = Watch::new();
    let mut idle_ticks = 0;
    while !monitor.ended.load(Ordering::SeqCst) {
        if shared.mode == Mode::Thread && shared.stage() == Stage::Running {
            // No actor waits behind another, so none need be watched until the system ends.
            monitor.notifier.pause(None);
            continue;
        }
        monitor.notifier.pause(Some(Instant::now() + TICK));
        let active = watch.look_at_all(shared);
        idle_ticks = if active { 0 } else { idle_ticks + 1 };
        if idle_ticks > IDLE_TICKS {
            monitor.notifier.rest(|| {
                let all_asleep = shared.workers().all(|(_, worker_shared)| worker_shared.inbox.is_asleep());
                all_asleep && !monitor.ended.load(Ordering::SeqCst)
            });
            idle_ticks = 0;
        }
    }
}

/// What the monitor knows.
struct Watch {
    saturation: Saturation,
    /// By worker.
    seen: Vec<Option<Seen>>,
    /// When the present tick began.
    tick: Instant,
}

/// What is known of a worker, if anything.
fn of_worker<T>(known: &mut Vec<Option<T>>, id: u16) -> &mut Option<T> {
    let index = usize::from(id);
    if known.len() <= index {
        known.resize_with(index + 1, || None);
    }
    &mut known[index]
}

impl Watch {
    fn new() -> Self {
        Self { saturation: Saturation::new(), seen: Vec::new(), tick: Instant::now() }
    }

    /// A tick; whether any worker is awake.
    fn look_at_all(&mut self, shared: &Arc<Shared>) -> bool {
        self.tick = Instant::now();
        self.saturation.leave(mem::take(&mut *lock(&shared.monitor.detached)));
        let mut active = false;
        for (id, worker_shared) in shared.workers() {
            if worker_shared.inbox.is_asleep() {
                *of_worker(&mut self.seen, id) = None;
            } else {
                active = true;
                self.look(shared, id, worker_shared);
            }
        }
        active
    }

    /// Looks at a worker that is awake.
    fn look(&mut self, shared: &Arc<Shared>, id: u16, worker_shared: &WorkerShared) {
        let Some(thread) = lock(&worker_shared.thread).clone() else { return };
        let mut now = Seen {
            thread: thread.address(),
            looks: thread.looks(),
            since: self.tick,
            looked_at: false,
            spawned: worker_shared.counters.spawned.load(Ordering::Relaxed),
            spawning: 0,
            between: 0,
            left: 0,
        };
        let seen = of_worker(&mut self.seen, id);
        // A handler that has announced that it blocks is long without being seen twice.
        let reported = thread.is_blocking().then_some(now);
        let Some(before) = seen.filter(|before| before.stands_still(&now)).or(reported) else {
            *seen = Some(now);
            // It looks around after the present message: if it has not by the next tick, that one is long.
            return thread.ownership.call_attention();
        };
        (now.since, now.looked_at) = (before.since, before.looked_at);
        now.spawning = now.spawning_after(&before);
        *seen = Some(now);
        if !may_hand_off(shared) {
            return;
        }
        if before.left > 0 && !worker_shared.inbox.has_some() {
            *seen = Some(Seen { between: before.between, left: before.left - 1, ..now });
            return;
        }
        let may_wait = reported.is_none() && self.may_wait(shared, worker_shared, now.since);
        if may_wait && now.looked_at {
            return;
        }
        // The thread comes first: once the worker is taken there is no way back.
        let Ok(standby) = shared.standby.take() else { return };
        match take(shared, worker_shared, &thread, now.spawning > 0, may_wait) {
            Take::Taken(dispatch) => {
                self.hand_off(shared, id, standby);
                // Those that announce it need not be expected to. To ask takes some microseconds. If the handler returned meanwhile, its thread may
                // have waited for its next worker.
                if let Some(dispatch) = dispatch
                    && shared.mode == Mode::Pool
                    && reported.is_none()
                    && thread.is_blocked()
                    && !thread.has_left()
                {
                    shared.blocking_types.note(dispatch);
                }
            }
            Take::NothingWaits => {
                let between = (2 * before.between).clamp(1, MOST_TICKS_BETWEEN);
                *of_worker(&mut self.seen, id) = Some(Seen { between, left: between - 1, ..now });
            }
            Take::NotYet => *of_worker(&mut self.seen, id) = Some(Seen { looked_at: true, ..now }),
            Take::Not => {}
        }
    }

    /// Has another thread run a worker that was taken from its own.
    fn hand_off(&mut self, shared: &Arc<Shared>, id: u16, standby: StandbyThread<WatchedThread>) {
        *of_worker(&mut self.seen, id) = None;
        handoff::run_on(shared, id, standby);
    }

    /// Whether those behind a handler that runs since then are to wait on: a thread of their own would have to wait too.
    fn may_wait(&mut self, shared: &Shared, worker_shared: &WorkerShared, since: Instant) -> bool {
        self.tick - since < SATURATED
            && shared.stage() == Stage::Running
            && !worker_shared.urgent.has_some()
            && self.saturation.is_full(shared, self.tick)
    }
}

enum Take {
    /// From a handler of an actor of this type, if it was one.
    Taken(Option<Dispatch>),
    NothingWaits,
    /// Something waits, and is to wait on.
    NotYet,
    /// The thread is at its worker, or nothing may be taken.
    Not,
}

/// Takes a worker from a thread whose handler does not return, if anything waits for that, and not if it `may_wait`.
///
/// A handler that spawns, and makes no actors wait but those it has spawned, keeps its worker until it is done or does something else:
/// without one, each actor would have to be handed over by itself.
fn take(shared: &Shared, worker_shared: &WorkerShared, thread: &Watched, is_spawning: bool, may_wait: bool) -> Take {
    let mut not = Take::Not;
    let (mut actor, mut dispatch) = (Key::worker(), None);
    let taken = thread.ownership.take(|| {
        // SAFETY: while the ownership is decided the worker is ours.
        let core = unsafe { &mut *worker_shared.core.get() };
        // What is left is cleared away, here and now.
        if core.ended {
            return false;
        }
        let is_awaited = handoff::is_awaited(core);
        if !handoff::has_pending_work(core) {
            // Nothing here; but others may wait for what was sent to them before this handler began.
            core.flush();
            not = Take::NothingWaits;
            return false;
        }
        if is_spawning && !is_awaited && core.waits_for_start_only(1) && !worker_shared.inbox.has_some() {
            return false;
        }
        if may_wait {
            core.flush();
            not = Take::NotYet;
            return false;
        }
        // While the ownership is not decided: after that, what the thread keeps is its own again, and it may count itself out.
        if !handoff::count_away(shared) {
            return false;
        }
        // The outermost of those inside each other's direct calls: that one had the message.
        // SAFETY: the thread is held up until this has decided.
        let outermost = unsafe { thread.chain() }.last().filter(|key| *key != Key::worker());
        // SAFETY: the slot of an actor that the thread runs is its worker's.
        dispatch = outermost.and_then(|key| unsafe { (*core.slot(key.index())).dispatch });
        // SAFETY: the ownership is being decided.
        unsafe { handoff::detach(core, thread) };
        actor = thread.current();
        true
    });
    if taken {
        trace::handover(shared, thread.worker(), actor);
        return Take::Taken(dispatch);
    }
    not
}
