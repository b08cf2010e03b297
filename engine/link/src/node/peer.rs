//! A link's two ends at this node, and the callbacks of outcomes.

use std::collections::HashMap;

use super::publishers::Publishers;
use super::remote::{Encoded, Outgoing, Remote};
use super::snapshot::LinkSnapshot;
use crate::protocol::{Receiver, Sender, Window};
use crate::types::{OnOutcome, Outcome, Refusal};

pub(super) struct Peer {
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    /// Of acked messages, by their numbers in the sender's epoch.
    callbacks: HashMap<u64, OnOutcome>,
    /// Bytes in the sender's queue that the remote's count has, too.
    counted: usize,
    counts: Counts,
    /// The last frame with messages, in either direction, had one: the sender waits for an answer, as a rule, and there is nothing to gather.
    single: (bool, bool),
    pub(super) publishers: Option<Publishers>,
    /// What the last epoch took down with it, and has to be sent again.
    pub(super) unsent: Vec<Encoded>,
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
    /// Of a link to a node of this record, whose epochs begin here.
    pub(super) fn new(window: Window, record: u64, epoch: u64) -> Self {
        Self {
            sender: Sender::new(window, epoch),
            receiver: Receiver::new(window, record),
            callbacks: HashMap::new(),
            counted: 0,
            counts: Counts::default(),
            single: (true, true),
            publishers: None,
            unsent: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, outgoing: Outgoing) {
        self.counts.sent += outgoing.messages;
        self.counts.acked += outgoing.callbacks.len() as u64;
        let (packed, callbacks) = outgoing.packed();
        let size = packed.bytes.len();
        match self.sender.push(packed) {
            Ok(first) => {
                self.counted += size;
                self.callbacks.extend(callbacks.into_iter().map(|(message, on_outcome)| (first + message, on_outcome)));
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

    /// The callbacks of these messages.
    pub(super) fn take_callbacks(&mut self, settled: Vec<(u64, Outcome)>) -> Vec<(OnOutcome, Outcome)> {
        for &(_, outcome) in &settled {
            self.counts.settled(outcome);
        }
        settled.into_iter().filter_map(|(number, outcome)| Some((self.callbacks.remove(&number)?, outcome))).collect()
    }

    /// Messages were refused before they came to the sender: the node is gone. Returns the callbacks, and how many messages have none.
    pub(super) fn refuse(&mut self, outgoing: Outgoing) -> (Vec<(OnOutcome, Outcome)>, u64) {
        let outcome = Outcome::Refused(Refusal::NodeGone);
        let callbacks: Vec<_> = outgoing.callbacks.into_iter().map(|(_, on_outcome)| (on_outcome, outcome)).collect();
        for _ in &callbacks {
            self.counts.sent += 1;
            self.counts.acked += 1;
            self.counts.settled(outcome);
        }
        let without_callback = outgoing.messages - callbacks.len() as u64;
        (callbacks, without_callback)
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

    /// Whether a message is best put at once by the sender's thread.
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

    /// Ends the epoch; returns the callbacks with their outcomes.
    pub(super) fn give_up(&mut self, remote: &Remote) -> Vec<(OnOutcome, Outcome)> {
        let settled = self.sender.give_up();
        let callbacks = self.take_callbacks(settled);
        self.receiver.let_go();
        self.recount(remote);
        self.report(remote);
        callbacks
    }

    /// Whether nothing waits to be sent, or to be settled.
    pub(super) fn is_idle(&self) -> bool {
        self.sender.queued_bytes() == 0 && self.sender.unsettled() == 0
    }
}
