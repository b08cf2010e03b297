//! Whether goals and literals are meant by others.

use super::{Frame, Intention, Trigger};
use crate::belief::first_key;
use crate::term::{Bindings, Change, Structure, Subject, Term, Var};

/// Is it the beginning of a goal that is to be achieved?
pub(super) fn is_goal(trigger: &Trigger) -> bool {
    trigger.change == Change::Added && trigger.subject == Subject::Achieve
}

pub(super) fn is_for(frame: &Frame, goal: &Term) -> bool {
    is_goal(&frame.trigger) && unifies(goal, &frame.trigger.literal)
}

pub(super) fn has_goal(intention: &Intention, goal: &Term) -> bool {
    intention.frames.iter().any(|frame| is_for(frame, goal))
}

/// May the two unify, as far as predicates and first arguments show?
pub(crate) fn may_unify(one: &Term, other: &Term) -> bool {
    let Some(is_same) = one.is_of_predicate_of(other) else { return true };
    let keys = first_key(one).zip(first_key(other));
    is_same && keys.is_none_or(|(one, other)| one == other)
}

/// Do the two unify, whose variables have nothing to do with each other?
pub(crate) fn unifies(one: &Term, other: &Term) -> bool {
    // Most are distinguished without being renamed.
    if !may_unify(one, other) {
        return false;
    }
    let mut known: Vec<(bool, Var)> = Vec::new();
    let mut apart = |side: bool, var: Var| {
        let slot = known.iter().position(|other| *other == (side, var)).unwrap_or_else(|| {
            known.push((side, var));
            known.len() - 1
        });
        Term::Var(Var::unnamed(slot as u32))
    };
    let one = one.renamed(&mut |var| apart(false, var));
    let other = other.renamed(&mut |var| apart(true, var));
    Bindings::of(known.len() as u32).unify(&one, &other)
}

/// The predicate's literals with all arguments open: what `-+` takes away.
pub(super) fn opened(literal: &Term, bindings: &mut Bindings) -> Term {
    let Term::Structure(structure) = literal else { return literal.clone() };
    let arguments: Vec<Term> = structure.arguments().iter().map(|_| Term::Var(bindings.fresh_var())).collect();
    let annotations = structure.annotations().cloned();
    Term::Structure(Structure::with_annotations(structure.functor(), arguments, annotations))
}
