//! Questions to what an agent believes: contexts of plans, test goals, conditions.
//!
//! A formula is [compiled](Code) into instructions once, and [asked](Query) as often as needed. The answers are its
//! solutions, one after the other, in Jason's order.

mod build;
mod code;
mod goal;
mod operand;
mod pattern;
mod formula;
mod machine;

pub(crate) use code::Guard;
pub use code::{Code, CodeBuilder, Collect, Gathering, Instruction, Rule};
pub use formula::NotAFormula;
pub(crate) use formula::{is_action, is_formula};
pub use operand::Operand;
pub(crate) use pattern::{Given, Head};
pub use machine::{Host, Outcome, Query, Solutions};

#[cfg(test)]
mod tests;
