//! Actors that end, and what becomes of what they leave behind.

use std::collections::BTreeSet;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::Mode;
use crate::exit::ExitReason;
use crate::observe::trace;
use crate::runtime::batch::BatchBox;
use crate::runtime::cell::{self, flow};
use crate::runtime::control::{Control, Phase, ToWorker};
use crate::runtime::core::Core;
use crate::runtime::detached::Detached;
use crate::runtime::entry::{Header, Key, Special, Taken};
use crate::runtime::held::{Held, reason};
use crate::runtime::ring::Ring;
use crate::runtime::seat::Seated;
use crate::runtime::shared::{Shared, Stage, add};
use crate::runtime::table::status;

use super::*;

/// Lets an actor say goodbye, and ends it.
pub(super) fn stop(seat: &mut Seated<'_>, key: Key) -> bool {
    // SAFETY: the actor lives and is not running; the function wants no payload.
    unsafe {
        let stopped = cell::head(slot(seat, key).state).vtable.stopped;
        call(seat, key, stopped, std::ptr::null(), Phase::Stopping)
    }
}

/// Ends an actor before its next message.
pub(super) fn kill(seat: &mut Seated<'_>, key: Key, why: ExitReason) -> bool {
    let slot = slot(seat, key);
    if slot.generation() != key.generation() || slot.is_free() {
        return true;
    }
    if slot.has(status::RESERVED) {
        slot.tag |= status::DOOMED;
        return true;
    }
    if slot.has(status::BUSY) {
        slot.tag |= status::HELD;
        let held = core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0));
        held.killed = Some(why);
        held.reasons |= reason::AWAY;
        return true;
    }
    terminate(seat, key, why)
}

/// Ends an actor that lives here and is not running: its slot is free for the next one, and then it is [ended](end).
pub(super) fn terminate(seat: &mut Seated<'_>, key: Key, why: ExitReason) -> bool {
    let cell = mem::replace(&mut slot(seat, key).state, ptr::null_mut());
    // SAFETY: taken out of the slot of an actor that is not running: the cell is ours.
    let vtable = unsafe { cell::vtable(cell) };
    let core = core(seat);
    let left = core.held.remove(&key.index()).map_or_else(Ring::new, |held| held.queue);
    core.release(key, vtable);
    if core.shared().mode == Mode::Thread {
        core.shared().roster.add(core.id());
    }
    add(&core.station().tally.exited, 1);
    end(&seat.seat().shared, Some(seat), Detached { key, cell }, left, &why)
}

/// Ends an actor: drops it and what it leaves behind, one thing after the other whatever becomes of them, and tells its watchers.
///
/// This is the only way in which actors end. Whoever ends one has its cell, and so nobody else has: a thread at the actor's worker (`seat`),
/// where its slot has been made free before; or a [detached](super::super::detached) thread whose system has ended (`None`).
#[inline]
pub(super) fn end(
    shared: &Shared,
    seat: Option<&mut Seated<'_>>,
    actor: Detached,
    left: Ring,
    why: &ExitReason,
) -> bool {
    let Detached { key, cell } = actor;
    // SAFETY: the cell is ours.
    let head = unsafe { cell::head(cell) };
    let (vtable, is_bare) = (head.vtable, head.extras.is_none());
    shared.remember(key, why);
    trace::stopped(shared, key, vtable, why);
    if vtable.quiet && is_bare && left.is_empty() {
        // SAFETY: the cell is ours; dropping it runs nobody's code.
        unsafe { (vtable.free)(cell) };
        return seat.is_some();
    }
    drop_remains(shared, seat, Detached { key, cell }, left, why)
}

