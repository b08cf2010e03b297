#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod elsewhere;
mod gate;
mod members;
mod message;
mod names;
mod nodes;
mod options;
mod processes;
mod run;
mod state;

pub use members::Members;
pub use nodes::{Joining, Nodes};
pub use run::main;
pub use state::Trust;
