//! The thread that watches over the workers: it sees to it that they look around, and takes them from threads whose handler does
//! not return.
//!
//! *Handoff.* A handler that is found running at two looks, a [`TICK`] apart, is long: its worker, with all the other actors, goes to a
//! [standby](super::standby) thread, and the handler goes on where it is. Where the processors have all they can do
//! ([`crowd`](super::crowd)) it has to run for [`CROWDED`]. At most [`MOST_AWAY`] handlers can be long at a time; further ones hold up their
//! worker.
//!
//! *Pursuit.* Where one handler blocks, the next often does, too, and at a tick each many would take their time one after the other. So
//! when a handler is taken whose thread waits for something, the monitor looks every [`GLANCE`] for a while ([`PURSUIT`], and again from each
//! handler that it takes by such a look). A thread that has had no processor time between two of these looks, and waits for something
//! ([`thread_state`](super::thread_state)), loses its worker at once. Handlers that compute are not touched by that: they
//! run, or wait for a processor, and neither is waiting for something.
//!
//! *Spreading.* A worker that is handed off again and again gives half of those who wait to a worker that sleeps, first thing
//! ([`Core::spread`](super::core::Core::spread)); there the same goes on. So blocking handlers start on all workers at the same time, and on each of them one after
//! the other at the pace of glances.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::claim;
use super::crowd::Crowd;
use super::entry::Key;
use super::lifecycle;
use super::seat::{Seat, Used};
use super::shared::{Shared, Stage, Station, add};
use super::standby::Standby;
use super::thread_state;
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

/// No more threads than this may be in long handlers at a time.
const MOST_AWAY: usize = 512;

/// Between two looks while handlers block one after the other, and for how long after the last of them.
const GLANCE: Duration = Duration::from_micros(10);
const PURSUIT: Duration = Duration::from_millis(2);

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
    let thread = shared.standby.start(shared, format!("agon-{worker}"))?;
    thread.run(new_seat(shared, worker));
    Ok(())
}

/// The seat for the next thread of a worker.
pub(super) fn new_seat(shared: &Arc<Shared>, worker: u16) -> Arc<Seat> {
    let seat = Arc::new(Seat::new(Arc::clone(shared), worker));
    *lock(&shared.station(worker).seat) = Some(Arc::clone(&seat));
    seat
}

