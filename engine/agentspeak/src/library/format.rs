//! Formats as of Java's `String.format`, and numbers as Java writes them.

use crate::stack::with_stack;
use crate::term::Term;

/// The format with the terms in their places. Nothing comes back where Java would throw an exception.
pub(super) fn format(format: &str, terms: &[Term]) -> Option<String> {
    let mut whole = String::new();
    let mut rest = format;
    let mut next = 0;
    while let Some((before, behind)) = rest.split_once('%') {
        whole.push_str(before);
        let (specifier, after) = Specifier::read(behind)?;
        rest = after;
        let text = match specifier.conversion {
            'n' => "\n".to_owned(),
            '%' => specifier.padded("%".to_owned()),
            _ => {
                let place = specifier.place.unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                specifier.shown(terms.get(place)?)?
            }
        };
        whole.push_str(&text);
    }
    whole.push_str(rest);
    Some(whole)
}

/// No wider, and no more precise, is a part of a text.
const MOST: usize = 1 << 20;

/// `%1$-8.2f`
struct Specifier {
    place: Option<usize>,
    flags: String,
    width: usize,
    precision: Option<usize>,
    conversion: char,
}

impl Specifier {
    /// What follows a `%`, and what is behind it.
    fn read(text: &str) -> Option<(Self, &str)> {
        let end = text.find(|character: char| character.is_alphabetic() || character == '%')?;
        let conversion = text[end..].chars().next()?;
        let (place, rest) = match text[..end].split_once('$') {
            Some((place, rest)) => (Some(place.parse::<usize>().ok()?.checked_sub(1)?), rest),
            None => (None, &text[..end]),
        };
        let width = rest.trim_start_matches(['-', '0', '+', ' ', ',', '(']);
        let flags = rest[..rest.len() - width.len()].to_owned();
        let (width, precision) = match width.split_once('.') {
            Some((width, precision)) => (width, Some(precision.parse().ok()?)),
            None => (width, None),
        };
        let width = if width.is_empty() { 0 } else { width.parse().ok()? };
        if width > MOST || precision.is_some_and(|precision| precision > MOST) {
            return None;
        }
        Some((Self { place, flags, width, precision, conversion }, &text[end + conversion.len_utf8()..]))
    }

    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    fn shown(&self, term: &Term) -> Option<String> {
        let text = match (self.conversion, term) {
            ('s' | 'S', _) => {
                let text = self.cut(of_argument(term));
                if self.conversion == 'S' { text.to_uppercase() } else { text }
            }
            ('b' | 'B', _) => {
                let text = self.cut((*term != Term::truth(false)).to_string());
                if self.conversion == 'B' { text.to_uppercase() } else { text }
            }
            ('f', Term::Number(number)) => return Some(self.number(number.get(), positional)),
            ('e' | 'E', Term::Number(number)) => {
                let text = self.number(number.get(), scientific);
                return Some(if self.conversion == 'E' { text.to_uppercase() } else { text });
            }
            // All numbers are floating point ones, which the others do not take.
            _ => return None,
        };
        Some(self.padded(text))
    }

    fn cut(&self, text: String) -> String {
        match self.precision {
            Some(length) => text.chars().take(length).collect(),
            None => text,
        }
    }

    fn padded(&self, text: String) -> String {
        let blanks = " ".repeat(self.width.saturating_sub(text.chars().count()));
        if self.has('-') { text + &blanks } else { blanks + &text }
    }

    /// A number with its sign, filled up with zeros before the digits where that is wanted.
    fn number(&self, number: f64, write: fn(f64, usize) -> String) -> String {
        if !number.is_finite() {
            return self.padded(java_number(number));
        }
        let mut digits = write(number.abs(), self.precision.unwrap_or(6));
        if self.has(',') {
            digits = grouped(&digits);
        }
        let sign = match number.is_sign_negative() {
            true if self.has('(') => "(",
            true => "-",
            false if self.has('+') => "+",
            false if self.has(' ') => " ",
            false => "",
        };
        let end = if sign == "(" { ")" } else { "" };
        if self.has('0') {
            let missing = self.width.saturating_sub(sign.len() + digits.len() + end.len());
            digits.insert_str(0, &"0".repeat(missing));
        }
        self.padded(format!("{sign}{digits}{end}"))
    }
}

