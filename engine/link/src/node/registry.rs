//! Which nodes are there, and which actors they have registered, by their liveliness tokens.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zenoh::liveliness::LivelinessToken;

use super::keys::Entry;
use super::ready::lock;
use super::waiters::Waiters;
use crate::types::{Named, NodeId};

#[derive(Default)]
pub(super) struct Registry {
    known: Mutex<Known>,
    changed: Condvar,
    /// Futures that wait for a change.
    pub(super) waiters: Waiters,
    version: AtomicU64,
}

#[derive(Default)]
struct Known {
    nodes: BTreeSet<NodeId>,
    entries: BTreeSet<Entry>,
    /// Of this node's own actors, by their numbers.
    tokens: HashMap<u32, Vec<(Entry, LivelinessToken)>>,
}

impl Registry {
    fn change(&self, change: impl FnOnce(&mut Known)) {
        let mut known = lock(&self.known);
        change(&mut known);
        self.version.fetch_add(1, Ordering::Release);
        drop(known);
        self.changed.notify_all();
        self.waiters.wake_all();
    }

    pub(super) fn node(&self, node: NodeId, present: bool) {
        self.change(|known| {
            if present {
                known.nodes.insert(node);
            } else {
                known.entries.retain(|entry| entry.node != node);
                known.nodes.remove(&node);
            }
        });
    }

    pub(super) fn actor(&self, entry: Entry, present: bool) {
        self.change(|known| {
            if present {
                known.entries.insert(entry);
            } else {
                known.entries.remove(&entry);
            }
        });
    }

    /// Enters an actor of this node, for as long as it is there.
    pub(super) fn enter(&self, entry: Entry, token: LivelinessToken) {
        self.change(|known| {
            known.entries.insert(entry.clone());
            known.tokens.entry(entry.export).or_default().push((entry, token));
        });
    }

    /// Removes the entry `which` of an actor of this node.
    pub(super) fn strike_out(&self, export: u32, which: impl Fn(&Entry) -> bool) {
        let mut struck = Vec::new();
        self.change(|known| {
            let Some(tokens) = known.tokens.get_mut(&export) else { return };
            struck = tokens.extract_if(.., |(entry, _)| which(entry)).collect();
            for (entry, _) in &struck {
                known.entries.remove(entry);
            }
        });
    }

    /// An actor of this node has ended.
    pub(super) fn ended(&self, export: u32) {
        if lock(&self.known).tokens.contains_key(&export) {
            self.strike_out(export, |_| true);
            lock(&self.known).tokens.remove(&export);
        }
    }

    pub(super) fn clear(&self) {
        let mut all = Known::default();
        self.change(|known| std::mem::swap(known, &mut all));
    }

    /// Another one after each change.
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(super) fn nodes(&self) -> Vec<NodeId> {
        lock(&self.known).nodes.iter().cloned().collect()
    }

    pub(super) fn entries(&self, named: Named, label: &str) -> Vec<Entry> {
        lock(&self.known).entries.iter().filter(|entry| entry.named == named && entry.label == label).cloned().collect()
    }

    /// Waits until `look` finds something.
    pub(super) fn wait<T>(&self, within: Duration, look: impl Fn(&Self) -> Option<T>) -> Option<T> {
        let deadline = Instant::now().checked_add(within);
        loop {
            if let Some(found) = look(self) {
                return Some(found);
            }
            let left = deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return None;
            }
            // What changes between the look and the wait is seen a little later.
            let known = lock(&self.known);
            drop(
                self.changed
                    .wait_timeout(known, left.min(Duration::from_millis(20)))
                    .unwrap_or_else(PoisonError::into_inner),
            );
        }
    }
}
