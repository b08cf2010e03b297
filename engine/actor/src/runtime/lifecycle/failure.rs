//! Actors that fail: what their policy, or their supervisor, makes of it.

use std::any::Any;
use std::mem;

use crate::exit::{ExitReason, Failure};
use crate::observe::trace;
use crate::runtime::cell::{self, flow};
use crate::runtime::control::{Control, OnFailure, Phase, Restart};
use crate::runtime::entry::{Header, Key, Special};
use crate::runtime::held::{Held, reason};
use crate::runtime::ring::Ring;
use crate::runtime::seat::Seated;
use crate::runtime::shared::add;
use crate::runtime::table::status;
use crate::sync::lock;

use super::*;

pub(super) fn failed(seat: &mut Seated<'_>, key: Key, panic: Box<dyn Any + Send>, phase: Phase) -> bool {
    let counts = !panic.is::<Failure>();
    let why = ExitReason::from_panic(&*panic);
    if !drop_panic(seat, key, panic) {
        // That took so long that the worker is gone: whoever has it hears of the panic again, without its baggage.
        finish_away(seat, key, Err(Box::new(why.text().to_owned())), phase);
        return false;
    }
    if counts {
        add(&core(seat).station().tally.panics, 1);
    }
    // SAFETY: the actor is not running.
    let head = unsafe { cell::head(slot(seat, key).state) };
    if counts {
        trace::panicked(&seat.shared, key, head.vtable, &why);
    }
    let extras = head.extras.as_mut().filter(|_| phase != Phase::Stopping);
    match extras.map(|extras| &mut extras.on_failure) {
        None | Some(OnFailure::Stop) => terminate(seat, key, why),
        Some(OnFailure::Restart { limit, .. }) => {
            let is_allowed = limit.as_mut().is_none_or(|limit| limit.allows_now());
            if phase == Phase::Handling && is_allowed { restart(seat, key, None) } else { terminate(seat, key, why) }
        }
        Some(OnFailure::Ask { supervisor, .. }) => {
            hold(seat, key, reason::SUSPENDED);
            // On the actor's behalf: the closure is the actor's, so nobody may end it meanwhile.
            let ran = seat.run(key, || {
                supervisor(key, why);
                flow::GO_ON
            });
            settle(seat, key, ran, Phase::Handling)
        }
    }
}

/// Puts an actor's policy back where it belongs, even if its factory panics.
struct Lent {
    policy: OnFailure,
    state: *mut u8,
}

impl Drop for Lent {
    fn drop(&mut self) {
        // SAFETY: this lives on the thread that runs the actor, while no other reference to the head of its cell does.
        unsafe { cell::head(self.state) }.extras().on_failure = mem::take(&mut self.policy);
    }
}

/// Makes the actor anew, in its place. It is no longer suspended when it has started.
pub(super) fn restart(seat: &mut Seated<'_>, key: Key, order: Option<Restart>) -> bool {
    add(&core(seat).station().tally.restarts, 1);
    let (state, inner) = (slot(seat, key).state, seat.seat());
    if let Some(held) = core(seat).held.get_mut(&key.index())
        && held.reasons & reason::AWAITING != 0
    {
        // What the old one awaits is dropped with it. Its mailbox waits for the new one to start.
        held.reasons = held.reasons & !reason::AWAITING | reason::SUSPENDED;
        held.woken = false;
    }
    let ran = seat.run(key, || {
        // SAFETY: the actor is not running, and is run by us from now on. Its factory is taken out meanwhile, since the new
        // actor's `started` may use what else is there.
        unsafe {
            let mut lent = Lent { policy: mem::take(&mut cell::head(state).extras().on_failure), state };
            if let (OnFailure::Ask { restarted, .. }, Some(order)) = (&mut lent.policy, &order) {
                *restarted = order.number;
            }
            drop(mem::take(&mut cell::head(state).extras().attached));
            if let OnFailure::Restart { factory, .. } | OnFailure::Ask { factory, .. } = &mut lent.policy {
                factory(state);
            }
            drop(lent);
            let vtable = cell::vtable(state);
            trace::restarted(inner, key, vtable);
            let flow = (vtable.started)(state, std::ptr::null(), inner, key);
            if let Some(order) = order {
                (order.then)();
            }
            flow
        }
    });
    let has_started = ran.outcome.is_ok();
    let seated = settle(seat, key, ran, Phase::Restarting);
    if seated && has_started && slot(seat, key).generation() == key.generation() {
        release(seat, key, reason::SUSPENDED);
    }
    seated
}

