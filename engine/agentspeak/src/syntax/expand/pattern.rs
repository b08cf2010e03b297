//! Goal patterns: commitment strategies as plans, in the order in which Jason adds them.

use super::Expansion;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::parser;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    BinaryExpr, BinaryOp, Body, Expr, Item, Literal, Plan, Step, StepKind, Trigger, TriggerKind, TriggerOp, UnaryExpr,
    UnaryOp, Update, Variable, VariableKind,
};
use std::collections::HashMap;

pub(super) fn is_pattern(name: &str) -> bool {
    matches!(name, "dg" | "bdg" | "ebdg" | "bc" | "smc" | "rc" | "omc" | "mg" | "sga")
}

/// The arguments that a pattern takes at least.
fn usage(name: &str) -> (usize, &'static str) {
    match name {
        "smc" => (2, "{begin smc(goal, failure)}"),
        "rc" => (2, "{begin rc(goal, motivation)}"),
        "omc" => (3, "{begin omc(goal, failure, motivation)}"),
        "sga" => (3, "{begin sga(\"+event\", \"context\", goal)}"),
        "bc" => (1, "{begin bc(goal)} or {begin bc(goal, ebdg(goal))}"),
        "mg" => (1, "{begin mg(goal)} or {begin mg(goal, bc(goal))}"),
        "ebdg" => (1, "{begin ebdg(goal)}"),
        "bdg" => (1, "{begin bdg(goal)}"),
        _ => (1, "{begin dg(goal)}"),
    }
}

