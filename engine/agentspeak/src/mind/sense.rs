//! The first part of the cycle: reads one message.

use super::agent::{annotated, source};
use super::{Message, Mind, Trigger, World};
use crate::term::{Atom, Change, Subject, Term};

impl Mind {
    pub(super) fn sense(&mut self, world: &mut dyn World) {
        let Some(message) = self.mailbox.pop_front() else { return };
        let Some(message) = self.take_answer(message, world) else { return };
        let sender = if message.sender == self.name { Atom::SELF } else { message.sender };
        let Message { performative, content, .. } = message;
        let is_literal = content.predicate().is_some() && !self.own_messages;
        match performative.name() {
            "achieve" if is_literal => {
                let goal = annotated(&content, &[source(sender)]);
                self.pursue(&goal);
            }
            "tell" if is_literal => {
                let belief = annotated(&content, &[source(sender)]);
                self.believe(&belief);
            }
            "signal" if is_literal => {
                let literal = annotated(&content, &[source(sender)]);
                self.happened(Trigger::new(Change::Added, Subject::Belief, literal));
            }
            _ => {
                let parts = [
                    Term::Atom(sender),
                    Term::Atom(performative),
                    content,
                    Term::structure("mid", [Term::Number(message.id as f64)]),
                ];
                self.pursue(&Term::structure("kqml_received", parts));
            }
        }
    }
}
