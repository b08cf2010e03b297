//! Moments in an agent's life as lines of a trace.

use std::fmt::Write;

use super::text;
use crate::mind::{At, Failure, Frame, Moment, Plan, Refusal, context, plan_place};

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    Events,
    Plans,
    Intentions,
    Beliefs,
    Messages,
}

impl Topic {
    pub(super) const ALL: [Self; 5] = [Self::Events, Self::Plans, Self::Intentions, Self::Beliefs, Self::Messages];

    /// As it is written on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Plans => "plans",
            Self::Intentions => "intentions",
            Self::Beliefs => "beliefs",
            Self::Messages => "messages",
        }
    }

    /// As it is written in front of a line.
    fn word(self) -> &'static str {
        self.name().trim_end_matches('s')
    }

    /// What a moment is about.
    pub(super) fn of(moment: &Moment<'_>) -> Self {
        match moment {
            Moment::Event(..) => Self::Events,
            Moment::Refused(..) | Moment::Unhandled(..) | Moment::Chosen(..) => Self::Plans,
            Moment::Step(_) | Moment::Waits(..) | Moment::Resumed(_) | Moment::Ended(_) | Moment::Failed(..) => {
                Self::Intentions
            }
            Moment::Believed(_) | Moment::Forgotten(_) => Self::Beliefs,
            Moment::Read(_) | Moment::Sent(..) => Self::Messages,
        }
    }
}

/// `bob@3 event     +!greet(ann)`
pub(super) fn line(at: At, moment: &Moment<'_>) -> String {
    let At { agent, cycle } = at;
    format!("{agent}@{cycle} {:<9} {}", Topic::of(moment).word(), description(moment))
}

fn description(moment: &Moment<'_>) -> String {
    match moment {
        Moment::Event(trigger, None) => text::trigger(trigger),
        Moment::Event(trigger, Some(id)) => format!("{}, for intention {id}", text::trigger(trigger)),
        Moment::Refused(plan, Refusal::Trigger) => format!("{} is not relevant", plan_of(plan)),
        Moment::Refused(plan, Refusal::Context) => {
            let context = context(plan).unwrap_or_default();
            format!("{} is not applicable: {context}", plan_of(plan))
        }
        Moment::Unhandled(_, true) => "none is applicable".to_owned(),
        Moment::Unhandled(_, false) => "none is relevant".to_owned(),
        Moment::Chosen(frame, id) => format!("{} for intention {id}{}", plan_of(&frame.plan), known(frame)),
        Moment::Step(intention) => match intention.frames.last() {
            Some(frame) => format!("{}: {}", intention.id, step_of(frame)),
            None => intention.id.to_string(),
        },
        Moment::Waits(intention, wait) => format!("{} waits {}", intention.id, text::reason(&wait.reason)),
        Moment::Resumed(id) => format!("{id} goes on"),
        Moment::Ended(id) => format!("{id} has ended"),
        Moment::Failed(id, trigger, failure) => {
            let id = id.map(|id| format!("{id}: ")).unwrap_or_default();
            format!("{id}{} fails, {}", text::trigger(trigger), why(failure))
        }
        Moment::Believed(belief) => format!("+{}", text::short(belief)),
        Moment::Forgotten(belief) => format!("-{}", text::short(belief)),
        Moment::Read(message) => format!("from {}: {}", message.sender, text::message(message)),
        Moment::Sent(to, message) => format!("to {to}: {}", text::message(message)),
    }
}

/// `p__1 (hello.asl:4)`
fn plan_of(plan: &Plan) -> String {
    let label = text::label(plan);
    match plan_place(plan) {
        Some(place) => format!("{label} ({place})"),
        None => label,
    }
}

fn step_of(frame: &Frame) -> String {
    let Some((step, line)) = text::next_step(frame) else { return "the end of a plan".to_owned() };
    match text::place(frame.plan.file.as_deref(), line) {
        Some(place) if line > 0 => format!("{step} ({place})"),
        _ => step,
    }
}

/// What is known of the variables of a plan.
fn known(frame: &Frame) -> String {
    let mut shown = String::new();
    for (name, value) in frame.values() {
        let before = if shown.is_empty() { ": " } else { ", " };
        let _ = write!(shown, "{before}{name} = {}", text::short(value));
    }
    text::short(shown)
}

fn why(failure: &Failure) -> String {
    if failure.message.is_empty() {
        text::short(&failure.error)
    } else {
        text::short(format_args!("{}: {}", failure.error, failure.message))
    }
}
