//! Which facts need not be looked at: where many are gone through, those are passed over of which a number is not what it is to be.

use smallvec::SmallVec;

use super::formula::{Argument, Goal};
use super::value::{Pattern, Register, Value};
use crate::term::{Order, Relation, Term, Word};

/// Numbers that arguments of facts are compared with.
pub(super) struct Sieve {
    tests: SmallVec<[(usize, Order, f64); 4]>,
    /// Is a fact an answer if it passes by numbers alone?
    is_whole: bool,
}

impl Sieve {
    /// Of a question, and what is tested of its answers: only what is known before there are any.
    pub(super) fn of(arguments: &[Argument], tests: &[Goal], registers: &[Register]) -> Self {
        let mut sieve = Self { tests: SmallVec::new(), is_whole: true };
        for (place, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::In(value) => sieve.add(Some(place), Order::of(Relation::Equal), number(value, registers)),
                Argument::Out(pattern) => sieve.is_whole &= matches!(pattern, Pattern::Any | Pattern::Bind(_)),
            }
        }
        // The arguments that registers stand for; others are taken apart, and who knows what stands for their parts.
        let is_flat =
            |argument: &Argument| !matches!(argument, Argument::Out(Pattern::Literal(..) | Pattern::List(..)));
        if !arguments.iter().all(is_flat) {
            return sieve;
        }
        let is_free = |value: &Value| is_free_of(value, &|slot| place_of(slot, arguments).is_some());
        for test in tests {
            let Goal::Compare(relation, left, right) = test else {
                sieve.is_whole = false;
                break;
            };
            let order = Order::of(*relation);
            let (register, order, value) = match (left, right) {
                (Value::Register(slot), value) if is_free(value) => (*slot, order, value),
                (value, Value::Register(slot)) if is_free(value) => (*slot, order.map(Order::turned), value),
                _ => {
                    sieve.is_whole = false;
                    continue;
                }
            };
            sieve.add(place_of(register, arguments), order, number(value, registers));
        }
        sieve
    }

    fn add(&mut self, place: Option<usize>, order: Option<Order>, number: Option<f64>) {
        match (place, order, number) {
            (Some(place), Some(order), Some(number)) => self.tests.push((place, order, number)),
            _ => self.is_whole = false,
        }
    }

    /// May the fact with these arguments be an answer?
    #[inline(always)]
    pub(super) fn passes(&self, terms: &[Term]) -> bool {
        self.tests.iter().all(|(place, order, number)| match terms.get(*place) {
            Some(Term::Number(own)) => own.is_nan() || order.holds(*own, *number),
            _ => true,
        })
    }

    /// Is the one with these an answer, none of which is not-a-number? Nothing, if more has to be looked at.
    #[inline(always)]
    pub(super) fn finds(&self, row: &[Word]) -> Option<bool> {
        let mut is_certain = self.is_whole;
        for (place, order, number) in &self.tests {
            match row.get(*place).and_then(|word| word.as_number()) {
                Some(own) if order.holds(own, *number) => {}
                Some(_) => return Some(false),
                None => is_certain = false,
            }
        }
        is_certain.then_some(true)
    }
}

/// Which argument a register stands for.
pub(super) fn place_of(register: u32, arguments: &[Argument]) -> Option<usize> {
    let is_it = |argument: &Argument| matches!(argument, Argument::Out(Pattern::Bind(var)) if var.slot() == register);
    arguments.iter().position(is_it)
}

/// The number that it is already.
fn number(value: &Value, registers: &[Register]) -> Option<f64> {
    value.number(registers).ok().filter(|number| !number.is_nan())
}

/// Does it stand for the same whatever these registers do?
fn is_free_of(value: &Value, is_one: &impl Fn(u32) -> bool) -> bool {
    match value {
        Value::Constant(Term::Number(_)) => true,
        Value::Register(slot) | Value::Sum(slot, _) => !is_one(*slot),
        Value::Arithmetic(_, both) => is_free_of(&both.0, is_one) && is_free_of(&both.1, is_one),
        Value::Negative(inner) => is_free_of(inner, is_one),
        _ => false,
    }
}
