//! What two nodes say to each other.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Deserialize as DeserializeDerive, Serialize as SerializeDerive, Serializer};

use super::{DecodeError, EncodeError, Limits, VERSION, decode, encode_into};
use crate::types::Outcome;

/// What a message takes in a frame beside its bytes, and a frame beside its messages, as a rule.
const BESIDE: usize = 6;
const HEAD: usize = 256;

/// To which incarnation of the receiver, and what; who says it stands in the key.
#[derive(Clone, Debug, PartialEq, Eq, SerializeDerive, DeserializeDerive)]
pub(crate) struct Envelope {
    pub(crate) to: u64,
    /// From the sender of one link to its receiver.
    pub(crate) data: Option<Data>,
    /// From the receiver of the other link to its sender.
    pub(crate) ack: Option<Ack>,
}

#[derive(Clone, Debug, PartialEq, Eq, SerializeDerive, DeserializeDerive)]
pub(crate) struct Data {
    pub(crate) epoch: u64,
    /// The number of the first message.
    pub(crate) first: u64,
    /// So many outcomes have been seen.
    pub(crate) seen: u64,
    /// Whether all outcomes that have not been seen are to be said again.
    pub(crate) probe: bool,
    pub(crate) messages: Vec<Message>,
}

#[derive(Clone, Debug, PartialEq, Eq, SerializeDerive, DeserializeDerive)]
pub(crate) struct Message {
    /// Whether the sender wants to know its outcome.
    pub(crate) acked: bool,
    pub(crate) body: Bytes,
}

#[derive(Clone, Debug, PartialEq, Eq, SerializeDerive, DeserializeDerive)]
pub(crate) struct Ack {
    pub(crate) epoch: u64,
    /// All messages with a smaller number have come.
    pub(crate) expected: u64,
    /// The first number that is not accepted yet.
    pub(crate) limit: u64,
    /// The number of the first outcome.
    pub(crate) first_outcome: u64,
    pub(crate) outcomes: Vec<Run>,
}

/// Messages in a row with the same outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SerializeDerive, DeserializeDerive)]
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

impl Envelope {
    pub(crate) fn encode(&self, limits: Limits) -> Result<Vec<u8>, EncodeError> {
        let bodies = self.data.iter().flat_map(|data| &data.messages).map(|message| message.body.0.len() + BESIDE);
        // Large frames would else be moved again and again as they grow.
        let mut frame = Vec::with_capacity(bodies.sum::<usize>() + HEAD);
        frame.push(VERSION);
        encode_into(self, limits, frame)
    }

    pub(crate) fn decode(bytes: &[u8], limits: Limits) -> Result<Self, DecodeError> {
        match bytes {
            [VERSION, rest @ ..] => decode(rest, limits),
            [other, ..] => Err(DecodeError::Version(*other)),
            [] => Err(DecodeError::Malformed),
        }
    }
}

/// Bytes, encoded as such.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl serde::Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Taken;

        impl Visitor<'_> for Taken {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }

        deserializer.deserialize_bytes(Taken)
    }
}
