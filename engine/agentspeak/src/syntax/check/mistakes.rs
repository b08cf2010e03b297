//! Mistakes that a run would show: what messages want, names of annotations, arithmetic on no number, and what never ends.

use std::collections::{HashMap, HashSet};

use super::library::PERFORMATIVES;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::nearest::{is_slip, nearest};
use crate::syntax::source::Span;
use crate::syntax::tree::{
    BinaryOp, Body, Expr, Item, Literal, Plan, Program, Rule, Step, StepKind, Trigger, TriggerKind, VariableKind,
};
use crate::syntax::walk::{self, Visitor};

/// Annotations that mean something to every agent.
const ANNOTATIONS: &[&str] = &["source"];

/// Those of plans' labels.
const LABELS: &[&str] = &["atomic", "breakpoint", "all_unifs", "priority"];

/// What is wrong in one program by itself.
pub(super) fn within(program: &Program, found: &mut Vec<Diagnostic>) {
    let mut mistakes = Mistakes { found };
    for item in &program.items {
        match item {
            Item::Plan(plan) => mistakes.plan(plan),
            Item::Rule(rule) => mistakes.rule(rule),
            _ => {}
        }
        walk::item(item, &mut mistakes);
    }
}

struct Mistakes<'a> {
    found: &'a mut Vec<Diagnostic>,
}

impl Mistakes<'_> {
    fn plan(&mut self, plan: &Plan) {
        if let (TriggerKind::Achieve, Expr::Variable(variable)) = (plan.trigger.kind, &plan.trigger.subject)
            && variable.kind == VariableKind::Named
            && variable.span.is_some()
            && !uses(plan, &variable.name)
        {
            let mut name: Vec<char> = variable.name.chars().collect();
            name[0] = name[0].to_ascii_lowercase();
            let name: String = name.into_iter().collect();
            let message = format!("this plan is for every goal: {} is a variable", variable.name);
            let help = format!("write `{name}` if that goal is meant, or `_{}`", variable.name);
            self.found.push(Diagnostic::warning(variable.span, message).with_help(help));
        }
        let label = plan.label.iter().filter_map(|label| label.annotations.as_deref()).flat_map(|list| &list.elements);
        self.annotations(label, LABELS);
        self.arithmetic(&plan.body);
        plan.subplans.iter().for_each(|plan| self.plan(plan));
    }

    /// A rule that asks for itself before anything else has no end, once what it asks for is not there.
    fn rule(&mut self, rule: &Rule) {
        let mut first = &rule.body;
        while let Expr::Binary(both) = first
            && both.op == BinaryOp::And
        {
            first = &both.left;
        }
        if let Expr::Literal(asked) = first
            && asked.functor == rule.head.functor
            && asked.arguments.len() == rule.head.arguments.len()
            && asked.negated == rule.head.negated
            && asked.span.is_some()
        {
            let message = "this rule asks for itself before anything else: that does not end";
            let help = "ask for something that is believed first";
            self.found.push(Diagnostic::warning(asked.span, message).with_help(help));
        }
    }

    fn annotations<'e>(&mut self, those: impl Iterator<Item = &'e Expr>, known: &[&str]) {
        for annotation in those {
            let Expr::Literal(annotation) = annotation else { continue };
            let meant = known.iter().find(|known| is_slip(&annotation.functor, known));
            if let Some(meant) = meant.filter(|_| annotation.span.is_some()) {
                let message = format!("the annotation `{}` means nothing", annotation.functor);
                let help = format!("perhaps `{meant}` is meant");
                self.found.push(Diagnostic::warning(annotation.span, message).with_help(help));
            }
        }
    }

    /// Sums of variables that stand for something else than a number.
    fn arithmetic(&mut self, body: &Body) {
        let mut others: HashMap<&str, &Expr> = HashMap::new();
        for step in &body.steps {
            let mut sums = Sums::default();
            step_of(step, &mut sums);
            for (name, span) in sums.operands {
                if let Some(value) = others.get(&*name).filter(|_| span.is_some()) {
                    let message = format!("{name} is no number here: this gives NaN");
                    let diagnostic = Diagnostic::warning(span, message).with_place(value.span(), "this is its value");
                    self.found.push(diagnostic);
                }
            }
            if let StepKind::Constraint(Expr::Binary(it)) = &step.kind
                && let (BinaryOp::Unify, Expr::Variable(variable)) = (it.op, &it.left)
                && is_no_number(&it.right)
            {
                others.insert(&variable.name, &it.right);
            }
        }
    }
}

