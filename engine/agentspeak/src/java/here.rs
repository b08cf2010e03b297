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
    /// Does an agent call Java on this thread without being at hand?
    static AWAY: Cell<bool> = const { Cell::new(false) };
}

/// Calls Java on an agent's thread without the agent at hand: what Java asks of it, or of others, is not waited for.
pub(super) fn away<R>(call: impl FnOnce() -> R) -> R {
    let before = AWAY.replace(true);
    let result = call();
    AWAY.set(before);
    result
}

/// Is this an agent's thread, on which nobody is waited for?
pub(super) fn is_agents() -> bool {
    AWAY.get() || HERE.is_set()
}

/// Who is at hand: nobody on Java's own threads, and nobody while he is being asked.
pub(super) fn who() -> Option<Atom> {
    HERE.is_set().then(|| HERE.with(|here| here.mind.name))
}

/// Asks whoever is at hand.
pub(super) fn with<R>(ask: impl FnOnce(Here<'_>) -> R) -> R {
    HERE.with(ask)
}
