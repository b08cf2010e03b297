//! `=..`: literals as lists of their parts.

use crate::term::{Annotations, Atom, Bindings, Functor, List, StructureBuilder, Term};

/// Unifies a literal with a list `[namespace, functor, arguments, annotations]`, of which the namespace may be left out. Either
/// may be a variable.
pub(super) fn build(literal: &Term, list: &Term, bindings: &mut Bindings) -> bool {
    match (literal, list) {
        (Term::Var(_), Term::List(list)) => match literal_of(list) {
            Some(built) => bindings.unify(literal, &built),
            None => false,
        },
        (_, Term::Var(_)) => match parts_of(literal) {
            Some(parts) => bindings.unify(&Term::list(parts), list),
            None => false,
        },
        (_, Term::List(given)) => match parts_of(literal) {
            Some(parts) => {
                let skipped = if given.len() == 3 { 1 } else { 0 };
                bindings.unify(&Term::list(parts.into_iter().skip(skipped).collect::<Vec<_>>()), list)
            }
            None => false,
        },
        _ => false,
    }
}

fn parts_of(literal: &Term) -> Option<[Term; 4]> {
    let signature = literal.predicate()?.signature();
    let name = StructureBuilder::new(signature.name).negated(signature.negated).build();
    let arguments = literal.as_structure().map_or_else(Vec::new, |structure| structure.arguments.to_vec());
    let annotations = literal.annotations().cloned().unwrap_or_default();
    let annotations = match annotations.rest() {
        Some(rest) => {
            List::with_tail(annotations.items().to_vec(), Term::Var(rest)).map_or_else(|rest| rest, Term::List)
        }
        None => Term::list(annotations.items().to_vec()),
    };
    Some([Term::Atom(signature.namespace), name, Term::list(arguments), annotations])
}

fn literal_of(list: &List) -> Option<Term> {
    let mut parts: Vec<&Term> = list.items().collect();
    let namespace = match parts.len() {
        4 => match parts.remove(0) {
            Term::Atom(namespace) => *namespace,
            _ => return None,
        },
        _ => Atom::DEFAULT,
    };
    let mut parts = parts.into_iter();
    let (name, negated) = match parts.next()? {
        Term::String(text) => (Atom::new(text), false),
        other => {
            let signature = other.predicate().map(Functor::signature)?;
            (signature.name, signature.negated)
        }
    };
    let mut builder = StructureBuilder::new(name).namespace(namespace).negated(negated);
    if let Some(arguments) = parts.next() {
        let Term::List(arguments) = arguments else { return None };
        builder = builder.arguments(arguments.items().cloned());
    }
    if let Some(annotations) = parts.next() {
        let Term::List(annotations) = annotations else { return None };
        let mut items = annotations.items();
        let all: Vec<Term> = items.by_ref().cloned().collect();
        builder = builder.annotations(&Annotations::new(all, items.tail()));
    }
    Some(builder.build())
}
