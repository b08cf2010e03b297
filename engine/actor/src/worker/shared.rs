//! What all threads of a system share.

use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use crate::memory::batch::{Batch, BatchBox};
use crate::memory::slab::{Slab, WORKERS};
use crate::memory::vtable::VTable;
use crate::sync::epoch::Epoch;
use crate::sync::inbox::{Inbox, Pushed};
use crate::sync::parker::Parker;
use crate::sync::shim::lock;
use crate::types::counters::Counters;
use crate::types::exit::ExitReason;
use crate::types::id::{ActorId, Key};
use crate::types::mode::Mode;
use crate::types::report::{ActorLabel, Undelivered};
use crate::types::spawn_error::SpawnError;
use crate::worker::bounds::Bounds;
use crate::worker::core::Core;
use crate::worker::exits::ExitCache;
use crate::worker::extensions::Extensions;
use crate::worker::free_list::FreeList;
use crate::worker::idle_workers::IdleWorkers;
use crate::worker::monitor_signal::MonitorSignal;
use crate::worker::pause::{Pause, SHARING_PAUSE};
use crate::worker::rounds::Barrier;
use crate::worker::system_message::SystemMessage;
use crate::worker::thread::WatchedThread;
use crate::worker::threads::blocking_types::BlockingTypes;
use crate::worker::threads::reactor::Reactor;
use crate::worker::threads::standby::StandbyPool;
use crate::worker::timers::table::Timers;
use crate::worker::virtual_clock::VirtualClock;

/// What an address points to: the system, for as long as there is one. Never freed, so that an address can be a plain pointer.
pub(crate) struct SystemRef {
    pub(crate) number: u32,
    pub(crate) epoch: Epoch,
    /// Valid for threads inside the epoch.
    shared: AtomicPtr<Shared>,
}

impl SystemRef {
    /// Every system leaves one behind: a kilobyte at most.
    fn new() -> &'static Self {
        static STUBS: Mutex<Vec<&'static SystemRef>> = Mutex::new(Vec::new());
        let mut system_refs = lock(&STUBS);
        let number = system_refs.len() as u32 + 1;
        let system_ref =
            Box::leak(Box::new(Self { number, epoch: Epoch::new(), shared: AtomicPtr::new(ptr::null_mut()) }));
        system_refs.push(system_ref);
        system_ref
    }

    /// Calls `f` with the system, which does not end meanwhile; `None` if it has ended.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&Shared) -> R) -> Option<R> {
        self.give((), |shared, ()| f(shared)).ok()
    }

    /// The same with something that `f` takes; it comes back if the system has ended.
    pub(crate) fn give<T, R>(&self, what: T, f: impl FnOnce(&Shared, T) -> R) -> Result<R, T> {
        let Some(_inside) = self.epoch.enter() else { return Err(what) };
        // SAFETY: set before any address was made; the system waits for who is inside before it goes.
        Ok(f(unsafe { &*self.shared.load(Ordering::Acquire) }, what))
    }

    /// Sends a system message to an actor from where no worker is at hand. `true`: the system has ended, and a letter is lost.
    pub(crate) fn send_system(&self, key: Key, message: SystemMessage) -> bool {
        match self.give(message, |shared, message| shared.send_system(key, message)) {
            Ok(()) => false,
            Err(message) => {
                let is_letter = message.is_letter();
                // The watcher is notified: the system has ended, and remembers no actor.
                message.discard(ExitReason::Unknown);
                is_letter
            }
        }
    }
}

