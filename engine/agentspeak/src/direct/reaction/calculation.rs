//! What is calculated from words, step by step: without recursion, and with nothing at hand but numbers.

use super::sheet::{Operand, Register, Words};
use crate::term::Arithmetic;

/// An arithmetic expression. What is not a number where one is due makes the whole none.
#[derive(Debug)]
pub(super) struct Calculation(Box<[Step]>);

/// What is done with the number at hand. The most frequent steps are one choice each, not two.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// It waits, and this one is at hand.
    Take(Leaf),
    PlusNumber(f64),
    PlusWord(Register),
    TimesNumber(f64),
    ModuloWord(Register),
    /// It becomes another, with this one on its right.
    With(Arithmetic, Leaf),
    /// It becomes another, with the one that waits on its left.
    Join(Arithmetic),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Leaf {
    Register(Register),
    Number(f64),
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
                steps.push(Step::Join(operator));
            }
        }
        Self::of_steps(steps)
    }

    /// The negative of one.
    pub(super) fn negative(inner: &Operand) -> Option<Self> {
        let mut steps = Vec::new();
        extend(&mut steps, inner);
        steps.push(Step::TimesNumber(-1.0));
        Self::of_steps(steps)
    }

    fn of_steps(steps: Vec<Step>) -> Option<Self> {
        let (mut waiting, mut most) = (0_usize, 0);
        for step in &steps {
            waiting += usize::from(matches!(step, Step::Take(_)));
            waiting -= usize::from(matches!(step, Step::Join(_)));
            most = most.max(waiting);
        }
        (most <= ROOM).then(|| Self(steps.into()))
    }

    /// What is done one after the other.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Is it one for machine code?
    pub(super) fn is_simple(&self) -> bool {
        self.0.iter().all(|step| match step {
            Step::With(operator, _) | Step::Join(operator) => {
                !matches!(operator, Arithmetic::Power | Arithmetic::IntegerDivide)
            }
            _ => true,
        })
    }

    /// Is it another where this word is?
    pub(super) fn depends_on(&self, register: Register) -> bool {
        self.0.iter().any(|step| match step {
            Step::Take(Leaf::Register(own))
            | Step::With(_, Leaf::Register(own))
            | Step::PlusWord(own)
            | Step::ModuloWord(own) => *own == register,
            _ => false,
        })
    }

    /// What it comes to.
    #[inline]
    pub(super) fn value(&self, words: &Words) -> f64 {
        let word = |register: Register| words[register.index()].get().as_number().unwrap_or(f64::NAN);
        let (mut waiting, mut count) = ([0.0; ROOM], 0_usize);
        let mut at_hand = 0.0;
        for step in &self.0 {
            at_hand = match *step {
                Step::Take(number) => {
                    waiting[count % ROOM] = at_hand;
                    count += 1;
                    number.value(words)
                }
                Step::PlusNumber(number) => at_hand + number,
                Step::PlusWord(register) => at_hand + word(register),
                Step::TimesNumber(number) => at_hand * number,
                Step::ModuloWord(register) => calculate(Arithmetic::Modulo, at_hand, word(register)),
                Step::With(operator, number) => calculate(operator, at_hand, number.value(words)),
                Step::Join(operator) => {
                    count -= 1;
                    calculate(operator, waiting[count % ROOM], at_hand)
                }
            };
        }
        at_hand
    }
}

#[inline(always)]
fn calculate(operator: Arithmetic, left: f64, right: f64) -> f64 {
    match operator.quickly(left, right) {
        Some(number) => number,
        None => slowly(operator, left, right),
    }
}

#[inline(never)]
fn slowly(operator: Arithmetic, left: f64, right: f64) -> f64 {
    operator.of(left, right).unwrap_or(f64::NAN)
}

impl Step {
    /// What is done, with what on the right, where one of both waits for nothing.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn parts(self) -> Option<(Arithmetic, Leaf)> {
        match self {
            Self::PlusNumber(number) => Some((Arithmetic::Plus, Leaf::Number(number))),
            Self::PlusWord(register) => Some((Arithmetic::Plus, Leaf::Register(register))),
            Self::TimesNumber(number) => Some((Arithmetic::Times, Leaf::Number(number))),
            Self::ModuloWord(register) => Some((Arithmetic::Modulo, Leaf::Register(register))),
            Self::With(operator, leaf) => Some((operator, leaf)),
            Self::Take(_) | Self::Join(_) => None,
        }
    }

    fn with(operator: Arithmetic, number: Leaf) -> Self {
        match (operator, number) {
            (Arithmetic::Plus, Leaf::Number(number)) => Self::PlusNumber(number),
            (Arithmetic::Minus, Leaf::Number(number)) => Self::PlusNumber(-number),
            (Arithmetic::Plus, Leaf::Register(register)) => Self::PlusWord(register),
            (Arithmetic::Times, Leaf::Number(number)) => Self::TimesNumber(number),
            (Arithmetic::Modulo, Leaf::Register(register)) => Self::ModuloWord(register),
            _ => Self::With(operator, number),
        }
    }
}

/// The steps that an operand takes.
fn extend(steps: &mut Vec<Step>, operand: &Operand) {
    match operand {
        Operand::Calculation(inner) => steps.extend(&inner.0),
        Operand::Sum(register, number) => {
            steps.push(Step::Take(Leaf::Register(*register)));
            steps.push(Step::PlusNumber(*number));
        }
        other => steps.push(Step::Take(Leaf::of(other).unwrap_or(Leaf::Number(f64::NAN)))),
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

    #[inline(always)]
    fn value(self, words: &Words) -> f64 {
        match self {
            Self::Register(register) => words[register.index()].get().as_number().unwrap_or(f64::NAN),
            Self::Number(number) => number,
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
