//! The callbacks for the end of an actor, and how a watch goes away with either side.
//!
//! A *watch* is an entry at the watched actor, under an id: it is notified of why the actor ended. The watcher holds the other end of it.
//! For an actor that is an entry of its own under the same id, which at *its* end calls the watch off; for a thread or a future it
//! is a guard that does so when it is dropped. Monitors, links, waiting threads, supervisors and lists all use this.
//!
//! Invariants:
//! 1. A watch is called off by [`SystemMessage::Unwatch`], sent by who sent [`SystemMessage::Watch`] and behind it; so the two arrive in this order, also
//!    when actors move or their messages are held.
//! 2. An entry is called once, or dropped: at the end of its actor, when it is called off, or when [`SystemMessage::Down`] arrives.
//! 3. When one side ends, the entry of the other is taken away by what it is sent then: `Unwatch` by the watching side, `Down` by the watched
//!    one; of a link, which is an entry at both, `Unwatch` after a normal end, and else [`SystemMessage::Exit`], which ends the other.
//!    So no entry outlives its other side by more than a message.
//!
//! [`SystemMessage::Watch`]: crate::worker::system_message::SystemMessage::Watch
//! [`SystemMessage::Unwatch`]: crate::worker::system_message::SystemMessage::Unwatch
//! [`SystemMessage::Down`]: crate::worker::system_message::SystemMessage::Down
//! [`SystemMessage::Exit`]: crate::worker::system_message::SystemMessage::Exit

use std::collections::HashMap;
use std::vec;

use crate::types::exit::ExitReason;
use crate::types::id::{ActorId, SMALLEST_FRESH_ID};

/// Which watch, in the whole process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct WatchId(ActorId);

/// Systems are counted from 1: this one has no actors, and so its ids are those of no link.
const NO_SYSTEM: u32 = 0;

impl WatchId {
    pub(crate) fn fresh() -> Self {
        Self::numbered(crate::types::id::fresh_id())
    }

    /// Called before all others: the runtime's own lists, by a number that [`fresh_id`](crate::types::id::fresh_id) gave. So who is notified of an end
    /// finds the actor on none of them.
    pub(crate) fn first(number: u64) -> Self {
        Self::numbered(number & !SMALLEST_FRESH_ID)
    }

    fn numbered(number: u64) -> Self {
        Self(ActorId { system: NO_SYSTEM, key: number })
    }

    /// Of a link: what it is called at the one that is linked with this actor.
    pub(crate) fn link(with: ActorId) -> Self {
        Self(with)
    }
}

pub(crate) type OnExit = Box<dyn FnOnce(ExitReason) + Send>;

/// Called when an actor ends.
pub(crate) struct Watcher {
    pub(crate) id: WatchId,
    pub(crate) on_exit: OnExit,
}

/// An actor's entries. Each is found by its id, since one actor may be watched by very many that come and go.
#[derive(Default)]
pub(crate) struct Watchers(HashMap<WatchId, OnExit>);

/// A capacity of so many entries is too small to give any back.
const SMALL: usize = 64;

impl Watchers {
    /// Adds an entry, in place of an older one of the same id (a link made twice).
    pub(crate) fn add(&mut self, watcher: Watcher) {
        self.0.insert(watcher.id, watcher.on_exit);
    }

    /// What is returned may hold values of the users: to be dropped where their code may run.
    #[must_use]
    pub(crate) fn remove(&mut self, id: WatchId) -> Option<OnExit> {
        let on_exit = self.0.remove(&id)?;
        if self.0.capacity() > SMALL && self.0.len() < self.0.capacity() / 8 {
            self.0.shrink_to(self.0.capacity() / 4);
        }
        Some(on_exit)
    }
}

/// In the order of their ids: what comes of an end depends on nothing else.
impl IntoIterator for Watchers {
    type Item = Watcher;
    type IntoIter = vec::IntoIter<Watcher>;

    fn into_iter(self) -> Self::IntoIter {
        let mut watchers: Vec<_> = self.0.into_iter().map(|(id, on_exit)| Watcher { id, on_exit }).collect();
        watchers.sort_unstable_by_key(|watcher| watcher.id);
        watchers.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn each_is_notified_once_in_the_order_of_ids() {
        let notified = Arc::new(Mutex::new(Vec::new()));
        let mut watchers = Watchers::default();
        for number in [3, 1, 2, 1] {
            let notified = Arc::clone(&notified);
            let on_exit = Box::new(move |_| notified.lock().expect("no panic").push(number));
            watchers.add(Watcher { id: WatchId::numbered(number), on_exit });
        }
        assert!(watchers.remove(WatchId::numbered(2)).is_some());
        assert!(watchers.remove(WatchId::numbered(2)).is_none());
        watchers.into_iter().for_each(|watcher| (watcher.on_exit)(ExitReason::Normal));
        assert_eq!(*notified.lock().expect("no panic"), [1, 3]);
    }

    #[test]
    fn capacity_for_many_is_given_back() {
        let many = if cfg!(miri) { 1_000 } else { 100_000 };
        let mut watchers = Watchers::default();
        for number in 0..many {
            watchers.add(Watcher { id: WatchId::numbered(number), on_exit: Box::new(|_| {}) });
        }
        for number in 0..many {
            assert!(watchers.remove(WatchId::numbered(number)).is_some());
        }
        assert!(watchers.0.is_empty() && watchers.0.capacity() <= 2 * SMALL, "{}", watchers.0.capacity());
    }
}
