//! Whom literals and plans are from.

use std::sync::{Arc, LazyLock};

use crate::stack::with_stack;
use crate::term::{Annotations, Atom, Functor, Kind, Structure, StructureBuilder, Term};

/// `source(NAME)`
pub(super) fn source(name: Atom) -> Term {
    static SOURCE: LazyLock<Functor> = LazyLock::new(|| Functor::new(Atom::SOURCE, 1));
    Term::Structure(Structure::new(*SOURCE, [Term::from(name)]))
}

/// The literal with a source, which is oneself where it has none.
pub(crate) fn with_source(literal: &Term) -> Term {
    with_own_source(literal, &source(Atom::SELF))
}

pub(super) fn with_own_source(literal: &Term, own_source: &Term) -> Term {
    let has_source = literal.annotations().is_some_and(|annotations| annotations.items().iter().any(is_source));
    match StructureBuilder::from_literal(literal) {
        Some(builder) if !has_source => builder.annotation(own_source.clone()).build(),
        _ => literal.clone(),
    }
}

#[inline]
pub(crate) fn is_source(annotation: &Term) -> bool {
    annotation.is_source()
}

/// The literal with these annotations as well.
pub(super) fn annotated(literal: &Term, annotations: impl IntoIterator<Item = Term>) -> Term {
    let Some(functor) = literal.predicate() else { return literal.clone() };
    let mut all = Annotations::new(annotations, None);
    if let Some(own) = literal.annotations() {
        all.extend(own);
    }
    if all.is_empty() {
        return literal.clone();
    }
    let arguments = literal.arguments().iter().cloned();
    Term::Structure(Structure::of_parts(functor, arguments, Some(Arc::new(all))))
}

pub(crate) fn as_plan(term: &Term) -> Option<&Structure> {
    term.as_structure().filter(|structure| structure.passing_functor().signature().kind == Kind::Plan)
}

/// Plans as they have been sent by an agent.
pub(crate) fn plans_of(term: &Term, source: &Term) -> Term {
    match term {
        Term::List(list) => Term::list(list.items().map(|item| plans_of(item, source)).collect::<Vec<_>>()),
        other => {
            let Some(plan) = as_plan(other) else { return other.clone() };
            let marks = Term::structure("source", [source.clone()]);
            match plan.arguments().first().and_then(StructureBuilder::from_literal) {
                Some(label) => relabelled(plan, label.annotation(marks).build()),
                None => other.clone(),
            }
        }
    }
}

/// `source(S)`, with the sources that the literal had as annotations, in their place.
pub(crate) fn with_nested_source(term: &Term, source: &Term) -> Term {
    let marks = Arc::new(Annotations::new([Term::structure("source", [source.clone()])], None));
    nested_source(term, source, &marks)
}

/// The same, where these are the marks of a literal without annotations.
pub(super) fn nested_source(term: &Term, source: &Term, marks: &Arc<Annotations>) -> Term {
    match term {
        Term::List(list) => {
            return Term::list(
                list.items().map(|item| with_stack(|| nested_source(item, source, marks))).collect::<Vec<_>>(),
            );
        }
        Term::Structure(structure) if structure.annotations().is_none() && term.is_literal() => {
            let (functor, arguments) = (structure.functor(), structure.arguments().iter().cloned());
            return Term::Structure(Structure::of_parts(functor, arguments, Some(Arc::clone(marks))));
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

/// The plan, as a term, with this label.
pub(crate) fn relabelled(plan: &Structure, label: Term) -> Term {
    let parts: Vec<Term> = std::iter::once(label).chain(plan.arguments().iter().skip(1).cloned()).collect();
    Term::Structure(Structure::new(plan.functor(), parts).written_as(plan))
}
