//! A worker: a set of actors with one run queue, and all that is done with them by the thread that has it.
//!
//! [`core`] is the worker's own state, [`shared`] what all threads of a system share, [`thread`] a thread and its way to its worker. They build on
//! [`timers`] and [`threads`], which know nothing of workers. On top of them: what happens to an actor from its first message to its last is in
//! [`lifecycle`], a worker changes threads in [`handover`], and actors change workers in [`migration`]. Which worker an actor is with, and when it moves,
//! is decided in `sched`.

mod admitting;
pub(crate) mod bounds;
pub(crate) mod cell_head;
pub(crate) mod core;
pub(crate) mod deferred;
pub(crate) mod exits;
pub(crate) mod expiry;
pub(crate) mod extensions;
pub(crate) mod free_list;
pub(crate) mod handover;
pub(crate) mod idle_workers;
pub(crate) mod lifecycle;
pub(crate) mod load;
pub(crate) mod low_priority;
pub(crate) mod migration;
pub(crate) mod monitor_signal;
pub(crate) mod panic_names;
pub(crate) mod pause;
pub(crate) mod posting;
pub(crate) mod restart;
pub(crate) mod rounds;
pub(crate) mod shared;
pub(crate) mod slots;
pub(crate) mod system_message;
pub(crate) mod thread;
pub(crate) mod threads;
pub(crate) mod timers;
pub(crate) mod trace;
pub(crate) mod transfer;
pub(crate) mod undeliverable;
pub(crate) mod virtual_clock;
pub(crate) mod watched;
pub(crate) mod watchers;
