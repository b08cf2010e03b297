//! What an agent's state is at one moment, to be shown.

use super::text;
use crate::belief::Entry;
use crate::mind::{Frame, Intention, Mind, Place, Plan, plan_place};
use crate::term::Functor;

/// A part of what there is: so much of it is shown.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// How many there are.
    pub total: usize,
    /// The first of them.
    pub shown: Vec<T>,
}

/// An agent between two cycles.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct MindView {
    /// The agent's name.
    pub name: String,
    /// Cycles it has been through.
    pub cycle: u64,
    /// Beliefs and rules, in the order of their predicates.
    pub beliefs: Part<BeliefView>,
    /// Plans, in the order in which they are tried.
    pub plans: Part<PlanView>,
    /// What has happened and is not dealt with.
    pub events: Part<EventView>,
    /// What it has set out to do, the oldest first.
    pub intentions: Part<IntentionView>,
    /// Messages that it has not read.
    pub messages: Part<String>,
}

/// Something believed.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct BeliefView {
    /// Its name and how many arguments it has: `at/2`.
    pub predicate: String,
    /// As it is printed.
    pub text: String,
    /// Does it follow from something else?
    pub rule: bool,
}

/// A plan.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct PlanView {
    /// Its label.
    pub label: String,
    /// As it is printed.
    pub text: String,
    /// Where it was written.
    pub place: Option<String>,
    /// Is it there for every agent: how messages are understood?
    pub common: bool,
}

/// An event that has not been dealt with.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct EventView {
    /// `+!g(1)`
    pub trigger: String,
    /// The intention that waits for it.
    pub intention: Option<u64>,
    /// Is it suspended?
    pub suspended: bool,
}

/// An intention.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct IntentionView {
    /// Its number.
    pub id: u64,
    /// `running`, `event` (it waits for an event of its own), `waiting`, `suspended` or `forked` (it waits for its branches).
    pub state: &'static str,
    /// What it waits for, if anything else than an event of its own.
    pub waits: Option<String>,
    /// Is nothing else executed while it is?
    pub atomic: bool,
    /// Its plans, the one that is executed first.
    pub frames: Part<FrameView>,
}

/// A plan that is executed.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug)]
pub struct FrameView {
    /// The plan's label.
    pub plan: String,
    /// The event that it is for.
    pub trigger: String,
    /// What it does next; of one that is not on top, what it waits for.
    pub step: Option<String>,
    /// Where that was written.
    pub place: Option<String>,
    /// What its variables stand for.
    pub variables: Vec<(String, String)>,
}

const MOST_BELIEFS: usize = 500;
const MOST_PLANS: usize = 500;
const MOST_EVENTS: usize = 100;
const MOST_INTENTIONS: usize = 100;
const MOST_FRAMES: usize = 50;
const MOST_VARIABLES: usize = 50;
const MOST_MESSAGES: usize = 100;

/// The file of the plans that every agent has.
const COMMON_FILE: &str = "kqmlPlans.asl";

/// What there is of each kind in an agent, for views in which many agents have to fit.
pub fn numbers(mind: &Mind) -> [(&'static str, u64); 5] {
    let intentions = mind.intentions().count() + mind.forked().count();
    [
        ("beliefs", mind.beliefs.len() as u64),
        ("intentions", intentions as u64),
        ("events", mind.waiting_events().count() as u64),
        ("messages", mind.unread().count() as u64),
        ("cycles", mind.cycles()),
    ]
}

impl<T> Part<T> {
    fn of<S>(all: impl Iterator<Item = S>, most: usize, mut view: impl FnMut(S) -> T) -> Self {
        let mut part = Self { total: 0, shown: Vec::new() };
        for one in all {
            part.total += 1;
            if part.shown.len() < most {
                part.shown.push(view(one));
            }
        }
        part
    }
}

impl MindView {
    /// The agent as it is now; of its beliefs, those whose predicate's name has this in it.
    pub fn of(mind: &Mind, find: &str) -> Self {
        let mut predicates: Vec<_> =
            mind.beliefs.predicates().filter(|predicate| predicate.name().name().contains(find)).collect();
        predicates.sort_by_key(|predicate| (predicate.name().name(), predicate.arity(), predicate.index()));
        let entries_of = |predicate: Functor| mind.beliefs.entries(predicate).map(move |entry| (predicate, entry));
        let mut intentions: Vec<(&Intention, &'static str, Option<String>)> = mind
            .intentions()
            .filter_map(|(intention, place)| match place {
                Place::Current | Place::Running => Some((intention, "running", None)),
                Place::Event => Some((intention, "event", None)),
                Place::Waiting => None,
            })
            .collect();
        intentions.extend(
            mind.waiting_intentions().map(|(intention, wait)| (intention, "waiting", Some(text::reason(&wait.reason)))),
        );
        intentions.extend(mind.forked().map(|intention| (intention, "forked", Some("for its branches".to_owned()))));
        intentions.sort_by_key(|(intention, ..)| intention.id);
        Self {
            name: mind.name.name().to_owned(),
            cycle: mind.cycles(),
            beliefs: Part::of(predicates.into_iter().flat_map(entries_of), MOST_BELIEFS, belief),
            plans: Part::of(mind.plans.plans().iter(), MOST_PLANS, plan),
            events: Part::of(mind.waiting_events(), MOST_EVENTS, |(event, suspended)| EventView {
                trigger: text::trigger(&event.trigger),
                intention: event.intention.as_ref().map(|waiting| waiting.id),
                suspended,
            }),
            intentions: Part::of(intentions.into_iter(), MOST_INTENTIONS, |(one, state, waits)| {
                intention(one, state, waits)
            }),
            messages: Part::of(mind.unread(), MOST_MESSAGES, |message| {
                format!("from {}: {}", message.sender, text::message(message))
            }),
        }
    }
}

fn belief((predicate, entry): (Functor, &Entry)) -> BeliefView {
    let predicate = format!("{}/{}", predicate.name(), predicate.arity());
    match entry {
        Entry::Fact(fact) => BeliefView { predicate, text: text::short(fact), rule: false },
        Entry::Rule(rule) => {
            let text = match rule.body() {
                Some(body) => text::short(format_args!("{} :- {body}", rule.head())),
                None => text::short(rule.head()),
            };
            BeliefView { predicate, text, rule: true }
        }
    }
}

fn plan(plan: &std::sync::Arc<Plan>) -> PlanView {
    PlanView {
        label: text::label(plan),
        text: text::short(plan),
        place: plan_place(plan),
        common: plan.file.as_deref() == Some(COMMON_FILE),
    }
}

fn intention(intention: &Intention, state: &'static str, waits: Option<String>) -> IntentionView {
    IntentionView {
        id: intention.id,
        state: if intention.suspended.is_some() { "suspended" } else { state },
        waits,
        atomic: intention.is_atomic(),
        frames: Part::of(intention.frames.iter().map(|frame| &**frame).rev(), MOST_FRAMES, frame),
    }
}

fn frame(frame: &Frame) -> FrameView {
    let (step, line) = text::next_step(frame).unzip();
    let place = text::place(frame.plan.file.as_deref(), line.unwrap_or(0));
    let variables = frame.values().take(MOST_VARIABLES);
    FrameView {
        plan: text::label(&frame.plan),
        trigger: text::trigger(&frame.trigger),
        step,
        place,
        variables: variables.map(|(name, value)| (name.to_string(), text::short(value))).collect(),
    }
}
