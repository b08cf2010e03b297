use super::code::{NEXT, Slot};
use crate::term::{Term, Word};

/// So many words: of the plan at hand, and of the next, by turns.
const ROOM: usize = 2 * NEXT as usize;

/// What the variables of two plans stand for.
pub(super) struct Bank {
    words: [Word; ROOM],
    /// What is no word lies in the same place here.
    terms: Vec<Term>,
    /// Where the words of the plan at hand begin. A byte: what is changed is as long as what is read next, so that it need not wait for memory.
    base: u8,
}

impl Bank {
    pub(super) fn new() -> Self {
        Self { words: [Word::ZERO; ROOM], terms: Vec::new(), base: 0 }
    }

    /// The next plan is the one at hand, and the other way round.
    #[inline(always)]
    pub(super) fn turn(&mut self) {
        self.base ^= NEXT;
    }

    #[inline(always)]
    fn place(&self, slot: Slot) -> usize {
        (self.base ^ slot) as usize % ROOM
    }

    #[inline(always)]
    pub(super) fn word(&self, slot: Slot) -> Word {
        self.words[self.place(slot)]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: Slot, word: Word) {
        self.words[self.place(slot)] = word;
    }

    #[inline(always)]
    pub(super) fn number(&self, slot: Slot) -> f64 {
        self.word(slot).as_number().unwrap_or(f64::NAN)
    }

    #[inline(always)]
    pub(super) fn set_number(&mut self, slot: Slot, number: f64) {
        self.set(slot, Word::number(number));
    }

    #[inline(always)]
    pub(super) fn copy(&mut self, to: Slot, from: Slot) {
        let word = self.word(from);
        if word.is_place() {
            self.put_term(to, self.term(from));
        } else {
            self.set(to, word);
        }
    }

    pub(super) fn put(&mut self, slot: Slot, term: &Term) {
        match Word::of(term) {
            Some(word) => self.set(slot, word),
            None => self.put_term(slot, term.clone()),
        }
    }

    #[inline(never)]
    pub(super) fn put_term(&mut self, slot: Slot, term: Term) {
        let place = self.place(slot);
        if self.terms.is_empty() {
            self.terms.resize(ROOM, Term::Number(0.0));
        }
        self.terms[place] = term;
        self.words[place] = Word::place(place);
    }

    /// What lies there, if it is no word.
    pub(super) fn beside(&self, slot: Slot) -> Option<&Term> {
        if self.word(slot).is_place() { self.terms.get(self.place(slot)) } else { None }
    }

    #[inline(never)]
    pub(super) fn term(&self, slot: Slot) -> Term {
        self.word(slot).term().unwrap_or_else(|| self.terms[self.place(slot)].clone())
    }
}
