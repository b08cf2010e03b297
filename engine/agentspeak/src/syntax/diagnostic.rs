//! What is wrong with a source text, where, and what to do about it.

use super::source::{FileId, Sources, Span};
use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config};
use std::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program is fine if that is meant.
    Note,
    /// The program runs, but probably not as it was meant.
    Warning,
    /// The program cannot be run.
    Error,
}

/// A message about a source text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; the first place is the one to look at. Each with a word about it, which may be empty.
    pub places: Vec<(Span, String)>,
    /// What else is known.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
    /// An error that costs no more than what it is about: the program can run without that, as in Jason.
    pub recoverable: bool,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            places: vec![(span, String::new())],
            notes: Vec::new(),
            help: None,
            recoverable: false,
        }
    }

    /// Whether the program cannot run because of it.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        self.severity == Severity::Error && !self.recoverable
    }

    /// The program can run without what it is about.
    #[must_use]
    pub fn recoverable(self) -> Self {
        Self { recoverable: true, ..self }
    }

    /// A warning about a place.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// A note about a place.
    #[must_use]
    pub fn note(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(span, message) }
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a note about the first place.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        if let Some((_, word)) = self.places.first_mut() {
            *word = note.into();
        }
        self
    }

    /// Points to another place.
    #[must_use]
    pub fn with_place(mut self, span: Span, note: impl Into<String>) -> Self {
        self.places.push((span, note.into()));
        self
    }

    /// The message with file, line, source line and caret.
    #[must_use]
    pub fn render(&self, sources: &Sources) -> String {
        let report = match self.severity {
            Severity::Error => Report::error(),
            Severity::Warning => Report::warning(),
            Severity::Note => Report::note(),
        };
        let labels = self.places.iter().filter(|(span, _)| span.is_some()).enumerate().map(|(index, (span, note))| {
            let range = span.start as usize..span.end as usize;
            let label = if index == 0 { Label::primary(span.file, range) } else { Label::secondary(span.file, range) };
            label.with_message(note)
        });
        let report = report.with_message(&self.message).with_labels(labels.collect()).with_notes(
            self.notes.iter().cloned().chain(self.help.iter().map(|help| format!("help: {help}"))).collect(),
        );
        let mut text = String::new();
        // Writing to a string fails for a place outside of its text only; the bare message is better than none.
        if term::emit_to_string(&mut text, &Config::default(), sources, &report).is_err() {
            return format!("{}\n", self.message);
        }
        text
    }
}

impl<'a> Files<'a> for Sources {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.get(id).name())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.get(id).text())
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        Ok(self.get(id).line(u32::try_from(byte).unwrap_or(u32::MAX)) as usize - 1)
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        let source = self.get(id);
        let starts = source.line_starts();
        let start = *starts.get(line).ok_or(Error::LineTooLarge { given: line, max: starts.len() })?;
        let end = starts.get(line + 1).map_or(source.text().len(), |end| *end as usize);
        Ok(start as usize..end)
    }
}
