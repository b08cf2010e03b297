//! Beliefs of the agent's own that come and go without being made terms.
//!
//! An agent that counts takes one belief away and adds the next: the room of the one is that of the other.

use std::hash::Hasher;
use std::sync::Arc;

use super::base::BeliefBase;
use super::table::{Entry, Position, Table, key_of};
use crate::term::{Annotations, Functor, Mix, Shared, Structure, Term};

/// What is believed of a predicate.
pub(crate) enum Known<'a> {
    /// Nothing.
    None,
    /// Only the fact with these arguments, which can be [altered](BeliefBase::alter_only).
    One(&'a [Term]),
    /// More than that.
    More,
}

/// A fact with the agent itself as its only source.
pub(crate) struct Bare<'a> {
    pub(crate) predicate: Functor,
    /// Its arguments, which are taken out where the fact is added.
    pub(crate) arguments: &'a mut [Option<Term>],
    /// `[source(self)]`: always the same ones.
    pub(crate) annotations: &'a Arc<Annotations>,
    /// Room of a fact that is one no longer.
    pub(crate) spare: &'a mut Option<Shared<Structure>>,
}

impl BeliefBase {
    /// Adds a fact before the others of its predicate. Says whether that was so simple: nothing was done where it is believed already.
    pub(crate) fn add_bare(&mut self, fact: Bare<'_>) -> bool {
        let table = self.tables.get_or_make_for(fact.predicate, || fact.first_key());
        let hash = fact.hash_for(table);
        if place_of(table, &fact, hash).is_some() {
            return false;
        }
        table.push_front_of(Entry::Fact(Term::Structure(fact.into_structure())), hash);
        true
    }

    /// Takes a fact away, if it is believed. Says whether that was so simple: nothing was done where it has other annotations.
    pub(crate) fn remove_bare(&mut self, fact: Bare<'_>) -> bool {
        let Some(table) = self.tables.get_mut_for(fact.predicate, || fact.first_key()) else { return true };
        let hash = fact.hash_for(table);
        let Some(position) = place_of(table, &fact, hash) else { return true };
        if !is_own(table, position, &fact) {
            return false;
        }
        if let Some(Entry::Fact(Term::Structure(room))) = table.remove(position) {
            *fact.spare = Some(room);
        }
        true
    }

    /// Believes this fact instead of the only one of its predicate, if there is one. Says whether that was so simple.
    pub(crate) fn replace_bare(&mut self, fact: Bare<'_>) -> bool {
        let table = self.tables.get_or_make(fact.predicate);
        if table.len() == 0 {
            table.push_front(Entry::Fact(Term::Structure(fact.into_structure())));
            return true;
        }
        if table.len() > 1 || table.is_indexed() {
            return false;
        }
        let Some((position, _)) = table.next(Position::MIN, None) else { return false };
        if !is_own(table, position, &fact) {
            return false;
        }
        if let Some(Entry::Fact(Term::Structure(room))) = table.remove(position) {
            *fact.spare = Some(room);
        }
        table.push_front(Entry::Fact(Term::Structure(fact.into_structure())));
        true
    }
}

impl BeliefBase {
    /// Believes a fact with these arguments instead of the only one of its predicate, which is the fact given. Says whether that was so simple:
    /// nothing was done where it is not.
    #[inline]
    pub(crate) fn alter_bare(&mut self, fact: &Bare<'_>, arguments: &mut [Option<Term>]) -> bool {
        let Some(known) = self.own_only(fact.predicate, fact.annotations) else { return false };
        let is_it = known.arguments.iter().zip(&*fact.arguments).all(|(known, own)| own.as_ref() == Some(known));
        if is_it {
            known.set_arguments(putting(arguments));
        }
        is_it
    }

    /// What is believed of a predicate, if that is simple.
    pub(crate) fn known(&self, predicate: Functor, annotations: &Arc<Annotations>) -> Known<'_> {
        let Some(table) = self.tables.get(predicate) else { return Known::None };
        match self.only(predicate) {
            _ if table.is_indexed() => Known::More,
            None if table.len() == 0 => Known::None,
            Some(arguments) if self.can_alter(predicate, annotations) => Known::One(arguments),
            _ => Known::More,
        }
    }

    /// Takes the only fact of a predicate away.
    pub(crate) fn forget_only(&mut self, predicate: Functor, spare: &mut Option<Shared<Structure>>) {
        let Some(table) = self.tables.get_mut(predicate) else { return };
        let Some((position, _)) = table.next(Position::MIN, None) else { return };
        if let Some(Entry::Fact(Term::Structure(room))) = table.remove(position) {
            *spare = Some(room);
        }
    }

    /// The only fact of a predicate, to be changed; not where there are others, it has other annotations, or somebody holds it.
    #[inline(always)]
    pub(crate) fn own_only(&mut self, predicate: Functor, annotations: &Arc<Annotations>) -> Option<&mut Structure> {
        match self.tables.get_mut(predicate)?.only_mut()? {
            // Nobody else has it, so that nobody else can begin to.
            Entry::Fact(Term::Structure(known)) => {
                let known = Shared::get_mut(known)?;
                if has(known, annotations) { Some(known) } else { None }
            }
            _ => None,
        }
    }

    /// Is there only one fact of a predicate, and could it be [changed](Self::own_only)?
    #[inline]
    pub(crate) fn can_alter(&self, predicate: Functor, annotations: &Arc<Annotations>) -> bool {
        match self.tables.get(predicate).and_then(Table::only) {
            Some(Entry::Fact(Term::Structure(known))) => {
                // Nobody else has it, so that nobody else can begin to.
                Shared::is_unique(known) && has(known, annotations)
            }
            _ => false,
        }
    }
}

