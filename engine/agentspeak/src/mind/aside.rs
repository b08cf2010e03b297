//! What an agent has only now and then, apart from what it always has: most agents are smaller for it, and more of them are in the
//! processor's caches.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Deref;

use super::line::Line;
use super::pending::{Pending, PendingSet};
use super::sleep::Nap;
use super::timeline::Timeline;
use super::{Ended, Event, Intention, Trigger};
use crate::term::{Atom, Term};

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
    /// States of goals that are to be reported.
    pub(super) states: Vec<GoalState>,
    /// What a listener is to be notified of.
    pub(super) occurred: Vec<super::turns::Occurrence>,
    pub(super) forks: Vec<Fork>,
    /// How many there have been.
    pub(super) fork_count: u64,
    /// Until when goals must be achieved.
    pub(super) deadlines: Timeline<Deadline>,
    /// Questions whose answers are not waited for any more.
    pub(super) too_late: BTreeSet<u64>,
    /// When events are looked at again that no plan was applicable to, if nothing happens.
    pub(super) next_look: u64,
    /// What was perceived last: the number of the change that it was up to.
    pub(super) seen: u64,
    /// How many actions have been begun in the environment.
    pub(super) actions: u64,
    /// Those that have ended, the first first.
    pub(super) ended: VecDeque<Ended>,
    /// What a program notes of namespaces: of which one, under which key.
    pub(super) spaces: Vec<(Atom, Atom, Term)>,
    /// How long it has rested, where the program observes that.
    pub(super) nap: Nap,
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
        occurred: Vec::new(),
        forks: Vec::new(),
        fork_count: 0,
        deadlines: Timeline::new(),
        too_late: BTreeSet::new(),
        next_look: 0,
        seen: 0,
        actions: 0,
        ended: VecDeque::new(),
        spaces: Vec::new(),
        nap: Nap::NONE,
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

/// A goal that must be achieved by some time.
pub(super) struct Deadline {
    pub(super) goal: Term,
    /// The intention that pursues it and how many plans that had, unless the goal is an intention's first.
    pub(super) within: Option<(u64, usize)>,
}

/// A goal that has come into a state.
pub(super) struct GoalState {
    pub(super) goal: Trigger,
    pub(super) state: &'static str,
    pub(super) reason: Term,
}

/// An intention that waits for its branches.
pub(super) struct Fork {
    pub(super) id: u64,
    /// Are all branches needed, or only the first to end?
    pub(super) all: bool,
    /// How many have not ended.
    pub(super) left: usize,
    /// Behind the step that has forked.
    pub(super) parent: Box<Intention>,
}

impl Fork {
    /// What has forked.
    pub(super) fn parent(&self) -> &Intention {
        &self.parent
    }
}
