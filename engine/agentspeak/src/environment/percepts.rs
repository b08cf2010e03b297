use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::news::{Listener, News};
use crate::mind::{Sight, unifies};
use crate::term::{Atom, Term};

/// What the agents perceive: some of it all of them, some one agent alone. Copies are the same.
#[derive(Clone)]
pub struct Percepts(Arc<Shared>);

struct Shared {
    kept: Mutex<Kept>,
    /// The number of the last change: who has seen it need not look.
    latest: AtomicU64,
    listener: Listener,
}

#[derive(Default)]
struct Kept {
    common: Seen,
    own: HashMap<Atom, Seen>,
    version: u64,
}

/// Percepts, and when they changed last.
#[derive(Default)]
struct Seen {
    percepts: Vec<Term>,
    changed: u64,
}

/// The percepts while they are changed. No agent perceives anything in between.
pub struct Scene<'a> {
    kept: &'a mut Kept,
    all: bool,
    agents: HashSet<Atom>,
}

impl Percepts {
    pub(super) fn new(listener: Listener) -> Self {
        // There is a first version, so that every agent looks once.
        let kept = Kept { common: Seen { percepts: Vec::new(), changed: 1 }, own: HashMap::new(), version: 1 };
        Self(Arc::new(Shared { kept: Mutex::new(kept), latest: AtomicU64::new(1), listener }))
    }

    /// Changes what is perceived, all at once; agents that perceive something else now are notified.
    pub fn update<R>(&self, change: impl FnOnce(&mut Scene<'_>) -> R) -> R {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scene = Scene { kept: &mut kept, all: false, agents: HashSet::new() };
        let result = change(&mut scene);
        let Scene { all, agents, .. } = scene;
        if !all && agents.is_empty() {
            return result;
        }
        kept.version += 1;
        let version = kept.version;
        if all {
            kept.common.changed = version;
        }
        for agent in &agents {
            kept.own.entry(*agent).or_default().changed = version;
        }
        self.0.latest.store(version, Ordering::Release);
        drop(kept);
        if all {
            (self.0.listener)(News::Percepts(None));
        } else {
            agents.into_iter().for_each(|agent| (self.0.listener)(News::Percepts(Some(agent))));
        }
        result
    }

    /// From now on all agents perceive this, too.
    pub fn add(&self, percept: Term) {
        self.update(|scene| scene.add(percept));
    }

    /// From now on the agent perceives this, too.
    pub fn add_for(&self, agent: Atom, percept: Term) {
        self.update(|scene| scene.add_for(agent, percept));
    }

    /// From now on the agent perceives this alone, apart from what all perceive.
    pub fn set_for(&self, agent: Atom, percepts: impl IntoIterator<Item = Term>) {
        self.update(|scene| scene.set_for(agent, percepts));
    }

    /// What the agent perceives, unless that is what it was at this version.
    pub(super) fn since(&self, agent: Atom, version: u64) -> Option<Sight> {
        if self.0.latest.load(Ordering::Acquire) <= version {
            return None;
        }
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let own = kept.own.get(&agent);
        let changed = own.map_or(0, |own| own.changed).max(kept.common.changed);
        if changed <= version {
            return None;
        }
        let own = own.map_or(&[][..], |own| &own.percepts);
        let percepts = kept.common.percepts.iter().chain(own).cloned().collect();
        Some(Sight { version: kept.version, percepts })
    }
}

impl Scene<'_> {
    /// All agents perceive this, too; returns whether that is new.
    ///
    /// # Panics
    ///
    /// If it is no literal, or has a variable in it.
    pub fn add(&mut self, percept: Term) -> bool {
        let added = self.kept.common.add(percept);
        self.all |= added;
        added
    }

    /// The agent perceives this, too; returns whether that is new.
    ///
    /// # Panics
    ///
    /// As [`add`](Self::add).
    pub fn add_for(&mut self, agent: Atom, percept: Term) -> bool {
        let added = self.kept.own.entry(agent).or_default().add(percept);
        self.changed_for(agent, added)
    }

