//! A worker: a set of actors with one run queue, and all that is done with them by the thread that has it.
//!
//! [`core`] is the worker's own state, [`shared`] what all threads of a system share, [`thread`] a thread and its way to its worker. What happens to an
//! actor from its first message to its last is in [`lifecycle`]. Which worker an actor is with, and when it moves, is decided in `sched`.

pub(crate) mod action;
mod admitting;
pub(crate) mod blocking_types;
pub(crate) mod bounds;
pub(crate) mod cell_head;
pub(crate) mod core;
pub(crate) mod deferred;
pub(crate) mod detached;
pub(crate) mod detaching;
pub(crate) mod exits;
pub(crate) mod expiry;
pub(crate) mod extensions;
pub(crate) mod free_list;
pub(crate) mod handoff;
pub(crate) mod idle_workers;
pub(crate) mod life_timers;
pub(crate) mod lifecycle;
pub(crate) mod limit;
pub(crate) mod limits;
pub(crate) mod load;
pub(crate) mod low_priority;
pub(crate) mod migration;
pub(crate) mod monitor_signal;
pub(crate) mod panic_names;
pub(crate) mod parcel;
pub(crate) mod pause;
pub(crate) mod posting;
pub(crate) mod reactor;
pub(crate) mod restart;
pub(crate) mod rounds;
pub(crate) mod shared;
pub(crate) mod slots;
pub(crate) mod standby;
pub(crate) mod system_message;
pub(crate) mod thread;
pub(crate) mod thread_mode;
pub(crate) mod timer_slab;
pub(crate) mod timers;
pub(crate) mod trace;
pub(crate) mod transfer;
pub(crate) mod undeliverable;
pub(crate) mod virtual_clock;
pub(crate) mod watched;
pub(crate) mod watchers;
pub(crate) mod wheel;
