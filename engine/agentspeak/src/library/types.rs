//! What kind of term something is.

use super::{Call, InternalAction, Result, action, each, holds};
use crate::term::{Contents, Kind, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".atom", 1, 1, |call| is(call, is_atom)),
    action(".ground", 1, 1, |call| is(call, Term::is_ground)),
    action(".internal_action", 1, 1, |call| is(call, is_internal_action)),
    action(".list", 1, 1, |call| is(call, |term| matches!(term, Term::List(_)))),
    action(".literal", 1, 1, |call| is(call, is_literal)),
    action(".number", 1, 1, |call| is(call, |term| matches!(term, Term::Number(_)))),
    action(".string", 1, 1, |call| is(call, |term| matches!(term, Term::String(_)))),
    action(".structure", 1, 1, |call| is(call, is_structure)),
    action(".type", 2, 2, type_of),
];

fn is(call: &mut Call<'_>, test: impl Fn(&Term) -> bool) -> Result {
    holds(test(&call.arguments[0]))
}

/// A constant of whichever namespace.
pub(super) fn is_atom(term: &Term) -> bool {
    match term {
        Term::Atom(_) => true,
        Term::Structure(structure) => {
            let signature = structure.functor().signature();
            let name = signature.kind == Kind::Literal && signature.arity == 0 || signature.kind == Kind::Message;
            name && !signature.negated && structure.annotations().is_none()
        }
        _ => false,
    }
}

fn is_internal_action(term: &Term) -> bool {
    match term {
        Term::Atom(name) => crate::bytecode::is_action(&name.name()),
        other => other.predicate().is_some_and(|functor| crate::bytecode::is_action(functor.name().name())),
    }
}

pub(super) fn is_literal(term: &Term) -> bool {
    matches!(term, Term::Atom(_) | Term::Structure(_))
}

fn is_structure(term: &Term) -> bool {
    matches!(term, Term::List(_)) || matches!(term, Term::Structure(_)) && !is_atom(term)
}

pub(super) fn is_body(term: &Term) -> bool {
    kind_of(term).is_some_and(|kind| matches!(kind, Kind::Step(_) | Kind::NoSteps))
}

fn kind_of(term: &Term) -> Option<Kind> {
    Some(term.as_structure()?.passing_functor().signature().kind)
}

fn holds_contents(term: &Term, test: impl Fn(&Contents) -> bool) -> bool {
    matches!(term, Term::Collection(collection) if test(&collection.contents()))
}

fn type_of(call: &mut Call<'_>) -> Result {
    let [term, kind] = call.arguments else { return Err(super::crash()) };
    let kinds: [(&str, bool); 13] = [
        ("number", matches!(term, Term::Number(_))),
        ("atom", is_atom(term)),
        ("literal", is_literal(term)),
        ("string", matches!(term, Term::String(_))),
        ("list", matches!(term, Term::List(_))),
        ("set", holds_contents(term, |contents| matches!(contents, Contents::Set(_)))),
        ("map", holds_contents(term, |contents| matches!(contents, Contents::Map(_)))),
        ("structure", is_structure(term)),
        ("rule", kind_of(term) == Some(Kind::Rule)),
        ("plan", is_body(term)),
        ("queue", holds_contents(term, |contents| matches!(contents, Contents::Queue(_) | Contents::PriorityQueue(_)))),
        ("ground", term.is_ground()),
        ("free", matches!(term, Term::Var(_))),
    ];
    let names: Vec<Term> = kinds.into_iter().filter(|(_, is)| *is).map(|(name, _)| Term::word(name)).collect();
    each(kind, names.into_iter())
}
