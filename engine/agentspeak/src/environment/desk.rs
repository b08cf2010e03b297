use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::news::{Listener, News};
use crate::mind::{Ended, Failure};
use crate::term::Atom;

/// Where actions are handed back.
pub(super) struct Desk {
    listener: Listener,
    unfinished: AtomicUsize,
    closed: AtomicBool,
}

impl Desk {
    pub(super) fn new(listener: Listener) -> Self {
        Self { listener, unfinished: AtomicUsize::new(0), closed: AtomicBool::new(false) }
    }

    pub(super) fn begun(&self) {
        self.unfinished.fetch_add(1, Ordering::AcqRel);
    }

    /// Is there an action that has not ended?
    pub(super) fn is_busy(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) > 0
    }

    /// No result is reported any more; returns whether one could be until now.
    pub(super) fn close(&self) -> bool {
        !self.closed.swap(true, Ordering::AcqRel)
    }

    pub(super) fn ended(&self, agent: Atom, ended: Ended, visit: Option<&Visit>) {
        let ended = match visit {
            Some(visit) => visit.end(ended),
            None => Some(ended),
        };
        if let Some(ended) = ended
            && !self.closed.load(Ordering::Acquire)
        {
            (self.listener)(News::Ended(agent, ended));
        }
        // An observer that sees nothing unfinished must have got the results before.
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }
}

/// An agent that executes an action itself, and may get its result at once.
#[derive(Clone, Default)]
pub(super) struct Visit(Arc<Mutex<Stay>>);

#[derive(Default)]
enum Stay {
    #[default]
    There,
    Done(Ended),
    Gone,
}

impl Visit {
    /// Notifies the agent, if it is there still; gives the result back if it is not.
    fn end(&self, ended: Ended) -> Option<Ended> {
        let mut stay = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Stay::Gone = *stay {
            return Some(ended);
        }
        *stay = Stay::Done(ended);
        None
    }

    /// The agent goes, with the result that it got.
    pub(super) fn leave(&self) -> Option<Result<(), Failure>> {
        let mut stay = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *stay, Stay::Gone) {
            Stay::Done(ended) => Some(ended.result),
            Stay::There | Stay::Gone => None,
        }
    }
}
