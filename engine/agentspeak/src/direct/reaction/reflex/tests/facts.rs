//! What is believed, looked at and changed.

use super::harness::{Kin, NAMES, hear};
use crate::term::Atom;

const COUNTER: &str = "+!add(X) : n(N) <- -n(N); +n(N + X); .send(ann, achieve, was(N)). \
                       +!set(X) : n(N) & N \\== X <- -+n(X). +!set(_). \
                       +!more(X) <- +n(X). +!less(X) <- -n(X). +!all <- .findall(N, n(N), L); .print(L).";

#[test]
fn a_fact_is_counted_up() {
    let outcome = hear(COUNTER, "n(0).", 5, &["ann add(1)", "ann add(2)", "ann set(7)", "ann set(7)", "ann add(-8)"]);
    assert_eq!(outcome.posted, ["1 ann <- achieve was(0)", "2 ann <- achieve was(1)", "3 ann <- achieve was(7)"]);
    assert_eq!(outcome.beliefs, ["n(-1)[source(self)]"]);
}

#[test]
fn facts_become_two_and_none() {
    let messages = [
        "ann add(1)",
        "ann more(9)",
        "ann add(1)",
        "ann all",
        "ann less(9)",
        "ann add(1)",
        "ann less(3)",
        "ann add(1)",
        "ann more(5)",
        "ann all",
        "ann add(1)",
    ];
    hear(COUNTER, "n(0).", 1, &messages);
}

#[test]
fn a_fact_becomes_what_it_may_be() {
    let messages = [
        "ann set(foo)",
        "ann set(bar)",
        "ann set(-0.0)",
        "ann set(0)",
        "ann add(0.5)",
        "ann set(\"text\")",
        "ann add(1)",
        "ann set(f(1))",
        "ann set(3)",
        "ann add(inf)",
    ];
    hear(COUNTER, "n(0).", 5, &messages);
}

#[test]
fn what_is_not_a_number_is_not_what_was_found() {
    let keeper = "+!set(X) : s(A, B) <- -s(A, B); +s(X, B). +!put(X) : s(A, B) <- -s(A, B); +s(A, X). \
                  +!all <- .findall(s(A, B), s(A, B), L); .print(L).";
    hear(keeper, "s(0, foo).", 1, &["ann set(1)", "ann set(NaN)", "ann put(bar)", "ann all", "ann set(2)", "ann all"]);
}

const BROKER: &str = "+!meet(K, Colour)[source(Creature)] : mall(Left, first(Other, OtherK, OtherColour)) \
      <- -mall(Left, first(Other, OtherK, OtherColour)); +mall(Left - 1, nobody); \
         .send(Creature, achieve, met(OtherK, OtherColour)); .send(Other, achieve, met(K, Colour)). \
    +!meet(K, Colour)[source(Creature)] : mall(Left, nobody) & Left > 0 \
      <- -mall(Left, nobody); +mall(Left, first(Creature, K, Colour)). \
    +!meet(_, _)[source(Creature)] : mall(0, nobody) <- .send(Creature, achieve, closed). \
    +!show : mall(L, W) <- .print(L, W). +!peek(C) : mall(_, first(_, _, C)) <- .send(ann, achieve, yes(C)). \
    +!free : not mall(_, first(_, _, _)) <- .send(ann, achieve, free).";

#[test]
fn a_literal_comes_and_goes() {
    let messages = [
        "ann meet(1, red)",
        "bob peek(red)",
        "bob meet(2, blue)",
        "ann free",
        "bob meet(2, yellow)",
        "ann show",
        "ann peek(blue)",
        "ann free",
        "w1 meet(7, 7)",
        "ann meet(1, red)",
    ];
    let outcome = hear(BROKER, "mall(2, nobody).", 7, &messages);
    assert_eq!(outcome.posted[1..3], ["2 bob <- achieve met(1,red)", "3 ann <- achieve met(2,blue)"]);
    assert_eq!(outcome.posted.last().map(String::as_str), Some("7 ann <- achieve closed"));
    assert_eq!(outcome.beliefs, ["mall(0,nobody)[source(self)]"]);
}

#[test]
fn a_literal_is_what_it_was_in_hand() {
    for facts in
        ["mall(2, first(bob, -0.0, x)).", "mall(1, first(bob, 1, f(x))).", "mall(1, [bob]).", "mall(1, another(2))."]
    {
        hear(BROKER, facts, 0, &["ann free", "ann peek(x)", "ann meet(1, red)", "ann meet(2, blue)", "ann show"]);
    }
    let outcome = hear(BROKER, "mall(2, nobody).", 1, &["ann meet(-0.0, red)"]);
    assert_eq!(outcome.beliefs, ["mall(2,first(ann,-0,red))[source(self)]"]);
}

