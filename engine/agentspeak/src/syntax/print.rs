//! The tree as Jason's `toString` prints terms, plans and bodies; programs print those.
//!
//! What Jason replaces while it reads is printed as it is replaced: `if` is `.if_then_else`. Two things differ, since the
//! tree keeps what was written: annotations are not sorted, and what has no label gets none.

use super::tree::{
    BinaryExpr, BinaryOp, Body, Branch, Expr, Fork, Label, LabelName, List, Literal, Namespace, Plan, Rule, Step,
    StepKind, Trigger, UnaryExpr, UnaryOp, Update, Variable,
};
use crate::term::show_number;
use std::fmt::{self, Display, Formatter};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(it) => show_number(it.value, f),
            Expr::Text(it) => write!(f, "\"{}\"", it.value),
            Expr::Variable(it) => it.fmt(f),
            Expr::Literal(it) => it.fmt(f),
            Expr::List(it) => it.fmt(f),
            Expr::Unary(it) => it.fmt(f),
            Expr::Binary(it) => it.fmt(f),
            Expr::Body(it) if it.steps.is_empty() => f.write_str("{ }"),
            Expr::Body(it) => write!(f, "{{ {it} }}"),
            Expr::Plan(it) => {
                f.write_str("{ ")?;
                plan(it, f)?;
                f.write_str(if it.subplans.is_empty() { " }" } else { "\n} }" })
            }
            Expr::Trigger(it) => write!(f, "{{ {it} }}"),
            Expr::Rule(it) => write!(f, "{{ {it} }}"),
        }
    }
}

fn separated<T: Display>(items: &[T], separator: &str, f: &mut Formatter<'_>) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl Display for Namespace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Namespace::This(_) => f.write_str("::"),
            Namespace::Default(_) => f.write_str("default::"),
            Namespace::Named(name, _) => write!(f, "{name}::"),
            Namespace::Variable(it) => write!(f, "{it}::"),
        }
    }
}

fn head(namespace: Option<&Namespace>, negated: bool, f: &mut Formatter<'_>) -> fmt::Result {
    if let Some(namespace) = namespace {
        namespace.fmt(f)?;
    }
    f.write_str(if negated { "~" } else { "" })
}

fn annotations(list: Option<&List>, f: &mut Formatter<'_>) -> fmt::Result {
    match list {
        Some(list) if !list.elements.is_empty() || list.tail.is_some() => list.fmt(f),
        _ => Ok(()),
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(self.namespace.as_ref(), self.negated, f)?;
        f.write_str(&self.name)?;
        annotations(self.annotations.as_deref(), f)
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(self.namespace.as_ref(), self.negated, f)?;
        f.write_str(&self.functor)?;
        if !self.arguments.is_empty() {
            f.write_str("(")?;
            separated(&self.arguments, ",", f)?;
            f.write_str(")")?;
        }
        annotations(self.annotations.as_deref(), f)
    }
}

impl Display for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        separated(&self.elements, ",", f)?;
        if let Some(tail) = &self.tail {
            write!(f, "|{tail}")?;
        }
        f.write_str("]")
    }
}

impl Display for UnaryExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.op {
            UnaryOp::Not => write!(f, "not ({})", self.operand),
            UnaryOp::Minus => write!(f, "(-{})", self.operand),
            UnaryOp::Plus => write!(f, "(+{})", self.operand),
        }
    }
}

impl Display for BinaryExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tight = self.op.is_arithmetic() && !matches!(self.op, BinaryOp::Modulo | BinaryOp::IntegerDivide);
        let space = if tight { "" } else { " " };
        write!(f, "({}{space}{}{space}{})", self.left, self.op.symbol(), self.right)
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(&self.steps, "; ", f)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            StepKind::Achieve(it) => write!(f, "!{it}"),
            StepKind::AchieveNew(it) => write!(f, "!!{it}"),
            StepKind::Test(it) => write!(f, "?{it}"),
            StepKind::Update(Update::Delete, it @ Expr::Plan(_)) => write!(f, ".remove_plan({it})"),
            StepKind::Update(update, it @ Expr::Plan(_)) => {
                write!(f, ".add_plan({it},self,{})", if *update == Update::AddEnd { "end" } else { "begin" })
            }
            StepKind::Update(Update::AddBegin, it) => write!(f, "+{it}"),
            StepKind::Update(update, it) => write!(f, "{}{it}", update.symbol()),
            StepKind::Action(it) | StepKind::InternalAction(it) => it.fmt(f),
            StepKind::Constraint(it) | StepKind::Formula(it) => it.fmt(f),
            StepKind::Variable(it) => it.fmt(f),
            StepKind::Block(it) => write!(f, "{{ {it} }}"),
            StepKind::If { branches, otherwise } => conditional(branches, otherwise.as_ref(), f),
            StepKind::While(it) => write!(f, ".loop({},{})", it.condition, it.body),
            StepKind::For(it) => write!(f, ".foreach({},{})", it.condition, it.body),
            StepKind::Fork(fork, bodies) => {
                f.write_str(if *fork == Fork::And { ".fork(and," } else { ".fork(or," })?;
                separated(bodies, ",", f)?;
                f.write_str(")")
            }
        }
    }
}

/// A body without steps behind `else` is no body.
fn conditional(branches: &[Branch], otherwise: Option<&Body>, f: &mut Formatter<'_>) -> fmt::Result {
    for (index, branch) in branches.iter().enumerate() {
        f.write_str(if index > 0 { "," } else { "" })?;
        write!(f, ".if_then_else({},{}", branch.condition, branch.body)?;
    }
    if let Some(body) = otherwise.filter(|it| !it.steps.is_empty()) {
        write!(f, ",{body}")?;
    }
    for _ in branches {
        f.write_str(")")?;
    }
    Ok(())
}

impl Display for Trigger {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.op.symbol(), self.kind.symbol(), self.subject)
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} :- {}", self.head, self.body)
    }
}

impl Display for Label {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("@")?;
        match &self.name {
            LabelName::None => f.write_str("undefined")?,
            LabelName::Atom(name) => {
                head(self.namespace.as_ref(), false, f)?;
                f.write_str(name)?;
            }
            LabelName::Variable(it) => it.fmt(f)?,
        }
        annotations(self.annotations.as_deref(), f)
    }
}

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        plan(self, f)?;
        f.write_str(if self.subplans.is_empty() { "." } else { "\n}" })
    }
}

/// All but what ends it.
fn plan(it: &Plan, f: &mut Formatter<'_>) -> fmt::Result {
    if let Some(label) = &it.label {
        write!(f, "{label} ")?;
    }
    it.trigger.fmt(f)?;
    if let Some(context) = it.context.as_ref().filter(|it| !matches!(it, Expr::Literal(it) if it.is_true())) {
        write!(f, " : {context}")?;
    }
    if let Some(condition) = &it.goal_condition {
        write!(f, " <: {condition}")?;
    }
    if it.subplans.is_empty() {
        return if it.body.steps.is_empty() { Ok(()) } else { write!(f, " <- {}", it.body) };
    }
    f.write_str(" {")?;
    if !it.body.steps.is_empty() {
        write!(f, "\n   <- {}.", it.body)?;
    }
    for subplan in &it.subplans {
        write!(f, "\n   {subplan}")?;
    }
    Ok(())
}
