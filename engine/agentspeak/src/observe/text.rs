//! The contents of agents, in words for people.

use std::fmt::{self, Display, Write};

use crate::mind::{Action, Control, Deed, Frame, Message, Plan, Reason, Trigger};
use crate::term::{Atom, Bindings, Term};

/// No more characters of a term are shown.
pub(super) const LONGEST: usize = 400;

/// A text of one line that is cut off in good time: what is longer is not even put together.
struct Short {
    text: String,
    left: usize,
}

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for character in part.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.left -= 1;
            if character.is_control() {
                self.text.extend(character.escape_default());
            } else {
                self.text.push(character);
            }
        }
        Ok(())
    }
}

/// The text on one line, cut off where it is too long, and without anything that could steer a terminal.
pub(super) fn short(shown: impl Display) -> String {
    let mut short = Short { text: String::new(), left: LONGEST };
    // An error means that it was cut off.
    let _ = write!(short, "{shown}");
    short.text
}

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

/// `file.asl:7`, as far as it is known.
pub(super) fn place(file: Option<&str>, line: u32) -> Option<String> {
    let file = file?;
    let file = file.strip_prefix("file:").unwrap_or(file);
    Some(if line == 0 { file.to_owned() } else { format!("{file}:{line}") })
}

/// Where a plan was written.
pub(super) fn plan_place(plan: &Plan) -> Option<String> {
    let line = plan.term.as_structure().map_or(0, crate::term::Structure::line);
    place(plan.file.as_deref(), line)
}

/// When the plan may be chosen, if it has a context.
pub(super) fn context(plan: &Plan) -> Option<String> {
    let context = plan.term.as_structure()?.arguments().get(2)?;
    (!context.is_atom(Atom::NOTHING)).then(|| short(context))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_off_and_control_characters_are_spelt_out() {
        assert_eq!(short("a\n\u{1b}[2Jb"), "a\\n\\u{1b}[2Jb");
        let long = short(Term::list((0..100_000).map(|number| Term::Number((f64::from(number)).into()))));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("[0,1,2,") && long.ends_with('…'));
    }

    #[test]
    fn places_are_what_people_write() {
        assert_eq!(place(Some("file:a.asl"), 3).as_deref(), Some("a.asl:3"));
        assert_eq!(place(Some("a.asl"), 0).as_deref(), Some("a.asl"));
        assert_eq!(place(None, 3), None);
    }
}
