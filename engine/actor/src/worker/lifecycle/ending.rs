//! Actors that end, and what becomes of what they leave behind.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{mem, ptr};

use crate::memory::batch::BatchBox;
use crate::memory::envelope::{Header, Special, Taken};
use crate::memory::ring::Ring;
use crate::memory::slab::status;
use crate::memory::vtable::flow;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::types::mode::Mode;
use crate::worker::core::Core;
use crate::worker::deferred::reason;
use crate::worker::detached::Detached;
use crate::worker::restart::Phase;
use crate::worker::shared::{Shared, Stage, add};
use crate::worker::system_message::{SystemMessage, WorkerMessage};
use crate::worker::thread::WorkerGuard;
use crate::worker::{cell_head, trace};

impl WorkerGuard<'_> {
    /// Lets an actor say goodbye, and ends it.
    pub(super) fn stop(&mut self, key: Key) -> bool {
        // SAFETY: the actor lives and is not running; the function wants no payload.
        unsafe {
            let stopped = cell_head::head(self.slot(key).state).vtable.stopped;
            self.call(key, stopped, std::ptr::null(), Phase::Stopping)
        }
    }

    /// Ends an actor before its next message.
    pub(super) fn kill(&mut self, key: Key, why: ExitReason) -> bool {
        let slot = self.slot(key);
        if slot.generation() != key.generation() || slot.is_free() {
            return true;
        }
        if slot.has(status::RESERVED) {
            slot.tag |= status::DOOMED;
            return true;
        }
        if slot.has(status::BUSY) {
            slot.tag |= status::HELD;
            let deferred = self.core().deferred_of(key);
            deferred.killed = Some(why);
            deferred.reasons |= reason::AWAY;
            return true;
        }
        self.terminate(key, why)
    }

    /// Ends an actor that lives here and is not running: its slot is free for the next one, and then it is [ended](end).
    pub(super) fn terminate(&mut self, key: Key, why: ExitReason) -> bool {
        let cell = mem::replace(&mut self.slot(key).state, ptr::null_mut());
        // SAFETY: taken out of the slot of an actor that is not running: the cell is ours.
        let vtable = unsafe { cell_head::vtable(cell) };
        let core = self.core();
        let left = core.deferred.remove(&key.index()).map_or_else(Ring::new, |deferred| deferred.queue);
        core.release(key, vtable);
        if core.shared().mode == Mode::Thread {
            core.shared().idle_workers.add(core.id());
        }
        add(&core.worker_shared().counters.exited, 1);
        end(&self.thread().shared, Some(self), Detached { key, cell }, left, &why)
    }
}

/// Ends an actor: drops it and what it leaves behind, one thing after the other whatever becomes of them, and tells its watchers.
///
/// This is the only way in which actors end. Whoever ends one has its cell, and so nobody else has: a thread at the actor's worker (`thread`),
/// where its slot has been made free before; or a [detached](crate::worker::detached) thread whose system has ended (`None`).
#[inline]
pub(super) fn end(
    shared: &Shared,
    thread: Option<&mut WorkerGuard<'_>>,
    actor: Detached,
    left: Ring,
    why: &ExitReason,
) -> bool {
    let Detached { key, cell } = actor;
    // SAFETY: the cell is ours.
    let head = unsafe { cell_head::head(cell) };
    let (vtable, is_bare) = (head.vtable, head.cold.is_none());
    shared.remember(key, why);
    trace::stopped(shared, key, vtable, why);
    if vtable.quiet && is_bare && left.is_empty() {
        // SAFETY: the cell is ours; dropping it runs nobody's code.
        unsafe { (vtable.free)(cell) };
        return thread.is_some();
    }
    drop_remains(shared, thread, Detached { key, cell }, left, why)
}

