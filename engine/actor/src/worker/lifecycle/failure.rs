//! Actors that fail: what their policy, or their supervisor, makes of it.

use std::any::Any;
use std::mem;

use crate::memory::envelope::{Header, Special};
use crate::memory::ring::Ring;
use crate::memory::slab::status;
use crate::memory::vtable::flow;
use crate::sync::shim::lock;
use crate::types::exit::{ExitReason, Failure};
use crate::types::id::Key;
use crate::worker::deferred::reason;
use crate::worker::restart::{OnFailure, Phase, Restart};
use crate::worker::shared::add;
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::thread::WorkerGuard;
use crate::worker::{cell_head, trace};

impl WorkerGuard<'_> {
    pub(super) fn failed(&mut self, key: Key, panic: Box<dyn Any + Send>, phase: Phase) -> bool {
        let counts = !panic.is::<Failure>();
        let why = ExitReason::from_panic(&*panic);
        if !self.drop_panic(key, panic) {
            // That took so long that the worker is gone: its new owner is notified of the panic again, without its payload.
            self.finish_away(key, Err(Box::new(why.text().to_owned())), phase);
            return false;
        }
        if counts {
            add(&self.core().worker_shared().counters.panics, 1);
        }
        // SAFETY: the actor is not running.
        let head = unsafe { cell_head::head(self.slot(key).state) };
        if counts {
            trace::panicked(&self.shared, key, head.vtable, &why);
        }
        let cold = head.cold.as_mut().filter(|_| phase != Phase::Stopping);
        match cold.map(|cold| &mut cold.on_failure) {
            None | Some(OnFailure::Stop) => self.terminate(key, why),
            Some(OnFailure::Restart { limit, .. }) => {
                let is_allowed = limit.as_mut().is_none_or(|limit| limit.allows_now());
                if phase == Phase::Handling && is_allowed { self.restart(key, None) } else { self.terminate(key, why) }
            }
            Some(OnFailure::Ask { supervisor, .. }) => {
                self.defer(key, reason::SUSPENDED);
                // On the actor's behalf: the closure is the actor's, so it must not be ended meanwhile.
                let ran = self.run(key, || {
                    supervisor(key, why);
                    flow::GO_ON
                });
                self.settle(key, ran, Phase::Handling)
            }
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
        unsafe { cell_head::head(self.state) }.cold().on_failure = mem::take(&mut self.policy);
    }
}

