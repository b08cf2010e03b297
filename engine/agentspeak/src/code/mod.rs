//! The compiler: from a program's tree to procedures, each the plans of a trigger as one linear code.
//!
//! It takes the place of `bytecode` and [`compile`](crate::compile); see `docs/design-words.md`.

mod arithmetic;
mod body;
mod calculate;
mod compile;
mod control;
mod formula;
mod op;
mod program;
mod scope;
mod switch;
mod terms;
mod unsupported;

pub use op::{Action, Change, Error, Gathering, Op, Operator, Relation};
pub use program::{Belief, Constant, Kind, LIST, NONE, Predicate, Procedure, Program, Rule, Switch};
pub use unsupported::{Construct, Unsupported};