impl Expansion<'_> {
    pub(super) fn pattern(&mut self, directive: &Literal, inner: Vec<Item>, span: Span, done: &mut Vec<Item>) {
        let mut plans = Vec::new();
        for item in inner {
            match item {
                Item::Plan(plan) => plans.push(plan),
                other => self.loaded.diagnostics.push(
                    Diagnostic::warning(other.span(), "a goal pattern drops what is not a plan")
                        .with_help("move it before the directive"),
                ),
            }
        }
        let mut directive = directive.clone();
        for argument in &mut directive.arguments {
            self.name_anonymous(argument);
        }
        let mut pattern = Pattern { span, beliefs: Vec::new() };
        match self.apply(&mut pattern, &directive, plans) {
            Ok(plans) => {
                done.extend(pattern.beliefs.into_iter().map(Item::Belief));
                done.extend(plans.into_iter().map(Item::Plan));
            }
            Err(diagnostics) => {
                self.loaded.diagnostics.extend(diagnostics.into_iter().map(Diagnostic::recoverable));
            }
        }
    }

    /// The same anonymous variable of a pattern's goal stands in several plans, and several times in each.
    fn name_anonymous(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Variable(it) if it.kind == VariableKind::Anonymous => {
                self.variables += 1;
                it.kind = VariableKind::Numbered;
                it.name = format!("_{}__", self.variables).into();
            }
            Expr::Literal(it) => it.arguments.iter_mut().for_each(|it| self.name_anonymous(it)),
            Expr::List(it) => it.elements.iter_mut().for_each(|it| self.name_anonymous(it)),
            _ => {}
        }
    }

    fn apply(
        &mut self,
        pattern: &mut Pattern,
        directive: &Literal,
        inner: Vec<Plan>,
    ) -> Result<Vec<Plan>, Vec<Diagnostic>> {
        let name = &*directive.functor;
        let (needed, form) = usage(name);
        let wrong = |message: &str| vec![Diagnostic::error(directive.span, message).with_help(format!("write {form}"))];
        if !is_pattern(name) {
            return Err(vec![
                Diagnostic::error(directive.span, format!("`{name}` is not a goal pattern"))
                    .with_help("there are dg, bdg, ebdg, bc, smc, rc, omc, mg and sga"),
            ]);
        }
        if directive.arguments.len() < needed {
            return Err(wrong(&format!("`{name}` needs {needed} arguments")));
        }
        if name == "sga" {
            return self.sga(pattern, directive, &wrong);
        }
        let literal = |at: usize| match &directive.arguments[at] {
            Expr::Literal(it) => Ok((**it).clone()),
            _ => Err(wrong(&format!("argument {} of `{name}` must be a literal", at + 1))),
        };
        let goal = literal(0)?;
        let part = |default: &str| match directive.arguments.get(1) {
            Some(Expr::Literal(it)) if matches!(name, "bc" | "mg") => (**it).clone(),
            _ => {
                let own = Literal::new(default, vec![Expr::Literal(Box::new(goal.clone()))]);
                Literal { span: directive.span, ..own }
            }
        };
        match name {
            "dg" => Ok(pattern.dg(&goal, inner)),
            "bdg" => Ok(pattern.with(pattern.dg(&goal, inner), vec![pattern.retry(&goal)])),
            "ebdg" => Ok(pattern.ebdg(&goal, inner)),
            "bc" => {
                let plans = self.apply(pattern, &part("bdg"), inner)?;
                let again = pattern.plan(achieve(TriggerOp::Add, &goal), None, vec![pursue(&goal)]);
                Ok(pattern.with(plans, vec![again]))
            }
            "mg" => {
                let plans = self.apply(pattern, &part("bc"), inner)?;
                pattern.beliefs.push(goal.clone());
                let again = pattern.plan(belief(TriggerOp::Delete, &goal), None, vec![pursue(&goal)]);
                Ok(pattern.with(plans, vec![again]))
            }
            "smc" => {
                let fail = literal(1)?;
                let plans = self.apply(pattern, &part("bc"), inner)?;
                let give_up =
                    pattern.plan(belief(TriggerOp::Add, &fail), None, vec![call(".fail_goal", vec![term(&goal)])]);
                Ok(pattern.with(plans, vec![give_up]))
            }
            "rc" => {
                let motivation = literal(1)?;
                let plans = self.apply(pattern, &part("bc"), inner)?;
                Ok(pattern.with(plans, vec![pattern.unmotivated(&motivation, &goal)]))
            }
            _ => {
                let (fail, motivation) = (literal(1)?, literal(2)?);
                let plans = self.apply(pattern, &part("bc"), inner)?;
                let added = vec![
                    pattern.plan(
                        belief(TriggerOp::Add, &fail),
                        Some(super_goal(&goal)),
                        vec![call(".fail_goal", vec![variable("G", VariableKind::Named)])],
                    ),
                    pattern.plan(belief(TriggerOp::Add, &fail), None, vec![call(".drop_intention", vec![term(&goal)])]),
                    pattern.unmotivated(&motivation, &goal),
                ];
                Ok(pattern.with(plans, added))
            }
        }
    }

    /// Sequenced goal adoption: one of the goals at a time.
    fn sga(
        &mut self,
        pattern: &Pattern,
        directive: &Literal,
        wrong: &dyn Fn(&str) -> Vec<Diagnostic>,
    ) -> Result<Vec<Plan>, Vec<Diagnostic>> {
        let [Expr::Text(event), Expr::Text(context), goal, ..] = &directive.arguments[..] else {
            return Err(wrong("`sga` needs an event and a context as strings, and a goal"));
        };
        let file = self.sources.add("the event of sga", &*event.value);
        let event = parser::trigger(self.sources, file)?;
        let file = self.sources.add("the context of sga", &*context.value);
        let context = parser::term(self.sources, file)?;
        let goal_literal = match goal {
            Expr::Literal(it) => (**it).clone(),
            _ => return Err(wrong("argument 3 of `sga` must be a literal")),
        };
        let pending = |argument: Expr| Literal::new("f__l", vec![argument]);
        let adopted = Literal::new("f__g", vec![goal.clone()]);
        let any = || Expr::Literal(Box::new(pending(variable("_", VariableKind::Anonymous))));
        let noted = pending(goal.clone());
        let idle = and(negation(any()), context.clone());
        Ok(vec![
            pattern.plan(event.clone(), Some(idle), vec![pursue(&adopted)]),
            pattern.plan(event, Some(and(any(), context)), vec![update(Update::Add, &noted)]),
            pattern.plan(
                achieve(TriggerOp::Add, &adopted),
                None,
                vec![update(Update::Add, &noted), pursue(&goal_literal), update(Update::Delete, &noted)],
            ),
            pattern.plan(achieve(TriggerOp::Delete, &adopted), None, vec![update(Update::Delete, &noted)]),
            pattern.plan(
                belief(TriggerOp::Delete, &noted),
                Some(Expr::Literal(Box::new(noted.clone()))),
                vec![pursue(&adopted)],
            ),
        ])
    }
}

struct Pattern {
    span: Span,
    beliefs: Vec<Literal>,
}

