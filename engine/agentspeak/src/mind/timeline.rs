//! What is to happen at some time.

use std::collections::BTreeMap;

/// So many microseconds, in which time is counted.
pub const MILLISECOND: u64 = 1000;

/// Whole milliseconds, as Jason takes them; less than none is none.
pub(crate) fn micros(milliseconds: f64) -> u64 {
    (milliseconds.max(0.0) as u64).saturating_mul(MILLISECOND)
}

/// Things by when they are due. Those that have become due are taken in the order in which they were added.
pub(super) struct Timeline<T> {
    all: BTreeMap<(u64, u64), T>,
    added: u64,
}

impl<T> Timeline<T> {
    pub(super) const fn new() -> Self {
        Self { all: BTreeMap::new(), added: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn add(&mut self, due: u64, what: T) {
        self.added += 1;
        self.all.insert((due, self.added), what);
    }

    /// When the first is due.
    pub(super) fn next(&self) -> Option<u64> {
        self.all.first_key_value().map(|((due, _), _)| *due)
    }

    /// Takes out what is due.
    pub(super) fn take_due(&mut self, now: u64) -> Vec<T> {
        if self.next().is_none_or(|due| due > now) {
            return Vec::new();
        }
        let mut due = Vec::new();
        while let Some(first) = self.all.first_entry().filter(|first| first.key().0 <= now) {
            due.push((first.key().1, first.remove()));
        }
        due.sort_by_key(|(number, _)| *number);
        due.into_iter().map(|(_, what)| what).collect()
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }
}

impl<T> Default for Timeline<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_comes_in_the_order_in_which_it_was_added() {
        let mut line = Timeline::new();
        for (due, what) in [(5, 'a'), (3, 'b'), (9, 'c'), (3, 'd')] {
            line.add(due, what);
        }
        assert_eq!((line.next(), line.take_due(2)), (Some(3), vec![]));
        assert_eq!((line.take_due(5), line.next()), (vec!['a', 'b', 'd'], Some(9)));
    }
}