/// The greater part of [`end`], where there is more than a cell to be freed, or dropping it runs users' code.
#[inline(never)]
fn drop_remains(
    shared: &Shared,
    mut thread: Option<&mut WorkerGuard<'_>>,
    actor: Detached,
    mut left: Ring,
    why: &ExitReason,
) -> bool {
    let Detached { key, cell } = actor;
    // SAFETY: the cell is ours.
    let head = unsafe { cell_head::head(cell) };
    let vtable = head.vtable;
    let cold = head.cold.as_mut();
    let (mut watchers, stash) = cold.map(|cold| (mem::take(&mut cold.watchers), cold.stash.take())).unwrap_or_default();
    let mut all = stash.unwrap_or_default();
    all.append(&mut left);
    all.for_each(|header| match (header.as_special(), thread.as_deref_mut()) {
        (None, Some(thread)) => dead_letter(thread.core(), key),
        (None, None) => shared.lose_letter(key),
        _ => {}
    });
    let mut step = |code: &mut dyn FnMut()| match thread.take() {
        Some(here) => {
            if here.run_aside(code) {
                thread = Some(here);
            }
        }
        None => quietly(code),
    };
    // SAFETY: the cell is ours.
    step(&mut || unsafe { (vtable.free)(cell) });
    while let Some((header, entry)) = all.pop() {
        // SAFETY: a whole entry, just taken, of what was for this actor.
        unsafe {
            let payload = entry.add(8);
            if header.as_special() == Some(Special::SystemMessage) {
                match SystemMessage::unboxed(payload.cast::<*mut u8>().read()) {
                    SystemMessage::Watch(watcher) => watchers.add(watcher),
                    SystemMessage::Unwatch(id) => {
                        let mut called_off = watchers.remove(id);
                        step(&mut || drop(called_off.take()));
                    }
                    control => {
                        // Counted before anybody is told.
                        if control.is_letter() {
                            shared.lose_letter(key);
                        }
                        let mut control = Some(control);
                        step(&mut || {
                            control.take().map(SystemMessage::discard);
                        });
                    }
                }
            } else {
                step(&mut || {
                    Shared::discard_of(vtable, header, payload);
                });
            }
        }
    }
    for watcher in watchers {
        let mut watcher = Some(watcher);
        step(&mut || {
            if let Some(watcher) = watcher.take() {
                (watcher.tell)(why.clone());
            }
        });
    }
    thread.is_some()
}

impl WorkerGuard<'_> {
    /// Runs users' code that is no handler, on behalf of the worker.
    fn run_aside(&mut self, code: impl FnOnce()) -> bool {
        let ran = self.run(Key::worker(), || {
            code();
            flow::GO_ON
        });
        self.settle(Key::worker(), ran, Phase::Handling)
    }
}

/// Runs users' code where there is no worker: what it throws is nobody's.
pub(super) fn quietly(code: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(code)) {
        mem::forget(panic);
    }
}

impl WorkerGuard<'_> {
    /// Something for an actor that is gone.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(super) unsafe fn discard_entry(&mut self, header: Header, payload: *const u8) -> bool {
        let core = self.core();
        let shared = core.shared();
        let key = header.key();
        if header.as_special() == Some(Special::SystemMessage) {
            // SAFETY: the caller's promise.
            let control = unsafe { SystemMessage::unboxed(payload.cast::<*mut u8>().read()) };
            if let SystemMessage::Watch(watcher) = control {
                let why = shared.recall(key);
                return self.run_aside(|| (watcher.tell)(why));
            }
            if control.is_letter() {
                dead_letter(core, key);
            }
            return self.run_aside(|| {
                control.discard();
            });
        }
        if header.as_special().is_none() {
            dead_letter(core, key);
        }
        let Some(vtable) = shared.slab.vtable(key.index()) else { return true };
        // SAFETY: the caller's promise.
        let taken = unsafe { Taken::new(header, payload) };
        // SAFETY: likewise, and all who have lived in the slot are of that type.
        self.run_aside(|| unsafe {
            Shared::discard_of(vtable, header, taken.payload());
        })
    }
}

pub(super) fn dead_letter(core: &Core, key: Key) {
    add(&core.worker_shared().counters.dead_letters, 1);
    if core.shared().stage() != Stage::Running {
        core.shared().undelivered(key);
    }
}

