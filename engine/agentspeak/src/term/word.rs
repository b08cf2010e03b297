use super::{Atom, Term};

/// A number or a constant in one word; or a place, where some other term lies; or where a text is.
///
/// A number is its own bits. Nothing that is calculated has those of the upper end, which are not-a-numbers that no processor makes.
/// Being one word, it is held in registers and written as it is read: what is written in halves and read as a whole has to wait until it
/// has left the processor's store buffer.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Word(u64);

const TAGGED: u64 = 0xFFFD << 48;
const ATOM: u64 = 0xFFFD << 48;
const PLACE: u64 = 0xFFFE << 48;
const TEXT: u64 = 0xFFFF << 48;
/// No text begins so far behind; what looks so is a name's.
const FURTHEST: u32 = 1 << 31;
const REST: u64 = (1 << 48) - 1;

impl Word {
    pub(crate) const ZERO: Self = Self(0);
    /// Numbers are the words whose bits are less.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const FIRST_TAGGED: u64 = TAGGED;
    /// A place.
    pub(crate) const SOMEWHERE: Self = Self(PLACE);

    #[inline(always)]
    pub(crate) fn number(number: f64) -> Self {
        let bits = number.to_bits();
        Self(if bits < TAGGED { bits } else { f64::NAN.to_bits() })
    }

    /// Of a number that is one.
    #[inline(always)]
    pub(crate) fn proper(number: f64) -> Self {
        debug_assert!(!number.is_nan(), "those are for tags");
        Self(number.to_bits())
    }

    #[inline(always)]
    pub(crate) fn atom(name: Atom) -> Self {
        Self(ATOM | u64::from(name.number()))
    }

    #[inline]
    pub(crate) fn place(place: usize) -> Self {
        Self(PLACE | place as u64)
    }

    /// A text of so many bytes from somewhere on, if it is neither long nor far.
    pub(crate) fn text(from: usize, length: usize) -> Option<Self> {
        let (from, length) = (u32::try_from(from).ok()?, u16::try_from(length).ok()?);
        (from < FURTHEST).then_some(Self(TEXT | u64::from(from) << 16 | u64::from(length)))
    }

    /// The text that is this name.
    #[inline]
    pub(crate) fn text_of(name: Atom) -> Self {
        Self(TEXT | u64::from(FURTHEST) << 16 | u64::from(name.number()))
    }

    /// Of a number or a constant.
    #[inline(always)]
    pub(crate) fn of(term: &Term) -> Option<Self> {
        match term {
            Term::Number(number) => Some(Self::number(*number)),
            Term::Atom(name) => Some(Self::atom(*name)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn is_number(self) -> bool {
        self.0 < TAGGED
    }

    /// Is it no number and no constant, but lies somewhere?
    #[inline(always)]
    pub(crate) fn is_place(self) -> bool {
        self.0 >= PLACE
    }

    #[inline(always)]
    pub(crate) fn as_number(self) -> Option<f64> {
        if self.is_number() { Some(f64::from_bits(self.0)) } else { None }
    }

    #[inline(always)]
    pub(crate) fn as_atom(self) -> Option<Atom> {
        if self.0 & !REST == ATOM { Some(Atom::of_number(self.0 as u32)) } else { None }
    }

    #[inline]
    pub(crate) fn as_place(self) -> Option<usize> {
        (self.0 & !REST == PLACE).then_some((self.0 & REST) as usize)
    }

    #[inline]
    pub(crate) fn as_text(self) -> Option<std::ops::Range<usize>> {
        let from = (self.0 >> 16) as u32;
        (self.0 & !REST == TEXT && from < FURTHEST).then_some(from as usize..from as usize + usize::from(self.0 as u16))
    }

    /// The name whose text it is.
    #[inline]
    pub(crate) fn as_text_of(self) -> Option<Atom> {
        (self.0 >= TEXT | u64::from(FURTHEST) << 16).then_some(Atom::of_number(self.0 as u32))
    }

    /// The word of which these are the [bits](Self::bits).
    #[inline(always)]
    pub(crate) fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// What tells it from all others.
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// Are they the same, of two that are numbers or constants?
    #[inline(always)]
    pub(crate) fn is(self, other: Self) -> bool {
        // Zero has two forms, and what is not a number is nothing.
        if self.0 == other.0 {
            self.is_itself()
        } else {
            self.is_number() && other.is_number() && f64::from_bits(self.0) == f64::from_bits(other.0)
        }
    }

    /// Is it no not-a-number?
    #[inline(always)]
    pub(crate) fn is_itself(self) -> bool {
        !self.is_number() || !f64::from_bits(self.0).is_nan()
    }

    /// The number or the constant.
    #[inline(always)]
    pub(crate) fn term(self) -> Option<Term> {
        match self.as_number() {
            Some(number) => Some(Term::Number(number)),
            None => self.as_atom().map(Term::Atom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_what_it_was_made_of() {
        for number in [0.0, -0.0, 1.5, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            let word = Word::number(number);
            assert_eq!((word.as_number(), word.as_atom(), word.as_place()), (Some(number), None, None));
            assert!(word.is(Word::number(number)));
        }
        for name in ["a", "self", "nobody"] {
            let word = Word::atom(Atom::new(name));
            assert_eq!((word.as_number(), word.as_atom(), word.as_place()), (None, Some(Atom::new(name)), None));
            assert!(word.is(Word::of(&Term::atom(name)).expect("a constant")) && !word.is(Word::ZERO));
        }
        for place in [0, 7, 1 << 20] {
            let word = Word::place(place);
            assert_eq!((word.as_number(), word.as_atom(), word.as_place()), (None, None, Some(place)));
            assert!(word.term().is_none());
        }
        for (from, length) in [(0, 0), (70_000, 65_535)] {
            let word = Word::text(from, length).expect("not too far");
            assert_eq!((word.as_number(), word.as_atom(), word.as_place()), (None, None, None));
            assert_eq!(word.as_text(), Some(from..from + length));
        }
        assert!(Word::text(0, 65_536).is_none() && Word::text(1 << 31, 1).is_none());
        assert!(Word::of(&Term::string("text")).is_none());
        for name in [Atom::SELF, Atom::new("word_text"), Atom::of_number(u32::MAX)] {
            let word = Word::text_of(name);
            assert_eq!(
                (word.as_text_of(), word.as_text(), word.as_atom(), word.as_place()),
                (Some(name), None, None, None)
            );
            assert!(word.is_place() && Word::text(0, 4).expect("near").as_text_of().is_none());
        }
    }

    #[test]
    fn zeros_are_the_same_and_what_is_not_a_number_is_nothing() {
        assert!(Word::number(0.0).is(Word::number(-0.0)));
        for bits in [f64::NAN.to_bits(), u64::MAX, ATOM, PLACE | 3] {
            let word = Word::number(f64::from_bits(bits));
            assert!(word.is_number() && !word.is(word) && !word.is_place());
        }
    }
}
