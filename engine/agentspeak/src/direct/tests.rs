//! What is executed directly says the same as what is interpreted.

use super::run::executed;
use crate::mind::Mind;
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::system::{Local, Program};
use crate::term::Atom;

fn system(agents: &[(&str, &str)], direct: bool) -> Local {
    let mut system = Local::default();
    for (name, text) in agents {
        let mut sources = Sources::new();
        let file = sources.add("a.asl", *text);
        let parsed = parser::program(&sources, file);
        assert!(!parsed.has_errors(), "{text}");
        let program = Program::new(&parsed.program, &sources, "a.asl").expect("a program");
        let mut mind = Mind::new(Atom::new(name));
        mind.settings.direct = direct;
        program.begin(&mut mind, &[], &[]);
        system.add(mind);
    }
    system
}

/// What one agent of this program says, and what is said of it.
pub(super) fn lines(program: &str, direct: bool) -> Vec<String> {
    let mut system = system(&[("worker", program)], direct);
    system.simulate_time();
    system.run(1_000_000);
    system.lines().iter().chain(system.warnings()).cloned().collect()
}

/// What each agent says, one after the other; and how many plans were executed directly.
fn said(agents: &[(&str, &str)], direct: bool) -> (Vec<String>, usize) {
    let mut system = system(agents, direct);
    system.simulate_time();
    let before = executed();
    system.run(1_000_000);
    let mut lines: Vec<String> = system.lines().iter().chain(system.warnings()).cloned().collect();
    lines.sort_by_key(|line| line.split(']').next().map(str::to_owned));
    (lines, executed() - before)
}

/// Both ways say this, and at least so many plans are executed directly.
fn both(agents: &[(&str, &str)], least: usize, expected: &[&str]) {
    let (interpreted, none) = said(agents, false);
    let (direct, count) = said(agents, true);
    assert_eq!(interpreted, direct, "interpreted and direct");
    assert_eq!(direct, expected);
    assert_eq!(none, 0);
    assert!(count >= least, "{count} plans were executed directly, not {least}");
}

#[test]
fn a_token_goes_round() {
    let worker = "+!token(I, Left) : Left > 0 & next(Next) <- .send(Next, achieve, token(I, Left - 1)). \
                  +!token(I, 0) : number(Own) <- .print(ended(I, Own)).";
    let one = format!("number(1). next(two). {worker}");
    let two = format!("number(2). next(\"one\"). {worker}");
    let begin = "!go. +!go <- .send(one, achieve, token(7, 101)).";
    both(&[("one", &one), ("two", &two), ("begin", begin)], 100, &["[two] ended(7,2)"]);
}

#[test]
fn beliefs_are_changed_in_the_plans_order() {
    let mall = "mall(4, nobody). \
        @pair[atomic] +!meet(C)[source(S)] : mall(Left, first(Other, Colour)) \
          <- -mall(Left, first(Other, Colour)); +mall(Left - 1, nobody); .send(S, achieve, met(Colour)); .send(Other, achieve, met(C)). \
        @wait[atomic] +!meet(C)[source(S)] : mall(Left, nobody) & Left > 0 <- -mall(Left, nobody); +mall(Left, first(S, C)). \
        +!meet(_)[source(S)] <- .send(S, achieve, closed).";
    let creature = |own: &str| {
        format!(
            "met(0). colour({own}). new(red, blue, yellow). new(blue, red, yellow). new(X, X, X). new(X, yellow, X). new(yellow, X, X). \
             !go. +!go : colour(C) <- .send(mall, achieve, meet(C)). \
             +!met(Other) : met(N) & colour(C) & new(C, Other, New) <- -met(N); +met(N + 1); -+colour(New); .send(mall, achieve, meet(New)). \
             +!closed : met(N) & colour(C) <- .print(N, C)."
        )
    };
    both(
        &[("mall", mall), ("ann", &creature("red")), ("bob", &creature("blue"))],
        8,
        &["[ann] 4yellow", "[bob] 4yellow"],
    );
}

#[test]
fn self_is_the_agent_be_it_a_text() {
    let worker = "!go. +!go <- .send(\"self\", achieve, say(1)); .send(self, achieve, say(2)). +!say(X)[source(S)] <- .print(X, S).";
    both(&[("worker", worker)], 1, &["[worker] 1self", "[worker] 2self"]);
}

/// The same with an agent `worker` that is asked for `go(3)`, and once more for `go(4)`.
fn both_asked(worker: &str, expected: [&[&str]; 2]) {
    for (number, expected) in [3, 4].into_iter().zip(expected) {
        let ask = format!("!go. +!go <- .send(worker, achieve, go({number})).");
        both(&[("worker", worker), ("ask", &ask)], 1, expected);
    }
}

