//! A system without threads: its owner has it take one step after the other, and a seed decides which.
//!
//! Messages lie in *channels*, one for each pair of a sender and a receiver. A step is one of: the next message of some channel is
//! handled; an actor is born; a timer that is due goes off. Which one, chance decides; its numbers come from the seed, and so the
//! same program with the same seed takes the same steps.
//!
//! There is one worker, and its queues are empty between two steps: what a handler has sent is put into the channels behind it.
//!
//! Invariants:
//! 1. A channel is in `ready` if and only if it holds something; a message goes to the end of its channel. So the order of each pair is
//!    kept, and that is all that is kept of any order, as in a system of many workers.
//! 2. An actor is born before it handles anything.
//! 3. One thread at a time drives: who has the lock on the [`Driver`]; and none that is in a handler.
//! 4. What an actor has sent has arrived when it has ended, as in a system of many workers: whatever is sent later to the same receiver comes behind it.
//!    So what is left of its channels is put into one of all that have ended, and what others send waits until that is empty.

use std::collections::HashMap;
use std::mem;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::memory::batch::BatchBox;
use crate::memory::batch_queue::Queue;
use crate::memory::envelope::{Header, Special};
use crate::sync::parker::Parker;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::worker::cell_head;
use crate::worker::restart::Phase;
use crate::worker::shared::Shared;
use crate::worker::system_message::SystemMessage;
use crate::worker::thread::{WatchedThread, WorkerGuard, WorkerThread};
use crate::worker::virtual_clock::VirtualClock;

/// What a simulated system has in addition to what all have, and its clock.
pub(crate) struct Simulated {
    driver: Mutex<Driver>,
}

/// The senders that are no actors.
const OUTSIDE: Key = Key(0);
const TIMERS: Key = Key::worker();
/// All actors that have ended.
const ENDED: Key = Key(1);

type Channel = (Key, Key);

/// An entry for the birth of an actor: its payload is a pointer to its cell, or nothing.
#[repr(C)]
struct Birth {
    header: Header,
    cell: *mut u8,
}

struct Driver {
    random: Random,
    channels: HashMap<Channel, Queue>,
    /// Channels that hold something; the seed chooses by position.
    ready: Vec<Channel>,
    /// What comes behind that of actors that have ended.
    later: Vec<(Channel, Queue)>,
    /// Actors on their way into life.
    births: Vec<Birth>,
    /// One handler in so many panics; 0: none does.
    panics: u64,
}

// SAFETY: the pointers are to cells of actors, which are `Send`, and owned here alone.
unsafe impl Send for Driver {}

/// Numbers that look like chance (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

impl Simulated {
    pub(crate) fn new(seed: u64) -> Self {
        let driver = Driver {
            random: Random(seed),
            channels: HashMap::new(),
            ready: Vec::new(),
            later: Vec::new(),
            births: Vec::new(),
            panics: 0,
        };
        Self { driver: Mutex::new(driver) }
    }

    pub(crate) fn inject_panics(&self, one_in: u64) {
        lock(&self.driver).panics = one_in;
    }
}

/// Prepares a simulated system and its worker, whose thread will be the driver's.
pub(crate) fn prepare(shared: &Arc<Shared>, seed: u64) {
    let _ = shared.clock.set(VirtualClock::default());
    shared.extensions.set(Simulated::new(seed));
    shared.add_worker(Parker::new());
    let thread = WatchedThread::new(Arc::clone(shared), 0);
    *lock(&shared.worker_shared(0).thread) = Some(thread);
}

/// The current thread drives until this is dropped.
struct Driving<'a>(&'a WorkerThread);

impl<'a> Driving<'a> {
    fn begin(thread: &'a WorkerThread) -> Self {
        thread.bind();
        Self(thread)
    }
}

impl Drop for Driving<'_> {
    fn drop(&mut self) {
        self.0.unbind();
    }
}

