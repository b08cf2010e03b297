//! What happens to actors other than handling a message: birth, waiting, failure, end.
//!
//! Functions that run the users' code return whether the thread still has its worker afterwards. If not, they have done what is to
//! be done without it, and everybody up to [`turn::run`](super::turn::run) returns without touching the worker.

use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::mem;

use super::batch::BatchBox;
use super::cell::{self, Dispatch, flow};
use super::control::{Confirmed, Control, OnFailure, Outcome, Phase, Restart, ToWorker, Watcher};
use super::core::Core;
use super::entry::{CHUNK, Header, Key, Special, Taken};
use super::held::{Held, Reasons, reason};
use super::ring::Ring;
use super::seat::{Ran, Seat};
use super::shared::{Shared, Stage, add};
use super::table::{IN_TRANSIT, Slot, status};
use crate::Mode;
use crate::exit::{ExitReason, Failure};
use crate::observe::trace;
use crate::sync::lock;

/// Held messages handled before the next actor has its turn.
const DRAINED: usize = 16;

fn core<'a>(seat: &Seat) -> &'a mut Core {
    // SAFETY: called by a thread that has its worker, in the runtime; users' code runs only where no such reference is used later.
    unsafe { &mut *seat.core() }
}

fn slot<'a>(seat: &Seat, key: Key) -> &'a mut Slot {
    // SAFETY: likewise; the callers' actors are this worker's.
    unsafe { &mut *core(seat).slot(key.index()) }
}

