//! What of an agent is written for Java.

use super::terms::{Writer, written as in_quotes};
use crate::belief::Entry;
use crate::library::written;
use crate::mind::{Frame, Intention, Message, Mind, Plan, Trigger};
use crate::stack::{is_low, with_stack};
use crate::term::{Atom, Change, Kind, Subject, Term};

pub(super) fn terms(answer: &mut Writer, all: &[Term]) {
    answer.count(all.len());
    for term in all {
        answer.term(term);
    }
}

pub(super) fn entries(answer: &mut Writer, all: &[&Entry]) {
    answer.count(all.len());
    for entry in all {
        match entry {
            Entry::Fact(fact) => answer.term(fact),
            Entry::Rule(rule) => answer.rule(&written(rule).to_string()),
        };
    }
}

pub(super) fn write_trigger(answer: &mut Writer, trigger: &Trigger) {
    let change = match trigger.change {
        Change::Added => 0,
        Change::Deleted => 1,
        Change::GoalState => 2,
    };
    let subject = match trigger.subject {
        Subject::Belief => 0,
        Subject::Achieve => 1,
        Subject::Test => 2,
    };
    answer.count(change).count(subject).term(&trigger.literal);
}

pub(super) fn write_intention(answer: &mut Writer, mind: &Mind, intention: &Intention) {
    answer.count(intention.id as usize).count(mind.stack(intention).count());
    answer.flag(intention.is_atomic()).flag(intention.suspended.is_some());
}

/// The same, with its plans.
pub(super) fn write_sketch(answer: &mut Writer, intention: &Intention) {
    answer.count(intention.id as usize).count(intention.frames.len());
    answer.flag(intention.is_atomic()).flag(intention.suspended.is_some());
    answer.count(intention.frames.len());
    intention.frames.iter().rev().for_each(|frame| write_frame(answer, frame));
}

/// The plan as Jason's parser reads it: what it prints itself is without the braces around a loop's body.
pub(super) fn plan_text(plan: &Plan) -> String {
    text_of(&plan.term)
}

fn text_of(body: &Term) -> String {
    braced(&in_quotes(body)).without_braces().to_string()
}

/// The term with braces around all bodies in it.
fn braced(term: &Term) -> Term {
    if is_low() {
        return with_stack(|| braced(term));
    }
    let Term::Structure(structure) = term else { return term.clone() };
    let arguments: Vec<Term> = structure.arguments().iter().map(braced).collect();
    let whole = structure.with_arguments(arguments);
    let is_body = matches!(structure.passing_functor().signature().kind, Kind::Step(_) | Kind::NoSteps);
    Term::Structure(if is_body { whole.in_braces() } else { whole })
}

/// The plan, and what its variables stand for.
pub(super) fn write_option(answer: &mut Writer, frame: &Frame) {
    answer.string(&plan_text(&frame.plan));
    let values: Vec<(Atom, Term)> = frame.values().filter(|(_, value)| !matches!(value, Term::Var(_))).collect();
    answer.count(values.len());
    for (name, value) in values {
        answer.string(name.name()).term(&value);
    }
}

/// The same, its event, and what is left to do.
pub(super) fn write_frame(answer: &mut Writer, frame: &Frame) {
    write_option(answer, frame);
    write_trigger(answer, &frame.trigger);
    answer.string(&text_of(&frame.rest()));
}

/// What numbers of messages are called in Java, apart from those that Java gives itself.
const MESSAGE: &str = "agon";

/// The number of a message that this name is.
pub(super) fn message_number(name: &str) -> Option<u64> {
    name.strip_prefix(MESSAGE)?.parse().ok()
}

pub(super) fn write_message(answer: &mut Writer, message: &Message, receiver: Atom) {
    let reply = message.in_reply_to.map_or(String::new(), |id| format!("{MESSAGE}{id}"));
    answer.string(message.performative.name()).string(message.sender.name()).string(receiver.name());
    answer.string(&format!("{MESSAGE}{}", message.id)).string(&reply).term(&message.content);
}
