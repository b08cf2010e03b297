//! Actors that wait: what is put aside for them, and how they get it.

use crate::runtime::cell::{self};
use crate::runtime::control::{Control, OnFailure, Phase, Signal};
use crate::runtime::entry::{Header, Key, Special};
use crate::runtime::held::{Held, Reasons, reason};
use crate::runtime::ring::Ring;
use crate::runtime::seat::Seated;
use crate::runtime::table::status;

use super::*;

/// Puts an actor's messages aside from now on.
pub(crate) fn hold(seat: &mut Seated<'_>, key: Key, why: Reasons) {
    core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).reasons |= why;
    slot(seat, key).tag |= status::HELD;
}

/// Puts an entry aside for an actor that cannot handle it now.
///
/// # Safety
///
/// `entry` is a whole entry with this header, for this actor.
pub(super) unsafe fn put_aside(seat: &mut Seated<'_>, key: Key, header: Header, entry: *const u8) {
    slot(seat, key).tag |= status::HELD;
    let core = core(seat);
    let held = core.held.entry(key.index()).or_insert_with(|| Held::new(0));
    // SAFETY: the caller's promise.
    let is_stop = header.as_special() == Some(Special::Control)
        && unsafe {
            let control = &*entry.add(8).cast::<*const Control>().read();
            held.stop |= matches!(control, Control::Stop);
            matches!(control, Control::Stop | Control::ShutDown)
        };
    // SAFETY: likewise.
    unsafe { held.queue.push_raw(entry) };
    if is_stop && held.reasons & reason::AWAITING != 0 {
        // The order has its place behind the handler; but the handler is told, and may cut short what it awaits.
        core.signal(key, Signal::Wake);
    }
}

/// A handler awaits something: the actor handles nothing else until that is there.
pub(super) fn awaits(seat: &mut Seated<'_>, key: Key, phase: Phase) {
    hold(seat, key, reason::AWAITING);
    let core = core(seat);
    let Some(held) = core.held.get_mut(&key.index()) else { return };
    held.awaits = phase;
    let has_missed = std::mem::take(&mut held.woken);
    if has_missed || held.stop || core.stopping {
        core.signal(key, Signal::Wake);
    }
}

/// Something that an actor's handler awaits may be there.
pub(super) fn wake(seat: &mut Seated<'_>, key: Key) -> bool {
    let (is_busy, cell) = (slot(seat, key).has(status::BUSY), slot(seat, key).state);
    let core = core(seat);
    if is_busy {
        core.held.entry(key.index()).or_insert_with(|| Held::new(0)).woken = true;
        return true;
    }
    let Some(held) = core.held.get(&key.index()) else { return true };
    // Whoever is suspended is going to be made anew, and what the old one awaits dropped.
    if held.reasons & (reason::AWAITING | reason::SUSPENDED) != reason::AWAITING {
        return true;
    }
    let (phase, stop, stopping) = (held.awaits, held.stop, core.stopping);
    // SAFETY: the actor lives, since somebody asked for the wake, and it is not running.
    let head = unsafe { cell::head(cell) };
    let is_supervised = || matches!(head.extras.as_ref().map(|extras| &extras.on_failure), Some(OnFailure::Ask { .. }));
    let stop = stop || stopping && !is_supervised();
    // SAFETY: likewise; the function wants to be told of the stop.
    unsafe { call(seat, key, head.vtable.woken, (&raw const stop).cast(), phase) }
}

/// One reason to wait is gone.
pub(crate) fn release(seat: &mut Seated<'_>, key: Key, why: Reasons) {
    let core = core(seat);
    if let Some(held) = core.held.get_mut(&key.index()) {
        let waited = held.reasons != 0;
        held.reasons &= !why;
        if waited && held.reasons == 0 {
            core.ring.push_header(Header::special(key, Special::Drain));
        }
    }
}

/// One of the things that an actor waits for is there.
pub(super) fn resume(seat: &mut Seated<'_>, key: Key) {
    let slot = slot(seat, key);
    if slot.has(status::BUSY) {
        // What it waits for is in the hands of the thread that runs it, and may be more in a moment.
        core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).resumed += 1;
        return;
    }
    // SAFETY: who is told to resume has asked for it, so it lives there; and it is not running.
    let extras = unsafe { cell::head(slot.state) }.extras();
    extras.awaited = extras.awaited.saturating_sub(1);
    if extras.awaited == 0 {
        release(seat, key, reason::PAUSED | reason::BLOCKED);
    }
}

/// Works off some of what was held.
pub(super) fn drain(seat: &mut Seated<'_>, key: Key) -> bool {
    let most = if core(seat).shared().is_stepwise() { 1 } else { DRAINED };
    for _ in 0..most {
        let is_busy = slot(seat, key).has(status::BUSY);
        let Some(held) = core(seat).held.get_mut(&key.index()) else { return true };
        if held.reasons != 0 || is_busy {
            return true; // drained when that is over
        }
        let Some((header, entry)) = held.queue.pop() else {
            core(seat).held.remove(&key.index());
            slot(seat, key).tag &= !status::HELD;
            return true;
        };
        // SAFETY: a whole entry, just taken; its bytes stay until the next is put aside, and whatever handles it takes
        // them first.
        if !unsafe { handle(seat, key, header, entry.add(8)) } {
            return false;
        }
        let slot = slot(seat, key);
        if slot.generation() != key.generation() {
            return true;
        }
    }
    core(seat).ring.push_header(Header::special(key, Special::Drain));
    true
}

/// What the actor has stashed comes before everything else that waits for it.
pub(super) fn unstash(seat: &mut Seated<'_>, key: Key) {
    // SAFETY: the actor is not running.
    let head = unsafe { cell::head(slot(seat, key).state) };
    if let Some(stash) = head.extras.as_mut().and_then(|extras| extras.stash.take()) {
        put_first(seat, key, stash);
    }
}

/// Has an actor handle some entries before everything else that waits for it.
pub(super) fn put_first(seat: &mut Seated<'_>, key: Key, mut first: Ring) {
    let fresh = !core(seat).held.contains_key(&key.index());
    let held = core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0));
    first.append(&mut held.queue);
    held.queue = first;
    slot(seat, key).tag |= status::HELD;
    if fresh {
        core(seat).ring.push_header(Header::special(key, Special::Drain));
    }
}
