//! What an agent believes: facts, and rules by which more follows.

mod bare;
mod base;
mod changes;
mod entries;
mod index;
#[cfg(test)]
mod properties;
mod rows;
mod table;
mod tables;

pub(crate) use bare::{Bare, Known};
pub use base::BeliefBase;
pub(crate) use changes::{Changes, Topic, first_key};
pub(crate) use index::Key;
pub(crate) use rows::Rows;
pub use table::{Entry, Position};
pub(crate) use table::{Table, key_of};
