//! Programs of a size at which anything that is done again for all that has been done so far would not end.

use std::sync::Arc;

use super::tests::{mind_of, output_of};
use crate::mind::{Change, FIRST, Mind, Subject, Trigger};
use crate::term::{Term, Var, is_name};

#[test]
fn a_result_through_an_argument_is_made_once() {
    let text = "!s. +!s <- !n(30000, a, L); .length(L, Length); .print(Length). \
                +!n(N, X, [X|T]) : N > 0 <- !n(N - 1, X, T). +!n(0, _, []).";
    assert_eq!(output_of(text), ["30000"]);
}

#[test]
fn results_of_replaced_plans_are_what_they_would_have_been() {
    for (program, due) in [
        // What is calculated from the next one's result.
        ("+!s <- !n([a, b, c], N); .print(N). +!n([], 0). +!n([_|T], N + 1) <- !n(T, N).", "3"),
        // Handed on, turned round, and handed on again.
        ("+!s <- !n(3, A, B); .print(A, B). +!n(0, x, y). +!n(N, A, B) <- !n(N - 1, B, A).", "yx"),
        // Open in the end, and the same in both places.
        ("+!s <- !n(2, A, B); A = f(f(x)); .print(B). +!n(0, C, C). +!n(N, f(A), f(B)) <- !n(N - 1, A, B).", "f(f(x))"),
        // Known before the goal is called, and not asked for by it.
        ("+!s <- !n(2, A); .print(A). +!n(0, no). +!n(N, A) <- A = N; !n(N - 1, _).", "2"),
        // Some known, some from the next one, some from none.
        ("+!s <- !n(2, A, B, C); .print(A, B). +!n(0, z, z, z). +!n(N, N, [A], _) <- !n(N - 1, _, A, _).", "2[[z]]"),
    ] {
        assert_eq!(output_of(&format!("!s. {program}")), [due], "{program}");
    }
}

#[test]
fn names_that_programs_make_up_come_and_go() {
    for (name, times, body) in [
        (
            "growth_seen_",
            1000,
            "+seen(T); -seen(T); -+last([T, f(T)]); .set.create(S); .set.add(S, T); .sort([T, b, a], L)",
        ),
        ("growth_sent_", 1000, ".send(Me, tell, got(T)); .send(Me, achieve, take([T, T]))"),
        ("growth_more_", 1000, ".concat(T, \"[x(\", N, \")]\", A); .term2string(B, A); +seen(B); -seen(B)"),
        (
            "growth_label_",
            1000,
            ".concat(\"@\", T, \" +!other : x <- .print(\", T, \").\", P); .add_plan(P); .remove_plan(T)",
        ),
        // No other test makes so many labels of this kind.
        ("p__", 6000, ".add_plan(\"+!other : x.\"); .relevant_plans({+!other}, _, L); .remove_plan(L)"),
    ] {
        let text = format!(
            "!s(1). +!s({}) : last(_) <- -last(_); .print(done). +!s({}) <- .print(done). \
             +got(T)[source(S)] <- -got(T)[source(S)]. +!take(_). \
             +!s(N) : .my_name(Me) <- .concat(\"{name}\", N, Text); .term2string(T, Text); {body}; !s(N + 1).",
            times + 1,
            times + 1
        );
        assert_eq!(output_of(&text), ["done"], "{body}");
        let left = (times * 3 / 4..=times).filter(|number| is_name(&format!("{name}{number}"))).count();
        assert_eq!(left, 0, "{body}");
    }
}

#[test]
fn a_list_is_walked_step_by_step() {
    let text = "!s. +!s <- .findall(I, .range(I, 1, 100000), L); !last(L, X); .print(X); !each(L); .print(done). \
                +!last([X], X). +!last([_|T], X) <- !last(T, X). +!each([]). +!each([_|T]) <- !each(T).";
    assert_eq!(output_of(text), ["100000", "done"]);
}

#[test]
fn one_of_many_annotations_is_put_in_its_place() {
    let text = "!s. +!s <- for (.range(I, 1, 20000)) { +b[a(I)] }; ?b[a(7)]; .print(done).";
    assert_eq!(output_of(text), ["done"]);
}

#[test]
fn beliefs_are_found_by_any_argument() {
    let text = "!s. +!s <- for (.range(I, 1, 20000)) { +b(x, f(I), I) }; \
                for (.range(I, 1, 20000)) { ?b(_, _, I); ?b(x, F, I) }; .print(done).";
    assert_eq!(output_of(text), ["done"]);
}

#[test]
fn beliefs_that_a_pattern_takes_away_are_found_by_any_argument() {
    let text = "!s. +!s <- for (.range(I, 1, 20000)) { +b(x, I, y) }; for (.range(I, 1, 9999)) { -b(_, I, _) }; \
                for (.range(I, 10000, 19999)) { .abolish(b(_, I, _)) }; .belief(b(_, N, _)); .count(b(_, _, _), C); .print(N, C).";
    assert_eq!(output_of(text), ["200001"]);
}

#[test]
fn goals_that_are_asked_for_are_found_among_those_that_wait() {
    let text = "!s. +!s <- for (.range(I, 1, 4000)) { !!w(I) }; .wait(100); \
                for (.range(I, 1, 4000)) { .intend(w(I)); .desire(w(I)) }; .findall(I, .intend(w(I)), L); .length(L, N); \
                .print(N). +!w(I) <- .wait({+go}).";
    assert_eq!(output_of(text), ["4000"]);
}

