//! Properties of namespaces: what a program notes of one, which is no belief.

use super::Mind;
use crate::term::{Atom, Term};

impl Mind {
    /// What the key stands for in the namespace.
    pub(crate) fn property(&self, space: Atom, key: Atom) -> Option<&Term> {
        let mut all = self.properties(space);
        all.find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// The namespace's keys, in the order in which they came, with what they stand for.
    pub(crate) fn properties(&self, space: Atom) -> impl Iterator<Item = (Atom, &Term)> {
        self.aside.spaces.iter().filter(move |(known, ..)| *known == space).map(|(_, key, value)| (*key, value))
    }

    /// From now on the key stands for this in the namespace.
    pub(crate) fn set_property(&mut self, space: Atom, key: Atom, value: Term) {
        let spaces = &mut self.aside.open().spaces;
        match spaces.iter_mut().find(|(known, other, _)| (*known, *other) == (space, key)) {
            Some((.., old)) => *old = value,
            None => spaces.push((space, key, value)),
        }
    }
}
