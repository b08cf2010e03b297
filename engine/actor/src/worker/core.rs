//! A worker's data: its queues, and what it knows of its actors. One thread at a time has it (see [`ownership`](crate::sync::ownership)).

use std::any::Any;
use std::collections::{BTreeSet, HashMap};
use std::ptr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use crate::memory::arrivals::{AT_A_TIME, Arrivals};
use crate::memory::batch::{BATCH_BYTES, BatchBox};
use crate::memory::envelope::{Header, Special};
use crate::memory::ring::Ring;
use crate::memory::slab::{IN_TRANSIT, Slot, route_in};
use crate::memory::vtable::VTable;
use crate::types::id::Key;
use crate::types::mode::Mode;
use crate::worker::deferred::{Deferred, DeferredMap};
use crate::worker::load::Load;
use crate::worker::low_priority::LowPriority;
use crate::worker::rounds::Rounds;
use crate::worker::shared::{Shared, WorkerShared};
use crate::worker::system_message::{Signal, SystemMessage, WorkerMessage};
use crate::worker::timers::limits::Limits;
use crate::worker::transfer::Migration;

/// Batches kept for the next time.
const SPARE_BATCHES: usize = 16;

/// The ring has capacity for a message of this size to each of its actors before they come, ...
const LARGE_ENTRY: usize = 64;

/// ... if they need no more than this.
const MOST_PREALLOCATED: usize = (1 << 16) - 1;

/// Looks around with other messages waiting, until one of these has its turn all the same.
const PATIENCE: u32 = 16;

/// Workers below this number are those of a pool, and looked up without searching.
const NEAR: usize = 256;

/// Free slots of one type that a worker keeps. Each is its own; its tag is `FREE`.
pub(crate) struct FreeSlots {
    pub(crate) vtable: &'static VTable,
    pub(crate) slots: Vec<u32>,
    /// Beyond this, half of them are offered to others. It grows with what is fetched, and shrinks with what is offered: so it follows what
    /// the handlers here need at a time, and slots that go round do not go by way of the free list.
    pub(crate) most: usize,
}

#[repr(C, align(64))]
pub(crate) struct Core {
    /// What is to be handled, first to last.
    pub(crate) ring: Ring,
    /// The system's table, by its parts.
    slots: *mut Slot,
    routes: *const AtomicU16,
    id: u16,
    shared: *const Shared,
    /// By destination: messages not sent yet. Those for destinations from [`NEAR`] on are in `far`, so that thousands of workers
    /// do not keep a list of thousands each.
    outboxes: Vec<Option<BatchBox>>,
    far: HashMap<u16, Option<BatchBox>>,
    /// Destinations of which there are some.
    dirty: Vec<u16>,
    spare: Vec<BatchBox>,
    /// Taken from the inbox and not in the ring yet, first to last.
    pub(crate) arrivals: Arrivals,
    /// To be handled when there is nothing else.
    pub(crate) low_priority: LowPriority,
    pub(crate) deferred: DeferredMap,
    pub(crate) limits: Limits,
    /// Free slots for actors that are spawned here, by type: see [`slots`](crate::worker::slots).
    pub(crate) kept: Vec<FreeSlots>,
    /// Slots without an actor so far, and that have no type yet.
    pub(crate) unused: Vec<u32>,
    /// The chunks in which this worker has slots, or had.
    ///
    /// Slots move one by one, so several workers may have some of a chunk.
    pub(crate) chunks: BTreeSet<u32>,
    /// How many slots for actors there have been in these.
    taken: usize,
    /// Those of the chunks whose actors may not move.
    pub(crate) pinned: BTreeSet<u32>,
    /// Terminations ordered by actors of this worker, to be done after the current message.
    pub(crate) urgent: Vec<(Key, SystemMessage)>,
    pub(crate) migration: Migration,
    /// Used in mode `synchronous` only.
    pub(crate) rounds: Rounds,
    /// Actors born from now on are to stop.
    pub(crate) stopping: bool,
    /// Actors born from now on are killed.
    pub(crate) killing: bool,
    pub(crate) ended: bool,
    pub(crate) load: Load,
    /// How long to look for messages before sleeping.
    pub(crate) spin: Duration,
}

// SAFETY: one thread at a time has it, and what it points to is the system's.
unsafe impl Send for Core {}

impl Core {
    /// Has a worker do something between two messages.
    pub(crate) fn visit(visit: impl FnOnce(&mut Self) + Send + 'static) -> WorkerMessage {
        WorkerMessage::Visit(Box::new(|worker: &mut dyn Any| visit(worker.downcast_mut().expect("a worker"))))
    }

    pub(crate) fn new(id: u16, shared: *const Shared) -> Self {
        // SAFETY: the system outlives its workers.
        let table = unsafe { &(*shared).slab };
        Self {
            ring: Ring::new(),
            slots: table.slot(0),
            routes: table.routes(),
            id,
            shared,
            outboxes: Vec::new(),
            far: HashMap::new(),
            dirty: Vec::new(),
            spare: Vec::new(),
            arrivals: Arrivals::default(),
            low_priority: LowPriority::default(),
            deferred: DeferredMap::default(),
            limits: Limits::new(id),
            kept: Vec::new(),
            unused: Vec::new(),
            taken: 0,
            chunks: BTreeSet::new(),
            pinned: BTreeSet::new(),
            urgent: Vec::new(),
            migration: Migration::default(),
            rounds: Rounds::default(),
            stopping: false,
            killing: false,
            ended: false,
            load: Load::default(),
            spin: Duration::ZERO,
        }
    }

