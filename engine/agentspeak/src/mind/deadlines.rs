//! `!g[hard_deadline(T)]`: a goal that is not achieved in time fails.

use std::sync::{Arc, LazyLock};

use super::aside::Deadline;
use super::matching::{has_goal, unifies};
use super::timeline::micros;
use super::{Mind, World};
use crate::term::{Atom, Functor, Structure, Term};

static HARD_DEADLINE: LazyLock<Functor> = LazyLock::new(|| Functor::new(Atom::new("hard_deadline"), 1));

impl Mind {
    /// Notes until when the goal must be achieved, if it has a deadline.
    pub(super) fn note_deadline(&mut self, goal: &Term, within: Option<(u64, usize)>, world: &dyn World) {
        let Some(annotations) = goal.as_structure().and_then(Structure::shared_annotations) else { return };
        if Arc::ptr_eq(annotations, &self.own_annotations) {
            return;
        }
        let mut structures = annotations.items().iter().filter_map(Term::as_structure);
        let Some(deadline) = structures.find(|structure| structure.functor() == *HARD_DEADLINE) else { return };
        let left = deadline.arguments().first().and_then(Term::as_number).unwrap_or(0.0);
        let due = world.now().saturating_add(micros(left));
        self.aside.open().deadlines.add(due, Deadline { goal: goal.clone(), within });
    }

    /// Lets goals fail whose time is over.
    pub(super) fn meet_deadlines(&mut self, world: &mut dyn World) {
        if self.aside.deadlines.is_empty() {
            return;
        }
        let over = self.aside.open().deadlines.take_due(world.now());
        for Deadline { goal, within } in over {
            let is_pursued = match within {
                None => {
                    self.wanted().any(|trigger| unifies(&goal, &trigger.literal))
                        || self.intentions().any(|(intention, _)| has_goal(intention, &goal))
                }
                Some((id, height)) => self.intentions().any(|(intention, _)| {
                    intention.id == id && intention.frames.len() >= height && has_goal(intention, &goal)
                }),
            };
            if is_pursued {
                let reason = [
                    Term::structure("error", [Term::word("deadline_reached")]),
                    Term::structure("error_msg", [Term::string("")]),
                ];
                self.fail_goal(&goal, &reason, world);
            }
        }
    }

    /// When the next deadline is.
    pub(super) fn next_deadline(&self) -> Option<u64> {
        self.aside.deadlines.next()
    }
}
