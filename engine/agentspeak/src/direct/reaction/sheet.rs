//! What the words of a reaction are, and what is calculated from them.

use std::borrow::Borrow;
use std::cell::Cell;

use smallvec::SmallVec;

use super::super::Bail;
use super::super::value::same;
use super::calculation::Calculation;
use super::texts::with_text;
use crate::term::{Term, Word};

/// So many words there are, a power of two: some for a plan, and some for each of the rules that are asked at the same time.
const ROOM: usize = 64;
const OF_PLAN: usize = 16;
const OF_RULE: usize = 8;

/// So many rules can be asked at the same time.
pub(super) const LEVELS: usize = (ROOM - OF_PLAN) / OF_RULE;

/// All of them.
pub(super) type Words = [Cell<Word>; ROOM];

thread_local! {
    /// One agent of a thread's looks at a time, and none asks for a word before it has written it.
    static WORDS: Words = const { [const { Cell::new(Word::ZERO) }; ROOM] };
}

/// Does something with a new sheet.
#[inline(always)]
pub(super) fn with_words<R>(code: impl FnOnce(&Words) -> R) -> R {
    WORDS.with(code)
}

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
    Calculation(Calculation),
    /// A constant that is no word.
    Term(Term),
}

/// Words, and the terms in their places. The words stay where they are from when a message is heard to when it has been answered; the terms
/// are first somebody else's, that are only looked at, then kept.
pub(super) struct Sheet<'w, T> {
    words: &'w Words,
    /// Have texts been made?
    pub(super) has_texts: bool,
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
    /// A plan's.
    pub(super) fn of_plan(number: usize) -> Option<Self> {
        (number < OF_PLAN).then_some(Self(number as u8))
    }

    /// A rule's that is asked while as many others are as the level says.
    pub(super) fn of_rule(level: usize, number: usize) -> Option<Self> {
        (level < LEVELS && number < OF_RULE).then(|| Self((OF_PLAN + level * OF_RULE + number) as u8))
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0) % ROOM
    }
}

impl Operand {
    /// Is it another where this word is?
    pub(super) fn depends_on(&self, register: Register) -> bool {
        match self {
            Self::Register(own) | Self::Sum(own, _) => *own == register,
            Self::Calculation(calculation) => calculation.depends_on(register),
            Self::Constant(_) | Self::Term(_) => false,
        }
    }
}

impl<'w> Sheet<'w, &Term> {
    /// The same for when what it lies in may change.
    #[inline(always)]
    pub(super) fn kept(self) -> Sheet<'w, Term> {
        let Self { words, has_texts, terms } = self;
        Sheet { words, has_texts, terms: terms.as_deref().map(kept) }
    }
}

#[inline(never)]
fn kept(terms: &Terms<&Term>) -> Box<Terms<Term>> {
    Box::new(terms.iter().copied().cloned().collect())
}

impl<'w, T: Lying> Sheet<'w, T> {
    #[inline(always)]
    pub(super) fn new(words: &'w Words) -> Self {
        Self { words, has_texts: false, terms: None }
    }

    /// The first words are these, and one is that.
    #[inline(always)]
    pub(super) fn begin(&mut self, words: &[Word], place: usize, word: Word) {
        for (place, word) in self.words.iter().zip(words) {
            place.set(*word);
        }
        self.words[place].set(word);
    }

    #[inline(always)]
    pub(super) fn word(&self, register: Register) -> Word {
        self.words[register.index()].get()
    }

    #[inline(always)]
    pub(super) fn set(&mut self, register: Register, word: Word) {
        self.words[register.index()].set(word);
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
        match operand {
            Operand::Calculation(calculation) => Word::number(calculation.value(self.words)),
            Operand::Term(term) => self.put_down(T::of(term)),
            simple => self.value(simple),
        }
    }

    /// The term that a word is.
    #[inline]
    pub(super) fn term(&self, word: Word) -> Result<Term, Bail> {
        if word.is_place() { self.other(word) } else { word.term().ok_or(Bail) }
    }

    #[inline(never)]
    fn other(&self, word: Word) -> Result<Term, Bail> {
        match self.lying(word) {
            Some(term) => Ok(term.borrow().clone()),
            None => with_text(word, |text| Term::string(text)).ok_or(Bail),
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