    #[inline]
    pub(crate) fn id(&self) -> u16 {
        self.id
    }

    #[inline]
    pub(crate) fn shared<'a>(&self) -> &'a Shared {
        // SAFETY: the system outlives its workers, and every thread that has a worker holds the system.
        unsafe { &*self.shared }
    }

    pub(crate) fn worker_shared<'a>(&self) -> &'a WorkerShared {
        self.shared().worker_shared(self.id)
    }

    /// What the table has as the route of an actor: this worker's number, if the actor is here and its mailbox is not bounded.
    #[inline(always)]
    pub(crate) fn route_word(&self, key: Key) -> u16 {
        // SAFETY: keys name slots of the table, and have routes; see `Slab::routes`.
        unsafe { (*self.routes.add(key.index() as usize)).load(Ordering::Relaxed) }
    }

    #[inline(always)]
    pub(crate) fn route(&self, key: Key) -> u16 {
        route_in(self.route_word(key))
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.ring.is_empty() && self.arrivals.is_empty() && self.low_priority.is_empty()
    }

    /// Gives back the memory of a flood that is over.
    pub(crate) fn shrink(&mut self) {
        self.ring.shrink();
        self.arrivals.shrink();
    }

    /// Whether what waits longest are actors that have just been spawned; so many entries are looked at.
    pub(crate) fn waits_for_start_only(&self, looked_at: usize) -> bool {
        let mut only_starts = !self.ring.is_empty() && self.arrivals.is_empty() && self.low_priority.is_empty();
        let is_start = |header: Header| matches!(header.as_special(), Some(Special::Start | Special::Install));
        self.ring.for_first(looked_at, |header| only_starts &= is_start(header));
        only_starts
    }

    // --- sending -------------------------------------------------------------------------------------------------

    /// Space for an entry to an actor that is not here, or is just moving.
    fn reserve_remote(&mut self, route: u16, stride: usize) -> *mut u8 {
        let to = route & !IN_TRANSIT;
        if to == self.id {
            // On its way here: its messages wait for it.
            return self.migration.in_transit.reserve(stride);
        }
        self.migration.sent_away += 1;
        let index = usize::from(to);
        if index < NEAR {
            if self.migration.sent_to.len() <= index {
                self.migration.sent_to.resize(index + 1, 0);
            }
            self.migration.sent_to[index] += 1;
        }
        self.reserve_for(to, stride)
    }

    fn outbox(&mut self, to: u16) -> &mut Option<BatchBox> {
        let index = usize::from(to);
        if index >= NEAR {
            return self.far.entry(to).or_default();
        }
        if self.outboxes.len() <= index {
            self.outboxes.resize_with(index + 1, || None);
        }
        &mut self.outboxes[index]
    }

    fn reserve_for(&mut self, to: u16, stride: usize) -> *mut u8 {
        if let Some(at) = self.outbox(to).as_mut().and_then(|batch| batch.reserve(stride)) {
            return at;
        }
        match self.outbox(to).take() {
            Some(full) => self.shared().push(to, full),
            None => self.dirty.push(to),
        }
        let mut batch = self.spare.pop().unwrap_or_else(|| BatchBox::new(BATCH_BYTES));
        let at = batch.reserve(stride).expect("a new batch holds the largest entry");
        *self.outbox(to) = Some(batch);
        at
    }

    /// Sends what has not been sent yet.
    pub(crate) fn flush(&mut self) {
        while let Some(to) = self.dirty.pop() {
            let batch = match self.outboxes.get_mut(usize::from(to)) {
                Some(outbox) => outbox.take(),
                None => self.far.remove(&to).flatten(),
            };
            if let Some(batch) = batch {
                self.shared().push(to, batch);
            }
        }
    }

    /// Space for an entry to an actor, wherever it is.
    pub(crate) fn reserve(&mut self, key: Key, stride: usize) -> *mut u8 {
        let route = self.route(key);
        if route == self.id { self.ring.reserve(stride) } else { self.reserve_remote(route, stride) }
    }

    /// What is put aside for an actor, and why it waits; new, if it does not wait yet.
    pub(crate) fn deferred_of(&mut self, key: Key) -> &mut Deferred {
        self.deferred.entry(key.index()).or_insert_with(Deferred::new)
    }

    pub(crate) fn send_system(&mut self, key: Key, control: SystemMessage) {
        write_word(self.reserve(key, 16), Header::special(key, Special::SystemMessage), control.boxed());
    }

    pub(crate) fn signal(&mut self, key: Key, signal: Signal) {
        let at = self.reserve(key, Signal::STRIDE);
        // SAFETY: the space is the signal's.
        unsafe { signal.write(at, key) };
    }

