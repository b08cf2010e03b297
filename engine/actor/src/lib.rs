#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod actor;
mod address;
mod ask;
mod bounded;
mod context;
mod counters;
mod delivery;
mod exit;
mod future;
mod mode;
mod observe;
mod restart_limit;
mod runtime;
mod shutdown;
mod spawn;
mod supervisor;
mod sync;
mod system;
mod timer;

pub use actor::{Actor, OnPanic, SpawnOptions};
pub use address::{ActorId, Address};
pub use ask::{AskError, Reply};
pub use bounded::{Bound, BoundedAddress, Overflow, SendError, Sending};
pub use context::{Context, Monitor};
pub use counters::Counters;
pub use delivery::{Delivery, Receipt};
pub use exit::{ExitReason, Terminated};
pub use future::{Asking, Task};
pub use mode::Mode;
pub use observe::{ActorSnapshot, ActorStatus, Histogram, Snapshot, WorkerSnapshot, WorkerState};
pub use shutdown::{ActorLabel, ShutdownReport, Undelivered};
pub use spawn::SpawnError;
pub use supervisor::{ChildInfo, ChildRef, ChildSpec, Strategy, Supervisor, ToSupervisor};
pub use system::{BuildError, System, SystemBuilder};
pub use timer::Timer;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
