use crate::term::{Arithmetic, Functor, Relation, Term, Word};

use super::super::activation::Place;

/// The plans for one kind of goal as operations, for goals in last place.
///
/// A place is a word of the plan at hand: its arguments come first, then its variables (one that stands for a whole argument is that argument),
/// then what is calculated on the way. Places from [`NEXT`] on are those of the plan that comes next.
#[derive(Debug)]
pub(in super::super) struct Code {
    pub(super) ops: Box<[Op]>,
    /// Of each operation of a body, to which step it belongs; of the others nothing.
    pub(super) steps: Box<[Option<At>]>,
    /// By their place among the candidates; fewer, where one cannot be chosen here.
    pub(super) plans: Box<[Shape]>,
    /// The predicates that are asked or changed.
    pub(super) beliefs: Box<[Functor]>,
    pub(super) constants: Box<[Term]>,
    /// Parts of texts.
    pub(super) parts: Box<[Box<[u8]>]>,
    /// How many arguments, and which of them are open, one bit each.
    pub(super) count: usize,
    pub(super) open: u64,
}

/// A step of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// By its place among the candidates.
    pub(super) plan: u16,
    pub(super) place: Place,
}

/// A plan in the code.
#[derive(Debug)]
pub(super) struct Shape {
    /// Where its variables are.
    pub(super) variables: Box<[u8]>,
    /// Where the steps of its blocks begin.
    pub(super) starts: Box<[Box<[u32]>]>,
    /// Is it one that comes round again?
    pub(super) is_loop: bool,
}

/// A word of the plan at hand, or of the next.
pub(super) type Slot = u8;

/// So many words has a plan.
pub(super) const NEXT: Slot = 32;

/// Where to go on if the test fails.
pub(super) type Label = u32;

/// What is done next. Where it is none for here, execution goes on at the step elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Set(Slot, Word),
    /// Of the constants.
    Constant(Slot, u32),
    Copy(Slot, Slot),
    /// A number is added.
    Count(Slot, Slot, f64),
    Plus(Slot, Slot, Slot),
    Minus(Slot, Slot, Slot),
    Calculate(Arithmetic, Slot, Slot, Slot),
    Negate(Slot, Slot),
    /// Is it this number or constant?
    Is(Slot, Word, Label),
    Same(Slot, Slot, Label),
    Compare(Relation, Slot, Slot, Label),
    CompareNumber(Relation, Slot, f64, Label),
    Jump(Label),
    /// Is there a fact of this predicate?
    Believe(u8, Label),
    /// Its argument of that place.
    Take(Slot, u8, u8),
    /// `+`, `-` and `-+`, with so many arguments from that place on.
    Add(u8, Slot, u8),
    Delete(u8, Slot, u8),
    Replace(u8, Slot, u8),
    /// A text of these parts.
    Text(Slot, u32),
    /// `.length`, where that is not refused.
    Length(Slot, Slot),
    /// The goal in last place: its plan is chosen from the beginning of the code.
    Goal,
    /// Nobody is found for it here.
    Nobody,
    /// The step is not for here.
    Leave,
}

const _: () = assert!(size_of::<Op>() == 16);
