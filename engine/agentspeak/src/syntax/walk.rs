//! Visits what is in a tree.

use super::tree::{Body, Expr, Item, Label, LabelName, List, Literal, Plan, Rule, Step, StepKind, Trigger, Variable};

/// Visits what a tree has, in the order of the text. What is inside of a thing follows it.
pub(crate) trait Visitor {
    fn literal(&mut self, _: &Literal) {}
    fn variable(&mut self, _: &Variable) {}
    fn step(&mut self, _: &Step) {}
    fn trigger(&mut self, _: &Trigger) {}
    fn expression(&mut self, _: &Expr) {}
    /// A plan that stands as a term.
    fn plan_term(&mut self, _: &Plan) {}
}

pub(crate) fn item(item: &Item, to: &mut impl Visitor) {
    match item {
        Item::Belief(it) | Item::Goal(it) => literal(it, to),
        Item::Rule(it) => rule(it, to),
        Item::Plan(it) => plan(it, to),
        Item::Directive(it) => {
            literal(&it.name, to);
            for inner in it.items.iter().flatten() {
                self::item(inner, to);
            }
        }
    }
}

pub(crate) fn rule(rule: &Rule, to: &mut impl Visitor) {
    literal(&rule.head, to);
    expr(&rule.body, to);
}

pub(crate) fn plan(plan: &Plan, to: &mut impl Visitor) {
    if let Some(it) = &plan.label {
        label(it, to);
    }
    trigger(&plan.trigger, to);
    for formula in [&plan.context, &plan.goal_condition].into_iter().flatten() {
        expr(formula, to);
    }
    body(&plan.body, to);
    for subplan in &plan.subplans {
        self::plan(subplan, to);
    }
}

fn label(label: &Label, to: &mut impl Visitor) {
    if let LabelName::Variable(it) = &label.name {
        variable(it, to);
    }
    list(label.annotations.as_deref(), to);
}

fn trigger(trigger: &Trigger, to: &mut impl Visitor) {
    to.trigger(trigger);
    expr(&trigger.subject, to);
}

pub(crate) fn body(body: &Body, to: &mut impl Visitor) {
    for step in &body.steps {
        to.step(step);
        match &step.kind {
            StepKind::Achieve(it)
            | StepKind::AchieveNew(it)
            | StepKind::Test(it)
            | StepKind::Update(_, it)
            | StepKind::Constraint(it)
            | StepKind::Formula(it) => expr(it, to),
            StepKind::Action(it) | StepKind::InternalAction(it) => literal(it, to),
            StepKind::Variable(it) => variable(it, to),
            StepKind::Block(it) => self::body(it, to),
            StepKind::If { branches, otherwise } => {
                for branch in branches {
                    expr(&branch.condition, to);
                    self::body(&branch.body, to);
                }
                if let Some(it) = otherwise {
                    self::body(it, to);
                }
            }
            StepKind::While(it) | StepKind::For(it) => {
                expr(&it.condition, to);
                self::body(&it.body, to);
            }
            StepKind::Fork(_, bodies) => bodies.iter().for_each(|it| self::body(it, to)),
        }
    }
}

fn list(list: Option<&List>, to: &mut impl Visitor) {
    let Some(list) = list else { return };
    list.elements.iter().for_each(|it| expr(it, to));
    if let Some(tail) = &list.tail {
        variable(tail, to);
    }
}

fn variable(it: &Variable, to: &mut impl Visitor) {
    to.variable(it);
    if let Some(super::tree::Namespace::Variable(namespace)) = &it.namespace {
        to.variable(namespace);
    }
    list(it.annotations.as_deref(), to);
}

fn literal(it: &Literal, to: &mut impl Visitor) {
    to.literal(it);
    if let Some(super::tree::Namespace::Variable(namespace)) = &it.namespace {
        to.variable(namespace);
    }
    it.arguments.iter().for_each(|it| expr(it, to));
    list(it.annotations.as_deref(), to);
}

pub(crate) fn expr(it: &Expr, to: &mut impl Visitor) {
    to.expression(it);
    match it {
        Expr::Number(_) | Expr::Text(_) => {}
        Expr::Variable(it) => variable(it, to),
        Expr::Literal(it) => literal(it, to),
        Expr::List(it) => list(Some(it), to),
        Expr::Unary(it) => expr(&it.operand, to),
        Expr::Binary(it) => {
            expr(&it.left, to);
            expr(&it.right, to);
        }
        Expr::Body(it) => body(it, to),
        Expr::Plan(it) => {
            to.plan_term(it);
            plan(it, to);
        }
        Expr::Trigger(it) => trigger(it, to),
        Expr::Rule(it) => rule(it, to),
    }
}