/// Is it something that no sum can be made of?
fn is_no_number(value: &Expr) -> bool {
    match value {
        Expr::Text(_) | Expr::List(_) => true,
        Expr::Literal(it) => !it.is_dotted() && it.namespace.is_none(),
        _ => false,
    }
}

/// The operands of a step's sums that are variables.
#[derive(Default)]
struct Sums {
    operands: Vec<(Box<str>, Span)>,
}

impl Visitor for Sums {
    fn expression(&mut self, it: &Expr) {
        let Expr::Binary(sum) = it else { return };
        if !sum.op.is_arithmetic() {
            return;
        }
        for operand in [&sum.left, &sum.right] {
            if let Expr::Variable(variable) = operand {
                self.operands.push((variable.name.clone(), variable.span));
            }
        }
    }
}

fn step_of(step: &Step, to: &mut impl Visitor) {
    walk::body(&Body { steps: vec![step.clone()], span: step.span }, to);
}

/// Does the name stand anywhere but in the trigger?
fn uses(plan: &Plan, name: &str) -> bool {
    struct Uses<'a>(&'a str, usize);
    impl Visitor for Uses<'_> {
        fn variable(&mut self, it: &crate::syntax::tree::Variable) {
            self.1 += usize::from(*it.name == *self.0);
        }
    }
    let mut uses = Uses(name, 0);
    walk::plan(plan, &mut uses);
    uses.1 > 1
}

impl Visitor for Mistakes<'_> {
    fn literal(&mut self, it: &Literal) {
        let those = it.annotations.iter().flat_map(|list| &list.elements);
        self.annotations(those, ANNOTATIONS);
    }

    fn step(&mut self, it: &Step) {
        if let StepKind::While(branch) = &it.kind
            && matches!(&branch.condition, Expr::Literal(condition) if condition.is_true())
            && it.span.is_some()
            && !branch.body.steps.iter().any(may_end)
        {
            let message = "this loop never ends: its condition is always true, and no step in it waits or fails";
            self.found.push(Diagnostic::warning(branch.condition.span(), message));
        }
    }
}

/// May the step wait, fail, or end what it is in?
fn may_end(step: &Step) -> bool {
    const HARMLESS: &[&str] = &[".print", ".println", ".printf", ".log", ".concat", ".random"];
    match &step.kind {
        StepKind::Constraint(Expr::Binary(it)) => it.op != BinaryOp::Unify,
        StepKind::Update(..) | StepKind::AchieveNew(_) => false,
        StepKind::InternalAction(it) => !HARMLESS.contains(&&*it.functor),
        StepKind::Block(body) => body.steps.iter().any(may_end),
        _ => true,
    }
}

/// What messages of these programs want that none of them understands.
pub(super) fn performatives<'a>(programs: impl Iterator<Item = &'a Program> + Clone) -> Vec<Vec<Diagnostic>> {
    let mut known = Known::default();
    programs.clone().flat_map(|it| &it.items).for_each(|it| walk::item(it, &mut known));
    let found = |program: &Program| {
        let mut sent = Sent::default();
        program.items.iter().for_each(|it| walk::item(it, &mut sent));
        let unknown = |name: &str| !known.any && !PERFORMATIVES.contains(&name) && !known.names.contains(name);
        let wrong = sent.performatives.into_iter().filter(|(name, span)| span.is_some() && unknown(name));
        wrong.map(|(name, span)| no_performative(&name, span)).collect()
    };
    programs.map(found).collect()
}

