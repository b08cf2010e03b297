//! What the variables of a [reaction](super::react) stand for.

use super::Bail;
use super::value;
use crate::term::{Atom, Functor, Relation, Term};

/// What a variable stands for, as long as nobody changes what it lies in.
///
/// All kinds hold one word, which makes it two words that the compiler keeps in registers. What is written as two words and read as one
/// piece has to wait until it has left the processor's store buffer: with terms, that took longer than everything else.
#[derive(Clone, Copy)]
pub(super) enum Seen<'a> {
    Open,
    /// A number's bits.
    Number(u64),
    /// A constant's number.
    Atom(u64),
    Term(&'a Term),
}

impl<'a> Seen<'a> {
    #[inline(always)]
    pub(super) fn of(term: &'a Term) -> Self {
        match term {
            Term::Number(number) => Self::number(*number),
            Term::Atom(name) => Self::Atom(name.number().into()),
            other => Self::Term(other),
        }
    }

    #[inline(always)]
    pub(super) fn number(number: f64) -> Self {
        Self::Number(number.to_bits())
    }

    #[inline(always)]
    pub(super) fn name(number: u64) -> Atom {
        Atom::of_number(number as u32)
    }

    #[inline]
    pub(super) fn term(self) -> Result<Term, Bail> {
        match self {
            Self::Number(bits) => Ok(Term::Number(f64::from_bits(bits))),
            Self::Atom(number) => Ok(Term::Atom(Self::name(number))),
            Self::Term(term) => Ok(term.clone()),
            Self::Open => Err(Bail),
        }
    }

    #[inline(always)]
    pub(super) fn same(self, other: Self) -> Result<bool, Bail> {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(f64::from_bits(one) == f64::from_bits(other)),
            (Self::Atom(one), Self::Atom(other)) => Ok(one == other),
            (Self::Number(_) | Self::Atom(_), Self::Number(_) | Self::Atom(_)) => Ok(false),
            (one, other) => one.unifies(other),
        }
    }

    #[inline(never)]
    pub(super) fn unifies(self, other: Self) -> Result<bool, Bail> {
        match (self, other) {
            (Self::Term(one), Self::Term(other)) => value::same(one, other),
            (one, other) => value::same(&one.term()?, &other.term()?),
        }
    }
}

#[inline(never)]
pub(super) fn compares(relation: Relation, left: Seen<'_>, right: Seen<'_>) -> Result<Option<bool>, Bail> {
    Ok(relation.compares(&left.term()?, &right.term()?))
}

/// The arguments of a literal, if that is what it is.
pub(super) fn parts(functor: Functor, seen: Seen<'_>) -> Result<Option<&[Term]>, Bail> {
    match seen {
        Seen::Term(Term::Structure(structure)) if structure.functor == functor => {
            // Which annotations there may be is not the same everywhere.
            if structure.annotations().is_some() { Err(Bail) } else { Ok(Some(&structure.arguments)) }
        }
        Seen::Term(Term::Var(_)) | Seen::Open => Err(Bail),
        _ => Ok(None),
    }
}
