//! Actors that end, and what becomes of what they leave behind.

use std::cell::Cell;
use std::mem;

use crate::Mode;
use crate::exit::ExitReason;
use crate::observe::trace;
use crate::runtime::batch::BatchBox;
use crate::runtime::cell::{self, flow};
use crate::runtime::control::{Control, Phase};
use crate::runtime::core::Core;
use crate::runtime::entry::{Header, Key, Special, Taken};
use crate::runtime::held::{Held, reason};
use crate::runtime::ring::Ring;
use crate::runtime::seat::Seat;
use crate::runtime::shared::{Shared, Stage, add};
use crate::runtime::table::status;
use crate::runtime::watch::Watchers;

use super::*;

/// Lets an actor say goodbye, and ends it.
pub(super) fn stop(seat: &Seat, key: Key) -> bool {
    // SAFETY: the actor lives and is not running; the function wants no payload.
    unsafe {
        let stopped = cell::head(slot(seat, key).state).vtable.stopped;
        call(seat, key, stopped, std::ptr::null(), Phase::Stopping)
    }
}

/// Ends an actor before its next message.
pub(super) fn kill(seat: &Seat, key: Key, why: ExitReason) -> bool {
    let slot = slot(seat, key);
    if slot.generation() != key.generation() || slot.is_free() {
        return true;
    }
    if slot.has(status::RESERVED) {
        slot.tag |= status::DOOMED;
        return true;
    }
    if slot.has(status::BUSY) {
        let held = core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0));
        held.killed = Some(why);
        held.reasons |= reason::AWAY;
        slot.tag |= status::HELD;
        return true;
    }
    terminate(seat, key, why)
}

/// Ends an actor: frees its slot, then its cell and what waited for it, and tells who wants to know.
pub(super) fn terminate(seat: &Seat, key: Key, why: ExitReason) -> bool {
    let core = core(seat);
    let state = slot(seat, key).state;
    // SAFETY: the actor lives and is not running.
    let head = unsafe { cell::head(state) };
    let vtable = head.vtable;
    let watchers = head.extras.as_mut().map(|extras| mem::take(&mut extras.watchers)).unwrap_or_default();
    let stash = head.extras.as_mut().and_then(|extras| extras.stash.take());
    let held = core.held.remove(&key.index());
    core.shared().remember(key, &why);
    trace::stopped(core.shared(), key, vtable, &why);
    if core.shared().mode == Mode::Thread {
        core.retire(key, vtable);
    } else {
        core.release(key, vtable);
    }
    add(&core.station().tally.exited, 1);
    if vtable.quiet && watchers.is_empty() && held.is_none() && stash.is_none() {
        // SAFETY: nobody knows the cell any more; dropping it runs nobody's code, extras aside, which have none here.
        unsafe {
            if cell::head(state).extras.is_none() {
                (vtable.free)(state);
                return true;
            }
        }
    }
    let mut left = stash.unwrap_or_default();
    if let Some(mut held) = held {
        left.append(&mut held.queue);
    }
    left.for_each(|header| {
        if header.as_special().is_none() {
            dead_letter(core, key);
        }
    });
    finish_terminating(seat, key, state, left, watchers, &why)
}

/// Drops what an actor leaves behind, one thing after the other whatever becomes of them, and tells its watchers.
pub(super) fn finish_terminating(
    seat: &Seat,
    key: Key,
    state: *mut u8,
    mut left: Ring,
    mut watchers: Watchers,
    why: &ExitReason,
) -> bool {
    let seated = Cell::new(true);
    // SAFETY: nobody else knows the cell any more.
    let vtable = unsafe { cell::head(state) }.vtable;
    let step = |code: &mut dyn FnMut()| {
        if seated.get() {
            let ran = seat.run(Key::worker(), || {
                code();
                flow::GO_ON
            });
            seated.set(settle(seat, Key::worker(), ran, Phase::Handling));
        } else if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(code)) {
            mem::forget(panic);
        }
    };
    // SAFETY: nobody else knows the cell any more.
    step(&mut || unsafe { (vtable.free)(state) });
    while let Some((header, entry)) = left.pop() {
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
                            seat.shared.lose_letter(key, vtable);
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
    seated.get()
}

