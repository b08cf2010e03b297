//! The frames between two nodes: a head, and behind it messages, as they were packed when they were sent.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::limits::{DecodeError, EncodeError, Limits, VERSION};
use super::packed::{self, Messages};
use super::{decode_first, encode_into};
use crate::types::Outcome;

/// What a frame takes in addition to its messages, as a rule.
const HEAD: usize = 64;

/// To which incarnation of the receiver, and what; the key holds the sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) to: u64,
    /// From the sender of one link to its receiver.
    pub(crate) data: Option<DataHead>,
    /// From the receiver of the other link to its sender.
    pub(crate) ack: Option<Ack>,
}

/// What is before a frame's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DataHead {
    pub(crate) epoch: u64,
    /// The number of the first message.
    pub(crate) first: u64,
    /// How many follow.
    pub(crate) messages: u64,
    /// So many outcomes have been seen.
    pub(crate) seen: u64,
    /// Whether all outcomes that have not been seen are to be sent again.
    pub(crate) probe: bool,
}

/// Messages on their way: what was packed, in one piece or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Data {
    pub(crate) head: DataHead,
    pub(crate) parts: Vec<Bytes>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ack {
    pub(crate) epoch: u64,
    /// Which record of the sender the receiver has: a later one has a higher number, and nothing of what came before.
    pub(crate) record: u64,
    /// All messages with a smaller number have come.
    pub(crate) expected: u64,
    /// The first number that is not accepted yet.
    pub(crate) limit: u64,
    /// The number of the first outcome.
    pub(crate) first_outcome: u64,
    pub(crate) outcomes: Vec<Run>,
}

/// Messages in a row with the same outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) first: u64,
    pub(crate) count: u64,
    pub(crate) outcome: Outcome,
}

/// Outcomes as runs.
pub(crate) fn runs(outcomes: impl IntoIterator<Item = (u64, Outcome)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (number, outcome) in outcomes {
        match runs.last_mut() {
            Some(run) if run.outcome == outcome && run.first + run.count == number => run.count += 1,
            _ => runs.push(Run { first: number, count: 1, outcome }),
        }
    }
    runs
}

impl Head {
    /// The frame up to its messages.
    pub(crate) fn encode(&self, limits: Limits) -> Result<Vec<u8>, EncodeError> {
        let outcomes = self.ack.as_ref().map_or(0, |ack| ack.outcomes.len() * 4);
        let mut frame = Vec::with_capacity(HEAD + outcomes);
        frame.push(VERSION);
        encode_into(self, limits, frame)
    }

    /// A frame's head and its messages: as many as in the head, and nothing behind.
    pub(crate) fn decode(bytes: &[u8], limits: Limits) -> Result<(Self, Messages<'_>), DecodeError> {
        let (head, rest) = match bytes {
            [VERSION, rest @ ..] => decode_first::<Self>(rest, limits)?,
            [other, ..] => return Err(DecodeError::Version(*other)),
            [] => return Err(DecodeError::Malformed),
        };
        let messages = packed::messages(rest, head.data.map_or(0, |data| data.messages));
        Ok((head, messages.ok_or(DecodeError::Malformed)?))
    }
}
