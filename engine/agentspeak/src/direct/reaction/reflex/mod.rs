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

mod compile;
mod hand;
mod slots;
#[cfg(test)]
mod tests;

pub(crate) use hand::Hand;
pub(in super::super) use slots::Repertoire;

use super::Post;
use super::deeds::Send;
use super::sheet::{Operand, Register, Sheet, Words, with_words};
use super::texts::{Text, name_of};
use crate::belief::Rows;
use crate::direct::library::Library;
use crate::direct::run::count_executed;
use crate::mind::{Brief, Mind};
use crate::term::{Atom, Order, Relation, Term, Word};

/// What messages of one predicate lead to.
#[derive(Debug)]
pub(in super::super) struct Reflexes {
    /// The slots they rely on, one bit each.
    needs: u16,
    /// In the order in which they are tried. Behind the last there may be other plans.
    all: Box<[Reflex]>,
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
    sends: Box<[Send]>,
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
const ALL: usize = 16;

/// Why there is no reflex.
enum Miss {
    /// Something does not hold.
    Not,
    /// It cannot be told here.
    Bail,
}

type Holds = Result<(), Miss>;

#[inline(always)]
fn so(holds: bool) -> Holds {
    if holds { Ok(()) } else { Err(Miss::Not) }
}

/// The numbers and constants at hand.
#[derive(Clone, Copy)]
struct Desk<'w> {
    words: &'w Words,
    rows: Option<&'static Rows>,
}

