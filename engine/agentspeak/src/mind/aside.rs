//! What a mind has only now and then, apart from what it always has: most minds are smaller for it, and more of them are in the
//! processor's caches.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Deref;

use super::deadlines::Deadline;
use super::forks::Fork;
use super::line::Line;
use super::pending::{Pending, PendingSet};
use super::states::GoalState;
use super::timeline::Timeline;
use super::{Ended, Event, Trigger};

/// All of it, or nothing. It can be looked into in either case; it is made when something is put in, and stays then.
#[derive(Default)]
pub(super) struct Aside(Option<Box<Rare>>);

#[derive(Default)]
pub(super) struct Rare {
    /// Intentions that wait for something else than an event of their own.
    pub(super) pending: PendingSet,
    /// Those that need not wait any longer.
    pub(super) woken: Vec<Pending>,
    /// Events that are suspended.
    pub(super) held: Line<Event>,
    /// Events that are to come, and when.
    pub(super) planned: Timeline<Trigger>,
    /// States of goals that are to be told.
    pub(super) states: Vec<GoalState>,
    pub(super) forks: Vec<Fork>,
    /// How many there have been.
    pub(super) fork_count: u64,
    /// Until when goals must be achieved.
    pub(super) deadlines: Timeline<Deadline>,
    /// Questions whose answers nobody waits for any more.
    pub(super) too_late: BTreeSet<u64>,
    /// When events are looked at again that no plan was applicable to, if nothing happens.
    pub(super) next_look: u64,
    /// What was perceived last: the number of the change that it was up to.
    pub(super) seen: u64,
    /// How many actions have been begun in the environment.
    pub(super) actions: u64,
    /// Those that have ended, the first first.
    pub(super) ended: VecDeque<Ended>,
}

impl Aside {
    /// To put something in or to take it out.
    pub(super) fn open(&mut self) -> &mut Rare {
        self.0.get_or_insert_default()
    }

    /// Has nothing ever been put in?
    #[inline]
    pub(super) fn is_untouched(&self) -> bool {
        self.0.is_none()
    }

    /// Does nothing in it wait for anything, or to be dealt with?
    #[inline]
    pub(super) fn is_at_rest(&self) -> bool {
        self.0.as_ref().is_none_or(|rare| rare.is_at_rest())
    }
}

impl Deref for Aside {
    type Target = Rare;

    #[inline]
    fn deref(&self) -> &Rare {
        self.0.as_deref().unwrap_or(Rare::NOTHING)
    }
}

impl Rare {
    const NOTHING: &Self = &Self {
        pending: PendingSet::new(),
        woken: Vec::new(),
        held: Line::new(),
        planned: Timeline::new(),
        states: Vec::new(),
        forks: Vec::new(),
        fork_count: 0,
        deadlines: Timeline::new(),
        too_late: BTreeSet::new(),
        next_look: 0,
        seen: 0,
        actions: 0,
        ended: VecDeque::new(),
    };

    fn is_at_rest(&self) -> bool {
        self.pending.is_empty()
            && self.woken.is_empty()
            && self.held.is_empty()
            && self.planned.is_empty()
            && self.states.is_empty()
            && self.forks.is_empty()
            && self.deadlines.is_empty()
            && self.ended.is_empty()
    }
}