/// Runs a worker until it ends, or another thread has it.
pub(super) fn sit(seat: &Seat) {
    // SAFETY: a seat is made for one thread, which runs this once, and its place is the runtime until then.
    let mut seated = unsafe { seat.seated() };
    match turn::run(&mut seated) {
        Left::Ended => lifecycle::clear(&mut seated),
        Left::Unseated => {
            seat.shared.away.fetch_sub(1, Ordering::Relaxed);
        }
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

/// What the monitor saw of a worker at its last glance.
#[derive(Clone, Copy)]
struct Glimpse {
    seat: usize,
    looks: u64,
    used: Used,
    /// Nobody waited for the handler: that can be left to the ticks.
    let_be: bool,
}

impl Glimpse {
    /// Whether the thread has not run in between.
    fn stands_still(&self, now: &Self) -> bool {
        matches!(now.used, Used::SoFar(_)) && (self.seat, self.looks, self.used) == (now.seat, now.looks, now.used)
    }
}

/// Watches until the system ends.
pub(crate) fn run(shared: &Arc<Shared>) {
    let monitor = &shared.monitor;
    claim::prepare();
    thread_state::wake_in_time();
    let mut watch = Watch::new();
    let mut idle_ticks = 0;
    while !monitor.ended.load(Ordering::SeqCst) {
        if shared.mode == Mode::Thread && shared.stage() == Stage::Running {
            // Nobody waits behind anybody, so nobody need be watched until the system ends.
            monitor.vigil.pause(None);
            continue;
        }
        let now = Instant::now();
        let pursues = watch.pursues_until.is_some_and(|until| now < until);
        monitor.vigil.pause(Some(now + if pursues { GLANCE } else { TICK }));
        if pursues {
            watch.glance(shared);
            if watch.tick.elapsed() < TICK {
                continue;
            }
        }
        let active = watch.look_at_all(shared);
        idle_ticks = if active { 0 } else { idle_ticks + 1 };
        if idle_ticks > IDLE_TICKS {
            monitor.vigil.rest(|| {
                let all_asleep = shared.stations().all(|(_, station)| station.inbox.is_asleep());
                all_asleep && !monitor.ended.load(Ordering::SeqCst)
            });
            idle_ticks = 0;
        }
    }
}

/// What the monitor knows.
struct Watch {
    crowd: Crowd,
    /// By worker.
    seen: Vec<Option<Seen>>,
    glimpses: Vec<Option<Glimpse>>,
    /// When the present tick began.
    tick: Instant,
    /// Until then handlers may block one after the other.
    pursues_until: Option<Instant>,
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
        Self { crowd: Crowd::new(), seen: Vec::new(), glimpses: Vec::new(), tick: Instant::now(), pursues_until: None }
    }

    /// A tick; whether any worker is awake.
    fn look_at_all(&mut self, shared: &Arc<Shared>) -> bool {
        self.tick = Instant::now();
        let mut active = false;
        for (id, station) in shared.stations() {
            if station.inbox.is_asleep() {
                *of_worker(&mut self.seen, id) = None;
            } else {
                active = true;
                self.look(shared, id, station);
            }
        }
        active
    }

    /// Looks at a worker that is awake.
    fn look(&mut self, shared: &Arc<Shared>, id: u16, station: &Station) {
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
        let seen = of_worker(&mut self.seen, id);
        let Some(before) = seen.filter(|before| before.stands_still(&now)) else {
            *seen = Some(now);
            // It looks around after the present message: if it has not by the next tick, that one is long.
            return seat.claim.call_attention();
        };
        (now.since, now.looked_at) = (before.since, before.looked_at);
        now.spawning = now.spawning_after(&before);
        *seen = Some(now);
        if !may_hand_off(shared) {
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
        let Ok(standby) = shared.standby.take(shared) else { return };
        let blocks = shared.mode == Mode::Pool && seat.is_blocked();
        match take(shared, station, &seat, now.spawning > 0, may_wait) {
            Take::Taken => {
                if blocks {
                    self.pursues_until = Some(self.tick + PURSUIT);
                }
                self.hand_off(shared, id, seat, standby);
            }
            Take::NobodyWaits => {
                let between = (2 * before.between).clamp(1, MOST_TICKS_BETWEEN);
                *of_worker(&mut self.seen, id) = Some(Seen { between, left: between - 1, ..now });
            }
            Take::NotYet => *of_worker(&mut self.seen, id) = Some(Seen { looked_at: true, ..now }),
            Take::Not => {}
        }
    }

    /// Looks for workers whose handler blocks, as one has just done.
    fn glance(&mut self, shared: &Arc<Shared>) {
        for (id, station) in shared.stations() {
            let glimpse = of_worker(&mut self.glimpses, id);
            let seat = lock(&station.seat).clone().filter(|_| !station.inbox.is_asleep());
            let Some(seat) = seat else {
                *glimpse = None;
                continue;
            };
            let now =
                Glimpse { seat: Arc::as_ptr(&seat).addr(), looks: seat.looks(), used: seat.used(), let_be: false };
            let Some(before) = glimpse.replace(now).filter(|before| before.stands_still(&now)) else { continue };
            if before.let_be {
                *glimpse = Some(before);
                continue;
            }
            if !may_hand_off(shared) || !seat.is_blocked() {
                continue;
            }
            let is_spawning = of_worker(&mut self.seen, id).is_some_and(|seen| seen.spawning > 0);
            let Ok(standby) = shared.standby.take(shared) else { return };
            match take(shared, station, &seat, is_spawning, false) {
                Take::Taken => {
                    self.pursues_until = Some(Instant::now() + PURSUIT);
                    self.hand_off(shared, id, seat, standby);
                }
                Take::NobodyWaits => *of_worker(&mut self.glimpses, id) = Some(Glimpse { let_be: true, ..now }),
                Take::NotYet | Take::Not => {}
            }
        }
    }

    /// Has another thread run a worker that was taken from its own.
    fn hand_off(&mut self, shared: &Arc<Shared>, id: u16, taken: Arc<Seat>, standby: Standby) {
        *of_worker(&mut self.seen, id) = None;
        standby.run(new_seat(shared, id));
        self.crowd.leaves(taken);
    }

    /// Whether those behind a handler that runs since then are to wait on: a thread of their own would have to wait too.
    fn may_wait(&mut self, shared: &Shared, station: &Station, since: Instant) -> bool {
        self.tick - since < CROWDED
            && shared.stage() == Stage::Running
            && !station.urgent.has_some()
            && self.crowd.is_full(shared, self.tick)
    }
}

fn may_hand_off(shared: &Shared) -> bool {
    shared.sharing.handover && shared.away.load(Ordering::Relaxed) < MOST_AWAY
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
        // Nobody knows what sockets would have woken by now.
        let drives = station.parker.driver().is_some();
        let is_behind = !core.is_idle() || is_timer_due || station.inbox.has_some() || core.mover.is_busy();
        if !is_awaited && !drives && !is_behind {
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
        core.load.note_handoff(Instant::now());
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
