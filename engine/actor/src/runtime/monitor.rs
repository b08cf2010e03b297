//! The thread that watches over the workers: it sees to it that they look around, and takes them from threads whose handler does
//! not return.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::claim;
use super::crowd::Crowd;
use super::entry::Key;
use super::lifecycle;
use super::seat::Seat;
use super::shared::{Shared, Stage, Station, add};
use super::turn::{self, Left};
use super::vigil::Vigil;
use crate::Mode;
use crate::observe::trace;
use crate::sync::lock;

/// Between two looks at the workers. A handler that is found running twice is long.
pub(super) const TICK: Duration = Duration::from_millis(1);

/// Where the processors have all they can do, a handler has to run for so long: another thread would only take turns with it, and those
/// that wait cost nothing.
const CROWDED: Duration = Duration::from_millis(5);

/// Ticks without any work before the monitor sleeps.
const IDLE_TICKS: u32 = 10;

/// A handler that spawns so many actors a tick does little else. For so many ticks more it may just have been kept from it, by another
/// program or by the memory it asks for.
const MANY_SPAWNED: u64 = 100;
const SPAWNING_TICKS: u32 = 8;

/// A long handler that nobody waits for is looked at again after 1, 2, and then this many ticks: to look at its worker is to hold it up.
const MOST_TICKS_BETWEEN: u32 = 4;

/// No more threads than this may be in long handlers at a time; further ones hold up their worker.
const MOST_AWAY: usize = 256;

pub(crate) struct Monitor {
    vigil: Vigil,
    ended: AtomicBool,
}

impl Monitor {
    pub(crate) fn new() -> Self {
        Self { vigil: Vigil::new(), ended: AtomicBool::new(false) }
    }

    /// A worker has work: the monitor is to watch.
    #[inline]
    pub(crate) fn stay_awake(&self) {
        self.vigil.keep();
    }

    /// Wakes the monitor, wherever it sleeps.
    pub(crate) fn rouse(&self) {
        self.vigil.rouse();
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.vigil.rouse();
    }
}

/// Starts a worker's first thread.
pub(crate) fn start_worker(shared: &Arc<Shared>, worker: u16) -> io::Result<()> {
    let seat = Arc::new(Seat::new(Arc::clone(shared), worker));
    *lock(&shared.station(worker).seat) = Some(Arc::clone(&seat));
    let thread = thread_builder(shared, format!("agon-{worker}")).spawn(move || sit(&seat))?;
    lock(&shared.threads).push(thread);
    Ok(())
}

fn thread_builder(shared: &Shared, name: String) -> thread::Builder {
    let builder = thread::Builder::new().name(name);
    match shared.stack_size {
        Some(bytes) => builder.stack_size(bytes),
        None => builder,
    }
}

