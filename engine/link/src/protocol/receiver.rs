use std::collections::{BTreeMap, VecDeque};

use super::{INITIAL_CREDIT, Time, Window};
use crate::types::Outcome;
use crate::wire::{Ack, DataHead, Kind, Message, Messages, runs};

/// An acknowledgement has at most so many outcomes.
const OUTCOMES: usize = 4096;

/// The receiving end of a link.
pub(crate) struct Receiver {
    window: Window,
    /// The number of this record of the sender; the receiver's node had earlier ones, perhaps, and has dropped them.
    record: u64,
    /// 0: nothing has come yet.
    epoch: u64,
    expected: u64,
    /// What has come before its turn.
    early: BTreeMap<u64, (Kind, Box<[u8]>)>,
    early_bytes: usize,
    /// Credits that have been given back.
    returned: u64,
    /// Those that the sender has not seen, as far as is known.
    outcomes: VecDeque<(u64, Outcome)>,
    first_outcome: u64,
    /// Those before have been reported, perhaps in vain.
    reported: u64,
    /// A report is due now.
    due: bool,
    /// A report is due by then.
    deadline: Option<Time>,
    /// Bytes that have come since the last report.
    unreported: usize,
    reported_limit: u64,
}

/// A message whose turn it is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Delivered<'a> {
    pub(crate) epoch: u64,
    pub(crate) number: u64,
    pub(crate) kind: Kind,
    pub(crate) body: &'a [u8],
}

impl Receiver {
    pub(crate) fn new(window: Window, record: u64) -> Self {
        Self {
            window,
            record,
            epoch: 0,
            expected: 0,
            early: BTreeMap::new(),
            early_bytes: 0,
            returned: 0,
            outcomes: VecDeque::new(),
            first_outcome: 0,
            reported: 0,
            due: false,
            deadline: None,
            unreported: 0,
            reported_limit: INITIAL_CREDIT,
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

    /// Takes a frame; hands on the messages whose turn has come, in order. An unacked one gives its credit back here and now.
    pub(crate) fn take(
        &mut self,
        now: Time,
        head: &DataHead,
        messages: Messages<'_>,
        mut deliver: impl FnMut(Delivered<'_>),
    ) {
        if head.epoch < self.epoch {
            return;
        }
        if head.epoch > self.epoch {
            *self = Self { epoch: head.epoch, ..Self::new(self.window, self.record) };
        }
        self.forget_outcomes(head.seen);
        if head.probe {
            self.reported = self.first_outcome;
        }
        // A probe, and what has come before or comes too early, is answered at once.
        self.due |= head.probe || head.messages == 0 || head.first != self.expected;
        self.unreported += messages.size();
        for (number, message) in (head.first..).zip(messages) {
            if number == self.expected {
                self.deliver(message, &mut deliver);
                while let Some((kind, body)) = self.early.remove(&self.expected) {
                    self.early_bytes -= body.len();
                    self.deliver(Message { kind, body: &body }, &mut deliver);
                }
            } else if number > self.expected && number < self.limit() && !self.early.contains_key(&number) {
                let size = message.body.len();
                if self.early_bytes + size <= self.window.bytes {
                    self.early_bytes += size;
                    self.early.insert(number, (message.kind, message.body.into()));
                }
            }
        }
        // So is a sender that may soon have to stop, for want of credit or of bytes that may be on their way.
        let credit_left = self.reported_limit.saturating_sub(self.expected);
        self.due |= credit_left < self.window.messages / 2 && self.limit() > self.reported_limit;
        self.due |= self.unreported >= self.window.bytes / 4;
        self.deadline.get_or_insert(now + self.window.ack_delay);
    }

    fn deliver(&mut self, Message { kind, body }: Message<'_>, deliver: &mut impl FnMut(Delivered<'_>)) {
        if self.expected >= self.limit() {
            return; // beyond its credit: it has to come again
        }
        let number = self.expected;
        self.expected += 1;
        if !kind.is_acked() {
            self.returned += 1;
        }
        deliver(Delivered { epoch: self.epoch, number, kind, body });
    }

    fn forget_outcomes(&mut self, seen: u64) {
        while self.first_outcome < seen && self.outcomes.pop_front().is_some() {
            self.first_outcome += 1;
            self.returned += 1;
        }
        self.reported = self.reported.max(self.first_outcome);
    }

    /// Takes the outcome of an acked message that was delivered.
    pub(crate) fn settle(&mut self, now: Time, epoch: u64, number: u64, kind: Kind, outcome: Outcome) {
        if epoch == self.epoch {
            self.outcomes.push_back((number, outcome));
            let can_wait = kind == Kind::Question && matches!(outcome, Outcome::Handled | Outcome::Panicked);
            self.due |= !can_wait || self.outcomes.len() as u64 >= self.window.messages / 4;
            self.deadline.get_or_insert(now + self.window.ack_delay);
        }
    }

    /// When [`poll`](Self::poll) has something to report, if nothing comes before.
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.deadline
    }

    /// Whether a report to the sender is due now.
    pub(crate) fn is_due(&self) -> bool {
        self.due && self.epoch != 0
    }

    /// The report to the sender, if one is due; together with another frame, whatever there is.
    pub(crate) fn poll(&mut self, now: Time, anyway: bool) -> Option<Ack> {
        let late = self.deadline.is_some_and(|deadline| anyway || deadline <= now);
        if !(self.due || late) || self.epoch == 0 {
            return None;
        }
        (self.deadline, self.unreported, self.reported_limit) = (None, 0, self.limit());
        let from = (self.reported - self.first_outcome) as usize;
        let to = self.outcomes.len().min(from + OUTCOMES);
        let ack = Ack {
            epoch: self.epoch,
            record: self.record,
            expected: self.expected,
            limit: self.limit(),
            first_outcome: self.reported,
            outcomes: runs(self.outcomes.range(from..to).copied()),
        };
        self.reported += (to - from) as u64;
        self.due = to < self.outcomes.len();
        Some(ack)
    }

    /// Lets go of what came early: it will come again, if its sender is there.
    pub(crate) fn let_go(&mut self) {
        self.early.clear();
        self.early_bytes = 0;
    }
}