#[test]
fn goals_loops_and_choices() {
    let worker = "sum(0). +!go(N) <- !add(N); !show. \
        +!add(N) : N > 0 <- ?sum(S); -+sum(S + N); !add(N - 1). +!add(0). \
        +!show : sum(S) <- if (S > 6) { if (S mod 2 == 0) { .print(even(S)) } else { +odd(S); .print(odd(S)) } } else { .print(small(S)) }.";
    both_asked(worker, [&["[worker] small(6)"], &["[worker] even(10)"]]);
}

#[test]
fn long_recursion_goes_on_after_its_turn() {
    let worker = "count(0). +!go(N) <- !loop(N * 1000); ?count(C); .print(N, C). \
        +!loop(0). +!loop(N) : count(C) <- -+count(C + 1); !loop(N - 1).";
    both_asked(worker, [&["[worker] 33000"], &["[worker] 44000"]]);
}

#[test]
fn recursion_that_is_not_in_last_place() {
    let worker =
        "n(0). +!go(N) <- !deep(N * 100); ?n(X); .print(X). +!deep(0). +!deep(N) <- !deep(N - 1); ?n(X); -+n(X + 1).";
    both_asked(worker, [&["[worker] 300"], &["[worker] 400"]]);
}

#[test]
fn failures_are_handled_as_ever() {
    let worker = "+!go(N) <- !one(N); .print(never). -!go(N)[error(E)] <- .print(failed(N, E)). \
        +!one(3) <- ?nothing(3). +!one(4) <- !two(4). +!two(5).";
    both_asked(worker, [&["[worker] failed(3,test_goal_failed)"], &["[worker] failed(4,no_applicable)"]]);
    let lost = "+!go(N) <- +sent(N); .send(nobody, achieve, x(N)). -!go(N)[error(E)] : sent(N) <- .print(N, E).";
    both_asked(lost, [&["[worker] 3receiver_not_found"], &["[worker] 4receiver_not_found"]]);
}

#[test]
fn rules_negation_and_actions_in_contexts() {
    let worker = "limit(3). item(a, 1). item(b, 4). item(c, 9). \
        name(I, Name) :- .concat(\"w\", I + 1, Name). within(N) :- limit(L) & N <= L. square(N, N * N). half(N, H) :- H = N / 2. \
        +!go(N) : not within(N) & square(N, S) & item(X, Y) & Y > N & half(S, H) & name(S, Name) <- .print(X, Y, H, Name). \
        +!go(N) : within(N) & not (item(_, I) & I > 10) & \"x\" < \"y\" <- .print(within(N)).";
    both_asked(worker, [&["[worker] within(3)"], &["[worker] c98w17"]]);
}

#[test]
fn changes_that_somebody_minds_are_events() {
    let worker = "+!go(N) <- +seen(N); .print(after(N)). +seen(N) <- .print(seen(N)).";
    both_asked(worker, [&["[worker] seen(3)", "[worker] after(3)"], &["[worker] seen(4)", "[worker] after(4)"]]);
}

#[test]
fn plans_that_are_added_count_at_once() {
    let worker = "+!go(N) <- .add_plan({ +!do <- .print(new(N)) }, self, begin); !do. +!do <- .print(old).";
    both_asked(worker, [&["[worker] new(3)"], &["[worker] new(4)"]]);
}

#[test]
fn lists_and_structures_are_taken_apart() {
    let worker = "+!go(N) <- !walk([N, x, f(N, [1])], []). \
        +!walk([f(A, [B|_])|T], Seen) <- !walk(T, [A + B|Seen]). +!walk([H|T], Seen) <- !walk(T, [H|Seen]). +!walk([], Seen) <- .print(Seen).";
    both_asked(worker, [&["[worker] [4,x,3]"], &["[worker] [5,x,4]"]]);
}

#[test]
fn goals_answer() {
    let worker = "+!go(N) <- !fib(N * 3, F); !sum(N, 0, S); !pair(N, A, B); .print(F, \" \", S, \" \", A, B). \
        +!fib(0, 0). +!fib(1, 1). +!fib(N, F) <- !fib(N - 1, A); !fib(N - 2, B); F = A + B. \
        +!sum(0, S, S). +!sum(N, A, S) <- !sum(N - 1, A + N, S). \
        +!pair(N, N, [B]) : B = N + 1. +!pair(N, A, A).";
    both_asked(worker, [&["[worker] 34 6 3[4]"], &["[worker] 144 10 4[5]"]]);
}

