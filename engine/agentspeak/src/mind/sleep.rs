//! `+jag_sleeping` and `+jag_awaking`: a program may observe that its agent has nothing to do, and that it has again.

use super::{MILLISECOND, Plan, Trigger};
use crate::term::{Change, Subject, Term};

pub(super) const SLEEPING: &str = "jag_sleeping";
pub(super) const AWAKING: &str = "jag_awaking";

/// How long an agent rests before it counts as asleep, in microseconds: Jason's agents sleep for so long, and longer each
/// time that nothing has woken them, so that a plan for that which takes several steps does not go round at full speed.
const FIRST_NAP: u64 = 50 * MILLISECOND;
const LONGER: u64 = 100 * MILLISECOND;
const LONGEST_NAP: u64 = 1000 * MILLISECOND;

/// The rest of an agent that is about to fall asleep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nap {
    /// When it is over, if the agent rests.
    pub(super) until: Option<u64>,
    length: u64,
}

impl Nap {
    pub(super) const NONE: Self = Self { until: None, length: FIRST_NAP };

    /// It begins now.
    pub(super) fn begin(&mut self, now: u64) {
        self.until = Some(now.saturating_add(self.length));
    }

    /// It is over, and nothing has woken the agent: the next one is longer.
    pub(super) fn end(&mut self) {
        *self = Self { until: None, length: (self.length + LONGER).min(LONGEST_NAP) };
    }
}

impl Default for Nap {
    fn default() -> Self {
        Self::NONE
    }
}

/// Whether an agent sleeps, for a program that observes it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Sleep {
    /// The program does not observe it.
    #[default]
    Unobserved,
    Awake,
    Asleep,
}

impl Sleep {
    /// What it is for a program with this plan as well.
    pub(super) fn with_plan(self, plan: &Plan) -> Self {
        let Trigger { change: Change::Added, subject: Subject::Belief, literal: Term::Atom(name) } = &plan.trigger
        else {
            return self;
        };
        if self == Self::Unobserved && [SLEEPING, AWAKING].contains(&&*name.name()) { Self::Awake } else { self }
    }
}
