use std::cmp::Ordering;
use std::fmt;

/// A number, held as its bits. With that, a [term](super::Term) is a tag and a word, and is handed on in registers.
#[derive(Clone, Copy)]
pub struct Number(u64);

impl Number {
    /// This number.
    #[inline]
    pub const fn new(number: f64) -> Self {
        Self(number.to_bits())
    }

    /// The number that it is.
    #[inline]
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl<N: Into<f64>> From<N> for Number {
    #[inline]
    fn from(number: N) -> Self {
        Self::new(number.into())
    }
}

impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl PartialEq<f64> for Number {
    #[inline]
    fn eq(&self, other: &f64) -> bool {
        self.get() == *other
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Writes a number as Jason prints it: whole numbers without a point, others as Java writes a `double`.
///
/// Of several decimal fractions that stand for the same number, the shortest is printed; before its version 19, Java now and then
/// printed a longer one.
pub fn show_number(number: f64, f: &mut impl fmt::Write) -> fmt::Result {
    let whole = number as i64;
    if whole as f64 == number {
        return f.write_str(itoa::Buffer::new().format(whole));
    }
    if !number.is_finite() {
        return f.write_str(if number.is_nan() {
            "NaN"
        } else if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        });
    }
    let magnitude = number.abs();
    if (1e-3..1e7).contains(&magnitude) {
        return write!(f, "{number:?}");
    }
    let mut text = format!("{number:e}");
    if !text.contains('.') {
        // Of the numbers with two digits that stand for it, the nearest.
        let longer = format!("{number:.1e}");
        if longer.parse() == Ok(number) {
            text = longer;
        }
    }
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    write!(f, "{digits}{point}E{exponent}")
}

/// An expression has no value: a variable in it has none, or something in it is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotANumber;

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: f64) -> String {
        let mut text = String::new();
        show_number(number, &mut text).expect("a string takes everything");
        text
    }

    #[test]
    fn numbers_look_as_they_do_in_jason() {
        for (number, text) in [
            (0.0, "0"),
            (3.0, "3"),
            (-3.0, "-3"),
            (1e10, "10000000000"),
            (1e18, "1000000000000000000"),
            (0.5, "0.5"),
            (-1.25, "-1.25"),
            (0.001, "0.001"),
            (0.0001, "1.0E-4"),
            (0.000_123, "1.23E-4"),
            (12_345_678.5, "1.23456785E7"),
            (9_999_999.5, "9999999.5"),
            (1e19, "1.0E19"),
            (1.5e300, "1.5E300"),
            (1.0 / 3.0, "0.3333333333333333"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(shown(number), text);
        }
    }

    #[test]
    fn minus_zero_is_printed_as_zero() {
        assert_eq!(shown(-0.0), "0");
    }
}
