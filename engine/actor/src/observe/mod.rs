//! Looking at a system while it runs.
//!
//! Nothing is counted for observers on the way of a message. What workers count anyway is in their tallies; the rest is found out
//! when a snapshot is requested, by visits that workers let in between two messages ([`survey`]). How long messages wait is measured by
//! probes that queue like them ([`histogram`]). The service
//! (`serve`, with the feature `observe`) gives all that to other processes.

pub(crate) mod histogram;
#[cfg(all(unix, feature = "observe"))]
mod json;
#[cfg(all(unix, feature = "observe"))]
mod place;
#[cfg(all(unix, feature = "observe"))]
pub(crate) mod serve;
mod snapshot;
pub(crate) mod survey;
mod system;
mod table;

pub use histogram::Histogram;
pub use snapshot::{ActorSnapshot, ActorStatus, Snapshot, WorkerSnapshot, WorkerState};
pub use table::{Table, TableRow};
