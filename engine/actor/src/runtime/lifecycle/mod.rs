//! What happens to actors other than handling a message: birth, waiting, failure, end.
//!
//! Functions that run the users' code return whether the thread still has its worker afterwards. If not, they have done what is to
//! be done without it, and everybody up to [`turn::run`](super::turn::run) returns without touching the worker.
//!
//! What is got of the worker, by [`core`] or [`slot`], is borrowed from the [`Seated`]: so nothing of it is kept while users' code runs.

mod ending;
mod failure;
mod orders;
mod waiting;

use std::any::Any;
use std::mem;

use crate::exit::ExitReason;
use crate::runtime::cell::{self, Dispatch, flow};
use crate::runtime::control::{Confirmed, Control, OnFailure, Outcome, Phase, Signal};
use crate::runtime::core::Core;
use crate::runtime::entry::{Header, Key, Special};
use crate::runtime::held::{Held, reason};
use crate::runtime::ring::Ring;
use crate::runtime::seat::{Ran, Seat, Seated};
use crate::runtime::shared::add;
use crate::runtime::table::{Slot, status};

pub(crate) use ending::clear;
use ending::*;
use failure::*;
pub(crate) use orders::*;
pub(crate) use waiting::*;

/// Held messages handled before the next actor has its turn.
const DRAINED: usize = 16;

/// The worker.
pub(super) fn core<'s>(seat: &'s mut Seated<'_>) -> &'s mut Core {
    seat.core()
}

/// The slot of an actor of this worker.
pub(super) fn slot<'s>(seat: &'s mut Seated<'_>, key: Key) -> &'s mut Slot {
    seat.slot(key)
}

/// An entry that is no ordinary message for an actor that is ready.
///
/// # Safety
///
/// `entry` is a whole entry, just taken from the ring.
#[cold]
#[inline(never)]
pub(crate) unsafe fn unusual(seat: &mut Seated<'_>, header: Header, entry: *const u8) -> bool {
    let key = header.key();
    // SAFETY: the caller's promise, throughout.
    unsafe {
        let payload = entry.add(8);
        if key == Key::worker() {
            return match Control::unboxed(payload.cast::<*mut u8>().read()) {
                Control::Worker(what) => worker(seat, what),
                _ => true,
            };
        }
        let slot = slot(seat, key);
        if slot.generation() != key.generation() || slot.is_free() {
            return bury(seat, header, payload);
        }
        if slot.has(status::FROZEN) {
            core(seat).mover.ship.push_raw(entry);
            return true;
        }
        match header.as_special() {
            Some(Special::Install) => return install(seat, key, payload.cast::<*mut u8>().read()),
            Some(Special::Drain) => return drain(seat, key),
            Some(Special::Wake) => return wake(seat, key),
            Some(Special::Control) => {
                let pointer = payload.cast::<*mut u8>().read();
                let is_for_now = matches!(
                    &*pointer.cast::<Control>(),
                    Control::Reattach { .. }
                        | Control::Restart(_)
                        | Control::Suspend(_)
                        | Control::Resume
                        | Control::Answer(_)
                        | Control::Exit(_)
                );
                if is_for_now {
                    return supervise(seat, key, Control::unboxed(pointer));
                }
            }
            _ => {}
        }
        if slot.has(status::RESERVED) {
            // It was sent by who spawned the actor, which has not arrived yet.
            core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).queue.push_raw(entry);
            return true;
        }
        if slot.has(status::HELD | status::BUSY) {
            put_aside(seat, key, header, entry);
            return true;
        }
        handle(seat, key, header, payload)
    }
}

