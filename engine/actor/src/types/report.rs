use std::fmt;

use crate::types::counters::Counters;
use crate::types::id::ActorId;

/// Names an actor in a report: its identity and the type it was spawned as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActorLabel {
    pub(crate) id: ActorId,
    pub(crate) type_name: &'static str,
}

impl ActorLabel {
    /// Its identity.
    pub fn id(&self) -> ActorId {
        self.id
    }

    /// The type of the actor, as [`std::any::type_name`] gives it.
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }
}

impl fmt::Display for ActorLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.type_name, self.id)
    }
}

/// Messages for one actor that were not handled because the system shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undelivered {
    pub(crate) actor: ActorLabel,
    pub(crate) messages: u64,
}

impl Undelivered {
    /// Whose messages they were.
    pub fn actor(&self) -> ActorLabel {
        self.actor
    }

    /// How many.
    pub fn messages(&self) -> u64 {
        self.messages
    }
}

/// How a [shutdown](crate::System::shutdown) went.
#[derive(Clone, Debug)]
pub struct ShutdownReport {
    pub(crate) undelivered: Vec<Undelivered>,
    pub(crate) killed: Vec<ActorLabel>,
    pub(crate) stuck: Vec<ActorLabel>,
    pub(crate) counters: Counters,
}

impl ShutdownReport {
    /// `true` if the shutdown left nothing: every actor stopped in time, and no message was left in a mailbox.
    ///
    /// It is about the shutdown alone. Handlers that panicked and messages that became dead letters before it are in
    /// [`counters`](Self::counters), and printed with the report.
    pub fn is_clean(&self) -> bool {
        self.undelivered.is_empty() && self.killed.is_empty() && self.stuck.is_empty()
    }

    /// What was not delivered, by receiver: one entry an actor.
    pub fn undelivered(&self) -> &[Undelivered] {
        &self.undelivered
    }

    /// Actors that had not stopped when the time ran out, and were killed.
    pub fn killed(&self) -> &[ActorLabel] {
        &self.killed
    }

    /// Those of them that could not even be killed, since their handler did not return. They keep their thread until it does;
    /// what waits in their mailboxes is not in [`undelivered`](Self::undelivered).
    pub fn stuck(&self) -> &[ActorLabel] {
        &self.stuck
    }

    /// The system's counters at the end.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

impl fmt::Display for ShutdownReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.end(f)?;
        let (panics, dead_letters) = (self.counters.panics(), self.counters.dead_letters());
        if panics > 0 || dead_letters > 0 {
            write!(f, "\n  in all, {panics} handlers panicked and {dead_letters} messages became dead letters")?;
        }
        Ok(())
    }
}

impl ShutdownReport {
    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_clean() {
            return f.write_str("every actor stopped in time, and no message was left");
        }
        let messages: u64 = self.undelivered.iter().map(Undelivered::messages).sum();
        write!(
            f,
            "{messages} messages not delivered to {} actors; {} actors killed, {} of them stuck in a handler",
            self.undelivered.len(),
            self.killed.len(),
            self.stuck.len()
        )?;
        for undelivered in &self.undelivered {
            write!(f, "\n  {} for {}", undelivered.messages, undelivered.actor)?;
        }
        for stuck in &self.stuck {
            write!(f, "\n  stuck: {stuck}")?;
        }
        Ok(())
    }
}
