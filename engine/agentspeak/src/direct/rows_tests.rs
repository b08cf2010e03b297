//! Questions about many facts have the same answers however the facts lie: as terms, as rows of words, and changed in between.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::tests::lines;

/// What may be an argument of a fact. Where there are words alone, rows are made of the facts.
fn argument(is_word: bool) -> impl Strategy<Value = String> {
    let words = prop_oneof![
        6 => (0..12_i32).prop_map(|number| number.to_string()),
        1 => select(vec!["-1", "0.5", "1000000"]).prop_map(str::to_owned),
        1 => select(vec!["a", "b"]).prop_map(str::to_owned),
    ];
    let others = select(vec!["\"a\"", "[1,2]", "p(3)", "(-1) ** 0.5"]).prop_map(str::to_owned);
    let weight = u32::from(!is_word);
    prop_oneof![9 => words, weight => others]
}

fn fact(is_word: bool) -> impl Strategy<Value = String> {
    let annotation = select(vec!["", "", "[sure]"]);
    (argument(is_word), argument(is_word), annotation)
        .prop_map(|(one, other, note)| format!("fact({one}, {other}){note}"))
}

fn facts() -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    any::<bool>().prop_flat_map(|is_word| (vec(fact(is_word), 0..60), vec(fact(is_word), 4)))
}

const QUESTIONS: &[&str] = &[
    ".findall(K, fact(K, V) & V >= 6, L)",
    ".findall(V, fact(3, V), L)",
    ".findall(K, fact(K, a), L)",
    ".findall(V, fact(_, V) & 4 > V & V \\== 2, L)",
    ".findall(pair(V, K), fact(K, V) & K mod 3 == 0 & not V == 0, L)",
    ".findall(x, fact(K, V) & K < V, L)",
    ".findall(N, fact(N, N), L)",
    ".findall(H, fact(_, [H|_]), L)",
    ".findall(K, fact(K, V) & V == 5 & other(K), L)",
    ".findall(K, fact(K, V) & M = 3 & V <= M, L)",
    ".setof(V, fact(_, V) & V < 9, L)",
    ".count(fact(_, 7), L)",
    ".count(fact(K, V) & V > 3 & K > 3, L)",
    ".count(not fact(_, 100), L)",
    "!first(7, L)",
    "!first(b, L)",
    "!least(8, L)",
];

/// Asks everything so often that rows are made, then changes something.
fn program(facts: &[String], changes: &[String], rule: bool) -> String {
    let mut text: String = facts.iter().map(|fact| format!("{fact}. ")).collect();
    if rule {
        text.push_str("fact(X, Y) :- other(X) & Y = X + 1. ");
    }
    text.push_str("other(2). other(5). !go. +!go <- !ask(4)");
    for (place, change) in changes.iter().enumerate() {
        text.push_str(&format!("; {}{change}; !ask(4)", if place % 2 == 0 { '+' } else { '-' }));
    }
    text.push_str(". +!ask(0). +!ask(N) <- ");
    for place in 0..QUESTIONS.len() {
        text.push_str(&format!("!q{place}; "));
    }
    text.push_str("!ask(N - 1). ");
    for (place, question) in QUESTIONS.iter().enumerate() {
        text.push_str(&format!(
            "+!q{place} <- {question}; .print({place}, \" \", L). -!q{place} <- .print({place}, none). "
        ));
    }
    text + "+!first(V, L) <- ?fact(L, V). +!least(V, L) : fact(K, W) & W >= V <- L = at(K, W). +!least(_, none)."
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_the_same_however_facts_lie((facts, changes) in facts(), rule in prop::bool::weighted(0.2)) {
        let program = program(&facts, &changes, rule);
        let direct = lines(&program, true);
        prop_assert!(direct.len() >= 4 * QUESTIONS.len());
        prop_assert_eq!(lines(&program, false), direct);
    }
}
