#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// A message's header is one word of 64 bits, and so are the generation and the index of an actor.
#[cfg(not(target_pointer_width = "64"))]
compile_error!(
    "agon-actor needs a target with pointers of 64 bits: the headers of messages and the ids of actors are one word"
);

mod api;
mod builder;
mod memory;
mod observe;
mod patterns;
mod sched;
mod sim;
mod sync;
mod types;
mod worker;

pub use api::actor::{Actor, OnPanic, SpawnOptions};
pub use api::address::Address;
pub use api::asking::Asking;
pub use api::async_actor::{Async, AsyncActor};
pub use api::async_context::AsyncContext;
pub use api::bounded::{Bound, Mailbox, Overflow, SendError, Sending, Sent};
pub use api::context::{Context, Monitor};
pub use api::delivery::{Delivery, Receipt};
pub use api::future::Task;
pub use api::recipient::Recipient;
pub use api::sleep::Sleep;
pub use api::system::System;
pub use api::timer::Timer;
pub use builder::{BuildError, SystemBuilder};
pub use futures_core::Stream;
pub use memory::reply::{AskError, Reply};
pub use observe::{ActorSnapshot, ActorStatus, Histogram, Snapshot, Table, TableRow, WorkerSnapshot, WorkerState};
pub use patterns::directory::WrongType;
pub use patterns::groups::{Group, Players, Role};
pub use patterns::names::{NameError, NameTaken};
pub use patterns::services::{Binding, Called, Goal, GoalError, Offer};
pub use patterns::supervisor::{ChildError, ChildInfo, ChildRef, ChildSpec, Strategy, Supervisor, ToSupervisor};
pub use patterns::topics::{Publisher, Topic};
pub use sim::simulation::{Failure, Simulation};
pub use types::counters::Counters;
pub use types::description::Description;
pub use types::exit::{ExitReason, Terminated};
pub use types::id::ActorId;
pub use types::mode::Mode;
pub use types::report::{ActorLabel, ShutdownReport, Undelivered};
pub use types::spawn_error::SpawnError;
pub use types::timer_key::TimerKey;

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
