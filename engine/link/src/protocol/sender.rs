use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use super::{INITIAL_CREDIT, Time, Window};
use crate::types::{Outcome, Refusal};
use crate::wire::{Ack, Bytes, Data, Message};

/// What a message takes in a frame beside its bytes, at most.
const OVERHEAD: usize = 8;

/// The sending end of a link.
pub(crate) struct Sender {
    window: Window,
    epoch: u64,
    /// All messages with a smaller number have come; those from here on are in `queue`.
    come: u64,
    queue: VecDeque<Message>,
    queued_bytes: usize,
    /// The next number to transmit: at least `come`.
    cursor: u64,
    /// The bytes of the messages from `come` to `cursor`.
    flying: usize,
    /// Those from here on have never been transmitted.
    fresh: u64,
    /// The first number that the receiver does not accept.
    limit: u64,
    /// Acked messages without an outcome.
    open: BTreeSet<u64>,
    seen: u64,
    told_seen: u64,
    probe: bool,
    /// After a timeout, until there is progress: one frame at a time.
    careful: bool,
    resend: Duration,
    /// When something is said again; while something is waited for.
    deadline: Option<Time>,
    heard: Time,
    missed_at: Option<Time>,
}

/// There is no room for a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// What comes of the time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    Fine,
    /// The receiver has not said anything for too long: the epoch has to be given up.
    Silence,
}

impl Sender {
    pub(crate) fn new(window: Window) -> Self {
        Self {
            window,
            epoch: 1,
            come: 0,
            queue: VecDeque::new(),
            queued_bytes: 0,
            cursor: 0,
            flying: 0,
            fresh: 0,
            limit: INITIAL_CREDIT,
            open: BTreeSet::new(),
            seen: 0,
            told_seen: 0,
            probe: false,
            careful: false,
            resend: window.resend,
            deadline: None,
            heard: Time::ZERO,
            missed_at: None,
        }
    }

    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Bytes of messages that the receiver has not got yet, as far as is known.
    pub(crate) fn queued_bytes(&self) -> usize {
        self.queued_bytes
    }

    /// Messages that the receiver has not got yet, as far as is known.
    pub(crate) fn waiting(&self) -> u64 {
        self.queue.len() as u64
    }

    /// So many more messages may be transmitted before the receiver gives room.
    pub(crate) fn credits(&self) -> u64 {
        self.limit.saturating_sub(self.cursor)
    }

    /// Acked messages whose outcome is not known yet.
    pub(crate) fn unsettled(&self) -> usize {
        self.open.len()
    }

    /// Takes a message; returns its number within the epoch.
    pub(crate) fn push(&mut self, acked: bool, body: Vec<u8>) -> Result<u64, Full> {
        if !self.queue.is_empty() && self.queued_bytes + body.len() > self.window.queue {
            return Err(Full);
        }
        let number = self.come + self.queue.len() as u64;
        self.queued_bytes += body.len();
        self.queue.push_back(Message { acked, body: Bytes(body) });
        if acked {
            self.open.insert(number);
        }
        Ok(number)
    }

    fn end(&self) -> u64 {
        self.come + self.queue.len() as u64
    }

    /// The next frame to put on the network, if any.
    pub(crate) fn poll(&mut self, now: Time) -> Option<Data> {
        let first = self.cursor;
        let mut messages = Vec::new();
        let mut bytes = 0;
        while self.cursor < self.end().min(self.limit) && !(self.careful && self.flying > 0 && messages.is_empty()) {
            let message = &self.queue[(self.cursor - self.come) as usize];
            let size = message.body.0.len();
            let fits = bytes + size + OVERHEAD <= self.window.frame && self.flying + size <= self.window.bytes;
            if !fits && (!messages.is_empty() || self.flying > 0) {
                break;
            }
            messages.push(message.clone());
            bytes += size + OVERHEAD;
            // A message without bytes is something that flies, too.
            self.flying += size.max(1);
            self.cursor += 1;
        }
        self.fresh = self.fresh.max(self.cursor);
        let blocked = self.cursor < self.end() && self.cursor >= self.limit;
        let unsaid = self.seen - self.told_seen;
        if messages.is_empty() && !self.probe && !(blocked && unsaid > 0) && unsaid < self.window.messages / 4 {
            self.wait(now);
            return None;
        }
        self.told_seen = self.seen;
        let probe = std::mem::take(&mut self.probe);
        self.wait(now);
        Some(Data { epoch: self.epoch, first, seen: self.seen, probe, messages })
    }

