//! Questions that are on their way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::error::Error;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::deadline::{NEVER, nanos};
use super::open::Open;
use super::ready::lock;
use super::shared::Shared;
use crate::types::Refusal;
use crate::wire::Body;

/// Why a question got no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskError {
    /// None came in time.
    Timeout,
    /// None will come: its reply was dropped.
    NoReply,
    /// The question has had no effect.
    Refused(Refusal),
    /// The link was given up, or the node is gone; whether the question was handled is unknown.
    Unknown,
    /// Too much waits to be sent to the node.
    Full,
    /// The question cannot be encoded, or its answer cannot be decoded.
    Encoding(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("no answer in time"),
            Self::NoReply => f.write_str("no answer will come: the reply was dropped"),
            Self::Refused(why) => write!(f, "the question was refused: {why}"),
            Self::Unknown => f.write_str("no answer will come: the link was given up"),
            Self::Full => f.write_str("too much waits to be sent to the node"),
            Self::Encoding(why) => write!(f, "question or answer cannot be carried: {why}"),
        }
    }
}

impl Error for AskError {}

/// Takes the bytes of an answer.
pub(super) type Answered = Box<dyn FnOnce(Result<Body<'_>, AskError>) + Send>;

/// So many deadlines of questions that were answered are kept, or as many as there are questions.
const SPARE: usize = 1024;

pub(super) struct Asks {
    open: Open<Answered>,
    deadlines: Mutex<BinaryHeap<Reverse<(u64, u64)>>>,
    next: AtomicU64,
}

impl Default for Asks {
    fn default() -> Self {
        Self { open: Open::default(), deadlines: Mutex::default(), next: AtomicU64::new(NEVER) }
    }
}

impl Asks {
    /// Of a node, by its index.
    pub(super) fn open(&self, node: u32, answered: Answered) -> u64 {
        self.open.add(node, answered)
    }

    /// A question ends by then, in nanoseconds since the node began.
    fn end_by(&self, deadline: u64, number: u64) {
        let mut deadlines = lock(&self.deadlines);
        deadlines.push(Reverse((deadline, number)));
        if deadlines.len() > SPARE && deadlines.len() > 2 * self.open.len() {
            deadlines.retain(|Reverse((_, number))| self.open.has(*number));
        }
        self.store_next(&deadlines);
    }

    fn store_next(&self, deadlines: &BinaryHeap<Reverse<(u64, u64)>>) {
        let next = deadlines.peek().map_or(NEVER, |Reverse((deadline, _))| *deadline);
        self.next.store(next, Ordering::SeqCst);
    }

    /// When the next question ends, if it is not answered before.
    pub(super) fn next_deadline(&self) -> u64 {
        self.next.load(Ordering::SeqCst)
    }

    /// Those that have to end by now.
    pub(super) fn take_due(&self, now: u64) -> Vec<u64> {
        let mut due = Vec::new();
        if self.next_deadline() > now {
            return due;
        }
        let mut deadlines = lock(&self.deadlines);
        while let Some(&Reverse((deadline, number))) = deadlines.peek()
            && deadline <= now
        {
            deadlines.pop();
            due.push(number);
        }
        self.store_next(&deadlines);
        due
    }

    pub(super) fn close(&self, number: u64, answer: Result<Body<'_>, AskError>) {
        if let Some(answered) = self.open.take(number) {
            answered(answer);
        }
    }

    /// No answer is wanted any more.
    pub(super) fn cancel(&self, number: u64) {
        drop(self.open.take(number));
        // Without a question all deadlines are of earlier ones: a question is open before its deadline is entered.
        let mut deadlines = lock(&self.deadlines);
        if self.open.len() == 0 && !deadlines.is_empty() {
            *deadlines = BinaryHeap::new();
            self.store_next(&deadlines);
        }
    }

    pub(super) fn waits_for(&self, node: u32) -> bool {
        self.open.has_any_of(node)
    }

    /// How many are open, and how many deadlines there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> (usize, usize) {
        (self.open.len(), lock(&self.deadlines).len())
    }

    /// Ends all questions to a node.
    pub(super) fn end(&self, node: u32) {
        for answered in self.open.take_all_of(node) {
            answered(Err(AskError::Unknown));
        }
    }
}

impl Shared {
    /// A question ends by then.
    pub(super) fn close_by(&self, deadline: Instant, number: u64) {
        let deadline = nanos(deadline.saturating_duration_since(self.begun));
        self.asks.end_by(deadline, number);
        self.due_by(deadline);
    }
}
