//! Terms, arithmetic, relational and logical formulas: one type, since each can be an argument.

use super::{Body, Plan, Rule, Trigger};
use crate::syntax::source::Span;

/// A term or a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// `12`, `.5`, `1e3`.
    Number(Number),
    /// `"text"`.
    Text(Box<Text>),
    /// `X`, `_`, `_12X`, `~X[A]`, `N::X`.
    Variable(Box<Variable>),
    /// An atom, a structure, a literal with annotations, an internal action, a call of a function, `true`, `false`.
    Literal(Box<Literal>),
    /// `[a,b|T]`.
    List(Box<List>),
    /// `not f`, `-x`, `+x`.
    Unary(Box<UnaryExpr>),
    /// Two operands and what is between them.
    Binary(Box<BinaryExpr>),
    /// `{a; !b}`: plan body as a term. `{}` is the empty one.
    Body(Box<Body>),
    /// `{@l +!g : c <- b}`: plan as a term.
    Plan(Box<Plan>),
    /// `{+!g}`: trigger as a term.
    Trigger(Box<Trigger>),
    /// `{a :- b}`: rule as a term.
    Rule(Box<Rule>),
}

impl Expr {
    /// Where it stands. Braces of a braced term and written parentheses of an operation belong to it.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Expr::Number(it) => it.span,
            Expr::Text(it) => it.span,
            Expr::Variable(it) => it.span,
            Expr::Literal(it) => it.span,
            Expr::List(it) => it.span,
            Expr::Unary(it) => it.span,
            Expr::Binary(it) => it.span,
            Expr::Body(it) => it.span,
            Expr::Plan(it) => it.span,
            Expr::Trigger(it) => it.span,
            Expr::Rule(it) => it.span,
        }
    }
}

/// A number; all are doubles, as in Jason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its value.
    pub value: f64,
    /// Where it stands.
    pub span: Span,
}

/// A string.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Its characters, escapes replaced.
    pub value: Box<str>,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// What stands before `::`.
#[derive(Clone, Debug, PartialEq)]
pub enum Namespace {
    /// `::a`, and `this_ns::a`: the namespace of the file or of the directive around. Gone after expansion.
    This(Span),
    /// `default::a`; after expansion the same as no namespace, so gone as well.
    Default(Span),
    /// `ns::a`. A local one is renamed by expansion as Jason does (`#1ns`).
    Named(Box<str>, Span),
    /// `N::a`.
    Variable(Box<Variable>),
}

/// How a variable was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// `X`: the same one wherever the name stands.
    Named,
    /// `_` and `_name`: another one at each place.
    Anonymous,
    /// `_12` and `_12X`: without a name of the programmer's, but the same one wherever it stands.
    Numbered,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// What stands before `::`.
    pub namespace: Option<Namespace>,
    /// Whether `~` stands before it.
    pub negated: bool,
    /// The name as written: `X`, `_`, `_12X`.
    pub name: Box<str>,
    /// What kind of name that is.
    pub kind: VariableKind,
    /// `X[a,b]`.
    pub annotations: Option<Box<List>>,
    /// Where it stands.
    pub span: Span,
}

/// A literal, down to the atom, and also a call of an internal action or of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// What stands before `::`.
    pub namespace: Option<Namespace>,
    /// Whether `~` stands before it.
    pub negated: bool,
    /// The functor. A quoted one keeps its quotes, as in Jason, where `'a'` is not `a`. `true` and `false` are literals
    /// with these functors and nothing else.
    pub functor: Box<str>,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// The annotations; a set, written as a list that may have a tail.
    pub annotations: Option<Box<List>>,
    /// Where it stands.
    pub span: Span,
}

impl Literal {
    /// An atom or structure that stands in no text.
    #[must_use]
    pub fn new(functor: impl Into<Box<str>>, arguments: Vec<Expr>) -> Self {
        Literal {
            namespace: None,
            negated: false,
            functor: functor.into(),
            arguments,
            annotations: None,
            span: Span::NONE,
        }
    }

    /// Whether it is a plain atom: no namespace, sign, arguments or annotations.
    #[must_use]
    pub fn is_atom(&self) -> bool {
        self.namespace.is_none() && !self.negated && self.arguments.is_empty() && self.annotations.is_none()
    }

    /// Whether it is the formula `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        &*self.functor == "true"
    }

    /// Whether it is the formula `false`.
    #[must_use]
    pub fn is_false(&self) -> bool {
        &*self.functor == "false"
    }

    /// Whether it has the name of an internal action or of a function: a dot outside quotes (`.print`, `math.abs`).
    #[must_use]
    pub fn is_dotted(&self) -> bool {
        !self.functor.starts_with('\'') && self.functor.contains('.')
    }
}

/// A list.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The elements; those of a list as tail (`[a|[b]]`) are among them.
    pub elements: Vec<Expr>,
    /// The variable behind `|`; alone in `[|T]`, which annotations have (`p[|T]`).
    pub tail: Option<Box<Variable>>,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// An operation on one operand.
#[derive(Clone, Debug, PartialEq)]
pub struct UnaryExpr {
    /// The operator.
    pub op: UnaryOp,
    /// The operand.
    pub operand: Expr,
    /// Where it stands, from its parenthesis if one was written.
    pub span: Span,
}

/// An operation on two operands.
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryExpr {
    /// The operator.
    pub op: BinaryOp,
    /// What stands before it.
    pub left: Expr,
    /// What stands behind it.
    pub right: Expr,
    /// Where it stands, from its parenthesis if one was written.
    pub span: Span,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
    /// `+`
    Plus,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `|`
    Or,
    /// `&`
    And,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `\==`
    Different,
    /// `=`
    Unify,
    /// `=..`
    Univ,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `div`
    IntegerDivide,
    /// `mod`
    Modulo,
    /// `**`
    Power,
}

impl BinaryOp {
    /// Whether its operands and its value are numbers.
    #[must_use]
    pub fn is_arithmetic(self) -> bool {
        use BinaryOp::{Add, Divide, IntegerDivide, Modulo, Multiply, Power, Subtract};
        matches!(self, Add | Subtract | Multiply | Divide | IntegerDivide | Modulo | Power)
    }

    /// Whether its operands are formulas: `&` and `|`.
    #[must_use]
    pub fn is_logical(self) -> bool {
        matches!(self, BinaryOp::Or | BinaryOp::And)
    }

    /// Whether it compares two terms or numbers.
    #[must_use]
    pub fn is_relational(self) -> bool {
        !self.is_arithmetic() && !self.is_logical()
    }

    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "|",
            BinaryOp::And => "&",
            BinaryOp::Less => "<",
            BinaryOp::LessOrEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::Different => "\\==",
            BinaryOp::Unify => "=",
            BinaryOp::Univ => "=..",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::IntegerDivide => "div",
            BinaryOp::Modulo => "mod",
            BinaryOp::Power => "**",
        }
    }
}
