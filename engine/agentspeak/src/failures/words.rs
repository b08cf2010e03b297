//! Terms and places as people read them.

use std::fmt::{self, Display, Write};

/// No more characters of a term are shown.
const LONGEST: usize = 400;

/// A text of one line that is cut off in good time: what is longer is not even put together.
struct Short {
    text: String,
    left: usize,
}

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for character in part.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.left -= 1;
            if character.is_control() {
                self.text.extend(character.escape_default());
            } else {
                self.text.push(character);
            }
        }
        Ok(())
    }
}

/// The text on one line, cut off where it is too long, and without anything that could steer a terminal.
pub(crate) fn short(shown: impl Display) -> String {
    let mut short = Short { text: String::new(), left: LONGEST };
    // An error means that it was cut off.
    let _ = write!(short, "{shown}");
    short.text
}

/// `file.asl:7`, as far as it is known.
pub(crate) fn place(file: Option<&str>, line: u32) -> Option<String> {
    let file = named(file?);
    Some(if line == 0 { file.to_owned() } else { format!("{file}:{line}") })
}

/// A file's name for people.
pub(super) fn named(file: &str) -> &str {
    file.strip_prefix("file:").unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Term;

    #[test]
    fn long_texts_are_cut_off_and_control_characters_are_spelt_out() {
        assert_eq!(short("a\n\u{1b}[2Jb"), "a\\n\\u{1b}[2Jb");
        let long = short(Term::list((0..100_000).map(|number| Term::Number((f64::from(number)).into()))));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("[0,1,2,") && long.ends_with('…'));
    }

    #[test]
    fn places_are_what_people_write() {
        assert_eq!(place(Some("file:a.asl"), 3).as_deref(), Some("a.asl:3"));
        assert_eq!(place(Some("a.asl"), 0).as_deref(), Some("a.asl"));
        assert_eq!(place(None, 3), None);
    }
}
