//! What is believed is what a list of facts would hold that is gone through from its front.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{BeliefBase, Entry};
use crate::bytecode::Code;
use crate::query::{Answer, Host, Query};
use crate::term::{Annotations, Atom, Bindings, Functor, StructureBuilder, Term, Var};

/// Something that is done to a belief base.
#[derive(Clone, Debug)]
enum Change {
    Add(Term, bool),
    Remove(Term),
    Ask(Term),
    Tidy,
}

/// The facts, in the order in which they are found.
#[derive(Default)]
struct Model(Vec<Term>);

impl Model {
    fn add(&mut self, fact: &Term, at_end: bool) -> bool {
        if let Some(place) = self.0.iter().position(|known| bare(known) == bare(fact)) {
            let (known, offered) = (annotations(&self.0[place]), annotations(fact));
            let new = offered.iter().any(|annotation| !known.contains(annotation));
            self.0[place] = with(fact, known.iter().chain(&offered).cloned());
            return new;
        }
        self.0.insert(if at_end { self.0.len() } else { 0 }, fact.clone());
        true
    }

    fn remove(&mut self, literal: &Term) -> bool {
        let Some(place) = self.0.iter().position(|known| bare(known) == bare(literal)) else { return false };
        let (own, named) = (annotations(&self.0[place]), annotations(literal));
        if !named.iter().all(|annotation| own.contains(annotation)) {
            return false;
        }
        let left: Vec<Term> = own.into_iter().filter(|annotation| !named.contains(annotation)).collect();
        if left.iter().any(|annotation| annotation.as_structure().is_some()) {
            // Another source has it as well.
            if named.is_empty() {
                return false;
            }
            self.0[place] = with(literal, left);
        } else {
            self.0.remove(place);
        }
        true
    }
}

fn annotations(fact: &Term) -> Vec<Term> {
    fact.annotations().map_or_else(Vec::new, |annotations| annotations.items().to_vec())
}

fn bare(fact: &Term) -> Term {
    with(fact, [])
}

fn with(fact: &Term, annotations: impl IntoIterator<Item = Term>) -> Term {
    let builder = StructureBuilder::from_literal(fact).expect("a literal").without_annotations();
    builder.annotations(&Annotations::new(annotations, None)).build()
}

struct Asked<'a>(&'a BeliefBase);

impl Host for Asked<'_> {
    fn beliefs(&self) -> &BeliefBase {
        self.0
    }

    fn act(&mut self, _: Atom, _: &[Term], _: &mut Bindings) -> Answer {
        Answer::Fails
    }
}

/// The facts that the question finds, without their annotations.
fn found(base: &BeliefBase, question: &Term) -> Vec<Term> {
    let mut bindings = Bindings::of(2);
    let mut query = Query::new(Arc::new(Code::of(question).expect("a question")), 0);
    let mut found = Vec::new();
    while query.next(&mut bindings, &mut Asked(base)) {
        found.push(bindings.apply(question));
    }
    found
}

fn argument() -> impl Strategy<Value = Term> + Clone {
    prop_oneof![
        (0..12_u32).prop_map(|number| Term::Number(number.into())),
        prop::sample::select(vec!["a", "b"]).prop_map(Term::atom),
        (0..3_u32).prop_map(|number| Term::structure("f", [Term::Number(number.into())])),
        (0..3_u32).prop_map(|number| Term::list([Term::Number(number.into())])),
        Just(Term::string("a")),
    ]
    .boxed()
}

fn fact() -> impl Strategy<Value = Term> {
    let annotation = prop_oneof![
        prop::sample::select(vec!["self", "bob"]).prop_map(|name| Term::structure("source", [Term::atom(name)])),
        prop::sample::select(vec!["old", "sure"]).prop_map(Term::atom),
    ];
    let second = prop_oneof![argument(), argument().prop_map(|item| Term::list([item]))];
    (argument(), second, vec(annotation, 0..3))
        .prop_map(|(one, other, annotations)| with(&Term::structure("p", [one, other]), annotations))
}

fn change() -> impl Strategy<Value = Change> {
    let asked = |slot| prop_oneof![argument(), Just(Term::Var(Var::unnamed(slot)))];
    prop_oneof![
        6 => (fact(), any::<bool>()).prop_map(|(fact, at_end)| Change::Add(fact, at_end)),
        3 => fact().prop_map(Change::Remove),
        3 => (asked(0), asked(1)).prop_map(|(first, second)| Change::Ask(Term::structure("p", [first, second]))),
        1 => Just(Change::Tidy),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_belief_base_is_a_list_of_facts(changes in vec(change(), 1..160)) {
        let (mut base, mut model) = (BeliefBase::default(), Model::default());
        for change in changes {
            match &change {
                Change::Add(fact, at_end) => {
                    prop_assert_eq!(base.add(fact.clone(), *at_end).is_some(), model.add(fact, *at_end), "{:?}", change);
                }
                Change::Remove(literal) => prop_assert_eq!(base.remove(literal), model.remove(literal), "{:?}", change),
                Change::Tidy => base.tidy(),
                Change::Ask(question) => {
                    let due: Vec<Term> = model.0.iter().map(bare).filter(|fact| Bindings::of(2).unify(question, fact)).collect();
                    prop_assert_eq!(found(&base, question), due, "{}", question);
                }
            }
            let entries: Vec<Term> = base
                .entries(Functor::new(Atom::new("p"), 2))
                .filter_map(|entry| match entry {
                    Entry::Fact(fact) => Some(fact.clone()),
                    Entry::Rule(_) => None,
                })
                .collect();
            prop_assert_eq!(&entries, &model.0);
            prop_assert_eq!(base.len(), model.0.len());
        }
    }
}
