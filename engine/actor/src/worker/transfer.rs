//! A worker's part in a migration, and what travels: see [`migrate`](crate::worker::migration).

use std::collections::{BTreeSet, HashSet};

use crate::memory::ring::Ring;
use crate::worker::deferred::Deferred;

/// A worker's part in moves.
#[derive(Default)]
pub(crate) struct Migration {
    /// Messages for actors that are on their way here.
    pub(crate) in_transit: Ring,
    /// Messages for actors that leave.
    pub(crate) ship: Ring,
    pub(crate) leaving: HashSet<u32>,
    pub(crate) job: Option<Job>,
    /// Messages sent to other workers so far.
    pub(crate) sent_away: u64,
    /// By worker.
    pub(crate) sent_to: Vec<u64>,
}

pub(crate) struct Job {
    pub(crate) to: u16,
    pub(crate) chunks: BTreeSet<u32>,
    /// Workers that have not flushed yet.
    pub(crate) unsynced: usize,
    /// What the epoch said when we began to wait there.
    pub(crate) parity: usize,
}

/// Actors on their way.
pub(crate) struct Transfer {
    pub(crate) chunks: BTreeSet<u32>,
    pub(crate) messages: Ring,
    pub(crate) deferred: Vec<(u32, Deferred)>,
}

impl Migration {
    #[inline]
    pub(crate) fn is_moving(&self, chunk: u32) -> bool {
        self.job.is_some() && self.leaving.contains(&chunk)
    }

    /// The chunks that have begun to leave.
    pub(crate) fn leaving(&self) -> impl Iterator<Item = u32> {
        self.leaving.iter().copied()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    pub(crate) fn synced(&mut self) {
        if let Some(job) = &mut self.job {
            job.unsynced -= 1;
        }
    }
}
