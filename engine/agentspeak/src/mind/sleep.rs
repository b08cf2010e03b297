//! `+jag_sleeping` and `+jag_awaking`: a program may observe that its agent has nothing to do, and that it has again.

use super::{Plan, Trigger};
use crate::term::{Change, Subject, Term};

pub(super) const SLEEPING: &str = "jag_sleeping";
pub(super) const AWAKING: &str = "jag_awaking";

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
