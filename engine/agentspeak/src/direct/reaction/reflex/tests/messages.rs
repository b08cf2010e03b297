//! What is heard and sent.

use super::harness::hear;

const WORKER: &str = "+!token(I, Left) : Left > 0 & next(Next) <- .send(Next, achieve, token(I, Left - 1)). \
                      +!token(I, 0) : number(Own) <- .send(bob, achieve, ended(I, Own)).";

#[test]
fn a_token_goes_on() {
    let outcome = hear(WORKER, "number(3). next(ann).", 3, &["ann token(1, 5)", "ann token(1, 1)", "bob token(2, 0)"]);
    assert_eq!(
        outcome.posted,
        ["1 ann <- achieve token(1,4)", "2 ann <- achieve token(1,0)", "3 bob <- achieve ended(2,3)"]
    );
}

#[test]
fn constants_texts_and_literals_come_where_numbers_are_due() {
    let messages = [
        "ann token(1, foo)",
        "ann token(foo, 2)",
        "ann token(1, \"2\")",
        "ann token(\"1\", 2)",
        "ann token(1, f(2))",
        "ann token(1, NaN)",
        "ann token(NaN, 2)",
        "ann token(1, inf)",
        "ann token(1, -inf)",
        "ann token(1, -1)",
        "ann token(1, 0.5)",
        "ann token(1, -0.0)",
        "ann token(1, 3)",
    ];
    let outcome = hear(WORKER, "number(3). next(ann).", 4, &messages);
    assert_eq!(outcome.posted[0], "1 ann <- achieve token(1,NaN)");
    assert_eq!(outcome.posted.last().map(String::as_str), Some("10 ann <- achieve token(1,2)"));
}

#[test]
fn other_predicates_and_more_arguments_are_not_heard() {
    let messages = ["ann token(1)", "ann token(1, 2, 3)", "ann token", "ann unheard(1)", "ann token(1, 2)"];
    assert_eq!(hear(WORKER, "number(3). next(ann).", 1, &messages).posted, ["1 ann <- achieve token(1,1)"]);
}

#[test]
fn names_are_calculated() {
    let sender = "+!to(K, N) : .concat(\"w\", (K + 1) mod N, Name) <- .send(Name, achieve, x(K)). \
        +!half(K) : .concat(\"w\", K div 2, Name) <- .send(Name, achieve, half). \
        +!three(A, B, C) : .concat(\"w\", A + B - C * 2, Name) & .concat(\"w\", A mod 2, Other) & .concat(\"w\", B * C mod 3, Last) \
          <- .send(Name, achieve, one); .send(Other, achieve, other(Last)).";
    let mut messages = Vec::new();
    for one in ["0", "1", "2", "5", "-1", "0.5", "foo", "NaN"] {
        messages.push(format!("ann half({one})"));
        for other in ["3", "2", "0", "-3", "foo"] {
            messages.extend([format!("ann to({one}, {other})"), format!("ann three({one}, {other}, 1)")]);
        }
    }
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let outcome = hear(sender, "", 6, &messages);
    assert!(outcome.posted.iter().any(|posted| posted.ends_with("w2 <- achieve x(1)")), "{:?}", outcome.posted);
}

#[test]
fn calculations_are_the_same() {
    let calculator = "acc(0). \
        +!both(A, B) <- .send(ann, achieve, x(A mod B, A / B, A * B)). \
        +!whole(A, B) <- .send(ann, achieve, x(A div B, -A - -B)). \
        +!power(A, B) <- .send(ann, achieve, x(A ** B, (A + B) * (A - B) / 2 mod 7)). \
        +!sum(A) : total(T) <- -total(T); +total((T * 31 + A) mod 2147483647); .send(ann, achieve, x(T - 1, -T, T)). \
        +!compare(A, B) : A * 2 > B + 1 & A mod 2 == B mod 2 <- .send(ann, achieve, greater). \
        +!compare(A, B) : A + 1 \\== B & not A / B < 0.25 <- .send(ann, achieve, other(A - B)). \
        +!compare(A, _) <- .send(ann, achieve, none(A)).";
    let numbers = ["0", "-0.0", "1", "-7", "2.5", "3", "1e300", "inf", "-inf", "NaN", "foo"];
    let mut messages = Vec::new();
    for one in numbers {
        for other in numbers {
            messages.extend(["both", "whole", "power", "compare"].map(|name| format!("bob {name}({one}, {other})")));
        }
        messages.push(format!("bob sum({one})"));
    }
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    hear(calculator, "total(1).", 140, &messages);
}

