//! The state of one agent.

use std::collections::VecDeque;
use std::sync::Arc;

use super::actions::{Actions, Language};
use super::aside::Aside;
use super::asking::{Asking, Limits};
use super::line::Line;
use super::observer::Observed;
use super::sight::Outside;
use super::sleep::Sleep;
use super::sources::source;
use super::{Event, Intention, Message, Own, PlanLibrary, Random};
use crate::belief::BeliefBase;
use crate::dialect::Dialect;
use crate::term::{Annotations, Atom, Term};

/// The state of one agent. What every message needs comes first, so that it lies together: with thousands of agents, what a message
/// costs is how many lines of memory it has to wait for.
#[repr(C)]
pub struct Mind {
    /// Its name.
    pub name: Atom,
    /// How many messages it has sent.
    pub(crate) messages: u64,
    /// Cycles it has been through.
    pub(crate) cycles: u64,
    /// What it believes.
    pub beliefs: BeliefBase,
    /// What it knows how to do.
    pub plans: PlanLibrary,
    /// What has happened and is not dealt with, the oldest first.
    pub(crate) events: Line<Event>,
    /// What it does, one step each in turn.
    pub(crate) running: Line<Box<Intention>>,
    pub(crate) mailbox: VecDeque<Message>,
    pub(super) intentions: u64,
    /// From which its chance comes.
    pub(crate) random: Random,
    /// Functions of its program's: name, number of arguments, and the predicate whose last argument is the value.
    pub(crate) functions: Vec<(Box<str>, usize, Atom)>,
    /// The language's internal actions, and where others come from.
    pub(super) language: &'static Language,
    pub(crate) actions: Arc<dyn Actions>,
    /// As which release of Jason its programs are executed.
    pub(super) dialect: Dialect,
    /// How it goes about events.
    pub settings: Settings,
    /// The one that executes an internal action just now.
    pub(crate) current: Option<Box<Intention>>,
    /// Has it plans with goal conditions?
    pub(super) has_conditions: bool,
    /// Does it print nothing but warnings?
    pub(crate) quiet: bool,
    /// Has it plans for the states of goals?
    pub(super) listens_to_states: bool,
    /// Has something happened since formulas were looked at that are waited for?
    pub(super) news: bool,
    /// Has its program plans for messages?
    pub(crate) own_messages: bool,
    /// How many events, the last ones, no plan was applicable to, since when nothing has happened.
    pub(super) unheeded: usize,
    pub(super) sleep: Sleep,
    /// Has it atomic plans?
    pub(super) has_atomic: bool,
    /// Has it sub-plans for changes of belief?
    pub(super) has_inner_events: bool,
    /// `source(self)`
    pub(crate) own_source: Term,
    /// `[source(self)]`
    pub(crate) own_annotations: Arc<Annotations>,
    /// Who has sent the last literal, and that as annotations.
    pub(super) last_sender: (Atom, Arc<Annotations>),
    /// The observers, if there are any.
    pub(super) observed: Option<Box<Observed>>,
    pub(super) outside: Outside,
    /// What it has only now and then.
    pub(super) aside: Aside,
    /// Functions of its own in place of those of the cycle.
    pub(crate) own: Option<Box<Own>>,
    pub(super) asking: Asking,
}

/// What an agent knows how to do, which others can have from it at no cost.
#[derive(Clone, Debug)]
pub(crate) struct Skills {
    plans: PlanLibrary,
    functions: Vec<(Box<str>, usize, Atom)>,
    own_messages: bool,
    listens_to_states: bool,
    has_conditions: bool,
    sleep: Sleep,
    has_atomic: bool,
    has_inner_events: bool,
}

impl Mind {
    /// The state of an agent that knows nothing yet but these actions.
    pub fn new(name: Atom, actions: Arc<dyn Actions>) -> Self {
        let own_annotations = Arc::new(Annotations::new([source(Atom::SELF)], None));
        Self {
            name,
            beliefs: BeliefBase::default(),
            plans: PlanLibrary::default(),
            events: Line::new(),
            running: Line::new(),
            mailbox: VecDeque::new(),
            intentions: 0,
            messages: 0,
            random: Random::new(0),
            functions: Vec::new(),
            language: actions.language(),
            dialect: actions.dialect(),
            actions,
            settings: Settings::default(),
            current: None,
            has_conditions: false,
            quiet: false,
            listens_to_states: false,
            news: false,
            own_messages: false,
            unheeded: 0,
            sleep: Sleep::default(),
            has_atomic: false,
            has_inner_events: false,
            own_source: source(Atom::SELF),
            last_sender: (Atom::SELF, Arc::clone(&own_annotations)),
            own_annotations,
            cycles: 0,
            observed: None,
            outside: Outside::default(),
            aside: Aside::default(),
            own: None,
            asking: Asking::default(),
        }
    }

    /// An agent of another name with the same beliefs and plans, that intends nothing.
    pub(crate) fn twin(&self, name: Atom) -> Self {
        let mut twin = Self {
            beliefs: self.beliefs.clone(),
            settings: self.settings,
            ..Self::new(name, Arc::clone(&self.actions))
        };
        twin.learn(&self.skills());
        twin
    }

    /// What it knows how to do.
    pub(crate) fn skills(&self) -> Skills {
        Skills {
            plans: self.plans.clone(),
            functions: self.functions.clone(),
            own_messages: self.own_messages,
            listens_to_states: self.listens_to_states,
            has_conditions: self.has_conditions,
            sleep: self.sleep,
            has_atomic: self.has_atomic,
            has_inner_events: self.has_inner_events,
        }
    }

    /// Knows how to do this from now on, and nothing else.
    pub(crate) fn learn(&mut self, skills: &Skills) {
        let skills = skills.clone();
        self.plans = skills.plans;
        self.functions = skills.functions;
        self.own_messages = skills.own_messages;
        self.listens_to_states = skills.listens_to_states;
        self.has_conditions = skills.has_conditions;
        self.sleep = skills.sleep;
        self.has_atomic = skills.has_atomic;
        self.has_inner_events = skills.has_inner_events;
    }
}

/// A project's settings for how an agent handles events.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Does a change of belief that a plan makes belong to the plan's intention?
    pub same_focus: bool,
    /// Do events that no plan is applicable to come again?
    pub requeue: bool,
    /// Does a goal that is pursued in last place replace the plan that pursues it?
    pub last_call: bool,
    /// May what can be seen at once be done at once: a cycle with one thing to do, a formula that needs no search? Without that
    /// the same comes of it by the long way, which is what tests compare.
    pub shortcuts: bool,
    /// In every which cycle does it perceive?
    pub perceives_every: u32,
    /// How much may what it asks, and what it intends, take?
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            same_focus: true,
            requeue: false,
            last_call: true,
            shortcuts: true,
            perceives_every: 1,
            limits: Limits::default(),
        }
    }
}