/// Handles an entry for an actor that may handle it now.
///
/// # Safety
///
/// The payload belongs to the header, and is taken.
pub(super) unsafe fn handle(seat: &mut Seated<'_>, key: Key, header: Header, payload: *const u8) -> bool {
    let state = slot(seat, key).state;
    // SAFETY: the caller's promise; the actor lives, and nobody runs it.
    unsafe {
        let head = cell::head(state);
        match header.as_special() {
            None => {
                count(seat, key);
                call(seat, key, head.vtable.dispatch, payload, Phase::Handling)
            }
            Some(Special::Start) => {
                core(seat).load.started += 1;
                call(seat, key, head.vtable.started, payload, Phase::Handling)
            }
            Some(Special::Control) => match Control::unboxed(payload.cast::<*mut u8>().read()) {
                Control::Stop => stop(seat, key),
                Control::ShutDown => {
                    let policy = head.extras.as_ref().map(|extras| &extras.on_failure);
                    matches!(policy, Some(OnFailure::Ask { .. })) || stop(seat, key)
                }
                Control::Watch(watcher) => {
                    head.extras().watchers.add(watcher);
                    true
                }
                Control::Unwatch(id) => {
                    let Some(tell) = head.extras.as_mut().and_then(|extras| extras.watchers.remove(id)) else {
                        return true;
                    };
                    let ran = seat.run(Key::worker(), || {
                        drop(tell);
                        flow::GO_ON
                    });
                    settle(seat, Key::worker(), ran, Phase::Handling)
                }
                Control::Down(id, make) => {
                    // It holds an address, and nothing of the users'.
                    drop(head.extras.as_mut().and_then(|extras| extras.watchers.remove(id)));
                    count(seat, key);
                    call(seat, key, head.vtable.notice, make.into_raw(), Phase::Handling)
                }
                Control::Notice(notice) => {
                    count(seat, key);
                    let make = notice.make.into_raw();
                    let Some(confirmation) = notice.confirmation else {
                        return call(seat, key, head.vtable.notice, make, Phase::Handling);
                    };
                    let (dispatch, inner) = (head.vtable.notice, seat.seat());
                    let ran = seat.run_leaving(key, || {
                        // Told in either case, and before anything else that the end of the handler causes.
                        let mut told = Told(Some(confirmation));
                        let flow = dispatch(state, make, inner, key);
                        told.tell(Confirmed::Handled);
                        flow
                    });
                    settle(seat, key, ran, Phase::Handling)
                }
                Control::Run(then) => {
                    let ran = seat.run(Key::worker(), || {
                        then();
                        flow::GO_ON
                    });
                    settle(seat, Key::worker(), ran, Phase::Handling)
                }
                Control::Perform(perform) => {
                    count(seat, key);
                    let inner = seat.seat();
                    let ran = seat.run(key, || perform(state, inner, key));
                    settle(seat, key, ran, Phase::Handling)
                }
                other => supervise(seat, key, other),
            },
            Some(Special::Notice) => {
                count(seat, key);
                let make = Signal::take_notice(payload).into_raw();
                call(seat, key, head.vtable.notice, make, Phase::Handling)
            }
            Some(Special::Install | Special::Drain | Special::Wake) => true,
        }
    }
}

struct Told(Option<super::control::Confirmation>);

impl Told {
    fn tell(&mut self, what: Confirmed) {
        if let Some(confirmation) = self.0.take() {
            confirmation.tell(what);
        }
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        self.tell(Confirmed::Panicked);
    }
}

pub(crate) fn count(seat: &mut Seated<'_>, key: Key) {
    slot(seat, key).handled += 1;
    seat.count();
}

/// Runs one of an actor's functions.
///
/// # Safety
///
/// The payload is what the function wants; the actor lives, and nobody runs it.
pub(super) unsafe fn call(
    seat: &mut Seated<'_>,
    key: Key,
    function: Dispatch,
    payload: *const u8,
    phase: Phase,
) -> bool {
    let (state, inner) = (slot(seat, key).state, seat.seat());
    // SAFETY: the caller's promise.
    let ran = seat.run_leaving(key, || unsafe { function(state, payload, inner, key) });
    settle(seat, key, ran, phase)
}

