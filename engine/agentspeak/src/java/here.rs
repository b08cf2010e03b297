//! The agent whose thread has called Java: what Java asks of it meanwhile, on this thread, is answered at once.

use std::cell::Cell;

use scoped_tls_hkt::{ReborrowMut, scoped_thread_local};

use crate::mind::{Mind, World};
use crate::term::Atom;

/// The agent, with what it reaches.
pub(super) struct Here<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
}

impl<'a> ReborrowMut<'a> for Here<'_> {
    type Result = Here<'a>;

    fn reborrow_mut(&'a mut self) -> Here<'a> {
        Here { mind: self.mind, world: self.world }
    }
}

scoped_thread_local!(static mut HERE: for<'a> Here<'a>);

/// Calls Java with the agent at hand.
pub(crate) fn during<R>(mind: &mut Mind, world: &mut dyn World, call: impl FnOnce() -> R) -> R {
    HERE.set(Here { mind, world }, call)
}

thread_local! {
    /// Who calls Java on this thread without being at hand.
    static AWAY: Cell<Option<Atom>> = const { Cell::new(None) };
}

/// Calls Java on an agent's thread without the agent at hand: what Java asks of it then cannot be answered.
pub(super) fn away<R>(agent: Atom, call: impl FnOnce() -> R) -> R {
    let before = AWAY.replace(Some(agent));
    let result = call();
    AWAY.set(before);
    result
}

/// Whose thread this is while it is at something else.
pub(super) fn absent() -> Option<Atom> {
    AWAY.get()
}

/// The agent of this thread: none on Java's own threads, and none while it is being asked.
pub(super) fn current_agent() -> Option<Atom> {
    HERE.is_set().then(|| HERE.with(|here| here.mind.name))
}

/// Asks the agent of this thread.
pub(super) fn with<R>(ask: impl FnOnce(Here<'_>) -> R) -> R {
    HERE.with(ask)
}
