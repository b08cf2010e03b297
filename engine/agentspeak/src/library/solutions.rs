//! Questions asked by actions, and what is believed. `.findall`, `.setof` and `.count` are part of the query language itself.

use std::sync::Arc;

use super::{Call, InternalAction, Result, action, crash, each, holds, types::is_atom, uncounted, wrong};
use crate::belief::Entry;
use crate::bytecode::{Code, Rule};
use crate::mind::with_source;
use crate::query::Query;
use crate::term::{Annotations, Kind, StructureBuilder, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".abolish", 1, 1, abolish),
    action(".answer", 2, 3, answer),
    action(".asserta", 1, 1, |call| assert(call, "asserta", false)),
    action(".assertz", 1, 1, |call| assert(call, "assertz", true)),
    action(".belief", 1, 1, belief),
    action(".eval", 2, 2, eval),
    uncounted(".list_rules", 0, 0, list_rules),
    action(".namespace", 1, 1, namespace),
];

fn eval(call: &mut Call<'_>) -> Result {
    let [_, formula] = call.arguments else { return Err(crash()) };
    let Ok(code) = Code::of(formula) else { return Err(wrong("eval", "second argument must be a logical formula")) };
    let mut query = Query::new(Arc::new(code), 0).leaving_traces();
    let truth = call.mind.next_solution(&mut query, call.bindings, call.world);
    query.end(call.bindings);
    call.give(0, &Term::truth(truth))
}

/// What is believed of a question, with the annotations that it did not ask for, but for the agent itself as a source; so
/// many answers at most, if a number is given. For the plans for messages.
fn answer(call: &mut Call<'_>) -> Result {
    let [question, result, most @ ..] = call.arguments else { return Err(crash()) };
    let most = most.first().and_then(Term::as_number).map_or(usize::MAX, |most| most as usize);
    let Ok(code) = Code::of(question) else { return holds(false) };
    let code = Arc::new(code);
    let mark = call.bindings.mark();
    let mut query = Query::new(code, 0);
    let mut answers = Vec::new();
    while answers.len() < most && call.mind.next_solution(&mut query, call.bindings, call.world) {
        let found = call.bindings.apply(question);
        let asked = found.annotations().map_or(&[][..], Annotations::items);
        let answer = call.mind.with_foreign_sources(&found);
        let left = answer.annotations().map_or(&[][..], Annotations::items).iter();
        let left = left.filter(|annotation| !asked.contains(annotation)).cloned();
        let Some(bare) = StructureBuilder::from_literal(&answer) else { continue };
        answers.push(bare.without_annotations().annotations(&Annotations::new(left, None)).build());
    }
    call.bindings.undo(mark);
    call.bindings.adopt_found(&mut answers);
    each(result, answers.into_iter())
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
        (_, Some(predicate)) => beliefs.entries(predicate).filter_map(facts).collect(),
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
        call.say(&rule);
    }
    holds(true)
}

fn abolish(call: &mut Call<'_>) -> Result {
    let [pattern] = call.arguments else { return Err(crash()) };
    let is_any = |term: &Term| match term {
        Term::Var(_) => true,
        Term::Structure(structure) => structure.functor().signature().kind == Kind::Variable,
        _ => false,
    };
    if !is_any(pattern) && pattern.predicate().is_none() {
        return Err(wrong("abolish", "first argument must be a literal or variable."));
    }
    call.mind.abolish(pattern, call.bindings, call.world);
    holds(true)
}

fn assert(call: &mut Call<'_>, name: &str, at_end: bool) -> Result {
    let [what] = call.arguments else { return Err(crash()) };
    match what {
        Term::Var(_) => Err(wrong(name, "first argument must be a ground literal (or rule).")),
        Term::Structure(structure) if structure.functor().signature().kind == Kind::Rule => {
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
        _ if what.predicate().is_some() => {
            // Only one of the two says whose it is, and an atom has no room for that.
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
        call.mind.beliefs.predicates().map(|predicate| Term::Atom(predicate.signature().namespace)).collect();
    // What Jason's plans for messages believe is in a namespace of its own.
    known.extend([Term::Atom(crate::term::Atom::DEFAULT), Term::atom("kqml")]);
    known.sort_by(Term::compare);
    known.dedup();
    match name {
        Term::Atom(_) => holds(known.contains(name)),
        Term::Var(_) => each(name, known.into_iter()),
        _ => Err(wrong("namespace", "first argument must be an atom or variable.")),
    }
}
