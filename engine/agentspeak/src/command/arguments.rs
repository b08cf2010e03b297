use std::collections::VecDeque;
use std::path::PathBuf;
use std::str::FromStr;

use super::Misuse;

/// What stands behind a verb.
pub(super) struct Arguments {
    left: VecDeque<String>,
}

/// One of them.
pub(super) enum Argument {
    /// `--so`
    Option(String),
    /// Anything else.
    Word(String),
}

impl Arguments {
    pub(super) fn new(words: impl IntoIterator<Item = String>) -> Self {
        Self { left: words.into_iter().collect() }
    }

    /// The value of an option, which is what comes next.
    pub(super) fn value(&mut self, option: &str, what: &str) -> Result<String, Misuse> {
        self.left.pop_front().ok_or_else(|| Misuse(format!("{option} needs {what}")))
    }

    /// The value of an option, which is to be of a kind.
    pub(super) fn parsed<T: FromStr>(&mut self, option: &str, what: &str) -> Result<T, Misuse> {
        let value = self.value(option, what)?;
        value.parse().map_err(|_| Misuse(format!("{option} needs {what}, not {value}")))
    }

    /// The value of `--root`.
    pub(super) fn root(&mut self) -> Result<(String, PathBuf), Misuse> {
        let value = self.value("--root", "NAME=FOLDER")?;
        match value.split_once('=') {
            Some((name, folder)) => Ok((name.trim_start_matches('$').to_owned(), PathBuf::from(folder))),
            None => Err(Misuse(format!("--root needs NAME=FOLDER, not {value}"))),
        }
    }
}

impl Iterator for Arguments {
    type Item = Argument;

    fn next(&mut self) -> Option<Argument> {
        let word = self.left.pop_front()?;
        Some(if word.starts_with('-') { Argument::Option(word) } else { Argument::Word(word) })
    }
}

/// An unknown option.
pub(super) fn unknown(option: &str) -> Misuse {
    Misuse(format!("there is no option {option}"))
}
