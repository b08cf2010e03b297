#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// A message's header is one word of 64 bits, and so are the generation and the index of an actor.
#[cfg(not(target_pointer_width = "64"))]
compile_error!(
    "agon-actor needs a target with pointers of 64 bits: the headers of messages and the ids of actors are one word"
);

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

/// Whether a panic is caught at the actor it happened in: `false` where the program is built with `panic = "abort"`, which
/// ends the whole process instead, so that nothing is isolated, restarted or supervised.
///
/// A program that relies on supervision refuses such a build with one line:
///
/// ```
/// const _: () = assert!(agon_actor::CATCHES_PANICS, "this program needs panic = \"unwind\"");
/// ```
pub const CATCHES_PANICS: bool = cfg!(panic = "unwind");

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
