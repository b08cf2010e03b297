use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use bytes::{Buf, Bytes};

use super::{INITIAL_CREDIT, Time, Window};
use crate::types::{Outcome, Refusal};
use crate::wire::{Ack, Data, DataHead, first};

/// Messages as they were packed when they were sent; they are put into frames as they lie.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    pub(crate) bytes: Bytes,
    pub(crate) messages: u64,
    /// Which of them are acked, counted from 0.
    pub(crate) acked: Vec<u64>,
}

/// Those of them that have not come yet, as far as is known.
struct Part {
    bytes: Bytes,
    messages: u64,
}

/// A place in the queue.
#[derive(Clone, Copy, Default)]
struct Place {
    part: usize,
    /// Within the part.
    byte: usize,
    message: u64,
}

/// The sending end of a link.
pub(crate) struct Sender {
    window: Window,
    epoch: u64,
    /// All messages with a smaller number have come; those from here on are in `queue`.
    come: u64,
    queue: VecDeque<Part>,
    queued_bytes: usize,
    queued: u64,
    /// The next number to transmit: at least `come`.
    cursor: u64,
    /// Where that is in the queue.
    place: Place,
    /// The bytes of the messages from `come` to `cursor`.
    flying: usize,
    /// Those from here on have never been transmitted.
    fresh: u64,
    /// The first number that the receiver does not accept.
    limit: u64,
    /// Acked messages without an outcome.
    open: BTreeSet<u64>,
    seen: u64,
    reported_seen: u64,
    probe: bool,
    /// After a timeout, until there is progress: one frame at a time.
    careful: bool,
    resend: Duration,
    /// When something is sent again; while something is waited for.
    deadline: Option<Time>,
    observed: Time,
    missed_at: Option<Time>,
    /// The receiver's record of this epoch, since its first acknowledgement.
    record: Option<u64>,
}

/// What follows from an acknowledgement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Acknowledged {
    /// Outcomes that are new.
    Outcomes(Vec<(u64, Outcome)>),
    /// The receiver has dropped its record of this epoch: the epoch has to be given up.
    Forgotten,
}

/// There is no capacity for a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// What comes of the time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    Fine,
    /// The receiver has been silent for too long: the epoch has to be given up.
    Silence,
}

