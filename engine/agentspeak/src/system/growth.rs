//! Programs of a size at which anything that is done again for all that has been done so far would not end.

use std::sync::Arc;

use super::tests::{minded, said};
use crate::mind::{Change, FIRST, Mind, Subject, Trigger};
use crate::term::{Term, Var};

#[test]
fn a_result_through_an_argument_is_made_once() {
    let text = "!s. +!s <- !n(30000, a, L); .length(L, Length); .print(Length). \
                +!n(N, X, [X|T]) : N > 0 <- !n(N - 1, X, T). +!n(0, _, []).";
    assert_eq!(said(text), ["30000"]);
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
        // Some known, some from the next one, some from nobody.
        ("+!s <- !n(2, A, B, C); .print(A, B). +!n(0, z, z, z). +!n(N, N, [A], _) <- !n(N - 1, _, A, _).", "2[[z]]"),
    ] {
        assert_eq!(said(&format!("!s. {program}")), [due], "{program}");
    }
}

#[test]
fn a_list_is_walked_step_by_step() {
    let text = "!s. +!s <- .findall(I, .range(I, 1, 100000), L); !last(L, X); .print(X); !each(L); .print(done). \
                +!last([X], X). +!last([_|T], X) <- !last(T, X). +!each([]). +!each([_|T]) <- !each(T).";
    assert_eq!(said(text), ["100000", "done"]);
}

#[test]
fn one_of_many_annotations_is_put_in_its_place() {
    let text = "!s. +!s <- for (.range(I, 1, 20000)) { +b[a(I)] }; ?b[a(7)]; .print(done).";
    assert_eq!(said(text), ["done"]);
}

#[test]
fn beliefs_are_found_by_any_argument() {
    let text = "!s. +!s <- for (.range(I, 1, 20000)) { +b(x, f(I), I) }; \
                for (.range(I, 1, 20000)) { ?b(_, _, I); ?b(x, F, I) }; .print(done).";
    assert_eq!(said(text), ["done"]);
}

#[test]
fn plans_are_found_by_their_first_argument() {
    let plans: String = (0..1000).map(|number| format!("@p{number} +!p({number}, X). ")).collect();
    let mut mind = minded(&format!(
        "@first +!p(X, 1). {plans} @text +!p(\"7\", _). @atom +!p(seven, _). @like +!p(f(7), _). @open +!p(X[a], _)."
    ));
    let relevant = |mind: &Mind, argument: Term| -> Vec<String> {
        let goal = Term::structure("p", [argument, Term::Number(1.0)]);
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
    assert_eq!(relevant(&mind, Term::Number(7.0)), ["first", "p7", "like", "open"]);
    assert_eq!(relevant(&mind, Term::atom("seven")), ["first", "atom", "like", "open"]);
    assert_eq!(relevant(&mind, Term::string("7")), ["first", "text", "like", "open"]);
    assert_eq!(relevant(&mind, Term::structure("f", [Term::Number(7.0)])), others);
    assert_eq!(relevant(&mind, Term::atom("none")), others);
    assert_eq!(relevant(&mind, Term::Var(Var::unnamed(0))).len(), 1005);
    // Plans come and go.
    let seventh = Arc::clone(mind.plans.get(&Term::atom("p7")).expect("it is there"));
    assert!(mind.plans.remove(&Term::atom("p7")) && mind.plans.remove(&Term::atom("like")));
    assert_eq!(relevant(&mind, Term::Number(7.0)), ["first", "open"]);
    mind.plans.add(seventh, true);
    assert_eq!(relevant(&mind, Term::Number(7.0)), ["p7", "first", "open"]);
    let text = format!("!s. +!s <- for (.range(I, 0, 999)) {{ !p(I, X) }}; .print(done). {plans}");
    assert_eq!(said(&text), ["done"]);
}

/// A label without its annotations.
fn bare(label: String) -> String {
    label.split('[').next().unwrap_or_default().to_owned()
}
