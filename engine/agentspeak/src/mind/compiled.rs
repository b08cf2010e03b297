//! Plans as agents execute them, from plans as terms: whether those come from a file or were made as the program ran.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Action, Body, Deed, Plan, Trigger};
use crate::bytecode::{Code, CodeBuilder, Head, NotAFormula, Operand, is_action, is_formula};
use crate::stack::with_stack;
use crate::term::{Atom, Kind, Step, Structure, Term, Var};

/// A plan from a plan as a term, whose variables are numbered from 0 and have these names.
///
/// # Errors
///
/// What is wrong with it, if it cannot be executed.
pub fn plan(term: &Term, names: &Arc<[Option<Atom>]>, file: Option<&Arc<str>>) -> Result<Plan, String> {
    let parts = term.as_structure().filter(|structure| structure.passing_functor().signature().kind == Kind::Plan);
    let Some([label, trigger, context, condition, body_term, sub_plans]) = parts.map(|plan| plan.arguments()) else {
        return Err(format!("{term} is no plan"));
    };
    let trigger = Trigger::of_term(trigger).ok_or_else(|| format!("{trigger} is no trigger"))?;
    let sub_plans = match sub_plans {
        Term::List(sub_plans) => {
            let all =
                sub_plans.items().map(|sub_plan| Ok(Arc::new(Plan { head: None, ..plan(sub_plan, names, file)? })));
            all.collect::<Result<Vec<_>, String>>()?
        }
        _ => Vec::new(),
    };
    let has = |name: &str| label.annotations().is_some_and(|annotations| annotations.contains(&Term::atom(name)));
    let (atomic, goal_condition) = (has("atomic"), formula(condition)?);
    Ok(Plan {
        plain: !atomic && goal_condition.is_none() && sub_plans.is_empty(),
        label: label.clone(),
        head: Head::of(&trigger.literal, &is_single(term)),
        trigger,
        context: formula(context)?,
        goal_condition,
        body: body(body_term)?,
        sub_plans,
        names: Arc::clone(names),
        atomic,
        term: term.clone(),
        file: file.cloned(),
        source: file.cloned(),
    })
}

/// Is a variable of a plan named once in all of it?
fn is_single(plan: &Term) -> impl Fn(Var) -> bool {
    let (mut once, mut again) = (HashSet::new(), HashSet::new());
    plan.renamed(&mut |var| {
        if !once.insert(var.slot()) {
            again.insert(var.slot());
        }
        Term::Var(var)
    });
    move |var| !again.contains(&var.slot())
}

fn formula(term: &Term) -> Result<Option<Arc<Code>>, String> {
    if term.is_atom(Atom::NOTHING) || term.is_atom(Atom::TRUE) { Ok(None) } else { code(term).map(Some) }
}

fn code(term: &Term) -> Result<Arc<Code>, String> {
    let mut code = CodeBuilder::default();
    code.formula(term).map_err(|NotAFormula| format!("{term} is no formula"))?;
    Ok(Arc::new(code.build()))
}

/// A body from a body as a term.
///
/// # Errors
///
/// What is wrong with it, if it cannot be executed.
pub fn body(term: &Term) -> Result<Arc<Body>, String> {
    let mut deeds = Vec::new();
    let mut rest = term;
    loop {
        let Some(structure) = rest.as_structure() else { return Err(format!("{term} is no body")) };
        match (structure.passing_functor().signature().kind, structure.arguments()) {
            (Kind::NoSteps, _) => break,
            (Kind::Step(step), [what, behind]) => {
                deeds.push(Deed {
                    action: with_stack(|| action(step, what))?,
                    term: what.clone(),
                    line: structure.line(),
                });
                rest = behind;
            }
            _ => return Err(format!("{term} is no body")),
        }
    }
    Ok(deeds.into())
}

/// What a step does with a term.
///
/// # Errors
///
/// What is wrong with it, if it cannot be executed.
pub(super) fn action(step: Step, what: &Term) -> Result<Action, String> {
    if let Term::Var(_) = what {
        return Ok(Action::Stand(step, what.clone()));
    }
    Ok(match step {
        Step::Achieve => Action::Achieve(Operand::of_literal(what)),
        Step::AchieveNew => Action::AchieveNew(Operand::of(what)),
        Step::Test => Action::Test(code(what)?, Operand::of(what)),
        Step::Do => deed(what)?,
        change => Action::Change(change, Operand::of(what)),
    })
}

fn deed(what: &Term) -> Result<Action, String> {
    let structure = match what {
        Term::Structure(structure) => structure,
        Term::Atom(name) if is_action(&name.name()) => return Ok(Action::Act(name.atom(), [].into())),
        _ => return Ok(Action::Perform(Operand::of(what))),
    };
    match structure.passing_functor().signature().kind {
        Kind::Relation(_) => Ok(Action::Hold(code(what)?)),
        Kind::Variable => Ok(Action::Stand(Step::Do, what.clone())),
        Kind::Literal if is_action(structure.functor().name().name()) => internal(structure),
        _ => Ok(Action::Perform(Operand::of(what))),
    }
}

/// An internal action; those that stand for a syntax of their own, and whose parts are written out, are done here.
fn internal(structure: &Structure) -> Result<Action, String> {
    let name = structure.functor().name();
    let is_body = |term: &Term| matches!(kind(term), Some(Kind::Step(_) | Kind::NoSteps));
    let act = Action::Act(name, structure.arguments().iter().map(Operand::of).collect());
    Ok(match (name.name(), structure.arguments()) {
        (".if_then_else" | ".foreach" | ".loop" | ".count", [condition, ..]) if !is_formula(condition) => act,
        (".findall" | ".setof", [_, condition, ..]) if !is_formula(condition) => act,
        (".if_then_else", [condition, then]) if is_body(then) => Action::If(code(condition)?, body(then)?, None),
        (".if_then_else", [condition, then, otherwise]) if is_body(then) && is_body(otherwise) => {
            Action::If(code(condition)?, body(then)?, Some(body(otherwise)?))
        }
        (".foreach", [condition, inner]) if is_body(inner) => Action::For(code(condition)?, body(inner)?),
        (".loop", [condition, inner]) if is_body(inner) => Action::While(code(condition)?, body(inner)?),
        (".findall" | ".setof", [_, _, _]) | (".count", [_, _]) => {
            Action::Ask(code(&Term::Structure(Structure::clone(structure)))?)
        }
        (".fork", [Term::Atom(which), branches @ ..]) if !branches.is_empty() && branches.iter().all(is_body) => {
            let all = which.name() == "and";
            Action::Fork(all, branches.iter().map(body).collect::<Result<_, _>>()?)
        }
        _ => act,
    })
}

fn kind(term: &Term) -> Option<Kind> {
    Some(term.as_structure()?.passing_functor().signature().kind)
}
