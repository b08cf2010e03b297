//! Messages put aside for an actor that cannot handle them now.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::memory::ring::Ring;
use crate::types::exit::ExitReason;
use crate::worker::restart::{Phase, Restart};

/// What is put aside at a worker, by slot.
pub(crate) type DeferredMap = HashMap<u32, Deferred, BuildHasherDefault<SlotHasher>>;

/// Hashes the number of a slot. The numbers are the runtime's own, so no user can choose them to be in each other's way.
#[derive(Default)]
pub(crate) struct SlotHasher(u64);

impl Hasher for SlotHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    #[inline]
    fn write_u32(&mut self, slot: u32) {
        // By the golden ratio: neighbours are far from each other in the upper bits, and different in the lower ones.
        self.0 = (self.0 ^ u64::from(slot)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) type Reasons = u8;

/// Why an actor waits: a set of bits. None set: it is working off what was held.
pub(crate) mod reason {
    use super::Reasons;

    /// It asked for it.
    pub(crate) const PAUSED: Reasons = 1;
    /// It has panicked, and its supervisor has not decided yet.
    pub(crate) const SUSPENDED: Reasons = 2;
    /// Its handler runs on a thread that has lost its worker.
    pub(crate) const AWAY: Reasons = 4;
    /// A message that it sent waits for capacity; see [`bounded`](crate::api::bounded).
    pub(crate) const BLOCKED: Reasons = 8;
    /// Its handler awaits something: see [`Signal::Wake`](crate::worker::system_message::Signal::Wake).
    pub(crate) const AWAITING: Reasons = 16;
}

pub(crate) struct Deferred {
    pub(crate) reasons: Reasons,
    /// Whole entries, first to last.
    pub(crate) queue: Ring,
    /// Killed meanwhile.
    pub(crate) killed: Option<ExitReason>,
    /// How often it was resumed while its own thread was away with it.
    pub(crate) resumed: u32,
    /// To be restarted when it is back.
    pub(crate) restart: Option<Restart>,
    /// Which of its functions awaits something.
    pub(crate) awaits: Phase,
    /// Woken while its own thread was away with it.
    pub(crate) woken: bool,
    /// An order to stop is in the queue.
    pub(crate) stop: bool,
}

impl Deferred {
    pub(crate) fn new() -> Self {
        Self {
            reasons: 0,
            queue: Ring::new(),
            killed: None,
            resumed: 0,
            restart: None,
            awaits: Phase::Handling,
            woken: false,
            stop: false,
        }
    }
}
