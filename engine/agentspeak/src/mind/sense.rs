//! The first part of the cycle: perceives, and reads one message.

use std::sync::LazyLock;

use super::sources::annotated;
use super::{Event, Message, Mind, Moment, Trigger, World};
use crate::term::{Atom, Change, Functor, Kind, Structure, Subject, Term};

impl Mind {
    pub(super) fn sense(&mut self, world: &mut dyn World) {
        self.note_cycle(true, world);
        self.perceive(world);
        self.note_sleep(world);
        if let Some(message) = self.next_message(world)
            && let Some(event) = self.read(message, world)
        {
            self.add_event(event);
        }
    }

    /// Reads a message. What comes back is the event, where it is a goal.
    #[inline]
    pub(super) fn read(&mut self, message: Message, world: &mut dyn World) -> Option<Event> {
        if self.is_observed() {
            self.notice(&Moment::Read(&message));
        }
        let message = match message.in_reply_to {
            None => message,
            Some(question) => self.take_answer(question, message, world)?,
        };
        if !self.accepts(&message, world) {
            return None;
        }
        let sender = if message.sender == self.name { Atom::SELF } else { message.sender };
        let Message { performative, content, .. } = message;
        let is_literal = content.is_literal() && !self.own_messages;
        match performative {
            Atom::ACHIEVE if is_literal => {
                let goal = self.with_sender(content, sender);
                return Some(Event::of_goal(goal));
            }
            Atom::TELL if is_literal => {
                let belief = self.with_sender(content, sender);
                if !self.believe_own_way(&belief, world) {
                    self.believe(belief);
                }
            }
            Atom::SIGNAL if is_literal => {
                let mut literal = self.with_sender(content, sender);
                if !self.is_older() {
                    literal = as_signal(&literal);
                }
                self.happened(Trigger::new(Change::Added, Subject::Belief, literal));
            }
            _ => {
                let parts = [
                    Term::from(sender),
                    Term::from(performative),
                    content,
                    Kind::Message.of([Term::from(message.id as f64)]),
                ];
                static RECEIVED: LazyLock<Functor> = LazyLock::new(|| Functor::new(Atom::new("kqml_received"), 4));
                let received = Term::Structure(Structure::new(*RECEIVED, parts));
                self.happened(Trigger::new(Change::Added, Subject::Achieve, received));
            }
        }
        None
    }
}

/// The literal of an event that another agent has signalled.
pub(crate) fn as_signal(literal: &Term) -> Term {
    annotated(literal, [Term::from(Atom::SIGNAL)])
}
