//! Questions to what an agent believes: contexts of plans, test goals, conditions.
//!
//! A formula is [compiled](Code) into instructions once, and [asked](Query) as often as needed. The answers are its
//! solutions, one after the other, in Jason's order.

mod build;
mod code;
mod formula;
mod goal;
mod host;
mod machine;
mod meet;
mod meter;
mod once;
mod operand;
mod pattern;

pub use code::{Code, CodeBuilder, Collect, Gathering, Instruction, Rule};
pub use formula::NotAFormula;
pub(crate) use formula::{is_action, is_formula};
pub use host::{Host, Outcome, Solutions};
pub use machine::Query;
pub use meter::Spent;
pub(crate) use once::Guard;
pub use operand::Operand;
pub(crate) use pattern::{Given, Head};

#[cfg(test)]
mod tests;