#[test]
fn comparisons_are_the_same() {
    let mut judge = String::new();
    for (number, relation) in [">", ">=", "<", "<=", "==", "\\==", "="].into_iter().enumerate() {
        judge.push_str(&format!(
            "+!both{number}(A, B) : A {relation} B <- .send(ann, achieve, both). +!both{number}(_, _). \
             +!one{number}(A) : A {relation} 1 <- .send(ann, achieve, one). +!one{number}(_). \
             +!name{number}(A) : A {relation} foo <- .send(ann, achieve, name). +!name{number}(_). \
             +!not{number}(A) : not 2 {relation} A <- .send(ann, achieve, unlike). +!not{number}(_). \
             +!own{number}(A) : own(B) & not B {relation} A <- .send(ann, achieve, own). +!own{number}(_). "
        ));
    }
    let values = ["0", "-0.0", "1", "2", "foo", "bar", "NaN"];
    let mut messages = Vec::new();
    for number in 0..7 {
        for one in values {
            messages.extend(["one", "name", "not", "own"].map(|name| format!("bob {name}{number}({one})")));
            messages.extend(values.map(|other| format!("bob both{number}({one}, {other})")));
        }
    }
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    for own in ["own(1).", "own(foo).", "own(-0.0)."] {
        hear(&judge, own, 250, &messages);
    }
}

#[test]
fn names_are_made_of_what_is_known() {
    // What a rule says, and what is heard.
    let requester = "agents(3). peer(I, K, Name) :- agents(N) & .concat(\"w\", (I + 1 + K mod (N - 1)) mod N, Name). \
        +!reply(From, K) : asking(I, Left, Acc) & Left > 0 & peer(I, K + 1, Name) \
          <- .send(Name, achieve, request(I, K + 1)); -asking(I, Left, Acc); +asking(I, Left - 1, (Acc * 31 + From) mod 2147483647). \
        +!reply(From, K) : asking(I, 0, Acc) <- .send(ann, achieve, done(I, (Acc * 31 + From) mod 2147483647, K + 1)). \
        +!pass(X) : .concat(\"w\", X, Name) <- .send(Name, achieve, passed(X)). \
        +!back(X) : .concat(X, \"\", Name) & not X == 1 <- .send(Name, achieve, back(X)).";
    let messages = [
        "ann reply(1, 0)",
        "ann reply(2, 1)",
        "ann reply(foo, 2)",
        "ann reply(2, 2)",
        "ann reply(1, 3)",
        "ann pass(1)",
        "ann pass(7)",
        "ann pass(-0.0)",
        "ann pass(0.5)",
        "ann pass(foo)",
        "ann back(ann)",
        "ann back(bob)",
        "ann back(1)",
        "ann pass(2)",
    ];
    let outcome = hear(requester, "asking(0, 3, 7).", 7, &messages);
    assert_eq!(outcome.posted[..2], ["1 w2 <- achieve request(0,1)", "2 w1 <- achieve request(0,2)"]);
    assert_eq!(outcome.beliefs[1], "asking(0,0,NaN)[source(self)]");
}

#[test]
fn nothing_is_done_where_a_receiver_is_unknown() {
    let sender = "+!one(To) : n(N) <- -n(N); +n(N + 1); .send(To, achieve, x(N)). \
                  +!two(To, Other) : n(N) <- -n(N); +n(N + 1); .send(To, achieve, x(N)); .send(Other, achieve, y(N)). \
                  +!text : n(N) <- -+n(N + 1); .send(\"ann\", achieve, x(N)). \
                  +!nobody : n(N) <- -+n(N + 1); .send(\"nobody\", achieve, x(N)).";
    let messages = [
        "ann one(bob)",
        "ann one(nobody)",
        "ann one(3)",
        "ann one(\"bob\")",
        "ann one(self)",
        "ann two(bob, nobody)",
        "ann two(nobody, bob)",
        "ann two(ann, bob)",
        "ann text",
        "ann nobody",
        "ann one(me)",
    ];
    let outcome = hear(sender, "n(0).", 3, &messages);
    assert_eq!(outcome.beliefs, ["n(11)[source(self)]"]);
}

#[test]
fn messages_have_a_source() {
    let echo = "+!one(X)[source(self)] <- .send(ann, achieve, own(X)). \
                +!one(X)[source(ann)] <- .send(ann, achieve, hers(X)). \
                +!one(X)[source(S)] : S \\== bob <- .send(S, achieve, back(X, S)). \
                +!one(X)[source(S)] : not known(S) <- .send(self, achieve, one(S)). \
                +!name(S)[source(S)] <- .send(S, achieve, same(S)). +!name(S) <- .send(S, achieve, other(S)).";
    let messages = [
        "ann one(1)",
        "me one(2)",
        "w1 one(3)",
        "bob one(4)",
        "nobody one(5)",
        "ann name(ann)",
        "me name(self)",
        "me name(me)",
        "bob name(ann)",
    ];
    let outcome = hear(echo, "", 3, &messages);
    assert_eq!(
        outcome.posted[..4],
        [
            "1 ann <- achieve hers(1)",
            "2 ann <- achieve own(2)",
            "3 w1 <- achieve back(3,w1)",
            "5 ann <- achieve own(bob)"
        ]
    );
}

