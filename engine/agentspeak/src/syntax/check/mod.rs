//! What is probably a mistake in a program that can be read.

mod actions;
mod library;
mod mistakes;
mod plans;

use super::diagnostic::Diagnostic;
use super::expand::{Loaded, RegisteredFunction};
use super::nearest::nearest;
use super::tree::{
    Expr, Item, Literal, Plan, Program, Rule, Step, StepKind, Trigger, TriggerKind, TriggerOp, Update, Variable,
    VariableKind,
};
use super::walk::{self, Visitor};
use crate::Dialect;
use std::collections::{HashMap, HashSet};

pub use actions::own_actions;
pub(crate) use library::{PERFORMATIVES, names as standard_actions};
pub use mistakes::check_project;

/// Functions that are part of the language, with the arguments they take.
const FUNCTIONS: &[(&str, usize, usize)] = &[
    (".count", 1, 1),
    (".length", 1, 1),
    ("math.abs", 1, 1),
    ("math.acos", 1, 1),
    ("math.asin", 1, 1),
    ("math.atan", 1, 1),
    ("math.average", 1, 1),
    ("math.ceil", 1, 1),
    ("math.cos", 1, 1),
    ("math.e", 0, 0),
    ("math.floor", 1, 1),
    ("math.log", 1, 1),
    ("math.max", 1, 2),
    ("math.mean", 1, 1),
    ("math.median", 1, 1),
    ("math.min", 1, 2),
    ("math.pi", 0, 0),
    ("math.random", 0, 1),
    ("math.round", 1, 1),
    ("math.sin", 1, 1),
    ("math.sqrt", 1, 1),
    ("math.std_dev", 1, 1),
    ("math.sum", 1, 1),
    ("math.tan", 1, 1),
    ("system.time", 0, 0),
];

/// Warnings about each of some programs that belong together, and about what they include. Of those that can be read, it
/// reports as well which of their plans are for goals that none of them has.
#[must_use]
pub fn check_together(programs: &[Loaded], dialect: Dialect) -> Vec<Vec<Diagnostic>> {
    let readable = programs.iter().filter(|it| !it.has_errors());
    let mut unused = plans::without_goals(readable.map(|it| &it.program)).into_iter();
    let readable = programs.iter().filter(|it| !it.has_errors());
    let mut performatives = mistakes::performatives(readable.map(|it| &it.program)).into_iter();
    programs
        .iter()
        .map(|loaded| {
            if loaded.has_errors() {
                return Vec::new();
            }
            let mut found = check(loaded, dialect);
            found.extend(unused.next().unwrap_or_default());
            found.extend(performatives.next().unwrap_or_default());
            in_order(&mut found);
            found
        })
        .collect()
}

/// Warnings about a program and about what it includes.
#[must_use]
pub fn check(loaded: &Loaded, dialect: Dialect) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    goals(&loaded.program, &mut found);
    plans::behind_others(&loaded.program, &mut found);
    mistakes::within(&loaded.program, &mut found);
    for item in &loaded.program.items {
        match item {
            Item::Plan(plan) => singletons(|to| walk::plan(plan, to), "plan", &mut found),
            Item::Rule(rule) => rule_singletons(rule, &mut found),
            _ => {}
        }
        let mut calls = Calls { functions: &loaded.functions, dialect, found: &mut found };
        walk::item(item, &mut calls);
    }
    in_order(&mut found);
    found
}

fn in_order(found: &mut [Diagnostic]) {
    found.sort_by_key(|it| it.places.first().map(|(span, _)| (span.file, span.start)));
}

fn rule_singletons(rule: &Rule, found: &mut Vec<Diagnostic>) {
    singletons(|to| walk::rule(rule, to), "rule", found);
}

