//! Actors that end, and what becomes of what they leave behind.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{mem, ptr};

use crate::memory::batch::BatchBox;
use crate::memory::envelope::{Header, Special};
use crate::memory::ring::Ring;
use crate::memory::slab::status;
use crate::memory::vtable::flow;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::types::mode::Mode;
use crate::worker::core::Core;
use crate::worker::deferred::reason;
use crate::worker::restart::Phase;
use crate::worker::shared::{Shared, Stage, add};
use crate::worker::system_message::{SystemMessage, WorkerMessage};
use crate::worker::thread::WorkerGuard;
use crate::worker::threads::detached::Detached;
use crate::worker::undeliverable::Undeliverable;
use crate::worker::{cell_head, trace};

impl WorkerGuard<'_> {
    /// Calls an actor's last hook, and ends it.
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
        let deferred = if core.deferred.is_empty() { None } else { core.deferred.remove(&key.index()) };
        let left = deferred.map_or_else(Ring::new, |deferred| deferred.queue);
        core.release(key, vtable);
        if core.shared().mode == Mode::Thread {
            core.shared().idle_workers.add(core.id());
        }
        add(&core.worker_shared().counters.exited, 1);
        end(&self.thread().shared, Some(self), Detached { key, cell }, left, &why)
    }
}

/// Ends an actor: drops it and what it leaves behind, one thing after the other whatever becomes of them, and notifies its watchers.
///
/// This is the only way in which actors end. The one that ends it has its cell, and no other has: a thread at the actor's worker (`thread`),
/// where its slot has been made free before; or a [detached](crate::worker::threads::detached) thread whose system has ended (`None`).
#[inline]
pub(super) fn end(
    shared: &Shared,
    mut thread: Option<&mut WorkerGuard<'_>>,
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
    if !is_bare || !left.is_empty() {
        return drop_remains(shared, thread, Detached { key, cell }, left, why);
    }
    // SAFETY: the cell is ours.
    let free = || unsafe { (vtable.free)(cell) };
    if vtable.quiet {
        // It runs no foreign code.
        free();
    } else {
        step(&mut thread, free);
    }
    thread.is_some()
}

/// The greater part of [`end`], where there is more than a cell to be freed.
#[inline(never)]
fn drop_remains(
    shared: &Shared,
    mut thread: Option<&mut WorkerGuard<'_>>,
    actor: Detached,
    mut left: Ring,
    why: &ExitReason,
) -> bool {
    let Detached { key, cell } = actor;
    let_arrive(&mut thread);
    // SAFETY: the cell is ours.
    let head = unsafe { cell_head::head(cell) };
    let vtable = head.vtable;
    let mut cold = head.cold.as_mut();
    let timers = cold.as_deref_mut().and_then(|cold| cold.timers.take());
    let (mut watchers, stash) = cold.map(|cold| (mem::take(&mut cold.watchers), cold.stash.take())).unwrap_or_default();
    let called_off = timers.map(|timers| timers.end(|worker| &shared.worker_shared(worker).timers));
    let mut all = stash.unwrap_or_default();
    all.append(&mut left);
    all.for_each(|header| match (header.as_special(), thread.as_deref_mut()) {
        (None, Some(thread)) => dead_letter(thread.core(), key),
        (None, None) => shared.lose_letter(key),
        _ => {}
    });
    // SAFETY: the cell is ours.
    step(&mut thread, || unsafe { (vtable.free)(cell) });
    if let Some(called_off) = called_off {
        step(&mut thread, || drop(called_off));
    }
    while let Some((header, entry)) = all.pop() {
        // SAFETY: a whole entry, just taken.
        match unsafe { Undeliverable::take(shared, header, entry.add(8)) } {
            Undeliverable::System(SystemMessage::Watch(watcher)) => watchers.add(watcher),
            Undeliverable::System(SystemMessage::Unwatch(id)) => {
                let called_off = watchers.remove(id);
                step(&mut thread, || drop(called_off));
            }
            what => {
                // Messages are counted already, the others before any notification.
                let (is_counted, is_letter) = (header.as_special().is_none(), what.is_letter());
                if !is_counted && is_letter {
                    shared.lose_letter(key);
                }
                step(&mut thread, || {
                    if is_letter {
                        shared.notify_dead_letter(key);
                    }
                    what.discard(why.clone());
                });
            }
        }
    }
    let_arrive(&mut thread);
    for watcher in watchers {
        step(&mut thread, || (watcher.on_exit)(why.clone()));
    }
    thread.is_some()
}

