//! Several facts, rules, and other agents of the same program.

use super::harness::{Kin, hear};

const CREATURE: &str = "complement(blue, blue, blue). complement(blue, red, yellow). complement(blue, yellow, red). \
    complement(red, blue, yellow). complement(red, red, red). complement(red, yellow, blue). \
    complement(yellow, blue, red). complement(yellow, red, blue). complement(yellow, yellow, yellow). \
    +!go : creature(Own, Colour, _, _) <- .send(ann, achieve, meet(Own, Colour)). \
    +!met(Other, Theirs) : seen(Mine, Theirs, N) & creature(Own, Mine, Meetings, Self) & Other \\== Own & complement(Mine, Theirs, New) \
      <- -seen(Mine, Theirs, N); +seen(Mine, Theirs, N + 1); \
         -creature(Own, Mine, Meetings, Self); +creature(Own, New, Meetings + 1, Self); .send(ann, achieve, meet(Own, New)). \
    +!met(Other, Theirs) : creature(Own, Mine, Meetings, Self) & Other \\== Own & complement(Mine, Theirs, New) \
      <- -creature(Own, Mine, Meetings, Self); +creature(Own, New, Meetings + 1, Self); .send(ann, achieve, meet(Own, New)). \
    +!met(Own, _) : creature(Own, Mine, Meetings, Self) \
      <- -creature(Own, Mine, Meetings, Self); +creature(Own, Mine, Meetings + 1, Self + 1); .send(ann, achieve, meet(Own, Mine)). \
    +!seen(M, T, N) <- +seen(M, T, N).";

#[test]
fn a_table_is_looked_through() {
    let messages = [
        "ann go",
        "ann met(2, red)",
        "ann met(2, blue)",
        "ann met(1, red)",
        "ann met(2, yellow)",
        "ann met(2, green)",
        "ann met(foo, red)",
        "ann met(NaN, red)",
    ];
    let outcome = hear(CREATURE, "creature(1, blue, 0, 0).", 6, &messages);
    assert_eq!(outcome.beliefs.last().map(String::as_str), Some("creature(1,blue,6,1)[source(self)]"));
    // Others of the same program count what they see.
    let kin = Kin::of(CREATURE);
    let outcome = kin.hear("creature(1, blue, 0, 0).", &messages);
    assert!(outcome.reflexes >= 6);
    let seen = "seen(blue, red, 0). creature(2, blue, 0, 0).";
    kin.hear(seen, &messages);
    kin.hear(&format!("seen(yellow, blue, 0). {seen}"), &messages);
    let outcome =
        kin.hear("creature(1, blue, 0, 0).", &["ann met(2, red)", "ann seen(yellow, red, 3)", "ann met(2, red)"]);
    assert_eq!(outcome.reflexes, 1);
}

#[test]
fn rows_are_those_that_are_asked_for() {
    let asker = "pair(1, 2). pair(2, 2). pair(2, 1). pair(foo, 0.5). \
        +!same : pair(N, N) <- .send(ann, achieve, same(N)). \
        +!first(X) : pair(X, Y) <- .send(ann, achieve, first(Y)). +!first(_) <- .send(ann, achieve, none). \
        +!second(X) : pair(Y, X + 1) <- .send(ann, achieve, second(Y)). +!second(_) <- .send(ann, achieve, none). \
        +!both(X, Y) : pair(X, Y) <- .send(ann, achieve, both). +!both(X, _) : not pair(X, _) <- .send(ann, achieve, none). \
        +!greater(X) : pair(A, B) & B > X <- .send(ann, achieve, greater(A)). +!greater(_) <- .send(ann, achieve, none). \
        +!any : pair(_, _) <- .send(ann, achieve, any). +!literal : pair(f(_), _) <- .send(ann, achieve, any). \
        +!change(X) : pair(X, Y) <- -pair(X, Y); +pair(Y, X). +!changed <- .findall(p(X, Y), pair(X, Y), L); .print(L).";
    let messages = [
        "ann first(2)",
        "ann same",
        "ann first(foo)",
        "ann first(3)",
        "ann first(NaN)",
        "ann second(0)",
        "ann second(foo)",
        "ann both(2, 1)",
        "ann both(2, 3)",
        "ann both(3, 3)",
        "ann greater(1)",
        "ann greater(2)",
        "ann any",
        "ann literal",
        "ann same",
        "ann change(2)",
        "ann changed",
        "ann first(2)",
        "ann same",
    ];
    let outcome = hear(asker, "", 7, &messages);
    assert_eq!(outcome.posted[..2], ["1 ann <- achieve first(2)", "2 ann <- achieve same(2)"]);
}

