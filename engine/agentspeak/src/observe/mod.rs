//! Looking at agents as they work: [traces](Trace), and the [inspector](Inspector).
//!
//! Both are [observers](crate::agent::Observer) of an agent. Where there are none, nothing is prepared for them.

pub mod elsewhere;
pub mod inspector;
mod lines;
mod text;
mod trace;
pub mod view;

pub use inspector::{Inspector, Service};
pub use trace::{Sink, Trace, UnknownTrace};

use crate::failures::Texts;
use crate::mind::Mind;
use crate::term::Atom;

/// Who looks on at the agents of a system.
#[derive(Clone, Default)]
pub struct Observation {
    trace: Option<Trace>,
    inspector: Option<Inspector>,
}

impl Observation {
    /// With a trace.
    #[must_use]
    pub fn with_trace(self, trace: Trace) -> Self {
        Self { trace: Some(trace), ..self }
    }

    /// With an inspector.
    #[must_use]
    pub fn with_inspector(self, inspector: Inspector) -> Self {
        Self { inspector: Some(inspector), ..self }
    }

    /// The programs of the agents are written in these texts.
    pub(crate) fn lend_texts(&self, texts: &Texts) {
        if let Some(inspector) = &self.inspector {
            inspector.lend_texts(texts);
        }
    }

    /// Something has gone wrong in an agent.
    pub(crate) fn failed(&self, agent: Atom, text: &str) {
        if let Some(inspector) = &self.inspector {
            inspector.failed(agent, text);
        }
    }

    /// Can agents be held up, so that one that does nothing may still go on?
    pub fn holds_up(&self) -> bool {
        self.inspector.is_some()
    }

    /// Does anybody look on?
    pub fn is_on(&self) -> bool {
        self.trace.is_some() || self.inspector.is_some()
    }

    /// Begins to look at an agent. `wake` is called, by whatever thread, when the agent is to [attend](crate::agent::Agent::attend) soon.
    pub fn begin(&self, mind: &mut Mind, wake: impl Fn() + Send + Sync + 'static) {
        if let Some(trace) = &self.trace {
            trace.begin(mind);
        }
        if let Some(inspector) = &self.inspector {
            inspector.attach(mind, wake);
        }
    }
}
