//! Threads, whatever runs on them.
//!
//! [`standby`] has those that run workers, and those that wait for one to run; [`detached`] is who has an actor whose thread has lost its worker.
//! [`blocking_types`] notes whose handlers block; [`reactor`] is an async runtime around threads.

pub(crate) mod blocking_types;
pub(crate) mod detached;
pub(crate) mod reactor;
pub(crate) mod standby;
