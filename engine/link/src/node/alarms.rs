//! Futures that end at a time: the node's thread wakes them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Waker;

use super::deadline::NEVER;
use super::ready::lock;

/// A time, in nanoseconds since the node began, and a number that no other alarm has.
pub(super) type Alarm = (u64, u64);

pub(super) struct Alarms {
    set: Mutex<BTreeMap<Alarm, Waker>>,
    last: AtomicU64,
    next: AtomicU64,
}

impl Default for Alarms {
    fn default() -> Self {
        Self { set: Mutex::default(), last: AtomicU64::default(), next: AtomicU64::new(NEVER) }
    }
}

impl Alarms {
    /// An alarm at a time, that is yet to be set.
    pub(super) fn at(&self, time: u64) -> Alarm {
        (time, self.last.fetch_add(1, Ordering::Relaxed))
    }

    /// Has a waker woken then.
    pub(super) fn set(&self, alarm: Alarm, waker: &Waker) {
        let waker = waker.clone();
        let mut set = lock(&self.set);
        let replaced = set.insert(alarm, waker);
        self.store_next(&set);
        drop(set);
        drop(replaced); // the drop of a waker may run anything
    }

    pub(super) fn cancel(&self, alarm: Alarm) {
        let mut set = lock(&self.set);
        let waker = set.remove(&alarm);
        self.store_next(&set);
        drop(set);
        drop(waker);
    }

    fn store_next(&self, set: &BTreeMap<Alarm, Waker>) {
        let next = set.first_key_value().map_or(NEVER, |(&(time, _), _)| time);
        self.next.store(next, Ordering::SeqCst);
    }

    pub(super) fn next_deadline(&self) -> u64 {
        self.next.load(Ordering::SeqCst)
    }

    /// Wakes those that are due by now.
    pub(super) fn ring(&self, now: u64) {
        if self.next_deadline() <= now {
            let mut set = lock(&self.set);
            let later = set.split_off(&(now.saturating_add(1), 0));
            let due = std::mem::replace(&mut *set, later);
            self.store_next(&set);
            drop(set);
            due.into_values().for_each(Waker::wake);
        }
    }

    /// Wakes all: the node leaves.
    pub(super) fn ring_all(&self) {
        let all = std::mem::take(&mut *lock(&self.set));
        all.into_values().for_each(Waker::wake);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        lock(&self.set).len()
    }
}