/// Puts these arguments in the places of others.
fn putting(arguments: &mut [Option<Term>]) -> impl FnMut(usize, &mut Term) {
    |place, argument| {
        if let Some(new) = arguments[place].take() {
            *argument = new;
        }
    }
}

/// Where the fact is, whatever its annotations. Its hash is known if there is an index.
fn place_of(table: &Table, fact: &Bare<'_>, hash: Option<u64>) -> Option<Position> {
    let is_it = |entry: &Entry| match entry {
        Entry::Fact(Term::Structure(known)) => {
            known.arguments.iter().zip(&*fact.arguments).all(|(known, own)| own.as_ref() == Some(known))
        }
        // An atom has no annotations, and is of no other argument.
        Entry::Fact(_) => true,
        Entry::Rule(_) => false,
    };
    match hash {
        Some(hash) => table.find_of(hash, is_it),
        None => table.positions().find(|(_, entry)| is_it(entry)).map(|(position, _)| position),
    }
}

fn is_own(table: &Table, position: Position, fact: &Bare<'_>) -> bool {
    match table.get(position) {
        Some(Entry::Fact(Term::Structure(known))) => has(known, fact.annotations),
        _ => false,
    }
}

/// Has the fact these annotations? What is believed from the beginning says the same in a room of its own.
#[inline(always)]
fn has(fact: &Structure, annotations: &Arc<Annotations>) -> bool {
    match &fact.annotations {
        Some(own) => Arc::ptr_eq(own, annotations) || says_the_same(own, annotations),
        None => false,
    }
}

#[inline(never)]
fn says_the_same(one: &Annotations, other: &Annotations) -> bool {
    one.items() == other.items()
}

