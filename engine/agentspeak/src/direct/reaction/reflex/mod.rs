//! Reflexes: reactions whose beliefs are at hand.
//!
//! Most of what a [reaction](super) takes is to find a belief, to see what it looks like, and to make another of it. An agent that does the
//! same again and again need not: the arguments of the few facts that its plans look at are kept as words in its [hand], where they
//! are read and changed; and its plans are [compiled](compile) once more to work on these, on the words of the message, and on nothing
//! else. A variable of such a plan is one of those words: it costs nothing to bind it.
//!
//! A plan is compiled for what the first agent that needs it believes: which facts there are, which rules, and of what nothing is known. Each
//! such assumption is a [slot](hand::Slot), which an agent *takes in hand* before it relies on it.
//!
//! Invariants:
//! 1. A slot that has been taken is as it says, until all are [set down](Mind::set_down): whoever does anything with a mind but have it
//!    [react](Mind::reflex) sets them down first. What a fact says is in the hand meanwhile, and nowhere else if it has changed.
//! 2. A fact that is changed in the hand is the agent's alone, as its only source: nobody else has the term.
//! 3. Nothing is done before it is known that all can be done. A message that turns out to be none for a reflex has changed nothing.
//! 4. Words in the hand are numbers, constants, and marks of the literals that an argument may be; behind a mark, the literal's arguments.
//!    Marks are compared, and never sent.

#[cfg(target_arch = "x86_64")]
mod code;
mod compile;
#[cfg(target_arch = "x86_64")]
mod emit;
mod evaluate;
mod hand;
#[cfg(target_arch = "x86_64")]
mod pages;
mod slots;
#[cfg(test)]
mod tests;

pub(crate) use hand::{Habit, Hand};
pub(in super::super) use slots::Repertoire;

use std::sync::atomic::{AtomicU64, Ordering};

use evaluate::Desk;

use super::Post;
use super::deeds::Send;
use super::sheet::{Operand, Register, Words, with_words};
use super::texts::Text;
use crate::direct::library::Library;
use crate::direct::run::count_executed;
use crate::mind::{About, Brief, Mind};
use crate::term::{Atom, Order, Relation, Word};

/// What messages of one predicate lead to.
#[derive(Debug)]
pub(crate) struct Reflexes {
    /// The slots they rely on, one bit each.
    needs: u16,
    /// In the order in which they are tried. Behind the last there may be other plans.
    all: &'static [Reflex],
    /// What chooses one of them, if it could be made.
    code: Option<Code>,
}

#[cfg(target_arch = "x86_64")]
pub(crate) use code::Code;
#[cfg(target_arch = "x86_64")]
use code::More;

/// None is made for this processor.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {}

#[derive(Debug)]
struct Reflex {
    checks: Box<[Check]>,
    /// Nothing: if it is applicable, it is no reflex.
    deeds: Option<Deeds>,
}

/// What must hold.
#[derive(Debug)]
enum Check {
    /// That a number is greater than another.
    Above(Register, f64),
    /// That it lies so to another.
    Order(Register, Order, f64),
    /// That a word is this one.
    Is(Register, Word),
    /// That two words are the same.
    Equal(Register, Register),
    /// That two words compare so.
    Compare(Relation, Operand, Operand),
    /// That none of this is so, all together.
    Not(Box<[Check]>),
    /// That a row has such words: others of it are put there.
    Row(Box<Row>),
    /// Nothing: this word is calculated.
    Calculate(Register, Operand),
    /// Nothing: this word is the text, by which somebody is named.
    Name(Register, Box<Text>),
}

/// A row of a table.
#[derive(Debug)]
struct Row {
    /// Of so many words.
    #[cfg(target_arch = "x86_64")]
    width: usize,
    known: Box<[(usize, Operand)]>,
    found: Box<[(usize, Register)]>,
}

/// Messages are sent, and what is in the hand is changed. Neither can be noticed before the other.
#[derive(Debug)]
struct Deeds {
    /// The message, if it is one: so it is most often.
    only: Option<Send>,
    both: Option<Box<[Send; MOST]>>,
    /// Which words of the hand ...
    places: Box<[u8]>,
    /// ... become what.
    values: Box<[Operand]>,
    /// The slots that are changed, one bit each.
    changed: u16,
}

/// What is done, and to whom the first message goes and what it says: these are in registers of the processor if all goes well.
struct Chosen {
    deeds: &'static Deeds,
    to: Word,
    said: [Word; Brief::MOST],
}

/// No more messages are sent than these.
const MOST: usize = 2;

/// So many words of facts are at hand.
const HELD: usize = 8;

