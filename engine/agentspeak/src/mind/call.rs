//! Calls of goals: what becomes of the variables in them.
//!
//! A goal that is pursued is an event, and its variables have no owner: they are numbered from 0. The plan that is chosen has
//! them behind its own. When it has finished, what they stand for is given back to the variables of the plan that called.
//!
//! A plan that a last call replaces leaves its results behind, as far as they are known: what is open in them, the next plan
//! gives back. They are put together when the last one has finished, so that each step costs what it adds to the result.

use smallvec::SmallVec;

use super::Frame;
use crate::term::{Term, Var, Variables, number_of};

/// Gives what a finished plan was asked for back to the one that called it.
pub(super) fn give_back(finished: &mut Frame, caller: &mut Frame) {
    if caller.called.is_empty() {
        return;
    }
    let Frame { bindings, given, replaced, .. } = finished;
    if replaced.is_empty() && given.iter().flatten().all(|result| bindings.deref(result).is_settled()) {
        for (var, result) in caller.called.iter().zip(given.iter()) {
            if let Some(result) = result {
                caller.bindings.give(*var, bindings.deref(result));
            }
        }
        caller.called.clear();
        return;
    }
    let called = std::mem::take(&mut caller.called);
    // What is still open there becomes new variables here: the same ones in all results.
    let results = results(finished);
    let results = caller.bindings.adopt(&finished.bindings.apply(&results));
    let Term::List(results) = results else { return };
    for (var, result) in called.into_iter().zip(results.items()) {
        caller.bindings.unify(&Term::Var(var), result);
    }
}

/// What a plan for a failure gives back is what was still open in the goal as the plan that failed was chosen for it: what that has bound
/// itself is lost.
pub(super) fn give_what_is_open(failed: &Frame, caller: &mut Frame) {
    if caller.called.is_empty() {
        return;
    }
    let mut open = Variables::new();
    for argument in failed.trigger.literal.arguments() {
        argument.renamed(&mut |var| Term::Var(Var::unnamed(number_of(var, &mut open))));
    }
    let called = std::mem::take(&mut caller.called);
    let asked = open.into_iter().map(|var| failed.place_of(var).and_then(|place| called.get(place).copied()));
    caller.called = asked.map(|var| var.unwrap_or_else(|| caller.bindings.fresh_var())).collect();
}

/// Has the new plan give back what the one that it replaces would have.
pub(super) fn replace(top: &mut Frame, frame: &mut Frame) {
    if let Some(places) = passed_on(top) {
        if !places.iter().copied().eq(0..frame.given.len() as u32) {
            frame.trigger.settle(&mut frame.given, &mut frame.bindings);
        }
        let mut own = std::mem::take(&mut frame.given);
        let passed = places.into_iter().map(|place| own.term_of(Var::unnamed(place), &mut frame.bindings));
        frame.given = passed.collect();
        frame.replaced = std::mem::take(&mut top.replaced);
        return;
    }
    let results = top.given.terms(&mut top.bindings);
    let results = top.bindings.apply(&Term::list(results));
    let (results, open) = results.numbered();
    frame.trigger.settle(&mut frame.given, &mut frame.bindings);
    let mut given = std::mem::take(&mut frame.given);
    frame.given = open
        .iter()
        .map(|open| match top.called.iter().position(|var| same(top, *var, *open)) {
            Some(place) => given.term_of(Var::unnamed(place as u32), &mut frame.bindings),
            None => Term::Var(frame.bindings.fresh_var()),
        })
        .collect();
    frame.replaced = std::mem::take(&mut top.replaced);
    if !is_passed_on(&results, open.len()) {
        frame.replaced.push(results);
    }
}

/// Where the results of the plan are all different variables with which it called the new one: which of those each is.
fn passed_on(top: &Frame) -> Option<SmallVec<[u32; 4]>> {
    let mut places = SmallVec::<[u32; 4]>::new();
    for result in top.given.iter() {
        let Term::Var(result) = top.bindings.deref(result.as_ref()?) else { return None };
        let is_it = |called: &Var| match top.bindings.value(*called) {
            Some(Term::Var(called)) => called == result,
            Some(_) => false,
            None => called == result,
        };
        let place = top.called.iter().position(is_it)? as u32;
        if places.contains(&place) {
            return None;
        }
        places.push(place);
    }
    Some(places)
}

/// The results of a plan and of all that it has replaced, in terms of its variables.
fn results(finished: &mut Frame) -> Term {
    let mut next = Term::list(finished.given.terms(&mut finished.bindings));
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
