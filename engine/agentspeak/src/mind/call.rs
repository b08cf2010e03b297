//! Calls of goals: what becomes of the variables in them.
//!
//! A goal that is pursued is an event, and its variables are nobody's: they are numbered from 0. The plan that is chosen has
//! them behind its own. When it has finished, what they stand for is given back to the variables of the plan that called.
//!
//! A plan that a last call replaces leaves its results behind, as far as they are known: what is open in them, the next plan
//! gives back. They are put together when the last one has finished, so that each step costs what it adds to the result.

use super::Frame;
use crate::term::{Term, Var};

/// Gives what a finished plan was asked for back to the one that called it.
pub(super) fn give_back(finished: &Frame, caller: &mut Frame) {
    let called = std::mem::take(&mut caller.called);
    // What is still open there becomes new variables here: the same ones in all results.
    let results = caller.bindings.adopt(&finished.bindings.apply(&results(finished)));
    let Term::List(results) = results else { return };
    for (var, result) in called.into_iter().zip(results.items()) {
        caller.bindings.unify(&Term::Var(var), result);
    }
}

/// Has the new plan give back what the one that it replaces would have.
pub(super) fn replace(top: &mut Frame, frame: &mut Frame) {
    let results = top.bindings.apply(&Term::list(std::mem::take(&mut top.returns)));
    let (results, open) = results.numbered();
    let given = std::mem::take(&mut frame.returns);
    frame.returns = open
        .iter()
        .map(|open| match top.called.iter().position(|var| same(top, *var, *open)) {
            Some(place) => given[place].clone(),
            None => Term::Var(frame.bindings.fresh_var()),
        })
        .collect();
    frame.replaced = std::mem::take(&mut top.replaced);
    if !is_passed_on(&results, open.len()) {
        frame.replaced.push(results);
    }
}

/// The results of a plan and of all that it has replaced, in terms of its variables.
fn results(finished: &Frame) -> Term {
    let mut next = Term::list(finished.returns.clone());
    for results in finished.replaced.iter().rev() {
        let Term::List(list) = &next else { break };
        let given: Vec<&Term> = list.items().collect();
        next =
            results.renamed(&mut |var| given.get(var.slot() as usize).map_or(Term::Var(var), |term| (*term).clone()));
    }
    next
}

/// Are the results, in which so many variables occur, these variables themselves? Then nothing needs to be kept of them, and a
/// loop that hands its results on takes no more memory with each step.
fn is_passed_on(results: &Term, open: usize) -> bool {
    let Term::List(results) = results else { return false };
    results.len() == open && results.items().all(|result| matches!(result, Term::Var(_)))
}

/// Are the two variables one by now?
fn same(frame: &Frame, one: Var, other: Var) -> bool {
    frame.bindings.apply(&Term::Var(one)) == Term::Var(other)
}
