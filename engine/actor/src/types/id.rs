//! The identity of actors.
//!
//! An actor has a slot in its system's table, and that slot may have had other actors before. So a [`Key`] is the slot's index and a
//! generation, and an [`ActorId`] that and the system's number: it is used once in a process.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies an actor for as long as the process runs; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActorId {
    pub(crate) system: u32,
    pub(crate) key: u64,
}

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = Key(self.key);
        write!(f, "#{}.{}.{}", self.system, key.index(), key.generation())
    }
}

/// Which actor: slot index and generation; the size bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(crate) struct Key(pub(crate) u64);

/// Slots are taken from the table so many at a time: a chunk.
pub(crate) const CHUNK: u32 = 32;

/// Generations run from 1 to this; a slot that has used them up is never used again.
pub(crate) const LAST_GENERATION: u32 = 0xFF_FFFE;

/// The generation of entries that are for a worker, not an actor.
const WORKER: Key = Key(0xFF_FFFF << 40);

impl Key {
    pub(crate) fn new(index: u32, generation: u32) -> Self {
        Self(u64::from(index) | u64::from(generation) << 40)
    }

    /// Not an actor's: for the worker itself.
    pub(crate) const fn worker() -> Self {
        WORKER
    }

    /// Of an actor that was never born.
    pub(crate) fn unborn() -> Self {
        Self::new(0, 1)
    }

    #[inline]
    pub(crate) fn index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) fn generation(self) -> u32 {
        (self.0 >> 40) as u32
    }

    #[inline]
    pub(crate) fn chunk(self) -> u32 {
        self.index() / CHUNK
    }

    /// The tag of a slot in which this actor lives and is ready.
    #[inline]
    pub(crate) fn tag(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Smaller numbers are for others.
pub(crate) const SMALLEST_FRESH_ID: u64 = 1 << 62;

/// A number that nothing else in this process has.
pub(crate) fn fresh_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(SMALLEST_FRESH_ID);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
