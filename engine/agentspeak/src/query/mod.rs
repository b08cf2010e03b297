//! Questions to what an agent believes: contexts of plans, test goals, conditions.
//!
//! A formula is [compiled](crate::bytecode::Code) into instructions once, and [asked](Query) as often as needed. The answers are its
//! solutions, one after the other, in Jason's order.

mod build;
mod goal;
mod machine;
mod once;

pub use machine::{Answer, Host, Query, Solutions};
pub(crate) use once::Guard;

#[cfg(test)]
mod tests;
