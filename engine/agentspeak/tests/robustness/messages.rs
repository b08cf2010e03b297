//! Messages that make no sense are refused in one line, and the agent goes on.

use agon_agentspeak::agent::Message;
use agon_agentspeak::term::{Atom, Collection, List, Term, Var};
use proptest::prelude::*;

use crate::{agent, lines};

fn message(performative: &str, content: Term) -> Message {
    Message { performative: Atom::new(performative), sender: Atom::new("stranger"), content, id: 1, in_reply_to: None }
}

/// What an agent prints that gets these messages, and then is asked to print that it is there.
fn answered(messages: impl IntoIterator<Item = Message>) -> Vec<String> {
    let mut mind = agent("+!end <- .print(end). +p(X) <- .print(p(X)). p(0).");
    messages.into_iter().for_each(|message| mind.receive(message));
    mind.receive(message("achieve", Term::atom("end")));
    lines(mind, 1000)
}

#[test]
fn malformed_messages_are_refused() {
    let variable = || Term::Var(Var::unnamed(0));
    let open = || List::with_tail([Term::atom("x")], variable()).map_or_else(|tail| tail, Term::List);
    for (performative, content) in [
        ("tell", Term::string("p(")),
        ("tell", Term::from(1.0)),
        ("tell", Term::Collection(Collection::map())),
        ("achieve", Term::from(1.0)),
        ("achieve", Term::string("go(1)")),
        ("achieve", Term::list([Term::from(1.0)])),
        ("untell", Term::from(1.0)),
        ("askOne", Term::from(1.0)),
        ("askOne", Term::string("p(X")),
        ("askAll", Term::from(1.0)),
        ("askAll", Term::atom("p")),
        ("tellHow", Term::string("+!g <- ")),
        ("tellHow", Term::string("\u{0}")),
        ("tellHow", Term::from(1.0)),
        ("tellHow", Term::list([Term::atom("a")])),
        ("untellHow", Term::from(1.0)),
        ("askHow", Term::string("g")),
        ("askHow", Term::from(1.0)),
        ("signal", Term::from(1.0)),
        ("nonsense", Term::atom("a")),
        ("", Term::atom("a")),
        ("no performative", open()),
    ] {
        let shown = format!("{performative} {content}");
        let printed = answered([message(performative, content)]);
        assert!(printed.iter().any(|line| line.starts_with("Communication error -- ")), "{shown}: {printed:?}");
        assert!(printed.contains(&"end".to_owned()), "{shown}: {printed:?}");
    }
}

#[test]
fn what_makes_sense_in_odd_messages_is_taken() {
    let p = |number| Term::structure("p", [Term::Number(number)]);
    let odd = Term::list([Term::from(1.0), p(1.0.into()), Term::string("x"), Term::list([]), p(2.0.into())]);
    let mut printed = answered([message("tell", odd)]);
    printed.sort();
    assert_eq!(printed, ["end", "p(0)", "p(1)", "p(2)"]);
}

#[test]
fn answers_that_are_not_waited_for_are_messages() {
    let answer = Message { in_reply_to: Some(u64::MAX), ..message("tell", Term::structure("p", [Term::from(7.0)])) };
    assert!(answered([answer]).contains(&"p(7)".to_owned()));
}

#[test]
fn odd_things_are_not_sent() {
    for (step, error) in [
        (".send(5, tell, p)", "wrong_arguments"),
        (".send(X, tell, p)", "wrong_arguments"),
        (".send(f(x), tell, p)", "wrong_arguments"),
        (".send(a, \"tell\", p)", "wrong_arguments"),
        (".send(a, tell(x), p)", "wrong_arguments"),
        (".send(a, Force, p)", "wrong_arguments"),
        (".send([5], tell, p)", "internal_action"),
        (".send(nobody, tell, p)", "receiver_not_found"),
        (".send(a, tell, p, \"id\")", "internal_action"),
        (".send(a, askOne, p(X), Y, soon)", "internal_action"),
        (".send(a)", "wrong_arguments"),
        (".broadcast(5, p)", "wrong_arguments"),
    ] {
        let mind = agent(&format!("!s. +!s <- {step}; .print(sent). -!s[error(E)] <- .print(E)."));
        assert_eq!(lines(mind, 100), [error], "{step}");
    }
}

/// Any term, also those that no program can write.
fn content() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        any::<f64>().prop_map(Term::from),
        "\\PC{0,4}".prop_map(|text| Term::atom(&text)),
        "\\PC{0,4}".prop_map(Term::string),
        (0..3_u32).prop_map(|slot| Term::Var(Var::unnamed(slot))),
        Just(()).prop_map(|()| Term::Collection(Collection::queue())),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let items = prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            items.clone().prop_map(Term::list),
            ("[a-z .~:'+!]{0,4}", items.clone()).prop_map(|(name, arguments)| Term::structure(&name, arguments)),
            (items, inner).prop_map(|(items, tail)| List::with_tail(items, tail).map_or_else(|tail| tail, Term::List)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_message_is_survived(
        messages in prop::collection::vec((prop::sample::select(PERFORMATIVES), content(), prop::option::of(0..3_u64)), 1..4)
    ) {
        let messages = messages.into_iter().map(|(performative, content, in_reply_to)| {
            Message { in_reply_to, ..message(performative, content) }
        });
        prop_assert!(answered(messages).contains(&"end".to_owned()));
    }
}

const PERFORMATIVES: &[&str] = &[
    "tell",
    "untell",
    "achieve",
    "unachieve",
    "askOne",
    "askAll",
    "tellHow",
    "untellHow",
    "askHow",
    "signal",
    "nonsense",
    "",
];

#[test]
fn all_that_is_believed_is_asked_for_where_that_has_variables() {
    let open = Term::structure("", [Term::list([Term::Var(Var::unnamed(0))])]);
    let printed = answered([message("askAll", Term::Var(Var::unnamed(0))), message("tell", open)]);
    assert!(printed.contains(&"end".to_owned()), "{printed:?}");
}
