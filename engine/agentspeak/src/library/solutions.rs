//! Questions asked by actions, and what is believed. `.findall`, `.setof` and `.count` are part of the query language itself.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Call, InternalAction, Result, action, crash, each, holds, types::is_atom, uncounted, wrong};
use crate::belief::Entry;
use crate::bytecode::{Code, Rule};
use crate::mind::with_source;
use crate::query::Query;
use crate::term::{Atom, Kind, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".abolish", 1, 1, abolish),
    action(".answer", 2, 3, answer),
    action(".asserta", 1, 1, |call| assert(call, "asserta", false)),
    action(".assertz", 1, 1, |call| assert(call, "assertz", true)),
    action(".belief", 1, 1, belief),
    action(".eval", 2, 2, eval),
    uncounted(".list_rules", 0, 0, list_rules),
    action(".max", 2, 3, |call| extreme(call, "max", Ordering::Greater)).once_at_most(2),
    action(".min", 2, 3, |call| extreme(call, "min", Ordering::Less)).once_at_most(2),
    action(".namespace", 1, 1, namespace),
    action(".namespace_get_prop", 2, 4, property).new_in_newest(),
    action(".namespace_set_prop", 3, 3, set_property).new_in_newest(),
];

fn eval(call: &mut Call<'_>) -> Result {
    let [_, formula] = call.arguments else { return Err(crash()) };
    let Ok(code) = Code::of(formula) else { return Err(wrong("eval", "second argument must be a logical formula")) };
    let mut query = Query::new(Arc::new(code), 0).leaving_traces();
    let truth = call.mind.ask(&mut query, call.bindings, call.world);
    query.end(call.bindings);
    call.give(0, &Term::truth(truth))
}

/// What is believed of a question, with the annotations that it did not ask for, but for the agent itself as a source; so
/// many answers at most, if a number is given. For the plans for messages.
fn answer(call: &mut Call<'_>) -> Result {
    let [question, result, most @ ..] = call.arguments else { return Err(crash()) };
    let most = most.first().and_then(Term::as_number).map_or(usize::MAX, |most| most as usize);
    match call.mind.answers(question, most, call.bindings, call.world) {
        Some(answers) => each(result, answers.into_iter()),
        None => holds(false),
    }
}

/// The facts, and the rules that hold always: a variable becomes the whole rule.
fn belief(call: &mut Call<'_>) -> Result {
    let [wanted] = call.arguments else { return Err(crash()) };
    let beliefs = &call.mind.beliefs;
    let whole = matches!(wanted, Term::Var(_));
    let facts = |entry: &Entry| match entry {
        Entry::Fact(fact) => Some(fact.clone()),
        Entry::Rule(rule) if whole => rule.is_always().then(|| written(rule)),
        Entry::Rule(rule) => rule.is_always().then(|| rule.head().clone()),
    };
    let found: Vec<Term> = match (wanted, wanted.predicate()) {
        (_, Some(predicate)) => beliefs.candidates(wanted, predicate).filter_map(facts).collect(),
        (Term::Var(_), None) => {
            beliefs.predicates().flat_map(|it| beliefs.entries(it).filter_map(facts).collect::<Vec<_>>()).collect()
        }
        _ => return Err(crash()),
    };
    // Variables of what always holds are its own.
    let found: Vec<Term> = found.iter().map(|fact| call.bindings.adopt(fact)).collect();
    each(wanted, found.into_iter())
}

/// The rule as it is written in a program.
pub(crate) fn written(rule: &Rule) -> Term {
    let body = rule.body().cloned().unwrap_or_else(|| Term::truth(true));
    Kind::Rule.of([rule.head().clone(), body]).without_braces()
}

fn list_rules(call: &mut Call<'_>) -> Result {
    let beliefs = &call.mind.beliefs;
    let entries = beliefs.predicates().flat_map(|predicate| beliefs.entries(predicate));
    let rules = entries.filter_map(|entry| match entry {
        Entry::Rule(rule) => Some(written(rule).to_string()),
        Entry::Fact(_) => None,
    });
    for rule in rules.collect::<Vec<_>>() {
        call.print(&rule);
    }
    holds(true)
}

fn abolish(call: &mut Call<'_>) -> Result {
    let [pattern] = call.arguments else { return Err(crash()) };
    let is_any = |term: &Term| match term {
        Term::Var(_) => true,
        Term::Structure(structure) => structure.passing_functor().signature().kind == Kind::Variable,
        _ => false,
    };
    if !is_any(pattern) && !pattern.is_literal() {
        return Err(wrong("abolish", "first argument must be a literal or variable."));
    }
    call.mind.abolish(pattern, call.bindings, call.world);
    holds(true)
}

