//! Questions to what an agent believes: contexts of plans, test goals, conditions.
//!
//! A formula is [compiled](crate::bytecode::Code) into instructions once, and [asked](Query) as often as needed. The answers are its
//! solutions, one after the other, in Jason's order.

mod build;
mod goal;
mod host;
mod machine;
mod meter;
mod once;

pub use host::{Answer, Host, Solutions};
pub use machine::Query;
pub use meter::Spent;
pub(crate) use once::Guard;

#[cfg(test)]
mod tests;
