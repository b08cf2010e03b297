use super::{Local, Program};
use crate::extensions::Extensions;
use crate::mind::{self, Mind};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::Atom;

/// An agent of this program.
pub(super) fn mind_of(text: &str) -> Mind {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let parsed = parser::program(&sources, file);
    assert!(!parsed.has_errors(), "{text}");
    let program = Program::new(&parsed.program, &sources, "a.asl").expect("a program");
    let mut mind = Extensions::default().new_agent(Atom::new("a"));
    program.load(&mut mind);
    mind
}

/// What one agent prints.
pub(super) fn output_of(text: &str) -> Vec<String> {
    let mut system = Local::default();
    system.add(mind_of(text));
    system.run(1_000_000);
    let mut lines: Vec<String> = system.lines().iter().map(|line| line.trim_start_matches("[a] ").to_owned()).collect();
    lines.extend(system.warnings().iter().map(|line| format!("! {line}")));
    lines
}

#[test]
fn goals_are_pursued_by_the_first_applicable_plan() {
    assert_eq!(
        output_of(
            "!start(3). +!start(N) : N > 5 <- .print(many). +!start(N) : N > 1 <- .print(some, \" \", N); !start(N - 1). +!start(N) <- .print(last(N))."
        ),
        ["some 3", "some 2", "last(1)"]
    );
}

#[test]
fn waiting_for_no_time_takes_a_cycle_and_no_time() {
    let text = "!s. +!s <- .at(\"now +4 s\", {+late}); for (.range(I, 1, 10000)) { .wait(0) }; \
                if (late) { .print(late) } else { .print(\"in time\") }; .stopMAS.";
    assert_eq!(output_of(text), ["in time"]);
}

#[test]
fn annotations_are_found_in_whatever_way_they_are_asked_for() {
    assert_eq!(
        output_of(
            "b(1)[source(x), t(2), t(3)]. b(2)[source(y)[q]]. c[p(f(1)[a])]. \
             !s. +!s <- ?b(X)[t(2)]; .print(X); ?b(1)[t(T)]; .print(T); ?b(Y)[source(y)]; .print(Y); ?b(1)[source(S), t(3)]; .print(S); \
             ?c[p(f(1))]; if (not b(1)[t(4)] & not b(2)[source(z)] & not b(_)[u]) { .print(none) }; \
             if (b(1)[t(U)] & U > 2) { .print(U) }; .findall(V, b(1)[t(V)], L); .print(L)."
        ),
        ["1", "2", "2", "x", "none", "3", "[2,3]"]
    );
}