/// One worker, as others see it.
pub(crate) struct WorkerShared {
    pub(crate) inbox: Inbox<Batch>,
    /// What overtakes messages.
    pub(crate) urgent: Inbox<Batch>,
    pub(crate) parker: Parker,
    pub(crate) timers: Timers,
    /// When it last fell asleep, in nanoseconds since the system began.
    pub(crate) asleep_since: AtomicU64,
    pub(crate) core: CoreCell,
    /// The thread that has it; changed by who has taken the worker from a thread, or has given it up (see [`handoff`](crate::worker::handover::handoff)).
    pub(crate) thread: Mutex<Option<WatchedThread>>,
    pub(crate) counters: WorkerCounters,
    /// How long it has waited for something to do so far, asleep or looking on, in nanoseconds.
    pub(crate) waited: AtomicU64,
    /// How much work waits here that others might do: written by who has the worker.
    pub(crate) surplus: AtomicU32,
}

/// Where a worker's core is.
pub(crate) struct CoreCell(UnsafeCell<Core>);

// SAFETY: the cell gives nothing but a pointer; who uses it has the worker, and one thread at a time has (see `ownership`).
unsafe impl Sync for CoreCell {}

impl CoreCell {
    #[inline]
    pub(crate) fn get(&self) -> *mut Core {
        self.0.get()
    }
}

/// A worker's counters: written by who has the worker, read by anybody.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct WorkerCounters {
    pub(crate) spawned: AtomicU64,
    pub(crate) exited: AtomicU64,
    pub(crate) handled: AtomicU64,
    pub(crate) panics: AtomicU64,
    pub(crate) restarts: AtomicU64,
    pub(crate) dead_letters: AtomicU64,
    pub(crate) sent_away: AtomicU64,
    pub(crate) moved_out: AtomicU64,
    pub(crate) moved_in: AtomicU64,
    pub(crate) sleeps: AtomicU64,
    pub(crate) handovers: AtomicU64,
}

/// Adds to a counter that has one writer at a time.
#[inline]
pub(crate) fn add(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
}

impl WorkerShared {
    /// How long the worker has been asleep; nothing, if it is awake. `now` is since the system began.
    pub(crate) fn asleep(&self, now: Duration) -> Option<Duration> {
        let since = || Duration::from_nanos(self.asleep_since.load(Ordering::Relaxed));
        self.inbox.is_asleep().then(|| now.saturating_sub(since()))
    }

    /// Hands over a batch, and wakes the worker if it sleeps; gives the batch back if the worker has ended.
    pub(crate) fn push(&self, batch: BatchBox) -> Result<(), BatchBox> {
        // SAFETY: the batch is ours; after success it is not touched.
        match unsafe { self.inbox.push(batch.into_raw()) } {
            Ok(Pushed::Awake) => Ok(()),
            Ok(Pushed::WakeIt) => {
                self.parker.unpark();
                Ok(())
            }
            // SAFETY: given back.
            Err(batch) => Err(unsafe { BatchBox::from_raw(batch) }),
        }
    }

    /// The same, before anything that it has been sent.
    pub(crate) fn push_urgent(&self, batch: BatchBox) -> Result<(), BatchBox> {
        // SAFETY: as above.
        match unsafe { self.urgent.push(batch.into_raw()) } {
            // SAFETY: given back.
            Err(batch) => Err(unsafe { BatchBox::from_raw(batch) }),
            Ok(_) => {
                if let Some(thread) = &*lock(&self.thread) {
                    thread.ownership.call_attention();
                }
                // An empty batch: only a wake-up.
                self.push(BatchBox::new(8))
            }
        }
    }
}

/// How far a system is with its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Stage {
    Running,
    Stopping,
    Killing,
}

/// A worker may keep so many chunks of free slots to itself: the table has slots for them in addition to the system's capacity.
const KEPT_CHUNKS: u32 = 4;

/// Whether actors move by themselves, and workers to other threads.
#[derive(Clone, Copy)]
pub(crate) struct Sharing {
    pub(crate) on: bool,
    /// Whether another thread takes over the worker of a handler that takes long.
    pub(crate) handover: bool,
    /// The seed for moves at random, in tests.
    pub(crate) shuffle: Option<u64>,
}

