//! The workloads, one module each. Each checks its own answer: a runtime that loses, repeats or reorders a message has no time.

pub mod chameneos;
pub mod flood;
pub mod idle;
pub mod ring;
pub mod round_trip;
pub mod spawn;

use std::error::Error;
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// How long a workload may take before its runtime is taken to have lost a message.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a workload cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Nanoseconds, or bytes, for one operation.
    pub each: f64,
    /// How long it was measured for.
    pub elapsed: Duration,
}

impl Cost {
    fn of_time(elapsed: Duration, operations: u64) -> Self {
        Self { each: elapsed.as_nanos() as f64 / operations as f64, elapsed }
    }
}

/// Why there is no cost.
#[derive(Debug)]
pub struct Wrong(pub String);

impl Wrong {
    /// From whatever else went wrong.
    pub fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Wrong {}

/// Waits for the actors' answer to the thread outside.
pub(crate) fn receive<T>(from: &Receiver<T>) -> Result<T, Wrong> {
    from.recv_timeout(PATIENCE).map_err(|error| match error {
        RecvTimeoutError::Timeout => Wrong(format!("no end after {} s", PATIENCE.as_secs())),
        RecvTimeoutError::Disconnected => Wrong("no sender of the end is left".into()),
    })
}

/// A wrong answer, unless it is the right one.
pub(crate) fn check<T: PartialEq + fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), Wrong> {
    if found == expected { Ok(()) } else { Err(Wrong(format!("{what}: {found:?} instead of {expected:?}"))) }
}