impl Bare<'_> {
    fn first_key(&self) -> Option<u64> {
        key_of(self.arguments.first()?.as_ref()?)
    }

    /// By which the table's index knows it, if there is one.
    fn hash_for(&self, table: &Table) -> Option<u64> {
        if !table.is_indexed() {
            return None;
        }
        let mut hasher = Mix::default();
        if self.arguments.is_empty() {
            Term::Structure(Structure::settled(self.predicate, [], None).into()).hash_plain(&mut hasher);
        } else {
            Term::hash_literal(self.predicate, self.arguments.iter().flatten(), &mut hasher);
        }
        Some(hasher.finish())
    }

    fn into_structure(self) -> Shared<Structure> {
        if let Some(mut room) = self.spare.take()
            && room.functor == self.predicate
            && has(&room, self.annotations)
            && room.is_settled()
            && let Some(structure) = Shared::get_mut(&mut room)
        {
            structure.set_arguments(putting(self.arguments));
            return room;
        }
        let arguments = self.arguments.iter_mut().filter_map(Option::take);
        Shared::new(Structure::settled(self.predicate, arguments, Some(Arc::clone(self.annotations))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Atom;

    struct Own {
        base: BeliefBase,
        annotations: Arc<Annotations>,
        spare: Option<Shared<Structure>>,
    }

    impl Own {
        fn new() -> Self {
            let source = Term::structure("source", [Term::Atom(Atom::SELF)]);
            Self { base: BeliefBase::default(), annotations: Arc::new(Annotations::new([source], None)), spare: None }
        }

        fn with(&mut self, number: f64, act: fn(&mut BeliefBase, Bare<'_>) -> bool) -> bool {
            let arguments = &mut [Some(Term::Number(number))];
            let predicate = Functor::new(Atom::new("p"), 1);
            act(&mut self.base, Bare { predicate, arguments, annotations: &self.annotations, spare: &mut self.spare })
        }

        fn shown(&self) -> Vec<String> {
            let entries = self.base.entries(Functor::new(Atom::new("p"), 1));
            entries.map(|entry| if let Entry::Fact(fact) = entry { fact.to_string() } else { String::new() }).collect()
        }
    }

    #[test]
    fn facts_come_and_go() {
        let mut own = Own::new();
        assert!(own.with(1.0, BeliefBase::add_bare) && own.with(2.0, BeliefBase::add_bare));
        assert!(!own.with(1.0, BeliefBase::add_bare), "known already");
        assert!(!own.with(3.0, BeliefBase::replace_bare), "there are two");
        assert_eq!(own.shown(), ["p(2)[source(self)]", "p(1)[source(self)]"]);
        assert!(own.with(2.0, BeliefBase::remove_bare) && own.with(2.0, BeliefBase::remove_bare));
        assert!(own.with(3.0, BeliefBase::replace_bare));
        assert_eq!(own.shown(), ["p(3)[source(self)]"]);
    }

    #[test]
    fn many_facts_come_and_go() {
        let mut own = Own::new();
        for number in 0..40 {
            assert!(own.with(number.into(), BeliefBase::add_bare) && !own.with(number.into(), BeliefBase::add_bare));
        }
        assert_eq!(own.shown()[39], "p(0)[source(self)]");
        assert!((0..40).rev().all(|number| own.with(number.into(), BeliefBase::remove_bare)));
        assert!(own.shown().is_empty());
        for number in [5.0, 7.0, -0.0] {
            assert!(own.with(number, BeliefBase::add_bare));
        }
        assert!(!own.with(0.0, BeliefBase::add_bare), "zero is zero");
        assert_eq!(own.shown().len(), 3);
    }

    #[test]
    fn a_fact_becomes_another_where_it_is_the_only_one() {
        let mut own = Own::new();
        let alter = |own: &mut Own, from: f64, to: Term| {
            let (old, new) = (&mut [Some(Term::Number(from))], &mut [Some(to)]);
            let predicate = Functor::new(Atom::new("p"), 1);
            let Own { base, annotations, spare } = own;
            base.alter_bare(&Bare { predicate, arguments: old, annotations, spare }, new)
        };
        assert!(!alter(&mut own, 1.0, Term::Number(2.0)), "there is none");
        own.with(1.0, BeliefBase::add_bare);
        assert!(!alter(&mut own, 7.0, Term::Number(2.0)), "it is another");
        assert!(alter(&mut own, 1.0, Term::Number(2.0)));
        let deep = (0..100).fold(Term::atom("x"), |inner, _| Term::structure("f", [inner]));
        let height = deep.height();
        assert!(alter(&mut own, 2.0, deep));
        let fact = own.base.only(Functor::new(Atom::new("p"), 1)).expect("it is the only one");
        assert_eq!(fact[0].height(), height);
        let whole = own.base.entries(Functor::new(Atom::new("p"), 1)).next().cloned();
        let Some(Entry::Fact(whole)) = whole else { panic!() };
        assert_eq!(whole.height(), height + 1);
        assert!(!alter(&mut own, 3.0, Term::Number(4.0)), "somebody looks at it, and it is another");
        drop(whole);
        own.with(5.0, BeliefBase::add_bare);
        assert!(!alter(&mut own, 5.0, Term::Number(6.0)), "there are two");
    }

    #[test]
    fn somebody_still_looks_at_the_old_one() {
        let mut own = Own::new();
        own.with(1.0, BeliefBase::add_bare);
        let Some(Entry::Fact(held)) = own.base.entries(Functor::new(Atom::new("p"), 1)).next().cloned() else {
            panic!()
        };
        assert!(own.with(2.0, BeliefBase::replace_bare));
        assert_eq!(
            (held.to_string().as_str(), own.shown()),
            ("p(1)[source(self)]", vec!["p(2)[source(self)]".to_owned()])
        );
    }

    #[test]
    fn room_of_something_else_is_none() {
        let mut own = Own::new();
        let open = Term::Var(crate::term::Var::unnamed(0));
        for room in [Term::structure("p", [Term::Number(1.0)]), Term::structure("p", [open])] {
            let Term::Structure(room) = room else { panic!() };
            own.spare = Some(room);
            assert!(own.with(2.0, BeliefBase::replace_bare));
            assert_eq!(own.shown(), ["p(2)[source(self)]"]);
        }
    }

    #[test]
    fn other_annotations_and_other_facts_are_not_simple() {
        let mut own = Own::new();
        own.base.add(Term::structure("p", [Term::Number(1.0)]), false);
        assert!(!own.with(1.0, BeliefBase::remove_bare) && !own.with(2.0, BeliefBase::replace_bare));
        (2..20).for_each(|number| assert!(own.with(number.into(), BeliefBase::add_bare)));
        assert!(!own.with(1.0, BeliefBase::remove_bare) && !own.with(1.0, BeliefBase::add_bare));
    }
}
