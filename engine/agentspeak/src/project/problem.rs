//! What is wrong with a project, and where.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::source::{self, FileId, Sources};

/// A part of a text, in bytes.
pub type Span = Range<usize>;

/// A value and where it stood. Two of them are equal if their values are, wherever they stood.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stood.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, which stood at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// What does not run because of an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loss {
    /// All of the project.
    #[default]
    Project,
    /// The agent of this number in the project; the others run.
    Agent(usize),
    /// Only what the error is about; the agents run.
    Part,
}

/// Something wrong with a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether the project can run.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do.
    pub help: Option<String>,
    /// What does not run because of it, if it is an error.
    pub loss: Loss,
}

impl Problem {
    /// An error without help.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Error, message: message.into(), span, help: None, loss: Loss::Project }
    }

    /// A warning without help.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Warning, ..Self::error(message, span) }
    }

    /// The same problem with what to do about it.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same problem, which costs no more than this.
    pub fn with_loss(mut self, loss: Loss) -> Self {
        self.loss = loss;
        self
    }

    /// The problem as a message about the project's text, which is `file` of some sources.
    pub fn diagnostic(&self, file: FileId) -> Diagnostic {
        let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        let span = source::Span { file, start: place(self.span.start), end: place(self.span.end) };
        Diagnostic {
            notes: Vec::new(),
            severity: self.severity,
            message: self.message.clone(),
            places: vec![(span, String::new())],
            help: self.help.clone(),
            recoverable: self.loss != Loss::Project,
        }
    }

    /// The problem with its line of `text` and a caret below.
    pub fn render(&self, text: &str, file: &Path) -> String {
        let mut sources = Sources::new();
        let file = sources.add(file.display().to_string(), text);
        self.diagnostic(file).render(&sources)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
