//! A link between two nodes, as two pure state machines: what they are given are frames and the time, what they return are frames and
//! events. The promise is in docs/design.md.

mod receiver;
mod sender;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub(crate) use receiver::{Delivered, Receiver};
#[cfg(test)]
pub(crate) use sender::Full;
pub(crate) use sender::{Acknowledged, Packed, Sender, Timer};

/// Since some moment: of a clock that only goes forward.
pub(crate) type Time = Duration;

/// So many messages may be sent before the receiver's first acknowledgement.
pub(crate) const INITIAL_CREDIT: u64 = 128;

/// The limits of a link's two ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// So many messages may have come and not given their credit back.
    pub(crate) messages: u64,
    /// So many bytes may be on their way, unless one message is larger; the receiver keeps as many of what comes early.
    pub(crate) bytes: usize,
    /// So many bytes may wait at the sender, unless one message is larger.
    pub(crate) queue: usize,
    /// A frame's messages have so many bytes, unless one is larger.
    pub(crate) frame: usize,
    /// How long the receiver waits for more to report, before it acknowledges what has come.
    pub(crate) ack_delay: Duration,
    /// How long the sender waits before it sends something again, at first.
    pub(crate) resend: Duration,
    /// And at most.
    pub(crate) resend_at_most: Duration,
    /// How long it waits for a word of the receiver before it gives the epoch up.
    pub(crate) give_up: Duration,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            messages: 16_384,
            bytes: 8 << 20,
            queue: 64 << 20,
            // With its head it fits into one of Zenoh's batches.
            frame: 60 << 10,
            ack_delay: Duration::from_millis(20),
            resend: Duration::from_millis(200),
            resend_at_most: Duration::from_secs(2),
            give_up: Duration::from_secs(30),
        }
    }
}
