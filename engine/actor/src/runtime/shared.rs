//! What all threads of a system share.

use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU16, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::balance::{LEVELLING_PAUSE, Pause, SHARING_PAUSE};
use super::batch::{Batch, BatchBox};
use super::cell::VTable;
use super::control::{Control, Signal, ToWorker};
use super::core::{Core, write_word};
use super::depot::Depot;
use super::entry::{self, Header, Key, Layout, Special};
use super::exits::ExitCache;
use super::gate::Gate;
use super::inbox::{Inbox, Pushed};
use super::monitor::Monitor;
use super::park::Parker;
use super::roster::Roster;
use super::rounds::Barrier;
use super::seat::Seat;
use super::simulation::{self, Simulated};
use super::standby::Pool;
use super::table::{IN_TRANSIT, Table, WORKERS};
use super::timers::Timers;
use crate::counters::Counters;
use crate::directory::Directory;
use crate::exit::ExitReason;
use crate::observe::survey::Observed;
use crate::reactor::Reactor;
use crate::shutdown::{ActorLabel, Undelivered};
use crate::spawn::SpawnError;
use crate::sync::lock;
use crate::{ActorId, Mode};

/// What an address points to: the system, for as long as there is one. Never freed, so that an address can be a plain pointer.
pub(crate) struct Stub {
    pub(crate) number: u32,
    pub(crate) gate: Gate,
    /// Valid for whoever is inside the gate.
    shared: AtomicPtr<Shared>,
}

impl Stub {
    /// Every system leaves one behind: a kilobyte at most.
    fn new() -> &'static Self {
        static STUBS: Mutex<Vec<&'static Stub>> = Mutex::new(Vec::new());
        let mut stubs = lock(&STUBS);
        let number = stubs.len() as u32 + 1;
        let stub = Box::leak(Box::new(Self { number, gate: Gate::new(), shared: AtomicPtr::new(ptr::null_mut()) }));
        stubs.push(stub);
        stub
    }

    /// Calls `f` with the system, which does not end meanwhile; `None` if it has ended.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&Shared) -> R) -> Option<R> {
        let inside = self.gate.enter()?;
        // SAFETY: set before any address was made; the system waits for who is inside before it goes.
        let result = f(unsafe { &*self.shared.load(Ordering::Acquire) });
        drop(inside);
        Some(result)
    }
}

/// One worker, as others see it.
pub(crate) struct Station {
    pub(crate) inbox: Inbox<Batch>,
    /// What overtakes messages.
    pub(crate) urgent: Inbox<Batch>,
    pub(crate) parker: Parker,
    pub(crate) timers: Timers,
    /// When it last fell asleep, in nanoseconds since the system began.
    pub(crate) asleep_since: AtomicU64,
    pub(crate) core: UnsafeCell<Core>,
    /// Who sits there; changed by who has taken the worker from a thread, or has given it up (see [`handoff`](super::handoff)).
    pub(crate) seat: Mutex<Option<Arc<Seat>>>,
    pub(crate) tally: Tally,
}

// SAFETY: the core is used by one thread at a time: the one whose seat it is (see `claim`).
unsafe impl Sync for Station {}

/// A worker's counters: written by who has the worker, read by anybody.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Tally {
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
    /// Nanoseconds in which there was nothing to do, up to the last message.
    pub(crate) waited: AtomicU64,
    pub(crate) handovers: AtomicU64,
}

/// Adds to a counter that has one writer at a time.
#[inline]
pub(crate) fn add(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
}

impl Station {
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

