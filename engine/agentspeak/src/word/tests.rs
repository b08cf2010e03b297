//! Values against those of `term`, which unifies in its own way.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Block, Functor, Heap, Message, Performative, Word};
use crate::term::{Atom, Bindings, List, Term, Var};

/// A term of either kind; variables by number.
#[derive(Clone, Debug)]
enum Plan {
    Number(i8),
    Atom(u8),
    Text(u8),
    Variable(u8),
    Structure(u8, Vec<Plan>),
    List(Vec<Plan>, Option<u8>),
}

const VARIABLES: u8 = 5;

fn plan() -> impl Strategy<Value = Plan> {
    let leaf = prop_oneof![
        any::<i8>().prop_map(|it| Plan::Number(it % 3)),
        (0..3_u8).prop_map(Plan::Atom),
        (0..2_u8).prop_map(Plan::Text),
        (0..VARIABLES).prop_map(Plan::Variable),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (0..2_u8, prop::collection::vec(inner.clone(), 1..3)).prop_map(|(name, all)| Plan::Structure(name, all)),
            (prop::collection::vec(inner, 0..4), prop::option::of(0..VARIABLES))
                .prop_map(|(all, rest)| Plan::List(all, rest)),
        ]
    })
}

fn name(kind: char, number: u8) -> Atom {
    Atom::new(&format!("{kind}{number}"))
}

fn variable(number: u8) -> Term {
    Term::Var(Var::new(u32::from(number), name('V', number)))
}

fn term(plan: &Plan) -> Term {
    match plan {
        Plan::Number(number) => Term::from(f64::from(*number)),
        Plan::Atom(number) => Term::from(name('a', *number)),
        Plan::Text(number) => Term::string(name('t', *number).name()),
        Plan::Variable(number) => variable(*number),
        Plan::Structure(number, all) => Term::structure(name('f', *number).name(), all.iter().map(term)),
        Plan::List(all, rest) => {
            let rest = rest.map_or_else(|| Term::list([]), variable);
            if all.is_empty() {
                return rest;
            }
            Term::List(List::with_tail(all.iter().map(term), rest).expect("a list or a variable is a tail"))
        }
    }
}

fn word(plan: &Plan, cells: &[Word], heap: &mut Heap) -> Word {
    match plan {
        Plan::Number(number) => Word::number(f64::from(*number)),
        Plan::Atom(number) => Word::atom(name('a', *number)),
        Plan::Text(number) if number % 2 == 0 => Word::text(name('t', *number)),
        Plan::Text(number) => heap.text(name('t', *number).name()),
        Plan::Variable(number) => cells[*number as usize],
        Plan::Structure(number, all) => {
            let words: Vec<Word> = all.iter().map(|it| word(it, cells, heap)).collect();
            heap.structure(Functor::new(name('f', *number), words.len()), words)
        }
        Plan::List(all, rest) => {
            let words: Vec<Word> = all.iter().map(|it| word(it, cells, heap)).collect();
            let rest = rest.map_or(Word::NIL, |number| cells[number as usize]);
            words.iter().rev().fold(rest, |rest, first| heap.list(*first, rest))
        }
    }
}

fn cells(heap: &mut Heap) -> Vec<Word> {
    (0..VARIABLES).map(|number| heap.cell(Word::open(name('V', number)))).collect()
}

/// Variables that are one may have the name of either.
fn without_names(text: &str) -> String {
    (0..VARIABLES).fold(text.to_owned(), |text, number| text.replace(name('V', number).name(), "V"))
}

/// The same as nodes, for a unification that asks whether a variable is part of what it would stand for: the others do not.
#[derive(Clone, PartialEq, Debug)]
enum Node {
    Variable(u8),
    Inner(String, Vec<Node>),
}

