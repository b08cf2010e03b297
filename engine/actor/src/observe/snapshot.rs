use std::fmt;
use std::time::Duration;

use crate::observe::histogram::Histogram;
use crate::observe::table::Table;
use crate::types::counters::Counters;
use crate::types::id::ActorId;
use crate::types::mode::Mode;

/// What a system looks like at one moment; see [`System::snapshot`](crate::System::snapshot).
///
/// The parts are looked at one after the other while the system goes on: each is exact, together they need not add up.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) system: u32,
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) uptime: Duration,
    pub(crate) away: usize,
    pub(crate) counters: Counters,
    pub(crate) workers: Vec<WorkerSnapshot>,
    pub(crate) actors: Vec<ActorSnapshot>,
    pub(crate) tables: Vec<Table>,
}

impl Snapshot {
    /// The system's number, unique in this process: the first in what an [`ActorId`] shows.
    pub fn system(&self) -> u32 {
        self.system
    }

    /// What the system is called; see [`SystemBuilder::name`](crate::SystemBuilder::name).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the system runs its actors.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How long ago the system was built.
    pub fn uptime(&self) -> Duration {
        self.uptime
    }

    /// Threads in long handlers, whose workers have been given to other threads.
    pub fn away(&self) -> usize {
        self.away
    }

    /// The system's totals.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The workers, by number.
    pub fn workers(&self) -> &[WorkerSnapshot] {
        &self.workers
    }

    /// The actors that have handled most, and those with most to do: see [`System::snapshot_within`](
    /// crate::System::snapshot_within). First those with the most messages handled.
    pub fn actors(&self) -> &[ActorSnapshot] {
        &self.actors
    }

    /// What the program shows of itself: see [`System::add_table`](crate::System::add_table).
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Messages that wait, of all workers that have reported how many wait there.
    pub fn queued(&self) -> u64 {
        self.workers.iter().filter_map(WorkerSnapshot::queued).sum()
    }

    /// How long probes have waited at all workers; see [`System::probe`](crate::System::probe).
    pub fn waits(&self) -> Histogram {
        let mut all = Histogram::default();
        self.workers.iter().for_each(|worker| all.merge(&worker.waits));
        all
    }
}

/// What a worker was doing when it was looked at.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerState {
    /// Handling messages, or looking for some.
    Running,
    /// Sleeping until a message comes.
    Asleep,
    /// In a handler, or so busy that it had not let the observer in when time was up. Its counters are as it had published them
    /// before, and the figures that only it knows are missing.
    Silent,
}

impl fmt::Display for WorkerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Running => "running",
            Self::Asleep => "asleep",
            Self::Silent => "silent",
        })
    }
}

/// One worker in a [`Snapshot`].
#[derive(Clone, Debug)]
pub struct WorkerSnapshot {
    pub(crate) worker: usize,
    pub(crate) state: WorkerState,
    pub(crate) handled: u64,
    pub(crate) live: Option<u64>,
    pub(crate) queued: Option<u64>,
    pub(crate) sent_away: u64,
    pub(crate) sleeps: u64,
    pub(crate) moved_in: u64,
    pub(crate) moved_out: u64,
    pub(crate) handovers: u64,
    pub(crate) dead_letters: u64,
    pub(crate) panics: u64,
    pub(crate) restarts: u64,
    pub(crate) waits: Histogram,
}

impl WorkerSnapshot {
    /// The worker's number.
    pub fn worker(&self) -> usize {
        self.worker
    }

    /// What it was doing.
    pub fn state(&self) -> WorkerState {
        self.state
    }

    /// Messages its actors have handled.
    pub fn handled(&self) -> u64 {
        self.handled
    }

    /// Actors that live here now; `None` if the worker was [silent](WorkerState::Silent).
    pub fn live(&self) -> Option<u64> {
        self.live
    }

    /// Messages that wait here, those put aside for actors that cannot handle them now included; `None` if the worker was
    /// [silent](WorkerState::Silent).
    pub fn queued(&self) -> Option<u64> {
        self.queued
    }

    /// Messages its actors have sent to actors of other workers.
    pub fn sent_away(&self) -> u64 {
        self.sent_away
    }

    /// How often it fell asleep. Looking at a worker that sleeps wakes it for a moment, and counts.
    pub fn sleeps(&self) -> u64 {
        self.sleeps
    }

    /// Groups of up to 32 actors that have come here from other workers.
    pub fn moved_in(&self) -> u64 {
        self.moved_in
    }

    /// Groups of up to 32 actors that have gone from here to other workers.
    pub fn moved_out(&self) -> u64 {
        self.moved_out
    }

    /// How often it was taken from a thread whose handler did not return.
    pub fn handovers(&self) -> u64 {
        self.handovers
    }

    /// Messages for actors that had terminated.
    pub fn dead_letters(&self) -> u64 {
        self.dead_letters
    }

    /// Panics caught here.
    pub fn panics(&self) -> u64 {
        self.panics
    }

    /// Actors restarted here.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// How long probes have waited in its queue; see [`System::probe`](crate::System::probe).
    pub fn waits(&self) -> &Histogram {
        &self.waits
    }
}

/// What an actor was doing when its worker was looked at.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorStatus {
    /// It handles messages as they come.
    Ready,
    /// It works off what was put aside for it.
    CatchingUp,
    /// It waits for something, as it asked for.
    Paused,
    /// It has panicked, and its supervisor has not decided yet.
    Suspended,
    /// A message that it sent waits for capacity.
    Blocked,
    /// Its handler takes long, on a thread of its own by now.
    Away,
    /// It is on its way to another worker.
    Moving,
}

impl fmt::Display for ActorStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ready => "ready",
            Self::CatchingUp => "catching-up",
            Self::Paused => "paused",
            Self::Suspended => "suspended",
            Self::Blocked => "blocked",
            Self::Away => "away",
            Self::Moving => "moving",
        })
    }
}

/// One actor in a [`Snapshot`].
#[derive(Clone, Debug)]
pub struct ActorSnapshot {
    pub(crate) id: ActorId,
    pub(crate) type_name: &'static str,
    pub(crate) name: Option<Box<str>>,
    pub(crate) worker: usize,
    pub(crate) handled: u64,
    pub(crate) queued: u64,
    pub(crate) status: ActorStatus,
    pub(crate) numbers: Vec<(&'static str, u64)>,
}

impl ActorSnapshot {
    /// Its identity.
    pub fn id(&self) -> ActorId {
        self.id
    }

    /// The type of the actor, as [`std::any::type_name`] gives it.
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The name it was [spawned with](crate::SpawnOptions::name), or else [gives itself](crate::Actor::describe), if any. One that is [away](ActorStatus::Away) does
    /// not answer, and has a name here only if it was in the snapshot before.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The worker that has it.
    pub fn worker(&self) -> usize {
        self.worker
    }

    /// Messages given to its handler.
    pub fn handled(&self) -> u64 {
        self.handled
    }

    /// Messages that wait for it at its worker.
    pub fn queued(&self) -> u64 {
        self.queued
    }

    /// What it was doing.
    pub fn status(&self) -> ActorStatus {
        self.status
    }

    /// Numbers that it [gives of itself](crate::Actor::describe), each with what it is the number of. One that is
    /// [away](ActorStatus::Away) gives none.
    pub fn numbers(&self) -> &[(&'static str, u64)] {
        &self.numbers
    }
}