/// Draws the consequences of having run an actor.
#[cold]
#[inline(never)]
pub(crate) fn settle(seat: &mut Seated<'_>, key: Key, ran: Ran, phase: Phase) -> bool {
    if !ran.seated {
        finish_away(seat, key, ran.outcome, phase);
        return false;
    }
    if key == Key::worker() {
        if let Err(panic) = ran.outcome {
            add(&core(seat).station().tally.panics, 1);
            return drop_panic(seat, key, panic);
        }
        return true;
    }
    settle_here(seat, key, ran.outcome, phase)
}

pub(super) fn settle_here(seat: &mut Seated<'_>, key: Key, outcome: Outcome, phase: Phase) -> bool {
    match outcome {
        Err(panic) => failed(seat, key, panic, phase),
        Ok(wanted) if phase == Phase::Stopping => {
            if wanted & flow::STAY == 0 {
                return terminate(seat, key, ExitReason::Normal);
            }
            if wanted & flow::AWAIT != 0 {
                awaits(seat, key, phase);
            }
            true
        }
        Ok(wanted) => {
            if wanted & flow::UNSTASH != 0 {
                unstash(seat, key);
            }
            if wanted & flow::PAUSE != 0 {
                hold(seat, key, reason::PAUSED);
            }
            if wanted & flow::BLOCK != 0 {
                hold(seat, key, reason::BLOCKED);
            }
            if wanted & flow::AWAIT != 0 {
                awaits(seat, key, phase);
            }
            if wanted & flow::AWAITED != 0 {
                release(seat, key, reason::AWAITING);
            }
            wanted & flow::STOP == 0 || stop(seat, key)
        }
    }
}

/// The thread has lost its worker while it ran this actor: gives the actor back.
pub(super) fn finish_away(seat: &mut Seated<'_>, key: Key, outcome: Outcome, phase: Phase) {
    // From here on nothing is sent by way of the seat.
    seat.stand_up();
    if key != Key::worker() {
        give_back(seat, key, outcome, phase);
    }
}

/// Gives an actor, whose function has returned without the worker, to whoever has the worker; see [`detached`](super::detached).
pub(crate) fn give_back(seat: &Seat, key: Key, outcome: Outcome, phase: Phase) {
    let actor = seat.take_detached(key);
    if let Some(_inside) = seat.shared.stub.gate.enter() {
        return seat.shared.send_control(key, Control::Reattach { actor, outcome, phase });
    }
    // The system has ended.
    quietly(|| drop(outcome));
    end(&seat.shared, None, actor, Ring::new(), &ExitReason::Killed);
}

/// Drops what a panic carried, as who has panicked.
pub(super) fn drop_panic(seat: &mut Seated<'_>, key: Key, panic: Box<dyn Any + Send>) -> bool {
    let ran = seat.run(key, || {
        drop(panic);
        flow::GO_ON
    });
    if let Err(again) = ran.outcome {
        // What a panic's payload throws when it is dropped is not worth a third try.
        mem::forget(again);
    }
    ran.seated
}

/// An actor spawned by another thread has come.
pub(super) fn install(seat: &mut Seated<'_>, key: Key, state: *mut u8) -> bool {
    let doomed = slot(seat, key).has(status::DOOMED);
    // SAFETY: the entry carried the pointer to a new cell.
    let vtable = unsafe { cell::vtable(state) };
    let core = core(seat);
    if core.has_chunk(key.chunk()) && core.shared().depot.is_pinned(key.chunk()) {
        core.pinned.insert(key.chunk());
    }
    core.install(key, state, vtable);
    let messages_were_faster = core.held.contains_key(&key.index());
    if messages_were_faster {
        core.ring.push_header(Header::special(key, Special::Drain));
        slot(seat, key).tag |= status::HELD;
    }
    let core = seat.core();
    if doomed || core.killing {
        return kill(seat, key, ExitReason::Killed);
    }
    if core.stopping {
        core.send_control(key, Control::ShutDown);
    }
    // Messages to it may be right behind: it starts now.
    // SAFETY: the actor lives and is not running; the function wants no payload.
    unsafe { call(seat, key, vtable.started, std::ptr::null(), Phase::Handling) }
}
