//! What an agent believes: facts, and rules by which more follows.

mod base;
mod changes;
mod entries;
mod index;
#[cfg(test)]
mod properties;
mod table;
mod tables;

pub use base::BeliefBase;
pub(crate) use base::Taken;
pub(crate) use changes::{Changes, Topic, first_key};
pub(crate) use index::Key;
pub use table::{Entry, Position};
pub(crate) use table::{Table, hash_of, key_of};
