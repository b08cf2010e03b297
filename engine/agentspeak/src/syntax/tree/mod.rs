//! The tree of an AgentSpeak program.
//!
//! The parser leaves the tree as it was written: directives are items, a namespace is there only where the text has one,
//! `if` is an `if`. Expansion then executes the directives, so that a compiler meets items without
//! [`Item::Directive`] and namespaces without [`Namespace::This`].

mod body;
mod expression;
mod plan;

pub use body::{Body, Branch, Fork, Step, StepKind, Update};
pub use expression::{
    BinaryExpr, BinaryOp, Expr, List, Literal, Namespace, Number, Text, UnaryExpr, UnaryOp, Variable, VariableKind,
};
pub use plan::{Directive, Item, Label, LabelName, Plan, Program, Rule, Trigger, TriggerKind, TriggerOp};
