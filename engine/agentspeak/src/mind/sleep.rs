//! `+jag_sleeping` and `+jag_awaking`: a program may hear that its agent has nothing to do, and that it has again.

use super::{Mind, Plan, Trigger, World};
use crate::term::{Change, Subject, Term};

const SLEEPING: &str = "jag_sleeping";
const AWAKING: &str = "jag_awaking";

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
        if self == Self::Unheard && [SLEEPING, AWAKING].contains(&name.name()) { Self::Awake } else { self }
    }
}

impl Mind {
    /// At the beginning of a cycle: falls asleep, or awakes.
    pub(super) fn note_sleep(&mut self, world: &dyn World) {
        if self.sleep == Sleep::Unheard {
            return;
        }
        let rests = self.has_nothing_to_do() && self.next_due().is_none_or(|due| due > world.now());
        let (sleep, event) = match (self.sleep, rests) {
            (Sleep::Awake, true) => (Sleep::Asleep, SLEEPING),
            (Sleep::Asleep, false) => (Sleep::Awake, AWAKING),
            _ => return,
        };
        self.sleep = sleep;
        self.happened(Trigger::new(Change::Added, Subject::Belief, Term::atom(event)));
    }
}