    /// Sends a message to another worker, behind what was sent to its actors.
    pub(crate) fn send_to_worker(&mut self, to: u16, what: WorkerMessage) {
        let at = self.reserve_for(to, 16);
        write_word(at, Header::special(Key::worker(), Special::SystemMessage), SystemMessage::Worker(what).boxed());
    }

    // --- receiving -----------------------------------------------------------------------------------------------

    /// Takes what has come, and lets a part of it into the ring: see [`arrivals`](crate::memory::arrivals).
    pub(crate) fn receive_some(&mut self) {
        self.receive(AT_A_TIME);
    }

    /// Takes what has come; the first `count` entries of it go to the ring.
    pub(crate) fn receive(&mut self, count: usize) {
        let mut chain = self.worker_shared().inbox.take();
        // SAFETY: the chain is ours.
        while let Some(batch) = unsafe { BatchBox::first_of(&mut chain) } {
            self.arrivals.push(batch);
        }
        for _ in 0..count {
            match self.arrivals.pop() {
                // SAFETY: a whole entry, just taken.
                Some(Ok(entry)) => unsafe { self.arrive(entry) },
                Some(Err(batch)) if self.spare.len() < SPARE_BATCHES => self.spare.extend(batch.reuse()),
                Some(Err(_)) => {}
                None => return,
            }
        }
    }

    /// An entry has come from another thread.
    ///
    /// # Safety
    ///
    /// `entry` points to a whole entry outside the ring that no other code uses.
    unsafe fn arrive(&mut self, entry: *const u8) {
        // SAFETY: the caller's promise, throughout.
        unsafe {
            let key = Header(entry.cast::<u64>().read()).key();
            if key == Key::worker() {
                match SystemMessage::unboxed(entry.add(8).cast::<*mut u8>().read()) {
                    SystemMessage::Worker(WorkerMessage::Synced) => self.migration.synced(),
                    SystemMessage::Worker(WorkerMessage::Transfer(shipment)) => self.unload(*shipment),
                    other => {
                        write_word(self.ring.reserve(16), Header::special(key, Special::SystemMessage), other.boxed())
                    }
                }
                return;
            }
            let route = self.route(key);
            if route == self.id || self.migration.is_moving(key.index()) {
                self.ring.push_raw(entry);
            } else if route == IN_TRANSIT | self.id {
                self.migration.in_transit.push_raw(entry);
            } else {
                let stride = Header(entry.cast::<u64>().read()).stride();
                ptr::copy_nonoverlapping(entry, self.reserve_for(route & !IN_TRANSIT, stride), stride);
            }
        }
    }

    // --- slots ---------------------------------------------------------------------------------------------------

    /// The slot of an actor of this worker.
    #[inline(always)]
    pub(crate) fn slot(&self, index: u32) -> *mut Slot {
        // SAFETY: see `Slab::slot`.
        unsafe { self.slots.add(index as usize) }
    }

    /// Whether the slot of an actor is this worker's: it is for as long as the actor has not left for another.
    pub(crate) fn owns(&self, key: Key) -> bool {
        self.route(key) == self.id || self.migration.is_moving(key.index())
    }

    /// So many more slots for actors are this worker's: there is to be capacity for a message to each of them.
    pub(crate) fn preallocate_for(&mut self, actors: usize) {
        self.taken += actors;
        self.ring.preallocate((self.taken * LARGE_ENTRY).min(MOST_PREALLOCATED));
    }

    /// Space for a message of an actor that runs here to itself.
    pub(crate) fn reserve_low_priority(&mut self, key: Key, stride: usize) -> *mut u8 {
        let in_rounds = self.shared().mode == Mode::Synchronous;
        if in_rounds || self.migration.is_busy() || self.route(key) != self.id() {
            return self.reserve(key, stride);
        }
        self.low_priority.queue.reserve(stride)
    }

    /// Brings the first message that gives way, if it is its turn.
    pub(crate) fn bring_next(&mut self) {
        if !self.ring.is_empty() && self.low_priority.passed_over < PATIENCE {
            self.low_priority.passed_over += 1;
            return;
        }
        self.low_priority.passed_over = 0;
        if let Some((_, entry)) = self.low_priority.queue.pop() {
            // SAFETY: a whole entry of another ring, just taken.
            unsafe { self.ring.push_raw(entry) };
        }
        self.low_priority.queue.shrink();
    }

    /// Brings them all: from now on they are messages like any others.
    pub(crate) fn bring_all(&mut self) {
        self.ring.append(&mut self.low_priority.queue);
    }
}

/// Writes an entry whose payload is one word.
pub(crate) fn write_word(at: *mut u8, header: Header, word: *mut u8) {
    debug_assert_eq!(header.stride(), 16);
    // SAFETY: every caller has reserved two words there.
    unsafe {
        at.cast::<u64>().write(header.0);
        at.add(8).cast::<*mut u8>().write(word);
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        debug_assert!(
            self.ring.is_empty() && self.low_priority.is_empty(),
            "what is left in a queue is discarded first"
        );
    }
}
