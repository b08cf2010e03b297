//! What the lab's programs for platforms in Rust share: the protocol of docs/protocol.md, and of each workload what does
//! not depend on how messages are sent.

mod arguments;
pub mod chameneos;
pub mod compute;
pub mod echo;
mod failure;
pub mod fibonacci;
pub mod grid;
mod harness;
pub mod nodes;
pub mod pipeline;
pub mod population;
pub mod print;
mod proof;
pub mod remote;
mod repetition;
pub mod ring;
pub mod rounds;
mod samples;
pub mod throughput;
#[cfg(feature = "tokio")]
pub mod tokio;

pub use arguments::Arguments;
pub use failure::Failure;
pub use harness::{Iteration, Platform, Prepare, Setting, Work};
pub use proof::{Proof, Witness};
