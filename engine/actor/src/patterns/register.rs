//! Who is on a list: players of a role, subscribers of a topic, providers of a goal.
//!
//! Lists are read far more often than they change. Readers use a snapshot, and keep it together with its version for as long as that
//! is the current one: in the steady state a reader takes no lock, and shares nothing that anybody writes.

use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::api::actor::Actor;
use crate::api::context::Context;
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::worker::watchers::{WatchId, Watcher};

pub(crate) struct Register<T> {
    /// Changed under the lock, with the list.
    version: AtomicU64,
    list: Mutex<List<T>>,
}

struct List<T> {
    /// In the order of entering.
    entries: BTreeMap<u64, T>,
    numbers: HashMap<Key, u64>,
    /// Of the present entries, once it has been requested.
    snapshot: Option<Arc<[T]>>,
}

impl<T> Default for Register<T> {
    fn default() -> Self {
        let list = List { entries: BTreeMap::new(), numbers: HashMap::new(), snapshot: None };
        Self { version: AtomicU64::new(0), list: Mutex::new(list) }
    }
}

impl<T> Register<T> {
    /// Enters an actor, or replaces its entry; returns the number of an entry that is new.
    fn enter(&self, actor: Key, entry: T) -> Option<u64> {
        let mut list = lock(&self.list);
        let known = list.numbers.get(&actor).copied();
        let number = known.unwrap_or_else(crate::types::id::fresh_id);
        list.numbers.insert(actor, number);
        let replaced = list.entries.insert(number, entry);
        let outdated = self.change(&mut list);
        drop(list);
        // What users gave us is dropped without the lock.
        drop((replaced, outdated));
        known.is_none().then_some(number)
    }

    /// Strikes an actor out; returns the number its entry had.
    fn leave(&self, actor: Key) -> Option<u64> {
        let mut list = lock(&self.list);
        let number = list.numbers.remove(&actor)?;
        let removed = list.entries.remove(&number);
        let outdated = self.change(&mut list);
        drop(list);
        drop((removed, outdated));
        Some(number)
    }

    #[must_use]
    fn change(&self, list: &mut List<T>) -> Option<Arc<[T]>> {
        self.version.store(self.version.load(Ordering::Relaxed) + 1, Ordering::Release);
        mem::take(&mut list.snapshot)
    }
}

impl<T: Clone> Register<T> {
    /// An actor's entry.
    pub(crate) fn entry(&self, actor: Key) -> Option<T> {
        let list = lock(&self.list);
        list.entries.get(list.numbers.get(&actor)?).cloned()
    }

    pub(crate) fn snapshot(&self) -> Arc<[T]> {
        self.versioned_snapshot().1
    }

    fn versioned_snapshot(&self) -> (u64, Arc<[T]>) {
        let mut list = lock(&self.list);
        let List { entries, snapshot, .. } = &mut *list;
        let snapshot = snapshot.get_or_insert_with(|| entries.values().cloned().collect());
        (self.version.load(Ordering::Relaxed), Arc::clone(snapshot))
    }
}

/// A reader's view of a register.
pub(crate) struct View<T> {
    register: Arc<Register<T>>,
    version: u64,
    entries: Arc<[T]>,
}

impl<T: Clone> View<T> {
    pub(crate) fn new(register: Arc<Register<T>>) -> Self {
        let (version, entries) = register.versioned_snapshot();
        Self { register, version, entries }
    }

    /// The entries as they are now.
    #[inline]
    pub(crate) fn entries(&mut self) -> &Arc<[T]> {
        if self.register.version.load(Ordering::Acquire) != self.version {
            self.renew();
        }
        &self.entries
    }

    #[cold]
    #[inline(never)]
    fn renew(&mut self) {
        (self.version, self.entries) = self.register.versioned_snapshot();
    }
}

impl<T> Clone for View<T> {
    fn clone(&self) -> Self {
        Self { register: Arc::clone(&self.register), version: self.version, entries: Arc::clone(&self.entries) }
    }
}

impl<A: Actor> Context<'_, A> {
    /// Enters this actor on a list, until it leaves or terminates.
    pub(crate) fn enroll<T: Send + Sync + 'static>(&mut self, register: &Arc<Register<T>>, entry: T) {
        let key = self.key;
        let Some(id) = register.enter(key, entry) else { return };
        let register = Arc::clone(register);
        let on_exit = Box::new(move |_| {
            register.leave(key);
        });
        self.cold().watchers.add(Watcher { id: WatchId::first(id), on_exit });
    }

    /// Strikes this actor off a list.
    pub(crate) fn strike_off<T>(&mut self, register: &Register<T>) {
        if let Some(id) = register.leave(self.key) {
            drop(self.cold().watchers.remove(WatchId::first(id)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_place_until_they_leave() {
        let register = Arc::new(Register::default());
        let mut view = View::new(Arc::clone(&register));
        assert!(view.entries().is_empty());
        let keys = [1, 2, 3].map(|index| Key::new(index, 1));
        let numbers = [0, 1, 2].map(|i| register.enter(keys[i], i).expect("new"));
        assert_eq!(**view.entries(), [0, 1, 2]);
        assert_eq!(register.enter(keys[0], 10), None, "known already");
        assert_eq!(**view.entries(), [10, 1, 2]);
        assert_eq!(register.leave(keys[1]), Some(numbers[1]));
        assert_eq!(register.leave(keys[1]), None);
        assert_eq!(**view.entries(), [10, 2]);
        assert!(register.enter(keys[1], 1).is_some());
        assert_eq!(*register.snapshot(), [10, 2, 1]);
    }

    #[test]
    fn what_does_not_change_is_not_copied() {
        let register = Arc::new(Register::default());
        register.enter(Key::new(1, 1), "one");
        let (mut one, mut other) = (View::new(Arc::clone(&register)), View::new(Arc::clone(&register)));
        assert!(Arc::ptr_eq(one.entries(), other.entries()));
        register.enter(Key::new(2, 1), "two");
        assert!(Arc::ptr_eq(&Arc::clone(one.entries()), other.entries()));
    }
}