/// Calls `f` on behalf of the system's worker; `None`: this thread is in a handler, or the system has no worker (any more).
fn drive<R>(shared: &Shared, f: impl FnOnce(&mut Driver, &mut WorkerGuard<'_>) -> R) -> Option<R> {
    let simulated = shared.extensions.find::<Simulated>()?;
    if WorkerThread::is_current_thread() {
        return None;
    }
    let mut driver = lock(&simulated.driver);
    let thread = lock(&shared.worker_shared(0).thread).clone()?;
    // SAFETY: this thread drives the worker, and none else does while the driver is locked.
    let driving = Driving::begin(unsafe { thread.own() });
    // SAFETY: one thread at a time drives, who drives is at the worker, and between two drives its place is the runtime.
    let mut guard = unsafe { driving.0.guard() };
    Some(f(&mut driver, &mut guard))
}

/// Takes one step; `false`: there is nothing to do, until time passes or something comes from outside.
pub(crate) fn step(shared: &Shared) -> bool {
    drive(shared, Driver::step).unwrap_or(false)
}

/// The deadline of the first timer, if that is not after `until`.
fn first_timer(thread: &mut WorkerGuard<'_>, until: Instant) -> Option<Instant> {
    let core = thread.core();
    core.worker_shared().timers.first_until(&mut core.limits, until)
}

/// Lets the system's time pass until the next timer is due, but not beyond `end`; `false`: `end` has come.
pub(crate) fn pass_time(shared: &Shared, end: Duration) -> bool {
    let Some(clock) = shared.clock.get() else { return false };
    // No deadline is later than that.
    let until = shared.began().checked_add(end.min(Duration::from_nanos(u64::MAX)));
    let next = until.and_then(|until| drive(shared, |_, thread| first_timer(thread, until))).flatten();
    let next = next.map(|deadline| deadline.saturating_duration_since(shared.began()));
    clock.set(next.unwrap_or(end).max(clock.elapsed()));
    next.is_some()
}

/// Drives until the answer is there, or `timeout` has passed by the system's own time.
pub(crate) fn await_answer<R>(
    with: impl Fn(&mut dyn FnMut(&Shared)) -> bool,
    timeout: Duration,
    answer: &Receiver<R>,
) -> Result<R, TryRecvError> {
    let mut end = None;
    loop {
        match answer.try_recv() {
            Err(TryRecvError::Empty) => {}
            decided => return decided,
        }
        let mut goes_on = false;
        let lives = with(&mut |shared| {
            let Some(clock) = shared.clock.get() else { return };
            let end = *end.get_or_insert_with(|| clock.elapsed().saturating_add(timeout));
            goes_on = step(shared) || pass_time(shared, end);
        });
        if !lives || !goes_on {
            return answer.try_recv();
        }
    }
}

/// Drives until something is so, nothing happens any more, or `limit` has passed by either clock.
pub(crate) fn drive_until(shared: &Shared, limit: Duration, is_so: impl Fn() -> bool) {
    let Some(clock) = shared.clock.get() else { return };
    let deadline = Instant::now().checked_add(limit);
    let end = clock.elapsed().saturating_add(limit);
    while !is_so() && (step(shared) || pass_time(shared, end)) {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
    }
}

/// Drives until nothing is left to do right now, or `limit` has passed by the clock of the computer.
pub(crate) fn drive_until_idle(shared: &Shared, limit: Duration) {
    let deadline = Instant::now().checked_add(limit);
    while step(shared) && deadline.is_none_or(|deadline| Instant::now() < deadline) {}
}

/// Drops what is left when the system has ended.
pub(crate) fn finish(shared: &Shared) {
    if shared.clock.get().is_none() {
        return;
    }
    drive(shared, |driver, thread| {
        driver.take_in(thread);
        driver.give_back(thread);
        thread.clear_worker();
    });
    // The thread holds the system.
    *lock(&shared.worker_shared(0).thread) = None;
}

impl Driver {
    fn step(&mut self, thread: &mut WorkerGuard<'_>) -> bool {
        self.take_in(thread);
        let stepped = self.order(thread) || self.choose(thread);
        let worker_shared = thread.core().worker_shared();
        thread.publish(&worker_shared.counters.handled);
        stepped
    }

    /// Takes what has come from outside.
    fn take_in(&mut self, thread: &mut WorkerGuard<'_>) {
        let worker = thread.core();
        let mut chain = worker.worker_shared().urgent.take();
        // SAFETY: the chain is ours; urgent batches hold one control each.
        unsafe {
            while let Some(mut batch) = BatchBox::first_of(&mut chain) {
                while let Some(entry) = batch.pop() {
                    let key = Header(entry.cast::<u64>().read()).key();
                    worker.urgent.push((key, SystemMessage::unboxed(entry.add(8).cast::<*mut u8>().read())));
                }
            }
        }
        worker.receive(usize::MAX);
        self.sort(thread, OUTSIDE);
    }

    /// Does one of the things that cannot wait, if there is one.
    fn order(&mut self, thread: &mut WorkerGuard<'_>) -> bool {
        let mut orders = mem::take(&mut thread.core().urgent);
        if orders.is_empty() {
            return false;
        }
        let rest = orders.split_off(1);
        let sender = orders[0].0;
        thread.core().urgent = orders;
        thread.handle_urgent();
        thread.core().urgent.splice(0..0, rest);
        self.sort(thread, sender);
        true
    }

    /// Does one of the things that can be done now, if there is one.
    fn choose(&mut self, thread: &mut WorkerGuard<'_>) -> bool {
        let now = thread.shared.now();
        let is_due = first_timer(thread, now).is_some();
        let count = self.births.len() + self.ready.len() + usize::from(is_due);
        if count == 0 {
            return false;
        }
        let mut chosen = self.random.below(count as u64) as usize;
        if chosen < self.births.len() {
            self.bear(thread, chosen);
            return true;
        }
        chosen -= self.births.len();
        let Some(&channel) = self.ready.get(chosen) else {
            self.time_out(thread, now);
            return true;
        };
        match self.births.iter().position(|birth| birth.header.key() == channel.1) {
            Some(birth) => self.bear(thread, birth),
            None => self.handle(thread, chosen, channel),
        }
        true
    }

    fn bear(&mut self, thread: &mut WorkerGuard<'_>, birth: usize) {
        let entry = self.births.remove(birth);
        // SAFETY: as it was taken from the queue.
        unsafe { thread.handle_unusual(entry.header, (&raw const entry).cast()) };
        self.sort(thread, entry.header.key());
    }

    fn time_out(&mut self, thread: &mut WorkerGuard<'_>, now: Instant) {
        let timers = &thread.core().worker_shared().timers;
        if let Some((due, _)) = timers.go_off(thread.core(), now, 1) {
            due.go_off(thread);
        }
        self.sort(thread, TIMERS);
    }

    fn handle(&mut self, thread: &mut WorkerGuard<'_>, chosen: usize, channel: Channel) {
        let Some(mut queue) = self.channels.remove(&channel) else { return };
        if let Some((header, entry)) = queue.pop() {
            // SAFETY: a whole entry, just taken.
            unsafe {
                if self.is_to_panic(thread, header) {
                    panic_instead(thread, header, entry.add(8));
                } else {
                    thread.handle_unusual(header, entry);
                }
            }
        }
        if queue.is_empty() {
            self.ready.swap_remove(chosen);
            if channel.0 == ENDED {
                self.release(channel.1);
            }
        } else {
            self.channels.insert(channel, queue);
        }
        self.sort(thread, channel.1);
    }

    fn is_to_panic(&mut self, thread: &mut WorkerGuard<'_>, header: Header) -> bool {
        // SAFETY: the slot is the worker's.
        let is_ready = unsafe { (*thread.core().slot(header.index())).tag } == header.key_of_message().tag();
        self.panics > 0 && is_ready && self.random.below(self.panics) == 0
    }

    /// Puts what is in the worker's queues into channels: all of it was caused by one sender.
    fn sort(&mut self, thread: &mut WorkerGuard<'_>, sender: Key) {
        loop {
            thread.core().bring_all();
            let Some((header, entry)) = thread.core().ring.pop() else { break };
            let key = header.key();
            // SAFETY: a whole entry, just taken; a birth's payload is a pointer, or nothing.
            unsafe {
                if key == Key::worker() {
                    thread.handle_unusual(header, entry);
                    continue;
                }
                match header.as_special() {
                    Some(Special::Start) => self.births.push(Birth { header, cell: std::ptr::null_mut() }),
                    Some(Special::Install) => {
                        self.births.push(Birth { header, cell: entry.add(8).cast::<*mut u8>().read() });
                    }
                    _ if self.channels.contains_key(&(ENDED, key)) => self.put_later((sender, key), entry),
                    _ => self.put((sender, key), entry),
                }
            }
        }
        if has_ended(thread, sender) {
            self.end(sender);
        }
    }

    /// Puts an entry to the end of a channel.
    ///
    /// # Safety
    ///
    /// It is a whole entry that no other code uses.
    unsafe fn put(&mut self, channel: Channel, entry: *const u8) {
        let queue = self.channels.entry(channel).or_insert_with(|| {
            self.ready.push(channel);
            Queue::default()
        });
        // SAFETY: the caller's promise.
        unsafe { queue.push_raw(entry) };
    }

    /// Puts an entry behind what those have sent who have ended.
    ///
    /// # Safety
    ///
    /// As for [`put`](Self::put).
    unsafe fn put_later(&mut self, channel: Channel, entry: *const u8) {
        let place = self.later.iter().position(|(of, _)| *of == channel).unwrap_or_else(|| {
            self.later.push((channel, Queue::default()));
            self.later.len() - 1
        });
        // SAFETY: the caller's promise.
        unsafe { self.later[place].1.push_raw(entry) };
    }

    /// Puts all that is in a queue to the end of a channel.
    fn append(&mut self, channel: Channel, mut queue: Queue) {
        while let Some((_, entry)) = queue.pop() {
            // SAFETY: a whole entry, just taken.
            unsafe { self.put(channel, entry) };
        }
    }

    /// An actor has ended: what it has sent has arrived.
    fn end(&mut self, actor: Key) {
        let (its, others) = mem::take(&mut self.ready).into_iter().partition(|(sender, _)| *sender == actor);
        self.ready = others;
        for channel in its {
            if let Some(queue) = self.channels.remove(&channel) {
                self.append((ENDED, channel.1), queue);
            }
        }
        while let Some(place) = self.later.iter().position(|((sender, _), _)| *sender == actor) {
            let ((_, receiver), queue) = self.later.remove(place);
            self.append((ENDED, receiver), queue);
        }
    }

    /// A receiver has all that those have sent who have ended.
    fn release(&mut self, receiver: Key) {
        while let Some(place) = self.later.iter().position(|((_, to), _)| *to == receiver) {
            let (channel, queue) = self.later.remove(place);
            self.append(channel, queue);
        }
    }

    /// The other way, for the end.
    fn give_back(&mut self, thread: &mut WorkerGuard<'_>) {
        let ring = &mut thread.core().ring;
        for Birth { header, cell } in mem::take(&mut self.births) {
            match header.as_special() {
                Some(Special::Install) => ring.push_word(header, cell),
                _ => ring.push_header(header),
            }
        }
        let now = mem::take(&mut self.ready).into_iter().filter_map(|channel| self.channels.remove(&channel));
        let later = mem::take(&mut self.later).into_iter().map(|(_, queue)| queue);
        for mut queue in now.chain(later) {
            while let Some((_, entry)) = queue.pop() {
                // SAFETY: a whole entry, just taken.
                unsafe { ring.push_raw(entry) };
            }
        }
    }
}

fn has_ended(thread: &mut WorkerGuard<'_>, sender: Key) -> bool {
    if sender.generation() == 0 || sender == Key::worker() {
        return false; // no actor
    }
    let slot = thread.slot(sender);
    slot.is_free() || slot.generation() != sender.generation()
}

/// The actor panics over a message, as if its handler had.
///
/// # Safety
///
/// The payload belongs to the header, and is taken; the actor is ready.
unsafe fn panic_instead(thread: &mut WorkerGuard<'_>, header: Header, payload: *const u8) {
    let key = header.key();
    thread.count_handled(key);
    let (inner, state) = (thread.thread(), thread.slot(key).state);
    let ran = thread.run(key, || {
        // SAFETY: the caller's promise; no other thread runs the actor meanwhile.
        unsafe {
            cell_head::has_taken(cell_head::head(state).cold.as_deref(), header);
            inner.shared.discard(header, payload);
        }
        // Not a case for the panic hook: it was ordered.
        resume_unwind(Box::new("injected by the simulation"))
    });
    thread.settle(key, ran, Phase::Handling);
}
