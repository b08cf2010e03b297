//! A worker's data: its queues, and what it knows of its actors. One thread at a time has it (see [`claim`](super::claim)).

use std::collections::{BTreeSet, HashMap};
use std::ptr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use super::balance::Load;
use super::batch::{BatchBox, ROOM};
use super::behind::Behind;
use super::control::{Control, Signal, ToWorker};
use super::entry::{Header, Key, Special};
use super::held::Held;
use super::migrate::Mover;
use super::ring::Ring;
use super::rounds::Rounds;
use super::shared::{Shared, Station};
use super::slots::Kept;
use super::table::{IN_TRANSIT, Slot};
use super::waiting::Waiting;

/// Batches kept for the next time.
const SPARE_BATCHES: usize = 16;

/// The ring has room for a message of this size to each of its actors before they come, ...
const LARGE_ENTRY: usize = 64;

/// ... if they need no more than this.
const ROOM_AHEAD: usize = (1 << 16) - 1;

/// Workers below this number are those of a pool, and looked up without searching.
const NEAR: usize = 256;

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
    pub(crate) waiting: Waiting,
    /// To be handled when there is nothing else.
    pub(crate) behind: Behind,
    pub(crate) held: HashMap<u32, Held>,
    /// Free slots for actors that are spawned here, by type: see [`slots`](super::slots).
    pub(super) kept: Vec<Kept>,
    /// Slots that nobody has lived in, and that have no type yet.
    pub(super) unused: Vec<u32>,
    /// The chunks in which this worker has, or had, actors.
    pub(crate) chunks: BTreeSet<u32>,
    /// How many slots for actors there have been in these.
    taken: usize,
    /// Those of the chunks that may not move.
    pub(crate) pinned: BTreeSet<u32>,
    /// Terminations ordered by actors of this worker, to be done after the current message.
    pub(crate) urgent: Vec<(Key, Control)>,
    pub(crate) mover: Mover,
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
    pub(crate) fn new(id: u16, shared: *const Shared) -> Self {
        // SAFETY: the system outlives its workers.
        let table = unsafe { &(*shared).table };
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
            waiting: Waiting::default(),
            behind: Behind::default(),
            held: HashMap::new(),
            kept: Vec::new(),
            unused: Vec::new(),
            taken: 0,
            chunks: BTreeSet::new(),
            pinned: BTreeSet::new(),
            urgent: Vec::new(),
            mover: Mover::default(),
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

    pub(crate) fn station<'a>(&self) -> &'a Station {
        self.shared().station(self.id)
    }

    #[inline(always)]
    pub(crate) fn route(&self, key: Key) -> u16 {
        // SAFETY: keys name slots of the table, and chunks have routes; see `Table::route`.
        unsafe { (*self.routes.add(key.chunk() as usize)).load(Ordering::Relaxed) }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.ring.is_empty() && self.waiting.is_empty() && self.behind.is_empty()
    }

    /// Gives back the memory of a flood that is over.
    pub(super) fn shrink(&mut self) {
        self.ring.shrink();
        self.waiting.shrink();
    }

    /// Whether what waits longest is an actor that has just been spawned.
    pub(crate) fn waits_for_start_only(&self) -> bool {
        let first = self.ring.first().and_then(Header::as_special);
        matches!(first, Some(Special::Start | Special::Install)) && self.waiting.is_empty() && self.behind.is_empty()
    }

    // --- sending -------------------------------------------------------------------------------------------------

    /// Room for an entry to an actor that is not here, or is just moving.
    fn reserve_remote(&mut self, route: u16, stride: usize) -> *mut u8 {
        let to = route & !IN_TRANSIT;
        if to == self.id {
            // On its way here: its messages wait for it.
            return self.mover.hold.reserve(stride);
        }
        self.mover.sent_away += 1;
        let index = usize::from(to);
        if index < NEAR {
            if self.mover.sent_to.len() <= index {
                self.mover.sent_to.resize(index + 1, 0);
            }
            self.mover.sent_to[index] += 1;
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
            Some(full) => self.push(to, full),
            None => self.dirty.push(to),
        }
        let mut batch = self.spare.pop().unwrap_or_else(|| BatchBox::new(ROOM));
        let at = batch.reserve(stride).expect("a new batch has room for the largest entry");
        *self.outbox(to) = Some(batch);
        at
    }

    fn push(&self, to: u16, batch: BatchBox) {
        if let Err(batch) = self.shared().station(to).push(batch) {
            self.shared().discard_batch(batch);
        }
    }

    /// Sends what has not been sent yet.
    pub(crate) fn flush(&mut self) {
        while let Some(to) = self.dirty.pop() {
            let batch = match self.outboxes.get_mut(usize::from(to)) {
                Some(outbox) => outbox.take(),
                None => self.far.remove(&to).flatten(),
            };
            if let Some(batch) = batch {
                self.push(to, batch);
            }
        }
    }

    /// The same, unless it can wait for more of it without anybody noticing.
    pub(crate) fn flush_in_time(&mut self) {
        if !self.dirty.is_empty() && (self.load.has_lingered() || self.ring.is_empty() || self.mover.is_busy()) {
            self.flush();
        }
    }

    /// Room for an entry to an actor, wherever it is.
    pub(crate) fn reserve(&mut self, key: Key, stride: usize) -> *mut u8 {
        let route = self.route(key);
        if route == self.id { self.ring.reserve(stride) } else { self.reserve_remote(route, stride) }
    }

    pub(crate) fn send_control(&mut self, key: Key, control: Control) {
        write_word(self.reserve(key, 16), Header::special(key, Special::Control), control.boxed());
    }

    pub(crate) fn signal(&mut self, key: Key, signal: Signal) {
        let at = self.reserve(key, Signal::STRIDE);
        // SAFETY: the room is the signal's.
        unsafe { signal.write(at, key) };
    }

    /// Says something to another worker, behind what was sent to its actors.
    pub(crate) fn send_to_worker(&mut self, to: u16, what: ToWorker) {
        let at = self.reserve_for(to, 16);
        write_word(at, Header::special(Key::worker(), Special::Control), Control::Worker(what).boxed());
    }

    // --- receiving -----------------------------------------------------------------------------------------------

    /// Takes what has come, and lets a part of it into the ring: see [`waiting`](super::waiting).
    pub(crate) fn receive_some(&mut self) {
        self.take_in();
        let count = self.waiting.look(self.ring.len());
        self.let_in(count);
    }

    fn take_in(&mut self) {
        let mut chain = self.station().inbox.take();
        // SAFETY: the chain is ours.
        while let Some(batch) = unsafe { BatchBox::first_of(&mut chain) } {
            self.waiting.push(batch);
        }
    }

    /// Takes what has come; the first `count` entries of it go to the ring.
    pub(crate) fn receive(&mut self, count: usize) {
        self.take_in();
        self.let_in(count);
    }

    fn let_in(&mut self, count: usize) {
        for _ in 0..count {
            match self.waiting.pop() {
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
    /// `entry` points to a whole entry outside the ring that nobody else uses.
    unsafe fn arrive(&mut self, entry: *const u8) {
        // SAFETY: the caller's promise, throughout.
        unsafe {
            let key = Header(entry.cast::<u64>().read()).key();
            if key == Key::worker() {
                match Control::unboxed(entry.add(8).cast::<*mut u8>().read()) {
                    Control::Worker(ToWorker::Synced) => self.mover.synced(),
                    Control::Worker(ToWorker::Shipment(shipment)) => self.unload(*shipment),
                    other => write_word(self.ring.reserve(16), Header::special(key, Special::Control), other.boxed()),
                }
                return;
            }
            let route = self.route(key);
            if route == self.id || self.mover.is_moving(key.chunk()) {
                self.ring.push_raw(entry);
            } else if route == IN_TRANSIT | self.id {
                self.mover.hold.push_raw(entry);
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
        // SAFETY: see `Table::slot`.
        unsafe { self.slots.add(index as usize) }
    }

    /// Whether the slot of an actor is this worker's: it is for as long as the actor has not left for another.
    pub(crate) fn owns(&self, key: Key) -> bool {
        self.route(key) == self.id || self.mover.is_moving(key.chunk())
    }

    /// So many more slots for actors are this worker's: there is to be room for a message to each of them.
    pub(super) fn make_room_for(&mut self, actors: usize) {
        self.taken += actors;
        self.ring.make_room((self.taken * LARGE_ENTRY).min(ROOM_AHEAD));
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
        debug_assert!(self.ring.is_empty() && self.behind.is_empty(), "what is left in a queue is discarded first");
    }
}
