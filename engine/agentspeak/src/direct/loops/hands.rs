//! Beliefs in hand: what a loop asks and changes is not looked up each time.
//!
//! Nobody else looks at what the agent believes while a loop runs. So the only fact of a predicate is taken in hand when it is first asked
//! for, as words, and put back when the loop is left. Where there are several, rules, or other annotations than those of the agent's own, it stays
//! where it is, and so does the step that needs it.

use super::super::Bail;
use crate::belief::{Bare, Known};
use crate::mind::Mind;
use crate::term::{Functor, Term, Word};

/// So many predicates of so many arguments at most.
pub(super) const MOST: usize = 8;
pub(super) const WIDTH: usize = 4;

/// Some may be in hand.
pub(super) struct Hands {
    all: [Hand; MOST],
}

/// What is believed of one predicate.
#[derive(Clone, Copy)]
struct Hand {
    state: State,
    /// Was it believed when it was taken, and has it changed since?
    was: bool,
    changed: bool,
    words: [Word; WIDTH],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nobody has asked.
    Unseen,
    /// There is none.
    None,
    /// This one.
    One,
    /// It is not so simple.
    Elsewhere,
}

impl Hands {
    /// Nothing is in hand.
    pub(super) fn empty() -> Self {
        let nothing = Hand { state: State::Unseen, was: false, changed: false, words: [Word::ZERO; WIDTH] };
        Self { all: [nothing; MOST] }
    }

    /// Is there a fact? It is in hand then.
    #[inline(always)]
    pub(super) fn has(&mut self, hand: u8, predicate: Functor, mind: &mut Mind) -> Result<bool, Bail> {
        match self.all[hand as usize % MOST].state {
            State::One => Ok(true),
            State::None => Ok(false),
            State::Elsewhere => Err(Bail),
            State::Unseen => self.take(hand, predicate, mind),
        }
    }

    #[cold]
    fn take(&mut self, hand: u8, predicate: Functor, mind: &mut Mind) -> Result<bool, Bail> {
        let own = mind.annotations_of_own();
        let found = mind.beliefs.known(predicate, &own);
        let hand = &mut self.all[hand as usize % MOST];
        match found {
            Known::None => hand.state = State::None,
            Known::One(arguments) if arguments.len() <= WIDTH && arguments.iter().all(|it| Word::of(it).is_some()) => {
                (hand.state, hand.was) = (State::One, true);
                for (word, argument) in hand.words.iter_mut().zip(arguments) {
                    *word = Word::of(argument).unwrap_or(Word::ZERO);
                }
            }
            _ => hand.state = State::Elsewhere,
        }
        match hand.state {
            State::Elsewhere => Err(Bail),
            state => Ok(state == State::One),
        }
    }

    /// An argument of the fact in hand.
    #[inline(always)]
    pub(super) fn word(&self, hand: u8, place: u8) -> Word {
        self.all[hand as usize % MOST].words[place as usize % WIDTH]
    }

    /// `-+`: this fact instead of the one there is, if there is one.
    #[inline(always)]
    pub(super) fn replace(&mut self, hand: u8, count: u8, word: impl Fn(u8) -> Word) {
        let hand = &mut self.all[hand as usize % MOST];
        (hand.state, hand.changed) = (State::One, true);
        for place in 0..count {
            hand.words[place as usize % WIDTH] = word(place);
        }
    }

    /// `+`: says whether it was so simple.
    #[inline(always)]
    pub(super) fn add(&mut self, hand: u8, count: u8, word: impl Fn(u8) -> Word) -> bool {
        let known = &self.all[hand as usize % MOST];
        if known.state == State::None {
            self.replace(hand, count, word);
            return true;
        }
        // It is believed already. Another one would be the second.
        known.is(count, word)
    }

    /// `-`
    #[inline(always)]
    pub(super) fn delete(&mut self, hand: u8, count: u8, word: impl Fn(u8) -> Word) {
        let hand = &mut self.all[hand as usize % MOST];
        if hand.state == State::One && hand.is(count, word) {
            (hand.state, hand.changed) = (State::None, true);
        }
    }

    /// Puts all back.
    pub(super) fn put_back(&mut self, predicates: &[Functor], mind: &mut Mind) {
        for (hand, predicate) in self.all.iter_mut().zip(predicates) {
            let is_changed = std::mem::take(&mut hand.changed);
            if !is_changed || hand.state == State::None && !hand.was {
                continue;
            }
            let annotations = mind.annotations_of_own();
            let Mind { spare, beliefs, .. } = &mut *mind;
            let is_one = hand.state == State::One;
            let words = &hand.words;
            let term = |place: usize| words[place].term().unwrap_or(Term::Number(0.0));
            if is_one && hand.was {
                let fact = beliefs.own_only(*predicate, &annotations);
                debug_assert!(fact.is_some(), "nobody else has changed it");
                if let Some(fact) = fact {
                    fact.set_arguments(|place, argument| *argument = term(place));
                }
            } else if is_one {
                let mut arguments: Vec<Option<Term>> = (0..predicate.arity()).map(|place| Some(term(place))).collect();
                let arguments = &mut arguments[..];
                beliefs.replace_bare(Bare { predicate: *predicate, arguments, annotations: &annotations, spare });
            } else {
                beliefs.forget_only(*predicate, spare);
            }
            hand.was = is_one;
        }
    }
}

impl Hand {
    #[inline(always)]
    fn is(&self, count: u8, word: impl Fn(u8) -> Word) -> bool {
        (0..count).all(|place| self.words[place as usize % WIDTH].is(word(place)))
    }
}
