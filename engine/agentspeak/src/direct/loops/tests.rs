//! Loops say what the interpreter says.

use std::cell::Cell;

use super::super::tests::lines;

thread_local! {
    static GOALS: Cell<u32> = const { Cell::new(0) };
}

/// So many goals have been pursued in loops.
pub(super) fn count(goals: u32) {
    GOALS.set(GOALS.get() + goals);
}

/// Both ways print this, and at least so many goals are pursued in loops.
fn same(program: &str, least: u32, expected: &[&str]) {
    let interpreted = lines(program, false);
    let before = GOALS.get();
    let direct = lines(program, true);
    assert_eq!(interpreted, direct, "interpreted and direct: {program}");
    let said: Vec<&str> = direct.iter().map(|line| line.trim_start_matches("[worker] ")).collect();
    assert_eq!(said, expected, "{program}");
    let goals = GOALS.get() - before;
    assert!(goals >= least, "{goals} goals, not {least}: {program}");
}

#[test]
fn numbers_are_counted_and_summed() {
    same(
        "!go. +!go <- !loop(3000); !sum(3000, 0, S); !mixed(2500, 1, 0, X, Y); .print(S, \" \", X div 1, \" \", Y). \
         +!loop(N) : N > 0 <- !loop(N - 1). +!loop(0). \
         +!sum(0, S, S). +!sum(N, A, S) <- !sum(N - 1, A + N, S). \
         +!mixed(N, A, B, A, B) : N < 0.5. \
         +!mixed(N, A, B, X, Y) : N mod 2 == 0 & not (N == 7 & A > 0) <- !mixed(N - 1, -A * 3 mod 1000 / 2, B + 1, X, Y). \
         +!mixed(N, A, B, X, Y) <- !mixed(N - 1, A * A mod 77 - N div 3, B, X, Y).",
        8000,
        &["4501500 63 1250"],
    );
}

#[test]
fn beliefs_come_go_and_change() {
    same(
        "count(0). pair(a, 1). !go. \
         +!go <- !up(2500); !come(2500); !swap(2001); ?count(C); ?pair(X, Y); .count(fact(_), F); .print(C, X, Y, F); .findall(Z, seen(Z), L); .print(L). \
         +!up(N) : N > 0 <- ?count(X); -+count(X + 1); !up(N - 1). +!up(0). \
         +!come(N) : N > 0 & not fact(_) <- +fact(N); +fact(N); -fact(N + 1); -fact(N); -fact(N); !come(N - 1). +!come(0) <- +fact(0). \
         +!swap(N) : N > 0 & pair(a, Y) <- -pair(a, Y); +pair(b, Y * 2 mod 7); -+seen(N); !swap(N - 1). \
         +!swap(N) : N > 0 & pair(b, Y) <- -pair(b, Y); +pair(a, Y + 1); -seen(_); !swap(N - 1). \
         +!swap(0) : pair(_, _).",
        5000,
        &["2500b61", "[1]"],
    );
}

#[test]
fn what_is_not_simple_stays_where_it_is() {
    same(
        "many(1). many(2). given(1)[source(other)]. rule(X) :- X = 3. text(\"a\"). list([1]). !go. \
         +!go <- !one(1200); !two(1200); !three(10); !four(1200); !five(20); \
           .count(many(_), M); .count(given(_), G); ?rule(R); ?text(T); .findall(A, given(1)[source(A)], S); .count(more(_), More); ?list(L); \
           .length(L, Length); .print(M, G, R, T, S, More, Length). \
         +!one(N) : N > 0 & many(X) <- -many(N); !one(N - 1). +!one(0). \
         +!two(N) : N > 0 & rule(X) & X > 2 <- +given(1); -+text(b); !two(N - 1). +!two(0). \
         +!three(N) : N > 0 <- +more(N); !three(N - 1). +!three(0). \
         +!four(N) : N > 0 & text(b) <- -+text(\"c\"); -+text(b); !four(N - 1). +!four(0). \
         +!five(N) : N > 0 & list(L) <- -+list([N|L]); !five(N - 1). +!five(0).",
        0,
        &["013b[other,self]1021"],
    );
}

