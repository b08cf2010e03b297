//! What holds for all terms.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hasher};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Annotations, Atom, Bindings, Kind, List, StructureBuilder, Term, Var, sort_terms};

/// So many variables may be in a term.
pub(crate) const VARIABLES: u32 = 4;

fn leaf() -> impl Strategy<Value = Term> {
    prop_oneof![
        (-3..4_i32).prop_map(Term::from),
        (-1e6..1e6_f64).prop_map(Term::from),
        select(vec!["a", "b", "c"]).prop_map(Term::atom),
        "[ab\u{FF5E}\u{1F600}]{0,2}".prop_map(Term::string),
    ]
}

fn variable() -> impl Strategy<Value = Term> {
    (0..VARIABLES).prop_map(|slot| {
        let name = ["X", "Y", "Z", "W"][slot as usize];
        Term::Var(Var::new(slot, Atom::new(name)))
    })
}

fn literal(inner: impl Strategy<Value = Term> + Clone + 'static, annotated: bool) -> impl Strategy<Value = Term> {
    let namespace = option::weighted(0.1, select(vec!["ns", "b"]));
    let annotations = vec(inner.clone(), 0..if annotated { 3 } else { 1 });
    (namespace, prop::bool::weighted(0.1), select(vec!["f", "g"]), vec(inner, 0..3), annotations).prop_map(
        |(namespace, negated, name, arguments, annotations)| {
            StructureBuilder::new(Atom::new(name))
                .namespace(namespace.map_or(Atom::DEFAULT, Atom::new))
                .negated(negated)
                .arguments(arguments)
                .annotations(&Annotations::new(annotations, None))
                .build()
        },
    )
}

fn list(inner: impl Strategy<Value = Term> + 'static, open: bool) -> impl Strategy<Value = Term> {
    (vec(inner, 0..3), option::weighted(0.3, variable()), any::<bool>()).prop_map(move |(items, tail, at_once)| {
        let tail = tail.filter(|_| open && !items.is_empty()).unwrap_or(Term::list([]));
        if at_once && matches!(tail, Term::List(_)) {
            return Term::List(List::side_by_side(items.into()));
        }
        List::with_tail(items, tail).map_or_else(|tail| tail, Term::List)
    })
}

/// Terms without variables.
fn ground() -> impl Strategy<Value = Term> + Clone {
    leaf().prop_recursive(3, 12, 3, |inner| prop_oneof![literal(inner.clone(), true), list(inner, false)]).boxed()
}

/// Terms with variables; with annotations, or without.
pub(crate) fn open(annotated: bool) -> impl Strategy<Value = Term> + Clone {
    prop_oneof![leaf(), variable()]
        .prop_recursive(3, 12, 3, move |inner| prop_oneof![literal(inner.clone(), annotated), list(inner, true)])
        .boxed()
}

/// Two that have something in common more often than at random: the second may be the first with a part replaced.
pub(crate) fn pair(annotated: bool) -> impl Strategy<Value = (Term, Term)> {
    prop_oneof![
        (open(annotated), open(annotated)),
        (open(annotated), vec(open(annotated), VARIABLES as usize)).prop_map(|(one, values)| {
            let other = one.renamed(&mut |var| values[var.slot() as usize].clone());
            (one, other)
        }),
    ]
}

fn hash(term: &Term) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash_plain(&mut hasher);
    hasher.finish()
}

/// Is something in it a part of itself?
fn is_cyclic(term: &Term) -> bool {
    match term {
        Term::List(list) => list.items().any(is_cyclic),
        Term::Structure(structure) => {
            let annotations = structure.annotations().map_or(&[][..], Annotations::items);
            structure.passing_functor().signature().kind == Kind::Cyclic
                || structure.arguments().iter().chain(annotations).any(is_cyclic)
        }
        _ => false,
    }
}

/// Does a variable stand for something that is a part of itself?
fn has_cycles(bindings: &Bindings) -> bool {
    (0..VARIABLES).any(|slot| bindings.value(Var::unnamed(slot)).is_some_and(is_cyclic))
}

