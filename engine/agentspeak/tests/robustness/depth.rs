//! Data may be nested as deep, lists as long and goals as many as memory allows; programs may not be nested deeper than documented.

use agon_agentspeak::belief::BeliefBase;
use agon_agentspeak::syntax::format;
use agon_agentspeak::syntax::parser;
use agon_agentspeak::syntax::source::Sources;
use agon_agentspeak::term::{
    Arithmetic, Atom, Bindings, Collection, Kind, List, Logic, Step, StructureBuilder, Term, Var, sort_terms,
};

use crate::printed_by;

/// So deep is what is nested, ...
const DEEP: u32 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// ... so long are lists, ...
const LONG: u32 = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };

/// ... and so many goals wait for another.
const MANY: u32 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

fn v(slot: u32) -> Term {
    Term::Var(Var::unnamed(slot))
}

fn nested(innermost: Term, around: impl Fn(Term) -> Term) -> Term {
    (0..DEEP).fold(innermost, |inner, _| around(inner))
}

/// Whatever is done with terms is done with those that one kind of nesting makes of what is innermost.
fn hold(make: impl Fn(Term) -> Term) {
    let of = |name: &str| make(Term::atom(name));
    assert_eq!(of("a"), of("a"));
    assert_ne!(of("a"), of("b"));
    assert!(of("a").compare(&of("a")).is_eq() && of("a").compare(&of("b")).is_lt());
    assert!(of("a").is_ground() && !make(v(0)).is_ground());
    assert!(of("a").to_string().len() > DEEP as usize);

    let mut bindings = Bindings::of(2);
    assert!(bindings.unify(&make(v(0)), &make(v(1))));
    let mark = bindings.mark();
    assert!(bindings.unify(&v(0), &make(v(1))), "it is a part of itself");
    bindings.undo(mark);
    assert!(bindings.unify(&v(1), &Term::atom("a")));
    assert_eq!(bindings.apply(&make(v(0))), of("a"));

    let (numbered, variables) = make(v(7)).numbered();
    assert_eq!((numbered, variables), (make(v(0)), [Var::unnamed(7)].into_iter().collect()));

    let mut beliefs = BeliefBase::default();
    let fact = Term::structure("p", [of("a")]);
    assert!(beliefs.add(fact.clone(), false).is_some() && beliefs.add(fact.clone(), false).is_none());
    assert!(beliefs.remove(&fact));

    let mut sorted = vec![of("b"), of("a")];
    sort_terms(&mut sorted);
    assert_eq!(sorted, [of("a"), of("b")]);
}

#[test]
fn structures_in_structures() {
    hold(|innermost| nested(innermost, |inner| Term::structure("f", [inner])));
}

#[test]
fn structures_in_last_places() {
    hold(|innermost| nested(innermost, |inner| Term::structure("f", [Term::from(1.0), inner])));
}

#[test]
fn lists_in_lists() {
    hold(|innermost| nested(innermost, |inner| Term::list([inner])));
    hold(|innermost| nested(innermost, |inner| Term::list([Term::atom("x"), inner, Term::atom("y")])));
}

#[test]
fn annotations_in_annotations() {
    hold(|innermost| nested(innermost, |inner| StructureBuilder::new(Atom::new("p")).annotation(inner).build()));
}

#[test]
fn formulas_in_formulas() {
    hold(|innermost| nested(innermost, |inner| Kind::Logic(Logic::Not).of([inner])));
    hold(|innermost| nested(innermost, |inner| Kind::Logic(Logic::And).of([Term::atom("p"), inner])));
}

#[test]
fn steps_behind_steps() {
    hold(|innermost| nested(innermost, |rest| Kind::Step(Step::Do).of([Term::atom("p"), rest])));
}

#[test]
fn sums_are_done_once_their_variable_is_known() {
    let sum = nested(v(0), |inner| Kind::Arithmetic(Arithmetic::Plus).of([inner, Term::from(1.0)]));
    let mut bindings = Bindings::of(1);
    assert_eq!(bindings.apply(&sum), sum);
    assert!(bindings.unify(&v(0), &Term::from(1.0)));
    assert_eq!(bindings.apply(&sum), Term::Number((f64::from(DEEP) + 1.0).into()));
}

#[test]
fn variables_that_stand_for_one_another() {
    let mut bindings = Bindings::of(DEEP + 1);
    for slot in 0..DEEP {
        bindings.bind(Var::unnamed(slot), Term::structure("f", [v(slot + 1)]));
    }
    bindings.bind(Var::unnamed(DEEP), Term::atom("a"));
    assert_eq!(bindings.apply(&v(0)), nested(Term::atom("a"), |inner| Term::structure("f", [inner])));

    let mut bindings = Bindings::of(LONG + 1);
    for slot in 0..LONG {
        let list = List::with_tail([Term::from(slot)], v(slot + 1)).expect("an element before it");
        bindings.bind(Var::unnamed(slot), Term::List(list));
    }
    bindings.bind(Var::unnamed(LONG), Term::list([]));
    let numbers = Term::list((0..LONG).map(Term::from));
    assert_eq!(bindings.apply(&v(0)), numbers);
    assert!(bindings.unify(&v(0), &numbers));
}

