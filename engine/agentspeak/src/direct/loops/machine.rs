//! Executes the code of a loop.

use super::super::Bail;
use super::super::value;
use super::bank::Bank;
use super::code::{At, Code, Op, Slot};
use super::hands::Hands;
use super::text;
use crate::mind::Mind;
use crate::term::{Arithmetic, Relation, Term, Word};

/// A loop that is being executed.
pub(super) struct Machine<'m> {
    pub(super) mind: &'m mut Mind,
    code: &'static Code,
    pub(super) bank: Bank,
    hands: Hands,
    /// How many goals may still be pursued.
    pub(super) budget: u32,
    /// May anything be done that others notice?
    alone: bool,
}

/// How the loop was left.
pub(super) struct Left {
    /// What is to be done next, elsewhere.
    pub(super) at: At,
    /// How many goals have got their plans.
    pub(super) goals: u32,
}

impl<'m> Machine<'m> {
    pub(super) fn new(mind: &'m mut Mind, code: &'static Code, budget: u32, alone: bool) -> Self {
        Self { mind, code, bank: Bank::new(), hands: Hands::empty(), budget, alone }
    }

    /// Puts the beliefs back that are in hand.
    pub(super) fn put_back(&mut self) {
        self.hands.put_back(&self.code.beliefs, self.mind);
    }

    /// Goes on at an operation until the loop is left. A frame of its own, so that what each operation wants is in registers.
    #[inline(never)]
    pub(super) fn run(&mut self, start: u32) -> Option<Left> {
        let code = self.code;
        let ops = &*code.ops;
        let mut next = start as usize;
        // The goal that was pursued last, and how many have been.
        let (mut goal, mut goals) = (next, 0_u32);
        let left = loop {
            let at = next;
            next += 1;
            let bank = &mut self.bank;
            match ops[at] {
                Op::Set(to, word) => bank.set(to, word),
                Op::Copy(to, from) => bank.copy(to, from),
                Op::Count(to, from, number) => bank.set_number(to, bank.number(from) + number),
                Op::Plus(to, left, right) => bank.set_number(to, bank.number(left) + bank.number(right)),
                Op::Minus(to, left, right) => bank.set_number(to, bank.number(left) - bank.number(right)),
                Op::Calculate(operator, to, left, right) => calculate(bank, operator, to, left, right),
                Op::Negate(to, from) => bank.set_number(to, -bank.number(from)),
                Op::Is(slot, word, otherwise) => {
                    let own = bank.word(slot);
                    let is_it = if own.is_place() { is_term(bank, slot, word) } else { Ok(own.is(word)) };
                    match is_it {
                        Ok(true) => {}
                        Ok(false) => next = otherwise as usize,
                        Err(Bail) => break at,
                    }
                }
                Op::CompareNumber(relation, left, right, otherwise) => {
                    let word = bank.word(left);
                    let holds = match word.as_number() {
                        Some(left) => relation.compares_numbers(left, right),
                        None => compares(relation, &bank.term(left), &Term::Number(right)),
                    };
                    match holds {
                        Some(true) => {}
                        Some(false) => next = otherwise as usize,
                        None => break at,
                    }
                }
                Op::Compare(relation, left, right, otherwise) => {
                    let (one, other) = (bank.word(left), bank.word(right));
                    let holds = match (one.as_number(), other.as_number()) {
                        (Some(one), Some(other)) => relation.compares_numbers(one, other),
                        _ => compares(relation, &bank.term(left), &bank.term(right)),
                    };
                    match holds {
                        Some(true) => {}
                        Some(false) => next = otherwise as usize,
                        None => break at,
                    }
                }
                Op::Same(left, right, otherwise) => {
                    let (one, other) = (bank.word(left), bank.word(right));
                    let is_same =
                        if one.is_place() || other.is_place() { same(bank, left, right) } else { Ok(one.is(other)) };
                    match is_same {
                        Ok(true) => {}
                        Ok(false) => next = otherwise as usize,
                        Err(Bail) => break at,
                    }
                }
                Op::Jump(to) => next = to as usize,
                Op::Believe(hand, otherwise) => match self.hands.has(hand, code.beliefs[hand as usize], self.mind) {
                    Ok(true) => {}
                    Ok(false) => next = otherwise as usize,
                    Err(Bail) => break at,
                },
                Op::Take(to, hand, place) => bank.set(to, self.hands.word(hand, place)),
                Op::Add(hand, from, count) => {
                    let is_ready = self.is_ready(hand, from, count);
                    if !is_ready || !self.hands.add(hand, count, |place| self.bank.word(from + place)) {
                        break at;
                    }
                }
                Op::Delete(hand, from, count) => {
                    if !self.is_ready(hand, from, count) {
                        break at;
                    }
                    self.hands.delete(hand, count, |place| self.bank.word(from + place));
                }
                Op::Replace(hand, from, count) => {
                    if !self.is_ready(hand, from, count) {
                        break at;
                    }
                    self.hands.replace(hand, count, |place| self.bank.word(from + place));
                }
                Op::Goal => {
                    let Some(budget) = self.budget.checked_sub(1) else { break at };
                    self.budget = budget;
                    bank.turn();
                    (goal, goals) = (at, goals + 1);
                    next = 0;
                }
                Op::Constant(to, number) => bank.put_term(to, code.constants[number as usize].clone()),
                Op::Text(to, parts) => {
                    if !text::join(bank, to, &code.parts[parts as usize]) {
                        break at;
                    }
                }
                Op::Length(to, of) => match text::length(bank, of) {
                    Some(length) => bank.set_number(to, length),
                    None => break at,
                },
                Op::Nobody | Op::Leave => break at,
            }
        };
        let at = match code.steps[left] {
            Some(at) => at,
            None => {
                // The goal has no plan yet.
                self.bank.turn();
                self.budget += 1;
                goals -= 1;
                code.steps[goal]?
            }
        };
        Some(Left { at, goals })
    }

    /// Can a belief be changed in hand, to these arguments?
    #[inline(always)]
    fn is_ready(&mut self, hand: u8, from: Slot, count: u8) -> bool {
        self.alone
            && self.hands.has(hand, self.code.beliefs[hand as usize], self.mind).is_ok()
            && (0..count).all(|place| !self.bank.word(from + place).is_place())
    }
}

#[inline(never)]
fn calculate(bank: &mut Bank, operator: Arithmetic, to: Slot, left: Slot, right: Slot) {
    bank.set_number(to, operator.of(bank.number(left), bank.number(right)).unwrap_or(f64::NAN));
}

#[cold]
fn compares(relation: Relation, left: &Term, right: &Term) -> Option<bool> {
    relation.compares(left, right)
}

#[cold]
fn is_term(bank: &Bank, slot: Slot, word: Word) -> Result<bool, Bail> {
    value::same(&word.term().ok_or(Bail)?, &bank.term(slot))
}

#[cold]
fn same(bank: &Bank, left: Slot, right: Slot) -> Result<bool, Bail> {
    value::same(&bank.term(left), &bank.term(right))
}