impl Desk<'_> {
    #[inline(always)]
    fn word(self, register: Register) -> Word {
        self.words[register.index()].get()
    }

    /// What an operand comes to; a place, where that is not a number although it is due to be one.
    #[inline(always)]
    fn value(self, operand: &'static Operand) -> Word {
        match operand {
            Operand::Register(register) => self.word(*register),
            Operand::Constant(word) => *word,
            Operand::Sum(register, number) => {
                let own = self.word(*register).as_number().unwrap_or(f64::NAN);
                calculated(own + number)
            }
            other => self.slowly(other),
        }
    }

    #[inline(never)]
    fn slowly(self, operand: &'static Operand) -> Word {
        match operand {
            Operand::Calculation(calculation) => calculated(calculation.value(self.words)),
            // Not made here.
            _ => Word::SOMEWHERE,
        }
    }

    #[inline(always)]
    fn hold(self, checks: &'static [Check]) -> Holds {
        for check in checks {
            match check {
                Check::Above(register, number) => so(self.number(*register)? > *number)?,
                Check::Is(register, word) => so(self.word(*register).is(*word))?,
                other => self.rare(other)?,
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn number(self, register: Register) -> Result<f64, Miss> {
        self.word(register).as_number().ok_or(Miss::Bail)
    }

    #[inline(never)]
    fn rare(self, check: &'static Check) -> Holds {
        match check {
            Check::Order(register, order, number) => so(order.holds(self.number(*register)?, *number)),
            Check::Equal(one, other) => so(self.word(*one).is(self.word(*other))),
            Check::Compare(relation, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let holds = match (left.as_number(), right.as_number()) {
                    (Some(left), Some(right)) => relation.compares_numbers(left, right),
                    _ if left.is_place() || right.is_place() => None,
                    _ if *relation == Relation::Different => Some(!left.is(right)),
                    _ => None,
                };
                so(holds.ok_or(Miss::Bail)?)
            }
            Check::Not(inner) => match self.hold(inner) {
                Ok(()) => Err(Miss::Not),
                Err(Miss::Not) => Ok(()),
                Err(Miss::Bail) => Err(Miss::Bail),
            },
            Check::Row(row) => self.find(row),
            Check::Calculate(register, operand) => {
                let word = self.value(operand);
                self.words[register.index()].set(word);
                if word.is_place() { Err(Miss::Bail) } else { Ok(()) }
            }
            Check::Name(register, text) => {
                let word = Sheet::<Term>::new(self.words).text(text).map_err(|_| Miss::Bail)?;
                let name = name_of(word).ok_or(Miss::Bail)?;
                self.words[register.index()].set(Word::atom(name));
                Ok(())
            }
            Check::Above(..) | Check::Is(..) => self.hold(std::slice::from_ref(check)),
        }
    }

    /// The first row that has the known words.
    #[inline]
    fn find(self, row: &'static Row) -> Holds {
        let rows = self.rows.ok_or(Miss::Bail)?;
        let mut known = [Word::ZERO; HELD];
        for ((_, operand), word) in row.known.iter().zip(&mut known) {
            *word = self.value(operand);
            if word.is_place() {
                return Err(Miss::Bail);
            }
        }
        let found = match &*row.known {
            [(one, _), (other, _)] => {
                let (own, second) = (known[0], known[1]);
                rows.iter().find(|words| own.is(words[*one]) && second.is(words[*other]))
            }
            all => rows.iter().find(|words| all.iter().zip(&known).all(|((column, _), word)| word.is(words[*column]))),
        };
        let found = found.ok_or(Miss::Not)?;
        for (column, register) in &row.found {
            self.words[register.index()].set(found[*column]);
        }
        Ok(())
    }
}

/// A place, if it is not a number.
#[inline(always)]
fn calculated(number: f64) -> Word {
    if number.is_nan() { Word::SOMEWHERE } else { Word::proper(number) }
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
        with_words(|words| {
            let source = if brief.sender() == self.name { Atom::SELF } else { brief.sender() };
            for (place, word) in words.iter().zip(brief.words()) {
                place.set(*word);
            }
            words[SOURCE].set(Word::atom(source));
            for (place, word) in words[HAND..FOUND].iter().zip(&self.hand.words) {
                place.set(*word);
            }
            let desk = Desk { words, rows: self.hand.rows };
            for reflex in &reflexes.all {
                match desk.hold(&reflex.checks) {
                    Ok(()) => return reflex.deeds.as_ref().is_some_and(|deeds| self.carry_out(deeds, desk, post)),
                    Err(Miss::Not) => {}
                    Err(Miss::Bail) => return false,
                }
            }
            false
        })
    }

    /// Says whether it could be done; nothing has been done if not.
    #[inline(always)]
    fn carry_out<P: Post + ?Sized>(&mut self, deeds: &'static Deeds, desk: Desk<'_>, post: &mut P) -> bool {
        let is_done = if deeds.changes.is_empty() {
            self.send_all(&deeds.sends, desk, post)
        } else {
            let mut changes = [Word::ZERO; HELD];
            for ((_, operand), word) in deeds.changes.iter().zip(&mut changes) {
                *word = desk.value(operand);
                if !Self::is_sound(operand, *word) {
                    return false;
                }
            }
            let is_done = self.send_all(&deeds.sends, desk, post);
            if is_done {
                for ((place, _), word) in deeds.changes.iter().zip(&changes) {
                    self.hand.words[*place % HELD] = *word;
                }
                self.hand.changed |= deeds.changed;
            }
            is_done
        };
        if is_done {
            self.cycles += 1;
            count_executed();
        }
        is_done
    }

    /// A constant may be a mark; what is calculated must be a number.
    #[inline(always)]
    fn is_sound(operand: &Operand, word: Word) -> bool {
        !word.is_place() || matches!(operand, Operand::Constant(_))
    }

    #[inline(always)]
    fn send_all<P: Post + ?Sized>(&mut self, sends: &'static [Send], desk: Desk<'_>, post: &mut P) -> bool {
        match sends {
            [] => true,
            [only] => match Self::prepare(self.name, only, desk, post) {
                Some((place, words)) => {
                    self.post(only, place, words, post);
                    true
                }
                None => false,
            },
            [first, second, ..] => self.send_both(first, second, desk, post),
        }
    }

    #[inline(never)]
    fn send_both<P: Post + ?Sized>(
        &mut self,
        first: &'static Send,
        second: &'static Send,
        desk: Desk<'_>,
        post: &mut P,
    ) -> bool {
        // What is done cannot be taken back: so is everybody there?
        let Some((one, words)) = Self::prepare(self.name, first, desk, post) else { return false };
        let Some((other, behind)) = Self::prepare(self.name, second, desk, post) else { return false };
        self.post(first, one, words, post);
        self.post(second, other, behind, post);
        true
    }

    /// Where a message goes, and what it says.
    #[inline(always)]
    fn prepare<P: Post + ?Sized>(
        me: Atom,
        send: &'static Send,
        desk: Desk<'_>,
        post: &mut P,
    ) -> Option<(P::Place, [Word; Brief::MOST])> {
        let to = desk.value(&send.to).as_atom()?;
        let place = post.find(if to == Atom::SELF { me } else { to })?;
        let [first, second, third] = &send.arguments;
        let (first, second) = (desk.value(first), desk.value(second));
        // Most often there are no more than two.
        let third = if send.count > 2 { desk.value(third) } else { Word::ZERO };
        let is_sound = !first.is_place() && !second.is_place() && !third.is_place();
        is_sound.then_some((place, [first, second, third]))
    }

    #[inline(always)]
    fn post<P: Post + ?Sized>(&mut self, send: &'static Send, to: P::Place, words: [Word; Brief::MOST], post: &mut P) {
        self.messages += 1;
        let Send { performative, predicate, count, .. } = *send;
        // Whoever has left since is told nothing, as if that had happened a moment later.
        post.post(to, Brief::new(performative, self.name, self.messages, predicate, count, words));
    }
}
