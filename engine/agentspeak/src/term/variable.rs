use std::cmp::Ordering;
use std::fmt;

use super::Atom;

/// A variable: a place in some [`Bindings`](super::Bindings), and what the program calls it.
///
/// Two are the same if they have the same place.
/// It is one word: the slot below, and the name's number and one, or 0, above.
#[derive(Clone, Copy)]
pub struct Var(u64);

/// Where the name begins.
const NAME: u32 = u32::BITS;

impl Var {
    /// A variable that the program gives a name.
    pub fn new(slot: u32, name: Atom) -> Self {
        // The last number of all is no name.
        Self(slot as u64 | (name.number().wrapping_add(1) as u64) << NAME)
    }

    /// A variable without a name.
    #[inline]
    pub fn unnamed(slot: u32) -> Self {
        Self(slot as u64)
    }

    /// Its place.
    #[inline]
    pub fn slot(self) -> u32 {
        self.0 as u32
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<Atom> {
        ((self.0 >> NAME) as u32).checked_sub(1).map(Atom::of_number)
    }

    /// The variable so many places further on.
    pub(super) fn moved(self, by: u32) -> Self {
        self.at(self.slot() + by)
    }

    /// A variable of this name at another place.
    #[inline]
    pub(crate) fn at(self, slot: u32) -> Self {
        Self(self.0 >> NAME << NAME | slot as u64)
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
        names.then_with(|| self.slot().cmp(&other.slot()))
    }
}

impl PartialEq for Var {
    fn eq(&self, other: &Self) -> bool {
        self.slot() == other.slot()
    }
}

impl Eq for Var {}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Var").field("slot", &self.slot()).field("name", &self.name()).finish()
    }
}
