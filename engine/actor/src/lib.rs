#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod actor;
mod address;
mod ask;
mod asking;
mod async_actor;
mod async_context;
mod bounded;
mod context;
mod counters;
mod delivery;
mod directory;
mod exit;
mod future;
mod goals;
mod groups;
mod mode;
mod observe;
mod reactor;
mod recipient;
mod register;
mod restart_limit;
mod runtime;
mod shutdown;
mod simulation;
mod sleep;
mod spawn;
mod stream;
mod supervisor;
mod sync;
mod system;
mod timer;
mod topics;

pub use actor::{Actor, OnPanic, SpawnOptions};
pub use address::{ActorId, Address};
pub use ask::{AskError, Reply};
pub use asking::Asking;
pub use async_actor::{Async, AsyncActor};
pub use async_context::AsyncContext;
pub use bounded::{Bound, BoundedAddress, Overflow, SendError, Sending};
pub use context::{Context, Monitor};
pub use counters::Counters;
pub use delivery::{Delivery, Receipt};
pub use directory::WrongType;
pub use exit::{ExitReason, Terminated};
pub use future::Task;
pub use futures_core::Stream;
pub use goals::{Binding, Called, Goal, GoalError, Offer};
pub use groups::{Group, Players, Role};
pub use mode::Mode;
pub use observe::{ActorSnapshot, ActorStatus, Description, Histogram, Snapshot, WorkerSnapshot, WorkerState};
pub use recipient::Recipient;
pub use shutdown::{ActorLabel, ShutdownReport, Undelivered};
pub use simulation::{Failure, Simulation};
pub use sleep::Sleep;
pub use spawn::SpawnError;
pub use supervisor::{ChildInfo, ChildRef, ChildSpec, Strategy, Supervisor, ToSupervisor};
pub use system::{BuildError, System, SystemBuilder};
pub use timer::Timer;
pub use topics::{Publisher, Topic};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