#[test]
fn what_nobody_believes_may_come() {
    let believer = "+!go(X) : bar(X) <- .send(ann, achieve, barred(X)). \
                    +!go(X) : not bar(_) & n(N) <- -n(N); +n(N + X); .send(ann, achieve, free(X)). \
                    +!go(X) <- .send(ann, achieve, other(X)). +!bar(X) <- +bar(X). +!open(X) <- -bar(X).";
    let messages = [
        "ann go(1)",
        "ann bar(2)",
        "ann go(1)",
        "ann go(2)",
        "ann bar(1)",
        "ann go(1)",
        "ann open(1)",
        "ann open(2)",
        "ann go(3)",
    ];
    let outcome = hear(believer, "n(0).", 1, &messages);
    assert_eq!(outcome.beliefs, ["n(4)[source(self)]"]);
}

#[test]
fn facts_of_others_are_looked_at_and_not_changed() {
    for note in ["[source(bob)]", "[source(self), sure]", "[source(self), source(bob)]"] {
        let facts = format!("n(1){note}. k(5){note}.");
        let program = format!("{COUNTER} +!look : k(N) <- .send(ann, achieve, k(N)).");
        hear(&program, &facts, 2, &["ann look", "ann look", "ann add(1)", "ann add(1)", "ann look", "ann all"]);
    }
}

#[test]
fn facts_that_others_have_are_not_changed_for_them() {
    // Those of the program are everybody's at first.
    let program = format!("n(0). {COUNTER}");
    let outcome = hear(&program, "", 0, &["ann add(1)", "ann add(1)", "ann add(1)"]);
    assert_eq!(outcome.beliefs, ["n(3)[source(self)]"]);
    let mut agent = Kin::of(COUNTER).agent("n(0).");
    agent.hear("ann add(1)");
    agent.mind.set_down();
    let twin = agent.mind.twin(Atom::new(NAMES[1]));
    (0..100).for_each(|_| agent.hear("ann add(1)"));
    let fact = |mind: &crate::mind::Mind| {
        let predicate = mind.beliefs.predicates().next().expect("there is one");
        mind.beliefs.only(predicate).map(<[_]>::to_vec)
    };
    assert_eq!(fact(&twin), Some(vec![crate::term::Term::Number(1.0)]));
    let outcome = agent.outcome();
    assert_eq!(outcome.beliefs, ["n(101)[source(self)]"]);
    assert!(outcome.reflexes > 20, "{outcome:#?}");
}

#[test]
fn more_is_known_than_is_at_hand() {
    let wide = "+!one(X) : a(A, B, C, D) <- -a(A, B, C, D); +a(B, C, D, X). \
                +!two(X) : b(A, B, C, D) & a(_, _, _, E) <- -b(A, B, C, D); +b(B, C, D, X + E). \
                +!three(X) : c(A, B) & b(Y, _, _, _) <- -c(A, B); +c(B, X + Y). \
                +!all(X) : a(A, _, _, _) & b(B, _, _, _) & c(C, _) <- .send(ann, achieve, all(A, B, C)). \
                +!flag(X) : flag & a(A, A, _, _) <- -flag; +flag; .send(ann, achieve, x(A)).";
    let facts = "a(1, 2, 3, 4). b(1, 2, 3, 4). c(1, 2). flag.";
    let messages = [
        "ann one(7)",
        "ann two(8)",
        "ann three(9)",
        "ann all(1)",
        "ann one(3)",
        "ann one(3)",
        "ann one(3)",
        "ann one(3)",
        "ann flag(1)",
    ];
    hear(wide, facts, 5, &messages);
    let backwards = ["ann three(9)", "ann all(1)", "ann two(8)", "ann one(7)", "ann one(8)"];
    hear(wide, facts, 1, &backwards);
}

#[test]
fn a_fact_is_not_what_is_taken_away() {
    let careless = "+!other(X) : n(N) <- -n(X); +n(N + 1). +!constant(X) : n(N) & N > X <- -n(1); +n(X). \
                    +!known(X) : n(X) <- -n(X); +n(X + 1). +!is(X) : n(1) <- -n(1); +n(X). \
                    +!zero(X) : n(0) <- -n(0); +n(X). +!twice(X) : n(N) <- -+n(X); -+n(N). \
                    +!swap : n(N) & k(K) <- -n(N); +n(K); -k(K); +k(N). +!unasked(X) <- -+n(X); .send(ann, achieve, done).";
    let messages =
        ["other(0)", "other(0)", "constant(1)", "known(2)", "is(5)", "zero(5)", "twice(4)", "swap", "unasked(3)"];
    for n in ["0", "1", "2", "-0.0", "foo"] {
        for message in messages {
            let message = format!("ann {message}");
            hear(
                careless,
                &format!("n({n}). k(9)."),
                0,
                &[&message, "ann swap", &message, "ann unasked(-0.0)", &message],
            );
        }
    }
}
