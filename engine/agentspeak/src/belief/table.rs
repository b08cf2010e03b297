use std::hash::Hasher;
use std::sync::Arc;

use super::entries::Entries;
use super::index::{Index, Key};

use crate::bytecode::Rule;
use crate::term::{Mix, Term};

/// Facts and rules of one predicate, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    entries: Entries<Option<Entry>>,
    /// Where `entries` begins.
    first: Position,
    live: usize,
    index: Option<Box<Index>>,
    /// How many of the entries are rules.
    rules: usize,
}

/// A place in a table. It stays that of its entry whatever is added or removed, until the table is
/// [tidied](super::BeliefBase::tidy).
pub type Position = i64;

/// A fact or a rule.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A literal with its annotations.
    Fact(Term),
    /// A rule for the predicate.
    Rule(Arc<Rule>),
}

/// A table of so many entries has an index.
const INDEXED: usize = 9;

impl Entry {
    /// The rule that it is, if it is one.
    pub(crate) fn rule(&self) -> Option<&Arc<Rule>> {
        match self {
            Self::Fact(_) => None,
            Self::Rule(rule) => Some(rule),
        }
    }

    /// The fact that it is, if it is one.
    pub(crate) fn fact(&self) -> Option<&Term> {
        match self {
            Self::Fact(fact) => Some(fact),
            Self::Rule(_) => None,
        }
    }

    /// By which an index knows it, if it is a fact.
    fn hash(&self) -> Option<u64> {
        self.fact().map(hash_of)
    }

    /// The key of an argument, if it is a fact.
    pub(super) fn key(&self, place: usize) -> Option<u64> {
        let structure = self.fact()?.as_structure()?;
        key_of(structure.arguments().get(place)?)
    }

    fn arity(&self) -> usize {
        let literal = match self {
            Self::Fact(fact) => fact,
            Self::Rule(rule) => rule.head(),
        };
        literal.as_structure().map_or(0, |structure| structure.arguments().len())
    }
}

/// The key of an argument: nothing unless every term that unifies with it has the same.
pub(crate) fn key_of(argument: &Term) -> Option<u64> {
    match argument {
        Term::Number(_) | Term::String(_) => Some(hash_of(argument)),
        // Annotations do not count, and a structure may hold variables: by name and arity alone.
        Term::Atom(_) => Some(hash_of(argument)),
        Term::Structure(structure) if structure.is_arithmetic() => None,
        Term::Structure(structure) if structure.arguments().is_empty() => Some(hash_of(argument)),
        Term::Structure(structure) => Some(structure.passing_functor().index() as u64 + 1),
        Term::List(_) | Term::Var(_) | Term::Collection(_) => None,
    }
}

pub(crate) fn hash_of(term: &Term) -> u64 {
    let mut hasher = Mix::default();
    term.hash_plain(&mut hasher);
    hasher.finish()
}

impl Table {
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Are there rules among them?
    pub(crate) fn has_rules(&self) -> bool {
        self.rules > 0
    }

    pub(crate) fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// Puts it before all others.
    pub(crate) fn push_front(&mut self, entry: Entry) {
        let hash = if self.is_indexed() { entry.hash() } else { None };
        self.push_front_of(entry, hash);
    }

    /// The same of a fact whose hash is known, where there is an index.
    pub(super) fn push_front_of(&mut self, entry: Entry, hash: Option<u64>) {
        self.first -= 1;
        if let Some(index) = &mut self.index {
            index.add(&entry, hash, self.first, true);
        }
        self.rules += usize::from(entry.fact().is_none());
        self.entries.push_front(Some(entry));
        self.added();
    }

    /// Puts it behind all others.
    pub(crate) fn push_back(&mut self, entry: Entry) {
        if let Some(index) = &mut self.index {
            index.add(&entry, entry.hash(), self.first + self.entries.len() as Position, false);
        }
        self.rules += usize::from(entry.fact().is_none());
        self.entries.push_back(Some(entry));
        self.added();
    }

