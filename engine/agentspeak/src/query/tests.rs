use std::sync::Arc;

use super::{Answer, Host, Query, Solutions};
use crate::belief::BeliefBase;
use crate::bytecode::{Code, Rule};
use crate::term::{Arithmetic, Atom, Bindings, Functor, Kind, Logic, Relation, Structure, StructureBuilder, Term, Var};

/// Has given beliefs, and knows one action: `.one_of(X, List)`.
#[derive(Default)]
struct Agent(BeliefBase);

impl Host for Agent {
    fn beliefs(&self) -> &BeliefBase {
        &self.0
    }

    fn act(&mut self, name: Atom, arguments: &[Term], _: &mut Bindings) -> Answer {
        match (name.name(), arguments) {
            (".one_of", [target, Term::List(list)]) => {
                let candidates: Vec<Term> = list.items().cloned().collect();
                Answer::Each(Solutions { target: target.clone(), candidates: Box::new(candidates.into_iter()) })
            }
            (".holds", []) => Answer::Holds,
            _ => Answer::Fails,
        }
    }
}

impl Agent {
    fn believing(facts: impl IntoIterator<Item = Term>) -> Self {
        let mut agent = Self::default();
        facts.into_iter().for_each(|fact| {
            agent.0.add(fact, true);
        });
        agent
    }

    fn with_rule(mut self, head: Term, variables: u32, body: &Term) -> Self {
        let code = Code { variables, ..Code::of(body).expect("a formula") };
        self.0.add_rule(Arc::new(Rule::new(head, code).expect("a literal")));
        self
    }

    /// The first argument's value in each solution; variables are the first ten places.
    fn answers(&mut self, wanted: &Term, formula: &Term) -> Vec<String> {
        let mut bindings = Bindings::of(10);
        let mut query = Query::new(Arc::new(Code::of(formula).expect("a formula")), 0);
        let mut answers = Vec::new();
        while query.next(&mut bindings, self) {
            answers.push(bindings.apply(wanted).to_string());
        }
        assert!((0..10).all(|slot| bindings.value(Var::unnamed(slot)).is_none()), "nothing is left bound");
        answers
    }
}

fn v(slot: u32) -> Term {
    Term::Var(Var::unnamed(slot))
}

fn n(number: u32) -> Term {
    Term::Number(number.into())
}

fn p(name: &str, arguments: impl IntoIterator<Item = Term>) -> Term {
    Term::structure(name, arguments)
}

fn operation<const N: usize>(kind: Kind, arguments: [Term; N]) -> Term {
    Term::Structure(Structure::new(Functor::operator(kind, N as u32), arguments))
}

fn and(left: Term, right: Term) -> Term {
    operation(Kind::Logic(Logic::And), [left, right])
}

fn or(left: Term, right: Term) -> Term {
    operation(Kind::Logic(Logic::Or), [left, right])
}

fn not(inner: Term) -> Term {
    operation(Kind::Logic(Logic::Not), [inner])
}

fn relation(relation: Relation, left: Term, right: Term) -> Term {
    operation(Kind::Relation(relation), [left, right])
}

fn numbers(name: &str, count: u32) -> impl Iterator<Item = Term> {
    (1..=count).map(move |number| p(name, [n(number)]))
}

#[test]
fn facts_are_found_in_their_order() {
    assert_eq!(Agent::believing(numbers("p", 3)).answers(&v(0), &p("p", [v(0)])), ["1", "2", "3"]);
    assert_eq!(Agent::believing(numbers("p", 30)).answers(&v(0), &p("p", [n(7)])).len(), 1);
    assert!(Agent::default().answers(&v(0), &p("p", [v(0)])).is_empty());
}

#[test]
fn conjunctions_go_back_to_what_else_could_be() {
    let mut agent = Agent::believing(numbers("p", 4).chain(numbers("q", 2)));
    let sum = operation(Kind::Arithmetic(Arithmetic::Plus), [v(1), n(1)]);
    let formula = and(and(p("p", [v(0)]), p("q", [v(1)])), relation(Relation::Equal, v(0), sum));
    assert_eq!(agent.answers(&p("r", [v(0), v(1)]), &formula), ["r(2,1)", "r(3,2)"]);
}

#[test]
fn alternatives_come_one_after_the_other() {
    let mut agent = Agent::believing(numbers("p", 2).chain(numbers("q", 1)));
    assert_eq!(agent.answers(&v(0), &or(p("q", [v(0)]), p("p", [v(0)]))), ["1", "1", "2"]);
    let nothing = relation(Relation::Less, n(2), n(1));
    assert_eq!(agent.answers(&v(0), &or(nothing, relation(Relation::Unify, v(0), n(5)))), ["5"]);
}

#[test]
fn what_does_not_hold_binds_nothing() {
    let mut agent = Agent::believing(numbers("p", 3).chain(numbers("q", 2)));
    assert_eq!(agent.answers(&v(0), &and(p("p", [v(0)]), not(p("q", [v(0)])))), ["3"]);
    assert!(agent.answers(&v(0), &not(p("p", [v(0)]))).is_empty());
    assert_eq!(agent.answers(&p("x", []), &not(not(and(p("p", [v(0)]), not(p("q", [v(0)])))))), ["x"]);
}