/// The greater part of [`end`], where there is more than a cell to be freed, or dropping it runs users' code.
#[inline(never)]
fn drop_remains(
    shared: &Shared,
    mut seat: Option<&mut Seated<'_>>,
    actor: Detached,
    mut left: Ring,
    why: &ExitReason,
) -> bool {
    let Detached { key, cell } = actor;
    // SAFETY: the cell is ours.
    let head = unsafe { cell::head(cell) };
    let vtable = head.vtable;
    let extras = head.extras.as_mut();
    let (mut watchers, stash) =
        extras.map(|extras| (mem::take(&mut extras.watchers), extras.stash.take())).unwrap_or_default();
    let mut all = stash.unwrap_or_default();
    all.append(&mut left);
    all.for_each(|header| match (header.as_special(), seat.as_deref_mut()) {
        (None, Some(seat)) => dead_letter(core(seat), key),
        (None, None) => shared.lose_letter(key),
        _ => {}
    });
    let mut step = |code: &mut dyn FnMut()| match seat.take() {
        Some(here) => {
            if run_aside(here, code) {
                seat = Some(here);
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
            if header.as_special() == Some(Special::Control) {
                match Control::unboxed(payload.cast::<*mut u8>().read()) {
                    Control::Watch(watcher) => watchers.add(watcher),
                    Control::Unwatch(id) => {
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
                            control.take().map(Control::discard);
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
    seat.is_some()
}

/// Runs users' code that is no handler, on behalf of the worker.
fn run_aside(seat: &mut Seated<'_>, code: impl FnOnce()) -> bool {
    let ran = seat.run(Key::worker(), || {
        code();
        flow::GO_ON
    });
    settle(seat, Key::worker(), ran, Phase::Handling)
}

/// Runs users' code where there is no worker: what it throws is nobody's.
pub(super) fn quietly(code: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(code)) {
        mem::forget(panic);
    }
}

/// Something for an actor that is gone.
///
/// # Safety
///
/// The payload belongs to the header, and is taken.
pub(super) unsafe fn bury(seat: &mut Seated<'_>, header: Header, payload: *const u8) -> bool {
    let core = core(seat);
    let shared = core.shared();
    let key = header.key();
    if header.as_special() == Some(Special::Control) {
        // SAFETY: the caller's promise.
        let control = unsafe { Control::unboxed(payload.cast::<*mut u8>().read()) };
        if let Control::Watch(watcher) = control {
            let why = shared.recall(key);
            return run_aside(seat, || (watcher.tell)(why));
        }
        if control.is_letter() {
            dead_letter(core, key);
        }
        return run_aside(seat, || {
            control.discard();
        });
    }
    if header.as_special().is_none() {
        dead_letter(core, key);
    }
    let Some(vtable) = shared.table.vtable(key.index()) else { return true };
    // SAFETY: the caller's promise.
    let taken = unsafe { Taken::new(header, payload) };
    // SAFETY: likewise, and all who have lived in the slot are of that type.
    run_aside(seat, || unsafe {
        Shared::discard_of(vtable, header, taken.payload());
    })
}

pub(super) fn dead_letter(core: &Core, key: Key) {
    add(&core.station().tally.dead_letters, 1);
    if core.shared().stage() != Stage::Running {
        core.shared().undelivered(key);
    }
}

/// Drops all that is left at a worker whose system ends.
pub(crate) fn clear(seat: &mut Seated<'_>) {
    // What is dropped here may take its time, but nobody else could go on with this.
    seat.claim.keep();
    let station = core(seat).station();
    let timers = station.timers.close();
    let mut left = mem::take(&mut core(seat).mover.hold);
    left.append(&mut mem::take(&mut core(seat).mover.ship));
    for (_, mut held) in mem::take(&mut core(seat).held) {
        left.append(&mut held.queue);
    }
    let Core { rounds, ring, .. } = core(seat);
    // SAFETY: whole entries that nobody else uses.
    rounds.drain(|entry| unsafe { ring.push_raw(entry) });
    while let Some(next) = core(seat).waiting.pop() {
        if let Ok(entry) = next {
            // SAFETY: a whole entry, just taken.
            unsafe { core(seat).ring.push_raw(entry) };
        }
    }
    let mut chains = [station.inbox.close(), station.urgent.close()];
    for chain in &mut chains {
        // SAFETY: the chain is ours.
        while let Some(mut batch) = unsafe { BatchBox::first_of(chain) } {
            while let Some(entry) = batch.pop() {
                // SAFETY: a whole entry, just taken.
                unsafe { core(seat).ring.push_raw(entry) };
            }
        }
    }
    core(seat).bring_all();
    core(seat).ring.append(&mut left);
    for (key, control) in mem::take(&mut core(seat).urgent) {
        core(seat).ring.push_word(Header::special(key, Special::Control), control.boxed());
    }
    run_aside(seat, || drop(timers));
    loop {
        // Destructors may send: until nothing comes any more.
        while let Some((header, entry)) = core(seat).ring.pop() {
            // SAFETY: a whole entry, just taken.
            unsafe { clear_entry(seat, header, entry.add(8)) };
        }
        let missed = core(seat).missed();
        if missed.is_empty() {
            break;
        }
        for key in missed {
            terminate(seat, key, ExitReason::Killed);
        }
    }
    core(seat).flush();
    seat.publish(&station.tally);
}

/// Drops what is in an entry that nobody will handle.
///
/// # Safety
///
/// The payload belongs to the header, and is taken.
unsafe fn clear_entry(seat: &mut Seated<'_>, header: Header, payload: *const u8) {
    let key = header.key();
    let (shared, special) = (core(seat).shared(), header.as_special());
    // SAFETY: the caller's promise: in an entry with a control, or a cell, there is a pointer to it.
    let pointer = || unsafe { payload.cast::<*mut u8>().read() };
    if key == Key::worker() {
        // SAFETY: only controls are for workers.
        match unsafe { Control::unboxed(pointer()) } {
            Control::Worker(ToWorker::Shipment(shipment)) => core(seat).unload(*shipment),
            control => {
                run_aside(seat, || drop(control));
            }
        }
    } else if !core(seat).owns(key) {
        // It waited for an actor that is on its way here, and will not arrive.
        // SAFETY: the caller's promise.
        if unsafe { shared.discard(header, payload) } {
            dead_letter(core(seat), key);
        }
    } else if special == Some(Special::Install) {
        // It comes too late to live.
        let cell = pointer();
        // SAFETY: the entry carried the pointer to a new cell.
        let vtable = unsafe { cell::head(cell) }.vtable;
        core(seat).install(key, cell, vtable);
        terminate(seat, key, ExitReason::Killed);
    } else if slot(seat, key).generation() != key.generation() || !slot(seat, key).has(status::BUSY) {
        // SAFETY: the caller's promise.
        unsafe { bury(seat, header, payload) };
    } else if special == Some(Special::Control) {
        // SAFETY: the caller's promise.
        match unsafe { Control::unboxed(pointer()) } {
            Control::Reattach { actor, outcome, .. } => {
                core(seat).reattach(actor);
                run_aside(seat, || drop(outcome));
                terminate(seat, key, ExitReason::Killed);
            }
            Control::Watch(watcher) => {
                run_aside(seat, || (watcher.tell)(ExitReason::Killed));
            }
            control => {
                run_aside(seat, || drop(control));
            }
        }
    } else {
        // A detached thread has the actor: it is ended there, or when it comes back.
        // SAFETY: the caller's promise.
        run_aside(seat, || unsafe {
            shared.discard(header, payload);
        });
    }
}

impl Core {
    /// Actors that have been missed when all were killed, since they were on the move, or their worker was held up.
    fn missed(&self) -> Vec<Key> {
        if self.shared().counters().live() == 0 {
            return Vec::new();
        }
        let chunks: BTreeSet<u32> = self.chunks.iter().copied().chain(self.mover.leaving()).collect();
        let mut living = self.live_in(&chunks);
        // SAFETY: the slots are ours.
        living.retain(|key| unsafe { !(*self.slot(key.index())).has(status::BUSY) });
        living
    }
}
