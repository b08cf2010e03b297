use super::*;
use crate::syntax::expand::Loader;
use crate::syntax::source::Sources;

fn messages(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let loaded = Loader::new().load_source(&mut sources, file);
    assert!(!loaded.has_errors(), "{text}");
    check(&loaded).into_iter().map(|it| it.message).collect()
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", "!start.\n+!start <- .prnit(1).\n");
    let loaded = Loader::new().load_source(&mut sources, file);
    let shown: String = check(&loaded).iter().map(|it| it.render(&sources)).collect();
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
