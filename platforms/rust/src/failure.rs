//! Why a program ends early.

use std::fmt::{self, Display};
use std::process::ExitCode;

#[derive(Debug)]
pub enum Failure {
    /// The arguments, or the input they name, are not what the workload needs.
    Usage(String),
    /// The work could not be done.
    Work(String),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    pub fn work(cause: impl Display) -> Self {
        Self::Work(cause.to_string())
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::Work(_) => 1,
        })
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Work(message) => f.write_str(message),
        }
    }
}