#[test]
fn a_long_list_without_order() {
    let of = |last: f64| Term::list((0..LONG).map(|_| Term::from(f64::NAN)).chain([Term::from(last)]));
    assert!(of(1.0).compare(&of(2.0)).is_lt());
}

#[test]
fn collections_in_collections() {
    let outermost = (0..DEEP).fold(Collection::queue(), |inner, _| {
        let outer = Collection::queue();
        outer.contents().insert(Term::Collection(inner));
        outer
    });
    assert!(outermost.to_string().contains(".."));
    assert_eq!(outermost, outermost.clone());
    drop(outermost);
    let itself = Collection::queue();
    itself.contents().insert(Term::Collection(itself.clone()));
    assert_eq!(itself.to_string(), "[..]");
    itself.contents().clear();
}

#[test]
fn goals_that_wait_for_goals() {
    let program = "+!d(0, 0). +!d(N, R) <- !d(N - 1, Q); R = Q + 1.";
    assert_eq!(printed_by(&format!("!s. +!s <- !d({MANY}, R); .print(R). {program}")), [MANY.to_string()]);
}

#[test]
fn a_failure_far_below() {
    let program =
        format!("!s. +!s <- !d({MANY}). -!s <- .print(caught). +!d(0) <- .fail. +!d(N) <- !d(N - 1); .print(N).");
    assert_eq!(printed_by(&program), ["caught"]);
}

#[test]
fn rules_that_ask_rules() {
    let rules = "count(0, 0). count(N, R) :- N > 0 & count(N - 1, Q) & R = Q + 1.";
    assert_eq!(printed_by(&format!("!s. +!s <- ?count({MANY}, R); .print(R). {rules}")), [MANY.to_string()]);
}

#[test]
fn long_lists_are_built_and_gone_through() {
    let rules = "build(0, []). build(N, [N|T]) :- N > 0 & build(N - 1, T). last([X], X). last([_|T], X) :- last(T, X).";
    let program = format!(
        "!s. {rules} \
         +!s <- ?build({LONG}, L); .length(L, N); .print(N); .reverse(L, R); .nth(0, R, F); .print(F); \
                .sort(L, S); S = R; .max(L, M); .print(M); ?last(L, Z); .print(Z); \
                if (.member(1, L)) {{ .print(found) }}; \
                .findall(X, .member(X, L) & X mod 2 == 0, E); .length(E, K); .print(K); \
                .concat(L, R, B); .length(B, J); .print(J); \
                +kept(L); ?kept(Q); ?(Q == L); .print(kept)."
    );
    let long = f64::from(LONG);
    let due = [long, 1.0, long, 1.0].map(|number| number.to_string());
    let rest = ["found".to_owned(), (LONG / 2).to_string(), (LONG * 2).to_string(), "kept".to_owned()];
    assert_eq!(printed_by(&program), [due, rest].concat());
}

#[test]
fn deep_terms_are_believed_sent_and_printed() {
    let program = format!(
        "!s. +!s <- !wrap({DEEP}, a). \
         +!wrap(0, T) <- +deep(T); ?deep(X); X = T; .my_name(Me); .send(Me, tell, told(T)); !!print(T). \
         +!wrap(N, T) <- !wrap(N - 1, f(T)). \
         +!print(T) <- .concat(\"\", T, Text); .length(Text, N); .print(N); .copy_term(T, C); .print(same). \
         +told(T)[source(S)] : deep(T) <- .print(told)."
    );
    let mut lines = printed_by(&program);
    lines.sort();
    assert_eq!(lines, [(3 * DEEP + 1).to_string(), "same".to_owned(), "told".to_owned()]);
}

#[test]
fn a_long_body() {
    let program = format!("!s. +!s <- {} .print(end).", ".ground(a); ".repeat(LONG as usize / 10));
    assert_eq!(printed_by(&program), ["end"]);
    let mut sources = Sources::new();
    let file = sources.add("a.asl", program);
    assert!(format::file(&sources, file).is_ok());
}

#[test]
fn programs_that_are_nested_too_deep_are_refused_in_one_message() {
    for (begin, piece, is_bracket) in [
        ("\na :- ", "(", true),
        ("\na(", "[", true),
        ("\na(", "f(", true),
        ("\na(", "b[", true),
        ("\na(", "{ .f(", true),
        ("\n+!g <- ", "if (a) { ", true),
        ("\n+!g <- ", "(a; ", true),
        ("\n+!g <- ", "{ ", true),
        ("\n", "+!g. { ", true),
        ("\n", "{ begin ns(a) } ", true),
        ("\na :- b", " & b", false),
        ("\na :- X = 1", " + 1", false),
        ("\na :- X = 1", " ** 1", false),
    ] {
        let mut sources = Sources::new();
        let file = sources.add("a.asl", format!("{begin}{}", piece.repeat(100_000)));
        let wrong = parser::program(&sources, file).diagnostics;
        let Some(first) = wrong.first() else { panic!("{piece} is accepted") };
        let shown = first.render(&sources);
        assert!(shown.contains(if is_bracket { "brackets are open here" } else { "operators more than" }), "{shown}");
        assert!(shown.contains("a.asl:2:"), "{shown}");
        assert!(wrong.len() == 1, "{piece}: {}", wrong[1].render(&sources));
    }
}
