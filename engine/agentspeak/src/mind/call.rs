//! Calls of goals: what becomes of the variables in them.
//!
//! A goal that is pursued is an event, and its variables are nobody's: they are numbered from 0. The plan that is chosen has
//! them behind its own. When it has finished, what they stand for is given back to the variables of the plan that called.

use super::Frame;
use crate::term::{Annotations, Bindings, List, Structure, Term, Var};

/// The term with its variables numbered from 0, and which they were. It must have been applied to the bindings already.
pub(super) fn without_names(term: &Term, _bindings: &mut Bindings) -> (Term, Vec<Var>) {
    let mut variables = Vec::new();
    let renamed = rename(term, &mut |var| {
        let number = variables.iter().position(|known| *known == var).unwrap_or_else(|| {
            variables.push(var);
            variables.len() - 1
        });
        Term::Var(Var::unnamed(number as u32))
    });
    (renamed, variables)
}

/// The term with something else in the place of each variable.
pub(super) fn rename(term: &Term, to: &mut impl FnMut(Var) -> Term) -> Term {
    match term {
        Term::Var(var) => to(*var),
        Term::List(list) if !term.is_ground() => {
            let mut items = list.items();
            let renamed: Vec<Term> = items.by_ref().map(|item| rename(item, to)).collect();
            let tail = items.tail().map_or(Term::List(List::EMPTY), &mut *to);
            List::with_tail(renamed, tail).map_or_else(|tail| tail, Term::List)
        }
        Term::Structure(structure) if !structure.is_ground() => {
            let arguments: Vec<Term> = structure.arguments.iter().map(|argument| rename(argument, to)).collect();
            let annotations = structure.annotations().map(|annotations| rename_annotations(annotations, to));
            let renamed = Structure::with_annotations(structure.functor, arguments, annotations);
            Term::Structure(renamed.at_line(structure.line()).into())
        }
        _ => term.clone(),
    }
}

fn rename_annotations(annotations: &Annotations, to: &mut impl FnMut(Var) -> Term) -> Annotations {
    let items: Vec<Term> = annotations.items().iter().map(|item| rename(item, to)).collect();
    match annotations.rest().map(&mut *to) {
        Some(Term::Var(rest)) => Annotations::new(items, Some(rest)),
        Some(Term::List(more)) => Annotations::new(items.into_iter().chain(more.items().cloned()), None),
        _ => Annotations::new(items, None),
    }
}

/// Gives what a finished plan was asked for back to the one that called it.
pub(super) fn give_back(finished: &Frame, caller: &mut Frame) {
    let called = std::mem::take(&mut caller.called);
    let mut fresh: Vec<(Var, Var)> = Vec::new();
    for (var, result) in called.into_iter().zip(&finished.returns) {
        let result = finished.bindings.apply(result);
        // What is still open there becomes a new variable here.
        let result = rename(&result, &mut |open| {
            let known = fresh.iter().find(|(other, _)| *other == open).map(|(_, here)| *here);
            Term::Var(known.unwrap_or_else(|| {
                let here = caller.bindings.fresh_var();
                fresh.push((open, here));
                here
            }))
        });
        caller.bindings.unify(&Term::Var(var), &result);
    }
}