impl WorkerGuard<'_> {
    /// Drops all that is left at a worker whose system ends.
    pub(crate) fn clear_worker(&mut self) {
        // What is dropped here may take its time, but nobody else could go on with this.
        self.ownership.keep();
        let worker_shared = self.core().worker_shared();
        let timers = worker_shared.timers.close();
        let mut left = mem::take(&mut self.core().migration.in_transit);
        left.append(&mut mem::take(&mut self.core().migration.ship));
        for (_, mut deferred) in mem::take(&mut self.core().deferred) {
            left.append(&mut deferred.queue);
        }
        let Core { rounds, ring, .. } = self.core();
        // SAFETY: whole entries that nobody else uses.
        rounds.drain(|entry| unsafe { ring.push_raw(entry) });
        while let Some(next) = self.core().arrivals.pop() {
            if let Ok(entry) = next {
                // SAFETY: a whole entry, just taken.
                unsafe { self.core().ring.push_raw(entry) };
            }
        }
        let mut chains = [worker_shared.inbox.close(), worker_shared.urgent.close()];
        for chain in &mut chains {
            // SAFETY: the chain is ours.
            while let Some(mut batch) = unsafe { BatchBox::first_of(chain) } {
                while let Some(entry) = batch.pop() {
                    // SAFETY: a whole entry, just taken.
                    unsafe { self.core().ring.push_raw(entry) };
                }
            }
        }
        self.core().bring_all();
        self.core().ring.append(&mut left);
        for (key, control) in mem::take(&mut self.core().urgent) {
            self.core().ring.push_word(Header::special(key, Special::SystemMessage), control.boxed());
        }
        self.run_aside(|| drop(timers));
        loop {
            // Destructors may send: until nothing comes any more.
            while let Some((header, entry)) = self.core().ring.pop() {
                // SAFETY: a whole entry, just taken.
                unsafe { self.clear_entry(header, entry.add(8)) };
            }
            let missed = self.core().missed();
            if missed.is_empty() {
                break;
            }
            for key in missed {
                self.terminate(key, ExitReason::Killed);
            }
        }
        self.core().flush();
        self.publish(&worker_shared.counters);
    }

    /// Drops what is in an entry that nobody will handle.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    unsafe fn clear_entry(&mut self, header: Header, payload: *const u8) {
        let key = header.key();
        let (shared, special) = (self.core().shared(), header.as_special());
        // SAFETY: the caller's promise: in an entry with a control, or a cell, there is a pointer to it.
        let pointer = || unsafe { payload.cast::<*mut u8>().read() };
        if key == Key::worker() {
            // SAFETY: only controls are for workers.
            match unsafe { SystemMessage::unboxed(pointer()) } {
                SystemMessage::Worker(WorkerMessage::Transfer(shipment)) => self.core().unload(*shipment),
                control => {
                    self.run_aside(|| drop(control));
                }
            }
        } else if !self.core().owns(key) {
            // It waited for an actor that is on its way here, and will not arrive.
            // SAFETY: the caller's promise.
            if unsafe { shared.discard(header, payload) } {
                dead_letter(self.core(), key);
            }
        } else if special == Some(Special::Install) {
            // It comes too late to live.
            let cell = pointer();
            // SAFETY: the entry carried the pointer to a new cell.
            let vtable = unsafe { cell_head::head(cell) }.vtable;
            self.core().install(key, cell, vtable);
            self.terminate(key, ExitReason::Killed);
        } else if self.slot(key).generation() != key.generation() || !self.slot(key).has(status::BUSY) {
            // SAFETY: the caller's promise.
            unsafe { self.discard_entry(header, payload) };
        } else if special == Some(Special::SystemMessage) {
            // SAFETY: the caller's promise.
            match unsafe { SystemMessage::unboxed(pointer()) } {
                SystemMessage::Reattach { actor, outcome, .. } => {
                    self.core().reattach(actor);
                    self.run_aside(|| drop(outcome));
                    self.terminate(key, ExitReason::Killed);
                }
                SystemMessage::Watch(watcher) => {
                    self.run_aside(|| (watcher.tell)(ExitReason::Killed));
                }
                control => {
                    self.run_aside(|| drop(control));
                }
            }
        } else {
            // A detached thread has the actor: it is ended there, or when it comes back.
            // SAFETY: the caller's promise.
            self.run_aside(|| unsafe {
                shared.discard(header, payload);
            });
        }
    }
}

impl Core {
    /// Actors that have been missed when all were killed, since they were on the move, or their worker was held up.
    fn missed(&self) -> Vec<Key> {
        if self.shared().counters().live() == 0 {
            return Vec::new();
        }
        let chunks: BTreeSet<u32> = self.chunks.iter().copied().chain(self.migration.leaving()).collect();
        let mut living = self.live_in(&chunks);
        // SAFETY: the slots are ours.
        living.retain(|key| unsafe { !(*self.slot(key.index())).has(status::BUSY) });
        living
    }
}
