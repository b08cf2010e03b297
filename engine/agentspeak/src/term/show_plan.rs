//! Plans and their parts as Jason prints them where they are terms.

use std::fmt::{self, Formatter, Write};

use super::{Atom, Kind, Structure, Term};

/// Prints a body, a trigger, a plan or a rule; nothing comes back for other structures.
pub(super) fn show_plan(structure: &Structure, f: &mut Formatter<'_>) -> Option<fmt::Result> {
    Some(match (structure.passing_functor().signature().kind, structure.arguments()) {
        (Kind::NoSteps, _) if structure.is_bare() => Ok(()),
        (Kind::NoSteps, _) => f.write_str("{ }"),
        (Kind::Step(_), _) if structure.is_bare() => steps(structure, f),
        (Kind::Step(_), _) => braced(f, |f| steps(structure, f)),
        (Kind::Trigger(..), _) if structure.is_bare() => trigger(structure, f),
        (Kind::Trigger(..), _) => braced(f, |f| trigger(structure, f)),
        (Kind::Rule, [head, body]) if structure.is_bare() => write!(f, "{head} :- {body}"),
        (Kind::Rule, [head, body]) => write!(f, "{{ {head} :- {body} }}"),
        (Kind::Plan, [parts @ .., sub_plans]) if structure.is_bare() => {
            // Its end is that of the last sub-plan.
            let end = if matches!(sub_plans, Term::List(list) if !list.is_empty()) { "" } else { "." };
            plan(parts, sub_plans, f).and_then(|()| f.write_str(end))
        }
        (Kind::Plan, [parts @ .., sub_plans]) => braced(f, |f| plan(parts, sub_plans, f)),
        _ => return None,
    })
}

fn braced(f: &mut Formatter<'_>, inner: impl FnOnce(&mut Formatter<'_>) -> fmt::Result) -> fmt::Result {
    f.write_str("{ ")?;
    inner(f)?;
    f.write_str(" }")
}

/// The steps without braces.
fn steps(first: &Structure, f: &mut Formatter<'_>) -> fmt::Result {
    let mut step = first;
    while let (Kind::Step(kind), [what, rest]) = (step.passing_functor().signature().kind, step.arguments()) {
        write!(f, "{}{what}", kind.text())?;
        match rest {
            Term::Structure(rest) if rest.passing_functor().signature().kind != Kind::NoSteps => {
                f.write_str("; ")?;
                step = rest;
            }
            _ => break,
        }
    }
    Ok(())
}

fn trigger(structure: &Structure, f: &mut Formatter<'_>) -> fmt::Result {
    match (structure.passing_functor().signature().kind, structure.arguments()) {
        (Kind::Trigger(change, subject), [what]) => write!(f, "{}{}{what}", change.text(), subject.text()),
        _ => Ok(()),
    }
}

fn plan(parts: &[Term], sub_plans: &Term, f: &mut Formatter<'_>) -> fmt::Result {
    let [label, event, context, condition, body] = parts else { return Ok(()) };
    let is_there = |part: &&Term| !part.is_atom(Atom::NOTHING);
    if let Some(label) = Some(label).filter(is_there) {
        write!(f, "@{label} ")?;
    }
    match event {
        Term::Structure(event) => trigger(event, f)?,
        other => write!(f, "{other}")?,
    }
    if let Some(context) = Some(context).filter(is_there) {
        write!(f, " : {context}")?;
    }
    if let Some(condition) = Some(condition).filter(is_there) {
        write!(f, " <: {condition}")?;
    }
    let body = body.as_structure().filter(|body| body.passing_functor().signature().kind != Kind::NoSteps);
    let Term::List(sub_plans) = sub_plans else { return Ok(()) };
    if sub_plans.is_empty() {
        if let Some(body) = body {
            f.write_str(" <- ")?;
            steps(body, f)?;
        }
        return Ok(());
    }
    f.write_str(" {")?;
    if let Some(body) = body {
        f.write_str("\n   <- ")?;
        steps(body, f)?;
        f.write_char('.')?;
    }
    for sub_plan in sub_plans.items().filter_map(Term::as_structure) {
        f.write_str("\n   ")?;
        if let [parts @ .., sub_plans] = sub_plan.arguments() {
            plan(parts, sub_plans, f)?;
        }
        f.write_char('.')?;
    }
    f.write_str("\n}")
}
