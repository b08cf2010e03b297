use std::cmp::Ordering;

use super::{Term, Var};

/// The annotations of a literal: a set, kept in the order of terms, perhaps with a variable for the rest.
#[derive(Clone, Debug)]
pub struct Annotations {
    items: Vec<Term>,
    rest: Option<Var>,
    /// Has there been one among them in which something is open? Then the order of terms is none.
    open: bool,
    /// Has there been one with a variable?
    ground: bool,
    /// How deep the deepest has been nested that was there.
    height: u32,
}

impl Default for Annotations {
    fn default() -> Self {
        Self { items: Vec::new(), rest: None, open: false, ground: true, height: 0 }
    }
}

impl Annotations {
    /// These, and behind them a variable for others.
    pub fn new(items: impl IntoIterator<Item = Term>, rest: Option<Var>) -> Self {
        let items = items.into_iter();
        let mut annotations = Self { rest, items: Vec::with_capacity(items.size_hint().0), ..Self::default() };
        for item in items {
            annotations.insert(item);
        }
        annotations
    }

    /// Adds one; returns whether it is new.
    pub fn insert(&mut self, item: Term) -> bool {
        let Some(place) = self.place_for(&item) else { return false };
        self.open |= !item.is_settled();
        self.ground &= item.is_ground();
        self.height = self.height.max(item.height());
        self.items.insert(place, item);
        true
    }

    /// Where one comes that is not there yet.
    pub(crate) fn place_for(&self, item: &Term) -> Option<usize> {
        if !self.open && item.is_settled() {
            // Most often they come in order.
            return match self.items.last().map(|last| last.compare(item)) {
                None | Some(Ordering::Less) => Some(self.items.len()),
                Some(Ordering::Equal) => None,
                Some(Ordering::Greater) => self.items.binary_search_by(|other| other.compare(item)).err(),
            };
        }
        for (place, other) in self.items.iter().enumerate() {
            match item.compare(other) {
                Ordering::Equal => return None,
                Ordering::Less => return Some(place),
                Ordering::Greater => {}
            }
        }
        Some(self.items.len())
    }

    /// Adds those of another.
    pub fn extend(&mut self, others: &Self) {
        for item in &others.items {
            self.insert(item.clone());
        }
        self.rest = self.rest.or(others.rest);
    }

    /// Removes one; returns whether it was there.
    pub fn remove(&mut self, item: &Term) -> bool {
        match self.place_of(item) {
            Some(place) => {
                let gone = self.items.remove(place);
                if !gone.is_settled() {
                    (self.open, self.ground) =
                        (!self.items.iter().all(Term::is_settled), self.items.iter().all(Term::is_ground));
                }
                true
            }
            None => false,
        }
    }

    /// Is it among them?
    pub fn contains(&self, item: &Term) -> bool {
        self.place_of(item).is_some()
    }

    fn place_of(&self, item: &Term) -> Option<usize> {
        if !self.open && item.is_settled() {
            let place = self.items.binary_search_by(|other| other.compare(item)).ok()?;
            return (self.items[place] == *item).then_some(place);
        }
        self.items.iter().position(|other| other == item)
    }

    /// Are there none, and no variable for others?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.rest.is_none()
    }

    /// All, in the order of terms.
    pub fn items(&self) -> &[Term] {
        &self.items
    }

    /// The variable for others.
    pub fn rest(&self) -> Option<Var> {
        self.rest
    }

    /// How deep they are nested.
    pub(super) fn height(&self) -> u32 {
        self.height
    }

    pub(super) fn into_items(self) -> Vec<Term> {
        self.items
    }

    /// Is there nothing in them that could become something else?
    pub(crate) fn is_settled(&self) -> bool {
        self.rest.is_none() && !self.open
    }

    /// Does no variable occur in them?
    pub fn is_ground(&self) -> bool {
        self.rest.is_none() && self.ground
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_a_sorted_set() {
        let mut all = Annotations::new([Term::atom("b"), Term::atom("a"), Term::atom("b"), Term::from(1.0)], None);
        assert_eq!(all.items(), [Term::from(1.0), Term::atom("a"), Term::atom("b")]);
        assert!(!all.insert(Term::atom("a")));
        assert!(all.remove(&Term::atom("a")) && !all.remove(&Term::atom("a")));
        assert!(all.contains(&Term::atom("b")) && !all.contains(&Term::atom("a")));
    }
}
