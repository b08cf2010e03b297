//! What the words of a reaction are, and what is calculated from them.

use std::borrow::Borrow;

use smallvec::SmallVec;

use super::super::Bail;
use super::super::value::same;
use crate::term::{Arithmetic, Term, Word};

/// So many words there are, a power of two.
pub(super) const ROOM: usize = 16;

/// The words themselves stay where they are, from when a message is heard to when it has been answered.
pub(super) type Words = [Word; ROOM];

/// Which word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Register(u8);

/// What can be calculated from words.
#[derive(Debug)]
pub(super) enum Operand {
    Register(Register),
    Constant(Word),
    /// A variable and a number: what is counted.
    Sum(Register, f64),
    Arithmetic(Arithmetic, Box<(Operand, Operand)>),
    Negative(Box<Operand>),
    /// A constant that is no word.
    Term(Term),
}

/// Words, and the terms in their places: first somebody else's, that are only looked at, then kept.
pub(super) struct Sheet<'w, T> {
    pub(super) words: &'w mut Words,
    /// Most often none, which is soon told.
    terms: Option<Box<Terms<T>>>,
}

type Terms<T> = SmallVec<[T; 4]>;

/// A term that has a place.
pub(super) trait Lying: Borrow<Term> {
    fn of(term: &'static Term) -> Self;
}

impl Lying for &Term {
    fn of(term: &'static Term) -> Self {
        term
    }
}

impl Lying for Term {
    fn of(term: &'static Term) -> Self {
        term.clone()
    }
}

impl Register {
    /// If there is such a word.
    pub(super) fn new(number: usize) -> Option<Self> {
        (number < ROOM).then_some(Self(number as u8))
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % ROOM
    }
}

impl<'w> Sheet<'w, &Term> {
    /// The same for when what it lies in may change.
    #[inline(always)]
    pub(super) fn kept(self) -> Sheet<'w, Term> {
        let Self { words, terms } = self;
        Sheet { words, terms: terms.as_deref().map(kept) }
    }
}

#[inline(never)]
fn kept(terms: &Terms<&Term>) -> Box<Terms<Term>> {
    Box::new(terms.iter().copied().cloned().collect())
}

impl<'w, T: Lying> Sheet<'w, T> {
    #[inline(always)]
    pub(super) fn new(words: &'w mut Words) -> Self {
        Self { words, terms: None }
    }

    #[inline(always)]
    pub(super) fn word(&self, register: Register) -> Word {
        self.words[register.index()]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, register: Register, word: Word) {
        self.words[register.index()] = word;
    }

    /// Gives a term a place.
    #[inline(never)]
    pub(super) fn put_down(&mut self, term: T) -> Word {
        let terms = self.terms.get_or_insert_default();
        terms.push(term);
        Word::place(terms.len() - 1)
    }

    /// How many terms have places, for when they are no longer looked at.
    #[inline(always)]
    pub(super) fn mark(&self) -> usize {
        self.terms.as_ref().map_or(0, |terms| terms.len())
    }

    #[inline(always)]
    pub(super) fn go_back(&mut self, mark: usize) {
        if let Some(terms) = &mut self.terms {
            terms.truncate(mark);
        }
    }

    /// What an operand comes to; not a number where one was due and is none.
    #[inline(always)]
    pub(super) fn value(&mut self, operand: &'static Operand) -> Word {
        match operand {
            Operand::Register(register) => self.word(*register),
            Operand::Constant(word) => *word,
            Operand::Sum(register, number) => {
                Word::number(self.word(*register).as_number().unwrap_or(f64::NAN) + number)
            }
            other => self.calculated(other),
        }
    }

    #[inline(never)]
    fn calculated(&mut self, operand: &'static Operand) -> Word {
        let mut number = |operand| self.value(operand).as_number().unwrap_or(f64::NAN);
        match operand {
            Operand::Arithmetic(operator, both) => {
                let (left, right) = (number(&both.0), number(&both.1));
                Word::number(operator.of(left, right).unwrap_or(f64::NAN))
            }
            Operand::Negative(inner) => Word::number(-number(inner)),
            Operand::Term(term) => self.put_down(T::of(term)),
            simple => self.value(simple),
        }
    }

    /// The term that a word is.
    #[inline]
    pub(super) fn term(&self, word: Word) -> Result<Term, Bail> {
        match word.as_place() {
            Some(_) => self.lying(word).map(|term| term.borrow().clone()).ok_or(Bail),
            None => word.term().ok_or(Bail),
        }
    }

    /// What lies in a word's place.
    pub(super) fn lying(&self, word: Word) -> Option<&T> {
        self.terms.as_ref()?.get(word.as_place()?)
    }

    /// Are two words the same?
    #[inline]
    pub(super) fn equal(&self, one: Word, other: Word) -> Result<bool, Bail> {
        if !one.is_place() && !other.is_place() {
            return Ok(one.is(other));
        }
        same(&self.term(one)?, &self.term(other)?)
    }

    /// Is a word the same as a settled term?
    #[inline(always)]
    pub(super) fn is(&self, word: Word, term: &Term) -> Result<bool, Bail> {
        match Word::of(term) {
            Some(other) if !word.is_place() => Ok(word.is(other)),
            _ => self.is_other(word, term),
        }
    }

    #[inline(never)]
    fn is_other(&self, word: Word, term: &Term) -> Result<bool, Bail> {
        same(&self.term(word)?, term)
    }
}