impl WorkerGuard<'_> {
    /// Restarts the actor, in its place. It is no longer suspended when it has started.
    pub(super) fn restart(&mut self, key: Key, order: Option<Restart>) -> bool {
        add(&self.core().worker_shared().counters.restarts, 1);
        let (state, inner) = (self.slot(key).state, self.thread());
        if let Some(deferred) = self.core().deferred.get_mut(&key.index())
            && deferred.reasons & reason::AWAITING != 0
        {
            // What the old one awaits is dropped with it. Its mailbox waits for the new one to start.
            deferred.reasons = deferred.reasons & !reason::AWAITING | reason::SUSPENDED;
            deferred.woken = false;
        }
        let ran = self.run(key, || {
            // SAFETY: the actor is not running, and is run by us from now on. Its factory is taken out meanwhile, since the new
            // actor's `started` may use what else is there.
            unsafe {
                let mut lent = Lent { policy: mem::take(&mut cell_head::head(state).cold().on_failure), state };
                if let (OnFailure::Ask { restarted, .. }, Some(order)) = (&mut lent.policy, &order) {
                    *restarted = order.number;
                }
                drop(mem::take(&mut cell_head::head(state).cold().attached));
                let timers = cell_head::head(state).cold().timers.take();
                drop(timers.map(|timers| timers.end(|worker| &inner.shared.worker_shared(worker).timers)));
                if let OnFailure::Restart { factory, .. } | OnFailure::Ask { factory, .. } = &mut lent.policy {
                    factory(state);
                }
                drop(lent);
                let vtable = cell_head::vtable(state);
                trace::restarted(inner, key, vtable);
                let flow = (vtable.started)(state, std::ptr::null(), inner.handle(), key);
                if let Some(order) = order {
                    (order.then)();
                }
                flow
            }
        });
        let has_started = ran.outcome.is_ok();
        let guard = self.settle(key, ran, Phase::Restarting);
        if guard && has_started && self.slot(key).generation() == key.generation() {
            self.release(key, reason::SUSPENDED);
        }
        guard
    }

    /// Whether an actor that is not running has been restarted by a later order than this one.
    pub(super) fn has_restarted_since(&mut self, key: Key, number: u64) -> bool {
        // SAFETY: the actor lives and is not running.
        let cold = unsafe { cell_head::head(self.slot(key).state) }.cold.as_ref();
        matches!(cold.map(|cold| &cold.on_failure), Some(OnFailure::Ask { restarted, .. }) if *restarted > number)
    }

    /// What an actor cannot put off.
    pub(super) fn supervise(&mut self, key: Key, control: SystemMessage) -> bool {
        if self.slot(key).generation() != key.generation() || self.slot(key).is_free() {
            return true; // what overtakes messages may come too late
        }
        match control {
            SystemMessage::Reattach { actor, outcome, phase } => {
                self.core().reattach(actor);
                lock(&self.core().shared().stuck).remove(&key);
                let killed = self.core().deferred.get_mut(&key.index()).and_then(|deferred| deferred.killed.take());
                if let Some(why) = killed {
                    if let Err(panic) = outcome {
                        add(&self.core().worker_shared().counters.panics, 1);
                        if !self.drop_panic(key, panic) {
                            self.post_system(key, SystemMessage::Exit(why));
                            self.finish_away(key, Ok(flow::GO_ON), phase);
                            return false;
                        }
                    }
                    return self.terminate(key, why);
                }
                let mut over = reason::AWAY;
                if phase == Phase::Restarting && outcome.is_ok() {
                    over |= reason::SUSPENDED;
                }
                let mut guard = self.settle_here(key, outcome, phase);
                if guard && self.slot(key).generation() == key.generation() {
                    let resumed = self
                        .core()
                        .deferred
                        .get_mut(&key.index())
                        .map_or(0, |deferred| mem::take(&mut deferred.resumed));
                    (0..resumed).for_each(|_| self.resume(key));
                    // Woken while it was polled: the poll may have been too early to see why.
                    if self.core().deferred.get_mut(&key.index()).is_some_and(|deferred| mem::take(&mut deferred.woken))
                    {
                        self.core().signal(key, Signal::Wake);
                    }
                    self.release(key, over);
                    let then = self.core().deferred.get_mut(&key.index()).and_then(|deferred| deferred.restart.take());
                    if then.is_some() {
                        guard = self.restart(key, then);
                    }
                }
                guard
            }
            SystemMessage::Suspend(number) => {
                // In a long handler, it waits anyway.
                if !self.slot(key).has(status::BUSY | status::RESERVED) && !self.has_restarted_since(key, number) {
                    self.defer(key, reason::SUSPENDED);
                }
                true
            }
            SystemMessage::Restart(order) => {
                if self.slot(key).has(status::RESERVED) {
                    // It has not arrived yet, and starts when it does.
                    let ran = self.run(Key::worker(), || {
                        (order.then)();
                        flow::GO_ON
                    });
                    return self.settle(Key::worker(), ran, Phase::Handling);
                }
                if self.slot(key).has(status::BUSY) {
                    self.core().deferred_of(key).restart = Some(order);
                    return true;
                }
                self.has_restarted_since(key, order.number) || self.restart(key, Some(order))
            }
            SystemMessage::Resume => {
                self.resume(key);
                true
            }
            SystemMessage::Answer(notice) => {
                let mut first = Ring::new();
                first.push_word(
                    Header::special(key, Special::SystemMessage),
                    SystemMessage::LazyMessage(notice).boxed(),
                );
                self.put_first(key, first);
                self.resume(key);
                true
            }
            SystemMessage::Exit(why) => self.kill(key, why),
            _ => true,
        }
    }
}