#[test]
fn failures_in_the_middle_are_handled_as_ever() {
    same(
        "n(0). !go. +!go <- !ask(2000); !none(1500); !test(1800); !wrong(1300); .print(end). \
         -!go[error(E)] : n(N) <- .print(E, N). \
         +!ask(N) : N > 700 <- -+n(N); N > 1000; !ask(N - 1). \
         -!ask(N)[error(E)] : n(M) <- .print(ask(N, M, E)). \
         +!none(N) : N > 0 & N \\== 10 <- -+n(N); !none(N - 1). \
         -!none(N)[error(E), error_msg(M)] <- .print(none(N, E)). \
         +!test(N) <- -+n(N); ?small(N); !test(N - 1). small(N) :- N > 1790. \
         -!test(N)[error(E)] <- .print(test(N, E)). \
         +!wrong(N) : N > 5 <- -+n(N); .length(N, L); !wrong(N - 1).",
        2000,
        &["ask(1000,1000,constraint_failed)", "none(10,no_applicable)", "test(1790,test_goal_failed)", "ia_failed1300"],
    );
}

#[test]
fn texts_names_and_what_is_no_number() {
    same(
        "last(none). !go. +!go <- !name(1500, none, L); .print(L); !text(1100, \"\", T); .print(T); !nan(1005, 1, X); .print(X); !atoms(1300, a, b); ?last(Z); .print(Z). \
         +!name(0, L, L). +!name(N, L, R) : N mod 2 == 0 <- .concat(\"n\", N, L2); !name(N - 1, L2, R). \
         +!name(N, L, R) : not (L == none) <- .length(L, K); !name(N - 1, K, R). +!name(N, L, R) <- !name(N - 1, \"first\", R). \
         +!text(0, T, T). +!text(N, T, R) : T < \"zz\" & N > 3 <- !text(N - 1, \"b\", R). +!text(N, T, R) <- .concat(T, N, -0.5, [N], U); !text(N - 1, U, R). \
         +!nan(0, X, X). +!nan(N, X, R) <- !nan(N - 1, X / 0 - X / 0, R). \
         +!atoms(0, _, _). +!atoms(N, X, Y) : X < Y <- -+last(X); !atoms(N - 1, Y, X). +!atoms(N, X, Y) : X \\== Y & N > 0 <- -+last(f); !atoms(N - 1, Y, X).",
        4000,
        &["2", "b3-0.5[3]2-0.5[2]1-0.5[1]", "NaN", "f"],
    );
}

#[test]
fn blocks_rules_and_others_are_left_to_others() {
    same(
        "sum(0). odd(0). !go. +!go <- !round(1500, []); ?sum(S); ?odd(O); .print(S, \" \", O); !who(1200); !mine(1100); !quit(5000). \
         +!round(0, L) <- .length(L, N); .print(N). \
         +!round(N, L) <- if (N mod 3 == 0) { ?sum(S); -+sum(S + N); if (N mod 100 == 0) { .print(at(N)) } } else { ?odd(O); if (O > 700) { -+odd(0) } else { -+odd(O + 1) } }; !round(N - 1, L). \
         +!who(0)[source(S)] <- .print(S). +!who(N)[source(S)] : S == self <- !who(N - 1). \
         +!mine(0). +!mine(N)[source(self)] <- !mine(N - 1). \
         +!quit(N) : N > 4000 <- !quit(N - 1). +!quit(N) <- .print(left(N)); .fail_goal(quit(N)). -!quit(N) <- .print(failed(N)).",
        3000,
        &[
            "at(1500)",
            "at(1200)",
            "at(900)",
            "at(600)",
            "at(300)",
            "0",
            "375750 298",
            "self",
            "left(4000)",
            "failed(4000)",
        ],
    );
}

#[test]
fn annotated_terms_are_compared_elsewhere() {
    same(
        "kept(a[x]). !go. +!go : kept(A) <- !walk(1200, A, b); !walk(1200, b, A); !walk(50, A, A); .print(end). \
         +!walk(0, X, Y) <- .print(X, Y). +!walk(N, X, X) : N mod 2 == 0 <- !walk(N - 1, X, X). +!walk(N, a, Y) : N > 1100 <- !walk(N - 1, a, Y). \
         +!walk(N, X, Y) <- !walk(N - 1, Y, X).",
        0,
        &["ab", "ab", "a[x]a[x]", "end"],
    );
}

#[test]
fn messages_and_other_intentions_have_their_turns() {
    same(
        "total(0). !go. +!go <- .my_name(Me); .send(Me, achieve, add(1)); !long(5000); !!long(2000); .send(Me, achieve, add(10)); !long(1500); !show. \
         +!long(N) : N > 0 & total(T) <- -+seen(N, T); !long(N - 1). +!long(0) <- ?total(T); .print(done(T)). \
         +!add(N) : total(T) <- -+total(T + N); .print(added(N)). \
         +!show : total(T) & seen(N, M) <- .print(T, N, M).",
        4000,
        &["added(1)", "done(1)", "added(10)", "done(11)", "1149911", "done(11)"],
    );
}
