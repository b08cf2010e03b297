//! `for` and `while` say what the interpreter says.

use super::tests::lines;

/// Both ways print this.
fn same(program: &str, expected: &[&str]) {
    let (interpreted, direct) = (lines(program, false), lines(program, true));
    assert_eq!(interpreted, direct, "interpreted and direct: {program}");
    let said: Vec<&str> = direct.iter().map(|line| line.trim_start_matches("[worker] ")).collect();
    assert_eq!(said, expected, "{program}");
}

#[test]
fn numbers_and_lists_are_gone_through() {
    same(
        "total(0). left(0). !go. +!go <- !work(5000); ?total(T); ?left(L); .print(T, \" \", L); !lists([a, f(b, 2), \"c\", [1]]); .count(seen(_, _), C); .print(C). \
         +!work(N) <- for (.range(I, 1, N)) { if (I mod 100 == 0) { ?total(T); -+total(T + I) } }; -+left(2500); while (left(K) & K > 3) { -+left(K - 1) }. \
         +!lists(L) <- for (.member(X, L)) { for (.range(J, 1, 2)) { +seen(X, J) }; .print(X) }; for (.member(_, [])) { .print(never) }; for (.range(_, 3, 1)) { .print(never) }; for (.range(I, 1, 2.7)) { .print(I) }.",
        &["127500 3", "a", "f(b,2)", "c", "[1]", "1", "2", "8"],
    );
}

#[test]
fn goals_and_what_is_the_interpreters_may_be_in_there() {
    same(
        "n(0). !go. +!go <- for (.range(I, 1, 1500)) { !add(I) }; ?n(N); .print(N); !wait(3); !deep(3); !many([3, 4]). \
         +!add(I) : n(N) & I mod 2 == 0 <- -+n(N + I). +!add(_). \
         +!wait(M) <- X = M; for (.range(I, 1, M)) { Y = I * X; .wait(5); .print(I, \" \", Y); +waited(I) }; while (waited(Z)) { -waited(Z); .wait(1); .print(gone(Z)) }; .print(X). \
         +!deep(M) <- for (.range(I, 1, M)) { J = I; while (n(N) & N > 1000 * J) { -+n(N div 2); !!later(J, N); for (.member(K, [x, y])) { if (K == y) { .print(K, J) } else { !nothing } } } }. \
         +!nothing. +!later(J, N) <- .print(later(J, N)). \
         +!many(L) <- for (.member(X, L) & Y = X + 1) { .print(X, Y) }; for (n(N)) { -+n(N + 1) }; ?n(N); .print(N).",
        &[
            "563250",
            "1 3",
            "2 6",
            "3 9",
            "gone(3)",
            "gone(2)",
            "gone(1)",
            "3",
            "later(1,563250)",
            "y1",
            "later(1,281625)",
            "y1",
            "later(1,140812)",
            "y1",
            "later(1,70406)",
            "y1",
            "later(1,35203)",
            "y1",
            "later(1,17601)",
            "y1",
            "later(1,8800)",
            "y1",
            "later(1,4400)",
            "y1",
            "later(1,2200)",
            "y1",
            "later(1,1100)",
            "y1",
            "34",
            "45",
            "551",
        ],
    );
}

#[test]
fn failures_and_what_is_known_behind() {
    same(
        "lim(3). !go. +!go <- !one(5); !two(4); !three(0). \
         +!one(N) <- for (.range(I, 1, N)) { ?lim(L); I < L; .print(I) }. -!one(N)[error(E)] <- .print(failed(N, E)). \
         +!two(N) <- for (.range(I, 1, N)) { if (I > 2) { ?none(I) } }. -!two(N)[error(E)] <- .print(failed(N, E)). \
         +!three(N) <- while (lim(L) & L > N) { X = L; -+lim(X - 1) }; X = again; I = 3; for (.range(I, 1, 5)) { .print(inner(I)) }; for (.range(J, 1, 2)) { Q = J }; Q = free; .print(X, Q, I).",
        &["1", "2", "failed(5,constraint_failed)", "failed(4,test_goal_failed)", "inner(3)", "againfree3"],
    );
}

#[test]
fn endless_rounds_leave_others_their_turn() {
    same(
        "on. !go. !stop(0). +!go <- while (on) { -+a(1); -+a(2) }; .print(out); for (.range(I, 1, 450000)) { if (I == 450000) { .print(I) } }. \
         +!stop(N) : N < 50 <- !stop(N + 1). +!stop(_) <- -on; .print(stopped).",
        &["stopped", "out", "450000"],
    );
}

#[test]
fn facts_are_passed_over_that_cannot_be_meant() {
    same(
        "!go. +!go <- for (.range(I, 1, 300)) { +fact(I mod 7, I, I * 2) }; +fact(x, y, z); +fact(3, \"t\", 5)[mark]; !ask. \
         +!ask : not (fact(_, V, _) & V == 1000) & fact(A, B, C) & 250 < B & C == B * 2 & A \\== x <- .print(A, \" \", B, \" \", C); \
           .findall(N, fact(3, N, _) & 280 <= N, L); .print(L); .count(fact(_, Q, R) & R - Q > 290 + 5, M); .print(M); \
           ?fact(Z, y, W); .print(Z, W); .findall(K, fact(_, K, 5), Ks); .print(Ks); .findall(S, fact(S, G, 40 * 2 + 4) & G == 42, Ss); .print(Ss).",
        &["6 300 600", "[\"t\",297,290,283]", "5", "xz", "[\"t\"]", "[0]"],
    );
}
