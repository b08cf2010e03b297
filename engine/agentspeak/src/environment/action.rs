use std::sync::Arc;

use super::desk::{Desk, Visit};
use crate::mind::{Ended, Failure};
use crate::term::{Atom, Term};

/// An action that an agent wants done, and for which an intention of it waits.
///
/// It ends exactly once: its holder decides how. It may be kept, and be given to another thread; one that is dropped without a
/// word has failed.
pub struct Action {
    agent: Atom,
    term: Term,
    /// The receiver of the result; none, once it has been notified.
    reply: Option<Reply>,
}

struct Reply {
    number: u64,
    desk: Arc<Desk>,
    /// The agent, if it executes the action itself.
    visit: Option<Visit>,
}

impl Action {
    pub(super) fn new(agent: Atom, number: u64, term: Term, desk: Arc<Desk>, visit: Option<Visit>) -> Self {
        Self { agent, term, reply: Some(Reply { number, desk, visit }) }
    }

    /// Whose it is.
    pub fn agent(&self) -> Atom {
        self.agent
    }

    /// The whole, as in the program, with the values of its variables.
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// Its name; empty if the program wants something done that has none, like a number.
    pub fn name(&self) -> &'static str {
        self.term.predicate().map_or("", |functor| functor.name().name())
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[Term] {
        self.term.as_structure().map_or(&[], |structure| structure.arguments())
    }

    /// It is done: the intention goes on.
    pub fn done(self) {
        self.finish(Ok::<_, String>(()));
    }

    /// It has failed, and why: the program gets that as `error_msg(..)`.
    pub fn fail(self, why: impl Into<String>) {
        self.finish(Err(why));
    }

    /// It has failed, and the program also gets an annotation of the environment's choice.
    pub fn fail_with(mut self, why: impl Into<String>, annotation: Term) {
        self.answer(Err(Failure::new("action_failed", why).with_annotations(vec![annotation])));
    }

    /// It is done, or has failed for a reason.
    pub fn finish(mut self, result: Result<(), impl Into<String>>) {
        self.answer(result.map_err(|why| Failure::new("action_failed", why)));
    }

    fn answer(&mut self, result: Result<(), Failure>) {
        if let Some(Reply { number, desk, visit }) = self.reply.take() {
            desk.ended(self.agent, Ended { number, result }, visit.as_ref());
        }
    }
}

impl Drop for Action {
    fn drop(&mut self) {
        if self.reply.is_some() {
            let why = if std::thread::panicking() {
                "the environment panicked"
            } else {
                "the environment has dropped the action without a result"
            };
            self.answer(Err(Failure::new("action_failed", why)));
        }
    }
}
