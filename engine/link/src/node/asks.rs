//! Questions that are on their way.

use std::error::Error;
use std::fmt;

use super::open::Open;
use crate::types::Refusal;

/// Why a question got no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskError {
    /// None came in time.
    Timeout,
    /// None will come: its reply was dropped.
    NoReply,
    /// The question has had no effect.
    Refused(Refusal),
    /// The link was given up, or the node is gone; nobody knows whether the question was handled.
    Unknown,
    /// Too much waits to be sent to the node.
    Full,
    /// The question cannot be encoded, or its answer cannot be decoded.
    Encoding(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("no answer in time"),
            Self::NoReply => f.write_str("no answer will come: the reply was dropped"),
            Self::Refused(why) => write!(f, "the question was refused: {why}"),
            Self::Unknown => f.write_str("no answer will come: the link was given up"),
            Self::Full => f.write_str("too much waits to be sent to the node"),
            Self::Encoding(why) => write!(f, "question or answer cannot be carried: {why}"),
        }
    }
}

impl Error for AskError {}

/// Takes the bytes of an answer.
pub(super) type Answered = Box<dyn FnOnce(Result<&[u8], AskError>) + Send>;

#[derive(Default)]
pub(super) struct Asks(Open<Answered>);

impl Asks {
    /// Of a node, by its index.
    pub(super) fn open(&self, node: u32, answered: Answered) -> u64 {
        self.0.add(node, answered)
    }

    pub(super) fn close(&self, number: u64, answer: Result<&[u8], AskError>) {
        if let Some(answered) = self.0.take(number) {
            answered(answer);
        }
    }

    /// Ends all questions to a node.
    pub(super) fn end(&self, node: u32) {
        for answered in self.0.take_all_of(node) {
            answered(Err(AskError::Unknown));
        }
    }
}