/// Which words there are: a message's arguments, ...
const HEARD: usize = Brief::MOST;
/// ... its source, ...
const SOURCE: usize = HEARD;
/// ... what is in the hand, ...
const HAND: usize = SOURCE + 1;
/// ... and what is found on the way.
const FOUND: usize = HAND + HELD;
/// ... of which there is room for a few.
const ALL: usize = 16;

/// What is to be done: of each message so many words, ...
const SENT: usize = 1 + Brief::MOST;
/// ... and behind those of all messages those of the changes.
const NEWS: usize = MOST * SENT;

/// Behind that is where code that needs no desk puts what it finds on the way, and finds the source; ...
#[cfg(target_arch = "x86_64")]
const ASIDE: usize = NEWS + HELD;
/// ... where it needs one, the addresses of desk and table.
#[cfg(target_arch = "x86_64")]
const DESK: usize = ASIDE;
#[cfg(target_arch = "x86_64")]
const TABLE: usize = ASIDE + 1;

/// Its words, one by one. They are read as they have been written: two at once, just after each has been written by itself, would have to wait
/// until both have left the processor's store buffer. Nobody but their thread has them.
type Out = [AtomicU64; NEWS + HELD + ALL];

thread_local! {
    static OUT: Out = const { [const { AtomicU64::new(0) }; NEWS + HELD + ALL] };
}

impl Reflexes {
    fn of(all: &'static [Reflex], needs: u16) -> Self {
        #[cfg(target_arch = "x86_64")]
        let code = Code::of(all);
        #[cfg(not(target_arch = "x86_64"))]
        let code = None;
        Self { needs, all, code }
    }
}

impl Deeds {
    /// Nothing, if there are too many messages.
    fn of(sends: Vec<Send>, changes: Vec<(usize, Operand)>, changed: u16) -> Option<Self> {
        let mut sends = sends.into_iter();
        let (only, both) = match (sends.next(), sends.next(), sends.next()) {
            (only, None, _) => (only, None),
            (Some(first), Some(second), None) => (None, Some(Box::new([first, second]))),
            _ => return None,
        };
        let places = changes.iter().map(|(place, _)| *place as u8).collect();
        let values = changes.into_iter().map(|(_, operand)| operand).collect();
        Some(Self { only, both, places, values, changed })
    }

    fn sends(&self) -> &[Send] {
        match &self.both {
            Some(both) => &**both,
            None => self.only.as_slice(),
        }
    }

    /// All values, each with where it is put out: of each message to whom and what, then those of the changes.
    fn values(&self) -> impl Iterator<Item = (usize, &Operand)> {
        let sends = self.sends().iter().flat_map(|send| std::iter::once(&send.to).chain(&send.arguments));
        sends.enumerate().chain((NEWS..).zip(&self.values))
    }
}

#[inline(always)]
fn word_of(out: &Out, number: usize) -> Word {
    Word::of_bits(out[number].load(Ordering::Relaxed))
}

/// What a message says.
#[inline(always)]
fn said_of(out: &Out, number: usize) -> [Word; Brief::MOST] {
    [1, 2, 3].map(|place| word_of(out, SENT * number + place))
}

/// Puts the words of a message and of a hand on the desk.
#[inline(always)]
fn lay_out(heard: &[Word; HEARD], hand: &[Word; HELD], words: &Words) {
    for (place, word) in words.iter().zip(heard) {
        place.set(*word);
    }
    for (place, word) in words[HAND..FOUND].iter().zip(hand) {
        place.set(*word);
    }
}

impl Mind {
    /// The code for messages about this, if it has heard such a one lately and has what the code needs.
    #[inline(always)]
    pub(crate) fn habit(&self, about: About) -> Option<&Code> {
        self.habit.code(about).or_else(|| self.other_habit.code(about))
    }

    /// From now on it has this at hand, if it is code, for as long as it has what that needs.
    pub(crate) fn get_used_to(&mut self, about: About, reflexes: &'static Reflexes) {
        if let Some(code) = reflexes.code {
            self.other_habit = std::mem::replace(&mut self.habit, Habit::new(about, code));
        }
    }

