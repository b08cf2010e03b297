//! What an agent needs of what is around it.

use crate::term::Atom;
use crate::word::{Message, Word};

/// What is around an agent.
pub trait World {
    /// Writes a line.
    fn print(&mut self, agent: Atom, text: &str);

    /// Sends a message. Returns whether there is such an agent.
    fn send(&mut self, to: Atom, message: Message) -> bool;

    /// Ends the system after so many milliseconds.
    fn stop(&mut self, delay: f64, status: i32);

    /// Has it ended?
    fn is_over(&self) -> bool;

    /// What time it is, in milliseconds.
    fn now(&self) -> f64;
}

/// A variable that no program names.
#[inline]
pub(super) const fn unnamed() -> Word {
    Word::OPEN
}