/// Variables that are there once: misspelt, or better `_`.
fn singletons(visit: impl FnOnce(&mut Variables), what: &str, found: &mut Vec<Diagnostic>) {
    let mut variables = Variables::default();
    visit(&mut variables);
    for (variable, times) in variables.order.iter().map(|name| &variables.seen[name]) {
        let is_found = found.iter().any(|it| {
            it.places.first().is_some_and(|(span, _)| {
                (span.file, span.start, span.end) == (variable.span.file, variable.span.start, variable.span.end)
            })
        });
        if *times == 1 && variable.span.is_some() && !is_found {
            let message = format!("the variable {} stands only once in this {what}", variable.name);
            found.push(
                Diagnostic::warning(variable.span, message)
                    .with_help(format!("write _{} if that is meant", variable.name)),
            );
        }
    }
}

#[derive(Default)]
struct Variables {
    seen: HashMap<Box<str>, (Variable, usize)>,
    order: Vec<Box<str>>,
}

impl Visitor for Variables {
    fn variable(&mut self, it: &Variable) {
        if it.kind != VariableKind::Named {
            return;
        }
        if let Some((_, times)) = self.seen.get_mut(&it.name) {
            *times += 1;
            return;
        }
        self.order.push(it.name.clone());
        self.seen.insert(it.name.clone(), (Variable { annotations: None, ..it.clone() }, 1));
    }
}

struct Calls<'a> {
    functions: &'a [RegisteredFunction],
    dialect: Dialect,
    found: &'a mut Vec<Diagnostic>,
}

impl Visitor for Calls<'_> {
    fn step(&mut self, it: &Step) {
        if let StepKind::Update(update @ (Update::AddNew | Update::DeleteNew | Update::Replace), Expr::Plan(_)) =
            &it.kind
        {
            let message = format!(
                "`{}` with a plan changes nothing, or has the agent forget what it has set out to do",
                update.symbol()
            );
            let help = "plans are added by `+{..}`, `+<{..}`, `+>{..}` and removed by `-{..}`";
            self.found.push(Diagnostic::warning(it.span, message).with_help(help));
        }
        if matches!(it.kind, StepKind::Formula(_)) && it.span.is_some() {
            let message = "this formula is executed as an external action, which no environment knows";
            self.found.push(Diagnostic::warning(it.span, message).with_help("test it: `?( .. )`"));
        }
    }

    fn literal(&mut self, it: &Literal) {
        if !it.functor.starts_with('.') || !it.span.is_some() {
            return;
        }
        let count = it.arguments.len();
        let fits = |(fewest, most): (usize, usize)| (fewest..=most).contains(&count);
        let function =
            FUNCTIONS.iter().find(|(name, ..)| **name == *it.functor).map(|(_, fewest, most)| (*fewest, *most));
        let registered = self.functions.iter().any(|known| match known {
            RegisteredFunction::Rule { name, .. } | RegisteredFunction::Native { name, .. } => *name == it.functor,
        });
        if registered || function.is_some_and(fits) {
            return;
        }
        match library::arguments(&it.functor, self.dialect) {
            None => {
                let mut diagnostic =
                    Diagnostic::warning(it.span, format!("there is no internal action `{}`", it.functor));
                if let Some(close) = nearest(&it.functor, library::names()) {
                    diagnostic = diagnostic.with_help(format!("perhaps `{close}` is meant"));
                }
                self.found.push(diagnostic);
            }
            Some(arguments) if !fits(arguments) => {
                let (fewest, most) = arguments;
                let wanted = match (fewest, most) {
                    (fewest, usize::MAX) => format!("at least {fewest}"),
                    (fewest, most) if fewest == most => format!("exactly {fewest}"),
                    (fewest, most) => format!("{fewest} to {most}"),
                };
                let message = format!("`{}` takes {wanted} arguments and not {count}", it.functor);
                self.found.push(Diagnostic::warning(it.span, message));
            }
            Some(_) => {}
        }
    }
}

/// A goal as plans are found for it: functor and number of arguments, in a namespace.
type Name = (String, usize);

