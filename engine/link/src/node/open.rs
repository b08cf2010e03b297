//! What waits for another node's word: questions, monitors.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ready::{lock, shrink};

/// What is to be done when the word comes, by numbers that no two have; each with the node, by its index.
pub(super) struct Open<T> {
    next: AtomicU64,
    all: Mutex<HashMap<u64, (u32, T)>>,
}

impl<T> Default for Open<T> {
    fn default() -> Self {
        Self { next: AtomicU64::default(), all: Mutex::default() }
    }
}

impl<T> Open<T> {
    pub(super) fn add(&self, node: u32, one: T) -> u64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.all).insert(number, (node, one));
        number
    }

    pub(super) fn take(&self, number: u64) -> Option<T> {
        let mut all = lock(&self.all);
        let taken = all.remove(&number);
        shrink(&mut all);
        taken.map(|(_, one)| one)
    }

    /// Whether something waits for the node.
    pub(super) fn has_any_of(&self, node: u32) -> bool {
        lock(&self.all).values().any(|(asked, _)| *asked == node)
    }

    pub(super) fn has(&self, number: u64) -> bool {
        lock(&self.all).contains_key(&number)
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.all).len()
    }

    /// The same, if it waits for this node.
    pub(super) fn take_of(&self, node: u32, number: u64) -> Option<T> {
        let mut all = lock(&self.all);
        all.get(&number).filter(|(asked, _)| *asked == node)?;
        all.remove(&number).map(|(_, one)| one)
    }

    /// All that wait for the node.
    pub(super) fn take_all_of(&self, node: u32) -> Vec<T> {
        lock(&self.all).extract_if(|_, (asked, _)| *asked == node).map(|(_, (_, one))| one).collect()
    }
}