pub(crate) struct Shared {
    pub(crate) system_ref: &'static SystemRef,
    pub(crate) slab: Slab,
    workers: Box<[OnceLock<Box<WorkerShared>>]>,
    count: AtomicU16,
    /// Locked while a worker is added.
    growing: Mutex<()>,
    pub(crate) mode: Mode,
    pub(crate) started: Instant,
    pub(crate) name: String,
    /// Transfers of actors that are under way.
    pub(crate) moving: AtomicUsize,
    /// Workers that have a surplus.
    pub(crate) with_surplus: AtomicUsize,
    pub(crate) sharing: Sharing,
    pub(crate) pause: Pause,
    pub(crate) free_list: FreeList,
    /// The bounded mailboxes.
    pub(crate) bounds: Bounds,
    /// Workers without an actor, in mode `thread`.
    pub(crate) idle_workers: IdleWorkers,
    /// Where workers meet, in mode `synchronous`.
    pub(crate) barrier: Barrier,
    /// The time of a system that has one of its own: one without threads.
    pub(crate) clock: OnceLock<VirtualClock>,
    stage: AtomicU8,
    pub(crate) monitor: MonitorSignal<WatchedThread>,
    exits: Mutex<ExitCache>,
    pub(crate) undelivered: Mutex<HashMap<ActorLabel, u64>>,
    pub(crate) killed: Mutex<Vec<ActorLabel>>,
    pub(crate) stuck: Mutex<HashMap<Key, ActorLabel>>,
    /// Letters that could not be counted on a worker.
    pub(crate) lost_letters: AtomicU64,
    /// All threads of workers, and those of them that wait for one.
    pub(crate) standby: Arc<StandbyPool<WatchedThread>>,
    pub(crate) blocking_types: BlockingTypes,
    /// Threads that have lost their worker and are still in a handler.
    pub(crate) away: AtomicUsize,
    /// What others keep for the system.
    pub(crate) extensions: Extensions,
    /// The async runtime that is entered where futures are polled, if there is one.
    pub(crate) reactor: OnceLock<Reactor>,
    /// Called for each dead letter, while the system runs.
    pub(crate) on_dead_letter: OnceLock<Box<OnDeadLetter>>,
}

/// What a program wants done about dead letters.
pub(crate) type OnDeadLetter = dyn Fn(ActorLabel) + Send + Sync;

impl Shared {
    /// `None` if there is no memory for so many actors.
    pub(crate) fn new(
        mode: Mode,
        max_actors: u32,
        max_workers: u16,
        sharing: Sharing,
        name: String,
        stack_size: Option<usize>,
    ) -> Option<Arc<Self>> {
        let workers = max_workers.min(WORKERS);
        // In mode `thread` each worker has a chunk of its own.
        let more_chunks = match mode {
            Mode::Thread => max_actors.min(u32::from(workers)),
            _ => KEPT_CHUNKS * u32::from(workers),
        };
        let table = Slab::new(max_actors, more_chunks)?;
        let system_ref = SystemRef::new();
        let shared = Arc::new(Self {
            system_ref,
            slab: table,
            workers: (0..workers).map(|_| OnceLock::new()).collect(),
            count: AtomicU16::new(0),
            growing: Mutex::default(),
            mode,
            started: Instant::now(),
            name,
            moving: AtomicUsize::new(0),
            with_surplus: AtomicUsize::new(0),
            sharing,
            pause: Pause::new(SHARING_PAUSE),
            free_list: FreeList::new(),
            bounds: Bounds::default(),
            idle_workers: IdleWorkers::default(),
            barrier: Barrier::default(),
            clock: OnceLock::new(),
            stage: AtomicU8::new(Stage::Running as u8),
            monitor: MonitorSignal::new(),
            exits: Mutex::default(),
            undelivered: Mutex::default(),
            killed: Mutex::default(),
            stuck: Mutex::default(),
            lost_letters: AtomicU64::new(0),
            standby: Arc::new(StandbyPool::new(stack_size)),
            blocking_types: BlockingTypes::default(),
            away: AtomicUsize::new(0),
            extensions: Extensions::default(),
            reactor: OnceLock::new(),
            on_dead_letter: OnceLock::new(),
        });
        system_ref.shared.store(Arc::as_ptr(&shared).cast_mut(), Ordering::Release);
        Some(shared)
    }

