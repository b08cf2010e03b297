//! The tables of an agent's beliefs, by predicate.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::changes::Changes;
use super::table::Table;
use crate::term::{Functor, Mix, Word};

/// So many predicates are looked through one by one, which takes less than a hash: they lie where the agent's beliefs begin.
const FEW: usize = 6;

/// Tables by predicate, in no particular order.
#[derive(Clone, Debug)]
#[repr(C)]
pub(super) struct Tables {
    /// The numbers of the first predicates, which are looked through without a look at how many there are.
    few: [u32; FEW],
    /// What the argument of their only fact is, if it has been [asked for](Self::recall) since the table was changed: so it is known
    /// without a look at table and fact, which lie elsewhere.
    words: [Cell<Word>; FEW],
    /// The tables of all predicates.
    tables: Vec<Table>,
    /// As many predicates, in the same order.
    predicates: Vec<Functor>,
    /// Where the table of a predicate is, once there are more than a few.
    places: Option<Box<Places>>,
    /// What has changed, where somebody wants to know.
    pub(super) changes: Option<Box<Changes>>,
}

/// No predicate's number.
const NONE: u32 = u32::MAX;

/// Nothing is known: what is known is no place.
#[inline]
fn unknown() -> [Cell<Word>; FEW] {
    [const { Cell::new(Word::SOMEWHERE) }; FEW]
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            few: [NONE; FEW],
            words: unknown(),
            predicates: Vec::new(),
            tables: Vec::new(),
            places: None,
            changes: None,
        }
    }
}

type Places = HashMap<Functor, u32, BuildHasherDefault<Mix>>;

impl Tables {
    #[inline(always)]
    fn place(&self, predicate: Functor) -> Option<usize> {
        let number = predicate.index() as u32;
        for (place, other) in self.few.iter().enumerate() {
            if *other == number {
                return Some(place);
            }
        }
        self.places.as_ref()?.get(&predicate).map(|place| *place as usize)
    }

    #[inline(always)]
    pub(super) fn get(&self, predicate: Functor) -> Option<&Table> {
        self.place(predicate).map(|place| &self.tables[place])
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, predicate: Functor) -> Option<&mut Table> {
        self.get_mut_for(predicate, || None)
    }

    /// The table of a predicate, in which nothing is changed but facts whose first argument has this key.
    #[inline(always)]
    pub(super) fn get_mut_for(&mut self, predicate: Functor, key: impl FnOnce() -> Option<u64>) -> Option<&mut Table> {
        self.note(predicate, key);
        self.place(predicate).map(|place| self.changing(place))
    }

    #[inline(always)]
    fn note(&mut self, predicate: Functor, key: impl FnOnce() -> Option<u64>) {
        if let Some(changes) = &mut self.changes {
            changes.note((predicate, key()));
        }
    }

    /// The table there, which may be changed.
    #[inline(always)]
    fn changing(&mut self, place: usize) -> &mut Table {
        if let Some(word) = self.words.get_mut(place) {
            word.set(Word::SOMEWHERE);
        }
        &mut self.tables[place]
    }

    /// The argument of the only fact of a predicate of one argument, if it is a number or a constant and that is easily found.
    #[inline(always)]
    pub(super) fn recall(&self, predicate: Functor) -> Option<Word> {
        let number = predicate.index() as u32;
        for (place, (other, word)) in self.few.iter().zip(&self.words).enumerate() {
            if *other == number {
                let word = word.get();
                return if word.is_place() { self.learn(place) } else { Some(word) };
            }
        }
        None
    }

    #[inline(never)]
    fn learn(&self, place: usize) -> Option<Word> {
        let [argument] = self.tables[place].only_fact()? else { return None };
        // What is not a number is not even what has been found.
        let word = Word::of(argument).filter(|word| word.is_itself())?;
        self.words[place].set(word);
        Some(word)
    }

    /// The table of a predicate, which is made if there is none.
    #[inline]
    pub(super) fn get_or_make(&mut self, predicate: Functor) -> &mut Table {
        self.get_or_make_for(predicate, || None)
    }