fn node(plan: &Plan) -> Node {
    let leaf = |text: String| Node::Inner(text, Vec::new());
    match plan {
        Plan::Number(number) => leaf(number.to_string()),
        Plan::Atom(number) => leaf(format!("a{number}")),
        Plan::Text(number) => leaf(format!("t{number}")),
        Plan::Variable(number) => Node::Variable(*number),
        Plan::Structure(name, all) => Node::Inner(format!("f{name}"), all.iter().map(node).collect()),
        Plan::List(all, rest) => {
            let rest = rest.map_or_else(|| leaf("[]".to_owned()), Node::Variable);
            all.iter().rev().fold(rest, |rest, first| Node::Inner("[".to_owned(), vec![node(first), rest]))
        }
    }
}

type Values = [Option<Node>; VARIABLES as usize];

fn resolved(node: &Node, values: &Values) -> Node {
    match node {
        Node::Variable(number) => match &values[*number as usize] {
            Some(value) => resolved(value, values),
            None => node.clone(),
        },
        Node::Inner(name, all) => Node::Inner(name.clone(), all.iter().map(|it| resolved(it, values)).collect()),
    }
}

fn has(node: &Node, number: u8) -> bool {
    match node {
        Node::Variable(own) => *own == number,
        Node::Inner(_, all) => all.iter().any(|it| has(it, number)),
    }
}

