use crate::term::{Atom, Term};

/// What a place of a loop holds, in one word: a number as it is; or, among the bits of what is not a number, a constant, or that there is a
/// [term](super::machine) beside it.
///
/// One word is read as it was written. Of terms, which are two, the halves are written one by one: whoever reads such a term as one piece
/// soon after waits until it has left the processor's store buffer, which took longer than everything else in a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word(u64);

/// No number has such bits: what is not a number has `0x7FF8` or `0xFFF8` there, whatever it was calculated of.
const ATOM: u64 = 0xFFFC << 48;
const TERM: u64 = 0xFFFD << 48;

impl Word {
    /// A term lies beside it.
    pub(super) const TERM: Self = Self(TERM);

    #[inline(always)]
    pub(super) fn number(number: f64) -> Self {
        Self(number.to_bits())
    }

    #[inline(always)]
    pub(super) fn atom(name: Atom) -> Self {
        Self(ATOM | u64::from(name.number()))
    }

    /// The word of a term, if it needs nothing beside it.
    #[inline]
    pub(super) fn of(term: &Term) -> Self {
        match term {
            // Such bits could have come from anywhere.
            Term::Number(number) if number.is_nan() => Self::number(f64::NAN),
            Term::Number(number) => Self::number(*number),
            Term::Atom(name) => Self::atom(*name),
            _ => Self::TERM,
        }
    }

    #[inline(always)]
    pub(super) fn is_number(self) -> bool {
        self.0 < ATOM
    }

    #[inline(always)]
    pub(super) fn is_term(self) -> bool {
        self.0 >= TERM
    }

    /// The number that it is, where it is one.
    #[inline(always)]
    pub(super) fn as_number(self) -> f64 {
        f64::from_bits(self.0)
    }

    /// The number that it is; not a number, if it is none.
    #[inline(always)]
    pub(super) fn or_none(self) -> f64 {
        if self.is_number() { self.as_number() } else { f64::NAN }
    }

    /// As a term; nothing where there is one beside it.
    #[inline]
    pub(super) fn as_term(self) -> Option<Term> {
        if self.is_number() {
            Some(Term::Number(self.as_number()))
        } else if self.is_term() {
            None
        } else {
            Some(Term::Atom(Atom::of_number(self.0 as u32)))
        }
    }

    /// Are they the same? Not for those beside which there are terms.
    #[inline(always)]
    pub(super) fn same(self, other: Self) -> bool {
        if self.is_number() && other.is_number() { self.as_number() == other.as_number() } else { self.0 == other.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_they_were_made_of() {
        for number in [0.0, -0.0, 1.5, -7.0, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY] {
            let word = Word::of(&Term::Number(number));
            assert!(word.is_number() && !word.is_term() && word.as_term() == Some(Term::Number(number)), "{number}");
        }
        for nan in [f64::NAN, -f64::NAN, f64::from_bits(u64::MAX), std::hint::black_box(0.0) / 0.0] {
            let word = Word::of(&Term::Number(nan));
            assert!(word.is_number() && word.as_number().is_nan() && !word.same(word));
        }
        let name = Term::atom("a name");
        let word = Word::of(&name);
        assert!(!word.is_number() && !word.is_term() && word.as_term() == Some(name));
        assert!(Word::number(word.or_none() + 1.0).is_number());
        assert!(word.same(word) && !word.same(Word::atom(Atom::SELF)) && !word.same(Word::number(f64::NAN)));
        assert!(Word::number(0.0).same(Word::number(-0.0)));
        assert!(Word::of(&Term::string("text")).is_term() && Word::TERM.as_term().is_none());
    }
}
