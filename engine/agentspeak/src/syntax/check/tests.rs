use super::*;
use crate::Dialect;
use crate::syntax::diagnostic::Severity;
use crate::syntax::expand::Loader;
use crate::syntax::source::Sources;

fn messages(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let loaded = Loader::new().load_source(&mut sources, file);
    assert!(!loaded.has_errors(), "{text}");
    check(&loaded, Dialect::default()).into_iter().map(|it| it.message).collect()
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", "!start.\n+!start <- .prnit(1).\n");
    let loaded = Loader::new().load_source(&mut sources, file);
    let shown: String = check(&loaded, Dialect::default()).iter().map(|it| it.render(&sources)).collect();
    let expected = "\
warning: there is no internal action `.prnit`
  ┌─ a.asl:2:12
  │
2 │ +!start <- .prnit(1).
  │            ^^^^^^^^^
  │
  = help: perhaps `.print` is meant

";
    assert_eq!(shown, expected);
}

#[test]
fn mistakes_are_found() {
    for (text, message) in [
        ("+!g <- !h(1).", "no plan is for the goal `h/1`"),
        ("!h. +!h(X) <- .print(X).", "no plan is for the goal `h/0`"),
        ("+!g(X) <- a.", "the variable X stands only once in this plan"),
        ("a(X) :- b.", "the variable X stands only once in this rule"),
        ("+!g <- .my_name(a, b).", "`.my_name` takes exactly 1 arguments and not 2"),
        ("+!g <- .nothing.", "there is no internal action `.nothing`"),
        ("-!g <- a.", "this plan is never used: no plan `+!g` can fail"),
        ("+!g <- a | b.", "this formula is executed as an external action, which no environment knows"),
    ] {
        assert_eq!(messages(text), [message], "{text}");
    }
}

#[test]
fn a_plan_behind_one_that_is_always_applicable_is_never_used() {
    let message = "this plan is never used: another one is always applicable and stands before it";
    for text in [
        "+!g(X) <- .print(X). +!g(1) <- a.",
        "+!g(_, _) : true <- a. +!g(X, X) : b(X) <- a.",
        "+b(_)[source(_)] <- a. +b(_) <- a. +b(1) <- a.",
        "-!g <- a. +!g <- b. -!g : c <- a.",
        "+?t(_) <- a. +?t(_)[source(percept)] <- a.",
    ] {
        assert_eq!(messages(text), [message], "{text}");
    }
    for text in [
        "+!g(1) <- a. +!g(X) <- .print(X).",
        "+!g(_) : b <- a. +!g(1) <- a.",
        "+!g(X, X) <- a. +!g(1, 2) <- a.",
        "+!g(_)[source(self)] <- a. +!g(1) <- a.",
        "+!g(_) <- a. +!g(_, _) <- a. +g(_) <- a. -g(_) <- a. +~g(_) <- a.",
        "@l +!g(_) <- .remove_plan(l). +!g(1) <- a.",
        "{ begin mg(g) } +!g <- a. { end }",
    ] {
        assert_eq!(messages(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_included_may_come_later_on_purpose() {
    let mut sources = Sources::new();
    let folder = std::env::temp_dir().join(format!("agon-asl-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    std::fs::write(folder.join("b.asl"), "+!g(_) <- b.").expect("written");
    std::fs::write(folder.join("a.asl"), "+!g(_) <- a. { include(\"b.asl\") }").expect("written");
    let loaded = Loader::new().load(&mut sources, &folder.join("a.asl")).expect("read");
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(!loaded.has_errors());
    assert!(check(&loaded, Dialect::default()).is_empty());
}

fn notes<const N: usize>(texts: [&str; N]) -> Vec<Vec<String>> {
    let programs = texts.map(|text| {
        let mut sources = Sources::new();
        let file = sources.add("a.asl", text);
        Loader::new().load_source(&mut sources, file)
    });
    check_together(&programs, Dialect::default())
        .into_iter()
        .map(|found| found.into_iter().filter(|it| it.severity == Severity::Note).map(|it| it.message).collect())
        .collect()
}

#[test]
fn a_plan_for_a_goal_that_no_program_has_is_noted() {
    let none: Vec<String> = Vec::new();
    let note = |goal: &str| vec![format!("no agent here has the goal `{goal}`")];
    assert_eq!(notes(["+!g(X) <- .print(X). +!g(_) : b <- a."]), [note("g/1")]);
    assert_eq!(notes(["+!g(_) <- a.", "!h. +!h <- .send(x, achieve, g(1))."]), [none.clone(), none.clone()]);
    assert_eq!(notes(["+!g(_) <- a.", "!h. +!h <- .send(x, achieve, g)."]), [note("g/1"), none.clone()]);
    assert_eq!(notes(["+!g(_) <- a.", "+!h <- "]), [note("g/1"), none.clone()], "one that cannot be read");
    assert_eq!(notes(["!h. +!h <- .send(x, askHow, {+!g(_)}). +!g(_) <- a."]), [note("g/1")]);
    for text in [
        "!g. +!g <- a.",
        "+b <- !g. +!g <- a. -!g <- a.",
        "+b <- ?t(_). +?t(_) <- a.",
        "todo(g). +b : todo(G) <- !G. +!g <- a.",
        "+b <- .send(x, achieve, \"g\"). +!g <- a.",
        "+b(T) <- .term2string(G, T); !G. +!g <- a.",
        "+!kqml_received(_, _, _, _) <- a.",
        "+b <- a. -b <- a.",
    ] {
        assert_eq!(notes([text])[0], none, "{text}");
    }
}

#[test]
fn what_may_be_meant_is_no_mistake() {
    for text in [
        "+!g(_X, _) <- a(_1y).",
        "+!g <- !X; .print(X); my.action(1); X = .count(a) + .length([]) + math.pi.",
        "+!g <- !h. +!H <- .print(H).",
        "+!g <- .add_plan(\"+!h.\"); !h.",
        "+!unused <- a.",
        "+!g <- +{+!h <- a}; !h. -!h <- b.",
    ] {
        assert_eq!(messages(text), Vec::<String>::new(), "{text}");
    }
}
