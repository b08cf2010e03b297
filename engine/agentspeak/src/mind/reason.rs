use std::sync::Arc;

use super::Trigger;
use crate::bytecode::Code;
use crate::term::{Term, Var};

/// What an intention waits for, and how long.
pub struct Wait {
    /// For what.
    pub reason: Reason,
    /// Until when at the latest, in microseconds of the [`World`]'s clock.
    pub until: Option<u64>,
    /// Since when.
    pub since: u64,
    /// What is to be the time that it took, in milliseconds; then being late is no failure.
    pub elapsed: Option<Term>,
}

/// What an intention waits for.
pub enum Reason {
    /// For the time alone.
    Time,
    /// For an event like this.
    Event(Trigger),
    /// Until this holds.
    Holds(Arc<Code>),
    /// For answers to a question.
    Answer(Question),
    /// For an action in the environment, by the agent's number of it.
    Action(u64, Term),
    /// For the outside, which executes its step, by the agent's number of it.
    Outside(u64, Outsider),
    /// Until a goal condition holds: there is nothing left to do for it.
    Condition,
    /// Until a program resumes it, behind the step that has suspended it.
    Resumption,
    /// Until a program resumes it; it was about to go on with its next step.
    Ready,
    /// Until a program resumes it; what it waited for has come meanwhile.
    Noted,
}

/// What is known of a step that is executed outside.
pub struct Outsider {
    /// Why the intention waits, for those who ask.
    pub why: Term,
    /// The variables that he may bind.
    pub variables: Vec<Var>,
}

/// A question that an intention has asked.
pub struct Question {
    /// The message's number.
    pub id: u64,
    /// What kind of question it is: `askOne` ...
    pub performative: &'static str,
    /// What the answer is to be.
    pub answer: Term,
    /// How many answers make a list; without that, one is all.
    pub many: Option<usize>,
    /// Those that have come.
    pub answers: Vec<Term>,
}
