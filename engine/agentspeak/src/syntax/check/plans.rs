//! Plans that are never used: behind one that is for all that they are for, or for goals that no agent has.

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Expr, Item, Literal, Plan, Program, Trigger, TriggerKind, TriggerOp, VariableKind};
use crate::syntax::walk::{self, Visitor};
use std::collections::{HashMap, HashSet};

/// Goals whose plans the library's own plans ask for.
const HOOKS: &[&str] = &["kqml_received"];

/// Plans that stand, in the same file, behind one that is applicable whenever they are: an agent takes the first.
///
/// A file that includes another, or is included, may have its plans before that one's on purpose.
pub(super) fn behind_others(program: &Program, found: &mut Vec<Diagnostic>) {
    let mut removing = Actions::of(&[".remove_plan"]);
    program.items.iter().for_each(|it| walk::item(it, &mut removing));
    if removing.used {
        return;
    }
    let mut general: HashMap<_, Span> = HashMap::new();
    for (plan, event) in program.items.iter().filter_map(plan_for_a_literal) {
        let Trigger { op, kind, span, .. } = plan.trigger;
        let name = (span.file, op, kind, super::name(event));
        if let Some(first) = general.get(&name) {
            let message = "this plan is never used: another one is always applicable and stands before it";
            found.push(
                Diagnostic::warning(span, message)
                    .with_place(*first, "this one")
                    .with_help("exchange the two, or give the first a context"),
            );
        } else if span.is_some() && always_applicable(plan) && takes_all(event) {
            general.insert(name, span);
        }
    }
}

/// With the literal. Plans that a goal pattern has made cannot be corrected by the user.
fn plan_for_a_literal(item: &Item) -> Option<(&Plan, &Literal)> {
    let Item::Plan(plan) = item else { return None };
    let Expr::Literal(event) = &plan.trigger.subject else { return None };
    // its spans are the directive's, all of them (spans are no part of what is equal in trees)
    let made = (plan.mark.start, plan.mark.end) == (plan.span.start, plan.span.end);
    (!made && plan.trigger.op != TriggerOp::GoalState).then_some((plan, &**event))
}

fn always_applicable(plan: &Plan) -> bool {
    plan.context.as_ref().is_none_or(|it| matches!(it, Expr::Literal(formula) if formula.is_true()))
}

/// Whether an event's literal matches all of its name: each argument is another variable, nothing is annotated.
fn takes_all(event: &Literal) -> bool {
    let mut names = HashSet::new();
    event.annotations.is_none()
        && event.arguments.iter().all(|it| {
            let Expr::Variable(variable) = it else { return false };
            !variable.negated
                && variable.namespace.is_none()
                && variable.annotations.is_none()
                && (variable.kind == VariableKind::Anonymous || names.insert(&variable.name))
        })
}

/// For each program, its plans for goals that are found in none of them: neither pursued, nor in what is sent, nor in
/// a belief or anything else that could become a goal.
pub(super) fn without_goals<'a>(programs: impl Iterator<Item = &'a Program> + Clone) -> Vec<Vec<Diagnostic>> {
    let mut mentions = Mentions::default();
    let mut reading = Actions::of(&[".add_plan", ".include", ".term2string"]);
    for item in programs.clone().flat_map(|it| &it.items) {
        walk::item(item, &mut mentions);
        walk::item(item, &mut reading);
    }
    programs
        .map(|program| if mentions.texts || reading.used { Vec::new() } else { mentions.missed_by(program) })
        .collect()
}

/// How often names stand somewhere other than as a plan's event.
#[derive(Default)]
struct Mentions {
    times: HashMap<(Box<str>, usize), isize>,
    /// A text is sent, which can be a goal.
    texts: bool,
}

impl Mentions {
    fn count(&mut self, literal: &Literal, times: isize) {
        *self.times.entry((literal.functor.clone(), literal.arguments.len())).or_default() += times;
    }

    fn missed_by(&self, program: &Program) -> Vec<Diagnostic> {
        let mut reported = HashSet::new();
        let mut found = Vec::new();
        for (plan, goal) in program.items.iter().filter_map(plan_for_a_literal) {
            let name = (goal.functor.clone(), goal.arguments.len());
            if plan.trigger.op == TriggerOp::Add
                && plan.trigger.kind != TriggerKind::Belief
                && plan.trigger.span.is_some()
                && !HOOKS.contains(&&*goal.functor)
                && self.times.get(&name).is_none_or(|times| *times == 0)
                && reported.insert(name)
            {
                let message = format!("no agent here has the goal `{}/{}`", goal.functor, goal.arguments.len());
                found.push(
                    Diagnostic::note(plan.trigger.span, message)
                        .with_help("check it together with the programs that send it, or remove the plan"),
                );
            }
        }
        found
    }
}

impl Visitor for Mentions {
    fn trigger(&mut self, it: &Trigger) {
        // its subject is visited as a literal, too
        if let Expr::Literal(event) = &it.subject {
            self.count(event, -1);
        }
    }

    fn literal(&mut self, it: &Literal) {
        self.count(it, 1);
        let sends = matches!(&*it.functor, ".send" | ".broadcast");
        self.texts |= sends && it.arguments.iter().any(|argument| matches!(argument, Expr::Text(_)));
    }
}

/// Whether some of these internal actions stand anywhere.
struct Actions {
    names: &'static [&'static str],
    used: bool,
}

impl Actions {
    fn of(names: &'static [&'static str]) -> Self {
        Self { names, used: false }
    }
}

impl Visitor for Actions {
    fn literal(&mut self, it: &Literal) {
        self.used |= self.names.contains(&&*it.functor);
    }
}