    // --- workers -------------------------------------------------------------------------------------------------

    /// Adds a place for one more worker, whose thread sleeps there; `None` if there are too many.
    pub(crate) fn add_worker(&self, parker: Parker) -> Option<u16> {
        let _growing = lock(&self.growing);
        let id = self.count.load(Ordering::Relaxed);
        let place = self.workers.get(usize::from(id))?;
        let worker_shared = WorkerShared {
            inbox: Inbox::new(),
            urgent: Inbox::new(),
            parker,
            timers: Timers::new(),
            asleep_since: AtomicU64::new(0),
            core: CoreCell(UnsafeCell::new(Core::new(id, self))),
            thread: Mutex::new(None),
            counters: WorkerCounters::default(),
            waited: AtomicU64::new(0),
            surplus: AtomicU32::new(0),
        };
        let _ = place.set(Box::new(worker_shared));
        // Counted when it is there: a thread that reads the count may use it.
        self.count.store(id + 1, Ordering::Release);
        Some(id)
    }

    #[inline]
    pub(crate) fn worker_shared(&self, id: u16) -> &WorkerShared {
        self.workers[usize::from(id)].get().expect("routes name workers that exist")
    }

    pub(crate) fn workers(&self) -> impl Iterator<Item = (u16, &WorkerShared)> {
        (0..self.worker_count()).filter_map(|id| Some((id, &**self.workers[usize::from(id)].get()?)))
    }

    pub(crate) fn worker_count(&self) -> u16 {
        self.count.load(Ordering::Acquire)
    }

    // --- where actors are placed, and time ---------------------------------------------------------------------------

    /// Whether an actor spawned by a handler is born at the handler's worker.
    #[inline]
    pub(crate) fn spawns_locally(&self) -> bool {
        self.mode == Mode::Pool || self.mode == Mode::Synchronous && self.worker_count() == 1
    }

    /// A place for an actor that is spawned by a thread outside. Call it inside the epoch.
    pub(crate) fn place(self: &Arc<Self>, vtable: &'static VTable, worker: Option<usize>) -> Result<Key, SpawnError> {
        if self.mode == Mode::Thread {
            return self.place_alone(vtable);
        }
        let worker = worker.map(|worker| (worker % usize::from(self.worker_count())) as u16);
        if self.mode == Mode::Synchronous && worker.is_none() {
            return self
                .free_list
                .reserve_somewhere(&self.slab, self.worker_count(), vtable)
                .ok_or(SpawnError::CapacityExceeded);
        }
        let best = worker.unwrap_or_else(|| self.least_busy());
        self.free_list.reserve(&self.slab, vtable, worker, best).ok_or(SpawnError::CapacityExceeded)
    }

    /// Where an actor goes that a thread outside spawns: those that are spawned one after the other are likely to talk to each other, so they stay together
    /// for as long as that worker has no more work than it can do.
    fn least_busy(&self) -> u16 {
        if self.with_surplus.load(Ordering::Relaxed) == 0 {
            return 0;
        }
        let surplus = self.workers().map(|(id, worker_shared)| (worker_shared.surplus.load(Ordering::Relaxed), id));
        surplus.min().map_or(0, |(_, id)| id)
    }

    /// The time by which timers go off.
    pub(crate) fn now(&self) -> Instant {
        self.clock.get().map_or_else(Instant::now, |clock| self.began() + clock.elapsed())
    }

    /// When the system's own time begins, if it has one: behind whatever instant of the computer's clock a part of the system counts from,
    /// for what is earlier than that would be rounded up to it.
    pub(crate) fn began(&self) -> Instant {
        self.started + Duration::from_secs(3_600)
    }