fn assert(call: &mut Call<'_>, name: &str, at_end: bool) -> Result {
    let [what] = call.arguments else { return Err(crash()) };
    match what {
        Term::Var(_) => Err(wrong(name, "first argument must be a ground literal (or rule).")),
        Term::Structure(structure) if structure.passing_functor().signature().kind == Kind::Rule => {
            let [head, body] = structure.arguments() else { return Err(crash()) };
            let head = if at_end { head.clone() } else { with_source(head) };
            let rule = Arc::new(Rule::of_terms(&head, body).ok_or_else(crash)?);
            if at_end {
                call.mind.beliefs.add_rule(rule);
            } else {
                call.mind.beliefs.add_rule_first(rule);
            }
            holds(true)
        }
        _ if what.is_literal() => {
            // Only one of the two shows whose it is, and an atom has no place for that.
            let belief = if at_end || is_atom(what) { what.clone() } else { with_source(what) };
            call.mind.believe_as_it_is(belief, at_end);
            holds(true)
        }
        _ => Err(crash()),
    }
}

fn namespace(call: &mut Call<'_>) -> Result {
    let [name] = call.arguments else { return Err(crash()) };
    let mut known: Vec<Term> =
        call.mind.beliefs.predicates().map(|predicate| Term::from(predicate.signature().namespace)).collect();
    // What Jason's plans for messages believe is in a namespace of its own.
    known.extend([Term::from(Atom::DEFAULT), Term::word("kqml")]);
    known.sort_by(Term::compare);
    known.dedup();
    match name {
        Term::Atom(_) => holds(known.contains(name)),
        Term::Var(_) => each(name, known.into_iter()),
        _ => Err(wrong("namespace", "first argument must be an atom or variable.")),
    }
}

/// The greatest or least of a list, or of what a term is in the solutions of a question.
fn extreme(call: &mut Call<'_>, name: &str, better: Ordering) -> Result {
    let is_better = |one: &Term, other: &Term| one.compare(other) == better;
    match call.arguments {
        [Term::List(list), ..] => {
            match list.items().reduce(|best, item| if is_better(item, best) { item } else { best }) {
                Some(found) => call.give(1, found),
                None => holds(false),
            }
        }
        [wanted, question, _] => {
            let Ok(code) = Code::of(question) else { return Err(crash()) };
            let mark = call.bindings.mark();
            let mut query = Query::new(Arc::new(code), 0);
            let mut found = None;
            while call.mind.ask(&mut query, call.bindings, call.world) {
                let candidate = call.bindings.apply(wanted);
                if found.as_ref().is_none_or(|found| is_better(&candidate, found)) {
                    found = Some(candidate);
                }
            }
            call.bindings.undo(mark);
            let mut found: Vec<Term> = found.into_iter().collect();
            call.bindings.adopt_found(&mut found);
            found.first().map_or_else(|| holds(false), |found| call.give(2, found))
        }
        _ if call.mind.is_older() => Err(wrong(name, "first argument must be a list")),
        _ => Err(wrong(name, "first argument must be a list when two arguments are used")),
    }
}

/// Of a namespace, which its beliefs need not have: a property by its key, or all keys one after the other.
fn property(call: &mut Call<'_>) -> Result {
    let [space, key, more @ ..] = call.arguments else { return Err(crash()) };
    let Term::Atom(space) = space else { return Err(no_namespace("namespace_get_prop")) };
    let space = space.atom();
    match key {
        Term::Atom(key) => {
            let value = call.mind.property(space, key.atom()).cloned();
            match (value, more) {
                (Some(value), [wanted, ..]) => {
                    let value = call.bindings.adopt(&value);
                    call.unify(&value, wanted)
                }
                (Some(_), []) => Err(crash()),
                (None, [wanted, default]) => call.unify(default, wanted),
                // As it is: nothing is known, and nothing fails.
                (None, _) => holds(true),
            }
        }
        Term::Var(_) => {
            let known: Vec<(Atom, Term)> =
                call.mind.properties(space).map(|(key, value)| (key, value.clone())).collect();
            let pair = |key: Term, value: Term| Term::list([key, value]);
            let wanted = if let [wanted] = more { wanted.clone() } else { Term::truth(true) };
            // A value that does not fit is none.
            let fitting = known.into_iter().map(|(key, value)| {
                let value = call.bindings.adopt(&value);
                let mark = call.bindings.mark();
                let fits = more.len() == 1 && call.bindings.unify(&wanted, &value);
                call.bindings.undo(mark);
                pair(Term::from(key), if fits { value } else { wanted.clone() })
            });
            let fitting: Vec<Term> = fitting.collect();
            each(&pair(key.clone(), wanted.clone()), fitting.into_iter())
        }
        _ => Err(crash()),
    }
}

fn set_property(call: &mut Call<'_>) -> Result {
    let [space, key, value] = call.arguments else { return Err(crash()) };
    let Term::Atom(space) = space else { return Err(no_namespace("namespace_set_prop")) };
    let Term::Atom(key) = key else { return Err(crash()) };
    call.mind.set_property(space.atom(), key.atom(), value.clone());
    holds(true)
}

fn no_namespace(action: &str) -> crate::mind::Failure {
    wrong(action, "first argument must be an atom (the namespace id).")
}
