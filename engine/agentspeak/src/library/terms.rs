//! Terms as such: copies, annotations.

use std::sync::Arc;

use super::{Call, InternalAction, Result, action, crash, plans::relabelled, types::is_literal, uncounted};
use crate::mind::is_source;
use crate::stack::with_room;
use crate::term::{Annotations, Kind, Structure, StructureBuilder, Term};

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
            Term::list(list.items().map(|item| with_room(|| with_annotation(item, annotation))).collect::<Vec<_>>())
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

fn as_plan(term: &Term) -> Option<&Structure> {
    term.as_structure().filter(|structure| structure.functor().signature().kind == Kind::Plan)
}

/// Plans as they have been told by an agent.
pub(crate) fn plans_of(term: &Term, source: &Term) -> Term {
    match term {
        Term::List(list) => Term::list(list.items().map(|item| plans_of(item, source)).collect::<Vec<_>>()),
        other => {
            let Some(plan) = as_plan(other) else { return other.clone() };
            let told = Term::structure("source", [source.clone()]);
            match plan.arguments().first().and_then(StructureBuilder::from_literal) {
                Some(label) => relabelled(plan, label.annotation(told).build()),
                None => other.clone(),
            }
        }
    }
}

/// `source(S)`, with the sources that the literal had as annotations, in their place.
pub(crate) fn with_nested_source(term: &Term, source: &Term) -> Term {
    let told = Arc::new(Annotations::new([Term::structure("source", [source.clone()])], None));
    nested_source(term, source, &told)
}

/// The same, where this is what is said of a literal without annotations.
pub(crate) fn nested_source(term: &Term, source: &Term, told: &Arc<Annotations>) -> Term {
    match term {
        Term::List(list) => {
            return Term::list(
                list.items().map(|item| with_room(|| nested_source(item, source, told))).collect::<Vec<_>>(),
            );
        }
        Term::Structure(structure) if structure.annotations().is_none() && term.predicate().is_some() => {
            let (functor, arguments) = (structure.functor(), structure.arguments().iter().cloned());
            return Term::Structure(Structure::of_parts(functor, arguments, Some(Arc::clone(told))));
        }
        _ => {}
    }
    let Some(literal) = StructureBuilder::from_literal(term) else { return term.clone() };
    let own = term.annotations().map_or(&[][..], Annotations::items);
    let (sources, others): (Vec<Term>, Vec<Term>) = own.iter().cloned().partition(is_source);
    let Some(outer) = StructureBuilder::from_literal(&Term::structure("source", [source.clone()])) else {
        return term.clone();
    };
    let outer = outer.annotations(&Annotations::new(sources, None)).build();
    literal.without_annotations().annotations(&Annotations::new(others, None)).annotation(outer).build()
}

fn remove_sources(call: &mut Call<'_>) -> Result {
    let [term, _] = call.arguments else { return Err(crash()) };
    let without = without_sources(term);
    call.give_within(1, &without)
}

pub(crate) fn without_sources(term: &Term) -> Term {
    if let Term::List(list) = term {
        return Term::list(list.items().map(|item| with_room(|| without_sources(item))).collect::<Vec<_>>());
    }
    if let Some(plan) = as_plan(term) {
        // Its label says whose it is.
        let label = plan.arguments().first().map(without_sources);
        return label.map_or_else(|| term.clone(), |label| relabelled(plan, label));
    }
    let Some(literal) = StructureBuilder::from_literal(term) else { return term.clone() };
    let own = term.annotations().cloned().unwrap_or_default();
    let others: Vec<Term> = own.items().iter().filter(|annotation| !is_source(annotation)).cloned().collect();
    literal.without_annotations().annotations(&Annotations::new(others, own.rest())).build()
}
