use std::cmp::Ordering;
use std::fmt;

use super::names::{NAMES, permanent};

/// A name: of a predicate, a namespace, an agent. Compared and copied as a number. It stays until the process ends; a
/// [`Constant`](super::Constant) in a term need not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(u32);

/// Gives the names that the engine itself uses fixed numbers.
macro_rules! known {
    ($($number:literal $name:ident = $text:literal,)*) => {
        pub(super) const KNOWN: &[&str] = &[$($text),*];

        impl Atom {
            $(#[doc = concat!("`", $text, "`")] pub const $name: Self = Self($number);)*
        }
    };
}

known! {
    0 DEFAULT = "default",
    1 TRUE = "true",
    2 FALSE = "false",
    3 SOURCE = "source",
    4 SELF = "self",
    5 PERCEPT = "percept",
    6 LIST = ".",
    7 NOTHING = "",
    8 ACHIEVE = "achieve",
    9 CONCAT = ".concat",
    10 TELL = "tell",
    11 SIGNAL = "signal",
    12 ASK_ONE = "askOne",
    13 ASK_ALL = "askAll",
    14 ASK_HOW = "askHow",
    15 UNANSWERED = ".unanswered",
}

impl Atom {
    /// The atom of this name.
    pub fn new(name: &str) -> Self {
        Self(permanent(name))
    }

    /// The atom of this name, if there is one already.
    pub fn known(name: &str) -> Option<Self> {
        NAMES.known(name).map(Self)
    }

    /// A number that no other atom has; small ones are given out first.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    /// The atom of a number that came from [`number`](Self::number).
    #[inline]
    pub(crate) fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES.text(self.0)
    }
}

impl Ord for Atom {
    /// By name, as UTF-16: Java's order of strings.
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { compare_texts(self.name(), other.name()) }
    }
}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Java's order of strings: by UTF-16 units, which differs from that of bytes beyond the Basic Multilingual Plane.
pub(crate) fn compare_texts(one: &str, other: &str) -> Ordering {
    /// The first byte of what has units beyond surrogates, and of what has surrogates.
    const BEYOND: u8 = 0xEE;
    let unlike = one.bytes().zip(other.bytes()).find(|(one, other)| one != other);
    match unlike {
        None => one.len().cmp(&other.len()),
        Some((one, other)) if one < BEYOND && other < BEYOND => one.cmp(&other),
        Some(_) => one.encode_utf16().cmp(other.encode_utf16()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_atom() {
        assert_eq!(Atom::new("colour"), Atom::new("colour"));
        assert_ne!(Atom::new("colour"), Atom::new("color"));
        assert_eq!(Atom::new("colour").name(), "colour");
        assert_eq!(Atom::new("self"), Atom::SELF);
        assert_eq!(Atom::known("never made"), None);
    }

    #[test]
    fn atoms_are_ordered_as_java_orders_strings() {
        assert!(Atom::new("a") < Atom::new("b"));
        assert!(Atom::new("Z") < Atom::new("a"));
        // In UTF-8 the first would come behind.
        assert!(Atom::new("\u{1F600}") < Atom::new("\u{FF5E}"));
    }

    #[test]
    fn texts_are_ordered_by_their_utf_16_units() {
        let letters = ["", "a", "b", "é", "中", "\u{D7FF}", "\u{E000}", "\u{FF5E}", "\u{10000}", "\u{1F600}"];
        let texts: Vec<String> =
            letters.iter().flat_map(|one| letters.iter().map(move |other| format!("{one}{other}"))).collect();
        for one in &texts {
            for other in &texts {
                assert_eq!(compare_texts(one, other), one.encode_utf16().cmp(other.encode_utf16()), "{one} {other}");
            }
        }
    }
}