    /// The reflexes for messages about this, if it has what they need in hand, or can take it.
    pub(in super::super) fn reflexes_for(
        &mut self,
        library: &'static Library,
        about: About,
    ) -> Option<&'static Reflexes> {
        let reflexes = library.reflexes(about.predicate(), &self.beliefs)?;
        if self.hand.lacks(reflexes.needs) && !self.take_in_hand(library, reflexes.needs) {
            return None;
        }
        Some(reflexes)
    }

    /// Deals with a message of numbers and constants that these reflexes are for. Says whether one of them was; nothing has been done if
    /// not. Whoever does anything else with this mind [sets down](Self::set_down) what it has in hand first.
    #[inline(always)]
    pub(crate) fn reflex<P: Post>(&mut self, reflexes: &'static Reflexes, brief: &Brief, post: &mut P) -> bool {
        match reflexes.code {
            Some(code) => self.reflex_in_code(code, brief, post),
            None => self.evaluated_reflex(reflexes, brief, post),
        }
    }

    /// The same where they are code.
    #[inline(always)]
    pub(crate) fn reflex_in_code<P: Post>(&mut self, code: Code, brief: &Brief, post: &mut P) -> bool {
        OUT.with(|out| {
            let chosen = self.choose(code, brief, out);
            chosen.is_some_and(|chosen| self.carry_out(&chosen, out, post))
        })
    }

    /// The same where they are none.
    #[inline(always)]
    fn evaluated_reflex<P: Post>(&mut self, reflexes: &'static Reflexes, brief: &Brief, post: &mut P) -> bool {
        OUT.with(|out| {
            let deeds = with_words(|words| {
                words[SOURCE].set(self.source_of(brief));
                lay_out(brief.words(), &self.hand.words, words);
                Desk { words, rows: self.hand.rows }.choose(reflexes, out)
            });
            deeds.is_some_and(|deeds| {
                let (to, said) = (word_of(out, 0), said_of(out, 0));
                self.carry_out(&Chosen { deeds, to, said }, out, post)
            })
        })
    }

    /// What is done for a message, if there is a reflex: it has been put out then, but for the first message.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn choose(&self, code: Code, brief: &Brief, out: &Out) -> Option<Chosen> {
        code.choose(brief.words(), &self.hand, out, || self.prepare(code, brief, out))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn choose(&self, code: Code, _: &Brief, _: &Out) -> Option<Chosen> {
        match code {}
    }

    /// Puts what code asks for where it looks for it.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    fn prepare(&self, code: Code, brief: &Brief, out: &Out) -> More {
        let source = self.source_of(brief);
        if !code.is_framed {
            out[ASIDE + SOURCE].store(source.bits(), Ordering::Relaxed);
            return More::NOTHING;
        }
        with_words(|words| {
            words[SOURCE].set(source);
            lay_out(brief.words(), &self.hand.words, words);
            More::of(words, self.hand.rows)
        })
    }

    fn source_of(&self, brief: &Brief) -> Word {
        Word::atom(if brief.sender() == self.name { Atom::SELF } else { brief.sender() })
    }

    /// Does what has been chosen and put out. Says whether it could be done; nothing has been done if not.
    #[inline(always)]
    fn carry_out<P: Post>(&mut self, chosen: &Chosen, out: &Out, post: &mut P) -> bool {
        let Chosen { deeds, to, said } = *chosen;
        if let Some(only) = &deeds.only {
            if self.is_own_name(to) {
                return false;
            }
            let Some(place) = post.find_by_word(to, self.name) else { return false };
            self.post(only, place, said, post);
        } else if let Some(both) = &deeds.both {
            if self.is_own_name(to) || self.is_own_name(word_of(out, SENT)) {
                return false;
            }
            // What is done cannot be taken back: so is everybody there?
            let Some(place) = post.find_by_word(to, self.name) else { return false };
            let Some(other) = post.find_by_word(word_of(out, SENT), self.name) else { return false };
            self.post(&both[0], place, said, post);
            self.post(&both[1], other, said_of(out, 1), post);
        }
        if !deeds.places.is_empty() {
            for (place, number) in deeds.places.iter().zip(NEWS..NEWS + HELD) {
                self.hand.words[usize::from(*place) % HELD] = word_of(out, number);
            }
            self.hand.changed |= deeds.changed;
        }
        self.cycles += 1;
        count_executed();
        true
    }

    /// What one tells oneself is read between two steps, and so is nothing for a reflex.
    #[inline(always)]
    fn is_own_name(&self, to: Word) -> bool {
        [self.name, Atom::SELF].into_iter().any(|own| to.bits() == Word::atom(own).bits())
    }

    #[inline(always)]
    fn post<P: Post>(&mut self, send: &'static Send, to: P::Place, said: [Word; Brief::MOST], post: &mut P) {
        self.messages += 1;
        let Send { about, count, .. } = *send;
        // Whoever has left since is told nothing, as if that had happened a moment later.
        post.post(to, Brief::new(about, self.name, self.messages, count, said));
    }
}