    fn added(&mut self) {
        self.live += 1;
        if self.index.is_none() && self.live >= INDEXED {
            let arity = self.entries().next().map_or(0, Entry::arity);
            let mut index = Box::new(Index::new(arity));
            for (position, entry) in self.positions() {
                index.add(entry, entry.hash(), position, false);
            }
            self.index = Some(index);
        }
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = (Position, &Entry)> {
        (self.first..).zip(self.entries.iter()).filter_map(|(position, entry)| Some((position, entry.as_ref()?)))
    }

    /// All entries, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    /// All facts, in order.
    #[inline]
    pub(crate) fn facts(&self) -> impl Iterator<Item = &Term> {
        self.entries.iter().filter_map(|entry| match entry {
            Some(Entry::Fact(fact)) => Some(fact),
            _ => None,
        })
    }

    /// The first position.
    pub(crate) fn start(&self) -> Position {
        self.first
    }

    fn place(&self, position: Position) -> usize {
        usize::try_from(position - self.first).unwrap_or(0)
    }

    /// The entry there, if it is there still.
    pub(crate) fn get(&self, position: Position) -> Option<&Entry> {
        if position < self.first { None } else { self.entries.get(self.place(position))?.as_ref() }
    }

    /// By which argument to look for entries, where these keys of arguments are known.
    pub(crate) fn key(&self, keys: impl Iterator<Item = Option<u64>>) -> Option<Key> {
        self.index.as_ref()?.key(keys, self.live, || self.positions())
    }

    /// By which argument to look for entries that a literal may be unified with.
    pub(crate) fn key_for(&self, literal: &Term) -> Option<Key> {
        self.index.as_ref()?;
        self.key(literal.as_structure()?.arguments().iter().map(key_of))
    }

    /// The first entry from that position on that may have this key (`None`: anything).
    pub(crate) fn next(&self, from: Position, key: &mut Option<Key>) -> Option<(Position, &Entry)> {
        self.find_next(from, key, |_| true)
    }

    /// The same, of those that may be it.
    #[inline]
    pub(crate) fn find_next(
        &self,
        mut from: Position,
        key: &mut Option<Key>,
        may_be: impl Fn(&Entry) -> bool,
    ) -> Option<(Position, &Entry)> {
        if let (Some(index), Some(key)) = (&self.index, key) {
            loop {
                let position = index.next(from, key, || self.positions())?;
                match self.get(position)? {
                    entry if may_be(entry) => return Some((position, entry)),
                    _ => from = position + 1,
                }
            }
        }
        let first = self.place(from.max(self.first)).min(self.entries.len());
        let mut entries = (first..).zip(self.entries.iter_from(first));
        entries.find_map(|(place, entry)| {
            let entry = entry.as_ref().filter(|entry| may_be(entry))?;
            Some((self.first + place as Position, entry))
        })
    }

    /// The entries that may have this key, in order.
    #[inline]
    pub(crate) fn with_key(&self, key: Key) -> impl Iterator<Item = &Entry> {
        let groups = self.index.as_ref().and_then(|index| index.groups(key, || self.positions()));
        let positions = groups.map(|groups| groups.positions(key)).unwrap_or_default();
        positions.filter_map(|position| self.get(position))
    }

    /// Where the fact is that is the same as this literal but for annotations.
    pub(crate) fn find(&self, literal: &Term) -> Option<Position> {
        let is_it = |entry: &Entry| entry.fact().is_some_and(|fact| fact.alike(literal));
        match &self.index {
            Some(_) => self.find_of(hash_of(literal), is_it),
            None => {
                let place = self.entries.iter().position(|entry| entry.as_ref().is_some_and(is_it))?;
                Some(self.first + place as Position)
            }
        }
    }

    /// Where the fact is that has this hash, and is it. Nowhere, where there is no index.
    pub(super) fn find_of(&self, hash: u64, is_it: impl Fn(&Entry) -> bool) -> Option<Position> {
        let mut positions = self.index.as_ref()?.facts_of(hash);
        positions.find(|position| self.get(*position).is_some_and(&is_it))
    }

    /// The fact there, of which only annotations are to be changed.
    pub(super) fn fact_mut(&mut self, position: Position) -> Option<&mut Term> {
        let place = self.place(position);
        match self.entries.get_mut(place)? {
            Some(Entry::Fact(fact)) => Some(fact),
            _ => None,
        }
    }

    /// Puts another fact in a fact's place, which differs in annotations only.
    pub(crate) fn replace(&mut self, position: Position, fact: Term) {
        let place = self.place(position);
        if let Some(Some(entry)) = self.entries.get_mut(place) {
            *entry = Entry::Fact(fact);
        }
    }

    /// Takes an entry out.
    pub(crate) fn remove(&mut self, position: Position) -> Option<Entry> {
        self.get(position)?;
        let place = self.place(position);
        let entry = self.entries.get_mut(place)?.take()?;
        if let Some(index) = &mut self.index {
            index.remove(&entry, position);
        }
        self.live -= 1;
        self.rules -= usize::from(entry.fact().is_none());
        while let Some(None) = self.entries.get(0) {
            self.entries.pop_front();
            self.first += 1;
        }
        while let Some(None) = self.entries.back() {
            self.entries.pop_back();
        }
        Some(entry)
    }

    /// Closes the gaps that removed entries have left. Positions are others afterwards.
    pub(crate) fn tidy(&mut self) {
        let gaps = self.entries.len() - self.live;
        if gaps <= self.live.max(INDEXED) {
            return;
        }
        let entries = std::mem::take(&mut self.entries);
        // What has been looked for will be.
        let index = self.index.as_ref().filter(|_| self.live >= INDEXED).map(|index| Box::new(index.emptied()));
        *self = Self { index, ..Self::default() };
        entries.into_iter().flatten().for_each(|entry| self.push_back(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(number: u32) -> Term {
        Term::structure("p", [Term::from(number), Term::atom("x")])
    }

    fn numbers(table: &Table) -> Vec<f64> {
        table.entries().filter_map(|entry| entry.fact()?.as_structure()?.arguments().first()?.as_number()).collect()
    }

    /// Small and large tables do the same.
    #[test]
    fn entries_keep_their_order_and_places() {
        for count in [4, 100] {
            let mut table = Table::default();
            for number in 0..count {
                table.push_front(Entry::Fact(fact(number)));
            }
            table.push_back(Entry::Fact(fact(count)));
            assert_eq!(numbers(&table), (0..count).rev().chain([count]).map(f64::from).collect::<Vec<_>>());
            let place = table.find(&fact(2)).expect("it is there");
            assert!(table.remove(place).is_some() && table.remove(place).is_none());
            assert!(table.find(&fact(2)).is_none());
            assert_eq!(table.len(), count as usize);
            let mut key = table.key([key_of(&Term::from(1.0))].into_iter());
            let (found, entry) = table.next(table.start(), &mut key).expect("it is there");
            assert!(count < 9 || entry.fact() == Some(&fact(1)));
            assert!(table.next(found + 1, &mut key).is_none() || count < 9);
        }
    }

    #[test]
    fn tidying_closes_gaps() {
        let mut table = Table::default();
        (0..100).for_each(|number| table.push_back(Entry::Fact(fact(number))));
        for number in 1..99 {
            let place = table.find(&fact(number)).expect("it is there");
            table.remove(place);
        }
        table.tidy();
        assert_eq!((numbers(&table), table.entries.len()), (vec![0.0, 99.0], 2));
    }
}
