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
mod slots;
#[cfg(test)]
mod tests;

pub(crate) use hand::Hand;
pub(in super::super) use slots::Repertoire;

use std::sync::atomic::{AtomicU64, Ordering};

use evaluate::Desk;

use super::Post;
use super::deeds::Send;
use super::sheet::{Operand, Register, Words, with_words};
use super::texts::Text;
use crate::direct::library::Library;
use crate::direct::run::count_executed;
use crate::mind::{Brief, Mind};
use crate::term::{Atom, Order, Relation, Word};

/// What messages of one predicate lead to.
#[derive(Debug)]
pub(in super::super) struct Reflexes {
    /// The slots they rely on, one bit each.
    needs: u16,
    /// In the order in which they are tried. Behind the last there may be other plans.
    all: &'static [Reflex],
    /// What chooses one of them, if it could be made.
    #[cfg(target_arch = "x86_64")]
    code: Option<code::Code>,
}

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
    known: Box<[(usize, Operand)]>,
    found: Box<[(usize, Register)]>,
}

/// Messages are sent, and what is in the hand is changed. Neither can be noticed before the other.
#[derive(Debug)]
struct Deeds {
    first: Option<Send>,
    second: Option<Send>,
    /// Which words of the hand become what.
    changes: Box<[(usize, Operand)]>,
    /// The slots that are changed, one bit each.
    changed: u16,
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

/// What is to be done: of each message so many words, then those of the changes.
const SENT: usize = 1 + Brief::MOST;

/// Its words, one by one. They are read as they have been written: two at once, just after each has been written by itself, would have to wait
/// until both have left the processor's store buffer. Nobody but their thread has them.
type Out = [AtomicU64; MOST * SENT + HELD];

thread_local! {
    static OUT: Out = const { [const { AtomicU64::new(0) }; MOST * SENT + HELD] };
}

impl Deeds {
    /// How many messages are sent.
    fn sends(&self) -> usize {
        usize::from(self.first.is_some()) + usize::from(self.second.is_some())
    }

    /// All values, in the order in which they are put out: of each message to whom and what, then the changes.
    fn values(&self) -> impl Iterator<Item = &Operand> {
        let sends =
            self.first.iter().chain(&self.second).flat_map(|send| std::iter::once(&send.to).chain(&send.arguments));
        sends.chain(self.changes.iter().map(|(_, operand)| operand))
    }
}

#[inline(always)]
fn word_of(out: &Out, number: usize) -> Word {
    Word::of_bits(out[number].load(Ordering::Relaxed))
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
    /// Deals with a message if that takes no more than a reflex. Says whether it was one; nothing has been done if not, and whoever does
    /// anything else with this mind [sets down](Self::set_down) what it has in hand first.
    #[inline(always)]
    pub(in super::super) fn reflex_of<P: Post + ?Sized>(
        &mut self,
        library: &'static Library,
        brief: &Brief,
        post: &mut P,
    ) -> bool {
        let Some(reflexes) = library.reflexes(brief.predicate(), &self.beliefs) else { return false };
        if !brief.terms().is_empty() {
            return false;
        }
        if self.hand.lacks(reflexes.needs) && !self.take_in_hand(library, reflexes.needs) {
            return false;
        }
        OUT.with(|out| {
            let deeds = with_words(|words| self.choose(reflexes, brief, words, out));
            deeds.is_some_and(|deeds| self.carry_out(deeds, out, post))
        })
    }

    /// What is done for a message, if there is a reflex: it has been put out then.
    #[inline(always)]
    fn choose(&self, reflexes: &'static Reflexes, brief: &Brief, words: &Words, out: &Out) -> Option<&'static Deeds> {
        let (Hand { words: hand, rows, .. }, heard) = (&self.hand, brief.words());
        let name_source = || {
            let source = if brief.sender() == self.name { Atom::SELF } else { brief.sender() };
            words[SOURCE].set(Word::atom(source));
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(code) = &reflexes.code {
            if code.hears_source {
                name_source();
            }
            if code.is_framed {
                lay_out(heard, hand, words);
            }
            return code.choose(heard, hand, words, *rows, out);
        }
        name_source();
        lay_out(heard, hand, words);
        Desk { words, rows: *rows }.choose(reflexes, out)
    }

    /// Does what has been put out. Says whether it could be done; nothing has been done if not.
    #[inline(always)]
    fn carry_out<P: Post + ?Sized>(&mut self, deeds: &'static Deeds, out: &Out, post: &mut P) -> bool {
        if let Some(first) = &deeds.first {
            let Some(place) = self.place(out, 0, post) else { return false };
            if let Some(second) = &deeds.second {
                // What is done cannot be taken back: so is everybody there?
                let Some(other) = self.place(out, 1, post) else { return false };
                self.post(first, place, out, 0, post);
                self.post_second(second, other, out, post);
            } else {
                self.post(first, place, out, 0, post);
            }
        }
        if !deeds.changes.is_empty() {
            let news = SENT * deeds.sends()..;
            for ((place, _), number) in deeds.changes.iter().zip(news) {
                self.hand.words[*place % HELD] = word_of(out, number);
            }
            self.hand.changed |= deeds.changed;
        }
        self.cycles += 1;
        count_executed();
        true
    }

    #[inline(never)]
    fn post_second<P: Post + ?Sized>(&mut self, send: &'static Send, to: P::Place, out: &Out, post: &mut P) {
        self.post(send, to, out, 1, post);
    }

    /// Where a message goes.
    #[inline(always)]
    fn place<P: Post + ?Sized>(&self, out: &Out, number: usize, post: &mut P) -> Option<P::Place> {
        let to = word_of(out, SENT * number).as_atom()?;
        post.find(if to == Atom::SELF { self.name } else { to })
    }

    #[inline(always)]
    fn post<P: Post + ?Sized>(&mut self, send: &'static Send, to: P::Place, out: &Out, number: usize, post: &mut P) {
        self.messages += 1;
        let Send { performative, predicate, count, .. } = *send;
        let said = [1, 2, 3].map(|place| word_of(out, SENT * number + place));
        // Whoever has left since is told nothing, as if that had happened a moment later.
        post.post(to, Brief::new(performative, self.name, self.messages, predicate, count, said));
    }
}
