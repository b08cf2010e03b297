//! What an environment implements, and what it is made of.

use std::sync::Arc;

use super::{Action, Link, Percepts};
use crate::mind::Sight;
use crate::term::Atom;

/// What agents are in.
pub trait Environment: Send + Sync {
    /// Executes an action of an agent's, which ends when it is [done](Action::done) or has [failed](Action::fail).
    ///
    /// It is called on the threads of the environment's pool, on several at once; one that takes its time keeps a thread of the
    /// pool, but no agent.
    fn execute(&self, action: Action);

    /// How many threads execute actions. With 0 the agents do it themselves: for environments whose actions take microseconds.
    fn threads(&self) -> usize {
        4
    }

    /// The source of what agents perceive, if that is not what is kept in the environment's [`Percepts`].
    fn senses(&self) -> Option<&dyn Senses> {
        None
    }

    /// The system ends. Actions that are finished from now on mean nothing.
    fn stop(&self) {}
}

/// What agents perceive, where an environment finds that out by itself. It notifies agents that a change concerns by [`Link::look`].
pub trait Senses {
    /// What an agent perceives, unless that is what it was at this version; 0 is before all.
    fn since(&self, agent: Atom, version: u64) -> Option<Sight>;
}

/// What makes an environment of its [`Setting`].
pub type Maker = Arc<dyn Fn(&Setting) -> Result<Arc<dyn Environment>, String> + Send + Sync>;

/// What an environment is made of.
pub struct Setting {
    /// The arguments of its class, strings without their quotation marks.
    pub arguments: Vec<String>,
    /// What the agents perceive: to be kept, and changed at any time from any thread.
    pub percepts: Percepts,
    /// The agents that the project names.
    pub agents: Vec<Atom>,
    /// What an environment may ask of the system that the agents live in.
    pub link: Link,
}

impl Setting {
    /// The number that this argument is, counted from 0; `otherwise` where there is no such argument.
    ///
    /// # Errors
    ///
    /// If it is no number of the kind, in words for people.
    pub fn number<N: std::str::FromStr>(&self, argument: usize, otherwise: N) -> Result<N, String> {
        match self.arguments.get(argument) {
            None => Ok(otherwise),
            Some(text) => text.parse().map_err(|_| format!("argument {} is {text:?} and not a number", argument + 1)),
        }
    }
}