    /// The same, in which nothing is changed but facts whose first argument has this key.
    #[inline]
    pub(super) fn get_or_make_for(&mut self, predicate: Functor, key: impl FnOnce() -> Option<u64>) -> &mut Table {
        self.note(predicate, key);
        let place = match self.place(predicate) {
            Some(place) => place,
            None => self.make(predicate),
        };
        self.changing(place)
    }

    fn make(&mut self, predicate: Functor) -> usize {
        let place = self.tables.len();
        self.predicates.push(predicate);
        if let Some(few) = self.few.get_mut(place) {
            *few = predicate.index() as u32;
        }
        self.tables.push(Table::default());
        match &mut self.places {
            Some(places) => drop(places.insert(predicate, place as u32)),
            None if place >= FEW => self.places = Some(self.all_places()),
            None => {}
        }
        place
    }

    fn all_places(&self) -> Box<Places> {
        Box::new(self.predicates.iter().copied().zip(0..).collect())
    }

    pub(super) fn remove(&mut self, predicate: Functor) -> Option<Table> {
        self.note(predicate, || None);
        let place = self.place(predicate)?;
        self.predicates.swap_remove(place);
        let numbers = self.predicates.iter().map(|predicate| predicate.index() as u32).chain(std::iter::repeat(NONE));
        self.few.iter_mut().zip(numbers).for_each(|(few, number)| *few = number);
        self.words = unknown();
        if let Some(places) = &mut self.places {
            places.remove(&predicate);
            if let Some(moved) = self.predicates.get(place) {
                places.insert(*moved, place as u32);
            }
        }
        Some(self.tables.swap_remove(place))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Functor, &Table)> {
        self.predicates.iter().copied().zip(&self.tables)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        self.words = unknown();
        self.tables.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Entry;
    use super::*;
    use crate::term::{Atom, Term};

    fn predicate(number: usize) -> Functor {
        Functor::new(Atom::new(&format!("tables_{number}")), 0)
    }

    #[test]
    fn what_is_recalled_is_what_is_there_now() {
        let fact = |number: f64| Entry::Fact(Term::structure("recalled", [Term::Number(number)]));
        let own = Functor::new(Atom::new("recalled"), 1);
        let recalled = |tables: &Tables| tables.recall(own).map(|word| word.as_number());
        let mut tables = Tables::default();
        assert_eq!(recalled(&tables), None);
        tables.get_or_make(own).push_front(fact(1.0));
        for _ in 0..2 {
            assert_eq!(recalled(&tables), Some(Some(1.0)));
        }
        tables.get_or_make(own).push_front(fact(2.0));
        assert_eq!(recalled(&tables), None, "there are two");
        let place = tables.get(own).map(Table::start).expect("there is a table");
        assert!(tables.get_mut(own).and_then(|table| table.remove(place)).is_some());
        assert_eq!(recalled(&tables), Some(Some(1.0)));
        tables.get_or_make(predicate(1)).push_front(Entry::Fact(Term::atom("x")));
        assert!(tables.recall(predicate(1)).is_none(), "it has no argument");
        assert!(tables.remove(own).is_some());
        assert_eq!(recalled(&tables), None);
        tables.get_or_make(own).push_front(Entry::Fact(Term::structure("recalled", [Term::string("text")])));
        assert_eq!(recalled(&tables), None, "it is no word");
    }

    #[test]
    fn few_predicates_and_many_are_found_and_go() {
        for count in [FEW, FEW + 1, 10 * FEW] {
            let mut tables = Tables::default();
            for number in 0..count {
                assert!(tables.get(predicate(number)).is_none());
                tables.get_or_make(predicate(number)).push_back(Entry::Fact(Term::Number(number as f64)));
            }
            let shown = |tables: &Tables, number: usize| {
                let table = tables.get(predicate(number))?;
                table.entries().next().map(|entry| format!("{entry:?}"))
            };
            for number in (0..count).step_by(2) {
                assert!(tables.remove(predicate(number)).is_some() && tables.remove(predicate(number)).is_none());
            }
            assert_eq!(tables.iter().count(), count / 2);
            for number in 0..count {
                let expected = (number % 2 == 1).then(|| format!("{:?}", Entry::Fact(Term::Number(number as f64))));
                assert_eq!(shown(&tables, number), expected, "{number} of {count}");
            }
        }
    }
}
