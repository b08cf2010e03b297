//! Actors that wait: what is put aside for them, and how they get it.

use crate::memory::envelope::{Header, Special};
use crate::memory::ring::Ring;
use crate::memory::slab::status;
use crate::types::id::Key;
use crate::worker::cell_head;
use crate::worker::deferred::{Reasons, reason};
use crate::worker::restart::{OnFailure, Phase};
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::thread::WorkerGuard;

/// Deferred messages handled before the next actor has its turn.
const DRAINED: usize = 16;

impl WorkerGuard<'_> {
    /// Puts an actor's messages aside from now on.
    pub(crate) fn defer(&mut self, key: Key, why: Reasons) {
        self.core().deferred_of(key).reasons |= why;
        self.slot(key).tag |= status::HELD;
    }

    /// Puts an entry aside for an actor that cannot handle it now.
    ///
    /// # Safety
    ///
    /// `entry` is a whole entry with this header, for this actor.
    pub(super) unsafe fn put_aside(&mut self, key: Key, header: Header, entry: *const u8) {
        self.slot(key).tag |= status::HELD;
        let core = self.core();
        let deferred = core.deferred_of(key);
        // SAFETY: the caller's promise.
        let is_stop = header.as_special() == Some(Special::SystemMessage)
            && unsafe {
                let control = &*entry.add(8).cast::<*const SystemMessage>().read();
                deferred.stop |= matches!(control, SystemMessage::Stop);
                matches!(control, SystemMessage::Stop | SystemMessage::ShutDown)
            };
        // SAFETY: likewise.
        unsafe { deferred.queue.push_raw(entry) };
        if is_stop && deferred.reasons & reason::AWAITING != 0 {
            // The order has its place behind the handler; but the handler is notified, and may cut short what it awaits.
            core.signal(key, Signal::Wake);
        }
    }

    /// A handler awaits something: the actor handles nothing else until that is there.
    pub(super) fn awaits(&mut self, key: Key, phase: Phase) {
        self.defer(key, reason::AWAITING);
        let core = self.core();
        let Some(deferred) = core.deferred.get_mut(&key.index()) else { return };
        deferred.awaits = phase;
        let has_missed = std::mem::take(&mut deferred.woken);
        if has_missed || deferred.stop || core.stopping {
            core.signal(key, Signal::Wake);
        }
    }

    /// Something that an actor's handler awaits may be there.
    pub(super) fn wake(&mut self, key: Key) -> bool {
        let (is_busy, cell) = (self.slot(key).has(status::BUSY), self.slot(key).state);
        let core = self.core();
        if is_busy {
            core.deferred_of(key).woken = true;
            return true;
        }
        let Some(deferred) = core.deferred.get(&key.index()) else { return true };
        // A suspended actor is going to be restarted, and what the old one awaits dropped.
        if deferred.reasons & (reason::AWAITING | reason::SUSPENDED) != reason::AWAITING {
            return true;
        }
        let (phase, stop, stopping) = (deferred.awaits, deferred.stop, core.stopping);
        core.load.others += 1;
        // SAFETY: the actor lives, since the wake was requested, and it is not running.
        let head = unsafe { cell_head::head(cell) };
        let is_supervised = || matches!(head.cold.as_ref().map(|cold| &cold.on_failure), Some(OnFailure::Ask { .. }));
        let stop = stop || stopping && !is_supervised();
        // SAFETY: likewise; the function wants to be notified of the stop.
        unsafe { self.call(key, head.vtable.woken, (&raw const stop).cast(), phase) }
    }

    /// One reason to wait is gone.
    pub(crate) fn release(&mut self, key: Key, why: Reasons) {
        let core = self.core();
        if let Some(deferred) = core.deferred.get_mut(&key.index()) {
            let waited = deferred.reasons != 0;
            deferred.reasons &= !why;
            if waited && deferred.reasons == 0 {
                core.ring.push_header(Header::special(key, Special::Drain));
            }
        }
    }

    /// One of the things that an actor waits for is there.
    pub(super) fn resume(&mut self, key: Key) {
        let slot = self.slot(key);
        if slot.has(status::BUSY) {
            // What it waits for is in the hands of the thread that runs it, and may be more in a moment.
            self.core().deferred_of(key).resumed += 1;
            return;
        }
        // SAFETY: an actor that is resumed has asked for it, so it lives there; and it is not running.
        let cold = unsafe { cell_head::head(slot.state) }.cold();
        cold.awaited = cold.awaited.saturating_sub(1);
        if cold.awaited == 0 {
            self.release(key, reason::PAUSED | reason::BLOCKED);
        }
    }

    /// Works off some of what was held.
    pub(super) fn drain(&mut self, key: Key) -> bool {
        let most = if self.core().shared().is_stepwise() { 1 } else { DRAINED };
        for _ in 0..most {
            let is_busy = self.slot(key).has(status::BUSY);
            let Some(deferred) = self.core().deferred.get_mut(&key.index()) else { return true };
            if deferred.reasons != 0 || is_busy {
                return true; // drained when that is over
            }
            let Some((header, entry)) = deferred.queue.pop() else {
                self.core().deferred.remove(&key.index());
                self.slot(key).tag &= !status::HELD;
                return true;
            };
            // SAFETY: a whole entry, just taken; its bytes stay until the next is put aside, and whatever handles it takes
            // them first.
            if !unsafe { self.handle_entry(key, header, entry.add(8)) } {
                // An actor that is away is drained when it is back. But it may be here, and what took so long something that was dropped for it.
                let _ = self.shared.system_ref.with(|shared| shared.send_drain(key));
                return false;
            }
            let slot = self.slot(key);
            if slot.generation() != key.generation() {
                return true;
            }
        }
        self.core().ring.push_header(Header::special(key, Special::Drain));
        true
    }

    /// What the actor has stashed comes before everything else that waits for it.
    pub(super) fn unstash(&mut self, key: Key) {
        // SAFETY: the actor is not running.
        let head = unsafe { cell_head::head(self.slot(key).state) };
        if let Some(stash) = head.cold.as_mut().and_then(|cold| cold.stash.take()) {
            self.put_first(key, stash);
        }
    }

    /// Has an actor handle some entries before everything else that waits for it.
    pub(super) fn put_first(&mut self, key: Key, mut first: Ring) {
        let fresh = !self.core().deferred.contains_key(&key.index());
        let deferred = self.core().deferred_of(key);
        first.append(&mut deferred.queue);
        deferred.queue = first;
        self.slot(key).tag |= status::HELD;
        if fresh {
            self.core().ring.push_header(Header::special(key, Special::Drain));
        }
    }
}