/// Do the variables of bindings stand for nothing?
fn untouched(bindings: &Bindings) -> bool {
    (0..VARIABLES).all(|slot| bindings.value(Var::unnamed(slot)).is_none())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unification_is_symmetric_and_makes_the_two_the_same((one, other) in pair(false)) {
        let (mut here, mut there) = (Bindings::of(VARIABLES), Bindings::of(VARIABLES));
        let unified = here.unify(&one, &other);
        prop_assert_eq!(unified, there.unify(&other, &one));
        prop_assume!(!has_cycles(&here) && !has_cycles(&there));
        if unified {
            prop_assert_eq!(here.apply(&one), here.apply(&other));
            prop_assert_eq!(there.apply(&one), there.apply(&other));
            // Each is an instance of the other.
            let (one_way, other_way) = (here.apply(&one), there.apply(&one));
            prop_assert_eq!(one_way.numbered().0, other_way.numbered().0);
        } else {
            prop_assert!(untouched(&here) && untouched(&there));
        }
    }

    #[test]
    fn what_is_unified_once_is_unified_for_good((one, other) in pair(true)) {
        let mut bindings = Bindings::of(VARIABLES);
        if bindings.unify(&one, &other) {
            prop_assume!(!has_cycles(&bindings));
            let (one, other) = (bindings.apply(&one), bindings.apply(&other));
            prop_assert!(Bindings::of(VARIABLES).unify(&one, &other), "{} and {}", one, other);
            prop_assert_eq!(bindings.apply(&one), one);
        } else {
            prop_assert!(untouched(&bindings));
        }
    }

    #[test]
    fn undoing_leaves_nothing((one, other) in pair(true)) {
        let mut bindings = Bindings::of(VARIABLES);
        let mark = bindings.mark();
        bindings.unify(&one, &other);
        bindings.undo(mark);
        prop_assert!(untouched(&bindings));
        prop_assert_eq!(bindings.apply(&one), one);
    }

    #[test]
    fn the_order_is_one((one, other, third) in (ground(), ground(), ground())) {
        prop_assert_eq!(one.compare(&other), other.compare(&one).reverse());
        prop_assert_eq!(one.compare(&other) == Ordering::Equal, one == other);
        let mut all = [&one, &other, &third];
        all.sort_by(|one, other| one.compare(other));
        prop_assert!(all[0].compare(all[2]).is_le(), "{} {} {}", all[0], all[1], all[2]);
        prop_assert!(all[0].compare(all[1]).is_le() && all[1].compare(all[2]).is_le());
    }

    #[test]
    fn sorting_is_that_of_the_standard_library(terms in vec(ground(), 0..40)) {
        let (mut sorted, mut due) = (terms.clone(), terms);
        sort_terms(&mut sorted);
        due.sort_by(Term::compare);
        prop_assert_eq!(sorted, due);
    }

    #[test]
    fn numbered_terms_are_adopted_as_they_were(term in open(true)) {
        let (numbered, variables) = term.numbered();
        prop_assert_eq!(numbered.renamed(&mut |var| Term::Var(variables[var.slot() as usize])), term.clone());
        let mut bindings = Bindings::of(7);
        let adopted = bindings.adopt(&term);
        prop_assert_eq!(bindings.len(), 7 + variables.len());
        prop_assert_eq!(adopted.numbered().0, numbered.clone());
        prop_assert_eq!(term.numbered_by_name().0.to_string(), term.to_string());
        prop_assert_eq!(term.is_ground(), variables.is_empty());
    }

    #[test]
    fn what_is_alike_has_one_hash((one, other) in (ground(), ground()), annotation in ground()) {
        if one.alike(&other) {
            prop_assert_eq!(hash(&one), hash(&other));
        }
        if let Some(builder) = StructureBuilder::from_literal(&one) {
            let annotated = builder.annotation(annotation).build();
            prop_assert!(annotated.alike(&one));
            prop_assert_eq!(hash(&annotated), hash(&one));
        }
    }
}
