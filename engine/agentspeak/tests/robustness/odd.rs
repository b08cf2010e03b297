//! What programs seldom do, and what brought the engine down.

use crate::printed_by;

#[test]
fn a_text_may_name_the_event_to_wait_for() {
    assert_eq!(printed_by("!s. !t. +!s <- .wait(\"+p(X)\"); .print(X). +!t <- +p(5)."), ["5"]);
    assert_eq!(printed_by("!s. !t. +!s <- .wait(\"+p\"); .print(heard). +!t <- +p."), ["heard"]);
    assert_eq!(printed_by("!s. +!s <- .relevant_plans(\"+!g(X, Y)\", L); .length(L, N); .print(N). +!g(_, _)."), ["1"]);
}

#[test]
fn what_is_believed_of_everything_has_variables_of_its_own() {
    assert_eq!(printed_by("p(_). !s. +!s <- .belief(p(X)); .print(found)."), ["found"]);
    assert_eq!(printed_by("p(A, A). !s. +!s <- .findall(x, .belief(p(1, X)) & X == 1, L); .print(L)."), ["[x]"]);
}

#[test]
fn a_variable_may_stand_for_one_of_another_namespace() {
    assert_eq!(printed_by("!s. +!s <- if (X = ns::Y) { .print(yes) } else { .print(no) }."), ["yes"]);
    assert_eq!(printed_by("!s. +!s <- if (NS::X = Y) { .print(yes) } else { .print(no) }."), ["yes"]);
    assert_eq!(printed_by("!s. +!s <- if (X = ~X) { .print(yes) } else { .print(no) }."), ["no"]);
}

#[test]
fn places_in_texts_may_be_anywhere() {
    let printed_of =
        |step: &str| printed_by(&format!("!s. +!s <- {step}; .print(R). -!s[error(E)] <- .print(E).")).join(" ");
    assert_eq!(printed_of(".delete(4, 2, \"abcdef\", R)"), "abcdcdef");
    assert_eq!(printed_of(".delete(4, -2, \"abcdef\", R)"), "abcdef");
    assert_eq!(printed_of(".substring(R, \"abc\", 0, -1)"), "unknown");
    assert_eq!(printed_of(".nth(2, \"aé\", R)"), "\u{FFFD}");
    assert_eq!(printed_of("R = math.max(1, 0 / 0)"), "NaN");
}

#[test]
fn no_column_is_too_wide() {
    let wide = printed_by("!s. +!s <- .printf(\"%70000s\", a); .printf(\"%-70000s|\", a); .printf(\"%.70000f\", 1).");
    assert_eq!(wide.iter().map(String::len).collect::<Vec<_>>(), [70_000, 70_001, 70_002]);
    assert_eq!(printed_by("!s. +!s <- .printf(\"%2000000000s\", a). -!s[error(E)] <- .print(E)."), ["unknown"]);
}

#[test]
fn no_time_is_too_long() {
    for step in [
        ".wait(1e300)",
        ".wait(p, 1e300)",
        ".at(\"now +1e300 s\", {+!t})",
        ".at(\"now +99999999999999999999 d\", {+!t})",
    ] {
        assert_eq!(
            printed_by(&format!("!s. !t. +!s <- {step}. -!s. +!t <- .print(there).")).first().map(String::as_str),
            Some("there"),
            "{step}"
        );
    }
    assert_eq!(printed_by("!s. +!s <- .stopMAS(1e300); .print(there)."), ["there"]);
}

#[test]
fn what_is_no_number_can_be_sorted() {
    let items: Vec<String> = (0..200)
        .map(|number| if number % 3 == 0 { "0 / 0".to_owned() } else { (number * 7 % 50).to_string() })
        .collect();
    let program = format!("!s. +!s <- .sort([{}], L); .length(L, N); .print(N).", items.join(", "));
    assert_eq!(printed_by(&program), ["200"]);
}

#[test]
fn a_set_may_hold_itself() {
    let program = "!s. +!s <- .set.create(S); .set.create(T); .set.add(S, T); .set.add(T, S); .print(T); .set.create(U); \
                   .set.add(U, T); .set.add(S, U); .set.remove(S, U); .set.add_all(T, S); .queue.create(Q); .queue.add(Q, Q); .print(Q).";
    assert_eq!(printed_by(program), ["{{..}}", "[..]"]);
}

#[test]
fn formulas_that_a_program_has_made_may_be_deep() {
    let program = "!s. +!s <- !deep(20000, true, F); .eval(R, F); .print(R). +!deep(0, F, F). +!deep(N, F, R) <- !deep(N - 1, (F & true), R).";
    assert_eq!(printed_by(program), ["true"]);
}