    /// Whether there is anything that only the receiver can change.
    fn waits(&self) -> bool {
        self.cursor > self.come
            || self.cursor < self.end()
            || self.open.first().is_some_and(|&first| first < self.fresh)
    }

    fn wait(&mut self, now: Time) {
        if !self.waits() {
            self.deadline = None;
        } else if self.deadline.is_none() {
            self.deadline = Some(now + self.resend);
            self.heard = self.heard.max(now);
        }
    }

    /// When [`tick`](Self::tick) has something to do.
    pub(crate) fn deadline(&self) -> Option<Time> {
        self.deadline
    }

    /// Looks at the time.
    pub(crate) fn tick(&mut self, now: Time) -> Timer {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return Timer::Fine;
        }
        if now.saturating_sub(self.heard) >= self.window.give_up {
            return Timer::Silence;
        }
        self.cursor = self.come;
        self.flying = 0;
        self.careful = true;
        self.probe = true;
        self.resend = (self.resend * 2).min(self.window.resend_at_most);
        self.deadline = Some(now + self.resend);
        Timer::Fine
    }

    /// Takes what the receiver says; returns the outcomes that are new.
    pub(crate) fn acknowledged(&mut self, now: Time, ack: &Ack) -> Vec<(u64, Outcome)> {
        if ack.epoch != self.epoch || ack.expected > self.fresh {
            return Vec::new();
        }
        self.heard = now;
        let mut progress = false;
        while self.come < ack.expected {
            let Some(message) = self.queue.pop_front() else { break };
            let size = message.body.0.len();
            self.queued_bytes -= size;
            if self.come < self.cursor {
                self.flying -= size.max(1);
            }
            self.come += 1;
            progress = true;
        }
        self.cursor = self.cursor.max(self.come);
        if ack.limit > self.limit {
            self.limit = ack.limit;
            progress = true;
        }
        let settled = self.outcomes(now, ack);
        if progress || !settled.is_empty() {
            self.careful = false;
            self.resend = self.window.resend;
            self.deadline = None;
            self.wait(now);
        }
        settled
    }

    fn outcomes(&mut self, now: Time, ack: &Ack) -> Vec<(u64, Outcome)> {
        let mut settled = Vec::new();
        if ack.first_outcome > self.seen {
            // An acknowledgement is missing, or late. If it is missing, it has to be asked for; not again at once.
            if self.missed_at.is_none_or(|at| now.saturating_sub(at) >= self.window.resend / 8) {
                self.missed_at = Some(now);
                self.probe = true;
            }
            return settled;
        }
        let mut number = ack.first_outcome;
        for run in &ack.outcomes {
            for message in run.first..run.first.saturating_add(run.count.min(self.window.messages)) {
                if number >= self.seen {
                    self.seen = number + 1;
                    if message < self.fresh && self.open.remove(&message) {
                        settled.push((message, run.outcome));
                    }
                }
                number += 1;
            }
        }
        settled
    }

    /// Gives the epoch up and begins another; returns the outcomes of all acked messages that had none.
    pub(crate) fn give_up(&mut self) -> Vec<(u64, Outcome)> {
        let fresh = self.fresh;
        let settled = std::mem::take(&mut self.open)
            .into_iter()
            .map(|message| {
                (message, if message < fresh { Outcome::Unknown } else { Outcome::Refused(Refusal::NotSent) })
            })
            .collect();
        let epoch = self.epoch + 1;
        *self = Self { epoch, ..Self::new(self.window) };
        settled
    }
}