/// Something for an actor that is gone.
///
/// # Safety
///
/// The payload belongs to the header, and is taken.
pub(super) unsafe fn bury(seat: &Seat, header: Header, payload: *const u8) -> bool {
    let core = core(seat);
    let shared = core.shared();
    let key = header.key();
    if header.as_special() == Some(Special::Control) {
        // SAFETY: the caller's promise.
        let control = unsafe { Control::unboxed(payload.cast::<*mut u8>().read()) };
        if let Control::Watch(watcher) = control {
            let why = shared.recall(key);
            let ran = seat.run(Key::worker(), || {
                (watcher.tell)(why);
                flow::GO_ON
            });
            return settle(seat, Key::worker(), ran, Phase::Handling);
        }
        if control.is_letter() {
            dead_letter(core, key);
        }
        let ran = seat.run(Key::worker(), || {
            control.discard();
            flow::GO_ON
        });
        return settle(seat, Key::worker(), ran, Phase::Handling);
    }
    if header.as_special().is_none() {
        dead_letter(core, key);
    }
    if header.as_special() == Some(Special::Install) {
        shared.outside.forget();
    }
    // SAFETY: the caller's promise; the slot is ours.
    let (taken, vtable) = unsafe { (Taken::new(header, payload), (*core.slot(key.index())).vtable()) };
    let ran = seat.run(Key::worker(), || {
        if let Some(vtable) = vtable {
            // SAFETY: likewise.
            unsafe { Shared::discard_of(vtable, header, taken.payload()) };
        }
        flow::GO_ON
    });
    settle(seat, Key::worker(), ran, Phase::Handling)
}

pub(super) fn dead_letter(core: &Core, key: Key) {
    add(&core.station().tally.dead_letters, 1);
    if core.shared().stage() != Stage::Running {
        // SAFETY: the slot is ours.
        let vtable = unsafe { (*core.slot(key.index())).vtable() };
        core.shared().undelivered(key, vtable);
    }
}

/// Ends an actor that has outlived its system in a handler that did not return.
pub(super) fn end_alone(shared: &Shared, key: Key) {
    let slot = shared.table.slot(key.index());
    // SAFETY: its worker has ended and left the actor to the thread that ran it: us.
    unsafe {
        let state = (*slot).state;
        let head = cell::head(state);
        let vtable = head.vtable;
        let watchers = head.extras.as_mut().map(|extras| mem::take(&mut extras.watchers)).unwrap_or_default();
        (*slot).tag = (key.generation() + 1) << 8 | status::FREE;
        let quietly = |code: &mut dyn FnMut()| {
            if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(code)) {
                mem::forget(panic);
            }
        };
        quietly(&mut || (vtable.free)(state));
        for watcher in watchers {
            let mut watcher = Some(watcher);
            quietly(&mut || {
                if let Some(watcher) = watcher.take() {
                    (watcher.tell)(ExitReason::Killed);
                }
            });
        }
    }
}

/// Drops all that is left at a worker whose system ends.
pub(crate) fn clear(seat: &Seat) {
    // What is dropped here may take its time, but nobody else could go on with this.
    seat.claim.keep();
    let station = core(seat).station();
    let timers = core(seat).timers.drain();
    let mut left = mem::take(&mut core(seat).mover.hold);
    left.append(&mut mem::take(&mut core(seat).mover.ship));
    for (_, mut held) in mem::take(&mut core(seat).held) {
        left.append(&mut held.queue);
    }
    let Core { rounds, ring, .. } = core(seat);
    // SAFETY: whole entries that nobody else uses.
    rounds.drain(|entry| unsafe { ring.push_raw(entry) });
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
    drop(seat.run(Key::worker(), || {
        drop(timers);
        flow::GO_ON
    }));
    // Destructors may send: until nothing comes any more.
    while let Some((header, entry)) = core(seat).ring.pop() {
        let key = header.key();
        // SAFETY: a whole entry, just taken; the slot of an actor is ours.
        unsafe {
            let is_stuck = key != Key::worker() && (*core(seat).slot(key.index())).has(status::BUSY);
            if is_stuck && header.as_special() == Some(Special::Control) {
                let control = Control::unboxed(entry.add(8).cast::<*mut u8>().read());
                if let Control::Reattach { .. } = control {
                    terminate(seat, key, ExitReason::Killed);
                } else if let Control::Watch(watcher) = control {
                    (watcher.tell)(ExitReason::Killed);
                }
                continue;
            }
            if key == Key::worker() || is_stuck {
                let shared = core(seat).shared();
                drop(seat.run(Key::worker(), || {
                    shared.discard(header, entry.add(8));
                    flow::GO_ON
                }));
            } else {
                bury(seat, header, entry.add(8));
            }
        }
    }
    core(seat).flush();
    seat.publish(&station.tally);
}