impl Pattern {
    fn with(&self, mut plans: Vec<Plan>, more: Vec<Plan>) -> Vec<Plan> {
        plans.extend(more);
        plans
    }

    fn plan(&self, trigger: Trigger, context: Option<Expr>, steps: Vec<StepKind>) -> Plan {
        let steps = steps.into_iter().map(|kind| Step { kind, span: self.span }).collect();
        Plan {
            label: None,
            trigger,
            context,
            goal_condition: None,
            body: Body { steps, span: self.span },
            subplans: Vec::new(),
            span: self.span,
            mark: self.span,
        }
    }

    /// Declarative goal: achieved when it is believed.
    fn dg(&self, goal: &Literal, inner: Vec<Plan>) -> Vec<Plan> {
        let mut plans = vec![
            self.plan(achieve(TriggerOp::Add, goal), Some(term(goal)), Vec::new()),
            self.plan(achieve(TriggerOp::Add, goal), Some(intended(goal)), Vec::new()),
        ];
        for mut plan in inner {
            if let Some(own) = own_goal(&plan, goal) {
                plan.body.steps.push(Step { kind: StepKind::Test(own), span: self.span });
            }
            plans.push(plan);
        }
        plans.push(self.plan(belief(TriggerOp::Add, goal), None, vec![call(".succeed_goal", vec![term(goal)])]));
        plans
    }

    /// Exclusive backtracking: each plan is tried once.
    fn ebdg(&self, goal: &Literal, inner: Vec<Plan>) -> Vec<Plan> {
        let mut plans = vec![self.plan(achieve(TriggerOp::Add, goal), Some(term(goal)), Vec::new())];
        let mut count = 0;
        for mut plan in inner {
            if let Some(own) = own_goal(&plan, goal) {
                count += 1;
                let number = Expr::Number(crate::syntax::tree::Number { value: f64::from(count), span: self.span });
                let tried = Literal::new("p__f", vec![number, term(goal)]);
                let untried = negation(Expr::Literal(Box::new(tried.clone())));
                plan.context = Some(match plan.context.take() {
                    Some(context) => and(untried, context),
                    None => untried,
                });
                plan.body.steps.insert(0, Step { kind: update(Update::Add, &tried), span: self.span });
                plan.body.steps.push(Step { kind: StepKind::Test(own), span: self.span });
            }
            plans.push(plan);
        }
        let forget = || {
            let all = Literal::new("p__f", vec![variable("_", VariableKind::Anonymous), term(goal)]);
            call(".abolish", vec![Expr::Literal(Box::new(all))])
        };
        plans.push(self.retry(goal));
        plans.push(self.plan(
            belief(TriggerOp::Add, goal),
            None,
            vec![forget(), call(".succeed_goal", vec![term(goal)])],
        ));
        plans.push(self.plan(belief(TriggerOp::Delete, goal), None, vec![forget()]));
        plans
    }

    fn retry(&self, goal: &Literal) -> Plan {
        self.plan(achieve(TriggerOp::Delete, goal), None, vec![pursue(goal)])
    }

    fn unmotivated(&self, motivation: &Literal, goal: &Literal) -> Plan {
        self.plan(belief(TriggerOp::Delete, motivation), None, vec![call(".succeed_goal", vec![term(goal)])])
    }
}

fn term(literal: &Literal) -> Expr {
    Expr::Literal(Box::new(literal.clone()))
}

fn variable(name: &str, kind: VariableKind) -> Expr {
    let name = name.into();
    Expr::Variable(Box::new(Variable {
        namespace: None,
        negated: false,
        name,
        kind,
        annotations: None,
        span: Span::NONE,
    }))
}

fn achieve(op: TriggerOp, goal: &Literal) -> Trigger {
    Trigger { op, kind: TriggerKind::Achieve, subject: term(goal), span: goal.span }
}

fn belief(op: TriggerOp, belief: &Literal) -> Trigger {
    Trigger { op, kind: TriggerKind::Belief, subject: term(belief), span: belief.span }
}

fn pursue(goal: &Literal) -> StepKind {
    StepKind::Achieve(term(goal))
}

fn update(update: Update, belief: &Literal) -> StepKind {
    StepKind::Update(update, term(belief))
}

fn call(action: &str, arguments: Vec<Expr>) -> StepKind {
    StepKind::InternalAction(Literal::new(action, arguments))
}

