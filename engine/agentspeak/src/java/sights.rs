//! What agents perceive of a Java environment: requested where it may have changed, and sent as differences.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};
use std::time::Duration;

use super::terms::Reader;
use crate::environment::Link;
use crate::mind::Sight;
use crate::term::{Atom, Term};

/// The delay of notices for percepts that change unannounced, so that what is changed together is seen together. Jason's
/// agents look once in 50 ms to 1 s where they are not notified.
const LULL: Duration = Duration::from_millis(10);
/// So often all look where no change can be announced.
const POLL: Duration = Duration::from_millis(50);

/// What each agent perceives.
pub(super) struct Sights {
    views: RwLock<HashMap<Atom, Arc<View>>>,
    /// How often everybody's percepts have changed.
    changes: AtomicU64,
    /// Can percepts change without a word from Java?
    polls: AtomicBool,
    watch: Mutex<Watch>,
    changed: Condvar,
    /// Has the watching thread been notified that something has changed?
    notified: AtomicBool,
    link: Link,
}

#[derive(Default)]
struct Watch {
    changed: bool,
    stopped: bool,
}

/// What one agent perceives.
#[derive(Default)]
struct View {
    /// Which of everybody's changes it has seen.
    seen: AtomicU64,
    /// Has something changed for it alone?
    changed: AtomicBool,
    /// Has it been notified, and has not looked since?
    notified: AtomicBool,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    version: u64,
    /// As Java has them; nothing for what cannot be perceived.
    percepts: Vec<Option<Term>>,
}

impl Sights {
    pub(super) fn new(link: Link) -> Self {
        Self {
            views: RwLock::default(),
            changes: AtomicU64::new(1),
            polls: AtomicBool::new(false),
            watch: Mutex::default(),
            changed: Condvar::new(),
            notified: AtomicBool::new(false),
            link,
        }
    }

    /// From now on percepts may change without a word.
    pub(super) fn poll(&self) {
        self.polls.store(true, Ordering::Release);
    }

    /// What the agent perceives, unless that is what it was at this version. `ask` asks Java for what is different.
    pub(super) fn since(
        &self,
        agent: Atom,
        version: u64,
        ask: impl FnOnce() -> Result<Option<Vec<u8>>, String>,
    ) -> Option<Sight> {
        let view = self.view(agent);
        // With what it was: a thread that has found it set has noted a change that is looked for now.
        view.notified.swap(false, Ordering::AcqRel);
        let mut kept = view.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.version == 0 {
            // There is a first version, of nothing.
            kept.version = 1;
        }
        if self.is_stale(&view) {
            // Before it is asked for: what changes meanwhile is looked at once more.
            view.seen.store(self.changes.load(Ordering::Acquire), Ordering::Release);
            view.changed.store(false, Ordering::Release);
            let done = ask().and_then(|differences| match differences {
                Some(differences) => kept.change(&differences, &self.link, agent),
                None => Ok(()),
            });
            if let Err(wrong) = done {
                self.link.warn(agent, &format!("what it perceives is not known: {wrong}"));
            }
        }
        (kept.version > version)
            .then(|| Sight { version: kept.version, percepts: kept.percepts.iter().flatten().cloned().collect() })
    }

    /// Percepts have changed: all agents', without one.
    pub(super) fn change(&self, agent: Option<Atom>) {
        match agent {
            Some(agent) => self.view(agent).changed.store(true, Ordering::Release),
            None => drop(self.changes.fetch_add(1, Ordering::AcqRel)),
        }
        if !self.notified.swap(true, Ordering::AcqRel) {
            self.watch.lock().unwrap_or_else(PoisonError::into_inner).changed = true;
            self.changed.notify_one();
        }
    }

    /// These agents are to look, or all, if there is something new for them.
    pub(super) fn inform(&self, agents: Option<&[Atom]>) {
        let views = self.views.read().unwrap_or_else(PoisonError::into_inner);
        match agents {
            Some(agents) => agents.iter().for_each(|agent| {
                if let Some(view) = views.get(agent) {
                    self.notify(*agent, view);
                }
            }),
            None => views.iter().for_each(|(agent, view)| self.notify(*agent, view)),
        }
    }

    fn notify(&self, agent: Atom, view: &View) {
        if self.is_stale(view) && !view.notified.swap(true, Ordering::AcqRel) {
            self.link.look(agent);
        }
    }

    fn is_stale(&self, view: &View) -> bool {
        view.changed.load(Ordering::Acquire)
            || view.seen.load(Ordering::Acquire) != self.changes.load(Ordering::Acquire)
            || self.polls.load(Ordering::Acquire)
    }

    fn view(&self, agent: Atom) -> Arc<View> {
        if let Some(view) = self.views.read().unwrap_or_else(PoisonError::into_inner).get(&agent) {
            return Arc::clone(view);
        }
        Arc::clone(self.views.write().unwrap_or_else(PoisonError::into_inner).entry(agent).or_default())
    }

    /// Notifies agents of changed percepts that were not announced otherwise, until it is stopped.
    pub(super) fn watch(&self) {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        while !watch.stopped {
            if self.polls.load(Ordering::Acquire) {
                watch = self.changed.wait_timeout(watch, POLL).unwrap_or_else(PoisonError::into_inner).0;
            } else if watch.changed {
                let lull = self.changed.wait_timeout_while(watch, LULL, |watch| !watch.stopped);
                watch = lull.unwrap_or_else(PoisonError::into_inner).0;
            } else {
                watch = self.changed.wait(watch).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            watch.changed = false;
            // As an agent that looks.
            self.notified.swap(false, Ordering::AcqRel);
            drop(watch);
            self.inform(None);
            watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// No agent is notified any more.
    pub(super) fn stop(&self) {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
        self.changed.notify_all();
    }
}

impl Kept {
    /// What is gone, by its places, and what has come.
    fn change(&mut self, differences: &[u8], link: &Link, agent: Atom) -> Result<(), String> {
        let mut reader = Reader::new(differences);
        let gone = (0..reader.count()?).map(|_| reader.count()).collect::<Result<Vec<usize>, String>>()?;
        let mut gone = gone.into_iter().peekable();
        let mut place = 0;
        self.percepts.retain(|_| {
            place += 1;
            gone.next_if_eq(&(place - 1)).is_none()
        });
        for _ in 0..reader.count()? {
            let percept = reader.term()?;
            let is_percept = percept.is_literal() && percept.is_ground();
            if !is_percept {
                link.warn(agent, &format!("{percept} is not perceived: a percept is a literal without variables"));
            }
            self.percepts.push(is_percept.then_some(percept));
        }
        self.version += 1;
        Ok(())
    }
}