#[test]
fn elements_of_sets_and_maps_are_found_in_their_order() {
    let text = "!s. +!s <- .set.create(S); .map.create(M); for (.range(I, 1, 20000)) { .set.add(S, f(I)); .map.put(M, f(I), I) }; \
                .set.copy(S, T); .set.difference(T, S); .length(T, N); .set.remove(S, f(0)); .set.remove(S, f(\"1\")); \
                for (.range(I, 1, 19999)) { .set.remove(S, f(I)); .map.remove(M, f(I), I) }; .print(N, S, M).";
    assert_eq!(output_of(text), ["0{f(20000)}{f(20000)->20000}"]);
}

#[test]
fn parts_of_lists_of_a_known_length_are_not_looked_for_among_others() {
    let text = "!s. +!s <- .findall(I, .range(I, 1, 5000), L); .sublist([4999, 5000], L); .prefix([1, X], L); .suffix([Y, 5000], L); \
                .suffix([Z|_], L); .print(X, Y, Z); if (not .sublist([5000, 4999], L)) { .print(none) }; \
                .findall(P, .suffix(P, L), All); .length(All, N); .print(N); .suffix([], [a]); .prefix([], [a]); .sublist([], [a]).";
    assert_eq!(output_of(text), ["249991", "none", "5001"]);
}

#[test]
fn plans_that_are_added_are_compared_with_those_alike() {
    let text = "!s. +!s <- for (.range(I, 1, 4000)) { .concat(\"+!p(\", I, \") <- .print(\", I, \").\", P); .add_plan(P) }; \
                .add_plan(\"+!p(7) <- .print(7).\"); !p(4000); .relevant_plans({+!p(_)}, All); .length(All, N); .print(N).";
    assert_eq!(output_of(text), ["4000", "4000"]);
}

#[test]
fn an_atomic_intention_is_not_looked_for_among_all() {
    let text = "!s. +!s <- for (.range(I, 1, 50000)) { !!w(I) }. +!w(I) <- true; !v(I). \
                @last[atomic] +!v(50000) <- .print(done). @each[atomic] +!v(_).";
    assert_eq!(output_of(text), ["done"]);
}

#[test]
fn plans_are_found_by_their_first_argument() {
    let plans: String = (0..1000).map(|number| format!("@p{number} +!p({number}, X). ")).collect();
    let mut mind = mind_of(&format!(
        "@first +!p(X, 1). {plans} @text +!p(\"7\", _). @atom +!p(seven, _). @like +!p(f(7), _). @open +!p(X[a], _)."
    ));
    let relevant = |mind: &Mind, argument: Term| -> Vec<String> {
        let goal = Term::structure("p", [argument, Term::from(1.0)]);
        let trigger = Trigger::new(Change::Added, Subject::Achieve, goal);
        let candidates = mind.plans.candidates(&trigger).expect("there are plans");
        let mut from = FIRST;
        let mut labels = Vec::new();
        while let Some((place, plan)) = candidates.next(&trigger.literal, from) {
            labels.push(bare(plan.label.to_string()));
            from = place + 1;
        }
        labels
    };
    let others = ["first", "like", "open"];
    assert_eq!(relevant(&mind, Term::from(7.0)), ["first", "p7", "like", "open"]);
    assert_eq!(relevant(&mind, Term::atom("seven")), ["first", "atom", "like", "open"]);
    assert_eq!(relevant(&mind, Term::string("7")), ["first", "text", "like", "open"]);
    assert_eq!(relevant(&mind, Term::structure("f", [Term::from(7.0)])), others);
    assert_eq!(relevant(&mind, Term::atom("none")), others);
    assert_eq!(relevant(&mind, Term::Var(Var::unnamed(0))).len(), 1005);
    // Plans come and go.
    let seventh = Arc::clone(mind.plans.get(&Term::atom("p7")).expect("it is there"));
    assert!(mind.plans.remove(&Term::atom("p7")) && mind.plans.remove(&Term::atom("like")));
    assert_eq!(relevant(&mind, Term::from(7.0)), ["first", "open"]);
    mind.plans.add(seventh, true);
    assert_eq!(relevant(&mind, Term::from(7.0)), ["p7", "first", "open"]);
    let text = format!("!s. +!s <- for (.range(I, 0, 999)) {{ !p(I, X) }}; .print(done). {plans}");
    assert_eq!(output_of(&text), ["done"]);
}

/// A label without its annotations.
fn bare(label: String) -> String {
    label.split('[').next().unwrap_or_default().to_owned()
}

#[test]
fn elements_come_into_large_sets_and_maps_in_any_order() {
    let text = "!s. +!s <- .set.create(S); .map.create(M); \
                for (.range(I, 1, 100000)) { .set.add(S, I * 7919 mod 100003); .map.put(M, I * 7919 mod 100003, I) }; \
                .length(S, N); .length(M, K); .map.get(M, 7919, First); .print(N, \" \", K, \" \", First).";
    assert_eq!(output_of(text), ["100000 100000 1"]);
}

#[test]
fn a_list_is_taken_apart_at_its_front_without_a_copy_of_the_rest() {
    let text =
        "!s. +!s <- .findall(I, .range(I, 1, 20000), L); for (.range(I, 1, 20000)) { L = [A, B|T] }; .print(done).";
    assert_eq!(output_of(text), ["done"]);
}
