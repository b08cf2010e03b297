//! How a worker lets an actor go with a thread that has lost the worker, and takes it back: see [`detached`](crate::worker::threads::detached).

use std::{mem, ptr};

use crate::memory::slab::status;
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::deferred::reason;
use crate::worker::threads::detached::Detached;

impl Core {
    /// Takes an actor that lives here out of its slot; its messages wait.
    pub(crate) fn detach(&mut self, key: Key) -> Detached {
        // SAFETY: the slot is ours.
        let slot = unsafe { &mut *self.slot(key.index()) };
        debug_assert!(slot.generation() == key.generation() && slot.is_live() && !slot.has(status::BUSY));
        slot.tag |= status::BUSY | status::HELD;
        let cell = mem::replace(&mut slot.state, ptr::null_mut());
        self.deferred_of(key).reasons |= reason::AWAY;
        Detached { key, cell }
    }

    /// Puts an actor back into its slot. Its messages still wait, for `AWAY`.
    pub(crate) fn reattach(&mut self, actor: Detached) {
        // SAFETY: the slot is ours.
        let slot = unsafe { &mut *self.slot(actor.key.index()) };
        debug_assert!(slot.generation() == actor.key.generation() && slot.has(status::BUSY) && slot.state.is_null());
        slot.tag &= !status::BUSY;
        slot.state = actor.cell;
    }
}
