//! Functions that ask the agent: `.count`, `math.random`, `system.time`, and those that a program registers.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Mind, World};
use crate::bytecode::Code;
use crate::query::Query;
use crate::stack::{self, with_stack};
use crate::term::{Atom, Bindings, Class, StructureBuilder, Term, Var};

/// The term with the values of its calls in their places, as far as they have any.
///
/// A call that is nested deeper than a stack is has none.
pub(crate) fn evaluated(mind: &mut Mind, world: &mut dyn World, term: &Term, bindings: &mut Bindings) -> Term {
    if term.is_settled() || stack::is_low() || !calls(term) {
        return term.clone();
    }
    match term {
        Term::List(list) => {
            let mut items = list.items();
            let all: Vec<Term> = items.by_ref().map(|item| evaluated(mind, world, item, bindings)).collect();
            let tail = items.tail().map_or(Term::List(crate::term::List::EMPTY), Term::Var);
            crate::term::List::with_tail(all, tail).map_or_else(|tail| tail, Term::List)
        }
        Term::Structure(structure) => {
            if structure.passing_functor().class() == Class::Call {
                return match value(mind, world, structure.functor().name(), structure.arguments(), bindings) {
                    Some(value) => Term::from(value),
                    None => term.clone(),
                };
            }
            let arguments: Vec<Term> =
                structure.arguments().iter().map(|argument| evaluated(mind, world, argument, bindings)).collect();
            if arguments == *structure.arguments() {
                return term.clone();
            }
            bindings.apply(&Term::Structure(structure.with_arguments(arguments)))
        }
        _ => term.clone(),
    }
}

/// Is there a call in it?
pub(crate) fn calls(term: &Term) -> bool {
    if stack::is_low() {
        return with_stack(|| calls(term));
    }
    match term {
        Term::List(list) => !term.is_settled() && list.items().any(calls),
        Term::Structure(structure) => {
            !term.is_settled()
                && (structure.passing_functor().class() == Class::Call || structure.arguments().iter().any(calls))
        }
        _ => false,
    }
}

fn value(
    mind: &mut Mind,
    world: &mut dyn World,
    name: Atom,
    arguments: &[Term],
    bindings: &mut Bindings,
) -> Option<f64> {
    match (name.name(), arguments) {
        ("math.random", [limit]) => Some(mind.random.number() * limit.as_number()?),
        ("math.random", []) => Some(mind.random.number()),
        ("system.time", []) => {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
            Some(since.as_millis() as f64)
        }
        (".count", [formula]) => {
            let mark = bindings.mark();
            let mut query = Query::new(Arc::new(Code::of(formula).ok()?), 0);
            let mut count = 0.0;
            while mind.ask(&mut query, bindings, world) {
                count += 1.0;
            }
            bindings.undo(mark);
            Some(count)
        }
        (name, arguments) => {
            let predicate =
                mind.functions.iter().find(|(known, arity, _)| **known == *name && *arity == arguments.len())?.2;
            let mark = bindings.mark();
            let result = Term::Var(Var::unnamed(bindings.fresh(1)));
            let question =
                StructureBuilder::new(predicate).arguments(arguments.iter().cloned()).arguments([result.clone()]);
            let mut query = Query::new(Arc::new(Code::of(&question.build()).ok()?), 0);
            let found = mind.ask(&mut query, bindings, world);
            let value = found.then(|| bindings.apply(&result).as_number()).flatten();
            bindings.undo(mark);
            value
        }
    }
}
