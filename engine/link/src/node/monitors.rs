//! The observers of the ends of other nodes' actors.

use std::fmt;

use agon_actor::ExitReason;
use serde::{Deserialize, Serialize};

use super::open::Open;

/// Why an actor on another node is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EndReason {
    /// It stopped itself, was asked to stop, or its system shut down in time.
    Normal,
    /// Its handler panicked, with this message.
    Panicked(String),
    /// It was killed.
    Killed,
    /// It followed an actor it was linked to.
    Linked,
    /// It gave up, for this reason.
    Failed(String),
    /// It had terminated before anybody asked, and it is not known why any more.
    Unknown,
    /// Its node is gone, or cannot be reached: it may have ended or not.
    NodeGone,
}

impl From<ExitReason> for EndReason {
    fn from(reason: ExitReason) -> Self {
        match reason {
            ExitReason::Normal => Self::Normal,
            ExitReason::Panicked(text) => Self::Panicked(text.to_string()),
            ExitReason::Killed => Self::Killed,
            ExitReason::Linked => Self::Linked,
            ExitReason::Failed(why) => Self::Failed(why.to_string()),
            _ => Self::Unknown,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("stopped normally"),
            Self::Panicked(text) => write!(f, "panicked: {text}"),
            Self::Killed => f.write_str("was killed"),
            Self::Linked => f.write_str("followed an actor it was linked to"),
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::Unknown => f.write_str("terminated before it was asked about"),
            Self::NodeGone => f.write_str("its node is gone"),
        }
    }
}

type Ended = Box<dyn FnOnce(EndReason) + Send>;

#[derive(Default)]
pub(super) struct Monitors(Open<Ended>);

impl Monitors {
    /// Of an actor on a node, by the node's index.
    pub(super) fn open(&self, node: u32, ended: Ended) -> u64 {
        self.0.add(node, ended)
    }

    /// Calls a monitor off; whether it has not ended before.
    pub(super) fn cancel(&self, number: u64) -> bool {
        self.0.take(number).is_some()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes a node's word that an actor of its own has ended.
    pub(super) fn ended(&self, from: u32, number: u64, reason: EndReason) {
        if let Some(ended) = self.0.take_of(from, number) {
            ended(reason);
        }
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.0.has(number)
    }

    pub(super) fn waits_for(&self, node: u32) -> bool {
        self.0.has_any_of(node)
    }

    /// All monitors of a node's actors: it is gone.
    pub(super) fn gone(&self, node: u32) {
        for ended in self.0.take_all_of(node) {
            ended(EndReason::NodeGone);
        }
    }
}
