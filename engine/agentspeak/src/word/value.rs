//! A value in 64 bits: a double, or what no double is (a negative not-a-number with a payload): a tag above bit 47, and 48 bits.

use crate::term::Atom;

/// A value, or a word of code or of a stack. Equal words are equal values; numbers apart, the opposite holds for atoms only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word(u64);

/// What a word is that is no number.
pub mod tag {
    /// An atom by its number; with [`MARK`](super::MARK) the empty list.
    pub const ATOM: u64 = 0xFFF9;
    /// In code: a register. In registers and cells: a variable without a value, which has the number of its name.
    pub const OPEN: u64 = 0xFFFA;
    /// The heap's cell that holds a variable's value.
    pub const CELL: u64 = 0xFFFB;
    /// A text: with a mark the name of an atom, else a block.
    pub const TEXT: u64 = 0xFFFC;
    /// Where on the heap a functor and its arguments lie; marked if they are ground.
    pub const STRUCTURE: u64 = 0xFFFD;
    /// Where on the heap a list's first element and its rest lie; marked if they are ground.
    pub const LIST: u64 = 0xFFFE;
    /// A structure, or with a mark a list, in a block that does not change: 23 bits of the block's slot, 24 of the place.
    pub const FROZEN: u64 = 0xFFFF;
}

/// The highest bit of the payload.
pub const MARK: u64 = 1 << 47;

const PLACE: u64 = (1 << 24) - 1;

/// In a pattern of code: the register stands for nothing yet.
pub const FIRST: u32 = 1 << 31;

impl Word {
    /// The empty list.
    pub const NIL: Self = Self::tagged(tag::ATOM, MARK);
    /// A variable without a name or a value.
    pub const OPEN: Self = Self::tagged(tag::OPEN, Atom::NOTHING.number() as u64);
    /// The agent itself, as a source.
    pub const SELF: Self = Self::atom(Atom::SELF);

    /// What no other value is.
    #[inline(always)]
    pub const fn tagged(tag: u64, payload: u64) -> Self {
        Self(tag << 48 | payload)
    }

    /// A number. Not-a-number is always the same one.
    #[inline(always)]
    pub const fn number(number: f64) -> Self {
        if number.is_nan() { Self(0x7FF8 << 48) } else { Self(number.to_bits()) }
    }

    /// A name.
    #[inline(always)]
    pub const fn atom(atom: Atom) -> Self {
        Self::tagged(tag::ATOM, atom.number() as u64)
    }

    /// The word as it is stored.
    #[inline(always)]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// A word that was stored: also counts and places on a stack, which look like numbers.
    #[inline(always)]
    pub const fn of_raw(raw: u64) -> Self {
        Self(raw)
    }

    /// The highest 16 bits.
    #[inline(always)]
    pub const fn tag(self) -> u64 {
        self.0 >> 48
    }

    /// The lowest 32 bits: an atom's number, a register, a place.
    #[inline(always)]
    pub const fn low(self) -> u32 {
        self.0 as u32
    }

    /// Is the highest bit of the payload set?
    #[inline(always)]
    pub const fn is_marked(self) -> bool {
        self.0 & MARK != 0
    }

    /// Is it a number?
    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.0 < tag::ATOM << 48
    }

    /// The number, if it is one.
    #[inline(always)]
    pub const fn as_number(self) -> Option<f64> {
        if self.is_number() { Some(f64::from_bits(self.0)) } else { None }
    }

    /// The atom, if it is one.
    #[inline]
    pub fn as_atom(self) -> Option<Atom> {
        (self.tag() == tag::ATOM && !self.is_marked()).then(|| Atom::of_number(self.low()))
    }

    /// Is it a variable without a value?
    #[inline(always)]
    pub const fn is_open(self) -> bool {
        self.tag() == tag::OPEN
    }

    /// Is it what it is without the heap: a number, an atom, the empty list, a constant text?
    #[inline(always)]
    pub const fn is_atomic(self) -> bool {
        self.0 < tag::OPEN << 48 || self.tag() == tag::TEXT
    }

    /// A number or an atom: equal ones are equal words, different ones different values.
    #[inline(always)]
    pub const fn is_plain(self) -> bool {
        self.0 < tag::OPEN << 48
    }

    /// Is it known to have no variables in it?
    #[inline(always)]
    pub const fn is_ground(self) -> bool {
        match self.tag() {
            tag::STRUCTURE | tag::LIST => self.is_marked(),
            tag::OPEN | tag::CELL => false,
            _ => true,
        }
    }

    /// A variable without a value, of this name.
    #[inline]
    pub const fn open(name: Atom) -> Self {
        Self::tagged(tag::OPEN, name.number() as u64)
    }

    /// A register, in code.
    #[inline(always)]
    pub const fn register(number: u32) -> Self {
        Self::tagged(tag::OPEN, number as u64 | MARK)
    }

    /// The register of a pattern.
    #[inline(always)]
    pub const fn as_register(self) -> Option<u32> {
        if self.tag() == tag::OPEN && self.is_marked() { Some(self.low()) } else { None }
    }

    /// A text that is an atom's name.
    #[inline]
    pub const fn text(name: Atom) -> Self {
        Self::tagged(tag::TEXT, name.number() as u64 | MARK)
    }

    pub(super) const fn frozen(slot: u32, place: u32, is_list: bool) -> Self {
        Self::tagged(tag::FROZEN, (slot as u64) << 24 | place as u64 | if is_list { MARK } else { 0 })
    }

    /// Slot and place of what is frozen.
    #[inline]
    pub(super) const fn of_frozen(self) -> (u32, u32) {
        ((self.0 >> 24) as u32 & 0x7F_FFFF, (self.0 & PLACE) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_all_else_are_distinguished() {
        for number in [0.0, -0.0, 1.5, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN, 5e-324] {
            let word = Word::number(number);
            assert!(word.is_number() && word.is_ground() && word.is_plain());
            assert_eq!(word.as_number().map(f64::is_nan), Some(number.is_nan()));
        }
        for word in [Word::NIL, Word::SELF, Word::OPEN, Word::register(7), Word::text(Atom::SELF)] {
            assert!(!word.is_number());
        }
        assert_eq!(Word::frozen(0x7F_FFFF, 0xFF_FFFF, true).of_frozen(), (0x7F_FFFF, 0xFF_FFFF));
        assert_eq!((Word::register(3).as_register(), Word::OPEN.as_register()), (Some(3), None));
    }
}
