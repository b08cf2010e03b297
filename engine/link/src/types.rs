//! Types that all modules use.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A node: its name, and which of its lives under that name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId {
    name: Arc<str>,
    incarnation: u64,
}

impl NodeId {
    pub(crate) fn new(name: &str, incarnation: u64) -> Self {
        Self { name: name.into(), incarnation }
    }

    /// The name, which another incarnation may have, too.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number that was drawn when the node joined.
    pub fn incarnation(&self) -> u64 {
        self.incarnation
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{:016x}", self.name, self.incarnation)
    }
}

/// How an actor is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    /// Under a name.
    Name,
    /// As one of those who play a role.
    Role,
    /// As a host of keys.
    Shards,
}

/// What became of an acked message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Its handler got it, once, and has returned.
    Handled,
    /// Its handler got it, once, and has panicked over it.
    Panicked,
    /// It has had no effect, and will have none.
    Refused(Refusal),
    /// It was on its way when the link was given up: it may have been handled, once, or not.
    Unknown,
}

/// Why a message has had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Refusal {
    /// Its actor has terminated, or is not registered any more.
    NoActor,
    /// It could not be decoded: too large, too deep, or no message of the actor's type.
    Undecodable,
    /// The link was given up before it was sent.
    NotSent,
    /// Its node is gone.
    NodeGone,
    /// Its key does not live on the node that it came to.
    NotHere,
    /// Its receiver knows another version of its type, which has no such value: the receiver's node [reports](crate::Node::misunderstood) which part
    /// is missing there.
    OtherVersion,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handled => f.write_str("handled"),
            Self::Panicked => f.write_str("its handler panicked"),
            Self::Refused(why) => write!(f, "refused: {why}"),
            Self::Unknown => f.write_str("unknown: the link was given up while it was on its way"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoActor => "there is no such actor",
            Self::Undecodable => "it could not be decoded",
            Self::NotSent => "the link was given up before it was sent",
            Self::NodeGone => "the node is gone",
            Self::OtherVersion => "its receiver knows another version of its type",
            Self::NotHere => "its key does not live on the node that it came to",
        })
    }
}

/// Is called with a message's outcome, once.
pub(crate) type OnOutcome = Box<dyn FnOnce(Outcome) + Send>;
