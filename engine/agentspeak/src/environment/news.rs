use std::fmt;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use crate::mind::{Ended, Mind, World};
use crate::term::Atom;

/// The messages of an environment to a system, from any thread.
#[derive(Clone, Debug)]
pub enum News {
    /// What the agent perceives has changed; what all perceive, without one. For [`Agent::look`](crate::agent::Agent::look).
    Percepts(Option<Atom>),
    /// An action of the agent's has ended. For [`Agent::end_action`](crate::agent::Agent::end_action).
    Ended(Atom, Ended),
    /// A text is to be printed where the agents' lines go.
    Print(String),
    /// Something has gone wrong for an agent.
    Warning(Atom, String),
    /// The names of all agents are requested.
    Agents(Sender<Vec<Atom>>),
    /// Something is to be done on the agent's thread, between two of its cycles; on whichever agent's, without one.
    Request(Option<Atom>, Request),
    /// The system is to end.
    Stop {
        /// After how many milliseconds.
        delay: u64,
        /// With which status.
        status: i32,
    },
    /// The process is about to end, whatever the system does: what was printed is to be written before this call returns.
    Leave,
}

/// What is to be done with an agent's state at hand. It is done once, or given up with the last copy.
#[derive(Clone)]
pub struct Request(Arc<Mutex<Option<Box<Requested>>>>);

type Requested = dyn FnOnce(&mut Mind, &mut dyn World) + Send;

impl Request {
    pub(crate) fn new(requested: impl FnOnce(&mut Mind, &mut dyn World) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(requested)))))
    }

    /// Is it done?
    pub(crate) fn is_done(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Does it, unless that is done.
    pub fn run(&self, mind: &mut Mind, world: &mut dyn World) {
        let requested = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(requested) = requested {
            requested(mind, world);
        }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Request")
    }
}

/// The receiver of the news.
pub(crate) type Listener = Arc<dyn Fn(News) + Send + Sync>;