    /// Whether an actor that works off what it has put aside handles one message at a time.
    pub(crate) fn is_stepwise(&self) -> bool {
        self.mode == Mode::Synchronous || self.clock.get().is_some()
    }

    // --- bookkeeping -----------------------------------------------------------------------------------------------

    pub(crate) fn stage(&self) -> Stage {
        match self.stage.load(Ordering::SeqCst) {
            0 => Stage::Running,
            1 => Stage::Stopping,
            _ => Stage::Killing,
        }
    }

    pub(crate) fn enter(&self, stage: Stage) {
        self.stage.store(stage as u8, Ordering::Release);
        // See `hire`.
        fence(Ordering::SeqCst);
    }

    pub(crate) fn id_of(&self, key: Key) -> ActorId {
        ActorId { system: self.system_ref.number, key: key.0 }
    }

    pub(crate) fn label(&self, key: Key) -> ActorLabel {
        let vtable = self.slab.vtable(key.index());
        ActorLabel { id: self.id_of(key), type_name: vtable.map_or("?", |vtable| (vtable.type_name)()) }
    }

    pub(crate) fn remember(&self, key: Key, reason: &ExitReason) {
        if *reason != ExitReason::Normal {
            lock(&self.exits).remember(key, reason.clone());
        }
    }

    /// Why an actor that is gone has gone.
    pub(crate) fn recall(&self, key: Key) -> ExitReason {
        lock(&self.exits).recall(key)
    }

    /// A message has not been handled because the system is ending: it goes into the report.
    pub(crate) fn undelivered(&self, key: Key) {
        *lock(&self.undelivered).entry(self.label(key)).or_default() += 1;
    }

    /// Runs users' code about a dead letter; what a shutdown leaves is in its report.
    pub(crate) fn notify_dead_letter(&self, receiver: Key) {
        if let Some(notify) = self.on_dead_letter.get()
            && self.stage() == Stage::Running
        {
            notify(self.label(receiver));
        }
    }

    /// A letter is lost where there is no worker to count it.
    pub(crate) fn lose_letter(&self, key: Key) {
        self.lost_letters.fetch_add(1, Ordering::Relaxed);
        if self.stage() != Stage::Running {
            self.undelivered(key);
        }
    }

    pub(crate) fn undelivered_by_actor(&self) -> Vec<Undelivered> {
        let mut list: Vec<_> =
            lock(&self.undelivered).iter().map(|(&actor, &messages)| Undelivered { actor, messages }).collect();
        list.sort_by_key(|undelivered| undelivered.actor.id());
        list
    }

    pub(crate) fn counters(&self) -> Counters {
        let sum = |field: fn(&WorkerCounters) -> &AtomicU64| -> u64 {
            self.workers().map(|(_, worker_shared)| field(&worker_shared.counters).load(Ordering::Relaxed)).sum()
        };
        let exited = sum(|counters| &counters.exited);
        let spawned = sum(|counters| &counters.spawned) + self.free_list.spawned();
        Counters {
            spawned,
            live: spawned.saturating_sub(exited),
            handled: sum(|counters| &counters.handled),
            panics: sum(|counters| &counters.panics),
            restarts: sum(|counters| &counters.restarts),
            dead_letters: sum(|counters| &counters.dead_letters) + self.lost_letters.load(Ordering::Relaxed),
            dropped: self.bounds.dropped(),
        }
    }
}

#[cfg(test)]
impl Shared {
    /// A pool of workers that no threads run.
    pub(crate) fn without_threads(workers: u16) -> Arc<Self> {
        let sharing = Sharing { on: true, handover: false, shuffle: None };
        let shared = Self::new(Mode::Pool, 1_000, workers, sharing, "test".to_owned(), None).expect("there is memory");
        (0..workers).for_each(|_| assert!(shared.add_worker(Parker::new()).is_some()));
        shared
    }
}