fn name(literal: &Literal) -> Name {
    let namespace = literal.namespace.as_ref().map_or_else(String::new, ToString::to_string);
    (format!("{namespace}{}{}", if literal.negated { "~" } else { "" }, literal.functor), literal.arguments.len())
}

/// Goals that no plan is for. Goals can come from other agents, so plans without goals are no mistake; a deletion of a
/// goal that no agent can pursue here and no plan can add is.
fn goals(program: &Program, found: &mut Vec<Diagnostic>) {
    let mut goals = Goals::default();
    for item in &program.items {
        match item {
            Item::Plan(it) => goals.plan(it),
            Item::Goal(it) => goals.pursued.push(it.clone()),
            _ => {}
        }
        walk::item(item, &mut goals);
    }
    if goals.any {
        return;
    }
    for goal in &goals.pursued {
        if !goals.defined.contains(&name(goal)) && goal.span.is_some() && !goal.is_true() {
            let message = format!("no plan is for the goal `{}/{}`", goal.functor, goal.arguments.len());
            let mut diagnostic = Diagnostic::warning(goal.span, message);
            let others: Vec<usize> = goals
                .defined
                .iter()
                .filter(|(functor, _)| **functor == *goal.functor)
                .map(|(_, count)| *count)
                .collect();
            let (wanted, arity) = name(goal);
            let same = goals.defined.iter().filter(|(_, count)| *count == arity).map(|(functor, _)| functor.as_str());
            let mut same: Vec<&str> = same.collect();
            same.sort_unstable();
            let near = nearest(&wanted, same).map(|near| format!("`{near}/{arity}`"));
            let count = others.first().map(|count| format!("`{}/{count}`", goal.functor));
            let meant: Vec<String> = count.into_iter().chain(near).collect();
            if !meant.is_empty() {
                diagnostic = diagnostic.with_help(format!("there is one for {}", meant.join(", and one for ")));
            } else {
                diagnostic = diagnostic.with_help(format!("add a plan: +!{goal} <- .."));
            }
            found.push(diagnostic);
        }
    }
    for (trigger, goal) in &goals.failures {
        if !goals.defined.contains(&name(goal)) && trigger.span.is_some() {
            let message = format!("this plan is never used: no plan `+!{}` can fail", goal.functor);
            found.push(
                Diagnostic::warning(trigger.span, message).with_help("remove it, or correct the name or its arguments"),
            );
        }
    }
}

#[derive(Default)]
struct Goals {
    defined: HashSet<Name>,
    pursued: Vec<Literal>,
    failures: Vec<(Trigger, Literal)>,
    /// A plan is for any goal, or plans are added from text.
    any: bool,
}

impl Goals {
    fn plan(&mut self, plan: &Plan) {
        if let (TriggerKind::Achieve, Expr::Literal(goal)) = (plan.trigger.kind, &plan.trigger.subject)
            && plan.trigger.op == TriggerOp::Delete
        {
            self.failures.push((plan.trigger.clone(), (**goal).clone()));
        }
    }
}

impl Visitor for Goals {
    /// Plans, and also plan terms: they are there to be added, or to be sent.
    fn trigger(&mut self, it: &Trigger) {
        match (&it.subject, it.op, it.kind) {
            (Expr::Literal(goal), TriggerOp::Add, TriggerKind::Achieve) => {
                self.defined.insert(name(goal));
            }
            (Expr::Variable(_), TriggerOp::Add, TriggerKind::Achieve) => self.any = true,
            _ => {}
        }
    }

    fn literal(&mut self, it: &Literal) {
        if matches!(&*it.functor, ".add_plan" | ".include") {
            self.any = true;
        }
    }

    fn step(&mut self, step: &Step) {
        if let StepKind::Achieve(Expr::Literal(goal)) | StepKind::AchieveNew(Expr::Literal(goal)) = &step.kind {
            self.pursued.push((**goal).clone());
        }
    }
}

#[cfg(test)]
mod tests;
