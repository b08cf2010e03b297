//! The code of programs, compiled: operands make terms, patterns take them apart, and formulas are lists of instructions.
//!
//! The module [`query`](crate::query) executes formulas.

mod code;
mod formula;
mod meet;
mod operand;
mod pattern;

pub(crate) use code::Address;
pub use code::{Code, CodeBuilder, Collect, Gathering, Instruction, Rule};
pub use formula::NotAFormula;
pub(crate) use formula::{is_action, is_formula};
pub use operand::Operand;
pub(crate) use pattern::{Given, Head};
