//! What is calculated from words, step by step: without recursion, and with nothing at hand but numbers.

use super::sheet::{Operand, Register, Words};
use crate::term::Arithmetic;

/// An arithmetic expression. What is not a number where one is due makes the whole none.
#[derive(Debug)]
pub(super) struct Calculation(Box<[Step]>);

#[derive(Clone, Copy, Debug)]
struct Step {
    /// Makes the number at hand another, with the one that is taken on its right; nothing: the number at hand waits, and that
    /// one is at hand.
    operator: Option<Arithmetic>,
    number: Leaf,
}

#[derive(Clone, Copy, Debug)]
enum Leaf {
    Register(Register),
    Number(f64),
    /// The one at hand; the one that waits is on its left.
    AtHand,
}

/// So many numbers can wait.
const ROOM: usize = 8;

impl Calculation {
    /// What an operator makes of two, if that does not need too much room.
    pub(super) fn of(operator: Arithmetic, left: &Operand, right: &Operand) -> Option<Self> {
        let mut steps = Vec::new();
        extend(&mut steps, left);
        match Leaf::of(right) {
            Some(number) => steps.push(Step::with(operator, number)),
            None => {
                extend(&mut steps, right);
                steps.push(Step::with(operator, Leaf::AtHand));
            }
        }
        Self::of_steps(steps)
    }

    /// The negative of one.
    pub(super) fn negative(inner: &Operand) -> Option<Self> {
        let mut steps = Vec::new();
        extend(&mut steps, inner);
        steps.push(Step::with(Arithmetic::Times, Leaf::Number(-1.0)));
        Self::of_steps(steps)
    }

    fn of_steps(steps: Vec<Step>) -> Option<Self> {
        let (mut waiting, mut most) = (0_usize, 0);
        for step in &steps {
            waiting += usize::from(step.operator.is_none());
            waiting -= usize::from(matches!(step.number, Leaf::AtHand));
            most = most.max(waiting);
        }
        (most <= ROOM).then(|| Self(steps.into()))
    }

    /// What it comes to.
    #[inline]
    pub(super) fn value(&self, words: &Words) -> f64 {
        let (mut waiting, mut count) = ([0.0; ROOM], 0_usize);
        let mut at_hand = 0.0;
        for step in &self.0 {
            let (left, right) = match step.number {
                Leaf::Register(register) => (at_hand, words[register.index()].get().as_number().unwrap_or(f64::NAN)),
                Leaf::Number(number) => (at_hand, number),
                Leaf::AtHand => {
                    count -= 1;
                    (waiting[count % ROOM], at_hand)
                }
            };
            at_hand = match step.operator {
                Some(operator) => match operator.quickly(left, right) {
                    Some(number) => number,
                    None => slowly(operator, left, right),
                },
                None => {
                    waiting[count % ROOM] = left;
                    count += 1;
                    right
                }
            };
        }
        at_hand
    }
}

#[inline(never)]
fn slowly(operator: Arithmetic, left: f64, right: f64) -> f64 {
    operator.of(left, right).unwrap_or(f64::NAN)
}

impl Step {
    fn take(number: Leaf) -> Self {
        Self { operator: None, number }
    }

    fn with(operator: Arithmetic, number: Leaf) -> Self {
        Self { operator: Some(operator), number }
    }
}

/// The steps that an operand takes.
fn extend(steps: &mut Vec<Step>, operand: &Operand) {
    match operand {
        Operand::Calculation(inner) => steps.extend(&inner.0),
        Operand::Sum(register, number) => {
            steps.push(Step::take(Leaf::Register(*register)));
            steps.push(Step::with(Arithmetic::Plus, Leaf::Number(*number)));
        }
        other => steps.push(Step::take(Leaf::of(other).unwrap_or(Leaf::Number(f64::NAN)))),
    }
}

impl Leaf {
    fn of(operand: &Operand) -> Option<Self> {
        match operand {
            Operand::Register(register) => Some(Self::Register(*register)),
            Operand::Constant(word) => Some(Self::Number(word.as_number().unwrap_or(f64::NAN))),
            Operand::Sum(..) | Operand::Calculation(_) | Operand::Term(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::with_words;
    use super::*;
    use crate::term::Word;

    fn number(number: f64) -> Operand {
        Operand::Constant(Word::number(number))
    }

    fn calculated(operator: Arithmetic, left: Operand, right: Operand) -> Operand {
        Operand::Calculation(Calculation::of(operator, &left, &right).expect("room"))
    }

    fn value(operand: &Operand) -> f64 {
        let Operand::Calculation(calculation) = operand else { panic!() };
        with_words(|words| calculation.value(words))
    }

    #[test]
    fn operators_have_their_numbers_on_the_right_sides() {
        // (20 - 2) / (1 + -(3 - 5)): both sides are calculated first.
        let left = calculated(Arithmetic::Minus, number(20.0), number(2.0));
        let inner = calculated(Arithmetic::Minus, number(3.0), number(5.0));
        let negative = Operand::Calculation(Calculation::negative(&inner).expect("room"));
        let right = calculated(Arithmetic::Plus, number(1.0), negative);
        assert_eq!(value(&calculated(Arithmetic::Divide, left, right)), 6.0);
        let remainder = calculated(Arithmetic::Modulo, number(17.0), number(5.0));
        assert_eq!(value(&calculated(Arithmetic::Minus, number(1.0), remainder)), -1.0);
    }

    #[test]
    fn registers_count_as_what_is_in_them() {
        let register = Register::of_plan(3).expect("there are so many");
        let sum = calculated(Arithmetic::Times, Operand::Sum(register, 1.0), Operand::Register(register));
        with_words(|words| words[register.index()].set(Word::number(6.0)));
        assert_eq!(value(&sum), 42.0);
        with_words(|words| words[register.index()].set(Word::atom(crate::term::Atom::SELF)));
        assert!(value(&sum).is_nan(), "a constant is no number");
    }

    #[test]
    fn what_is_no_number_makes_the_whole_none() {
        let none = calculated(Arithmetic::IntegerDivide, number(1.0), number(0.0));
        assert!(value(&calculated(Arithmetic::Plus, number(1.0), none)).is_nan());
        let text = Operand::Term(crate::term::Term::string("x"));
        assert!(value(&calculated(Arithmetic::Plus, number(1.0), text)).is_nan());
    }

    #[test]
    fn too_deep_ones_are_for_others() {
        let deeper = |inner: &Operand| Calculation::of(Arithmetic::Plus, &number(1.0), inner);
        let mut operand = calculated(Arithmetic::Plus, number(1.0), number(1.0));
        let mut depth = 1;
        while let Some(next) = deeper(&operand) {
            operand = Operand::Calculation(next);
            depth += 1;
        }
        assert_eq!((depth, value(&operand)), (ROOM, ROOM as f64 + 1.0));
    }
}
