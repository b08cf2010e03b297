use std::cmp::Ordering;
use std::num::NonZeroU32;

use super::Atom;

/// A variable: a place in some [`Bindings`](super::Bindings), and what the program calls it.
///
/// Two are the same if they have the same place.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    slot: u32,
    /// An atom's number and one.
    name: Option<NonZeroU32>,
}

impl Var {
    /// A variable that the program gives a name.
    pub fn new(slot: u32, name: Atom) -> Self {
        Self { slot, name: name.number().checked_add(1).and_then(NonZeroU32::new) }
    }

    /// A variable without a name.
    pub fn unnamed(slot: u32) -> Self {
        Self { slot, name: None }
    }

    /// Its place.
    #[inline]
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<Atom> {
        self.name.map(|name| Atom::of_number(name.get() - 1))
    }

    /// The variable so many places further on.
    pub(super) fn moved(self, by: u32) -> Self {
        self.at(self.slot + by)
    }

    /// A variable of this name at another place.
    pub(crate) fn at(self, slot: u32) -> Self {
        Self { slot, ..self }
    }

    /// The order of variables: those with names, by name, before those without.
    pub(super) fn compare(self, other: Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let names = match (self.name(), other.name()) {
            (Some(one), Some(other)) => one.cmp(&other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        };
        names.then_with(|| self.slot.cmp(&other.slot))
    }
}

impl PartialEq for Var {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
    }
}

impl Eq for Var {}
