//! Why actors have ended, for those who ask when they are gone.
//!
//! The latest abnormal ends are remembered, so many of them; the oldest are replaced. Of what was forgotten, it is known for each slot up to which
//! generation. So an end that is not remembered was a normal one if it came later in its slot than any that was forgotten there; of
//! the others it is not known.

use std::collections::{HashMap, VecDeque};

use crate::types::exit::ExitReason;
use crate::types::id::Key;

/// How many abnormal ends are remembered: the documentation of [`ExitReason::Unknown`] names it, too.
const REMEMBERED: usize = 4096;

#[derive(Default)]
pub(crate) struct ExitCache {
    /// First to last.
    order: VecDeque<Key>,
    reasons: HashMap<Key, ExitReason>,
    /// By slot: the latest generation of which an abnormal end was forgotten.
    forgotten: HashMap<u32, u32>,
}

impl ExitCache {
    /// Remembers an abnormal end; each once.
    pub(crate) fn remember(&mut self, key: Key, reason: ExitReason) {
        if self.order.len() == REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.reasons.remove(&oldest);
            // Generations of a slot end one after the other: this is the latest.
            self.forgotten.insert(oldest.index(), oldest.generation());
        }
        self.order.push_back(key);
        self.reasons.insert(key, reason);
    }

    /// Why an actor that has ended did so.
    pub(crate) fn recall(&self, key: Key) -> ExitReason {
        if let Some(reason) = self.reasons.get(&key) {
            return reason.clone();
        }
        let is_old = self.forgotten.get(&key.index()).is_some_and(|latest| key.generation() <= *latest);
        if is_old { ExitReason::Unknown } else { ExitReason::Normal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_ends_are_right_and_older_ones_never_wrong() {
        let mut exits = ExitCache::default();
        // In each of two slots, each other life ends abnormally.
        let ends = 4 * REMEMBERED as u32;
        let keys = |generation| [Key::new(1, generation), Key::new(2, generation)];
        let is_normal = |generation: u32| generation.is_multiple_of(2);
        for generation in 1..=ends {
            if !is_normal(generation) {
                keys(generation).into_iter().for_each(|key| exits.remember(key, ExitReason::Killed));
            }
        }
        let remembered = ends - REMEMBERED as u32;
        for generation in 1..=ends {
            let expected = match generation {
                old if old < remembered => ExitReason::Unknown,
                normal if is_normal(normal) => ExitReason::Normal,
                _ => ExitReason::Killed,
            };
            assert_eq!(keys(generation).map(|key| exits.recall(key)), [expected.clone(), expected], "{generation}");
        }
        assert_eq!(exits.recall(Key::new(3, 1)), ExitReason::Normal, "no actor ended otherwise there");
        assert_eq!((exits.order.len(), exits.reasons.len(), exits.forgotten.len()), (REMEMBERED, REMEMBERED, 2));
    }
}