/// Whether an actor that is not running has been restarted by a later order than this one.
pub(super) fn has_restarted_since(seat: &mut Seated<'_>, key: Key, number: u64) -> bool {
    // SAFETY: the actor lives and is not running.
    let extras = unsafe { cell::head(slot(seat, key).state) }.extras.as_ref();
    matches!(extras.map(|extras| &extras.on_failure), Some(OnFailure::Ask { restarted, .. }) if *restarted > number)
}

/// What an actor cannot put off.
pub(super) fn supervise(seat: &mut Seated<'_>, key: Key, control: Control) -> bool {
    if slot(seat, key).generation() != key.generation() || slot(seat, key).is_free() {
        return true; // what overtakes messages may come too late
    }
    match control {
        Control::Reattach { actor, outcome, phase } => {
            core(seat).reattach(actor);
            lock(&core(seat).shared().stuck).remove(&key);
            let killed = core(seat).held.get_mut(&key.index()).and_then(|held| held.killed.take());
            if let Some(why) = killed {
                if let Err(panic) = outcome {
                    add(&core(seat).station().tally.panics, 1);
                    if !drop_panic(seat, key, panic) {
                        seat.shared.post_control(key, Control::Exit(why));
                        finish_away(seat, key, Ok(flow::GO_ON), phase);
                        return false;
                    }
                }
                return terminate(seat, key, why);
            }
            let mut over = reason::AWAY;
            if phase == Phase::Restarting && outcome.is_ok() {
                over |= reason::SUSPENDED;
            }
            let mut seated = settle_here(seat, key, outcome, phase);
            if seated && slot(seat, key).generation() == key.generation() {
                let resumed = core(seat).held.get_mut(&key.index()).map_or(0, |held| mem::take(&mut held.resumed));
                (0..resumed).for_each(|_| resume(seat, key));
                release(seat, key, over);
                // It may have been woken while it was polled there, and still await.
                if core(seat).held.get_mut(&key.index()).is_some_and(|held| mem::take(&mut held.woken)) {
                    core(seat).send_control(key, Control::Wake);
                }
                let then = core(seat).held.get_mut(&key.index()).and_then(|held| held.restart.take());
                if then.is_some() {
                    seated = restart(seat, key, then);
                }
            }
            seated
        }
        Control::Suspend(number) => {
            // In a long handler, it waits anyway.
            if !slot(seat, key).has(status::BUSY | status::RESERVED) && !has_restarted_since(seat, key, number) {
                hold(seat, key, reason::SUSPENDED);
            }
            true
        }
        Control::Restart(order) => {
            if slot(seat, key).has(status::RESERVED) {
                // It has not arrived yet, and starts when it does.
                let ran = seat.run(Key::worker(), || {
                    (order.then)();
                    flow::GO_ON
                });
                return settle(seat, Key::worker(), ran, Phase::Handling);
            }
            if slot(seat, key).has(status::BUSY) {
                core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).restart = Some(order);
                return true;
            }
            has_restarted_since(seat, key, order.number) || restart(seat, key, Some(order))
        }
        Control::Resume => {
            resume(seat, key);
            true
        }
        Control::Answer(notice) => {
            let mut first = Ring::new();
            first.push_word(Header::special(key, Special::Control), Control::Notice(notice).boxed());
            put_first(seat, key, first);
            resume(seat, key);
            true
        }
        Control::Wake => wake(seat, key),
        Control::Exit(why) => kill(seat, key, why),
        _ => true,
    }
}
