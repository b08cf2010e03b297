//! Deadlines as numbers, which threads can look at without a lock: nanoseconds of the node's time.

use crate::protocol::Time;

/// No deadline.
pub(super) const NEVER: u64 = u64::MAX;

/// A time as a deadline.
pub(super) fn nanos(time: Time) -> u64 {
    time.as_nanos().try_into().unwrap_or(NEVER)
}
