//! What a message leads to: checks and values, on words.

use std::sync::atomic::Ordering;

use super::super::sheet::{Operand, Register, Sheet, Words};
use super::super::texts::name_of;
use super::slots::Kept;
use super::{Check, Deeds, HELD, NEWS, Out, Reflexes, Row};
use crate::term::{Relation, Term, Word};

/// Why there is no reflex.
pub(super) enum Miss {
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
pub(super) struct Desk<'w> {
    pub(super) words: &'w Words,
    pub(super) rows: Option<&'static Kept>,
}

impl Desk<'_> {
    /// What is done for the message whose words are here, if there is a reflex; its words have been put out then.
    pub(super) fn choose(self, reflexes: &'static Reflexes, out: &Out) -> Option<&'static Deeds> {
        for reflex in reflexes.all {
            match self.hold(&reflex.checks) {
                Ok(()) => return reflex.deeds.as_ref().filter(|deeds| self.put_out(deeds, out)),
                Err(Miss::Not) => {}
                Err(Miss::Bail) => return None,
            }
        }
        None
    }

    /// Says whether it could be done.
    fn put_out(self, deeds: &'static Deeds, out: &Out) -> bool {
        let mut is_sound = true;
        for (number, operand) in deeds.values() {
            let word = self.value(operand);
            // A constant may be a mark; what is calculated must be a number.
            is_sound &= !word.is_place() || matches!(operand, Operand::Constant(_));
            // What is not a number may be sent, but is never in hand.
            is_sound &= number < NEWS || word.is_itself();
            out[number].store(word.bits(), Ordering::Relaxed);
        }
        is_sound
    }

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
    pub(super) fn rare(self, check: &'static Check) -> Holds {
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
        let rows = &self.rows.ok_or(Miss::Bail)?.rows;
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
