//! Calls of goals: what becomes of the variables in them.
//!
//! A goal that is pursued is an event, and its variables are nobody's: they are numbered from 0. The plan that is chosen has
//! them behind its own. When it has finished, what they stand for is given back to the variables of the plan that called.

use smallvec::SmallVec;

use super::Frame;
use crate::term::Term;

/// Gives what a finished plan was asked for back to the one that called it.
pub(super) fn give_back(finished: &Frame, caller: &mut Frame) {
    let called = std::mem::take(&mut caller.called);
    if called.is_empty() {
        return;
    }
    let results: SmallVec<[Term; 2]> =
        finished.returns.iter().map(|result| finished.bindings.apply(result)).collect();
    if results.iter().all(Term::is_settled) {
        for (var, result) in called.into_iter().zip(&results) {
            caller.bindings.unify(&Term::Var(var), result);
        }
        return;
    }
    // What is still open there becomes new variables here: the same ones in all results.
    let results = Term::list(results);
    let Term::List(results) = caller.bindings.adopt(&results) else { return };
    for (var, result) in called.into_iter().zip(results.items()) {
        caller.bindings.unify(&Term::Var(var), result);
    }
}
