//! Calls of goals: what becomes of the variables in them.
//!
//! A goal that is pursued is an event, and its variables are nobody's: they are numbered from 0. The plan that is chosen has
//! them behind its own. When it has finished, what they stand for is given back to the variables of the plan that called.

use super::Frame;
use crate::term::{Bindings, Term, Var};

/// The term with its variables numbered from 0, and which they were. It must have been applied to the bindings already.
pub(super) fn without_names(term: &Term, _bindings: &mut Bindings) -> (Term, Vec<Var>) {
    let mut variables = Vec::new();
    let renamed = term.renamed(&mut |var| {
        let number = variables.iter().position(|known| *known == var).unwrap_or_else(|| {
            variables.push(var);
            variables.len() - 1
        });
        Term::Var(Var::unnamed(number as u32))
    });
    (renamed, variables)
}

/// Gives what a finished plan was asked for back to the one that called it.
pub(super) fn give_back(finished: &Frame, caller: &mut Frame) {
    let called = std::mem::take(&mut caller.called);
    let mut fresh: Vec<(Var, Var)> = Vec::new();
    for (var, result) in called.into_iter().zip(&finished.returns) {
        let result = finished.bindings.apply(result);
        // What is still open there becomes a new variable here.
        let result = result.renamed(&mut |open| {
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
