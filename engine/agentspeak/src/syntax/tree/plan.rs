//! Programs, plans and rules.

use super::{Body, Expr, List, Literal, Namespace, Variable};
use crate::syntax::source::Span;

/// What an `.asl` file has, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The items.
    pub items: Vec<Item>,
}

/// What stands at the top level of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `b(1).`
    Belief(Literal),
    /// `a(X) :- b(X).`
    Rule(Rule),
    /// `!g.`
    Goal(Literal),
    /// `@l +!g : c <- b.`
    Plan(Plan),
    /// `{include("f.asl")}` or `{begin dg(g)} .. {end}`; none after expansion.
    Directive(Directive),
}

impl Item {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Item::Belief(it) | Item::Goal(it) => it.span,
            Item::Rule(it) => it.span,
            Item::Plan(it) => it.span,
            Item::Directive(it) => it.span,
        }
    }
}

/// `head :- body`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What follows.
    pub head: Literal,
    /// From what it follows.
    pub body: Expr,
    /// Where it stands.
    pub span: Span,
}

/// A directive.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// Its name and arguments.
    pub name: Literal,
    /// What stands between `{begin ..}` and `{end}`, for directives of that form.
    pub items: Option<Vec<Item>>,
    /// Where it stands, up to the brace that ends it.
    pub span: Span,
}

/// `@label trigger : context <: goal condition <- body. { sub-plans }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The label, if one was written.
    pub label: Option<Label>,
    /// The event that it is for.
    pub trigger: Trigger,
    /// The formula behind `:`.
    pub context: Option<Expr>,
    /// The formula behind `<:`: once it holds, the goal is achieved.
    pub goal_condition: Option<Expr>,
    /// The steps; empty if there are none (also for a body that is just `true`). A first step `true` is left out, as in
    /// Jason.
    pub body: Body,
    /// The plans in braces behind it.
    pub subplans: Vec<Plan>,
    /// Where it stands.
    pub span: Span,
    /// What gives Jason the plan's line: `@`, else the first of `:`, `<:`, `<-`, `.`.
    pub mark: Span,
}

/// What stands behind `@`.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The namespace; written nowhere, but set by expansion in files with a namespace.
    pub namespace: Option<Namespace>,
    /// Its name.
    pub name: LabelName,
    /// `[atomic]`, `[priority(3)]` ...
    pub annotations: Option<Box<List>>,
    /// Where it stands, from `@`.
    pub span: Span,
}

/// How a plan is called.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelName {
    /// `@[atomic]`: by a name that the plan library makes.
    None,
    /// `@name`
    Atom(Box<str>),
    /// `@L`, in plan terms.
    Variable(Variable),
}

/// `+!g`, `-b`, `^!g[state(suspended)]`, `-!G`.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// What happened.
    pub op: TriggerOp,
    /// To what kind of thing.
    pub kind: TriggerKind,
    /// To which one: a [`Expr::Literal`] or a [`Expr::Variable`].
    pub subject: Expr,
    /// Where it stands, from its operator, or from its brace as a term.
    pub span: Span,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriggerOp {
    /// `+`
    Add,
    /// `-`
    Delete,
    /// `^`: the goal changed its state, which is in the annotation `state(S)`.
    GoalState,
}

impl TriggerOp {
    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            TriggerOp::Add => "+",
            TriggerOp::Delete => "-",
            TriggerOp::GoalState => "^",
        }
    }
}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriggerKind {
    /// `+b`
    Belief,
    /// `+!g`
    Achieve,
    /// `+?g`
    Test,
}

impl TriggerKind {
    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            TriggerKind::Belief => "",
            TriggerKind::Achieve => "!",
            TriggerKind::Test => "?",
        }
    }
}
