use std::fmt;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::news::{Listener, News, Request};
use crate::mind::{Mind, World};
use crate::term::Atom;

/// What an environment may ask of the system that the agents live in. Copies are the same.
#[derive(Clone)]
pub struct Link(Listener);

/// So long a system is waited for that takes turns.
const PATIENCE: Duration = Duration::from_secs(1);

impl Link {
    pub(crate) fn new(listener: Listener) -> Self {
        Self(listener)
    }

    /// What the agent perceives may be something else now: it looks.
    pub fn look(&self, agent: Atom) {
        (self.0)(News::Percepts(Some(agent)));
    }

    /// Prints a text where the agents' lines go, as it is.
    pub fn print(&self, text: &str) {
        (self.0)(News::Print(text.to_owned()));
    }

    /// Reports what has gone wrong for an agent.
    pub fn warn(&self, agent: Atom, text: &str) {
        (self.0)(News::Warning(agent, text.to_owned()));
    }

    /// The names of all agents there are.
    pub fn agents(&self) -> Vec<Atom> {
        let (ask, answer) = channel();
        (self.0)(News::Agents(ask));
        answer.recv_timeout(PATIENCE).unwrap_or_default()
    }

    /// Has something done on the agent's thread, between two of its cycles; on whichever agent's, without one. Where there is no
    /// such agent, or it ends before, that is given up.
    pub(crate) fn request(
        &self,
        agent: Option<Atom>,
        requested: impl FnOnce(&mut Mind, &mut dyn World) + Send + 'static,
    ) {
        self.hand_over(agent, Request::new(requested));
    }

    /// The same.
    pub(crate) fn hand_over(&self, agent: Option<Atom>, request: Request) {
        (self.0)(News::Request(agent, request));
    }

    /// Ends the system after so many milliseconds, with this status.
    pub fn stop(&self, delay: u64, status: i32) {
        (self.0)(News::Stop { delay, status });
    }

    /// The process is about to end: what the agents have printed is written now.
    pub(crate) fn leave(&self) {
        (self.0)(News::Leave);
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link")
    }
}
