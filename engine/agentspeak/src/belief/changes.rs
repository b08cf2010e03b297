//! Which beliefs have changed, for those who wait until something holds.

use super::table::key_of;
use crate::term::{Functor, Term};

/// A predicate, and the [key](key_of) of the first argument; without a key, all of the predicate.
pub(crate) type Topic = (Functor, Option<u64>);

/// So many are distinguished.
const LIMIT: usize = 1 << 16;

/// One that is among the last so many is not noted again.
const LAST: usize = 4;

/// What has changed since it was [forgotten](Self::clear).
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Some may be there several times.
    pub(crate) topics: Vec<Topic>,
    /// Has so much changed that everything may have?
    pub(crate) all: bool,
}

impl Changes {
    pub(super) fn note(&mut self, topic: Topic) {
        if self.all || self.topics.iter().rev().take(LAST).any(|known| *known == topic) {
            return;
        }
        self.topics.push(topic);
        if self.topics.len() > LIMIT {
            self.topics.sort_unstable_by_key(|(predicate, key)| (predicate.index(), *key));
            self.topics.dedup();
            if self.topics.len() > LIMIT / 2 {
                self.all = true;
                self.topics = Vec::new();
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.topics.clear();
        self.all = false;
    }
}

/// The key of a literal's first argument.
pub(crate) fn first_key(literal: &Term) -> Option<u64> {
    key_of(literal.as_structure()?.arguments().first()?)
}