fn negation(operand: Expr) -> Expr {
    Expr::Unary(Box::new(UnaryExpr { op: UnaryOp::Not, operand, span: Span::NONE }))
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr::Binary(Box::new(BinaryExpr { op: BinaryOp::And, left, right, span: Span::NONE }))
}

fn intended(goal: &Literal) -> Expr {
    Expr::Literal(Box::new(Literal::new(".intend", vec![term(goal)])))
}

/// `.intend(g, intention(_,[_,im(_,{+!G},_,_)|_]))`
fn super_goal(goal: &Literal) -> Expr {
    let any = || variable("_", VariableKind::Anonymous);
    let trigger = Trigger {
        op: TriggerOp::Add,
        kind: TriggerKind::Achieve,
        subject: variable("G", VariableKind::Named),
        span: Span::NONE,
    };
    let means = Literal::new("im", vec![any(), Expr::Trigger(Box::new(trigger)), any(), any()]);
    let Expr::Variable(tail) = any() else { unreachable!("a variable was made") };
    let stack = crate::syntax::tree::List {
        elements: vec![any(), Expr::Literal(Box::new(means))],
        tail: Some(tail),
        span: Span::NONE,
    };
    let intention = Literal::new("intention", vec![any(), Expr::List(Box::new(stack))]);
    Expr::Literal(Box::new(Literal::new(".intend", vec![term(goal), Expr::Literal(Box::new(intention))])))
}

/// The plan's goal, if the plan is for the pattern's goal.
fn own_goal(plan: &Plan, goal: &Literal) -> Option<Expr> {
    let fits = plan.trigger.kind == TriggerKind::Achieve
        && Bindings::default().unify(&plan.trigger.subject, &Expr::Literal(Box::new(goal.clone())));
    fits.then(|| plan.trigger.subject.clone())
}

#[derive(Default)]
struct Bindings(HashMap<Box<str>, Expr>);

impl Bindings {
    fn unify(&mut self, left: &Expr, right: &Expr) -> bool {
        let (left, right) = (self.value(left), self.value(right));
        match (&left, &right) {
            (Expr::Variable(a), Expr::Variable(b)) if a.name == b.name && a.kind != VariableKind::Anonymous => true,
            (Expr::Variable(it), other) | (other, Expr::Variable(it)) => {
                if it.kind != VariableKind::Anonymous && !self.mentions(other, &it.name) {
                    self.0.insert(it.name.clone(), other.clone());
                }
                true
            }
            (Expr::Literal(a), Expr::Literal(b)) => {
                a.functor == b.functor
                    && a.negated == b.negated
                    && a.namespace == b.namespace
                    && a.arguments.len() == b.arguments.len()
                    && a.arguments.iter().zip(&b.arguments).all(|(a, b)| self.unify(a, b))
                    && self.subset(a, b)
            }
            (Expr::List(a), Expr::List(b)) => {
                (a.tail.is_some() || b.tail.is_some() || a.elements.len() == b.elements.len())
                    && a.elements.iter().zip(&b.elements).all(|(a, b)| self.unify(a, b))
            }
            (a, b) => a == b,
        }
    }

    /// A variable bound to what has it inside would have no end.
    fn mentions(&self, expr: &Expr, name: &str) -> bool {
        match expr {
            Expr::Variable(it) => &*it.name == name || self.0.get(&it.name).is_some_and(|it| self.mentions(it, name)),
            Expr::Literal(it) => it.arguments.iter().any(|it| self.mentions(it, name)),
            Expr::List(it) => it.elements.iter().any(|it| self.mentions(it, name)),
            _ => false,
        }
    }

    fn value(&self, expr: &Expr) -> Expr {
        let mut found = expr;
        // A chain of variables is not longer than the number of them.
        for _ in 0..=self.0.len() {
            match found {
                Expr::Variable(it) => match self.0.get(&it.name) {
                    Some(value) => found = value,
                    None => break,
                },
                _ => break,
            }
        }
        found.clone()
    }

    /// Whether the annotations of `a` are among those of `b`.
    fn subset(&mut self, a: &Literal, b: &Literal) -> bool {
        let Some(wanted) = &a.annotations else { return true };
        let none = Vec::new();
        let had = b.annotations.as_ref().map_or(&none, |it| &it.elements);
        wanted.elements.iter().all(|wanted| had.iter().any(|had| self.unify(wanted, had)))
    }
}