#[test]
fn long_recursion_gives_its_answer_back() {
    let worker = "+!go(N) <- !build(N * 1000, [], L, _); .length(L, M); .print(M). \
        +!build(0, L, L, done). +!build(N, L, All, D) <- !build(N - 1, [N|L], All, D).";
    both_asked(worker, [&["[worker] 3000"], &["[worker] 4000"]]);
}

#[test]
fn long_searches_with_what_nobody_asks_for() {
    let worker = "list([]). +!go(N) <- .findall(I, .range(I, 1, N * 1000), L); !find(N * 1000, L, _); .print(N). \
        +!find(X, [X|_], _). +!find(X, [_|T], _) <- !find(X, T, 0).";
    both_asked(worker, [&["[worker] 3"], &["[worker] 4"]]);
}

#[test]
fn what_answers_waits_or_fails() {
    let worker = "+!go(N) <- !late(N, A); .print(A); !none(N, B); .print(never). -!go(N)[error(E)] <- .print(E). \
        +!late(N, A) <- !later(N, A). +!later(3, A) <- .wait(5); A = waited. +!later(N, f(N, _)) <- .print(here). \
        +!none(N, B) <- !nothing(N, B).";
    both_asked(
        worker,
        [&["[worker] waited", "[worker] no_relevant"], &["[worker] here", "[worker] f(4,_3)", "[worker] no_relevant"]],
    );
}

#[test]
fn several_intentions_take_turns() {
    let worker = "+!go(N) <- !count(N * 500, 0, C); .print(N, \" \", C). \
        +!count(0, C, C). +!count(N, A, C) <- !count(N - 1, A + 1, C).";
    let ask =
        "!go. +!go <- .send(worker, achieve, go(9)); .send(worker, achieve, go(1)); .send(worker, achieve, go(4)).";
    let expected = ["[worker] 1 500", "[worker] 4 2000", "[worker] 9 4500"];
    both(&[("worker", worker), ("ask", ask)], 2, &expected);
}

#[test]
fn a_plan_that_could_not_react_is_passed_over_where_it_is_not_applicable() {
    let counter = "state(here, 0, none). \
        @twice[atomic] +!hit(W) : twice & state(P, N, _) <- -state(P, N, _); +state(P, N + 1, W); +twice(N). \
        @other[atomic] +!hit(W) : state(P, N, Old) & W \\== Old & not barred(W) <- -state(P, N, Old); +state(P, N + 1, W). \
        @same[atomic] +!hit(W)[source(S)] : state(P, N, W) & S \\== self <- .send(S, achieve, again(N, -N, W)); -+state(P, N, none). \
        +!tell : state(P, N, W) <- .print(P, \" \", N, \" \", W). \
        barred(d). @barred[atomic] +!hit(d) <- .print(barred).";
    let begin = "!go. +!go <- .send(c, achieve, hit(a)); .send(c, achieve, hit(b)); .send(c, achieve, hit(b)); \
                 .send(c, achieve, hit(f(a, 1.5))); .send(c, achieve, hit(d)); .send(c, achieve, tell). \
                 +!again(N, M, W) <- .print(again(N, M, W)).";
    let expected = ["[begin] again(2,-2,b)", "[c] barred", "[c] here 3 f(a,1.5)"];
    both(&[("c", counter), ("begin", begin)], 6, &expected);
}

#[test]
fn rules_are_asked_and_names_may_be_strings() {
    let sender = "to(\"c\"). peer(K, Name) :- to(Name) & limit(L) & K < L. limit(3). \
        +!next(K) : peer(K, Name) <- .send(Name, achieve, next(K + 1)). \
        +!next(K) <- .print(last(K)).";
    let other = "+!next(K)[source(S)] : not S == self <- .send(S, achieve, next(K * 2 - K + 0.5)).";
    both(&[("a", sender), ("c", other), ("begin", "!go. +!go <- .send(a, achieve, next(0)).")], 5, &["[a] last(3)"]);
}

#[test]
fn whoever_is_not_there_is_told_nothing_and_nothing_is_lost() {
    let agent = "n(0). +!one <- .send(nobody, achieve, x). -!one <- .print(one). \
        +!two : n(N) <- .send(begin, achieve, x(N)); -n(N); +n(N + 1); .send(nobody, achieve, x). \
        -!two : n(N) <- .print(two, N).";
    let begin = "!go. +!go <- .send(a, achieve, one); .send(a, achieve, two). +!x(N) <- .print(x(N)).";
    both(&[("a", agent), ("begin", begin)], 1, &["[a] one", "[a] two1", "[begin] x(0)"]);
}

