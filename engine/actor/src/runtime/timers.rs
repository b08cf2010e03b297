//! Things to do later, by deadline.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::time::Instant;

pub(crate) type Action = Box<dyn FnOnce() + Send>;

/// A worker's timers: a heap of deadlines, and the actions beside it, so that cancelling is cheap.
///
/// The heap keeps the deadline of a cancelled timer until it is due, or until the cancelled are the majority.
pub(crate) struct Timers {
    heap: BinaryHeap<Entry>,
    actions: HashMap<u64, Action>,
    next: u64,
}

struct Entry {
    deadline: Instant,
    id: u64,
}

impl Ord for Entry {
    /// The earliest first; among equals, the first set.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.deadline, other.id).cmp(&(self.deadline, self.id))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl Timers {
    pub(crate) fn new() -> Self {
        Self { heap: BinaryHeap::new(), actions: HashMap::new(), next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Timers that will go off.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    /// Sets a timer under a number from elsewhere, which no other has.
    pub(crate) fn set_as(&mut self, id: u64, deadline: Instant, action: Action) {
        self.heap.push(Entry { deadline, id });
        self.actions.insert(id, action);
    }

    pub(crate) fn set(&mut self, deadline: Instant, action: Action) -> u64 {
        let id = self.next;
        self.next += 1;
        self.heap.push(Entry { deadline, id });
        self.actions.insert(id, action);
        id
    }

    /// The action of a timer that has not gone off, to be dropped.
    pub(crate) fn cancel(&mut self, id: u64) -> Option<Action> {
        let action = self.actions.remove(&id);
        if self.heap.len() > 64 && self.heap.len() > 2 * self.actions.len() {
            let actions = &self.actions;
            self.heap.retain(|entry| actions.contains_key(&entry.id));
        }
        action
    }

    /// When the next is due.
    pub(crate) fn next_deadline(&mut self) -> Option<Instant> {
        while let Some(entry) = self.heap.peek() {
            if self.actions.contains_key(&entry.id) {
                return Some(entry.deadline);
            }
            self.heap.pop();
        }
        None
    }

    /// One that is due.
    pub(crate) fn pop(&mut self, now: Instant) -> Option<Action> {
        while self.heap.peek().is_some_and(|entry| entry.deadline <= now) {
            let entry = self.heap.pop()?;
            if let Some(action) = self.actions.remove(&entry.id) {
                return Some(action);
            }
        }
        None
    }

    /// All that have not gone off.
    pub(crate) fn drain(&mut self) -> Vec<Action> {
        self.heap.clear();
        self.actions.drain().map(|(_, action)| action).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::*;

    #[test]
    fn go_off_in_order_and_not_before_their_time() {
        let start = Instant::now();
        let fired = Arc::new(Mutex::new(Vec::new()));
        let mut timers = Timers::new();
        let mut ids = Vec::new();
        for delay in [30, 10, 20, 10, 40] {
            let fired = Arc::clone(&fired);
            let number = ids.len();
            let action = Box::new(move || fired.lock().expect("no panic").push(number));
            ids.push(timers.set(start + Duration::from_millis(delay), action));
        }
        assert!(timers.cancel(ids[2]).is_some() && timers.cancel(ids[2]).is_none());
        assert_eq!(timers.next_deadline(), Some(start + Duration::from_millis(10)));
        while let Some(action) = timers.pop(start + Duration::from_millis(30)) {
            action();
        }
        assert_eq!(*fired.lock().expect("no panic"), [1, 3, 0]);
        assert_eq!((timers.len(), timers.next_deadline()), (1, Some(start + Duration::from_millis(40))));
        assert_eq!(timers.drain().len(), 1);
        assert!(timers.is_empty());
    }

    #[test]
    fn cancelled_ones_do_not_pile_up() {
        let mut timers = Timers::new();
        let far = Instant::now() + Duration::from_secs(3600);
        for _ in 0..10_000 {
            let id = timers.set(far, Box::new(|| {}));
            timers.cancel(id);
        }
        assert!(timers.heap.len() < 100, "{}", timers.heap.len());
        assert_eq!(timers.next_deadline(), None);
    }
}
