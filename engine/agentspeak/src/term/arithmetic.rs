use super::{Arithmetic, Kind, NotANumber, Structure, Term};
use crate::stack::{SHALLOW, is_low, with_stack};

impl Arithmetic {
    /// What it makes of two numbers.
    ///
    /// # Errors
    ///
    /// `div` by zero. `/` and `mod` by zero give infinity or not-a-number, as in Java.
    pub fn of(self, left: f64, right: f64) -> Result<f64, NotANumber> {
        Ok(match self {
            Self::Plus => left + right,
            Self::Minus => left - right,
            Self::Times => left * right,
            Self::Divide => left / right,
            Self::Modulo => remainder(left, right).unwrap_or_else(|| left % right),
            Self::Power => left.powf(right),
            // Java's int: 32 bits, and what is larger counts as the largest.
            Self::IntegerDivide => f64::from((left as i32).checked_div(right as i32).ok_or(NotANumber)?),
        })
    }
}

impl Structure {
    /// What an arithmetic expression without variables comes to.
    ///
    /// # Errors
    ///
    /// If a variable or anything else than a number is among its parts, or it is no arithmetic expression.
    pub fn calculate(&self) -> Result<f64, NotANumber> {
        let operator = match self.passing_functor().signature().kind {
            Kind::Arithmetic(operator) => operator,
            Kind::Function(function) if self.is_ground() => return function.call(self.arguments()),
            _ => return Err(NotANumber),
        };
        match self.arguments() {
            [only] if operator == Arithmetic::Minus => Ok(-only.calculate()?),
            [only] => only.calculate(),
            [left, right] => operator.of(left.calculate()?, right.calculate()?),
            _ => Err(NotANumber),
        }
    }
}

impl Term {
    /// The number that this is or comes to.
    ///
    /// # Errors
    ///
    /// As [`Structure::calculate`].
    pub fn calculate(&self) -> Result<f64, NotANumber> {
        match self {
            Self::Number(number) => Ok(number.get()),
            Self::Structure(_) if self.height() > SHALLOW && is_low() => with_stack(|| self.calculate()),
            Self::Structure(structure) => structure.calculate(),
            _ => Err(NotANumber),
        }
    }
}

/// The remainder of whole numbers as they occur.
#[inline(always)]
fn remainder(left: f64, right: f64) -> Option<f64> {
    let (whole, by) = (whole(left)?, whole(right)?);
    if by == 0 || left.is_sign_negative() {
        return None;
    }
    // Short numbers are divided in half the time.
    let left_over = if (whole | by) >> 32 == 0 { u64::from(whole as u32 % by as u32) } else { whole % by };
    Some(left_over as i64 as f64)
}

/// A number that is whole, not below zero and below 2 to the 52nd.
#[inline(always)]
fn whole(number: f64) -> Option<u64> {
    /// From here on to twice as much, neighbouring numbers differ by one, and so do their bits.
    const FROM: f64 = (1_u64 << 52) as f64;
    let moved = number + FROM;
    let whole = moved.to_bits().wrapping_sub(FROM.to_bits());
    (moved - FROM == number && whole < 1 << 52).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_javas() {
        for (operator, left, right, due) in [
            (Arithmetic::Modulo, -7.0, 3.0, -1.0),
            (Arithmetic::Modulo, 7.5, 2.0, 1.5),
            (Arithmetic::Modulo, 4_294_967_295.0, 1000.0, 295.0),
            (Arithmetic::Modulo, 4_294_967_297.0, 4_294_967_296.0, 1.0),
            (Arithmetic::IntegerDivide, -7.0, 2.0, -3.0),
            (Arithmetic::IntegerDivide, 7.9, 2.9, 3.0),
            (Arithmetic::IntegerDivide, 1e10, 1.0, 2_147_483_647.0),
            (Arithmetic::Power, 2.0, 0.5, std::f64::consts::SQRT_2),
            (Arithmetic::Divide, 1.0, 0.0, f64::INFINITY),
        ] {
            assert_eq!(operator.of(left, right), Ok(due), "{left} {operator:?} {right}");
        }
        assert_eq!(Arithmetic::IntegerDivide.of(1.0, 0.5), Err(NotANumber));
    }

    #[test]
    fn remainders_of_whole_numbers_are_those_of_all_numbers() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            3.0,
            7.0,
            -7.0,
            0.5,
            2_147_483_647.0,
            4_503_599_627_370_495.0,
            4_503_599_627_370_496.0,
            9e15,
            1e19,
            -1e19,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        for (left, right) in numbers.iter().flat_map(|left| numbers.map(|right| (*left, right))) {
            let found = Arithmetic::Modulo.of(left, right).expect("a number");
            let due = left % right;
            assert!(found.to_bits() == due.to_bits() || found.is_nan() && due.is_nan(), "{left} mod {right}");
        }
    }
}
