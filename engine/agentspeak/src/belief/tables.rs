//! The tables of an agent's beliefs, by predicate.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicU64, Ordering};

use super::changes::Changes;
use super::table::Table;
use crate::term::{Functor, Mix};

/// So many predicates are looked through one by one, which takes less than a hash: they lie where the agent's beliefs begin.
const FEW: usize = 6;

/// Tables by predicate, in no particular order.
#[derive(Clone, Debug)]
#[repr(C)]
pub(super) struct Tables {
    /// The numbers of the first predicates, which are looked through without a look at how many there are.
    few: [u32; FEW],
    /// The tables of all predicates.
    tables: Vec<Table>,
    /// As many predicates, in the same order.
    predicates: Vec<Functor>,
    /// Where the table of a predicate is, once there are more than a few.
    places: Option<Box<Places>>,
    /// What has changed, where that is requested.
    pub(super) changes: Option<Box<Changes>>,
    /// Another number after whatever may have changed something, ...
    pub(super) version: u64,
    /// ... that after what was last done to each table, ...
    versions: Vec<u64>,
    /// ... and that after a table has gone.
    gone: u64,
}

/// Where the numbers of the next agent's beliefs begin: no two agents have the same.
static VERSIONS: AtomicU64 = AtomicU64::new(0);

/// No predicate's number.
const NONE: u32 = u32::MAX;

impl Default for Tables {
    fn default() -> Self {
        let version = VERSIONS.fetch_add(1 << 40, Ordering::Relaxed);
        let (predicates, tables, versions) = Default::default();
        Self { few: [NONE; FEW], predicates, tables, places: None, changes: None, version, versions, gone: version }
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
    #[inline]
    pub(super) fn get_mut_for(&mut self, predicate: Functor, key: impl FnOnce() -> Option<u64>) -> Option<&mut Table> {
        self.note(predicate, key);
        let place = self.place(predicate)?;
        self.versions[place] = self.version;
        Some(&mut self.tables[place])
    }

    /// The number of the last change of a predicate.
    pub(super) fn version_of(&self, predicate: Functor) -> u64 {
        self.place(predicate).map_or(self.gone, |place| self.versions[place])
    }

    #[inline]
    fn note(&mut self, predicate: Functor, key: impl FnOnce() -> Option<u64>) {
        self.version += 1;
        if let Some(changes) = &mut self.changes {
            changes.note((predicate, key()));
        }
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
        self.versions[place] = self.version;
        &mut self.tables[place]
    }

    fn make(&mut self, predicate: Functor) -> usize {
        let place = self.tables.len();
        self.predicates.push(predicate);
        if let Some(few) = self.few.get_mut(place) {
            *few = predicate.index() as u32;
        }
        self.tables.push(Table::default());
        self.versions.push(self.version);
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
        if let Some(places) = &mut self.places {
            places.remove(&predicate);
            if let Some(moved) = self.predicates.get(place) {
                places.insert(*moved, place as u32);
            }
        }
        self.versions.swap_remove(place);
        self.gone = self.version;
        Some(self.tables.swap_remove(place))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Functor, &Table)> {
        self.predicates.iter().copied().zip(&self.tables)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Table> {
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
    fn few_predicates_and_many_are_found_and_go() {
        for count in [FEW, FEW + 1, 10 * FEW] {
            let mut tables = Tables::default();
            for number in 0..count {
                assert!(tables.get(predicate(number)).is_none());
                tables.get_or_make(predicate(number)).push_back(Entry::Fact(Term::from(number as f64)));
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
                let expected = (number % 2 == 1).then(|| format!("{:?}", Entry::Fact(Term::from(number as f64))));
                assert_eq!(shown(&tables, number), expected, "{number} of {count}");
            }
        }
    }
}
