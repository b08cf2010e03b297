//! The machinery behind the interface: workers that share nothing.
//!
//! A *worker* is a set of actors with one queue of messages for all of them ([`ring`], [`core`]); a thread sits at it and
//! runs it ([`turn`], [`seat`]). An actor is a slot in a table ([`table`]) and a cell on the heap ([`cell`]). A message is written
//! into the queue of the receiver's worker, header first ([`entry`]); to another worker it travels in a batch ([`batch`], [`inbox`]).
//! Threads outside come through the [`gate`]. A worker that drives a tokio runtime sleeps in it ([`driver`]). Free slots are the workers' ([`slots`]), or anybody's ([`depot`]).
//!
//! Five protocols between threads have their rules at the top of their files: [`inbox`], [`gate`], [`claim`], [`vigil`], [`detached`] (all
//! model-checked), and one built from messages: [`migrate`] (model-checked
//! as far as the gate and the inboxes go).

mod balance;
mod batch;
mod behind;
pub(crate) mod cell;
pub(crate) mod claim;
pub(crate) mod control;
pub(crate) mod core;
mod crowd;
mod depot;
mod detached;
pub(crate) mod direct;
pub(crate) mod driver;
pub(crate) mod entry;
mod exits;
mod gate;
pub(crate) mod handoff;
pub(crate) mod held;
mod inbox;
mod level;
pub(crate) mod lifecycle;
mod migrate;
pub(crate) mod monitor;
mod parcel;
pub(crate) mod park;
pub(crate) mod pool;
mod queue;
pub(crate) mod reserved;
pub(crate) mod ring;
mod roster;
mod rounds;
pub(crate) mod seat;
pub(crate) mod shared;
pub(crate) mod simulation;
mod slots;
mod standby;
pub(crate) mod table;
mod thread_state;
mod timer_slab;
pub(crate) mod timers;
mod turn;
mod vigil;
mod waiting;
pub(crate) mod watch;
mod wheel;

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that nothing else in this process has; small numbers are for others.
pub(crate) fn fresh_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 62);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Puts a message into a ring of its receiver's own.
pub(crate) fn push_message<M>(ring: &mut ring::Ring, key: entry::Key, message: M) {
    // SAFETY: the room is the message's.
    unsafe { entry::write(ring.reserve(entry::Layout::<M>::STRIDE), key, message) };
}
