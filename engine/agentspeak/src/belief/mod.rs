//! What an agent believes: facts, and rules by which more follows.

mod base;
mod entries;
mod index;
#[cfg(test)]
mod properties;
mod table;
mod tables;

pub use base::BeliefBase;
pub use table::{Entry, Position};
pub(crate) use table::key_of;