#[test]
fn rows_have_numbers_and_constants_in_all_places() {
    let table = "row(0, foo, 1, 2). row(1, 0, foo, 0). row(foo, bar, baz, 0). row(3, 0, 0, 0). row(0, 0, 0, foo). row(1, 0.5, foo, 7). \
        +!one(X) : row(X, _, _, Y) <- .send(ann, achieve, one(Y)). +!one(_) <- .send(ann, achieve, none). \
        +!two(X, Y) : row(_, X, Y, Z) <- .send(ann, achieve, two(Z)). +!two(_, _) <- .send(ann, achieve, none). \
        +!three(X, Y, Z) : row(X, Y, Z, R) <- .send(ann, achieve, three(R)). +!three(_, _, _) <- .send(ann, achieve, none). \
        +!four(X, Y, Z) : row(X, Y, Z, 0) <- .send(ann, achieve, four). +!four(_, _, _) <- .send(ann, achieve, none). \
        +!sum(X, Y) : row(X - Y, X mod 7, _, R) <- .send(ann, achieve, sum(R)). +!sum(_, _) <- .send(ann, achieve, none). \
        +!last(X) : n(N) & row(N, _, _, X) <- -n(N); +n(N - 1). +!last(_) <- .send(ann, achieve, none). \
        +!whose[source(S)] : row(S, X, Y, _) <- .send(ann, achieve, whose(X, Y)). +!whose <- .send(ann, achieve, none).";
    let values = ["0", "-0.0", "1", "3", "0.5", "foo", "bar", "NaN"];
    let mut messages: Vec<String> = ["ann whose".to_owned(), "foo whose".to_owned(), "me whose".to_owned()].into();
    for one in values {
        messages.extend([format!("ann one({one})"), format!("ann last({one})")]);
        for other in values {
            messages.extend([format!("ann two({one}, {other})"), format!("ann sum({one}, {other})")]);
            for third in ["0", "-0.0", "1", "foo", "baz", "NaN"] {
                messages.extend(["three", "four"].map(|name| format!("ann {name}({one}, {other}, {third})")));
            }
        }
    }
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    hear(table, "n(1).", 500, &messages);
}

#[test]
fn kin_believe_different_things() {
    let kin = Kin::of(
        "+!go(X) : limit(L) & X < L & n(N) <- -n(N); +n(N + X); .send(ann, achieve, go(N)). \
         +!go(X) : limit(L) <- .send(ann, achieve, limit(L)). +!go(X) <- .send(ann, achieve, none(X)).",
    );
    let messages = ["ann go(1)", "ann go(3)", "ann go(foo)", "ann go(-1)"];
    let own = [
        "limit(2). n(0).",
        "limit(L) :- base(B) & L = B * 2. base(1). n(0).",
        "limit(2). limit(4). n(0).",
        "n(0).",
        "limit(2).",
        "limit(foo). n(0).",
        "limit(2). n(f(1)).",
        "limit(2). n(\"text\").",
        "limit(4). n(5).",
    ];
    for first in own {
        for facts in std::iter::once(first).chain(own) {
            kin.hear(facts, &messages);
        }
    }
    assert_eq!(kin.hear(own[0], &messages).reflexes, 3);
    assert_eq!(kin.hear(own[8], &messages).reflexes, 3);
}

#[test]
fn rules_are_asked() {
    let asker = "size(3). next(I, J) :- size(N) & J = (I + 1) mod N. odd(I) :- I mod 2 == 1. both(I, J) :- next(I, J) & odd(J). \
        deep(I) :- both(I, J) & next(J, K) & K \\== I. flag :- size(3). one(1, X) :- X = 7. one(foo, X) :- X = 8. \
        +!go(I) : both(I, J) <- .send(ann, achieve, both(J)). \
        +!go(I) : next(I, J) & not odd(J) <- .send(ann, achieve, next(J)). \
        +!deep(I) : deep(I) & flag <- .send(ann, achieve, deep). +!deep(I) : not deep(I) <- .send(ann, achieve, flat). \
        +!one(I) : one(I, X) <- .send(ann, achieve, one(X)).";
    let messages = [
        "ann go(0)",
        "ann go(1)",
        "ann go(2)",
        "ann go(foo)",
        "ann go(-1)",
        "ann go(0.5)",
        "ann deep(0)",
        "ann deep(1)",
        "ann one(1)",
        "ann one(foo)",
        "ann one(2)",
    ];
    hear(asker, "", 4, &messages);
}
