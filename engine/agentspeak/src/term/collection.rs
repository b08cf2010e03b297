use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Term;
use super::structure::drop_all;
use crate::stack;

/// A set, a map or a queue: the only terms that change. All holders see the changes.
#[derive(Clone, Debug)]
pub struct Collection(Arc<Mutex<Contents>>);

/// A term among others, in the [order of terms](Term::compare).
#[derive(Clone, Debug)]
pub struct Ordered(Term);

impl Deref for Ordered {
    type Target = Term;

    fn deref(&self) -> &Term {
        &self.0
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.compare(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

/// What a [`Collection`] holds.
#[derive(Clone, Debug)]
pub enum Contents {
    /// In the order of terms, each once.
    Set(BTreeSet<Ordered>),
    /// Keys and values, in the order of the keys.
    Map(BTreeMap<Ordered, Term>),
    /// First in, first out.
    Queue(VecDeque<Term>),
    /// Least first: a heap, in Java's order, for so it is shown.
    PriorityQueue(VecDeque<Term>),
}

impl Collection {
    /// A set of these.
    pub fn set(items: impl IntoIterator<Item = Term>) -> Self {
        let set = Self::of(Contents::Set(BTreeSet::new()));
        for item in items {
            set.contents().insert(item);
        }
        set
    }

    /// A map without entries.
    pub fn map() -> Self {
        Self::of(Contents::Map(BTreeMap::new()))
    }

    /// A queue without elements.
    pub fn queue() -> Self {
        Self::of(Contents::Queue(VecDeque::new()))
    }

    /// A queue without elements, in which the least comes first.
    pub fn priority_queue() -> Self {
        Self::of(Contents::PriorityQueue(VecDeque::new()))
    }

    fn of(contents: Contents) -> Self {
        Self(Arc::new(Mutex::new(contents)))
    }

    /// What it holds, exclusively.
    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what it holds, or looks at it. `by` is what its elements are compared with meanwhile.
    pub fn change<R>(&self, by: &Term, change: impl FnOnce(&mut Contents) -> R) -> R {
        if matches!(*self.contents(), Contents::Queue(_)) || !by.holds_collection() {
            return change(&mut self.contents());
        }
        // Comparing collections may mean to look into this very one, and no thread must wait for itself.
        let mut changed = self.contents().clone();
        let result = change(&mut changed);
        let before = std::mem::replace(&mut *self.contents(), changed);
        drop(before);
        result
    }

    /// What it holds at this moment: looking at elements may mean to look into the collection again.
    pub(super) fn contents_now(&self) -> Contents {
        self.contents().clone()
    }

    /// One of its own with the same contents.
    #[must_use]
    pub fn copy(&self) -> Self {
        let contents = self.contents().clone();
        Self::of(contents)
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Where it lies: nowhere else does another.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// Moves what it holds elsewhere, if it is not shared, so that it can be dropped without recursion.
    pub(super) fn take_apart(self, parts: &mut Vec<Term>) {
        if let Some(contents) = Arc::into_inner(self.0) {
            contents.into_inner().unwrap_or_else(PoisonError::into_inner).take_apart(parts);
        }
    }
}

impl Term {
    /// Is it a collection, or is one in it?
    fn holds_collection(&self) -> bool {
        if let Self::Number(_) | Self::Atom(_) | Self::String(_) = self {
            return false;
        }
        let mut left = vec![self];
        while let Some(term) = left.pop() {
            match term {
                Self::Collection(_) => return true,
                Self::List(list) => left.extend(list.items()),
                Self::Structure(structure) => {
                    left.extend(structure.arguments());
                    left.extend(structure.annotations().map_or(&[][..], |annotations| annotations.items()));
                }
                Self::Number(_) | Self::Atom(_) | Self::String(_) | Self::Var(_) => {}
            }
        }
        false
    }
}

impl Drop for Contents {
    /// One that holds another that holds another goes one after the other.
    fn drop(&mut self) {
        let mut parts = Vec::new();
        self.take_apart(&mut parts);
        drop_all(parts);
    }
}

impl Contents {
    /// Puts an element into a set or at a queue's end; returns whether that changed anything.
    pub fn insert(&mut self, item: Term) -> bool {
        match self {
            Self::Set(items) => items.insert(Ordered(item)),
            Self::Queue(items) => {
                items.push_back(item);
                true
            }
            Self::PriorityQueue(items) => {
                items.push_back(item);
                let mut place = items.len() - 1;
                while place > 0 && items[place].compare(&items[(place - 1) / 2]).is_lt() {
                    items.swap(place, (place - 1) / 2);
                    place = (place - 1) / 2;
                }
                true
            }
            Self::Map(_) => false,
        }
    }

    /// Takes the first element out of a queue.
    pub fn take_first(&mut self) -> Option<Term> {
        match self {
            Self::Queue(items) => items.pop_front(),
            Self::PriorityQueue(items) => {
                let last = items.len().checked_sub(1)?;
                items.swap(0, last);
                let first = items.pop_back();
                sink(items);
                first
            }
            Self::Set(_) | Self::Map(_) => None,
        }
    }

    /// Puts a value under a key of a map; gives back what was there.
    pub fn put(&mut self, key: Term, value: Term) -> Option<Term> {
        let Self::Map(entries) = self else { return None };
        entries.insert(Ordered(key), value)
    }

    /// Takes an element out of a set; returns whether it was there.
    pub fn remove(&mut self, item: &Term) -> bool {
        let Self::Set(items) = self else { return false };
        let item = Ordered(item.clone());
        items.get(&item).is_some_and(|known| known.0 == item.0) && items.remove(&item)
    }

    /// Takes a key out of a map; gives back what was there.
    pub fn remove_key(&mut self, key: &Term) -> Option<Term> {
        let Self::Map(entries) = self else { return None };
        let key = Ordered(key.clone());
        entries.get_key_value(&key).filter(|(known, _)| known.0 == key.0)?;
        entries.remove(&key)
    }

    /// The value under a key of a map.
    pub fn get(&self, key: &Term) -> Option<&Term> {
        let Self::Map(entries) = self else { return None };
        entries.get(&Ordered(key.clone()))
    }

    fn take_apart(&mut self, parts: &mut Vec<Term>) {
        match self {
            Self::Set(items) => parts.extend(std::mem::take(items).into_iter().map(|item| item.0)),
            Self::Map(entries) => {
                parts.extend(std::mem::take(entries).into_iter().flat_map(|(key, value)| [key.0, value]));
            }
            Self::Queue(items) | Self::PriorityQueue(items) => parts.extend(items.drain(..)),
        }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.take_apart(&mut Vec::new());
    }

    /// How many elements or entries there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Set(items) => items.len(),
            Self::Map(entries) => entries.len(),
            Self::Queue(items) | Self::PriorityQueue(items) => items.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Brings the first element of what is a heap otherwise to its place.
fn sink(items: &mut VecDeque<Term>) {
    let mut place = 0;
    loop {
        let (left, right) = (2 * place + 1, 2 * place + 2);
        if left >= items.len() {
            return;
        }
        let right_is_less = right < items.len() && items[left].compare(&items[right]).is_gt();
        let least = if right_is_less { right } else { left };
        if items[place].compare(&items[least]).is_le() {
            return;
        }
        items.swap(place, least);
        place = least;
    }
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        // Of what is nested without end, one that is another is unlike it.
        self.is_same(other)
            || !stack::is_low() && {
                // One after the other, and neither is locked meanwhile: two threads that compare the same two the other way round must
                // not wait for each other, nor one for itself where an element is the collection.
                let one = self.contents().clone();
                let other = other.contents().clone();
                one == other
            }
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Set(one), Self::Set(other)) => one.iter().map(|item| &item.0).eq(other.iter().map(|item| &item.0)),
            (Self::Map(one), Self::Map(other)) => {
                let entries = |(key, value): (&Ordered, &Term)| (key.0.clone(), value.clone());
                one.iter().map(entries).eq(other.iter().map(entries))
            }
            (Self::Queue(one), Self::Queue(other)) | (Self::PriorityQueue(one), Self::PriorityQueue(other)) => {
                one == other
            }
            _ => false,
        }
    }
}

impl Collection {
    /// The order of terms, for two collections: by what they look like.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        if self.is_same(other) { Ordering::Equal } else { self.to_string().cmp(&other.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_sorted_and_has_each_once() {
        let set = Collection::set(["b", "a", "b"].map(Term::atom));
        assert_eq!(set.to_string(), "{a,b}");
        assert!(!set.contents().insert(Term::atom("a")));
        assert_eq!(set, Collection::set(["a", "b"].map(Term::atom)));
    }

    #[test]
    fn one_may_hold_itself() {
        let [inner, outer] = [Collection::set([]), Collection::set([])];
        assert!(inner.contents().insert(Term::Collection(outer.clone())));
        let item = Term::Collection(inner.clone());
        assert!(outer.change(&item, |contents| contents.insert(item.clone())));
        let other = Term::Collection(Collection::set([item.clone()]));
        outer.change(&other, |contents| contents.insert(other.clone()));
        assert!(outer.contents().len() <= 2);
        inner.contents().clear();
        outer.contents().clear();
    }

    #[test]
    fn a_copy_has_changes_of_its_own() {
        let map = Collection::map();
        let copy = map.copy();
        assert_eq!(map.contents().put(Term::atom("k"), Term::from(1.0)), None);
        assert_eq!(map.contents().put(Term::atom("k"), Term::from(2.0)), Some(Term::from(1.0)));
        assert_eq!(map.contents().get(&Term::atom("k")), Some(&Term::from(2.0)));
        assert!(copy.contents().is_empty());
        assert_eq!(map.to_string(), "{k->2}");
    }
}
