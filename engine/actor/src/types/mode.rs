use std::fmt;
use std::str::FromStr;

/// How a system runs its actors.
///
/// The names are those of the literature on agent platforms, where agents rather than actors have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Mode {
    /// A fixed number of threads runs all actors.
    #[default]
    Pool,
    /// Every actor has a thread of its own.
    Thread,
    /// Everybody one message, then everybody the next: in each round, every actor that has messages handles one of them.
    Synchronous,
}

impl Mode {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::Pool, Self::Thread, Self::Synchronous];

    fn as_str(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Thread => "thread",
            Self::Synchronous => "synchronous",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|mode| mode.as_str() == text)
            .ok_or_else(|| format!("'{text}' is no mode; there are pool, thread and synchronous"))
    }
}
