#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod actor;
mod address;
mod ask;
mod context;
mod counters;
mod exit;
mod runtime;
mod shutdown;
mod sync;
mod system;

pub use actor::{Actor, OnPanic, SpawnOptions};
pub use address::{ActorId, Address};
pub use ask::{AskError, Reply};
pub use context::Context;
pub use counters::Counters;
pub use exit::{ExitReason, Terminated};
pub use shutdown::{ActorLabel, ShutdownReport, Undelivered};
pub use system::{BuildError, System, SystemBuilder};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