/// Whether they unify; nothing if a variable would be part of itself.
fn unified(one: &Node, other: &Node, values: &mut Values) -> Option<bool> {
    match (resolved(one, values), resolved(other, values)) {
        (Node::Variable(one), Node::Variable(other)) if one == other => Some(true),
        (Node::Variable(number), value) | (value, Node::Variable(number)) => {
            if has(&value, number) {
                return None;
            }
            values[number as usize] = Some(value);
            Some(true)
        }
        (Node::Inner(name, all), Node::Inner(same, others)) => {
            if name != same || all.len() != others.len() {
                return Some(false);
            }
            let mut holds = true;
            for (one, other) in all.iter().zip(&others) {
                holds &= unified(one, other, values)?;
            }
            Some(holds)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unification_is_that_of_terms(one in plan(), other in plan(), third in plan()) {
        let mut bindings = Bindings::of(u32::from(VARIABLES));
        let mut heap = Heap::default();
        let cells = cells(&mut heap);
        let words = [&one, &other, &third].map(|it| word(it, &cells, &mut heap));
        let before = words.map(|it| heap.shown(it));
        let mut values = Values::default();
        let first = unified(&node(&one), &node(&other), &mut values);
        let second = unified(&node(&other), &node(&third), &mut values);
        prop_assume!(first.is_some() && second.is_some());
        let due = bindings.unify(&term(&one), &term(&other)) && bindings.unify(&term(&other), &term(&third));
        prop_assert_eq!(due, first == Some(true) && second == Some(true));
        let found = heap.unify(words[0], words[1]) && heap.unify(words[1], words[2]);
        prop_assert_eq!(found, due);
        if found {
            for number in 0..VARIABLES {
                let due = bindings.apply(&variable(number));
                prop_assert_eq!(without_names(&heap.shown(cells[number as usize])), without_names(&due.to_string()));
                prop_assert_eq!(heap.is_ground(cells[number as usize]), due.is_ground());
            }
            prop_assert!(heap.same(words[0], words[2]));
        }
        heap.undo(0, &mut []);
        prop_assert_eq!(words.map(|it| heap.shown(it)), before);
    }

    #[test]
    fn the_order_is_that_of_terms(one in plan(), other in plan()) {
        let mut heap = Heap::default();
        let cells = cells(&mut heap);
        let (a, b) = (word(&one, &cells, &mut heap), word(&other, &cells, &mut heap));
        prop_assert_eq!(heap.compare(a, b), term(&one).compare(&term(&other)));
        prop_assert_eq!(heap.same(a, b), term(&one) == term(&other));
        prop_assert_eq!(heap.shown(a), term(&one).to_string());
    }

    #[test]
    fn what_is_alive_survives_a_collection(plans in prop::collection::vec(plan(), 1..6), bound in plan()) {
        let mut heap = Heap::default();
        let cells = cells(&mut heap);
        let mut all: Vec<Word> = plans.iter().map(|it| word(it, &cells, &mut heap)).collect();
        let bound = word(&bound, &[Word::number(7.0); VARIABLES as usize], &mut heap);
        heap.unify(cells[0], bound);
        heap.commit();
        let before: Vec<String> = all.iter().map(|it| heap.shown(*it)).collect();
        let due = heap.shown(bound);
        all.push(heap.frozen(bound));
        for _ in 0..2 {
            let mut collection = heap.collection();
            all.iter_mut().for_each(|it| collection.root(it));
            let length = collection.finish();
            prop_assert_eq!(length, heap.len());
            let after: Vec<String> = all.iter().map(|it| heap.shown(*it)).collect();
            prop_assert_eq!(&after[..before.len()], &before[..]);
            prop_assert_eq!(&after[before.len()], &due);
        }
        heap.collection().finish();
        prop_assert!(heap.is_empty() && heap.blocks.is_empty());
    }

    #[test]
    fn messages_arrive_as_they_were_sent(plans in prop::collection::vec(plan(), 0..9)) {
        let mut heap = Heap::default();
        let cells = cells(&mut heap);
        let mut words: Vec<Word> = plans.iter().map(|it| word(it, &cells, &mut heap)).collect();
        let sent: Vec<String> = words.iter().map(|it| heap.shown(*it)).collect();
        let functor = Functor::new(Atom::new("p"), words.len());
        let message = Message::new(Atom::SELF, Performative::Assert, functor, 1, &mut words, &mut heap);
        drop(heap);
        let mut heap = Heap::default();
        heap.cell(Word::OPEN);
        for _ in 0..2 {
            let mut stack = Vec::new();
            message.open(&mut stack, &mut heap);
            let read: Vec<String> = stack.iter().map(|it| heap.shown(*it)).collect();
            prop_assert_eq!(&read, &sent);
        }
        heap.clear();
        prop_assert!(heap.blocks.is_empty());
    }
}

#[test]
fn variables_that_are_one_stay_one_in_a_copy() {
    let mut heap = Heap::default();
    let cells = cells(&mut heap);
    let functor = Functor::new(Atom::new("f"), 3);
    let word = heap.structure(functor, [cells[0], cells[1], cells[0]]);
    let copy = heap.renamed(word, &mut Vec::new());
    let first = heap.argument(copy, 0);
    assert!(heap.unify(first, Word::number(1.0)));
    assert_eq!((heap.shown(copy), heap.shown(word)), ("f(1,V1,1)".to_owned(), "f(V0,V1,V0)".to_owned()));
}

#[test]
fn a_list_that_grows_and_is_frozen_again_and_again_is_no_long_chain() {
    let mut heap = Heap::default();
    let mut list = Word::NIL;
    let mut words = 0;
    for round in 0..2000 {
        for number in 0..12 {
            list = heap.list(Word::number(f64::from(round * 12 + number)), list);
        }
        let before = heap.len();
        list = heap.frozen(list);
        assert_eq!(heap.len(), before);
        let slot = super::Blocks::slot_of(list).expect("it is in a block");
        words += heap.blocks.block(slot).size();
        let mut root = [list];
        let mut collection = heap.collection();
        collection.root(&mut root[0]);
        collection.finish();
        // One block refers to the next; each is at least twice as large as that before it.
        assert!(heap.blocks.len() <= 16, "{} blocks after {round} rounds", heap.blocks.len());
    }
    let (items, _) = heap.items(list);
    assert_eq!(items.len(), 24_000);
    // Each element has been copied a few times, not once a round.
    assert!(words < 48_000 * 16, "{words} words have been frozen");
}

#[test]
fn long_chains_of_blocks_are_dropped_without_recursion() {
    let mut block = Arc::new(Block::Terms(Box::default(), Box::default()));
    for _ in 0..200_000 {
        block = Arc::new(Block::Terms(Box::default(), Box::new([block])));
    }
    let mut heap = Heap::default();
    heap.blocks.hold(block);
    assert_eq!(heap.blocks.len(), 200_001);
    heap.clear();
    assert!(heap.blocks.is_empty());
}
