//! What has become of a message for a bounded mailbox.

use std::error::Error;
use std::fmt;

/// A message of a handler that has been [accepted](crate::Context::send_bounded).
#[must_use = "a handler that goes past the bound ends here, or the mailbox grows without one"]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sent {
    /// There was capacity.
    Within,
    /// There was none ([`Overflow::Await`](crate::Overflow::Await)): the message lies in the mailbox past the bound, and the sender handles
    /// nothing more until there is capacity again. What it sends besides before its handler ends goes past the bound, too.
    PastBound,
}

/// Why a message was not accepted by a bounded mailbox; most give it back.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SendError<M> {
    /// The mailbox is full ([`Overflow::Reject`](crate::Overflow::Reject)).
    Full(M),
    /// The mailbox was full, and the message is lost ([`Overflow::DropNewest`](crate::Overflow::DropNewest)).
    Dropped,
    /// The mailbox stayed full until the time limit.
    Timeout(M),
    /// The actor has terminated.
    Closed(M),
    /// The call might have blocked a worker thread; a handler uses [`Context::send_bounded`](crate::Context::send_bounded).
    InsideHandler(M),
}

impl<M> SendError<M> {
    /// The message, if it is not lost.
    pub fn into_message(self) -> Option<M> {
        match self {
            Self::Full(message) | Self::Timeout(message) | Self::Closed(message) | Self::InsideHandler(message) => {
                Some(message)
            }
            Self::Dropped => None,
        }
    }
}

impl<M> fmt::Debug for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "Full(..)",
            Self::Dropped => "Dropped",
            Self::Timeout(_) => "Timeout(..)",
            Self::Closed(_) => "Closed(..)",
            Self::InsideHandler(_) => "InsideHandler(..)",
        })
    }
}

impl<M> fmt::Display for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "the mailbox is full",
            Self::Dropped => "the mailbox was full, and the message is dropped",
            Self::Timeout(_) => "the mailbox was full for too long",
            Self::Closed(_) => "the actor has terminated",
            Self::InsideHandler(_) => "a handler must not block: use Context::send_bounded there",
        })
    }
}

impl<M> Error for SendError<M> {}
