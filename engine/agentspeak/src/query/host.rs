use super::Spent;
use crate::belief::BeliefBase;
use crate::term::{Atom, Bindings, Term};

/// Whom a query asks.
pub trait Host {
    /// What is believed. It may change while a query goes on; what is added meanwhile may or may not be found.
    fn beliefs(&self) -> &BeliefBase;

    /// The term with the values of functions that only the agent can call.
    fn evaluate(&mut self, term: Term, bindings: &mut Bindings) -> Term {
        let _ = bindings;
        term
    }

    /// Executes an internal action.
    fn act(&mut self, name: Atom, arguments: &[Term], bindings: &mut Bindings) -> Answer;

    /// The facts that the literal may be unified with, where [`beliefs`](Self::beliefs) does not know all of them.
    fn own_facts(&mut self, literal: &Term) -> Vec<Term> {
        let _ = literal;
        Vec::new()
    }

    /// Notes what a search has taken; returns whether it may go on.
    fn spend(&mut self, spent: Spent<'_>) -> bool {
        let _ = spent;
        true
    }

    /// Is a search to be given up? Asked behind what the host itself has done for it.
    fn is_exhausted(&self) -> bool {
        false
    }

    /// The next of what an internal action holds for.
    fn candidate(&mut self, solutions: &mut Solutions) -> Option<Term> {
        solutions.candidates.next()
    }
}

/// What comes of an internal action in a formula.
pub enum Answer {
    /// It does not hold.
    Fails,
    /// It holds, with the bindings that it has made.
    Holds,
    /// It holds for each of these.
    Each(Solutions),
}

/// Several solutions of one action.
pub struct Solutions {
    /// What is unified ...
    pub target: Term,
    /// ... with each of these in turn.
    pub candidates: Box<dyn Iterator<Item = Term> + Send>,
}
