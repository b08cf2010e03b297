//! The internal actions that are no part of the language: the user has to write them.

use std::collections::HashSet;

use super::super::expand::{Loaded, RegisteredFunction};
use super::super::source::Span;
use super::super::tree::{BinaryOp, Expr, Item, Literal, Plan, Step, StepKind};
use super::super::walk::{self, Visitor};
use super::FUNCTIONS;

/// The internal actions of a program's own (`package.name`), each with the place where it is called first.
#[must_use]
pub fn own_actions(loaded: &Loaded) -> Vec<(Box<str>, Span)> {
    let mut calls = Calls::default();
    for item in &loaded.program.items {
        match item {
            Item::Plan(plan) => calls.formulas(plan),
            Item::Rule(rule) => calls.formula(&rule.body),
            _ => {}
        }
        walk::item(item, &mut calls);
    }
    // A function may be an internal action itself, which is called with one argument more.
    for function in &loaded.functions {
        if let RegisteredFunction::Rule { predicate, span, .. } = function {
            calls.name(predicate, *span);
        }
    }
    // A function that the program registers may stand where a formula is due.
    let is_function = |name: &str| {
        loaded.functions.iter().any(|function| match function {
            RegisteredFunction::Rule { name: known, predicate, .. } => **known == *name && predicate != known,
            RegisteredFunction::Native { name: known, .. } => **known == *name,
        })
    };
    calls.found.retain(|(name, _)| !is_function(name));
    calls.found.sort_by_key(|(_, span)| (span.file, span.start));
    let mut seen = HashSet::new();
    calls.found.retain(|(name, _)| seen.insert(name.clone()));
    calls.found
}

#[derive(Default)]
struct Calls {
    found: Vec<(Box<str>, Span)>,
}

impl Calls {
    fn name(&mut self, name: &str, span: Span) {
        let is_own = name.find('.').is_some_and(|dot| dot > 0) && !name.starts_with('\'');
        if is_own && !FUNCTIONS.iter().any(|(known, ..)| *known == name) {
            self.found.push((name.into(), span));
        }
    }

    fn call(&mut self, literal: &Literal) {
        let name = &*literal.functor;
        self.name(&literal.functor, literal.span);
        // Those that ask formulas themselves.
        match (name, &literal.arguments[..]) {
            (".findall" | ".max" | ".min" | ".setof", [_, inner, _])
            | (".count", [inner, ..])
            | (".eval", [_, inner]) => {
                self.formula(inner);
            }
            _ => {}
        }
    }

    /// The actions that are called where a formula is asked.
    fn formula(&mut self, formula: &Expr) {
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match formula {
                Expr::Literal(literal) => self.call(literal),
                Expr::Unary(unary) => open.push(&unary.operand),
                Expr::Binary(binary) if matches!(binary.op, BinaryOp::And | BinaryOp::Or) => {
                    open.extend([&binary.left, &binary.right]);
                }
                _ => {}
            }
        }
    }

    fn formulas(&mut self, plan: &Plan) {
        for formula in [&plan.context, &plan.goal_condition].into_iter().flatten() {
            self.formula(formula);
        }
        plan.subplans.iter().for_each(|plan| self.formulas(plan));
    }
}

impl Visitor for Calls {
    fn step(&mut self, it: &Step) {
        match &it.kind {
            StepKind::InternalAction(literal) => self.call(literal),
            StepKind::Test(formula) => self.formula(formula),
            StepKind::If { branches, .. } => branches.iter().for_each(|branch| self.formula(&branch.condition)),
            StepKind::While(branch) | StepKind::For(branch) => self.formula(&branch.condition),
            _ => {}
        }
    }

    fn plan_term(&mut self, it: &Plan) {
        self.formulas(it);
    }
}