impl Sender {
    /// Begins with an epoch above all that the receiver may know of.
    pub(crate) fn new(window: Window, epoch: u64) -> Self {
        Self {
            window,
            epoch,
            come: 0,
            queue: VecDeque::new(),
            queued_bytes: 0,
            queued: 0,
            cursor: 0,
            place: Place::default(),
            flying: 0,
            fresh: 0,
            limit: INITIAL_CREDIT,
            open: BTreeSet::new(),
            seen: 0,
            reported_seen: 0,
            probe: false,
            careful: false,
            resend: window.resend,
            deadline: None,
            observed: Time::ZERO,
            missed_at: None,
            record: None,
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
        self.queued
    }

    /// So many more messages may be transmitted before the receiver gives credit.
    pub(crate) fn credits(&self) -> u64 {
        self.limit.saturating_sub(self.cursor)
    }

    /// Whether it has sent something that is not acknowledged.
    #[cfg(test)]
    pub(super) fn has_unacknowledged(&self) -> bool {
        self.fresh > self.come
    }

    /// Acked messages whose outcome is not known yet.
    pub(crate) fn unsettled(&self) -> usize {
        self.open.len()
    }

    /// Takes messages; returns the first one's number within the epoch.
    pub(crate) fn push(&mut self, packed: Packed) -> Result<u64, Full> {
        let Packed { bytes, messages, acked } = packed;
        if !self.queue.is_empty() && self.queued_bytes + bytes.len() > self.window.queue {
            return Err(Full);
        }
        let number = self.end();
        self.queued_bytes += bytes.len();
        self.queued += messages;
        self.open.extend(acked.into_iter().map(|message| number + message));
        self.queue.push_back(Part { bytes, messages });
        Ok(number)
    }

    fn end(&self) -> u64 {
        self.come + self.queued
    }

    /// Whether the receiver has got all that it was ever sent, as far as is known, and nothing waits.
    pub(crate) fn is_quiet(&self) -> bool {
        self.queue.is_empty() && !self.careful
    }

    /// Whether there may be a frame to put on the network.
    pub(crate) fn wants(&self) -> bool {
        let blocked = self.cursor < self.end() && self.cursor >= self.limit;
        let unreported = self.seen - self.reported_seen;
        let stopped = self.careful && self.flying > 0;
        (self.cursor < self.end() && !blocked && !stopped)
            || self.probe
            || (blocked && unreported > 0)
            || unreported >= self.window.messages / 4
    }

    /// The next frame to put on the network, if any.
    pub(crate) fn poll(&mut self, now: Time) -> Option<Data> {
        let begin = self.cursor;
        let mut parts = Vec::new();
        if !(self.careful && self.flying > 0) {
            let mut space = self.window.frame;
            while let Some(bytes) = self.take_part(space, parts.is_empty()) {
                space = space.saturating_sub(bytes.len());
                parts.push(bytes);
            }
        }
        self.fresh = self.fresh.max(self.cursor);
        let blocked = self.cursor < self.end() && self.cursor >= self.limit;
        let unreported = self.seen - self.reported_seen;
        if parts.is_empty() && !self.probe && !(blocked && unreported > 0) && unreported < self.window.messages / 4 {
            self.wait(now);
            return None;
        }
        self.reported_seen = self.seen;
        let probe = std::mem::take(&mut self.probe);
        self.wait(now);
        let messages = self.cursor - begin;
        Some(Data { head: DataHead { epoch: self.epoch, first: begin, messages, seen: self.seen, probe }, parts })
    }

    /// The next messages that lie behind each other, and fit into what is left of a frame and into what may fly. One that is larger than a
    /// frame is one of its own; one that is larger than what may fly flies alone.
    fn take_part(&mut self, space: usize, is_first: bool) -> Option<Bytes> {
        let part = self.queue.get(self.place.part)?;
        let left = &part.bytes[self.place.byte..];
        let rest = part.messages - self.place.message;
        let flying = self.flying;
        let fits = |size: usize, alone: bool| {
            (size <= space || alone) && (flying + size <= self.window.bytes || (alone && flying == 0))
        };
        let messages = rest.min(self.limit.saturating_sub(self.cursor));
        let (mut taken, mut size) = (messages, left.len());
        if messages < rest || !fits(size, false) {
            if !is_first {
                return None; // it begins the next frame
            }
            (taken, size) = (0, 0);
            while taken < messages {
                let end = left.len() - first(&left[size..])?.1.len();
                if !fits(end, taken == 0) {
                    break;
                }
                (taken, size) = (taken + 1, end);
            }
        }
        if taken == 0 {
            return None;
        }
        let bytes = part.bytes.slice(self.place.byte..self.place.byte + size);
        self.place.byte += size;
        self.place.message += taken;
        if self.place.message == part.messages {
            self.place = Place { part: self.place.part + 1, ..Place::default() };
        }
        self.flying += size;
        self.cursor += taken;
        Some(bytes)
    }

    /// So many more messages have come, of those that have been transmitted at some time.
    fn has_come(&mut self, mut messages: u64) {
        self.come += messages;
        self.queued -= messages;
        while messages > 0
            && let Some(part) = self.queue.front_mut()
        {
            let (whole, mut size) = (messages >= part.messages, part.bytes.len());
            if !whole {
                let mut left = &part.bytes[..];
                for _ in 0..messages {
                    left = first(left).map_or(&[], |(_, rest)| rest);
                }
                size -= left.len();
            }
            let count = messages.min(part.messages);
            messages -= count;
            // What had flown when the sender went back does not fly now.
            let flew = if self.place.part > 0 { size } else { size.min(self.place.byte) };
            self.queued_bytes -= size;
            self.flying -= flew;
            if whole {
                self.queue.pop_front();
                self.place = match self.place.part.checked_sub(1) {
                    Some(part) => Place { part, ..self.place },
                    None => Place::default(),
                };
            } else {
                part.bytes.advance(size);
                part.messages -= count;
                if self.place.part == 0 {
                    self.place.byte = self.place.byte.saturating_sub(size);
                    self.place.message = self.place.message.saturating_sub(count);
                }
            }
        }
        self.cursor = self.cursor.max(self.come);
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
            self.observed = self.observed.max(now);
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
        if now.saturating_sub(self.observed) >= self.window.give_up {
            return Timer::Silence;
        }
        self.cursor = self.come;
        self.place = Place::default();
        self.flying = 0;
        self.careful = true;
        self.probe = true;
        self.resend = (self.resend * 2).min(self.window.resend_at_most);
        self.deadline = Some(now + self.resend);
        Timer::Fine
    }

    /// Takes the receiver's report.
    pub(crate) fn acknowledged(&mut self, now: Time, ack: &Ack) -> Acknowledged {
        let record = self.record.unwrap_or(ack.record);
        if ack.epoch != self.epoch || ack.expected > self.fresh || ack.record < record {
            return Acknowledged::Outcomes(Vec::new());
        }
        if ack.record > record {
            return Acknowledged::Forgotten;
        }
        self.record = Some(record);
        self.observed = now;
        let mut progress = ack.expected > self.come;
        if progress {
            self.has_come(ack.expected - self.come);
        }
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
        Acknowledged::Outcomes(settled)
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
        *self = Self::new(self.window, self.epoch + 1);
        settled
    }
}
