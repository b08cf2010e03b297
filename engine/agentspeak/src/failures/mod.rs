//! What a user reads of a plan that has failed: the source line with a caret, the reason, and the plans that have waited for it.
//!
//! A [`Report`] knows nothing of how agents are executed: it is made of texts, and of places by which [`Texts`] finds the source.

mod places;
mod render;
mod texts;
mod words;

pub use crate::syntax::diagnostic::Severity;
pub use texts::Texts;
use words::named;
pub(crate) use words::{place, short};

use std::sync::Arc;

/// What has gone wrong in an agent.
#[derive(Clone, Debug)]
pub struct Report {
    /// [`Severity::Error`] of a plan that has failed, and of whose failure no plan takes care.
    pub severity: Severity,
    /// What has happened, and why.
    pub message: String,
    /// The step that it is about.
    pub place: Option<Place>,
    /// The expression in it, or in what it asks, as it is printed.
    pub about: Option<String>,
    /// The number of the intention.
    pub intention: Option<u64>,
    /// Its plans, the one that was executed first.
    pub stack: Stack,
    /// What else is known.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

/// Where a step or a plan was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as plans name it: `file:a.asl`.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The step as it is printed, by which it is found among those of the line.
    pub step: String,
}

/// The plans of an intention, of which there may be millions.
#[derive(Clone, Default, Debug)]
pub struct Stack {
    /// Those on top ...
    highest: Vec<Level>,
    /// ... how many are not shown between these ...
    hidden: usize,
    /// ... and those at the bottom.
    lowest: Vec<Level>,
}

/// So many plans on top are shown, ...
const HIGHEST: usize = 8;

/// ... and so many at the bottom.
const LOWEST: usize = 4;

/// A plan of an intention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// What it is for: `+!go(1)`.
    pub goal: String,
    /// The step that it is at.
    pub place: Option<Place>,
    /// What its variables stand for.
    pub values: Vec<(String, String)>,
}

impl Report {
    /// One with nothing but a message.
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            message: message.into(),
            place: None,
            about: None,
            intention: None,
            stack: Stack::default(),
            notes: Vec::new(),
            help: None,
        }
    }
}

impl Stack {
    /// Of all plans, that on top first.
    pub fn of<T>(plans: impl ExactSizeIterator<Item = T>, level: impl Fn(T) -> Level) -> Self {
        let count = plans.len();
        let hidden = count.saturating_sub(HIGHEST + LOWEST);
        let mut stack = Self { hidden, ..Self::default() };
        for (at, plan) in plans.enumerate() {
            if at < HIGHEST {
                stack.highest.push(level(plan));
            } else if at >= count - LOWEST || hidden == 0 {
                stack.lowest.push(level(plan));
            }
        }
        stack
    }
}

impl Place {
    /// `a.asl:3`
    pub fn shown(&self) -> String {
        format!("{}:{}", named(&self.file), self.line)
    }
}