    /// The agent perceives these alone, apart from what all perceive; returns whether that is new.
    ///
    /// # Panics
    ///
    /// As [`add`](Self::add).
    pub fn set_for(&mut self, agent: Atom, percepts: impl IntoIterator<Item = Term>) -> bool {
        let mut all = Seen::default();
        for percept in percepts {
            all.add(percept);
        }
        let own = self.kept.own.entry(agent).or_default();
        let is_new = own.percepts != all.percepts;
        own.percepts = all.percepts;
        self.changed_for(agent, is_new)
    }

    /// This is not perceived by all any more; returns whether it was.
    pub fn remove(&mut self, percept: &Term) -> bool {
        let removed = self.kept.common.remove_if(|known| known == percept) > 0;
        self.all |= removed;
        removed
    }

    /// The agent itself does not perceive this any more; returns whether it did.
    pub fn remove_for(&mut self, agent: Atom, percept: &Term) -> bool {
        let removed = self.own(agent, |own| own.remove_if(|known| known == percept)) > 0;
        self.changed_for(agent, removed)
    }

    /// Nothing that unifies with this is perceived by all any more; returns how much was. A pattern with variables is made by
    /// [`compile::term`](crate::compile::term): `at(_, _)`.
    pub fn remove_like(&mut self, pattern: &Term) -> usize {
        let removed = self.kept.common.remove_if(|known| unifies(known, pattern));
        self.all |= removed > 0;
        removed
    }

    /// The agent itself does not perceive anything any more that unifies with this; returns how much it did.
    pub fn remove_like_for(&mut self, agent: Atom, pattern: &Term) -> usize {
        let removed = self.own(agent, |own| own.remove_if(|known| unifies(known, pattern)));
        self.changed_for(agent, removed > 0);
        removed
    }

    /// There is nothing any more that all perceive.
    pub fn clear(&mut self) {
        self.all |= self.kept.common.remove_if(|_| true) > 0;
    }

    /// There is nothing any more that the agent alone perceives.
    pub fn clear_for(&mut self, agent: Atom) {
        let removed = self.own(agent, |own| own.remove_if(|_| true)) > 0;
        self.changed_for(agent, removed);
    }

    /// There is nothing any more that anybody perceives.
    pub fn clear_all(&mut self) {
        self.clear();
        let agents: Vec<Atom> = self.kept.own.keys().copied().collect();
        agents.into_iter().for_each(|agent| self.clear_for(agent));
    }

    /// Do all agents perceive this?
    pub fn has(&self, percept: &Term) -> bool {
        self.kept.common.percepts.contains(percept)
    }

    /// Does the agent perceive this, which not all do?
    pub fn has_for(&self, agent: Atom, percept: &Term) -> bool {
        self.kept.own.get(&agent).is_some_and(|own| own.percepts.contains(percept))
    }

    /// What all agents perceive.
    pub fn common(&self) -> &[Term] {
        &self.kept.common.percepts
    }

    /// What the agent alone perceives.
    pub fn of(&self, agent: Atom) -> &[Term] {
        self.kept.own.get(&agent).map_or(&[], |own| &own.percepts)
    }

    fn own<R: Default>(&mut self, agent: Atom, change: impl FnOnce(&mut Seen) -> R) -> R {
        self.kept.own.get_mut(&agent).map_or_else(R::default, change)
    }

    fn changed_for(&mut self, agent: Atom, changed: bool) -> bool {
        if changed {
            self.agents.insert(agent);
        }
        changed
    }
}

impl Seen {
    fn add(&mut self, percept: Term) -> bool {
        assert!(percept.is_literal() && percept.is_ground(), "{percept}: a percept is a literal without variables");
        let is_new = !self.percepts.contains(&percept);
        if is_new {
            self.percepts.push(percept);
        }
        is_new
    }

    fn remove_if(&mut self, gone: impl Fn(&Term) -> bool) -> usize {
        let before = self.percepts.len();
        self.percepts.retain(|percept| !gone(percept));
        before - self.percepts.len()
    }
}
