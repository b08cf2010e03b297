//! What becomes of intentions, as listeners observe it.

use super::{Frame, Intention, Trigger};
use crate::term::Term;

/// What has become of an intention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It has its next step before it.
    Added,
    /// It is no more.
    Dropped,
    /// It is suspended.
    Suspended,
    /// It waits.
    Waiting,
    /// It is not suspended any more.
    Resumed,
    /// It goes on.
    Executing,
}

/// Something that a listener observes, with intentions as they were then.
pub enum Occurrence {
    /// There is an event, for which an intention may wait.
    Event(Trigger, Option<Box<Intention>>),
    /// Something has become of an intention, for this reason.
    Intention(Turn, Box<Intention>, Term),
}

/// No reason.
pub(super) fn no_reason() -> Term {
    Term::string("")
}

impl Intention {
    /// What is known of it, once it has gone on: of each plan what is left of its innermost block.
    pub(super) fn sketch(&self) -> Box<Self> {
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
