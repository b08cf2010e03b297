//! What happens to actors other than handling a message: birth, waiting, failure, end.
//!
//! Functions that run the users' code return whether the thread still has its worker afterwards. If not, they have done what is to
//! be done without it, and everybody up to [`turn::run`](crate::sched::run_loop::run) returns without touching the worker.
//!
//! What is got of the worker, by [`core`](WorkerGuard::core) or [`slot`](WorkerGuard::slot), is borrowed from the [`WorkerGuard`]: so nothing of it is kept while users' code runs.

mod ending;
mod failure;
mod orders;
mod waiting;

use std::any::Any;
use std::mem;

use crate::memory::envelope::Header;
use crate::memory::envelope::Special;
use crate::memory::envelope::Taken;
use crate::memory::ring::Ring;
use crate::memory::slab::status;
use crate::memory::vtable::Dispatch;
use crate::memory::vtable::flow;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::worker::cell_head;
use crate::worker::deferred::reason;
use crate::worker::handover::handoff::Expected;
use crate::worker::restart::OnFailure;
use crate::worker::restart::Outcome;
use crate::worker::restart::Phase;
use crate::worker::shared::add;
use crate::worker::system_message::Confirmed;
use crate::worker::system_message::Signal;
use crate::worker::system_message::SystemMessage;
use crate::worker::thread::{Ran, WorkerGuard, WorkerThread};
use crate::worker::timers::parcel::timed;
use ending::{end, quietly};

impl WorkerGuard<'_> {
    /// An entry that is no ordinary message for an actor that is ready.
    ///
    /// # Safety
    ///
    /// `entry` is a whole entry, just taken from the ring.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn handle_unusual(&mut self, header: Header, entry: *const u8) -> bool {
        let key = header.key();
        // SAFETY: the caller's promise, throughout.
        unsafe {
            let payload = entry.add(8);
            if key == Key::worker() {
                return match SystemMessage::unboxed(payload.cast::<*mut u8>().read()) {
                    SystemMessage::Worker(what) => self.obey(what),
                    _ => true,
                };
            }
            let slot = self.slot(key);
            if slot.generation() != key.generation() || slot.is_free() {
                return self.discard_entry(header, payload);
            }
            if slot.has(status::FROZEN) {
                self.core().migration.ship.push_raw(entry);
                return true;
            }
            match header.as_special() {
                Some(Special::Install) => return self.install(key, payload.cast::<*mut u8>().read()),
                Some(Special::Drain) => return self.drain(key),
                Some(Special::Wake) => return self.wake(key),
                Some(Special::SystemMessage) => {
                    let pointer = payload.cast::<*mut u8>().read();
                    let is_for_now = matches!(
                        &*pointer.cast::<SystemMessage>(),
                        SystemMessage::Reattach { .. }
                            | SystemMessage::Restart(_)
                            | SystemMessage::Suspend(_)
                            | SystemMessage::Resume
                            | SystemMessage::Answer(_)
                            | SystemMessage::Exit(_)
                    );
                    if is_for_now {
                        return self.supervise(key, SystemMessage::unboxed(pointer));
                    }
                }
                _ => {}
            }
            if slot.has(status::RESERVED) {
                // It was sent by who spawned the actor, which has not arrived yet.
                self.core().deferred_of(key).queue.push_raw(entry);
                return true;
            }
            if slot.has(status::HELD | status::BUSY) {
                self.put_aside(key, header, entry);
                return true;
            }
            self.handle_entry(key, header, payload)
        }
    }

    /// Handles an entry for an actor that may handle it now.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(crate) unsafe fn handle_entry(&mut self, key: Key, header: Header, payload: *const u8) -> bool {
        let state = self.slot(key).state;
        // SAFETY: the caller's promise; the actor lives, and no thread runs it.
        unsafe {
            let head = cell_head::head(state);
            match header.as_special() {
                None if self.expects_to_block(key).is_some() => {
                    let taken = Taken::new(header, payload);
                    self.count_handled(key);
                    self.call(key, head.vtable.dispatch, taken.payload(), Phase::Handling)
                }
                None => {
                    self.count_handled(key);
                    self.call(key, head.vtable.dispatch, payload, Phase::Handling)
                }
                Some(Special::Start) => {
                    self.core().load.others += 1;
                    self.call(key, head.vtable.started, payload, Phase::Handling)
                }
                Some(Special::SystemMessage) => match SystemMessage::unboxed(payload.cast::<*mut u8>().read()) {
                    SystemMessage::Stop => self.stop(key),
                    SystemMessage::ShutDown => {
                        let policy = head.cold.as_ref().map(|cold| &cold.on_failure);
                        matches!(policy, Some(OnFailure::Ask { .. })) || self.stop(key)
                    }
                    SystemMessage::Watch(watcher) => {
                        head.cold().watchers.add(watcher);
                        true
                    }
                    SystemMessage::Unwatch(id) => {
                        let Some(on_exit) = head.cold.as_mut().and_then(|cold| cold.watchers.remove(id)) else {
                            return true;
                        };
                        let ran = self.run(Key::worker(), || {
                            drop(on_exit);
                            flow::GO_ON
                        });
                        self.settle(Key::worker(), ran, Phase::Handling)
                    }
                    SystemMessage::Down(id, make) => {
                        // It holds an address, and nothing of the users'.
                        drop(head.cold.as_mut().and_then(|cold| cold.watchers.remove(id)));
                        self.count_handled(key);
                        self.call(key, head.vtable.notice, make.into_raw(), Phase::Handling)
                    }
                    SystemMessage::LazyMessage(notice) => {
                        let is_wanted = notice.is_wanted.is_none_or(|is_wanted| is_wanted());
                        if !is_wanted {
                            let (make, confirmation) = (notice.make, notice.confirmation);
                            return self.run_aside(|| drop((make, confirmation)));
                        }
                        self.count_handled(key);
                        let make = notice.make.into_raw();
                        let Some(confirmation) = notice.confirmation else {
                            return self.call(key, head.vtable.notice, make, Phase::Handling);
                        };
                        let (dispatch, inner) = (head.vtable.notice, self.thread());
                        let ran = self.run_leaving(key, || {
                            // Confirmed in either case, and before anything else that the end of the handler causes.
                            let mut unconfirmed = Unconfirmed(Some(confirmation));
                            let flow = dispatch(state, make, inner.handle(), key);
                            unconfirmed.confirm(Confirmed::Handled);
                            flow
                        });
                        self.settle(key, ran, Phase::Handling)
                    }
                    SystemMessage::Run(then) => {
                        let ran = self.run(Key::worker(), || {
                            then();
                            flow::GO_ON
                        });
                        self.settle(Key::worker(), ran, Phase::Handling)
                    }
                    SystemMessage::Perform(perform) => {
                        self.count_handled(key);
                        let inner = self.thread();
                        let ran = self.run(key, || perform(state, inner.handle(), key));
                        self.settle(key, ran, Phase::Handling)
                    }
                    other => self.supervise(key, other),
                },
                Some(Special::Timed) => self.handle_timed(key, payload),
                Some(Special::LazyMessage) => {
                    self.count_handled(key);
                    let make = Signal::take_notice(payload).into_raw();
                    self.call(key, head.vtable.notice, make, Phase::Handling)
                }
                Some(Special::Install | Special::Drain | Special::Wake) => true,
            }
        }
    }
}