    fn push_urgent(&self, batch: BatchBox) -> Result<(), BatchBox> {
        // SAFETY: as above.
        match unsafe { self.urgent.push(batch.into_raw()) } {
            // SAFETY: given back.
            Err(batch) => Err(unsafe { BatchBox::from_raw(batch) }),
            Ok(_) => {
                if let Some(seat) = &*lock(&self.seat) {
                    seat.claim.call_attention();
                }
                // An empty batch: only a knock.
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

/// A worker may keep so many chunks of free slots to itself: there is room for them beside the actors that a system is to have room for.
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
    pub(crate) stub: &'static Stub,
    pub(crate) table: Table,
    stations: Box<[OnceLock<Box<Station>>]>,
    count: AtomicU16,
    /// Held while a worker is added.
    growing: Mutex<()>,
    pub(crate) mode: Mode,
    pub(crate) started: Instant,
    pub(crate) name: String,
    /// Of the threads, in bytes.
    pub(crate) stack_size: Option<usize>,
    /// Whether somebody moves actors right now.
    pub(crate) moving: AtomicBool,
    pub(crate) sharing: Sharing,
    pub(crate) pause: Pause,
    pub(crate) level_pause: Pause,
    pub(crate) depot: Depot,
    /// Workers without an actor, in mode `thread`.
    pub(crate) roster: Roster,
    /// Where workers meet, in mode `synchronous`.
    pub(crate) barrier: Barrier,
    /// Of a system without threads.
    pub(crate) simulated: OnceLock<Simulated>,
    stage: AtomicU8,
    pub(crate) monitor: Monitor,
    exits: Mutex<ExitCache>,
    pub(crate) undelivered: Mutex<HashMap<ActorLabel, u64>>,
    pub(crate) killed: Mutex<Vec<ActorLabel>>,
    pub(crate) stuck: Mutex<HashMap<Key, ActorLabel>>,
    /// Letters that nobody could count on a worker.
    pub(crate) lost_letters: AtomicU64,
    /// Threads that have to be waited for at the end.
    pub(crate) threads: Mutex<Vec<JoinHandle<()>>>,
    /// Those of them that wait for a worker.
    pub(crate) standby: Arc<Pool>,
    /// Threads that have lost their worker and are still in a handler.
    pub(crate) away: AtomicUsize,
    pub(crate) observed: Observed,
    /// Roles, topics and goals.
    pub(crate) directory: Directory,
    /// The async runtime that is entered where futures are polled, if there is one.
    pub(crate) reactor: OnceLock<Reactor>,
}

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
        let table = Table::new(max_actors, more_chunks)?;
        let stub = Stub::new();
        let shared = Arc::new(Self {
            stub,
            table,
            stations: (0..workers).map(|_| OnceLock::new()).collect(),
            count: AtomicU16::new(0),
            growing: Mutex::default(),
            mode,
            started: Instant::now(),
            name,
            stack_size,
            moving: AtomicBool::new(false),
            sharing,
            pause: Pause::new(SHARING_PAUSE),
            level_pause: Pause::new(LEVELLING_PAUSE),
            depot: Depot::new(),
            roster: Roster::default(),
            barrier: Barrier::default(),
            simulated: OnceLock::new(),
            stage: AtomicU8::new(Stage::Running as u8),
            monitor: Monitor::new(),
            exits: Mutex::default(),
            undelivered: Mutex::default(),
            killed: Mutex::default(),
            stuck: Mutex::default(),
            lost_letters: AtomicU64::new(0),
            threads: Mutex::default(),
            standby: Arc::default(),
            away: AtomicUsize::new(0),
            observed: Observed::default(),
            directory: Directory::default(),
            reactor: OnceLock::new(),
        });
        stub.shared.store(Arc::as_ptr(&shared).cast_mut(), Ordering::Release);
        Some(shared)
    }

    // --- workers -------------------------------------------------------------------------------------------------

    /// Makes room for one more worker, whose thread sleeps there; `None` if there are too many.
    pub(crate) fn add_worker(&self, parker: Parker) -> Option<u16> {
        let _growing = lock(&self.growing);
        let id = self.count.load(Ordering::Relaxed);
        let place = self.stations.get(usize::from(id))?;
        let station = Station {
            inbox: Inbox::new(),
            urgent: Inbox::new(),
            parker,
            timers: Timers::new(),
            asleep_since: AtomicU64::new(0),
            core: UnsafeCell::new(Core::new(id, self)),
            seat: Mutex::new(None),
            tally: Tally::default(),
        };
        let _ = place.set(Box::new(station));
        // Counted when it is there: whoever counts may use it.
        self.count.store(id + 1, Ordering::Release);
        Some(id)
    }

    #[inline]
    pub(crate) fn station(&self, id: u16) -> &Station {
        self.stations[usize::from(id)].get().expect("routes name workers that exist")
    }

    pub(crate) fn stations(&self) -> impl Iterator<Item = (u16, &Station)> {
        (0..self.worker_count()).filter_map(|id| Some((id, &**self.stations[usize::from(id)].get()?)))
    }

    pub(crate) fn worker_count(&self) -> u16 {
        self.count.load(Ordering::Acquire)
    }

    // --- from outside: inside the gate, or on a thread that holds the system ---------------------------------------

    /// The worker that has an actor, or will have it in a moment.
    pub(crate) fn worker_of(&self, key: Key) -> u16 {
        self.table.route(key.chunk()).load(Ordering::Acquire) & !IN_TRANSIT
    }

    fn post(&self, key: Key, stride: usize, write: impl FnOnce(*mut u8)) {
        let mut batch = BatchBox::new(stride);
        write(batch.reserve(stride).expect("made to measure"));
        self.deliver(key, batch);
    }

    /// Sends a batch to the worker of the actor that it is for.
    pub(crate) fn deliver(&self, key: Key, batch: BatchBox) {
        let route = self.worker_of(key);
        if let Err(batch) = self.station(route).push(batch) {
            self.discard_batch(batch);
        }
    }

    pub(crate) fn post_message<M>(&self, key: Key, message: M) {
        let Some(_inside) = self.stub.gate.enter() else {
            self.lost_letters.fetch_add(1, Ordering::Relaxed);
            return;
        };
        self.send_message(key, message);
    }

    /// The same for who is inside the gate.
    pub(crate) fn send_message<M>(&self, key: Key, message: M) {
        // SAFETY: the room is the message's.
        self.post(key, Layout::<M>::STRIDE, |at| unsafe { entry::write(at, key, message) });
    }

    pub(crate) fn post_control(&self, key: Key, control: Control) {
        match self.stub.gate.enter() {
            Some(_inside) => self.send_control(key, control),
            None => {
                if control.discard() {
                    self.lost_letters.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// The same for who is inside the gate.
    pub(crate) fn send_control(&self, key: Key, control: Control) {
        self.deliver(key, to_one(key, control));
    }

    /// What the signal is about is dropped if the system has ended.
    pub(crate) fn post_signal(&self, key: Key, signal: Signal) {
        let Some(_inside) = self.stub.gate.enter() else { return };
        // SAFETY: the room is the signal's.
        self.post(key, Signal::STRIDE, |at| unsafe { signal.write(at, key) });
    }

    pub(crate) fn post_install(&self, key: Key, cell: *mut u8) {
        self.post(key, 16, |at| write_word(at, Header::special(key, Special::Install), cell));
    }

    /// Says something to an actor before any message.
    pub(crate) fn post_urgent(&self, key: Key, control: Control) {
        let Some(_inside) = self.stub.gate.enter() else { return };
        self.send_urgent(key, control);
    }

    /// The same for who knows that the system lives.
    pub(crate) fn send_urgent(&self, key: Key, control: Control) {
        let batch = to_one(key, control);
        let route = self.worker_of(key);
        if let Err(batch) = self.station(route).push_urgent(batch) {
            self.discard_batch(batch);
        }
    }

    /// Says something to a worker, behind what it has been sent.
    pub(crate) fn tell_worker(&self, id: u16, what: ToWorker) {
        if let Err(batch) = self.station(id).push(to_worker(what)) {
            self.discard_batch(batch);
        }
    }

    /// Says something to a worker, before anything that it has been sent.
    pub(crate) fn tell_worker_urgently(&self, id: u16, what: ToWorker) {
        if let Err(batch) = self.station(id).push_urgent(to_worker(what)) {
            self.discard_batch(batch);
        }
    }

    /// Drops entries whose worker has ended.
    pub(crate) fn discard_batch(&self, mut batch: BatchBox) {
        while let Some(entry) = batch.pop() {
            // SAFETY: a whole entry, just taken.
            unsafe {
                let header = Header(entry.cast::<u64>().read());
                if self.discard(header, entry.add(8)) {
                    self.lost_letters.fetch_add(1, Ordering::Relaxed);
                    self.undelivered(header.key());
                }
            }
        }
    }

    /// Drops a message, or what else is in an entry, that nobody will handle; says whether it was a letter.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(crate) unsafe fn discard(&self, header: Header, payload: *const u8) -> bool {
        if header.key() == Key::worker() {
            // SAFETY: the caller's promise: only controls are for workers.
            drop(unsafe { Control::unboxed(payload.cast::<*mut u8>().read()) });
            return false;
        }
        let vtable = self.table.vtable(header.index());
        if header.as_special() == Some(Special::Install) {
            self.depot.forget();
        }
        // SAFETY: the caller's promise. Whoever could send to the slot had an actor there, or promised.
        vtable.is_some_and(|vtable| unsafe { Self::discard_of(vtable, header, payload) })
    }

    /// The same for who knows the type of the receiver.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken; the receiver is of the types of the vtable.
    pub(crate) unsafe fn discard_of(vtable: &'static VTable, header: Header, payload: *const u8) -> bool {
        // SAFETY: the caller's promise.
        unsafe {
            match header.as_special() {
                None => {
                    (vtable.drop_message)(payload);
                    true
                }
                Some(Special::Control) => Control::unboxed(payload.cast::<*mut u8>().read()).discard(),
                Some(Special::Install) => {
                    (vtable.free)(payload.cast::<*mut u8>().read());
                    false
                }
                Some(Special::Notice) => {
                    drop(Signal::take_notice(payload));
                    false
                }
                Some(Special::Start | Special::Drain | Special::Wake) => false,
            }
        }
    }

    /// Whether an actor spawned by a handler is born at the handler's worker.
    #[inline]
    pub(crate) fn spawns_locally(&self) -> bool {
        self.mode == Mode::Pool || self.mode == Mode::Synchronous && self.worker_count() == 1
    }

    /// A place for an actor that is spawned by a thread outside. Call it inside the gate.
    pub(crate) fn place(self: &Arc<Self>, vtable: &'static VTable, worker: Option<usize>) -> Result<Key, SpawnError> {
        if self.mode == Mode::Thread {
            return self.place_alone(vtable);
        }
        let worker = worker.map(|worker| (worker % usize::from(self.worker_count())) as u16);
        if self.mode == Mode::Synchronous && worker.is_none() {
            return self.depot.reserve_somewhere(self, vtable).ok_or(SpawnError::NoRoom);
        }
        self.depot.reserve(self, vtable, worker).ok_or(SpawnError::NoRoom)
    }

    /// The time by which timers go off.
    pub(crate) fn now(&self) -> Instant {
        self.simulated.get().map_or_else(Instant::now, |simulated| simulation::began(self) + simulated.elapsed())
    }

    /// Whether an actor that works off what it has put aside handles one message at a time.
    pub(crate) fn is_stepwise(&self) -> bool {
        self.mode == Mode::Synchronous || self.simulated.get().is_some()
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
        ActorId { system: self.stub.number, key: key.0 }
    }

    pub(crate) fn label(&self, key: Key) -> ActorLabel {
        let vtable = self.table.vtable(key.index());
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
        let sum = |field: fn(&Tally) -> &AtomicU64| -> u64 {
            self.stations().map(|(_, station)| field(&station.tally).load(Ordering::Relaxed)).sum()
        };
        let exited = sum(|tally| &tally.exited);
        let spawned = sum(|tally| &tally.spawned) + self.depot.spawned();
        Counters {
            spawned,
            live: spawned.saturating_sub(exited),
            handled: sum(|tally| &tally.handled),
            panics: sum(|tally| &tally.panics),
            restarts: sum(|tally| &tally.restarts),
            dead_letters: sum(|tally| &tally.dead_letters) + self.lost_letters.load(Ordering::Relaxed),
        }
    }
}

fn to_worker(what: ToWorker) -> BatchBox {
    to_one(Key::worker(), Control::Worker(what))
}

/// A batch with one control in it.
fn to_one(key: Key, control: Control) -> BatchBox {
    let mut batch = BatchBox::new(16);
    let at = batch.reserve(16).expect("made to measure");
    write_word(at, Header::special(key, Special::Control), control.boxed());
    batch
}
