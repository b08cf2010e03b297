use std::error::Error;
use std::{fmt, io};

/// Why an actor could not be spawned.
#[non_exhaustive]
#[derive(Debug)]
pub enum SpawnError {
    /// The system has no capacity for more actors (see [`SystemBuilder::max_actors`](crate::SystemBuilder::max_actors)) or, in
    /// [`Mode::Thread`](crate::Mode::Thread), for more threads: 32,000.
    CapacityExceeded,
    /// The operating system refused a thread for it, in [`Mode::Thread`](crate::Mode::Thread).
    Thread(io::Error),
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CapacityExceeded => f.write_str("the system has no capacity for one more actor: see max_actors"),
            Self::Thread(error) => write!(f, "the operating system refused a thread for one more actor: {error}"),
        }
    }
}

impl Error for SpawnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::CapacityExceeded => None,
            Self::Thread(error) => Some(error),
        }
    }
}
