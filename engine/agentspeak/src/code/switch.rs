//! The switch of a procedure with many plans on its first argument.

use std::collections::HashMap;

use super::program::{LIST, Switch};
use super::terms::{atomic, bare_functor, is_anonymous};
use crate::syntax::tree::{Expr, Plan};
use crate::word::Word;

/// By the first argument: the first plan that may be for it.
pub(super) fn switched(plans: &[&Plan], entries: &[u32], no_plan: u32) -> Switch {
    let first = |plan: &Plan| match &plan.trigger.subject {
        Expr::Literal(head) => head.arguments.first().cloned(),
        _ => None,
    };
    let keys: Vec<Key> = plans.iter().map(|plan| first(plan).map_or(Key::Any, |it| key(&it))).collect();
    let found = |fits: &dyn Fn(&Key) -> bool| {
        keys.iter().position(|key| matches!(key, Key::Any) || fits(key)).map_or(no_plan, |place| entries[place])
    };
    let mut switch = Switch {
        plain: HashMap::default(),
        other: found(&|_| false),
        structure: HashMap::default(),
        other_structure: found(&|_| false),
        all: entries.first().copied().unwrap_or(no_plan),
    };
    for key in &keys {
        match key {
            Key::Plain(word) => drop(switch.plain.insert(*word, found(&|it| it == key))),
            Key::Structure(functor) => drop(switch.structure.insert(*functor, found(&|it| it == key))),
            Key::Any => {}
        }
    }
    switch
}

#[derive(PartialEq)]
enum Key {
    Plain(u64),
    Structure(u32),
    Any,
}

fn key(argument: &Expr) -> Key {
    match argument {
        Expr::Variable(it) if is_anonymous(it) => Key::Any,
        Expr::Literal(it) if !it.arguments.is_empty() && !it.is_dotted() => Key::Structure(bare_functor(it).number()),
        Expr::List(it) if !it.elements.is_empty() => Key::Structure(LIST),
        other => match atomic(other) {
            Ok(Some(word)) if word.is_plain() && word != Word::number(-0.0) => Key::Plain(word.raw()),
            _ => Key::Any,
        },
    }
}
