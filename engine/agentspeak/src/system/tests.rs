use super::{Local, Program};
use crate::mind::Mind;
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::Atom;

/// An agent of this program.
pub(super) fn minded(text: &str) -> Mind {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let parsed = parser::program(&sources, file);
    assert!(!parsed.has_errors(), "{text}");
    let program = Program::new(&parsed.program, &sources, "a.asl").expect("a program");
    let mut mind = Mind::new(Atom::new("a"));
    program.load(&mut mind);
    mind
}

/// What one agent says.
pub(super) fn said(text: &str) -> Vec<String> {
    let mut system = Local::default();
    system.add(minded(text));
    system.run(100_000);
    let mut lines: Vec<String> = system.lines().iter().map(|line| line.trim_start_matches("[a] ").to_owned()).collect();
    lines.extend(system.warnings().iter().map(|line| format!("! {line}")));
    lines
}

#[test]
fn goals_are_pursued_by_the_first_applicable_plan() {
    assert_eq!(
        said(
            "!start(3). +!start(N) : N > 5 <- .print(many). +!start(N) : N > 1 <- .print(some, \" \", N); !start(N - 1). +!start(N) <- .print(last(N))."
        ),
        ["some 3", "some 2", "last(1)"]
    );
}

#[test]
fn goals_give_back_values() {
    assert_eq!(
        said(
            "!s. +!s <- !double(4, X); .print(X); !pair(A, B); .print(A, B); ?size([a, b], N); .print(N). \
              +!double(N, R) <- R = N * 2. +!pair(1, [Y]) <- Y = z. \
              size([], 0). size([_|T], N + 1) :- size(T, N)."
        ),
        ["8", "1[z]", "2"]
    );
}

#[test]
fn beliefs_come_and_go_as_events() {
    assert_eq!(
        said(
            "!s. n(0). +!s <- +p(1); .print(added); -+n(5); ?n(X); .print(X); -p(_); .print(gone). \
              +p(X) <- .print(event(X)). -p(X) <- .print(no(X)). +n(X) : X > 0 <- .print(now(X))."
        ),
        ["event(1)", "added", "now(5)", "5", "no(1)", "gone"]
    );
}

#[test]
fn loops_and_choices() {
    assert_eq!(
        said(
            "!s. p(1). p(2). p(3). +!s <- for (p(X)) { .print(X); if (X > 2) { .print(big) } elif (X > 1) { .print(mid) } else { .print(small) } }; \
              +c(0); while (c(N) & N < 2) { .print(n(N)); -+c(N + 1) }; .print(end)."
        ),
        ["1", "small", "2", "mid", "3", "big", "n(0)", "n(1)", "end"]
    );
}

#[test]
fn failures_are_handled_where_there_is_a_plan() {
    assert_eq!(
        said(
            "!s. +!s <- !g(1); .print(after). +!g(X) <- !h; .print(never). +!h <- .fail; .print(never). \
              -!g(X)[error(E)] <- .print(failed(X, E))."
        ),
        ["failed(1,ia_failed)", "after"]
    );
    assert_eq!(
        said(
            "!s. +!s <- !unknown(1); .print(never). -!s[error(E), code(C), code_line(L), code_src(F)] <- .print(E, \" \", C, \" \", L, \" \", F)."
        ),
        ["no_relevant unknown(1)[source(self)] 1 a.asl"]
    );
}

#[test]
fn deep_recursion_needs_no_stack() {
    let last = "!s(0). +!s(N) : N < 100 <- !s(N + 1). +!s(N) <- .print(N).";
    assert_eq!(said(last), ["100"]);
    let nested = "!s. +!s <- !d(10000, R); .print(R). +!d(0, 0). +!d(N, R) <- !d(N - 1, Q); R = Q + 1.";
    assert_eq!(said(nested), ["10000"]);
}
