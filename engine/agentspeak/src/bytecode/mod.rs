//! Questions to what an agent believes: contexts of plans, test goals, conditions.
//!
//! A formula is [compiled](Code) into instructions once, and [asked](Query) as often as needed. The answers are its
//! solutions, one after the other, in Jason's order.

mod build;
mod code;
mod formula;
mod goal;
mod machine;
mod once;
mod operand;
mod pattern;

pub use code::{Code, CodeBuilder, Collect, Gathering, Instruction, Rule};
pub use formula::NotAFormula;
pub(crate) use formula::{is_action, is_formula};
pub use machine::{Answer, Host, Query, Solutions};
pub(crate) use once::Guard;
pub use operand::Operand;
pub(crate) use pattern::{Given, Head};

#[cfg(test)]
mod tests;
