//! How workers change threads.
//!
//! A [`handoff`] gives a worker to another thread, when its own is in a long handler; that one keeps its actor, and hands it back
//! ([`detaching`]). In mode `thread` each actor has a worker ([`thread_mode`]).

mod detaching;
pub(crate) mod handoff;
pub(crate) mod thread_mode;