/// An entry that is no ordinary message for an actor that is ready.
///
/// # Safety
///
/// `entry` is a whole entry, just taken from the ring.
#[cold]
#[inline(never)]
pub(crate) unsafe fn unusual(seat: &Seat, header: Header, entry: *const u8) -> bool {
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
            core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).queue.push_raw(entry);
            slot.tag |= status::HELD;
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
unsafe fn handle(seat: &Seat, key: Key, header: Header, payload: *const u8) -> bool {
    let slot = slot(seat, key);
    // SAFETY: the caller's promise; the actor lives, and nobody runs it.
    unsafe {
        let head = cell::head(slot.state);
        match header.as_special() {
            None => {
                count(seat, key);
                call(seat, key, head.vtable.dispatch, payload, Phase::Handling)
            }
            Some(Special::Start) => call(seat, key, head.vtable.started, payload, Phase::Handling),
            Some(Special::Control) => match Control::unboxed(payload.cast::<*mut u8>().read()) {
                Control::Stop => stop(seat, key),
                Control::ShutDown => {
                    let policy = head.extras.as_ref().map(|extras| &extras.on_failure);
                    matches!(policy, Some(OnFailure::Ask { .. })) || stop(seat, key)
                }
                Control::Watch(watcher) => {
                    head.extras().watchers.push(watcher);
                    true
                }
                Control::Unwatch(id) => {
                    head.extras().watchers.retain(|watcher| watcher.id != id);
                    true
                }
                Control::Notice(notice) => {
                    count(seat, key);
                    let make = notice.make.into_raw();
                    let Some(confirmation) = notice.confirmation else {
                        return call(seat, key, head.vtable.notice, make, Phase::Handling);
                    };
                    let (dispatch, state) = (head.vtable.notice, slot.state);
                    let ran = seat.run_leaving(key, || {
                        // Told in either case, and before anything else that the end of the handler causes.
                        let mut told = Told(Some(confirmation));
                        let flow = dispatch(state, make, seat, key);
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
                    let state = slot.state;
                    let ran = seat.run(key, || perform(state, seat, key));
                    settle(seat, key, ran, Phase::Handling)
                }
                other => supervise(seat, key, other),
            },
            Some(Special::Install | Special::Drain) => true,
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

pub(crate) fn count(seat: &Seat, key: Key) {
    slot(seat, key).handled += 1;
    seat.count();
}

/// Runs one of an actor's functions.
///
/// # Safety
///
/// The payload is what the function wants; the actor lives, and nobody runs it.
unsafe fn call(seat: &Seat, key: Key, function: Dispatch, payload: *const u8, phase: Phase) -> bool {
    let state = slot(seat, key).state;
    // SAFETY: the caller's promise.
    let ran = seat.run_leaving(key, || unsafe { function(state, payload, seat, key) });
    settle(seat, key, ran, phase)
}

/// Draws the consequences of having run an actor.
#[cold]
#[inline(never)]
pub(crate) fn settle(seat: &Seat, key: Key, ran: Ran, phase: Phase) -> bool {
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

fn settle_here(seat: &Seat, key: Key, outcome: Outcome, phase: Phase) -> bool {
    match outcome {
        Err(panic) => failed(seat, key, panic, phase),
        Ok(wanted) if phase == Phase::Stopping => wanted & flow::STAY != 0 || terminate(seat, key, ExitReason::Normal),
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
            wanted & flow::STOP == 0 || stop(seat, key)
        }
    }
}

/// The thread has lost its worker while it ran this actor: gives the actor back.
fn finish_away(seat: &Seat, key: Key, outcome: Outcome, phase: Phase) {
    // From here on nothing is sent by way of the seat.
    Seat::stand_up();
    if key != Key::worker() {
        give_back(seat, key, outcome, phase);
    }
}

/// Gives an actor, whose function has returned without the worker, to whoever has the worker.
pub(crate) fn give_back(seat: &Seat, key: Key, outcome: Outcome, phase: Phase) {
    let back = Control::Reattach { outcome, phase };
    if seat.shared.stub.gate.enter().map(|_inside| seat.shared.send_control(key, back)).is_none() {
        end_alone(&seat.shared, key);
    }
}

/// Ends an actor that has outlived its system in a handler that did not return.
fn end_alone(shared: &Shared, key: Key) {
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

/// Drops what a panic carried, as who has panicked.
fn drop_panic(seat: &Seat, key: Key, panic: Box<dyn Any + Send>) -> bool {
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

// --- waiting ---------------------------------------------------------------------------------------------------------

/// Puts an actor's messages aside from now on.
pub(crate) fn hold(seat: &Seat, key: Key, why: Reasons) {
    core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0)).reasons |= why;
    slot(seat, key).tag |= status::HELD;
}

/// One reason to wait is gone.
pub(crate) fn release(seat: &Seat, key: Key, why: Reasons) {
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
fn resume(seat: &Seat, key: Key) {
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
fn drain(seat: &Seat, key: Key) -> bool {
    let most = if core(seat).shared().is_stepwise() { 1 } else { DRAINED };
    for _ in 0..most {
        let Some(held) = core(seat).held.get_mut(&key.index()) else { return true };
        if held.reasons != 0 || slot(seat, key).has(status::BUSY) {
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
fn unstash(seat: &Seat, key: Key) {
    // SAFETY: the actor is not running.
    let head = unsafe { cell::head(slot(seat, key).state) };
    if let Some(stash) = head.extras.as_mut().and_then(|extras| extras.stash.take()) {
        put_first(seat, key, stash);
    }
}

/// Has an actor handle some entries before everything else that waits for it.
fn put_first(seat: &Seat, key: Key, mut first: Ring) {
    let fresh = !core(seat).held.contains_key(&key.index());
    let held = core(seat).held.entry(key.index()).or_insert_with(|| Held::new(0));
    first.append(&mut held.queue);
    held.queue = first;
    slot(seat, key).tag |= status::HELD;
    if fresh {
        core(seat).ring.push_header(Header::special(key, Special::Drain));
    }
}

// --- birth -----------------------------------------------------------------------------------------------------------

/// An actor spawned by another thread has come.
fn install(seat: &Seat, key: Key, state: *mut u8) -> bool {
    let core = core(seat);
    if core.chunks.insert(key.chunk()) && core.shared().outside.is_bound(key.chunk()) {
        core.pinned.insert(key.chunk());
    }
    let doomed = slot(seat, key).has(status::DOOMED);
    // SAFETY: the entry carried the pointer to a new cell.
    let vtable = unsafe { cell::head(state) }.vtable;
    core.install(key, state, vtable);
    if core.held.contains_key(&key.index()) {
        // Messages were faster.
        slot(seat, key).tag |= status::HELD;
        core.ring.push_header(Header::special(key, Special::Drain));
    }
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

// --- failure ---------------------------------------------------------------------------------------------------------

fn failed(seat: &Seat, key: Key, panic: Box<dyn Any + Send>, phase: Phase) -> bool {
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
fn restart(seat: &Seat, key: Key, order: Option<Restart>) -> bool {
    add(&core(seat).station().tally.restarts, 1);
    let state = slot(seat, key).state;
    let ran = seat.run(key, || {
        // SAFETY: the actor is not running, and is run by us from now on. Its factory is taken out meanwhile, since the new
        // actor's `started` may use what else is there.
        unsafe {
            let mut lent = Lent { policy: mem::take(&mut cell::head(state).extras().on_failure), state };
            if let (OnFailure::Ask { restarted, .. }, Some(order)) = (&mut lent.policy, &order) {
                *restarted = order.number;
            }
            if let OnFailure::Restart { factory, .. } | OnFailure::Ask { factory, .. } = &mut lent.policy {
                factory(state);
            }
            drop(lent);
            trace::restarted(seat, key, cell::head(state).vtable);
            let flow = (cell::head(state).vtable.started)(state, std::ptr::null(), seat, key);
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
fn has_restarted_since(seat: &Seat, key: Key, number: u64) -> bool {
    // SAFETY: the actor lives and is not running.
    let extras = unsafe { cell::head(slot(seat, key).state) }.extras.as_ref();
    matches!(extras.map(|extras| &extras.on_failure), Some(OnFailure::Ask { restarted, .. }) if *restarted > number)
}

/// What an actor cannot put off.
fn supervise(seat: &Seat, key: Key, control: Control) -> bool {
    if slot(seat, key).generation() != key.generation() || slot(seat, key).is_free() {
        return true; // what overtakes messages may come too late
    }
    match control {
        Control::Reattach { outcome, phase } => {
            slot(seat, key).tag &= !status::BUSY;
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
        Control::Exit(why) => kill(seat, key, why),
        _ => true,
    }
}

// --- end -------------------------------------------------------------------------------------------------------------

/// Lets an actor say goodbye, and ends it.
fn stop(seat: &Seat, key: Key) -> bool {
    // SAFETY: the actor lives and is not running; the function wants no payload.
    unsafe {
        let stopped = cell::head(slot(seat, key).state).vtable.stopped;
        call(seat, key, stopped, std::ptr::null(), Phase::Stopping)
    }
}

/// Ends an actor before its next message.
fn kill(seat: &Seat, key: Key, why: ExitReason) -> bool {
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
fn terminate(seat: &Seat, key: Key, why: ExitReason) -> bool {
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
fn finish_terminating(
    seat: &Seat,
    key: Key,
    state: *mut u8,
    mut left: Ring,
    mut watchers: Vec<Watcher>,
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
                    Control::Watch(watcher) => watchers.push(watcher),
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
unsafe fn bury(seat: &Seat, header: Header, payload: *const u8) -> bool {
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

fn dead_letter(core: &Core, key: Key) {
    add(&core.station().tally.dead_letters, 1);
    if core.shared().stage() != Stage::Running {
        // SAFETY: the slot is ours.
        let vtable = unsafe { (*core.slot(key.index())).vtable() };
        core.shared().undelivered(key, vtable);
    }
}

// --- the worker itself -----------------------------------------------------------------------------------------------

/// Does what cannot wait; `false`: the worker is gone.
pub(crate) fn urgent(seat: &Seat) -> bool {
    let mut jobs = mem::take(&mut core(seat).urgent);
    let mut chain = core(seat).station().urgent.take();
    // SAFETY: the chain is ours; urgent batches hold one control each.
    unsafe {
        while let Some(mut batch) = BatchBox::first_of(&mut chain) {
            while let Some(entry) = batch.pop() {
                let key = Header(entry.cast::<u64>().read()).key();
                jobs.push((key, Control::unboxed(entry.add(8).cast::<*mut u8>().read())));
            }
        }
    }
    let mut jobs = jobs.into_iter();
    while let Some((key, control)) = jobs.next() {
        let seated = match control {
            Control::Worker(what) => worker(seat, what),
            control => {
                let core = core(seat);
                let route = core.route(key);
                if route == core.id() || core.mover.is_moving(key.chunk()) {
                    supervise(seat, key, control)
                } else if route == IN_TRANSIT | core.id() {
                    core.urgent.push((key, control)); // again when it has arrived
                    true
                } else {
                    core.shared().send_urgent(key, control);
                    true
                }
            }
        };
        if !seated {
            // The rest goes the way that everybody outside goes.
            for (key, control) in jobs {
                match control {
                    Control::Worker(what) => seat.shared.tell_worker_urgently(seat.worker(), what),
                    control => seat.shared.send_urgent(key, control),
                }
            }
            return false;
        }
    }
    true
}

fn worker(seat: &Seat, what: ToWorker) -> bool {
    let core = core(seat);
    match what {
        ToWorker::StopAll => {
            core.stopping = true;
            core.receive(usize::MAX);
            core.bring_all();
            let chunks = core.chunks.clone();
            core.stop_all_in(&chunks);
            true
        }
        ToWorker::KillAll => {
            core.killing = true;
            kill_all(seat)
        }
        ToWorker::Sync { mover } => {
            core.sync(mover);
            true
        }
        ToWorker::Synced => {
            core.mover.synced();
            true
        }
        ToWorker::Shipment(shipment) => {
            core.unload(*shipment);
            !core.killing || kill_all(seat)
        }
        ToWorker::CancelTimer(id) => {
            let action = core.timers.cancel(id);
            let ran = seat.run(Key::worker(), || {
                drop(action);
                flow::GO_ON
            });
            settle(seat, Key::worker(), ran, Phase::Handling)
        }
        ToWorker::Visit(visit) => {
            visit(core);
            true
        }
        ToWorker::End => {
            core.ended = true;
            true
        }
    }
}

impl Core {
    /// Every actor of some chunks is asked to stop.
    pub(crate) fn stop_all_in(&mut self, chunks: &BTreeSet<u32>) {
        for key in self.live_in(chunks) {
            self.send_control(key, Control::ShutDown);
        }
    }

    fn live_in(&self, chunks: &BTreeSet<u32>) -> Vec<Key> {
        let mut live = Vec::new();
        for index in chunks
            .iter()
            .filter(|&&chunk| self.route(Key::new(chunk * CHUNK, 1)) == self.id())
            .flat_map(|chunk| chunk * CHUNK..(chunk + 1) * CHUNK)
        {
            // SAFETY: the chunk is ours.
            let slot = unsafe { &*self.slot(index) };
            if slot.is_live() {
                live.push(Key::new(index, slot.generation()));
            }
        }
        live
    }
}

fn kill_all(seat: &Seat) -> bool {
    let chunks = core(seat).chunks.clone();
    let shared = core(seat).shared();
    for key in core(seat).live_in(&chunks) {
        let slot = slot(seat, key);
        let label = shared.label(key, slot.vtable());
        lock(&shared.killed).push(label);
        if slot.has(status::BUSY) {
            lock(&shared.stuck).insert(key, label);
        }
        if !kill(seat, key, ExitReason::Killed) {
            shared.tell_worker_urgently(seat.worker(), ToWorker::KillAll);
            return false;
        }
    }
    true
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
