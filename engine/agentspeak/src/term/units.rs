//! Texts as Java counts them: in UTF-16 units. Most are ASCII, and of these each byte is a unit.

use std::borrow::Cow;

/// The first byte of a character of two units.
const TWO_UNITS: u8 = 0xF0;

/// How many there are.
pub(crate) fn count(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().count() + text.bytes().filter(|byte| *byte >= TWO_UNITS).count()
}

/// From one place on up to another. A character that is cut in two becomes one that replaces it. Nothing, where there are no such places.
pub(crate) fn slice(text: &str, from: usize, to: usize) -> Option<Cow<'_, str>> {
    if text.is_ascii() {
        return text.get(from..to).map(Cow::Borrowed);
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    Some(String::from_utf16_lossy(units.get(from..to)?).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_java() {
        for text in ["", "plain", "gr\u{fc}n", "\u{4e2d}\u{6587}", "a\u{1f600}b", "\u{ffff}\u{10000}"] {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(count(text), units.len(), "{text}");
            for from in 0..=units.len() {
                for to in from..=units.len() {
                    let due = String::from_utf16_lossy(&units[from..to]);
                    assert_eq!(slice(text, from, to).as_deref(), Some(&*due), "{text} {from} {to}");
                }
            }
            assert_eq!((slice(text, 0, units.len() + 1), slice(text, 1, 0)), (None, None));
        }
    }
}
