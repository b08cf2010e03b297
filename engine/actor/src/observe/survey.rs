//! Asks the workers what only they know: a visit to each, between two of its messages.
//!
//! A visit first walks the worker's queues and counts what waits for whom. Then it looks at the actors, so many at a
//! time: in between the worker handles messages, and lets the rest of the visit in a little later. So what a visit
//! costs at a time is the walk along the queues, however many actors there are.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem;
use std::ops::Bound;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::memory::envelope::{Header, Special};
use crate::memory::slab::{Slot, slots_of, status};
use crate::observe::histogram::Waits;
use crate::observe::snapshot::{ActorSnapshot, ActorStatus, Snapshot, WorkerSnapshot, WorkerState};
use crate::observe::table::Tables;
use crate::sync::current_thread::run_as_outside;
use crate::sync::shim::lock;
use crate::types::description::Description;
use crate::types::id::{ActorId, CHUNK, Key};
use crate::worker::cell_head;
use crate::worker::core::Core;
use crate::worker::deferred::reason;
use crate::worker::shared::{Shared, WorkerCounters, WorkerShared};

/// Chunks looked at before the worker goes on with its messages.
const CHUNKS_A_VISIT: usize = 256;

/// Probes of one worker that may be under way at a time.
const OPEN_PROBES: u64 = 4;

/// What a system keeps for its observers.
#[derive(Default)]
pub(crate) struct Observed {
    /// What probes have found, by worker.
    waits: Mutex<HashMap<u16, Arc<Waits>>>,
    /// What the actors shown last are called, for when one of them is away and does not answer.
    names: Mutex<HashMap<ActorId, Box<str>>>,
}

/// What a worker reports about itself.
struct Answer {
    worker: u16,
    live: u64,
    queued: u64,
    actors: Vec<ActorSnapshot>,
}

