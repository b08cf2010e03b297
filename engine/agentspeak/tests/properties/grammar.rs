//! Texts that are programs, and parts of them.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// As many cases as elsewhere; what fails is shown, not kept.
pub fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

fn joined(items: Vec<String>, separator: &str) -> String {
    items.join(separator)
}

fn atom() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "c", "door", "at_home", "x1"]).prop_map(str::to_owned)
}

fn variable() -> impl Strategy<Value = String> {
    select(vec!["X", "Y", "Z", "Who", "_", "_X"]).prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..1000_u32).prop_map(|number| number.to_string()),
        (0..100_000_u32).prop_map(|number| (f64::from(number) / 64.0).to_string()),
        select(vec!["1e10", "2.5E-3", "123456789012"]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    "\"[ -!#-\\[\\]-~éß]{0,6}\""
}

fn sum(operand: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> + Clone {
    operand.prop_recursive(3, 12, 2, |inner| {
        let operator = select(vec![" + ", " - ", "*", " / ", " mod ", " div ", " ** "]);
        prop_oneof![
            4 => (inner.clone(), operator, inner.clone()).prop_map(|(one, operator, other)| format!("({one}{operator}{other})")),
            1 => inner.clone().prop_map(|inner| format!("(-{inner})")),
            1 => inner.clone().prop_map(|inner| format!("math.abs({inner})")),
            1 => (inner.clone(), inner).prop_map(|(one, other)| format!("math.max({one},{other})")),
        ]
    })
}

/// What is calculated.
pub fn arithmetic() -> impl Strategy<Value = String> + Clone {
    sum(prop_oneof![number(), variable()].boxed())
}

fn list(element: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = String> {
    (vec(element, 0..4), option::weighted(0.3, variable())).prop_map(|(items, tail)| match tail {
        Some(tail) if !items.is_empty() => format!("[{}|{tail}]", joined(items, ",")),
        _ => format!("[{}]", joined(items, ",")),
    })
}

fn literal_of(term: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> {
    let namespace = option::weighted(0.1, select(vec!["ns", "other", "default"]));
    let annotations = option::weighted(0.2, list(term.clone()));
    (namespace, prop::bool::weighted(0.1), atom(), vec(term, 0..4), annotations).prop_map(
        |(namespace, negated, name, arguments, annotations)| {
            let namespace = namespace.map(|name| format!("{name}::")).unwrap_or_default();
            let arguments = if arguments.is_empty() { String::new() } else { format!("({})", joined(arguments, ",")) };
            format!("{namespace}{}{name}{arguments}{}", if negated { "~" } else { "" }, annotations.unwrap_or_default())
        },
    )
}

/// A term that no formula is.
pub fn term() -> impl Strategy<Value = String> + Clone {
    let leaf = prop_oneof![number(), text(), variable(), atom()];
    leaf.prop_recursive(4, 24, 4, |inner| prop_oneof![list(inner.clone()), literal_of(inner), arithmetic()].boxed())
}

/// A literal.
pub fn literal() -> impl Strategy<Value = String> + Clone {
    literal_of(term()).boxed()
}

/// What can hold or not.
pub fn formula() -> impl Strategy<Value = String> + Clone {
    let relation = select(vec!["<", "<=", ">", ">=", "==", "\\==", "=", "=.."]);
    let leaf = prop_oneof![
        4 => literal(),
        2 => (term(), relation, term()).prop_map(|(one, relation, other)| format!("{one} {relation} {other}")),
        1 => (term(), term()).prop_map(|(item, list)| format!(".member({item},{list})")),
        1 => Just("true".to_owned()),
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one} & {other})")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one} | {other})")),
            inner.prop_map(|inner| format!("not ({inner})")),
        ]
    })
}

/// A step without a body of its own.
fn step() -> impl Strategy<Value = String> + Clone {
    let change = select(vec!["!", "!!", "?", "+", "-", "-+", "++", "--", "+<", "+>"]);
    prop_oneof![
        4 => (change, literal()).prop_map(|(change, literal)| format!("{change}{literal}")),
        2 => literal(),
        2 => vec(term(), 0..3).prop_map(|all| if all.is_empty() { ".print".to_owned() } else { format!(".print({})", joined(all, ",")) }),
        2 => (variable(), arithmetic()).prop_map(|(variable, sum)| format!("{variable} = {sum}")),
    ]
    .boxed()
}

/// Steps, none of which has a body of its own.
pub fn plain_body() -> impl Strategy<Value = String> + Clone {
    vec(step(), 1..5).prop_map(|steps| joined(steps, "; ")).boxed()
}

/// Steps.
pub fn body() -> impl Strategy<Value = String> + Clone {
    step().prop_recursive(3, 16, 3, |inner| {
        let steps = vec(inner, 1..4).prop_map(|steps| joined(steps, "; ")).boxed();
        prop_oneof![
            4 => steps.clone(),
            1 => (formula(), steps.clone()).prop_map(|(condition, body)| format!("if ({condition}) {{ {body} }}")),
            1 => (formula(), steps.clone(), steps.clone())
                .prop_map(|(condition, then, other)| format!("if ({condition}) {{ {then} }} else {{ {other} }}")),
            1 => (formula(), steps.clone()).prop_map(|(condition, body)| format!("for ({condition}) {{ {body} }}")),
            1 => (formula(), steps.clone()).prop_map(|(condition, body)| format!("while ({condition}) {{ {body} }}")),
            1 => (steps.clone(), select(vec!["|&|", "|||"]), steps)
                .prop_map(|(one, fork, other)| format!("({one}; a) {fork} ({other}; b)")),
        ]
    })
}

/// A plan with its final point, and with such a body.
pub fn plan(body: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = String> {
    let label = option::weighted(0.3, (atom(), option::of(Just("[atomic,priority(2)]"))));
    let event = select(vec!["+!", "-!", "+?", "-?", "+", "-", "^!"]);
    (label, event, literal(), option::of(formula()), option::weighted(0.1, formula()), option::weighted(0.8, body))
        .prop_map(|(label, event, literal, context, condition, body)| {
            let label = label.map(|(name, annotations)| format!("@{name}{} ", annotations.unwrap_or_default()));
            let context = context.map(|context| format!(" : {context}"));
            let condition = condition.map(|condition| format!(" <: {condition}"));
            let body = body.map(|body| format!(" <- {body}"));
            let [label, context, condition, body] = [label, context, condition, body].map(Option::unwrap_or_default);
            format!("{label}{event}{literal}{context}{condition}{body}.")
        })
}

/// A program with remarks.
pub fn program() -> impl Strategy<Value = String> {
    let item = prop_oneof![
        3 => literal().prop_map(|belief| format!("{belief}.")),
        2 => (literal(), formula()).prop_map(|(head, body)| format!("{head} :- {body}.")),
        1 => literal().prop_map(|goal| format!("!{goal}.")),
        6 => plan(body()),
        1 => plan(body()).prop_map(|plan| format!("{{ begin namespace(ns) }}\n{plan}\n{{ end }}")),
    ];
    let gap = select(vec!["\n", "\n\n\n", " ", " // remark\n", "\n/* remark */ "]);
    vec((item, gap), 1..6).prop_map(|items| items.into_iter().map(|(item, gap)| item + gap).collect())
}