#[test]
fn reactions_ask_rules_and_make_names() {
    // Nested rules, several answers of which a later one will do, a rule in a `not`, and a name that is made.
    let agent = |next: &str| {
        format!(
            "size(3). even(N) :- N mod 2 = 0. step(1). step(2). step(3). \
             name(I, Name) :- size(N) & .concat(\"a\", I mod N, Name). \
             far(I, S, Name) :- step(S) & S > 1 & name(I + S, Name) & not even(S). \
             +!go(I) : I < 40 & far(I, S, Name) & Name \\== \"{next}\" <- .send(Name, achieve, go(I + S)). \
             +!go(I) : I < 40 & name(I, Name) <- .send(Name, achieve, go(I + 1)). \
             +!go(I) <- .print(I)."
        )
    };
    let begin = "!go. +!go <- .send(a0, achieve, go(0)).";
    both(&[("a0", &agent("a0")), ("a1", &agent("a2")), ("a2", &agent("a0")), ("begin", begin)], 13, &["[a1] 40"]);
}

#[test]
fn reactions_change_what_they_have_found() {
    // Literals come and go in a belief; what is not a number is never what was found.
    let keeper = "state(0, none). \
        @p1[atomic] +!put(X) : state(N, none) <- -state(N, none); +state(N + 1, some(X, N)). \
        @p2[atomic] +!put(X) : state(N, some(Y, M)) & Y \\== X <- -state(N, some(Y, M)); +state(N + 1, some(X, M)). \
        @p3[atomic] +!put(_) : state(N, some(Y, M)) <- -state(N, some(Y, M)); +state(N, none). \
        @p4[atomic] +!odd : state(N, S) <- -state(N, S); +state(N - N, S). \
        @p5[atomic] +!undefined : state(N, S) <- -state(N, S); +state((0 - 1) ** 0.5, S). \
        @p6[atomic] +!show <- .findall(s(N, S), state(N, S), L); .print(L).";
    let teller = "!go. +!go <- .send(k, achieve, put(a)); .send(k, achieve, put(b)); .send(k, achieve, show); \
        .send(k, achieve, put(b)); .send(k, achieve, show); .send(k, achieve, put(\"text\")); .send(k, achieve, put(c)); \
        .send(k, achieve, show); .send(k, achieve, undefined); .send(k, achieve, undefined); .send(k, achieve, show).";
    let (interpreted, _) = said(&[("k", keeper), ("teller", teller)], false);
    let (direct, count) = said(&[("k", keeper), ("teller", teller)], true);
    assert_eq!(interpreted, direct);
    assert_eq!(direct[..3], ["[k] [s(2,some(b,0))]", "[k] [s(2,none)]", "[k] [s(4,some(c,2))]"]);
    assert!(count >= 8, "{count}");
}

#[test]
fn room_of_an_argument_is_not_that_of_a_belief() {
    let keeper = "state(none). \
        @p[atomic] +!put(X) : state(S) <- -state(S); +state(some(X)). \
        @t[atomic] +!take : state(S) <- -state(S); +state(none). \
        @b[atomic] +!note(X) <- +some(X). \
        @s[atomic] +!show : some(X)[source(S)] <- .print(X, S).";
    let teller = "!go. +!go <- .send(k, achieve, put(a)); .send(k, achieve, take); .send(k, achieve, note(b)); .send(k, achieve, show).";
    both(&[("k", keeper), ("teller", teller)], 3, &["[k] bself"]);
}

#[test]
fn reactions_calculate_and_pass_over_what_nobody_asks_for() {
    let agent = "size(4). acc(0, x). \
        peer(_, I, Name) :- size(N) & .concat(\"b\", (I + 1 + I mod (N - 1)) mod N, Name). \
        @step[atomic] +!go(I) : I < 40 & acc(A, _) & peer(I / 2, I, Name) \
          <- .send(Name, achieve, go(I + 1)); -acc(A, x); +acc((A * 31 + -I) mod 1009 - (3 - I * 2) / 4, x). \
        +!go(I) : acc(A, _) <- .print(I, \" \", A). +!show : acc(A, _) <- .print(A).";
    let begin = "!go. +!go <- .send(b0, achieve, go(0)); .wait(10); .send([b0, b1, b2, b3], achieve, show).";
    let agents = [("b0", agent), ("b1", agent), ("b2", agent), ("b3", agent), ("begin", begin)];
    let (interpreted, _) = said(&agents, false);
    let (direct, count) = said(&agents, true);
    assert_eq!(interpreted, direct);
    assert_eq!(direct.len(), 5);
    assert!(count >= 40, "{count}");
}
