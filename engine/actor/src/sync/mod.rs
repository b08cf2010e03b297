//! What threads use between them, and nothing that knows of actors: a lock-free inbox, an epoch, the handoff of a worker, parking.
//!
//! Each protocol has its invariants at the top of its file, and a model that loom checks.

pub(crate) mod current_thread;
pub(crate) mod driver;
pub(crate) mod epoch;
pub(crate) mod idle_notifier;
pub(crate) mod inbox;
pub(crate) mod os_thread;
pub(crate) mod ownership;
pub(crate) mod parker;
pub(crate) mod permits;
#[cfg(test)]
mod permits_models;
pub(crate) mod shim;
