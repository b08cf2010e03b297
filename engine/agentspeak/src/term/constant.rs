use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::Atom;
use super::atom::compare_texts;
use super::names::{Found, NAMES, Name, counted};

/// A constant in a term: a name that goes with the last constant of that name, if nothing else is called so.
///
/// It takes a whole word (see [`Term`](super::Term)): the name's number, and above it whether this constant is counted. One that is not is
/// copied and dropped as a number. A name has one number as long as there is any constant or [`Atom`] of that name.
pub struct Constant(u64);

const COUNTED: u64 = 1 << u32::BITS;

impl Constant {
    /// The constant of this name.
    pub fn new(name: &str) -> Self {
        match counted(name) {
            Found::Permanent(number) => Self(number as u64),
            Found::Counted(number) => Self(number as u64 | COUNTED),
        }
    }

    /// The constant of a permanent name.
    #[inline]
    pub const fn of(atom: Atom) -> Self {
        Self(atom.number() as u64)
    }

    /// Its name as one of predicates, agents and the like: it is permanent from now on.
    #[inline]
    pub fn atom(&self) -> Atom {
        if self.is_counted() {
            pin(self.number());
        }
        Atom::of_number(self.number())
    }

    /// The name for as long as the constant is there.
    #[inline]
    pub(super) fn passing(&self) -> Passing {
        Passing { atom: Atom::of_number(self.number()), is_counted: self.is_counted() }
    }

    /// Its name.
    pub fn name(&self) -> Name {
        NAMES.name(self.number(), self.is_counted())
    }

    #[inline]
    fn number(&self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn is_counted(&self) -> bool {
        self.0 & COUNTED != 0
    }
}

/// A name as long as something of that name is there.
#[derive(Clone, Copy)]
pub(super) struct Passing {
    pub(super) atom: Atom,
    pub(super) is_counted: bool,
}

impl Passing {
    /// Its constant.
    pub(super) fn constant(self) -> Constant {
        if self.is_counted {
            count_up(self.atom.number());
        }
        Constant(self.atom.number() as u64 | if self.is_counted { COUNTED } else { 0 })
    }

    /// By name, as atoms.
    pub(super) fn compare(self, other: Self) -> Ordering {
        let text = |one: Self| NAMES.name(one.atom.number(), one.is_counted);
        match (self.is_counted, other.is_counted) {
            _ if self.atom == other.atom => Ordering::Equal,
            (false, false) => self.atom.cmp(&other.atom),
            _ => compare_texts(&text(self), &text(other)),
        }
    }
}

#[cold]
#[inline(never)]
fn pin(number: u32) {
    NAMES.pin(number);
}

#[cold]
#[inline(never)]
pub(super) fn count_up(number: u32) {
    NAMES.count_up(number);
}

#[cold]
#[inline(never)]
pub(super) fn count_down(number: u32) {
    NAMES.count_down(number);
}

impl Clone for Constant {
    #[inline]
    fn clone(&self) -> Self {
        if self.is_counted() {
            count_up(self.number());
        }
        Self(self.0)
    }
}

impl Drop for Constant {
    #[inline]
    fn drop(&mut self) {
        if self.is_counted() {
            count_down(self.number());
        }
    }
}

impl PartialEq for Constant {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Constant {}

impl PartialEq<Atom> for Constant {
    #[inline]
    fn eq(&self, other: &Atom) -> bool {
        self.number() == other.number()
    }
}

impl Hash for Constant {
    /// As the [`Atom`] of that name.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl Ord for Constant {
    /// By name, as atoms.
    fn cmp(&self, other: &Self) -> Ordering {
        self.passing().compare(other.passing())
    }
}

impl PartialOrd for Constant {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Atom> for Constant {
    #[inline]
    fn from(atom: Atom) -> Self {
        Self::of(atom)
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl fmt::Debug for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_the_atoms_of_their_names() {
        let (one, other) = (Constant::new("constant one"), Constant::new("constant other"));
        assert_eq!((one.clone(), &*one.name()), (Constant::new("constant one"), "constant one"));
        assert_ne!(one, other);
        assert!(one < other);
        let atom = Atom::new("constant one");
        // Those that were made before are the same as those that are made now.
        assert!(one == atom && one == Constant::of(atom) && one == Constant::new("constant one"));
        assert_eq!((one.atom(), other.atom()), (atom, Atom::new("constant other")));
        assert_eq!(Constant::new("self"), Atom::SELF);
        drop(other);
        assert_eq!(Atom::new("constant other").name(), "constant other");
    }
}
