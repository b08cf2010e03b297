//! Which facts need not be looked at: where many are gone through, those are passed over of which a number is not what it is to be.

use smallvec::SmallVec;

use super::formula::{Argument, Goal};
use super::value::{Pattern, Register, Value};
use crate::term::{Relation, Term};

/// Numbers that arguments of facts are compared with.
pub(super) struct Sieve(SmallVec<[(usize, Relation, f64); 4]>);

impl Sieve {
    /// Of a question, and what is tested of its answers: only what is known before there are any.
    pub(super) fn of(arguments: &[Argument], tests: &[Goal], registers: &[Register]) -> Self {
        let mut all = SmallVec::new();
        for (place, argument) in arguments.iter().enumerate() {
            if let Argument::In(value) = argument
                && let Some(number) = number(value, registers)
            {
                all.push((place, Relation::Equal, number));
            }
        }
        // The arguments that registers stand for; others are taken apart, and who knows what stands for their parts.
        let is_flat =
            |argument: &Argument| !matches!(argument, Argument::Out(Pattern::Literal(..) | Pattern::List(..)));
        if arguments.iter().all(is_flat) {
            let place = |slot: u32| {
                let is_it =
                    |argument: &Argument| matches!(argument, Argument::Out(Pattern::Bind(var)) if var.slot() == slot);
                arguments.iter().position(is_it)
            };
            let is_free = |value: &Value| is_free_of(value, &|slot| place(slot).is_some());
            for test in tests {
                let Goal::Compare(relation, left, right) = test else { break };
                let (register, relation, value) = match (left, right) {
                    (Value::Register(slot), value) if is_free(value) => (*slot, *relation, value),
                    (value, Value::Register(slot)) if is_free(value) => (*slot, turned(*relation), value),
                    _ => continue,
                };
                if let (Some(place), Some(number)) = (place(register), number(value, registers)) {
                    all.push((place, relation, number));
                }
            }
        }
        Self(all)
    }

    /// May the fact with these arguments be an answer?
    #[inline(always)]
    pub(super) fn passes(&self, terms: &[Term]) -> bool {
        self.0.iter().all(|(place, relation, number)| match terms.get(*place) {
            Some(Term::Number(own)) => relation.compares_numbers(*own, *number) != Some(false),
            _ => true,
        })
    }
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

/// The same from the other side.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        other => other,
    }
}