fn no_performative(name: &str, span: Span) -> Diagnostic {
    let help = match nearest(name, PERFORMATIVES.iter().copied()) {
        Some(meant) => format!("perhaps `{meant}` is meant"),
        None => format!("a receiver needs a plan +!kqml_received(From, {name}, Content, Id)"),
    };
    Diagnostic::warning(span, format!("`{name}` is no performative")).with_help(help)
}

/// Performatives that programs have plans of their own for.
#[derive(Default)]
struct Known {
    names: HashSet<Box<str>>,
    any: bool,
}

impl Visitor for Known {
    fn trigger(&mut self, it: &Trigger) {
        let Expr::Literal(event) = &it.subject else { return };
        if &*event.functor == "kqml_received" {
            match event.arguments.get(1) {
                Some(Expr::Literal(name)) => drop(self.names.insert(name.functor.clone())),
                _ => self.any = true,
            }
        }
    }

    fn literal(&mut self, it: &Literal) {
        self.any |= matches!(&*it.functor, ".add_plan" | ".include");
    }
}

/// What messages want, and for whom they are.
#[derive(Default)]
struct Sent {
    performatives: Vec<(Box<str>, Span)>,
    receivers: Vec<(Box<str>, Span)>,
    makes_agents: bool,
}

impl Visitor for Sent {
    fn literal(&mut self, it: &Literal) {
        let performative = match (&*it.functor, &it.arguments[..]) {
            (".send", [to, performative, ..]) => {
                match to {
                    Expr::Literal(name) if name.is_atom() => self.receivers.push((name.functor.clone(), name.span)),
                    Expr::Text(name) => self.receivers.push((name.value.clone(), name.span)),
                    _ => {}
                }
                performative
            }
            (".broadcast", [performative, _]) => performative,
            (name, _) => {
                self.makes_agents |= matches!(name, ".create_agent" | ".clone" | ".include" | ".add_plan");
                return;
            }
        };
        if let Expr::Literal(name) = performative
            && name.is_atom()
        {
            self.performatives.push((name.functor.clone(), name.span));
        }
    }
}

/// Messages to agents that are not among those of these names, which are all there are, and actions of an environment that is not there.
#[must_use]
pub fn check_project(program: &Program, agents: &[String], has_environment: bool) -> Vec<Diagnostic> {
    let mut sent = Sent::default();
    program.items.iter().for_each(|it| walk::item(it, &mut sent));
    let mut found = Vec::new();
    if !sent.makes_agents {
        let is_there = |name: &str| matches!(name, "self" | "df") || agents.iter().any(|agent| agent == name);
        for (name, span) in sent.receivers.iter().filter(|(name, span)| span.is_some() && !is_there(name)) {
            let help = match nearest(name, agents.iter().map(String::as_str)) {
                Some(meant) => format!("perhaps `{meant}` is meant"),
                None => "the project has no agent of this name, and no program here makes one".to_owned(),
            };
            found.push(Diagnostic::warning(*span, format!("there is no agent `{name}`")).with_help(help));
        }
    }
    if !has_environment {
        let mut actions = Actions::default();
        program.items.iter().for_each(|it| walk::item(it, &mut actions));
        for (action, span) in actions.found {
            let message = format!("the project has no environment that could do `{action}`");
            let help = if actions.plans.contains(&action) {
                format!("perhaps the goal `!{action}` is meant, which has a plan")
            } else {
                "name its class in the project (`environment: ..`)".to_owned()
            };
            found.push(Diagnostic::warning(span, message).with_help(help));
        }
    }
    found
}

/// Actions of the environment, and the goals that have plans.
#[derive(Default)]
struct Actions {
    found: Vec<(Box<str>, Span)>,
    plans: HashSet<Box<str>>,
}

impl Visitor for Actions {
    fn step(&mut self, it: &Step) {
        if let StepKind::Action(action) = &it.kind
            && action.span.is_some()
            && !action.is_true()
            && !action.is_false()
        {
            self.found.push((action.functor.clone(), action.span));
        }
    }

    fn trigger(&mut self, it: &Trigger) {
        if let (TriggerKind::Achieve, Expr::Literal(goal)) = (it.kind, &it.subject) {
            self.plans.insert(goal.functor.clone());
        }
    }
}
