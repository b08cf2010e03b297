//! What a node knows of the others at one moment.
//!
//! The node's thread counts for itself, and writes the counts down once for each turn of a link, not for each message. A reader gets what was
//! written last: it does not wait for the thread, which may be busy just then.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::ready::lock;
use crate::types::NodeId;

/// A node as it sees itself and the others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeSnapshot {
    /// Its identity.
    pub id: NodeId,
    /// How long ago it joined.
    pub up: Duration,
    /// All others that it has met, those included that have been gone for less than twice [`give_up`](crate::NodeBuilder::give_up) or that
    /// addresses here are of, in the order of their identities.
    pub peers: Vec<PeerSnapshot>,
    /// What has happened to messages whose sender was not notified.
    pub counters: LinkCounters,
}

/// What has happened to messages whose sender was not notified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounters {
    /// Unacked messages dropped: for want of capacity, for an actor that is not there, for a node that is gone.
    pub dropped: u64,
    /// Messages that could not be decoded.
    pub undecodable: u64,
    /// Malformed frames, and frames beyond the capacity.
    pub frames_dropped: u64,
}

/// Another node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeerSnapshot {
    /// Its identity.
    pub id: NodeId,
    /// Whether it is there.
    pub presence: Presence,
    /// For how long that has been so.
    pub since: Duration,
    /// What has passed between it and this node.
    pub link: LinkSnapshot,
}

/// Whether a node is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// It is known from an address or a message only: its token has not been seen.
    #[default]
    Unseen,
    /// Its token is there.
    Here,
    /// Its token has gone: it has left, or cannot be reached.
    Gone,
}

/// What has passed between two nodes, in messages; those of monitors, questions and answers are counted, too.
///
/// `acked` is the sum of `handled`, `panicked`, `refused`, `unknown` and `unacked`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkSnapshot {
    /// The epoch of the link to the other node: one more each time that the link was given up; 0 before anything has passed.
    pub epoch: u64,
    /// Messages for the other node that the link has taken.
    pub sent: u64,
    /// Messages of the other node that have come, each once.
    pub received: u64,
    /// Of those sent, the ones whose outcome was requested.
    pub acked: u64,
    /// Of the acked ones, those that were handled.
    pub handled: u64,
    /// Those whose handler panicked.
    pub panicked: u64,
    /// Those that have had no effect.
    pub refused: u64,
    /// Those whose outcome is unknown.
    pub unknown: u64,
    /// Those that have no outcome yet.
    pub unacked: u64,
    /// Messages, acked or not, that the other node is not known to have.
    pub waiting: u64,
    /// The bytes of messages for the other node that wait here, or are on their way.
    pub queued_bytes: usize,
    /// So many more messages may be put on the network before the other node gives credit.
    pub credits: u64,
}

/// Where the node's thread writes down what others may see of a peer.
pub(super) struct Board(Mutex<Written>);

#[derive(Clone, Copy)]
struct Written {
    presence: Presence,
    since: Instant,
    link: LinkSnapshot,
}

impl Board {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Written { presence: Presence::Unseen, since: Instant::now(), link: LinkSnapshot::default() }))
    }

    pub(super) fn presence(&self, presence: Presence) {
        let mut written = lock(&self.0);
        if written.presence != presence {
            (written.presence, written.since) = (presence, Instant::now());
        }
    }

    /// Since when the node has not been there, if it is not: a time of a node that began then.
    pub(super) fn gone_since(&self, begun: Instant) -> Option<Duration> {
        let Written { presence, since, .. } = *lock(&self.0);
        (presence != Presence::Here).then(|| since.saturating_duration_since(begun))
    }

    pub(super) fn link(&self, link: LinkSnapshot) {
        lock(&self.0).link = link;
    }

    /// What is written of a node, for which so many bytes wait.
    pub(super) fn read(&self, id: NodeId, queued_bytes: usize) -> PeerSnapshot {
        let Written { presence, since, link } = *lock(&self.0);
        PeerSnapshot { id, presence, since: since.elapsed(), link: LinkSnapshot { queued_bytes, ..link } }
    }
}
