//! A worker's part in migrations, and what travels: see [`migration`](crate::worker::migration).

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::time::Duration;

use crate::memory::ring::Ring;
use crate::sync::epoch::Grace;
use crate::worker::deferred::{Deferred, SlotHasher};

/// A worker's part in moves.
#[derive(Default)]
pub(crate) struct Migration {
    /// Messages for actors that are on their way here.
    pub(crate) in_transit: Ring,
    /// Messages for actors that leave.
    pub(crate) ship: Ring,
    /// The slots of those that leave.
    pub(crate) leaving: HashSet<u32, BuildHasherDefault<SlotHasher>>,
    pub(crate) job: Option<Job>,
    /// Messages sent to other workers so far.
    pub(crate) sent_away: u64,
    /// By worker, since actors were last given to others.
    pub(crate) sent_to: Vec<u64>,
}

/// Who is to get whom: slots, by taker.
pub(crate) type Parts = Vec<(u16, Vec<u32>)>;

/// What a worker is giving away.
pub(crate) struct Job {
    pub(crate) parts: Parts,
    /// Workers that have not flushed yet.
    pub(crate) unsynced: usize,
    /// The wait for threads outside.
    pub(crate) grace: Grace,
}

/// Actors on their way.
pub(crate) struct Transfer {
    pub(crate) slots: Vec<u32>,
    pub(crate) messages: Ring,
    pub(crate) deferred: Vec<(u32, Deferred)>,
    /// What handlers have cost where they come from, if that is much.
    pub(crate) cost: Option<Duration>,
}

impl Migration {
    #[inline]
    pub(crate) fn is_moving(&self, slot: u32) -> bool {
        self.job.is_some() && self.leaving.contains(&slot)
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