/// Looks at a whole system: at most so many of the actors that have handled most, and as many of those with the longest queues.
pub(crate) fn snapshot(shared: &Shared, limit: Duration, actors: usize) -> Snapshot {
    let deadline = Instant::now().checked_add(limit);
    let (sender, answers) = channel();
    let mut workers: Vec<WorkerSnapshot> = Vec::new();
    for (id, worker_shared) in shared.workers() {
        workers.push(from_outside(shared, id, worker_shared));
        let visit = Visit::new(actors, sender.clone());
        shared.notify_worker_urgently(id, Core::visit(move |core| visit.begin(core)));
    }
    drop(sender);
    let mut top = Vec::new();
    for _ in 0..workers.len() {
        let answer = match deadline {
            None => answers.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => answers.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        let Ok(answer) = answer else { break };
        let Ok(at) = workers.binary_search_by_key(&usize::from(answer.worker), |worker| worker.worker) else {
            continue;
        };
        let worker = &mut workers[at];
        worker.read(&shared.worker_shared(answer.worker).counters);
        (worker.live, worker.queued) = (Some(answer.live), Some(answer.queued));
        if worker.state == WorkerState::Silent {
            worker.state = WorkerState::Running;
        }
        top.extend(answer.actors);
    }
    // Who moved meanwhile may have been seen twice: what was seen later counts for more.
    top.sort_by_key(|actor| (actor.id, Reverse(actor.handled)));
    top.dedup_by_key(|actor| actor.id);
    keep_top(&mut top, actors, |actor| (actor.handled, actor.queued));
    top.sort_by_key(|actor| (Reverse(actor.handled), actor.id));
    remember_names(&mut lock(&shared.extensions.get::<Observed>().names), &mut top);
    Snapshot {
        system: shared.system_ref.number,
        name: shared.name.clone(),
        mode: shared.mode,
        uptime: shared.started.elapsed(),
        away: shared.away.load(Ordering::Relaxed),
        counters: shared.counters(),
        workers,
        actors: top,
        tables: shared.extensions.find::<Tables>().map(|tables| tables.read()).unwrap_or_default(),
    }
}

/// Fills in names that are known from before, and knows those of now from now on.
fn remember_names(known: &mut HashMap<ActorId, Box<str>>, actors: &mut [ActorSnapshot]) {
    for actor in actors.iter_mut().filter(|actor| actor.status == ActorStatus::Away) {
        actor.name = known.remove(&actor.id);
    }
    *known = actors.iter().filter_map(|actor| Some((actor.id, actor.name.clone()?))).collect();
}

/// What can be seen of a worker without asking it; it counts as silent until it answers, unless it sleeps.
fn from_outside(shared: &Shared, id: u16, worker_shared: &WorkerShared) -> WorkerSnapshot {
    let waits = lock(&shared.extensions.get::<Observed>().waits).get(&id).map(|waits| waits.read());
    let state = if worker_shared.inbox.is_asleep() { WorkerState::Asleep } else { WorkerState::Silent };
    let mut worker = WorkerSnapshot {
        worker: usize::from(id),
        state,
        handled: 0,
        live: None,
        queued: None,
        sent_away: 0,
        sleeps: 0,
        moved_in: 0,
        moved_out: 0,
        handovers: 0,
        dead_letters: 0,
        panics: 0,
        restarts: 0,
        waits: waits.unwrap_or_default(),
    };
    worker.read(&worker_shared.counters);
    worker
}

impl WorkerSnapshot {
    fn read(&mut self, counters: &WorkerCounters) {
        self.handled = counters.handled.load(Ordering::Relaxed);
        self.sent_away = counters.sent_away.load(Ordering::Relaxed);
        self.sleeps = counters.sleeps.load(Ordering::Relaxed);
        self.moved_in = counters.moved_in.load(Ordering::Relaxed);
        self.moved_out = counters.moved_out.load(Ordering::Relaxed);
        self.handovers = counters.handovers.load(Ordering::Relaxed);
        self.dead_letters = counters.dead_letters.load(Ordering::Relaxed);
        self.panics = counters.panics.load(Ordering::Relaxed);
        self.restarts = counters.restarts.load(Ordering::Relaxed);
    }
}

/// Leaves those that are among the first `count` by what was handled, or by what waits.
fn keep_top<T>(all: &mut Vec<T>, count: usize, weigh: impl Fn(&T) -> (u64, u64)) {
    if all.len() <= count {
        return;
    }
    all.sort_unstable_by_key(|one| Reverse(weigh(one).0));
    let mut rest = all.split_off(count);
    rest.retain(|one| weigh(one).1 > 0);
    if rest.len() > count {
        rest.select_nth_unstable_by_key(count, |one| Reverse(weigh(one).1));
        rest.truncate(count);
    }
    all.append(&mut rest);
}

/// An actor that may be shown.
struct Seen {
    key: Key,
    handled: u64,
    queued: u64,
}

/// A visit under way.
struct Visit {
    wanted: usize,
    answer: Sender<Answer>,
    /// By slot: what waited for it when the visit began.
    waiting: Vec<u32>,
    /// All that waited.
    queued: u64,
    live: u64,
    top: Vec<Seen>,
    /// The last chunk looked at.
    at: Option<u32>,
}

impl Visit {
    fn new(wanted: usize, answer: Sender<Answer>) -> Self {
        Self { wanted, answer, waiting: Vec::new(), queued: 0, live: 0, top: Vec::new(), at: None }
    }

    fn begin(mut self, core: &mut Core) {
        core.worker_shared().counters.sent_away.store(core.migration.sent_away, Ordering::Relaxed);
        self.waiting = vec![0; (core.shared().slab.chunks() * CHUNK) as usize];
        // What other threads have sent is taken in, so that it can be seen.
        core.receive(0);
        let (waiting, queued) = (&mut self.waiting, &mut self.queued);
        core.for_each_queued(|header| {
            let is_counted = matches!(
                header.as_special(),
                None | Some(Special::SystemMessage | Special::LazyMessage | Special::Timed)
            );
            if header.key() == Key::worker() || !is_counted {
                return;
            }
            *queued += 1;
            if let Some(count) = waiting.get_mut(header.index() as usize) {
                *count += 1;
            }
        });
        self.go_on(core);
    }

    fn go_on(mut self, core: &mut Core) {
        let from = self.at.map_or(Bound::Unbounded, Bound::Excluded);
        let chunks: Vec<u32> = core.chunks.range((from, Bound::Unbounded)).copied().take(CHUNKS_A_VISIT).collect();
        let is_last = chunks.len() < CHUNKS_A_VISIT;
        self.at = chunks.last().copied().or(self.at);
        for chunk in chunks {
            self.look_at(core, chunk);
        }
        keep_top(&mut self.top, self.wanted, |seen| (seen.handled, seen.queued));
        if is_last {
            return self.finish(core);
        }
        let (shared, id) = (core.shared(), core.id());
        shared.notify_worker_urgently(id, Core::visit(move |core| self.go_on(core)));
    }

    fn look_at(&mut self, core: &Core, chunk: u32) {
        for index in slots_of(chunk) {
            if !core.owns(Key::new(index, 1)) {
                continue;
            }
            // SAFETY: the slot is this worker's, and the visit is in the runtime.
            let slot = unsafe { &*core.slot(index) };
            if !slot.is_live() {
                continue;
            }
            self.live += 1;
            let queued = self.waiting.get(index as usize).copied().unwrap_or(0);
            self.top.push(Seen {
                key: Key::new(index, slot.generation()),
                handled: slot.handled,
                queued: u64::from(queued),
            });
        }
    }

    fn finish(mut self, core: &Core) {
        let actors = mem::take(&mut self.top).into_iter().filter_map(|seen| describe(core, &seen)).collect();
        let answer = Answer { worker: core.id(), live: self.live, queued: self.queued, actors };
        // The asker may have given up.
        let _ = self.answer.send(answer);
    }
}

impl Core {
    /// Calls `visit` with the header of everything that waits at this worker.
    fn for_each_queued(&self, mut visit: impl FnMut(Header)) {
        self.ring.for_each(&mut visit);
        self.arrivals.for_each(&mut visit);
        self.migration.in_transit.for_each(&mut visit);
        self.migration.ship.for_each(&mut visit);
        self.deferred.values().for_each(|deferred| deferred.queue.for_each(&mut visit));
    }
}

fn describe(core: &Core, seen: &Seen) -> Option<ActorSnapshot> {
    let key = seen.key;
    if !core.owns(key) {
        return None;
    }
    // SAFETY: the slot is this worker's, and the visit is in the runtime.
    let slot = unsafe { &*core.slot(key.index()) };
    if !slot.is_live() || slot.generation() != key.generation() {
        return None;
    }
    let vtable = core.shared().slab.vtable(key.index());
    let mut description = Description::default();
    if !slot.has(status::BUSY) {
        if let Some(vtable) = vtable {
            // SAFETY: the actor lives and no thread runs it: the worker is with us.
            run_as_outside(|| unsafe { (vtable.describe)(slot.state, &mut description) });
        }
        // SAFETY: as above.
        let given = unsafe { cell_head::head(slot.state) }.cold.as_ref().and_then(|cold| cold.name.clone());
        description.name = given.or(description.name);
    }
    Some(ActorSnapshot {
        id: core.shared().id_of(key),
        type_name: vtable.map_or("?", |vtable| (vtable.type_name)()),
        name: description.name,
        worker: usize::from(core.id()),
        handled: slot.handled,
        queued: seen.queued,
        status: status_of(core, key, slot),
        numbers: description.numbers,
    })
}

fn status_of(core: &Core, key: Key, slot: &Slot) -> ActorStatus {
    let reasons = core.deferred.get(&key.index()).map_or(0, |deferred| deferred.reasons);
    if slot.has(status::FROZEN) {
        ActorStatus::Moving
    } else if slot.has(status::BUSY) || reasons & reason::AWAY != 0 {
        ActorStatus::Away
    } else if reasons & reason::SUSPENDED != 0 {
        ActorStatus::Suspended
    } else if reasons & (reason::PAUSED | reason::AWAITING) != 0 {
        ActorStatus::Paused
    } else if reasons & reason::BLOCKED != 0 {
        ActorStatus::Blocked
    } else if slot.has(status::HELD) {
        ActorStatus::CatchingUp
    } else {
        ActorStatus::Ready
    }
}

/// Has every worker that is awake measure how long an entry of its queue waits; what comes of it is in later snapshots.
pub(crate) fn probe(shared: &Shared) {
    for (id, _) in shared.workers().filter(|(_, worker_shared)| !worker_shared.inbox.is_asleep()) {
        let waits = Arc::clone(
            lock(&shared.extensions.get::<Observed>().waits).entry(id).or_insert_with(|| Arc::new(Waits::new())),
        );
        if waits.open.load(Ordering::Relaxed) >= OPEN_PROBES {
            continue; // in a long handler, or behind a long queue: more of them would show the same
        }
        waits.open.fetch_add(1, Ordering::Relaxed);
        let (probe, sent) = (Probe(waits), Instant::now());
        // By the way of messages from elsewhere: behind all that has come, and all that is let in before it.
        shared.notify_worker(id, Core::visit(move |_| probe.0.record(sent.elapsed())));
    }
}

/// Counts as open until it is dropped, handled or not.
struct Probe(Arc<Waits>);

impl Drop for Probe {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}
