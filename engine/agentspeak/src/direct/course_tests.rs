//! Several intentions of one agent do, in the same order, what they do where each step is interpreted.

use std::fmt::Write;

use super::run::executed;
use super::tests::lines;

/// Both ways print the same lines in the same order, so many of them; and at least one plan was executed directly.
fn same(program: &str, count: usize) {
    let (interpreted, direct) = (lines(program, false), lines(program, true));
    assert_eq!(interpreted, direct, "interpreted and direct: {program}");
    assert_eq!(direct.len(), count, "{}", direct.join("\n"));
}

const FIB: &str = "+!fib(0, 0). +!fib(1, 1). +!fib(N, F) <- !fib(N - 1, A); !fib(N - 2, B); F = A + B. ";

#[test]
fn answers_come_in_the_order_of_their_turns() {
    let before = executed();
    same(
        &format!(
            "{FIB} !go(5). !go(12). !go(3). !go(7). !go(9). +!go(N) <- .print(begins(N)); !fib(N, F); .print(N, \" \", F)."
        ),
        10,
    );
    assert!(executed() > before, "the last of them is alone");
}

#[test]
fn changes_are_seen_when_their_turn_has_come() {
    same(
        &format!(
            "{FIB} last(0). !go(4). !go(9). !go(2). !go(8). !look(30). \
             +!go(N) <- +begun(N); !fib(N, F); -+last(N); !maybe(N); -begun(N). \
             +!maybe(N) : begun(M) & M > N <- .print(N, \" before \", M); +seen(N). +!maybe(N) <- +alone(N). \
             +!look(0) <- .findall(N, seen(N), L); .print(L). \
             +!look(N) <- ?last(L); .count(begun(_), C); .print(N, L, C); !look(N - 1)."
        ),
        34,
    );
}

#[test]
fn blocks_empty_bodies_and_last_steps() {
    same(
        "!a(20). !b(20). !c(20). !d(6). \
         +!a(N) : N > 0 <- if (N mod 3 == 0) { .print(a, N) } else { if (N mod 3 == 1) { X = N; if (X > 7) { +big(X) } } }; !nothing; !a(N - 1). +!a(_). \
         +!nothing. \
         +!b(N) : big(N) <- -big(N); .print(b, N); !b(N - 1). +!b(N) : N > 0 <- !note(N); !b(N - 1). +!b(0) <- .print(end). \
         +!note(N) : not big(N) <- +noted(N). +!note(N). \
         +!c(N) : N > 0 <- !!e(N); .length([N, N], L); !c(N - L). +!c(_). \
         +!e(N) : noted(M) & M > N <- .print(e, N, M). +!e(N) <- .print(e, N). \
         +!d(N) : N > 0 <- !d(N - 1); !e(N); +d(N). +!d(0) <- +d(0).",
        23,
    );
}

#[test]
fn who_looks_at_intentions_sees_them_in_that_cycle() {
    same(
        &format!(
            "{FIB} !go(6). !go(9). !look(12). !go(5). \
             +!go(N) <- !fib(N, F); .print(N, \" \", F). -!go(N)[error(E)] <- .print(N, E). \
             +!look(0) <- .drop_intention(go(9)); .print(dropped). \
             +!look(4) <- .suspend(go(6)); !look(3). +!look(1) <- .resume(go(6)); .fail_goal(go(5)); !look(0). \
             +!look(N) <- .findall(X, .intend(fib(X, _)), L); .print(N, L); .findall(X, .desire(fib(X, _)), D); .print(D); !look(N - 1)."
        ),
        23,
    );
}

#[test]
fn plans_that_are_added_meanwhile_count_from_then_on() {
    same(
        &format!(
            "{FIB} !go(3). !go(9). !late(9). +!go(N) <- !fib(N, F); .print(N, \" \", F). \
             +!late(0) <- .add_plan({{ +!fib(2, 100) }}, self, begin); .print(added). +!late(N) <- !late(N - 1)."
        ),
        3,
    );
}

#[test]
fn failures_and_waiting_among_others() {
    same(
        &format!(
            "{FIB} !go(6). !go(8). !wait(5). !wait(20). !fails(4). !hears. \
             +!go(N) <- !fib(N, F); .print(N, \" \", F); +done(N). \
             +!wait(T) <- .wait(T); .print(waited(T)). +!hears <- .wait(\"+done(8)\"); .print(heard). \
             +!fails(N) <- !fib(N, F); !none(F). -!fails(N)[error(E)] <- .print(N, E); !fib(7, F); .print(F). \
             -!go(N) <- .print(never)."
        ),
        7,
    );
}

/// Numbers one after the other, as by chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A program of several intentions that call each other and change what all believe.
fn program(chance: &mut Chance) -> String {
    let mut text = "c(0). b(1). b(2). sum(X, Y, Z) :- b(X) & Z = X + Y. ".to_owned();
    for plan in 0..5 {
        let context =
            ["", " & b(N)", " & not b(N)", " & c(C) & C < N", " & sum(N, 1, S)", " & N mod 2 == 0"][chance.below(6)];
        let mut body = Vec::new();
        for _ in 0..=chance.below(4) {
            body.push(step(plan, 2, chance));
        }
        let body = body.join("; ");
        let _ = write!(text, "+!p{plan}(N) : N > 0{context} <- {body}. ");
        if chance.below(3) > 0 {
            let _ = write!(text, "+!p{plan}(N) <- X = N * 2; !q(N, X, R). ");
        }
        if chance.below(3) == 0 {
            let _ = write!(text, "-!p{plan}(N) <- .print(failed, {plan}, N). ");
        }
    }
    text.push_str("+!q(N, X, R) : X > N <- !q(N, X - 1, R). +!q(N, X, X). ");
    for goal in 0..=chance.below(5) {
        let _ = write!(text, "!p{}({}). ", chance.below(5), 2 + (goal + chance.below(3)) % 4);
    }
    text
}

fn step(plan: usize, depth: usize, chance: &mut Chance) -> String {
    let other = chance.below(5);
    match chance.below(if depth > 0 { 14 } else { 12 }) {
        0 | 1 => format!(".print(p{plan}, N)"),
        2 | 3 => format!("!p{other}(N - 1)"),
        4 => format!("!!p{other}(N - 2)"),
        5 => "+b(N)".to_owned(),
        6 => "-b(N - 1)".to_owned(),
        7 => "-+c(N)".to_owned(),
        8 => "!q(N, 2 * N, _)".to_owned(),
        9 => "?c(_)".to_owned(),
        10 => format!(".findall(M, .intend(p{other}(M)), L{depth}{plan}); .print(L{depth}{plan})"),
        11 => ".concat(\"x\", N, _)".to_owned(),
        _ => {
            let condition = ["b(N)", "N > 2", "not c(N)"][chance.below(3)];
            let (then, otherwise) = (step(plan, depth - 1, chance), step(plan, depth - 1, chance));
            format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
        }
    }
}

#[test]
fn programs_made_by_chance() {
    for seed in 0..400 {
        let program = program(&mut Chance(seed));
        let (interpreted, direct) = (lines(&program, false), lines(&program, true));
        assert_eq!(interpreted, direct, "seed {seed}: {program}");
    }
}