#[test]
fn rules_have_variables_of_their_own() {
    // grand(X, Z) :- parent(X, Y) & parent(Y, Z).
    let parent = |one: &str, other: &str| p("parent", [Term::atom(one), Term::atom(other)]);
    let facts = [parent("a", "b"), parent("a", "c"), parent("b", "d"), parent("c", "e")];
    let body = and(p("parent", [v(0), v(1)]), p("parent", [v(1), v(2)]));
    let mut agent = Agent::believing(facts).with_rule(p("grand", [v(0), v(2)]), 3, &body);
    assert_eq!(agent.answers(&v(5), &p("grand", [Term::atom("a"), v(5)])), ["d", "e"]);
    assert_eq!(agent.answers(&p("r", [v(1), v(0)]), &p("grand", [v(1), v(0)])).len(), 2);
}

#[test]
fn a_rule_may_call_itself_as_often_as_memory_allows() {
    // down(0).  down(N) :- N > 0 & down(N - 1).
    let less = operation(Kind::Arithmetic(Arithmetic::Minus), [v(0), n(1)]);
    let body = and(relation(Relation::Greater, v(0), n(0)), p("down", [less]));
    let mut agent = Agent::believing([p("down", [n(0)])]).with_rule(p("down", [v(0)]), 1, &body);
    assert_eq!(agent.answers(&p("x", []), &p("down", [n(300_000)])), ["x"]);
    // len(N) :- N > 0 & len(N - 1) & true: not in last place.
    let less = operation(Kind::Arithmetic(Arithmetic::Minus), [v(0), n(1)]);
    let body = and(and(relation(Relation::Greater, v(0), n(0)), p("len", [less])), Term::truth(true));
    let mut agent = Agent::believing([p("len", [n(0)])]).with_rule(p("len", [v(0)]), 1, &body);
    assert_eq!(agent.answers(&p("x", []), &p("len", [n(300_000)])), ["x"]);
}

#[test]
fn solutions_are_gathered() {
    let mut agent =
        Agent::believing([3, 1, 3].map(n).into_iter().enumerate().map(|(at, number)| p("p", [n(at as u32), number])));
    let gather = |name: &str, result: Term| p(name, [v(1), p("p", [v(0), v(1)]), result]);
    assert_eq!(agent.answers(&v(2), &gather(".findall", v(2))), ["[3,1,3]"]);
    assert_eq!(agent.answers(&v(2), &gather(".setof", v(2))), ["[1,3]"]);
    assert_eq!(agent.answers(&v(2), &p(".count", [p("p", [v(0), n(3)]), v(2)])), ["2"]);
    assert_eq!(agent.answers(&v(2), &p(".findall", [v(1), p("q", [v(1)]), v(2)])), ["[]"]);
    // For each of the outer solutions, its own.
    let inner = p(".findall", [v(3), relation(Relation::Unify, v(3), v(1)), v(2)]);
    assert_eq!(agent.answers(&v(2), &and(p("p", [v(0), v(1)]), inner)), ["[3]", "[1]", "[3]"]);
}

#[test]
fn actions_may_have_many_solutions() {
    let mut agent = Agent::believing(numbers("p", 2));
    let list = Term::list([n(3), n(2), n(1)]);
    assert_eq!(agent.answers(&v(0), &and(p(".one_of", [v(0), list]), p("p", [v(0)]))), ["2", "1"]);
    assert_eq!(agent.answers(&p("x", []), &p(".holds", [])), ["x"]);
    assert!(agent.answers(&p("x", []), &p(".fails", [])).is_empty());
}

#[test]
fn annotations_are_tried_one_set_after_the_other() {
    let source = |name: Term| p("source", [name]);
    let fact =
        StructureBuilder::new(Atom::new("p")).annotation(source(Term::atom("a"))).annotation(source(Term::atom("b")));
    let mut agent = Agent::believing([fact.build()]);
    let one = StructureBuilder::new(Atom::new("p")).annotation(source(v(0))).build();
    assert_eq!(agent.answers(&v(0), &one), ["a", "b"]);
    let two = StructureBuilder::new(Atom::new("p")).annotation(source(v(0))).annotation(source(v(1))).build();
    assert_eq!(agent.answers(&v(0), &two).len(), 1);
    assert_eq!(agent.answers(&Term::atom("x"), &Term::atom("p")), ["x"]);
}

#[test]
fn a_variable_may_stand_for_a_formula_or_for_any_belief() {
    let mut agent = Agent::believing(numbers("p", 2).chain([Term::atom("q")]));
    let formula =
        and(relation(Relation::Unify, v(0), and(p("p", [v(1)]), relation(Relation::Greater, v(1), n(1)))), v(0));
    assert_eq!(agent.answers(&v(1), &formula), ["2"]);
    let mut all = agent.answers(&v(0), &v(0));
    all.sort();
    assert_eq!(all, ["p(1)", "p(2)", "q"]);
}

#[test]
fn literals_are_taken_apart_and_put_together() {
    let mut agent = Agent::default();
    let literal =
        StructureBuilder::new(Atom::new("p")).negated(true).arguments([n(1)]).annotation(Term::atom("a")).build();
    assert_eq!(agent.answers(&v(0), &relation(Relation::Build, literal, v(0))), ["[default,~p,[1],[a]]"]);
    let parts = Term::list([Term::atom("p"), Term::list([n(1)]), Term::list([Term::atom("a")])]);
    assert_eq!(agent.answers(&v(0), &relation(Relation::Build, v(0), parts)), ["p(1)[a]"]);
}