/// With commas between thousands.
fn grouped(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// The shortest digits that stand for a number, and how many of them are before the point (which may be less than none).
fn digits_of(number: f64) -> (Vec<u8>, i32) {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    (digits, exponent.parse::<i32>().unwrap_or(0) + 1)
}

/// So many of the digits, the last one rounded, half up. Returns whether there is one more before them now.
fn rounded(digits: &mut Vec<u8>, count: usize) -> bool {
    let up = digits.get(count).is_some_and(|digit| *digit >= 5);
    digits.resize(count, 0);
    if !up {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return false;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
    true
}

fn text(digits: &[u8]) -> String {
    digits.iter().map(|digit| char::from(digit + b'0')).collect()
}

/// `1234.50`
fn positional(number: f64, places: usize) -> String {
    let (mut digits, point) = digits_of(number);
    // At least one digit before the point.
    let zeros = usize::try_from(1 - point).unwrap_or(0);
    digits.splice(0..0, std::iter::repeat_n(0, zeros));
    let mut before = usize::try_from(point.max(1)).unwrap_or(1);
    before += usize::from(rounded(&mut digits, before + places));
    with_point(&digits, before)
}

/// `1.2345e+03`
fn scientific(number: f64, places: usize) -> String {
    let (mut digits, point) = digits_of(number);
    let mut exponent = if number == 0.0 { 0 } else { point - 1 };
    if rounded(&mut digits, 1 + places) {
        digits.pop();
        exponent += 1;
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", with_point(&digits, 1), exponent.abs())
}

fn with_point(digits: &[u8], before: usize) -> String {
    let (whole, part) = digits.split_at(before.min(digits.len()));
    if part.is_empty() { text(whole) } else { format!("{}.{}", text(whole), text(part)) }
}

/// A number as `Double.toString` writes it: always with a point.
fn java_number(number: f64) -> String {
    java_decimal(&format!("{number:e}"), number)
}

/// A number of these shortest digits.
fn java_decimal(shortest: &str, number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 || (1e-3..1e7).contains(&number.abs()) {
        return format!("{:?}", shortest.parse::<f64>().unwrap_or(number));
    }
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

/// An argument as a text: numbers are floating point ones.
fn of_argument(term: &Term) -> String {
    match term {
        Term::Number(number) => java_number(number.get()),
        other => of_element(other),
    }
}

/// An element of a list as a text: a number is of the smallest of Java's types that takes it, `int` before `float`.
fn of_element(term: &Term) -> String {
    match term {
        Term::Number(number) if f64::from(number.get() as i32) == number.get() => (number.get() as i32).to_string(),
        Term::Number(number) if f64::from(number.get() as f32) == number.get() => {
            java_decimal(&format!("{:e}", number.get() as f32), number.get())
        }
        Term::Number(number) if (number.get() as i64) as f64 == number.get() => (number.get() as i64).to_string(),
        Term::Number(number) => java_number(number.get()),
        Term::List(list) => {
            let items: Vec<String> = list.items().map(|item| with_stack(|| of_element(item))).collect();
            format!("[{}]", items.join(", "))
        }
        other => super::text_of(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, terms: &[Term]) -> Option<String> {
        format(text, terms)
    }

    #[test]
    fn numbers_are_rounded_half_up_by_their_digits() {
        for (text, number, due) in [
            ("%.2f", 1.0 / 3.0, "0.33"),
            ("%.2f", 1.005, "1.01"),
            ("%.1f", 0.25, "0.3"),
            ("%.0f", 2.5, "3"),
            ("%f", 3.0, "3.000000"),
            ("%.2f", 9.999, "10.00"),
            ("%.2f", 0.001, "0.00"),
            ("%.3f", 0.0005, "0.001"),
            ("%7.2f|", -1.5, "  -1.50|"),
            ("%-7.1f|", 2.0, "2.0    |"),
            ("%07.1f", -2.0, "-0002.0"),
            ("%+.1f", 2.0, "+2.0"),
            ("%,.1f", 1_234_567.0, "1,234,567.0"),
            ("%e", 12_345.0, "1.234500e+04"),
            ("%.1e", 0.000_96, "9.6e-04"),
            ("%.0e", 9.6, "1e+01"),
            ("%s", 3.0, "3.0"),
            ("%s", 12_345_678.0, "1.2345678E7"),
            ("%s", 0.0001, "1.0E-4"),
        ] {
            assert_eq!(shown(text, &[Term::from(number)]).as_deref(), Some(due), "{text} {number}");
        }
    }

    #[test]
    fn other_terms_are_texts() {
        let list = Term::list([1.0, 0.5, 0.1, 1e10].map(Term::from));
        assert_eq!(shown("%s", &[list]).as_deref(), Some("[1, 0.5, 0.1, 1.0E10]"));
        let (a, b) = (Term::atom("a"), Term::string("b"));
        assert_eq!(
            shown("%2$s%1$s%s%%%5s|%-3s|%n", &[a.clone(), b.clone(), a.clone()]).as_deref(),
            Some("baa%    b|a  |\n")
        );
        assert_eq!(shown("%.1S %b %B", &[b, a, Term::truth(false)]).as_deref(), Some("B true FALSE"));
    }

    #[test]
    fn what_java_throws_at_comes_to_nothing() {
        for text in ["%d", "%q", "%", "%s %s", "%f", "%9999999s", "%0$s", "%.x"] {
            assert_eq!(shown(text, &[Term::atom("a")]), None, "{text}");
        }
        assert_eq!(shown("%d", &[Term::from(1.0)]), None);
        assert_eq!(shown("%s", &[Term::atom("a"), Term::atom("b")]).as_deref(), Some("a"));
    }
}
