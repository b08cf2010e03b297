//! Events that no plan is applicable to, where the project has such events come again (`events=requeue`).
//!
//! They take their turns among the others. Where they are all there is, and nothing has happened since they were looked at, looking
//! at them again and again would only keep the processor busy: the agent waits a moment between two rounds.

use super::{Event, MILLISECOND, Mind, World};

/// The moment.
const PAUSE: u64 = MILLISECOND;

impl Mind {
    /// Puts an event behind all others, to be looked at again.
    pub(super) fn put_back(&mut self, event: Event, world: &dyn World) {
        self.events.push_back(event);
        self.unheeded += 1;
        if self.has_only_unheeded() {
            self.aside.open().next_look = world.now() + PAUSE;
        }
    }

    /// Something has happened: a plan may be applicable by now.
    pub(super) fn look_at_all(&mut self) {
        self.unheeded = 0;
    }

    /// Is there no event but those that were looked at in vain, since when nothing has happened?
    pub(super) fn has_only_unheeded(&self) -> bool {
        self.events.len() <= self.unheeded
    }

    /// Is it too early to look at the events again?
    pub(super) fn is_pausing(&mut self, world: &dyn World) -> bool {
        if self.unheeded == 0 || !self.has_only_unheeded() {
            return false;
        }
        if world.now() < self.aside.next_look {
            return true;
        }
        self.look_at_all();
        false
    }

    /// When they are looked at again, if that is all there is to do.
    pub(super) fn due_look(&self) -> Option<u64> {
        (self.unheeded > 0 && !self.events.is_empty() && self.has_only_unheeded()).then_some(self.aside.next_look)
    }
}