#[test]
fn goals_give_back_values() {
    assert_eq!(
        output_of(
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
        output_of(
            "!s. n(0). +!s <- +p(1); .print(added); -+n(5); ?n(X); .print(X); -p(_); .print(gone). \
              +p(X) <- .print(event(X)). -p(X) <- .print(no(X)). +n(X) : X > 0 <- .print(now(X))."
        ),
        ["event(1)", "added", "now(5)", "5", "no(1)", "gone"]
    );
}

#[test]
fn loops_and_choices() {
    assert_eq!(
        output_of(
            "!s. p(1). p(2). p(3). +!s <- for (p(X)) { .print(X); if (X > 2) { .print(big) } elif (X > 1) { .print(mid) } else { .print(small) } }; \
              +c(0); while (c(N) & N < 2) { .print(n(N)); -+c(N + 1) }; .print(end)."
        ),
        ["1", "small", "2", "mid", "3", "big", "n(0)", "n(1)", "end"]
    );
}

#[test]
fn failures_are_handled_where_there_is_a_plan() {
    assert_eq!(
        output_of(
            "!s. +!s <- !g(1); .print(after). +!g(X) <- !h; .print(never). +!h <- .fail; .print(never). \
              -!g(X)[error(E)] <- .print(failed(X, E))."
        ),
        ["failed(1,ia_failed)", "after"]
    );
    assert_eq!(
        output_of(
            "!s. +!s <- !unknown(1); .print(never). -!s[error(E), code(C), code_line(L), code_src(F)] <- .print(E, \" \", C, \" \", L, \" \", F)."
        ),
        ["no_relevant unknown(1)[source(self)] 1 a.asl"]
    );
}

#[test]
fn deep_recursion_needs_no_stack() {
    let last = "!s(0). +!s(N) : N < 100 <- !s(N + 1). +!s(N) <- .print(N).";
    assert_eq!(output_of(last), ["100"]);
    let nested = "!s. +!s <- !d(10000, R); .print(R). +!d(0, 0). +!d(N, R) <- !d(N - 1, Q); R = Q + 1.";
    assert_eq!(output_of(nested), ["10000"]);
}

/// What the program prints, and how often it was looked whether an intention that waits is concerned by something.
fn output_with_looks(begin: &str, act: &str, wait: &str, count: usize) -> (Vec<String>, usize) {
    mind::take_looks();
    let all = |step: &str| format!("for (.range(I, 1, {count})) {{ {step} }}");
    let (begin, act) = (all(begin), act.split('|').map(all).collect::<Vec<_>>().join("; "));
    let text = format!(
        "!start. +!start <- {begin}; .wait(100); {act}; +go; .print(end). +!w(I) <- {wait}; if (I mod 20 == 0) {{ .print(I) }}."
    );
    (output_of(&text), mind::take_looks())
}

/// Conditions of goals are asked again when something has changed that they ask for, and not whenever anything is done.
#[test]
fn goal_conditions_are_asked_again_where_a_belief_has_changed() {
    let looks = |count: usize| {
        mind::take_looks();
        let text = format!(
            "!start. +!start <- for (.range(I, 1, {count})) {{ !!g(I) }}; .wait(100); for (.range(I, 1, {count})) {{ +other(I) }};
                .print(begin); +done; .wait(1); .print(end).
             +!g(I) : true <: done & not undone(I) <- .wait(1); -+seen(I)."
        );
        assert_eq!(output_of(&text), ["begin", "end"]);
        mind::take_looks()
    };
    let (few, many) = (looks(20), looks(200));
    assert!(many < 20 * few, "{few} {many}");
}

#[test]
fn a_waiting_intention_is_found_by_what_it_waits_for() {
    let cases = [
        ("+tick(I)", ".wait({+tick(I)})", true),
        ("+k(I)", ".wait(k(I))", true),
        ("+k(I)", ".wait(k(I) & not out(I) & I < 1000)", true),
        ("+k(I); -k(I); +j(I)", ".wait(j(I) | k(I + 1000))", true),
        (".suspend(w(I))|.resume(w(I))", ".wait({+go})", true),
        (".drop_intention(w(I))", ".wait({+go})", false),
        (".drop_desire(w(I))", ".wait(1000)", false),
        (".succeed_goal(w(I))", ".wait(1000)", false),
    ];
    for (act, wait, goes_on) in cases {
        for count in [40, 160] {
            let (mut lines, looks) = output_with_looks("!!w(I)", act, wait, count);
            assert!(looks <= 12 * count, "{count} of {wait}, {act}: {looks} looks");
            let end = lines.iter().position(|line| line == "end").expect("it ends");
            lines.remove(end);
            let numbers = (20..=count).step_by(20).map(|number| number.to_string()).collect::<Vec<_>>();
            assert_eq!(lines, if goes_on { numbers } else { vec![] }, "{count} of {wait}, {act}");
        }
    }
}

#[test]
fn formulas_are_asked_again_when_a_rule_or_anything_else_makes_them_hold() {
    let waiting = |wait: &str, act: &str| {
        output_of(&format!(
            "r(X) :- base(X). n(0). !start. !w. +!w <- .wait({wait}); .print(went). +!start <- .wait(10); +other; .wait(10); {act}; .wait(10); .print(end)."
        ))
    };
    let cases = [
        ("r(1)", "+base(1)"),
        ("k(1)", "+k(_)"),
        ("k([1])", "+k([1])"),
        ("n(N) & N > 1", "-+n(2)"),
        ("not n(0)", "-n(0)"),
        ("not n(0)", ".abolish(n(_))"),
        (".count(k(_), 2)", "+k(1); +k(2)"),
        ("k(X)[source(bob)]", "+k(1)[source(bob)]"),
        ("X = k(1) & X", "+k(1)"),
        ("~k(1)", "+~k(1)"),
        (".findall(X, k(X), [1])", "+k(1)"),
    ];
    for (wait, act) in cases {
        assert_eq!(waiting(wait, act), ["went", "end"], "{wait}, {act}");
    }
}

#[test]
fn facts_are_counted_one_by_one_unless_all_count() {
    assert_eq!(
        output_of(
            "p(1, 1). p(1, 2). r(1). r(X) :- p(X, 2). !s. +!s <- .count(p(_, _), A); .count(p(X, X), B); .count(p(1, Y), C); Z = 2; \
             .count(p(_, Z), D); .count(p(V, W)[source(self)], E); .count(r(_), F); .count(q(_), G); .print(A, B, C, D, E, F, G); \
             if (.count(p(T, U), 3)) { .print(three) } else { .print(not_three) }."
        ),
        ["2121220", "not_three"]
    );
}

#[test]
fn a_plan_of_several_steps_for_falling_asleep_does_not_go_round_at_full_speed() {
    let lines = output_of("!s. +!s <- .wait(5000); .stopMAS. +jag_sleeping <- .print(asleep); +slept; .length([], _).");
    assert!((2..=12).contains(&lines.len()), "{} lines", lines.len());
}
