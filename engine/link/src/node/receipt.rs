//! What became of a message, for its sender.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::ready::lock;
use crate::types::{OnOutcome, Outcome};

/// Will show what became of a message.
///
/// It is a future as well, for whatever executor: `receipt.await` is the outcome. Dropping it gives up the outcome, and not the message.
#[must_use = "a message whose fate is of no interest is better sent by `send`"]
pub struct RemoteReceipt(Arc<Slip>);

#[derive(Default)]
struct Slip {
    state: Mutex<State>,
    filled: Condvar,
}

#[derive(Default)]
struct State {
    outcome: Option<Outcome>,
    waker: Option<Waker>,
}

/// Fills a slip. One that is dropped instead leaves the outcome unknown.
struct Pen(Arc<Slip>);

impl Pen {
    fn fill(&self, outcome: Outcome) {
        let mut state = lock(&self.0.state);
        state.outcome.get_or_insert(outcome);
        let waker = state.waker.take();
        drop(state);
        self.0.filled.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Drop for Pen {
    fn drop(&mut self) {
        self.fill(Outcome::Unknown);
    }
}

impl RemoteReceipt {
    /// A receipt, and what is to be called with the outcome.
    pub(super) fn new() -> (Self, OnOutcome) {
        let slip = Arc::<Slip>::default();
        let pen = Pen(Arc::clone(&slip));
        (Self(slip), Box::new(move |outcome| pen.fill(outcome)))
    }

    /// What became of the message, if that is known by now.
    pub fn outcome(&self) -> Option<Outcome> {
        lock(&self.0.state).outcome
    }

    /// Blocks this thread until it is known what became of the message, for a time at most.
    pub fn wait(&self, within: Duration) -> Option<Outcome> {
        let state = lock(&self.0.state);
        let waited = self.0.filled.wait_timeout_while(state, within, |state| state.outcome.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.outcome
    }
}

impl Future for RemoteReceipt {
    type Output = Outcome;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Outcome> {
        let waker = cx.waker().clone();
        let mut state = lock(&self.0.state);
        if let Some(outcome) = state.outcome {
            return Poll::Ready(outcome);
        }
        let replaced = state.waker.replace(waker);
        drop(state);
        drop(replaced); // the drop of a waker may run anything
        Poll::Pending
    }
}

impl fmt::Debug for RemoteReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteReceipt").field(&self.outcome()).finish()
    }
}
