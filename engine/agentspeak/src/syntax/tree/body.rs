//! Plan bodies.

use super::{Expr, Literal, Variable};
use crate::syntax::source::Span;

/// Steps, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The steps; none in an empty body.
    pub steps: Vec<Step>,
    /// Where it stands, braces included where it has them.
    pub span: Span,
}

/// A step of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Where it stands, from its operator.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `!g`: pursue a goal and wait for it. A literal or a variable.
    Achieve(Expr),
    /// `!!g`: pursue a goal in an intention of its own.
    AchieveNew(Expr),
    /// `?f`: test a formula; a literal that is not believed becomes a test goal.
    Test(Expr),
    /// `+b`, `-b`, `-+b`, `++b` ...; with a [`Expr::Plan`] as `+{..}`, `+<{..}`, `+>{..}`, `-{..}` the plan library changes.
    Update(Update, Expr),
    /// An external action; also `true` and `false`.
    Action(Literal),
    /// An internal action; a functor with a dot.
    InternalAction(Literal),
    /// `X > 1`: fails the plan if it does not hold. Always a relational [`Expr::Binary`].
    Constraint(Expr),
    /// `a | b`, `not a`, `X + 1`, `[a]`: to Jason an external action, which no environment knows. Never relational.
    Formula(Expr),
    /// A variable that stands for a step or a body.
    Variable(Variable),
    /// `{a; b}` or `(a; b)`: steps executed in their place.
    Block(Body),
    /// `if (c) {..} elif (c) {..} else {..}`; the internal action `.if_then_else`.
    If {
        /// The conditions with their bodies, at least one.
        branches: Vec<Branch>,
        /// The body behind `else`.
        otherwise: Option<Body>,
    },
    /// `while (c) {..}`; the internal action `.loop`.
    While(Branch),
    /// `for (c) {..}`; the internal action `.foreach`.
    For(Branch),
    /// `a |&| b` or `a ||| b`; the internal action `.fork`. At least two bodies.
    Fork(Fork, Vec<Body>),
}

/// A condition and the body that depends on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The formula in parentheses.
    pub condition: Expr,
    /// The body in braces; may be empty.
    pub body: Body,
}

/// When a fork is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fork {
    /// `|&|`: when all bodies are.
    And,
    /// `|||`: when the first one is; the others are dropped.
    Or,
}

/// Changes of the belief base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `+b`
    Add,
    /// `+<b`: add, at the begin. The same as `+b`, which adds at the begin.
    AddBegin,
    /// `+>b`: add at the end.
    AddEnd,
    /// `++b`: add; the event gets an intention of its own.
    AddNew,
    /// `-b`
    Delete,
    /// `--b`: delete; the event gets an intention of its own.
    DeleteNew,
    /// `-+b`: delete what matches, then add.
    Replace,
}

impl Update {
    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Update::Add => "+",
            Update::AddBegin => "+<",
            Update::AddEnd => "+>",
            Update::AddNew => "++",
            Update::Delete => "-",
            Update::DeleteNew => "--",
            Update::Replace => "-+",
        }
    }
}
