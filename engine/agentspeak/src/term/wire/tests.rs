use proptest::collection::vec;
use proptest::prelude::*;

use super::super::properties::open;
use super::*;
use crate::extensions::Extensions;
use crate::system::Program;
use crate::term::{Logic, Step, Subject};

fn crossed(term: &Term) -> Term {
    let limits = PackLimits::default();
    Packed::new([term], limits).expect("it is small").unpack_one(limits).expect("it is a term")
}

#[test]
fn terms_cross_as_they_are() {
    let map = Collection::map();
    map.contents().put(Term::atom("k"), Term::list([1.0.into(), Term::string("v")]));
    let [queue, heap] = [Collection::queue(), Collection::priority_queue()];
    for number in [3.0, 1.0, 2.0] {
        queue.contents().insert(Term::from(number));
        heap.contents().insert(Term::from(number));
    }
    let collections = [Collection::set(["b", "a"].map(Term::atom)), map, queue, heap].map(Term::Collection);
    for term in [
        Term::from(0.1),
        Term::from(-0.0),
        Term::from(f64::INFINITY),
        Term::list((0..100).map(Term::from)),
        Term::structure("f", collections),
    ] {
        let other = crossed(&term);
        assert_eq!((other.to_string(), &other), (term.to_string(), &term));
    }
    assert!(crossed(&Term::from(-0.0)).as_number().is_some_and(f64::is_sign_negative));
    assert!(crossed(&Term::from(f64::NAN)).as_number().is_some_and(f64::is_nan));
}

#[test]
fn plans_cross_as_they_are() {
    let text = "@l[a] +!g(X)[source(S)] : b(X, Y) & not (c | ~d) & Y > 2 * X \
                <- ?x(Z); !!h([Z|T]); -+n(Z + 1); if (Z == 1) { .print(\"one\") } else { +p }; .send(S, tell, ns::q(X[a|R])).";
    let program = Program::of_text(text, "a.asl").expect("a program");
    let mut mind = Extensions::default().new_agent(Atom::new("a"));
    program.load(&mut mind);
    let plan = mind.plans.get(&Term::atom("l")).expect("a plan").term.clone();
    let other = crossed(&plan);
    assert_eq!(other.to_string(), plan.to_string());
    assert_eq!(other, plan.numbered_by_name().0);
}

#[test]
fn depth_takes_no_stack_and_has_a_limit() {
    let nested = |depth: u32| (0..depth).fold(Term::atom("a"), |inner, _| Term::structure("f", [inner]));
    let deep = nested(60_000);
    assert_eq!(
        Packed::new([&deep], PackLimits::default()).and_then(|it| it.unpack_one(PackLimits::default())),
        Ok(deep)
    );
    let few = PackLimits { depth: 10, parts: 20 };
    assert_eq!(Packed::new([&nested(11)], few), Err(PackError::TooDeep));
    let packed = Packed::new([&nested(11)], PackLimits::default()).expect("it fits");
    assert_eq!(packed.unpack(few), Err(PackError::TooDeep));
    let wide = Term::list((0..20).map(Term::from));
    assert_eq!(Packed::new([&wide], few), Err(PackError::TooLarge));
    let packed = Packed::new([&wide], PackLimits::default()).expect("it fits");
    assert_eq!(packed.unpack(few), Err(PackError::TooLarge));
    let endless = Collection::queue();
    endless.contents().insert(Term::Collection(endless.clone()));
    assert_eq!(Packed::new([&Term::Collection(endless.clone())], PackLimits::default()), Err(PackError::TooDeep));
    endless.contents().clear();
}

#[test]
fn another_version_is_distinguished_from_nonsense() {
    let mut packed = Packed::new([&Term::atom("a")], PackLimits::default()).expect("it fits");
    packed.version = 2;
    assert_eq!(packed.unpack(PackLimits::default()), Err(PackError::Version(2)));
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        5 => Just(Kind::Literal),
        1 => Just(Kind::Call),
        1 => Just(Kind::Variable),
        1 => Just(Kind::Qualified),
        1 => Just(Kind::Logic(Logic::Not)),
        1 => Just(Kind::Relation(super::super::Relation::Unify)),
        1 => Just(Kind::Step(Step::Do)),
        1 => Just(Kind::NoSteps),
        1 => Just(Kind::Trigger(super::super::Change::Added, Subject::Belief)),
        1 => Just(Kind::Plan),
        1 => Just(Kind::Cyclic),
        1 => Just(Kind::Message),
    ]
}

fn part() -> impl Strategy<Value = Part> {
    let few = || prop_oneof![9 => 0..4_u32, 1 => any::<u32>()];
    prop_oneof![
        few().prop_map(Part::Atom),
        any::<i64>().prop_map(Part::Whole),
        any::<f64>().prop_map(Part::Number),
        "[ab]{0,2}".prop_map(Part::String),
        (few(), proptest::option::of(few())).prop_map(|(slot, name)| Part::Var { slot, name }),
        (few(), any::<bool>()).prop_map(|(length, is_open)| Part::List { length, is_open }),
        (few(), few()).prop_map(|(functor, line)| Part::Plain { functor, line }),
        (few(), any::<bool>(), few(), any::<bool>()).prop_map(|(functor, bare, annotations, is_open)| {
            Part::Structure { functor, line: 0, bare, annotations, is_open }
        }),
        few().prop_map(Part::Set),
        few().prop_map(Part::Map),
        few().prop_map(Part::Queue),
        few().prop_map(Part::PriorityQueue),
    ]
}

fn packed() -> impl Strategy<Value = Packed> {
    let functor = (0..3_u32, any::<bool>(), 0..4_u32, 0..7_u32, kind())
        .prop_map(|(namespace, negated, name, arity, kind)| PackedFunctor { namespace, negated, name, arity, kind });
    (vec("[a-c]", 1..4), vec(functor, 0..4), vec(part(), 0..30)).prop_map(|(names, functors, parts)| Packed {
        version: VERSION,
        names,
        functors,
        parts,
    })
}

proptest! {
    #[test]
    fn what_crosses_is_the_same_but_for_the_numbers_of_variables(term in open(true)) {
        let other = crossed(&term);
        prop_assert_eq!(&other, &term.numbered_by_name().0);
        prop_assert_eq!(other.to_string(), term.to_string());
    }

    #[test]
    fn whatever_comes_is_a_term_or_none(packed in packed()) {
        if let Ok(terms) = packed.unpack(PackLimits::default()) {
            for term in terms {
                // What an agent does with it first.
                let (numbered, variables) = term.numbered();
                prop_assert_eq!(term.is_ground(), variables.is_empty());
                drop((numbered.to_string(), term.clone() == numbered));
            }
        }
    }
}