impl WorkerGuard<'_> {
    /// Handles a timer's message, unless the timer has been cancelled since it has gone off.
    ///
    /// # Safety
    ///
    /// As for [`handle_entry`](Self::handle_entry).
    unsafe fn handle_timed(&mut self, key: Key, payload: *const u8) -> bool {
        // SAFETY: the caller's promise, throughout.
        unsafe {
            let ((worker, timer), header, payload) = timed(payload);
            let taken = Taken::new(header, payload);
            let vtable = cell_head::head(self.slot(key).state).vtable;
            if !self.shared.worker_shared(worker).timers.claim(timer) {
                return self.run_aside(|| (vtable.drop_message)(taken.payload()));
            }
            self.count_handled(key);
            self.call(key, vtable.dispatch, taken.payload(), Phase::Handling)
        }
    }
}

struct Unconfirmed(Option<crate::worker::system_message::Confirmation>);

impl Unconfirmed {
    fn confirm(&mut self, what: Confirmed) {
        if let Some(confirmation) = self.0.take() {
            confirmation.confirm(what);
        }
    }
}

impl Drop for Unconfirmed {
    fn drop(&mut self) {
        self.confirm(Confirmed::Panicked);
    }
}

impl WorkerGuard<'_> {
    pub(crate) fn count_handled(&mut self, key: Key) {
        self.slot(key).handled += 1;
        self.count();
    }

    /// Runs one of an actor's functions.
    ///
    /// # Safety
    ///
    /// The payload is what the function wants, and no queue's if the actor [is expected to block](Self::expects_to_block); the actor lives, and
    /// no thread runs it.
    pub(crate) unsafe fn call(&mut self, key: Key, function: Dispatch, payload: *const u8, phase: Phase) -> bool {
        let expected = self.expects_to_block(key);
        let (state, inner) = (self.slot(key).state, self.thread());
        let ran = self.run_leaving(key, || {
            let _expected = expected.map(|dispatch| {
                inner.ownership.leave();
                Expected::begin(inner, dispatch)
            });
            // SAFETY: the caller's promise. If the worker is another thread's by now, the cell is this one's (see `detached`), and the
            // function touches nothing else of the worker.
            unsafe { function(state, payload, inner.handle(), key) }
        });
        self.settle(key, ran, phase)
    }

    /// Whether an actor is of a type whose handlers block, and which.
    fn expects_to_block(&mut self, key: Key) -> Option<Dispatch> {
        let types = &self.thread().shared.blocking_types;
        if types.is_empty() {
            return None;
        }
        self.slot(key).dispatch.filter(|dispatch| types.contains(*dispatch))
    }

    /// Draws the consequences of having run an actor.
    #[cold]
    #[inline(never)]
    pub(crate) fn settle(&mut self, key: Key, ran: Ran, phase: Phase) -> bool {
        if !ran.guard {
            self.finish_away(key, ran.outcome, phase);
            return false;
        }
        if key == Key::worker() {
            if let Err(panic) = ran.outcome {
                add(&self.core().worker_shared().counters.panics, 1);
                return self.drop_panic(key, panic);
            }
            return true;
        }
        self.settle_here(key, ran.outcome, phase)
    }

    pub(crate) fn settle_here(&mut self, key: Key, outcome: Outcome, phase: Phase) -> bool {
        match outcome {
            Err(panic) => self.failed(key, panic, phase),
            Ok(wanted) if phase == Phase::Stopping => {
                if wanted & flow::STAY == 0 {
                    return self.terminate(key, ExitReason::Normal);
                }
                if wanted & flow::AWAIT != 0 {
                    self.awaits(key, phase);
                }
                true
            }
            Ok(wanted) => {
                if wanted & flow::UNSTASH != 0 {
                    self.unstash(key);
                }
                if wanted & flow::PAUSE != 0 {
                    self.defer(key, reason::PAUSED);
                }
                if wanted & flow::BLOCK != 0 {
                    self.defer(key, reason::BLOCKED);
                }
                if wanted & flow::AWAIT != 0 {
                    self.awaits(key, phase);
                }
                if wanted & flow::AWAITED != 0 {
                    self.release(key, reason::AWAITING);
                }
                wanted & flow::STOP == 0 || self.stop(key)
            }
        }
    }

    /// The thread has lost its worker while it ran this actor: gives the actor back.
    pub(crate) fn finish_away(&mut self, key: Key, outcome: Outcome, phase: Phase) {
        // From here on nothing is sent by way of the self.
        self.unbind();
        if key != Key::worker() {
            give_back(self, key, outcome, phase);
        }
    }
}

