//! Terms as such: copies, annotations.

use super::{Call, InternalAction, Result, action, crash, types::is_literal, uncounted};
use crate::mind::{as_plan, is_source, relabelled, with_nested_source};
use crate::stack::with_stack;
use crate::term::{Annotations, StructureBuilder, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".add_annot", 3, 3, add_annotation),
    action(".add_nested_source", 3, 3, add_nested_source),
    action(".copy_term", 2, 2, copy),
    uncounted(".remove_source_annot", 2, 2, remove_sources),
    action(".rename_apart", 2, 2, copy),
];

/// The term with new variables.
fn copy(call: &mut Call<'_>) -> Result {
    let [term, _] = call.arguments else { return Err(crash()) };
    if !is_literal(term) && !matches!(term, Term::List(_) | Term::Var(_)) {
        return Err(crash());
    }
    let copy = call.bindings.adopt(term);
    call.give(1, &copy)
}

fn add_annotation(call: &mut Call<'_>) -> Result {
    let [term, annotation, _] = call.arguments else { return Err(crash()) };
    let annotated = with_annotation(term, annotation);
    call.give_within(2, &annotated)
}

fn with_annotation(term: &Term, annotation: &Term) -> Term {
    match term {
        Term::List(list) => {
            Term::list(list.items().map(|item| with_stack(|| with_annotation(item, annotation))).collect::<Vec<_>>())
        }
        other => match StructureBuilder::from_literal(other) {
            Some(literal) => literal.annotation(annotation.clone()).build(),
            None => other.clone(),
        },
    }
}

fn add_nested_source(call: &mut Call<'_>) -> Result {
    let [term, source, _] = call.arguments else { return Err(crash()) };
    let nested = with_nested_source(term, source);
    call.give_within(2, &nested)
}

fn remove_sources(call: &mut Call<'_>) -> Result {
    let [term, _] = call.arguments else { return Err(crash()) };
    let without = without_sources(term);
    call.give_within(1, &without)
}

pub(crate) fn without_sources(term: &Term) -> Term {
    if let Term::List(list) = term {
        return Term::list(list.items().map(|item| with_stack(|| without_sources(item))).collect::<Vec<_>>());
    }
    if let Some(plan) = as_plan(term) {
        // Its label shows whose it is.
        let label = plan.arguments().first().map(without_sources);
        return label.map_or_else(|| term.clone(), |label| relabelled(plan, label));
    }
    let Some(literal) = StructureBuilder::from_literal(term) else { return term.clone() };
    let own = term.annotations().cloned().unwrap_or_default();
    let others: Vec<Term> = own.items().iter().filter(|annotation| !is_source(annotation)).cloned().collect();
    literal.without_annotations().annotations(&Annotations::new(others, own.rest())).build()
}
