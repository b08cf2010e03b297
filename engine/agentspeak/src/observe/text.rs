//! The contents of agents, in words for people.

pub(super) use crate::failures::{place, short};
use crate::mind::{Action, Control, Deed, Frame, Message, Plan, Reason, Trigger};
use crate::term::{Atom, Bindings, Term};

/// `+!g(1)`
pub(super) fn trigger(trigger: &Trigger) -> String {
    short(format_args!("{}{}{}", trigger.change.text(), trigger.subject.text(), trigger.literal))
}

/// A plan's label without what is noted about it; its trigger, where it has none.
pub(super) fn label(plan: &Plan) -> String {
    match &plan.label {
        Term::Atom(name) if *name != Atom::NOTHING => name.to_string(),
        Term::Structure(label) if plan.label.is_literal() && !plan.is_unnamed() => label.constant().to_string(),
        _ => trigger(&plan.trigger),
    }
}

/// What a plan that is executed does next, with what is known of its variables; and in which line that is, or 0.
pub(super) fn next_step(frame: &Frame) -> Option<(String, u32)> {
    if let Some(deed) = frame.body().get(frame.next) {
        return Some((written(deed, &frame.bindings), deed.line));
    }
    for control in frame.outer.iter().rev() {
        let step = match control {
            Control::Steps(block, next) => match block.as_deref().unwrap_or(&frame.plan.body).get(*next) {
                None => continue,
                Some(deed) => (written(deed, &frame.bindings), deed.line),
            },
            Control::For(_) => ("for: the next round".to_owned(), 0),
            Control::While(..) => ("while: the next round".to_owned(), 0),
            Control::Join(_) => ("the end of a branch".to_owned(), 0),
        };
        return Some(step);
    }
    None
}

fn written(deed: &Deed, bindings: &Bindings) -> String {
    match &deed.action {
        Action::If(..) => governed("if", deed, bindings),
        Action::For(..) => governed("for", deed, bindings),
        Action::While(..) => governed("while", deed, bindings),
        Action::Fork(..) => "fork".to_owned(),
        _ => short(format_args!("{}{}", deed.operator().text(), bindings.apply(&deed.term))),
    }
}

/// `if (CONDITION)`: what it governs are steps of their own.
fn governed(word: &str, deed: &Deed, bindings: &Bindings) -> String {
    match deed.term.as_structure().and_then(|term| term.arguments().first()) {
        Some(condition) => short(format_args!("{word} ({})", bindings.apply(condition))),
        None => word.to_owned(),
    }
}

/// What an intention waits for.
pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Time => "for a time".to_owned(),
        Reason::Action(_, action) => format!("for the environment to do {}", short(action)),
        Reason::Outside(_, outsider) => format!("for its step, which goes on outside ({})", short(&outsider.why)),
        Reason::Event(wanted) => format!("for an event {}", trigger(wanted)),
        Reason::Holds(_) => "until a formula holds".to_owned(),
        Reason::Answer(question) => format!("for an answer to {} mid{}", question.performative, question.id),
        Reason::Condition => "for its goal condition".to_owned(),
        Reason::Resumption | Reason::Ready | Reason::Noted => "to be resumed".to_owned(),
    }
}

/// The text of a message.
pub(super) fn message(message: &Message) -> String {
    let Message { performative, content, id, in_reply_to, .. } = message;
    let answers = in_reply_to.map(|id| format!(" in reply to mid{id}")).unwrap_or_default();
    format!("{performative} {} (mid{id}{answers})", short(content))
}
