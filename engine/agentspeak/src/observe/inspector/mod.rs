//! The mind inspector: looks into agents, holds them up and lets them go on step by step.
//!
//! Each agent has a *desk* between it and its askers. An agent looks at its desk between two cycles, which is one relaxed load
//! while nothing lies there; it answers questions itself, so nothing of its state is ever shared or locked. An agent that does not come by (it
//! is in a long cycle) is reported as busy, and what it looked like before is shown.

#[cfg(feature = "inspector")]
mod answer;
mod desk;
#[cfg(feature = "inspector")]
mod serve;
#[cfg(not(feature = "inspector"))]
#[path = "unserved.rs"]
mod serve;

#[cfg(all(test, feature = "inspector"))]
mod tests;

#[cfg(feature = "inspector")]
pub use answer::{Reply, Request};
pub use serve::Service;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use desk::{Desk, Seat, lock};

use super::elsewhere::Elsewhere;
use super::view::MindView;
use crate::failures::Texts;
use crate::mind::Mind;
use crate::term::Atom;

/// How long an agent has to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Looks into agents; all copies are the same one.
#[derive(Clone, Default)]
pub struct Inspector {
    desks: Arc<Mutex<BTreeMap<&'static str, Weak<Desk>>>>,
    /// Agents begin paused.
    paused: bool,
    /// What has gone wrong, the newest last.
    failures: Arc<Mutex<Failures>>,
    /// The texts of the programs.
    texts: Arc<OnceLock<Texts>>,
    /// The source of what is known of other nodes.
    elsewhere: Option<Arc<dyn Elsewhere>>,
}

/// What has gone wrong in agents.
#[derive(Clone, Debug, Default)]
pub struct Failures {
    /// How often.
    pub total: u64,
    /// The last of it, the newest last: the agent and the text.
    pub last: VecDeque<(Atom, String)>,
}

/// So many failures are kept.
const MOST_FAILURES: usize = 100;

/// How an agent goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As it likes.
    Running,
    /// It does not, but for so many cycles that it is still to go through.
    Paused(u32),
    /// It does not: it has chosen a plan with a breakpoint.
    Stopped(String),
}

/// What is asked of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// To begin no other cycle.
    Pause,
    /// To go through one cycle more, and then no other.
    Step,
    /// To go on as it likes.
    Go,
}

/// An agent as it was seen.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Its state.
    pub mind: Arc<MindView>,
    /// Has it just answered, or is this an earlier answer?
    pub fresh: bool,
    /// How it goes on.
    pub pace: Pace,
    /// The labels of plans at which it stops.
    pub breakpoints: Vec<String>,
    /// What it did when it last went a step, as lines of a trace.
    pub last_step: Vec<String>,
}

/// Why an agent cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unseen {
    /// There is none of this name.
    Unknown,
    /// It is in a long cycle, and has never been seen.
    Busy,
}

impl Inspector {
    /// One whose agents begin at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// One whose agents do nothing before they are resumed.
    pub fn paused() -> Self {
        Self { paused: true, ..Self::default() }
    }

    /// The same, which also shows other nodes, and the node of an agent elsewhere.
    #[must_use]
    pub fn with_elsewhere(self, elsewhere: Arc<dyn Elsewhere>) -> Self {
        Self { elsewhere: Some(elsewhere), ..self }
    }

    /// Can look into an agent from now on. `wake` is called, by any thread, when the agent is to [attend](crate::agent::Agent::attend) soon.
    pub fn attach(&self, mind: &mut Mind, wake: impl Fn() + Send + Sync + 'static) {
        let desk = Arc::new(Desk::new(self.paused, Box::new(wake)));
        lock(&self.desks).insert(mind.name.name(), Arc::downgrade(&desk));
        mind.observe(Box::new(Seat::new(desk)));
    }

    /// The names of agents that have this in them, in order, and how each goes on; not more than so many. And how many there are.
    pub fn agents(&self, find: &str, most: usize) -> (usize, Vec<(String, Pace)>) {
        let mut desks = lock(&self.desks);
        // Of an agent that has ended, the desk is not held.
        desks.retain(|_, desk| desk.strong_count() > 0);
        let found = || desks.iter().filter(|(name, _)| name.contains(find));
        let shown = found().take(most).filter_map(|(name, desk)| Some(((*name).to_owned(), desk.upgrade()?.pace())));
        (found().count(), shown.collect())
    }

    /// What an agent looks like now; of its beliefs, those whose predicate's name has this in it.
    ///
    /// # Errors
    ///
    /// If there is no such agent, or it does not answer and never has.
    pub fn look(&self, agent: &str, find: &str) -> Result<Sight, Unseen> {
        self.desk(agent).ok_or(Unseen::Unknown)?.look(find, PATIENCE).ok_or(Unseen::Busy)
    }

    /// Gives an order to an agent, or to all of them; returns whether there was one.
    pub fn order(&self, agent: Option<&str>, order: Order) -> bool {
        let desks: Vec<Arc<Desk>> = match agent {
            Some(agent) => self.desk(agent).into_iter().collect(),
            None => lock(&self.desks).values().filter_map(Weak::upgrade).collect(),
        };
        desks.iter().for_each(|desk| desk.order(order));
        !desks.is_empty()
    }

    /// From now on an agent stops when it has chosen the plan of this label, before the plan's first step; or no longer does. Returns
    /// whether there is such an agent.
    pub fn set_breakpoint(&self, agent: &str, label: &str, on: bool) -> bool {
        let desk = self.desk(agent);
        if let Some(desk) = &desk {
            desk.set_breakpoint(label, on);
        }
        desk.is_some()
    }

    /// Shows plans as they were written in these texts.
    pub(crate) fn lend_texts(&self, texts: &Texts) {
        // Those of the first society stay.
        let _ = self.texts.set(texts.clone());
    }

    /// Something has gone wrong in an agent.
    pub(crate) fn failed(&self, agent: Atom, text: &str) {
        let mut failures = lock(&self.failures);
        failures.total += 1;
        if failures.last.len() == MOST_FAILURES {
            failures.last.pop_front();
        }
        failures.last.push_back((agent, text.to_owned()));
    }

    /// What has gone wrong in agents.
    pub fn failures(&self) -> Failures {
        lock(&self.failures).clone()
    }

    fn desk(&self, agent: &str) -> Option<Arc<Desk>> {
        lock(&self.desks).get(agent).and_then(Weak::upgrade)
    }
}
