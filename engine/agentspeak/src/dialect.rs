use std::fmt;
use std::str::FromStr;

/// Which release of Jason programs are written for. What differs between them is in `docs/differences.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// Jason 3.2.
    Jason32,
    /// Jason 3.3.
    #[default]
    Jason33,
}

impl Dialect {
    /// All of them, the oldest first.
    pub const ALL: [Self; 2] = [Self::Jason32, Self::Jason33];

    /// As the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jason32 => "3.2",
            Self::Jason33 => "3.3",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such release, or none that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDialect;

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a dialect is 3.2 or 3.3")
    }
}

impl std::error::Error for UnknownDialect {}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or(UnknownDialect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_are_called_as_jasons_releases() {
        assert!(Dialect::ALL.iter().all(|dialect| dialect.to_string().parse() == Ok(*dialect)));
        assert_eq!("3.1".parse::<Dialect>(), Err(UnknownDialect));
        assert_eq!(Some(&Dialect::default()), Dialect::ALL.last());
    }
}
