//! An agent that forgets what it has set out to do.

use super::Mind;
use super::aside::Rare;

impl Mind {
    /// All that it has set out to do is gone without a word, and so is what has happened. What it believes and can do stays, and what is to
    /// happen at a time of its own.
    pub(super) fn reset(&mut self) {
        self.events.clear();
        self.running.clear();
        self.unheeded = 0;
        let rare = self.aside.open();
        let Rare { planned, spaces, fork_count, seen, actions, .. } = std::mem::take(rare);
        *rare = Rare { planned, spaces, fork_count, seen, actions, ..Rare::default() };
    }
}
