//! Messages that give way: a worker handles them when it has nothing else to do, and now and then even so.
//!
//! They are an actor's messages to itself, of the next part of a long computation. They wait in a queue of their own, and go one at a
//! time, when their turn has come, to the end of the worker's ring; so whatever holds for messages in the ring holds for them.
//! There are none while actors move: they are brought before, and no actor yields meanwhile.

use crate::memory::ring::Ring;

#[derive(Default)]
pub(crate) struct LowPriority {
    pub(crate) queue: Ring,
    pub(crate) passed_over: u32,
}

impl LowPriority {
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Bytes queued.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }
}
