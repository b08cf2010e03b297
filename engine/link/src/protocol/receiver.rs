use std::collections::{BTreeMap, VecDeque};

use super::Window;
use crate::types::Outcome;
use crate::wire::{Ack, Data, Message, runs};

/// An acknowledgement has at most so many outcomes.
const OUTCOMES: usize = 4096;

/// The receiving end of a link.
pub(crate) struct Receiver {
    window: Window,
    /// 0: nothing has come yet.
    epoch: u64,
    expected: u64,
    /// What has come before its turn.
    early: BTreeMap<u64, Message>,
    early_bytes: usize,
    /// Credits that have been given back.
    returned: u64,
    /// Those that the sender has not seen, as far as is known.
    outcomes: VecDeque<(u64, Outcome)>,
    first_outcome: u64,
    /// Those before have been said, perhaps in vain.
    said: u64,
    due: bool,
}

/// A message whose turn it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Delivered {
    pub(crate) epoch: u64,
    pub(crate) number: u64,
    pub(crate) acked: bool,
    pub(crate) body: Vec<u8>,
}

impl Receiver {
    pub(crate) fn new(window: Window) -> Self {
        Self {
            window,
            epoch: 0,
            expected: 0,
            early: BTreeMap::new(),
            early_bytes: 0,
            returned: 0,
            outcomes: VecDeque::new(),
            first_outcome: 0,
            said: 0,
            due: false,
        }
    }

    pub(super) fn limit(&self) -> u64 {
        self.returned + self.window.messages
    }

    /// So many credits are in use.
    #[cfg(test)]
    pub(super) fn used(&self) -> u64 {
        self.expected + self.early.len() as u64 - self.returned
    }

    #[cfg(test)]
    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Takes a frame; returns the messages whose turn has come, in order. An unacked one gives its credit back here and now.
    pub(crate) fn take(&mut self, data: Data) -> Vec<Delivered> {
        if data.epoch < self.epoch {
            return Vec::new();
        }
        if data.epoch > self.epoch {
            *self = Self { epoch: data.epoch, ..Self::new(self.window) };
        }
        self.due = true;
        self.forget_outcomes(data.seen);
        if data.probe {
            self.said = self.first_outcome;
        }
        let mut delivered = Vec::new();
        for (number, message) in (data.first..).zip(data.messages) {
            if number == self.expected {
                self.deliver(message, &mut delivered);
                while let Some(message) = self.early.remove(&self.expected) {
                    self.early_bytes -= message.body.0.len();
                    self.deliver(message, &mut delivered);
                }
            } else if number > self.expected && number < self.limit() && !self.early.contains_key(&number) {
                let size = message.body.0.len();
                if self.early_bytes + size <= self.window.bytes {
                    self.early_bytes += size;
                    self.early.insert(number, message);
                }
            }
        }
        delivered
    }

    fn deliver(&mut self, Message { acked, body }: Message, to: &mut Vec<Delivered>) {
        if self.expected >= self.limit() {
            return; // beyond its credit: it has to come again
        }
        to.push(Delivered { epoch: self.epoch, number: self.expected, acked, body: body.0 });
        self.expected += 1;
        if !acked {
            self.returned += 1;
        }
    }

    fn forget_outcomes(&mut self, seen: u64) {
        while self.first_outcome < seen && self.outcomes.pop_front().is_some() {
            self.first_outcome += 1;
            self.returned += 1;
        }
        self.said = self.said.max(self.first_outcome);
    }

    /// Takes the outcome of an acked message that was delivered.
    pub(crate) fn settle(&mut self, epoch: u64, number: u64, outcome: Outcome) {
        if epoch == self.epoch {
            self.outcomes.push_back((number, outcome));
            self.due = true;
        }
    }

    /// What is to be said to the sender, if anything.
    pub(crate) fn poll(&mut self) -> Option<Ack> {
        if !self.due || self.epoch == 0 {
            return None;
        }
        let from = (self.said - self.first_outcome) as usize;
        let to = self.outcomes.len().min(from + OUTCOMES);
        let ack = Ack {
            epoch: self.epoch,
            expected: self.expected,
            limit: self.limit(),
            first_outcome: self.said,
            outcomes: runs(self.outcomes.range(from..to).copied()),
        };
        self.said += (to - from) as u64;
        self.due = to < self.outcomes.len();
        Some(ack)
    }

    /// Lets go of what came early: it will come again, if its sender is there.
    pub(crate) fn let_go(&mut self) {
        self.early.clear();
        self.early_bytes = 0;
    }
}
