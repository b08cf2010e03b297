//! `=..`: literals and plans as lists of their parts.

use crate::term::{Annotations, Atom, Bindings, Constant, Functor, Kind, List, StructureBuilder, Term};

/// Unifies a literal with a list `[namespace, functor, arguments, annotations]`, of which the namespace may be left out, or a plan
/// with `[label, trigger, context, body]`. Either may be a variable.
pub(super) fn build(literal: &Term, list: &Term, bindings: &mut Bindings) -> bool {
    if kind(literal) == Some(Kind::Plan) {
        return parts_of_plan(literal).is_some_and(|parts| bindings.unify(&Term::list(parts), list));
    }
    match (literal, list) {
        (Term::Var(_), Term::List(list)) => match plan_of(list).or_else(|| literal_of(list)) {
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

fn kind(term: &Term) -> Option<Kind> {
    Some(term.as_structure()?.passing_functor().signature().kind)
}

/// Of a plan that has a label and a context: of others, as in Jason, there are no parts.
fn parts_of_plan(plan: &Term) -> Option<[Term; 4]> {
    let [label, trigger, context, _, body, _] = plan.as_structure()?.arguments() else { return None };
    let is_there = |part: &Term| !part.is_atom(Atom::NOTHING) && !part.is_atom(Atom::TRUE);
    let has_all = is_there(label) && is_there(context);
    has_all.then(|| [label.clone(), trigger.without_braces(), context.clone(), body.without_braces()])
}

fn plan_of(list: &List) -> Option<Term> {
    let parts: Vec<&Term> = list.items().collect();
    let [label, trigger, context, body] = *parts else { return None };
    if !label.is_literal() {
        return None;
    }
    let is_body = |term: &Term| matches!(kind(term), Some(Kind::Step(_) | Kind::NoSteps));
    if !matches!(kind(trigger), Some(Kind::Trigger(..))) || !is_body(body) {
        return None;
    }
    let nothing = Term::from(Atom::NOTHING);
    let context = match context {
        truth if truth.is_atom(Atom::TRUE) => nothing.clone(),
        // `{p | q}` is a formula in the place of a body's only step.
        braced if is_body(braced) => braced.as_structure()?.arguments().first()?.clone(),
        formula => formula.clone(),
    };
    let parts = [label.clone(), trigger.without_braces(), context, nothing, body.without_braces(), Term::list([])];
    Some(Kind::Plan.of(parts).without_braces())
}

fn parts_of(literal: &Term) -> Option<[Term; 4]> {
    if let Term::Atom(_) = literal {
        return Some([Atom::DEFAULT.into(), literal.clone(), Term::list([]), Term::list([])]);
    }
    let signature = literal.predicate()?.signature();
    let name = StructureBuilder::new(signature.name).negated(signature.negated).build();
    let arguments = literal.as_structure().map_or_else(Vec::new, |structure| structure.arguments().to_vec());
    let annotations = literal.annotations().cloned().unwrap_or_default();
    let annotations = match annotations.rest() {
        Some(rest) => {
            List::with_tail(annotations.items().to_vec(), Term::Var(rest)).map_or_else(|rest| rest, Term::List)
        }
        None => Term::list(annotations.items().to_vec()),
    };
    Some([Term::from(signature.namespace), name, Term::list(arguments), annotations])
}

fn literal_of(list: &List) -> Option<Term> {
    let mut parts: Vec<&Term> = list.items().collect();
    let namespace = match parts.len() {
        4 => match parts.remove(0) {
            Term::Atom(namespace) => namespace.atom(),
            _ => return None,
        },
        _ => Atom::DEFAULT,
    };
    let mut parts = parts.into_iter();
    let (name, negated) = match parts.next()? {
        Term::String(text) => (Constant::new(text), false),
        Term::Atom(name) => (name.clone(), false),
        other => {
            let signature = other.predicate().map(Functor::signature)?;
            (signature.name.into(), signature.negated)
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
