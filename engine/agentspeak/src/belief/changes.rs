//! Which beliefs have changed, for those who wait until something holds.

use std::collections::HashSet;

use super::table::key_of;
use crate::term::{Functor, Term};

/// A predicate, and the [key](key_of) of the first argument; without a key, all of the predicate.
pub(crate) type Topic = (Functor, Option<u64>);

/// So many are told apart.
const LIMIT: usize = 1 << 16;

/// What has changed since it was [taken](super::BeliefBase::take_changes).
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    pub(crate) topics: HashSet<Topic>,
    /// Has so much changed that everything may have?
    pub(crate) all: bool,
}

impl Changes {
    pub(super) fn note(&mut self, topic: Topic) {
        if self.all {
            return;
        }
        self.topics.insert(topic);
        if self.topics.len() > LIMIT {
            self.all = true;
            self.topics = HashSet::new();
        }
    }
}

/// The key of a literal's first argument.
pub(crate) fn first_key(literal: &Term) -> Option<u64> {
    key_of(literal.as_structure()?.arguments().first()?)
}