/// What an actor has sent arrives before others learn of its end: what these send then to the same receivers comes behind it.
fn let_arrive(thread: &mut Option<&mut WorkerGuard<'_>>) {
    if let Some(thread) = thread {
        thread.core().flush();
    }
}

/// Runs users' code on behalf of the worker, for as long as there is one.
fn step(thread: &mut Option<&mut WorkerGuard<'_>>, code: impl FnOnce()) {
    match thread.take() {
        Some(here) => {
            if here.run_aside(code) {
                *thread = Some(here);
            }
        }
        None => quietly(code),
    }
}

impl WorkerGuard<'_> {
    /// Runs users' code that is no handler, on behalf of the worker.
    pub(super) fn run_aside(&mut self, code: impl FnOnce()) -> bool {
        let ran = self.run(Key::worker(), || {
            code();
            flow::GO_ON
        });
        self.settle(Key::worker(), ran, Phase::Handling)
    }
}

/// Runs users' code where there is no worker: what it throws is dropped.
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
        // SAFETY: the caller's promise.
        let what = unsafe { Undeliverable::take(core.shared(), header, payload) };
        let is_letter = what.is_letter();
        if is_letter {
            dead_letter(core, header.key());
        }
        let why = match &what {
            Undeliverable::System(SystemMessage::Watch(_)) => {
                core.flush();
                core.shared().recall(header.key())
            }
            _ => ExitReason::Unknown,
        };
        let shared = core.shared();
        self.run_aside(|| {
            if is_letter {
                shared.notify_dead_letter(header.key());
            }
            what.discard(why);
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
        // What is dropped here may take its time, but no other thread could go on with this.
        self.ownership.keep();
        let worker_shared = self.core().worker_shared();
        let timers = (worker_shared.timers.close(), self.core().limits.close());
        let mut left = mem::take(&mut self.core().migration.in_transit);
        left.append(&mut mem::take(&mut self.core().migration.ship));
        for (_, mut deferred) in mem::take(&mut self.core().deferred) {
            left.append(&mut deferred.queue);
        }
        let Core { rounds, ring, .. } = self.core();
        // SAFETY: whole entries that no other code uses.
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
        self.publish(&worker_shared.counters.handled);
    }

    /// Drops what is in an entry that will not be handled.
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
        } else {
            // SAFETY: the caller's promise.
            match unsafe { Undeliverable::take(shared, header, payload) } {
                Undeliverable::System(SystemMessage::Reattach { actor, outcome, .. }) => {
                    self.core().reattach(actor);
                    self.run_aside(|| drop(outcome));
                    self.terminate(key, ExitReason::Killed);
                }
                // A detached thread has the actor: it is ended there, or when it comes back.
                what => {
                    self.run_aside(|| what.discard(ExitReason::Killed));
                }
            }
        }
    }
}

impl Core {
    /// Actors that have been missed when all were killed, since they were on the move, or their worker was held up.
    fn missed(&self) -> Vec<Key> {
        if self.shared().counters().live() == 0 {
            return Vec::new();
        }
        let mut living = self.live_in(self.slots_here());
        // SAFETY: the slots are ours.
        living.retain(|key| unsafe { !(*self.slot(key.index())).has(status::BUSY) });
        living
    }
}
