//! `+jag_sleeping` and `+jag_awaking`: a program may hear that its agent has nothing to do, and that it has again.

use super::{Plan, Trigger};
use crate::term::{Change, Subject, Term};

pub(super) const SLEEPING: &str = "jag_sleeping";
pub(super) const AWAKING: &str = "jag_awaking";

/// Whether an agent sleeps, for a program that wants to hear of it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Sleep {
    /// The program does not want to hear of it.
    #[default]
    Unheard,
    Awake,
    Asleep,
}

impl Sleep {
    /// What it is for a program with this plan as well.
    pub(super) fn heard_by(self, plan: &Plan) -> Self {
        let Trigger { change: Change::Added, subject: Subject::Belief, literal: Term::Atom(name) } = &plan.trigger
        else {
            return self;
        };
        if self == Self::Unheard && [SLEEPING, AWAKING].contains(&&*name.name()) { Self::Awake } else { self }
    }
}
