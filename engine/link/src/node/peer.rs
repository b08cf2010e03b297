//! A link's two ends at this node, and who is to be told what.

use std::collections::HashMap;

use super::publishers::Publishers;
use super::remote::{Encoded, Outgoing, Remote};
use super::snapshot::LinkSnapshot;
use crate::protocol::{Receiver, Sender, Window};
use crate::types::{Outcome, Refusal, Tell};

pub(super) struct Peer {
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    /// Of acked messages, by their numbers in the sender's epoch.
    tells: HashMap<u64, Tell>,
    /// Bytes in the sender's queue that the remote's count has, too.
    counted: usize,
    counts: Counts,
    /// The last frame with messages, in either direction, had one: whoever sends waits for an answer, as a rule, and there is nothing to gather.
    single: (bool, bool),
    pub(super) publishers: Option<Publishers>,
    /// What the last epoch took down with it, and has to be said again.
    pub(super) unsaid: Vec<Encoded>,
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
    pub(super) fn new(window: Window) -> Self {
        Self {
            sender: Sender::new(window),
            receiver: Receiver::new(window),
            tells: HashMap::new(),
            counted: 0,
            counts: Counts::default(),
            single: (true, true),
            publishers: None,
            unsaid: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, outgoing: Outgoing) {
        self.counts.sent += outgoing.messages;
        self.counts.acked += outgoing.tells.len() as u64;
        let (packed, tells) = outgoing.packed();
        let size = packed.bytes.len();
        match self.sender.push(packed) {
            Ok(first) => {
                self.counted += size;
                self.tells.extend(tells.into_iter().map(|(message, tell)| (first + message, tell)));
            }
            Err(_) => unreachable!("the queue's limit is the shared count's"),
        }
    }

    /// Takes the bytes that have left the queue from the count that senders look at.
    pub(super) fn recount(&mut self, remote: &Remote) {
        let left = self.sender.queued_bytes();
        remote.free(self.counted - left);
        self.counted = left;
    }

    /// Who is to be told, of these.
    pub(super) fn tells(&mut self, settled: Vec<(u64, Outcome)>) -> Vec<(Tell, Outcome)> {
        for &(_, outcome) in &settled {
            self.counts.settled(outcome);
        }
        settled.into_iter().filter_map(|(number, outcome)| Some((self.tells.remove(&number)?, outcome))).collect()
    }

    /// Messages were refused before they came to the sender: the node is gone. Returns who is to be told, and how many have nobody.
    pub(super) fn refuse(&mut self, outgoing: Outgoing) -> (Vec<(Tell, Outcome)>, u64) {
        let outcome = Outcome::Refused(Refusal::NodeGone);
        let tells: Vec<_> = outgoing.tells.into_iter().map(|(_, tell)| (tell, outcome)).collect();
        for _ in &tells {
            self.counts.sent += 1;
            self.counts.acked += 1;
            self.counts.settled(outcome);
        }
        let nobody = outgoing.messages - tells.len() as u64;
        (tells, nobody)
    }

    /// So many messages have come in a frame.
    pub(super) fn received(&mut self, messages: u64) {
        self.counts.received += messages;
        if messages > 0 {
            self.single.0 = messages == 1;
        }
    }

    /// So many messages go in a frame.
    pub(super) fn sends(&mut self, messages: u64) {
        if messages > 0 {
            self.single.1 = messages == 1;
        }
    }

    /// Whether a message is best put at once by whoever sends it.
    pub(super) fn has_nothing_to_gather(&self) -> bool {
        self.sender.is_quiet() && self.single == (true, true)
    }

    /// Writes down what others may see.
    pub(super) fn report(&self, remote: &Remote) {
        let Counts { sent, received, acked, handled, panicked, refused, unknown } = self.counts;
        remote.board.link(LinkSnapshot {
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
    pub(super) fn give_up(&mut self, remote: &Remote) -> Vec<(Tell, Outcome)> {
        let settled = self.sender.give_up();
        let tells = self.tells(settled);
        self.receiver.let_go();
        self.recount(remote);
        self.report(remote);
        tells
    }

    /// Whether nothing waits to be sent, or to be settled.
    pub(super) fn is_idle(&self) -> bool {
        self.sender.queued_bytes() == 0 && self.sender.unsettled() == 0
    }
}