#[test]
fn plans_behind_are_no_reflexes_or_do_more() {
    let mixed = "+!go(X) : X > 5 <- .send(ann, achieve, x(X)). \
                 +!go(X) : X > 3 <- .print(X). \
                 +!go(X) : X > 1 <- .send(ann, achieve, y(X)). \
                 +!go(X) : X > 0 & .member(X, [1, 0.5]) <- .send(ann, achieve, z(X)); .print(last). \
                 +!go(X) : n(N) <- -n(N); +n(N + X); .print(N).";
    let messages = ["bob go(6)", "bob go(4)", "bob go(2)", "bob go(1)", "bob go(0)", "bob go(-1)", "bob go(7)"];
    let outcome = hear(mixed, "n(0).", 3, &messages);
    assert_eq!(outcome.beliefs, ["n(-1)[source(self)]"]);
}

#[test]
fn a_goal_in_last_place_is_a_part_of_the_plan() {
    let worker = "+!reply(From, K) : asking(I, Left, Acc) & Left > 0 <- -asking(I, Left, Acc); +asking(I, Left - 1, Acc + From). \
                  +!reply(From, K) : asking(I, 0, Acc) <- !end(I, K, Acc, From). \
                  +!end(I, K, Acc, From) <- .send(bob, achieve, done(I, (Acc * 31 + From) mod 7, K + 1)). \
                  +!far(X) <- !one(X + 1). +!one(X) <- !two(X, 3). +!two(X, Y) <- !count(X - Y); .send(ann, achieve, far(X)). \
                  +!near(X) <- .send(ann, achieve, near(X)); !count(X * 2). \
                  +!count(X) : true <- -+n(X); !told(X). +!told(_) <- .send(bob, achieve, told). \
                  +!kept(X) : n(X) <- !told(X). +!kept(1) <- !told(foo). \
                  +!chosen(X) <- !which(X, 1). +!which(X, X) <- .send(ann, achieve, same). +!which(_, _) <- !told(0). \
                  +!again(X) <- !again(X, 0). +!again(X, Y) : Y < X <- !again(X, Y + 1). +!again(_, Y) <- !told(Y). \
                  +!mine(X) <- !own(X). +!own(X)[source(self)] <- !told(X). \
                  +!nobody(X) <- -+n(X); !to(nobody, X). +!to(Name, X) <- .send(Name, achieve, x(X)).";
    let messages = [
        "ann reply(1, 0)",
        "ann reply(foo, 1)",
        "ann reply(2, 2)",
        "ann near(1)",
        "ann near(foo)",
        "ann near(NaN)",
        "ann far(7)",
        "ann kept(14)",
        "ann kept(1)",
        "ann kept(2)",
        "ann chosen(1)",
        "ann chosen(2)",
        "ann again(3)",
        "ann mine(1)",
        "ann nobody(3)",
        "ann near(2)",
    ];
    let outcome = hear(worker, "asking(1, 1, 5). n(0).", 5, &messages);
    assert_eq!(
        outcome.posted[1..4],
        ["2 bob <- achieve done(1,6,3)", "3 ann <- achieve near(1)", "4 bob <- achieve told"]
    );
}

#[test]
fn plans_that_do_nothing_here_have_no_reflexes() {
    let counter =
        "+!done(X) : running(N) & N > 1 <- +done(X); -running(N); +running(N - 1). +!done(_) <- .print(done).";
    let outcome = hear(counter, "running(2).", 0, &["ann done(1)", "ann done(2)"]);
    assert_eq!(outcome.reflexes, 0);
}

#[test]
fn no_more_is_sent_than_can_be() {
    let sender = "+!three(X) : n(N) <- .send(ann, achieve, a(X)); -n(N); +n(N + 1); .send(bob, achieve, b(X)); .send(me, achieve, c(X)). \
                  +!long(X) <- .send(ann, achieve, a(X, X, X, X)). +!text(X) <- .send(ann, achieve, a(X, \"x\")). \
                  +!tell(X) : n(N) <- .send(ann, tell, a(X, N)). +!all(X) <- .send([ann, bob], achieve, a(X)). \
                  +!none(X) : n(X). +!none(_) <- .send(ann, achieve, none).";
    let messages =
        ["bob three(1)", "bob long(1)", "bob text(1)", "bob tell(1)", "bob all(1)", "bob none(1)", "bob none(2)"];
    hear(sender, "n(0).", 3, &messages);
}