fn sit(seat: &Seat) {
    // SAFETY: a seat is made for one thread, which runs this once, and its place is the runtime until then.
    let mut seated = unsafe { seat.seated() };
    match turn::run(&mut seated) {
        Left::Ended => lifecycle::clear(&mut seated),
        Left::Unseated => {
            seat.shared.away.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A thread that waits for a worker to run.
pub(crate) struct Spare {
    seat: SyncSender<Arc<Seat>>,
    thread: JoinHandle<()>,
}

impl Spare {
    pub(crate) fn start(shared: &Shared) -> io::Result<Self> {
        let (sender, receiver) = sync_channel::<Arc<Seat>>(1);
        let thread = thread_builder(shared, "agon-spare".to_owned()).spawn(move || {
            if let Ok(seat) = receiver.recv() {
                drop(receiver);
                sit(&seat);
            }
        })?;
        Ok(Self { seat: sender, thread })
    }

    /// Has the thread run a worker.
    fn run(self, shared: &Shared, seat: Arc<Seat>) {
        let refused = self.seat.send(seat);
        let mut threads = lock(&shared.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.push(self.thread);
        drop(threads);
        if let Err(refused) = refused {
            // The spare thread is gone, which it never is: run the worker here rather than not at all.
            sit(&refused.0);
        }
    }

    /// Has the thread run a worker that is new.
    pub(crate) fn begin(self, shared: &Arc<Shared>, worker: u16) {
        let seat = Arc::new(Seat::new(Arc::clone(shared), worker));
        *lock(&shared.station(worker).seat) = Some(Arc::clone(&seat));
        lock(&shared.threads).push(self.thread);
        // The thread waits for this and for nothing else.
        drop(self.seat.send(seat));
    }

    /// It is not needed any more.
    pub(crate) fn dismiss(self) {
        drop(self.seat);
        drop(self.thread.join());
    }
}

/// What the monitor saw of a worker at the last tick.
#[derive(Clone, Copy)]
struct Seen {
    /// Whose thread it was, and how often that had looked around.
    seat: usize,
    looks: u64,
    /// When the handler that runs was first seen, and whether its worker has been looked at since.
    since: Instant,
    looked_at: bool,
    /// How many actors had been spawned here.
    spawned: u64,
    /// For so many ticks the handler that runs counts as one that spawns.
    spawning: u32,
    /// Nobody waited for the handler that runs: how many ticks pass between two looks at its worker, and how many are left.
    between: u32,
    left: u32,
}

impl Seen {
    fn stands_still(&self, now: &Self) -> bool {
        (self.seat, self.looks) == (now.seat, now.looks)
    }

    /// What it says of spawning now, given what was seen a tick before of the same handler.
    fn spawning_after(&self, before: &Self) -> u32 {
        if self.spawned - before.spawned >= MANY_SPAWNED { SPAWNING_TICKS } else { before.spawning.saturating_sub(1) }
    }
}

/// Watches until the system ends.
pub(crate) fn run(shared: &Arc<Shared>) {
    let monitor = &shared.monitor;
    claim::prepare();
    let mut seen: Vec<Option<Seen>> = Vec::new();
    let mut watch = Watch { spare: None, crowd: Crowd::new(), tick: Instant::now() };
    let mut idle_ticks = 0;
    while !monitor.ended.load(Ordering::SeqCst) {
        if shared.mode == Mode::Thread && shared.stage() == Stage::Running {
            // Nobody waits behind anybody, so nobody need be watched until the system ends.
            monitor.vigil.pause(None);
            continue;
        }
        monitor.vigil.pause(Some(Instant::now() + TICK));
        watch.tick = Instant::now();
        let mut active = false;
        for (id, station) in shared.stations() {
            if seen.len() <= usize::from(id) {
                seen.resize(usize::from(id) + 1, None);
            }
            let seen = &mut seen[usize::from(id)];
            if station.inbox.is_asleep() {
                *seen = None;
                continue;
            }
            active = true;
            watch.look(shared, id, station, seen);
        }
        idle_ticks = if active { 0 } else { idle_ticks + 1 };
        if idle_ticks > IDLE_TICKS {
            monitor.vigil.rest(|| {
                let all_asleep = shared.stations().all(|(_, station)| station.inbox.is_asleep());
                all_asleep && !monitor.ended.load(Ordering::SeqCst)
            });
            idle_ticks = 0;
        }
    }
    if let Some(spare) = watch.spare {
        spare.dismiss();
    }
}

/// What the monitor has for all workers.
struct Watch {
    spare: Option<Spare>,
    crowd: Crowd,
    /// When the present tick began.
    tick: Instant,
}

impl Watch {
    /// Looks at a worker that is awake.
    fn look(&mut self, shared: &Arc<Shared>, id: u16, station: &Station, seen: &mut Option<Seen>) {
        let Some(seat) = lock(&station.seat).clone() else { return };
        let mut now = Seen {
            seat: Arc::as_ptr(&seat).addr(),
            looks: seat.looks(),
            since: self.tick,
            looked_at: false,
            spawned: station.tally.spawned.load(Ordering::Relaxed),
            spawning: 0,
            between: 0,
            left: 0,
        };
        let Some(before) = seen.filter(|before| before.stands_still(&now)) else {
            *seen = Some(now);
            // It looks around after the present message: if it has not by the next tick, that one is long.
            return seat.claim.call_attention();
        };
        (now.since, now.looked_at) = (before.since, before.looked_at);
        now.spawning = now.spawning_after(&before);
        *seen = Some(now);
        if !shared.sharing.handover || shared.away.load(Ordering::Relaxed) >= MOST_AWAY {
            return;
        }
        if before.left > 0 && !station.inbox.has_some() {
            *seen = Some(Seen { between: before.between, left: before.left - 1, ..now });
            return;
        }
        let may_wait = self.may_wait(shared, station, now.since);
        if may_wait && now.looked_at {
            return;
        }
        // The thread comes first: once the worker is taken there is no way back.
        if self.spare.is_none() {
            self.spare = Spare::start(shared).ok();
        }
        if self.spare.is_none() {
            return;
        }
        match take(shared, station, &seat, now.spawning > 0, may_wait) {
            Take::Taken => {
                *seen = None;
                self.crowd.leaves(seat);
                if let Some(spare) = self.spare.take() {
                    let next = Arc::new(Seat::new(Arc::clone(shared), id));
                    *lock(&station.seat) = Some(Arc::clone(&next));
                    spare.run(shared, next);
                }
            }
            Take::NobodyWaits => {
                let between = (2 * before.between).clamp(1, MOST_TICKS_BETWEEN);
                *seen = Some(Seen { between, left: between - 1, ..now });
            }
            Take::NotYet => *seen = Some(Seen { looked_at: true, ..now }),
            Take::Not => {}
        }
    }

    /// Whether those behind a handler that runs since then are to wait on: a thread of their own would have to wait too.
    fn may_wait(&mut self, shared: &Shared, station: &Station, since: Instant) -> bool {
        self.tick - since < CROWDED
            && shared.stage() == Stage::Running
            && !station.urgent.has_some()
            && self.crowd.is_full(shared, self.tick)
    }
}

enum Take {
    Taken,
    NobodyWaits,
    /// Somebody waits, and is to wait on.
    NotYet,
    /// The thread is at its worker, or nothing may be taken.
    Not,
}

/// Takes a worker from a thread whose handler does not return, if anything waits for that, and not if it `may_wait`.
///
/// A handler that spawns, and makes nobody wait but those it has spawned, keeps its worker until it is done or does something else:
/// without one, each actor would have to be handed over by itself.
fn take(shared: &Shared, station: &Station, seat: &Seat, is_spawning: bool, may_wait: bool) -> Take {
    let mut not = Take::Not;
    let mut actor = Key::worker();
    let taken = seat.claim.take(|| {
        // SAFETY: while the claim is decided the worker is ours.
        let core = unsafe { &mut *station.core.get() };
        // What is left is cleared away, here and now.
        if core.ended {
            return false;
        }
        // In rounds, the other workers may be waiting for this one.
        let is_awaited = shared.mode == Mode::Synchronous && (shared.worker_count() > 1 || !core.rounds.is_empty());
        let is_timer_due = core.timers.next_deadline().is_some_and(|deadline| deadline <= Instant::now());
        if !is_awaited && core.is_idle() && !is_timer_due && !station.inbox.has_some() && !core.mover.is_busy() {
            // Nobody here; but others may wait for what was sent to them before this handler began.
            core.flush();
            not = Take::NobodyWaits;
            return false;
        }
        if is_spawning && !is_awaited && core.waits_for_start_only() && !station.inbox.has_some() {
            return false;
        }
        if may_wait {
            core.flush();
            not = Take::NotYet;
            return false;
        }
        let running = seat.chain().filter(|key| *key != Key::worker());
        seat.detach(running.map(|key| core.detach(key)).collect());
        core.flush();
        seat.publish(&station.tally);
        // While the claim is not decided: after that, what the thread keeps is its own again, and it may count itself out.
        shared.away.fetch_add(1, Ordering::Relaxed);
        actor = seat.current();
        true
    });
    if taken {
        add(&station.tally.handovers, 1);
        trace::handover(shared, seat.worker(), actor);
        return Take::Taken;
    }
    not
}
