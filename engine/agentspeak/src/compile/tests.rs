use std::sync::Arc;

use super::Terms;
use crate::belief::BeliefBase;
use crate::bytecode::{CodeBuilder, Rule};
use crate::query::{Answer, Host, Query};
use crate::syntax::parser;
use crate::syntax::source::{FileId, Sources};
use crate::syntax::tree::Item;
use crate::term::{Atom, Bindings, Term};

/// Knows no action.
struct Agent(BeliefBase);

impl Host for Agent {
    fn beliefs(&self) -> &BeliefBase {
        &self.0
    }

    fn act(&mut self, _: Atom, _: &[Term], _: &mut Bindings) -> Answer {
        Answer::Fails
    }
}

fn sources(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::new();
    let file = sources.add("test.asl", text);
    (sources, file)
}

fn agent(program: &str) -> Agent {
    let (sources, file) = sources(program);
    let mut agent = Agent(BeliefBase::default());
    for item in parser::program(&sources, file).program.items {
        let mut terms = Terms::default();
        match item {
            Item::Belief(literal) => {
                agent.0.add(terms.literal(&literal), true);
            }
            Item::Rule(rule) => {
                let head = terms.literal(&rule.head);
                let body = terms.term(&rule.body);
                let mut code = terms.into_code();
                code.formula(&body).expect("a formula");
                agent.0.add_rule(Arc::new(Rule::new(head, code.build()).expect("a literal")));
            }
            _ => panic!("beliefs and rules only"),
        }
    }
    agent
}

/// What `wanted` is in each solution.
fn answers(agent: &mut Agent, wanted: &str, formula: &str) -> Vec<String> {
    let both = format!("both({wanted}, ({formula}))");
    let (sources, file) = sources(&both);
    let tree = parser::term(&sources, file).expect("a term");
    let mut terms = Terms::default();
    let both = terms.term(&tree);
    let Some([wanted, formula]) = both.as_structure().map(|both| both.arguments()) else { panic!("two") };
    let mut code: CodeBuilder = terms.into_code();
    code.formula(formula).expect("a formula");
    let mut bindings = Bindings::of(code.variables());
    let mut query = Query::new(Arc::new(code.build()), 0);
    let mut answers = Vec::new();
    while query.next(&mut bindings, agent) {
        answers.push(bindings.apply(wanted).to_string());
    }
    answers
}

fn shown(text: &str) -> String {
    let (sources, file) = sources(text);
    let tree = parser::term(&sources, file).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    Terms::default().term(&tree).to_string()
}

#[test]
fn terms_are_printed_as_jason_prints_them() {
    for (text, due) in [
        ("p(X, _12, [a|T], \"s\")[b, a]", "p(X,_12,[a|T],\"s\")[a,b]"),
        ("ns::~p(1.50)", "ns::~p(1.5)"),
        ("X + 2 * 3", "(X+(2*3))"),
        ("a & b | not c", "((a & b) | not (c))"),
        ("{ a; !b; +c }", "{ a; !b; +c }"),
        ("{ }", "{ }"),
        ("{ +!g(X) }", "{ +!g(X) }"),
        ("{ @l +!g : c <- b }", "{ @l +!g : c <- b }"),
        ("{ @l +!g : true <- .foreach(p, { a; b }) }", "{ @l +!g <- .foreach(p,{ a; b }) }"),
        ("{ if (p) { } }", "{ .if_then_else(p,) }"),
        ("{ a(X) :- b(X) }", "{ a(X) :- b(X) }"),
        ("math.max(1, Y)", "math.max(1,Y)"),
    ] {
        assert_eq!(shown(text), due, "{text}");
    }
}

#[test]
fn what_has_a_syntax_of_its_own_is_an_action() {
    let body =
        "{ if (a) { b } elif (c) { d } else { e }; for (p(X)) { !q(X) }; while (a) { b }; a |&| b; +{+!x <- y} }";
    assert_eq!(
        shown(body),
        "{ .if_then_else(a,b,.if_then_else(c,d,e)); .foreach(p(X),!q(X)); .loop(a,b); .fork(and,a,b); \
         .add_plan({ +!x <- y },self,begin) }"
    );
}

#[test]
fn questions_are_answered_from_facts_and_rules() {
    let mut agent = agent(
        "parent(ann, bob). parent(bob, cid). parent(bob, dora)[source(ann), old].
         ancestor(X, Y) :- parent(X, Y).
         ancestor(X, Z) :- parent(X, Y) & ancestor(Y, Z).
         size([], 0).
         size([_|T], N + 1) :- size(T, N).
         fact(0, 1).
         fact(N, F) :- N > 0 & fact(N - 1, G) & F = N * G.",
    );
    assert_eq!(answers(&mut agent, "Y", "ancestor(ann, Y)"), ["bob", "cid", "dora"]);
    assert_eq!(answers(&mut agent, "X", "ancestor(X, dora) & not parent(X, dora)"), ["ann"]);
    assert_eq!(answers(&mut agent, "S", "parent(_, dora)[source(S)]"), ["ann"]);
    assert_eq!(answers(&mut agent, "R", "parent(_, dora)[old|R]"), ["[source(ann)]"]);
    assert_eq!(answers(&mut agent, "N", "size([a, b, c], N)"), ["3"]);
    assert_eq!(answers(&mut agent, "F", "fact(10, F)"), ["3628800"]);
    assert_eq!(
        answers(&mut agent, "L", ".findall(pair(X, Y), parent(X, Y) & Y \\== cid, L)"),
        ["[pair(ann,bob),pair(bob,dora)]"]
    );
    assert_eq!(answers(&mut agent, "N", ".count(parent(bob, _), N)"), ["2"]);
    assert_eq!(answers(&mut agent, "P", "P[old]"), ["parent(bob,dora)"]);
    assert_eq!(answers(&mut agent, "X", "X = math.max(3, 4) + .length([a, b])"), ["6"]);
}