/// Gives an actor, whose function has returned without the worker, to the thread that has the worker; see [`detached`](crate::worker::threads::detached).
pub(crate) fn give_back(thread: &WorkerThread, key: Key, outcome: Outcome, phase: Phase) {
    let back = (thread.take_detached(key), outcome);
    let sent = thread.shared.system_ref.give(back, |shared, (actor, outcome)| {
        shared.send_system(key, SystemMessage::Reattach { actor, outcome, phase });
    });
    if let Err((actor, outcome)) = sent {
        // The system has ended.
        quietly(|| drop(outcome));
        end(&thread.shared, None, actor, Ring::new(), &ExitReason::Killed);
    }
}

impl WorkerGuard<'_> {
    /// Drops what a panic carried, as who has panicked.
    pub(crate) fn drop_panic(&mut self, key: Key, panic: Box<dyn Any + Send>) -> bool {
        let ran = self.run(key, || {
            drop(panic);
            flow::GO_ON
        });
        if let Err(again) = ran.outcome {
            // What a panic's payload throws when it is dropped is not worth a third try.
            mem::forget(again);
        }
        ran.guard
    }

    /// An actor spawned by another thread has come.
    pub(crate) fn install(&mut self, key: Key, state: *mut u8) -> bool {
        let doomed = self.slot(key).has(status::DOOMED);
        // SAFETY: the entry carried the pointer to a new cell.
        let vtable = unsafe { cell_head::vtable(state) };
        let core = self.core();
        if core.has_chunk(key.chunk()) && core.shared().free_list.is_pinned(key.chunk()) {
            core.pinned.insert(key.chunk());
        }
        core.install(key, state, vtable);
        let messages_were_faster = core.deferred.contains_key(&key.index());
        if messages_were_faster {
            core.ring.push_header(Header::special(key, Special::Drain));
            self.slot(key).tag |= status::HELD;
        }
        let core = self.core();
        if doomed || core.killing {
            return self.kill(key, ExitReason::Killed);
        }
        if core.stopping {
            core.send_system(key, SystemMessage::ShutDown);
        }
        // Messages to it may be right behind: it starts now.
        // SAFETY: the actor lives and is not running; the function wants no payload.
        unsafe { self.call(key, vtable.started, std::ptr::null(), Phase::Handling) }
    }
}
