//! What a listener of the agent's own hears of events and intentions: Jason's `CircumstanceListener`. It is noted when it happens, and
//! told when the cycle ends.

use super::tidings::{Heard, Turn};
use super::{Frame, Functions, Intention, Mind, Place, Trigger, World};
use crate::term::Term;

impl Mind {
    /// Does somebody listen?
    #[inline]
    pub(super) fn is_heard(&self) -> bool {
        self.hears_states && self.own.as_ref().is_some_and(|own| own.functions.any(Functions::HEARD))
    }

    /// Notes what has become of an intention.
    #[inline]
    pub(super) fn hear(&mut self, turn: Turn, intention: &Intention, reason: impl FnOnce() -> Term) {
        if self.is_heard() {
            let heard = Heard::Intention(turn, intention.sketch(), reason());
            self.aside.open().heard.push(heard);
        }
    }

    /// The same of several.
    pub(super) fn hear_those(
        &mut self,
        turn: Turn,
        wanted: impl Fn(&Intention, Place) -> bool,
        reason: impl Fn() -> Term,
    ) {
        if self.is_heard() {
            let those = self.intentions().filter(|(intention, place)| wanted(intention, *place));
            let heard: Vec<Heard> =
                those.map(|(intention, _)| Heard::Intention(turn, intention.sketch(), reason())).collect();
            self.aside.open().heard.extend(heard);
        }
    }

    /// Notes an event.
    #[inline]
    pub(super) fn hear_event(&mut self, trigger: &Trigger, intention: Option<&Intention>) {
        if self.is_heard() {
            let heard = Heard::Event(trigger.clone(), intention.map(Intention::sketch));
            self.aside.open().heard.push(heard);
        }
    }

    /// Tells what was noted.
    pub(super) fn tell_heard(&mut self, world: &mut dyn World) {
        if self.aside.heard.is_empty() {
            return;
        }
        let Some(custom) = self.own(Functions::HEARD) else { return };
        for heard in std::mem::take(&mut self.aside.open().heard) {
            custom.heard(&heard, self, world);
        }
    }
}

/// No reason.
pub(super) fn no_reason() -> Term {
    Term::string("")
}

impl Intention {
    /// What can be said of it, once it has gone on: of each plan what is left of its innermost block.
    fn sketch(&self) -> Box<Self> {
        let mut sketch = Self::new(self.id);
        sketch.suspended = self.suspended.clone();
        sketch.lingers = self.lingers;
        for frame in &self.frames {
            let mut copy = Frame::new(&frame.plan, frame.trigger.clone(), frame.bindings.clone());
            copy.block = frame.block.clone();
            copy.next = frame.next;
            sketch.frames.push(Box::new(copy));
        }
        sketch
    }
}
