//! The notices of a listener of the agent's own about events and intentions: Jason's `CircumstanceListener`. It is noted when it happens, and
//! reported when the cycle ends.

use super::turns::{Occurrence, Turn};
use super::{Functions, Intention, Mind, Place, Trigger, World};
use crate::term::Term;

impl Mind {
    /// Is there a listener?
    #[inline]
    pub(super) fn has_listener(&self) -> bool {
        self.listens_to_states && self.own.as_ref().is_some_and(|own| own.functions.any(Functions::OCCURRED))
    }

    /// Notes what has become of an intention.
    #[inline]
    pub(super) fn note_turn(&mut self, turn: Turn, intention: &Intention, reason: impl FnOnce() -> Term) {
        if self.has_listener() {
            let occurred = Occurrence::Intention(turn, intention.sketch(), reason());
            self.aside.open().occurred.push(occurred);
        }
    }

    /// The same of several.
    pub(super) fn note_turns(
        &mut self,
        turn: Turn,
        wanted: impl Fn(&Intention, Place) -> bool,
        reason: impl Fn() -> Term,
    ) {
        if self.has_listener() {
            let those = self.intentions().filter(|(intention, place)| wanted(intention, *place));
            let occurred: Vec<Occurrence> =
                those.map(|(intention, _)| Occurrence::Intention(turn, intention.sketch(), reason())).collect();
            self.aside.open().occurred.extend(occurred);
        }
    }

    /// Notes an event.
    #[inline]
    pub(super) fn note_event(&mut self, trigger: &Trigger, intention: Option<&Intention>) {
        if self.has_listener() {
            let occurred = Occurrence::Event(trigger.clone(), intention.map(Intention::sketch));
            self.aside.open().occurred.push(occurred);
        }
    }

    /// Reports what was noted.
    pub(super) fn notify_listener(&mut self, world: &mut dyn World) {
        if self.aside.occurred.is_empty() {
            return;
        }
        let Some(custom) = self.own(Functions::OCCURRED) else { return };
        for occurred in std::mem::take(&mut self.aside.open().occurred) {
            custom.occurred(&occurred, self, world);
        }
    }
}
