//! A question or an intention without end fails, in that agent alone.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_agentspeak::agent::{Agent, Limits, OwnLimits};
use agon_agentspeak::system::{Blueprint, Mode, Program, Setup, Society};

use crate::{agent, lines, lines_and_warnings};

/// Rules without end, and one that has some.
const RULES: &str = "p :- p.
    q. grow(X) :- grow(Y) & q.
    n(0). n(X) :- n(Y) & X = Y + 1.
    asks(X) :- .eval(T, asks(X)) & T.
    double(L) :- .concat(L, L, M) & double(M).
    pair(X, Y) :- .range(X, 1, 100000) & .range(Y, 1, 100000) & Y < X & Y > X.
    fine(X) :- .range(X, 1, 1000) & X > 999.
    many(X) :- .range(X, 1, 10000000).
";

/// An agent with small limits, so that tests are quick.
fn small(text: &str) -> Agent {
    let mut mind = agent(text);
    mind.settings.limits = Limits { steps: 20_000, memory: Limits::megabytes(8) };
    mind
}

/// What is reported of a goal that ends in a question without end.
fn failure_of(body: &str) -> String {
    let program = format!(
        "{RULES} !s. !t.
        +!s <- {body}; .print(never).
        -!s[error(E), error_msg(M), code_line(L)] <- .print(E, \": \", M, \" at \", L).
        +!t : fine(X) <- .print(fine)."
    );
    for shortcuts in [true, false] {
        let mut mind = small(&program);
        mind.settings.shortcuts = shortcuts;
        let printed = lines(mind, 1000);
        let [.., last] = &printed[..] else { panic!("nothing is reported of {body}") };
        assert!(printed.len() == 2 && printed.contains(&"fine".to_owned()), "{body}: {printed:?}");
        if !shortcuts {
            return printed.iter().find(|line| *line != "fine").unwrap_or(last).clone();
        }
    }
    String::new()
}

const STEPS: &str = "query_limit: the rule p (a.asl:1) takes more than 20000 steps (query_limit) at 10";

#[test]
fn whatever_asks_without_end_fails_and_reports_why() {
    for body in [
        "?p",
        "?(p & q)",
        "?(q & p)",
        "?not p",
        "?(.fail | p)",
        ".eval(T, p)",
        "?(.eval(T, p))",
        ".findall(X, p, L)",
        ".count(p, N)",
        "?.count(p, N)",
        "if (p) { .print(never) }",
        "while (p) { .print(never) }",
        "for (p) { .print(never) }",
        ".wait(p)",
        ".wait(p, 5)",
    ] {
        assert_eq!(failure_of(body), STEPS, "{body}");
    }
    let pairs = "query_limit: the rule pair(X,Y) (a.asl:6) takes more than 20000 steps (query_limit) at 10";
    assert_eq!(failure_of("?pair(X, Y)"), pairs);
    assert!(failure_of(".findall(X, n(X), L)").starts_with("query_limit: the rule n(X) (a.asl:3) takes"));
    assert!(failure_of("for (n(X)) { if (X > 300) { ?p } }").starts_with("query_limit: the rule p (a.asl:1)"));
    assert!(failure_of("?(.random(X, 0) & X > 2)").starts_with("query_limit: a query takes more than 20000 steps"));
}

#[test]
fn whatever_takes_all_memory_fails_and_reports_why() {
    let unlimited = |text: &str| {
        let mut mind = small(text);
        mind.settings.limits.steps = u64::MAX;
        mind
    };
    for (question, rule, why) in [
        ("grow(1)", "grow(X) (a.asl:2)", "takes more than 8 MiB"),
        ("double([1])", "double(L) (a.asl:5)", "takes more than 8 MiB"),
        ("double(\"abc\")", "double(L) (a.asl:5)", "takes more than 8 MiB"),
        ("asks(1)", "asks(X) (a.asl:4)", "is asked too deep within itself"),
        (".findall(X, many(X), L)", "many(X) (a.asl:8)", "takes more than 8 MiB"),
    ] {
        let program = format!("{RULES} !s. +!s <- ?{question}. -!s[error(E), error_msg(M)] <- .print(E, \": \", M).");
        let due = format!("memory_limit: the rule {rule} {why} (memory_limit)");
        assert_eq!(lines(unlimited(&program), 1000), [due], "{question}");
    }
    let program =
        "!s. +!s <- !g(1). +!g(N) <- !g(N + 1); .print(N). -!s[error(E), error_msg(M)] <- .print(E, \": \", M).";
    let printed = lines(unlimited(program), 10_000_000);
    assert!(printed.len() == 1 && printed[0].starts_with("memory_limit: "), "{printed:?}");
    assert!(
        printed[0].ends_with("goals wait for one another, which takes more than 8 MiB (memory_limit)"),
        "{printed:?}"
    );
}

#[test]
fn where_a_context_has_no_end_no_plan_is_chosen() {
    let program = format!(
        "{RULES} !s. +!s : p <- .print(never). +!s <- .print(otherwise).
        -!s[error(E), error_msg(M)] <- .print(E); +b; .print(on).
        +b : p <- .print(never). +b <- .print(otherwise)."
    );
    let (printed, warnings) = lines_and_warnings(small(&program));
    assert_eq!(printed, ["query_limit", "on"]);
    let rule = "the rule p (a.asl:1) takes more than 20000 steps (query_limit)";
    assert_eq!(warnings, [format!("no plan was chosen for +b[source(self)]: {rule}")]);
}

#[test]
fn a_wait_for_what_has_no_end_fails_once_it_is_asked_again() {
    let program =
        "late :- go & p. p :- p. !s. +!s <- .wait(late). -!s[error(E)] <- .print(E). !t. +!t <- .wait(5); +go.";
    assert_eq!(lines(small(program), 1000), ["query_limit"]);
}

#[test]
fn what_ends_is_not_disturbed_by_what_came_before() {
    // Each question has its own steps, and so has each solution of a `for`.
    let program = "r(X) :- .range(X, 1, 3000).
        !s. +!s <- for (.range(I, 1, 30)) { ?(r(X) & X > 2999) }; for (r(X) & .range(Y, 1, 20) & Y > 19) { +n(X) };
            .count(n(_), N); .print(N).";
    let mut mind = small(program);
    mind.settings.limits.steps = 40_000;
    assert_eq!(lines(mind, 1_000_000), ["3000"]);
}

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic holds the lock").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The others go on while one asks without end, and that one goes on afterwards.
#[test]
fn others_go_on_meanwhile() {
    let runaway = "p :- p. !s. +!s <- .send(b, tell, begun); ?p. -!s[error(E)] <- .send(b, tell, ended(E)).";
    let other = "+begun <- !go(0). +!go(N) : ended(E) <- .print(E); .stopMAS(0, 3).
        +!go(500) <- .print(on); !go(501). +!go(N) <- !go(N + 1).";
    let mut blueprint = Blueprint::default();
    for (name, text) in [("a", runaway), ("b", other)] {
        blueprint.add([name], Arc::new(Program::of_text(text, "a.asl").expect("a program")));
    }
    let captured = Captured::default();
    let setup = Setup {
        mode: Mode::Pool,
        threads: std::num::NonZeroUsize::new(2),
        limits: OwnLimits { steps: Some(1_000_000), memory: None },
        output: Box::new(captured.clone()),
        warnings: Some(Box::new(io::sink())),
        ..Setup::default()
    };
    let society = Society::begin(blueprint, setup).expect("enough threads");
    let begun = Instant::now();
    assert_eq!(society.wait(), 3);
    assert!(begun.elapsed() < Duration::from_secs(60));
    let lines = String::from_utf8(captured.0.lock().expect("no panic holds the lock").clone()).expect("a text");
    assert_eq!(lines.lines().collect::<Vec<_>>(), ["[b] on", "[b] query_limit"]);
}

/// What all have by default.
#[test]
#[ignore = "it takes some seconds, and half a gigabyte"]
fn the_default_ends_what_has_no_end_within_seconds() {
    for question in ["p", "grow(1)", "asks(1)", "double([1])", ".findall(X, n(X), L)"] {
        let program = format!("{RULES} !s. +!s <- ?{question}. -!s[error(E)] <- .print(E).");
        let begun = Instant::now();
        let printed = lines(agent(&program), 1000);
        assert!(printed == ["query_limit"] || printed == ["memory_limit"], "{question}: {printed:?}");
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 300 } else { 60 });
        assert!(begun.elapsed() < limit, "{question} took {:?}", begun.elapsed());
    }
}
