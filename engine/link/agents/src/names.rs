//! Names in the order in which they have come.

use std::collections::{BTreeMap, HashMap};

use agon_agentspeak::term::Atom;

#[derive(Default)]
pub(crate) struct Names {
    by_number: BTreeMap<u64, Atom>,
    numbers: HashMap<Atom, u64>,
    last: u64,
}

impl Names {
    /// Adds a name behind the others, unless it is there.
    pub(crate) fn add(&mut self, name: Atom) {
        if !self.contains(name) {
            self.last += 1;
            self.numbers.insert(name, self.last);
            self.by_number.insert(self.last, name);
        }
    }

    /// Takes a name out; returns whether it was there.
    pub(crate) fn remove(&mut self, name: Atom) -> bool {
        let number = self.numbers.remove(&name);
        number.is_some_and(|number| self.by_number.remove(&number).is_some())
    }

    pub(crate) fn contains(&self, name: Atom) -> bool {
        self.numbers.contains_key(&name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Atom> {
        self.by_number.values().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_in_which_they_have_come() {
        let [a, b, c] = ["c", "a", "b"].map(Atom::new);
        let mut names = Names::default();
        [a, b, a, c].into_iter().for_each(|name| names.add(name));
        assert!(names.iter().eq([a, b, c]));
        assert!(names.remove(b) && !names.remove(b) && !names.contains(b));
        names.add(b);
        assert!(names.iter().eq([a, c, b]) && names.len() == 3);
    }
}
