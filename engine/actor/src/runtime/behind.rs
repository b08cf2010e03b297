//! Messages that give way: a worker handles them when it has nothing else to do, and now and then even so.
//!
//! They are an actor's messages to itself, of the next part of a long computation. They wait in a queue of their own, and go one at a
//! time, when their turn has come, to the end of the worker's ring; so whatever holds for messages in the ring holds for them.
//! There are none while actors move: they are brought before, and nobody gives way meanwhile.

use super::core::Core;
use super::entry::Key;
use super::ring::Ring;
use crate::Mode;

/// Looks around with other messages waiting, until one of these has its turn all the same.
const PATIENCE: u32 = 16;

#[derive(Default)]
pub(crate) struct Behind {
    queue: Ring,
    passed_over: u32,
}

impl Behind {
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Bytes queued.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }
}

impl Core {
    /// Room for a message of an actor that runs here to itself.
    pub(crate) fn reserve_behind(&mut self, key: Key, stride: usize) -> *mut u8 {
        let in_rounds = self.shared().mode == Mode::Synchronous;
        if in_rounds || self.mover.is_busy() || self.route(key) != self.id() {
            return self.reserve(key, stride);
        }
        self.behind.queue.reserve(stride)
    }

    /// Brings the first message that gives way, if it is its turn.
    pub(crate) fn bring_next(&mut self) {
        if !self.ring.is_empty() && self.behind.passed_over < PATIENCE {
            self.behind.passed_over += 1;
            return;
        }
        self.behind.passed_over = 0;
        if let Some((_, entry)) = self.behind.queue.pop() {
            // SAFETY: a whole entry of another ring, just taken.
            unsafe { self.ring.push_raw(entry) };
        }
        self.behind.queue.shrink();
    }

    /// Brings them all: from now on they are messages like any others.
    pub(crate) fn bring_all(&mut self) {
        self.ring.append(&mut self.behind.queue);
    }
}
