use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::types::id::ActorId;

/// Why an actor terminated.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// It stopped itself, was asked to stop, or its system shut down in time.
    Normal,
    /// Its handler panicked, with this message.
    Panicked(Arc<str>),
    /// It was killed, or had not stopped when the time for the shutdown ran out.
    Killed,
    /// An actor it was [linked](crate::Context::link) to ended in some other way than normally; or its
    /// [`Supervisor`](crate::Supervisor) has, or has ended it for the sake of a sibling.
    Linked,
    /// It gave up, for this reason: a [`Supervisor`](crate::Supervisor) whose children failed too often.
    Failed(Arc<str>),
    /// It had terminated before anybody asked, and it is not known why any more.
    ///
    /// A system remembers the latest 4096 ends that were not normal. So a question about an actor that ended after the oldest of these gets
    /// the right answer, and so does one that was asked before it ended. About an actor that ended earlier the answer is right, or it is this one:
    /// always if the actor did not end normally, and if it did, only if a later actor in the same place has ended otherwise and is forgotten,
    /// too. When the system has ended, it remembers none.
    Unknown,
}

impl ExitReason {
    pub(crate) fn from_panic(payload: &(dyn Any + Send)) -> Self {
        if let Some(Failure(why)) = payload.downcast_ref() {
            return Self::Failed(Arc::clone(why));
        }
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a panic whose payload is no text");
        Self::Panicked(text.into())
    }

    /// The message of a panic.
    pub(crate) fn text(&self) -> &str {
        if let Self::Panicked(text) = self { text } else { "" }
    }
}

/// What a handler unwinds with in order to fail without a panic.
pub(crate) struct Failure(pub(crate) Arc<str>);

impl fmt::Display for ExitReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("stopped normally"),
            Self::Panicked(text) => write!(f, "panicked: {text}"),
            Self::Killed => f.write_str("was killed"),
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::Linked => f.write_str("followed an actor it was linked to"),
            Self::Unknown => f.write_str("terminated before it was asked about"),
        }
    }
}

/// The notice that a monitored actor has terminated; see [`Context::monitor`](crate::Context::monitor).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminated {
    pub(crate) actor: ActorId,
    pub(crate) reason: ExitReason,
}

impl Terminated {
    /// Who terminated.
    pub fn actor(&self) -> ActorId {
        self.actor
    }

    /// Why.
    pub fn reason(&self) -> &ExitReason {
        &self.reason
    }
}
