//! What the node's thread keeps of another node.

use std::collections::HashMap;
use std::sync::Arc;

use zenoh::pubsub::Publisher;

use super::shared::{Remote, Tell};
use super::snapshot::LinkSnapshot;
use crate::protocol::{Receiver, Sender, Window};
use crate::types::{Outcome, Refusal};

pub(super) struct Peer {
    pub(super) remote: Arc<Remote>,
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    /// Of acked messages, by their numbers in the sender's epoch.
    tells: HashMap<u64, Tell>,
    /// Bytes in the sender's queue that the remote's count has, too.
    counted: usize,
    counts: Counts,
    pub(super) publisher: Option<Publisher<'static>>,
    /// Whether it has to be looked at.
    pub(super) touched: bool,
    /// What the last epoch took down with it, and has to be said again.
    pub(super) unsaid: Vec<Vec<u8>>,
}

/// Messages of all epochs.
#[derive(Clone, Copy, Default)]
struct Counts {
    sent: u64,
    received: u64,
    acked: u64,
    handled: u64,
    panicked: u64,
    refused: u64,
    unknown: u64,
}

impl Counts {
    fn settled(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Handled => &mut self.handled,
            Outcome::Panicked => &mut self.panicked,
            Outcome::Refused(_) => &mut self.refused,
            Outcome::Unknown => &mut self.unknown,
        };
        *count += 1;
    }
}

impl Peer {
    pub(super) fn new(remote: Arc<Remote>, window: Window) -> Self {
        Self {
            remote,
            sender: Sender::new(window),
            receiver: Receiver::new(window),
            tells: HashMap::new(),
            counted: 0,
            counts: Counts::default(),
            publisher: None,
            touched: false,
            unsaid: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, body: Vec<u8>, tell: Option<Tell>) {
        let size = body.len();
        self.counts.sent += 1;
        self.counts.acked += u64::from(tell.is_some());
        match self.sender.push(tell.is_some(), body) {
            Ok(number) => {
                self.counted += size;
                if let Some(tell) = tell {
                    self.tells.insert(number, tell);
                }
            }
            Err(_) => unreachable!("the queue's limit is the shared count's"),
        }
    }

    /// Takes the bytes that have left the queue from the count that senders look at.
    pub(super) fn recount(&mut self) {
        let left = self.sender.queued_bytes();
        self.remote.free(self.counted - left);
        self.counted = left;
    }

    /// Who is to be told, of these.
    pub(super) fn tells(&mut self, settled: Vec<(u64, Outcome)>) -> Vec<(Tell, Outcome)> {
        for &(_, outcome) in &settled {
            self.counts.settled(outcome);
        }
        settled.into_iter().filter_map(|(number, outcome)| Some((self.tells.remove(&number)?, outcome))).collect()
    }

    /// An acked message was refused before it came to the sender: the node is gone.
    pub(super) fn refuse(&mut self, tell: Tell) {
        let outcome = Outcome::Refused(Refusal::NodeGone);
        self.counts.sent += 1;
        self.counts.acked += 1;
        self.counts.settled(outcome);
        self.report();
        tell(outcome);
    }

    /// So many messages have come.
    pub(super) fn received(&mut self, messages: usize) {
        self.counts.received += messages as u64;
    }

    /// Writes down what others may see.
    pub(super) fn report(&self) {
        let Counts { sent, received, acked, handled, panicked, refused, unknown } = self.counts;
        self.remote.board.link(LinkSnapshot {
            epoch: self.sender.epoch(),
            sent,
            received,
            acked,
            handled,
            panicked,
            refused,
            unknown,
            unacked: self.sender.unsettled() as u64,
            waiting: self.sender.waiting(),
            queued_bytes: 0, // counted by those who send
            credits: self.sender.credits(),
        });
    }

    /// Ends the epoch; returns who is to be told of what.
    pub(super) fn give_up(&mut self) -> Vec<(Tell, Outcome)> {
        let settled = self.sender.give_up();
        let tells = self.tells(settled);
        self.receiver.let_go();
        self.recount();
        self.report();
        tells
    }

    /// Whether nothing waits to be sent, or to be settled.
    pub(super) fn is_idle(&self) -> bool {
        self.sender.queued_bytes() == 0 && self.sender.unsettled() == 0
    }
}
