//! What is wrong with a project, and where.

use std::fmt;
use std::ops::Range;
use std::path::Path;

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

/// Whether a project can run despite a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cannot run.
    Error,
    /// It runs, though perhaps not as its author thinks.
    Warning,
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
}

impl Problem {
    /// An error without help.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Error, message: message.into(), span, help: None }
    }

    /// A warning without help.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Warning, message: message.into(), span, help: None }
    }

    /// The same problem with what to do about it.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The problem with its line of `text` and a caret below.
    pub fn render(&self, text: &str, file: &Path) -> String {
        let start = floor(text, self.span.start);
        let end = floor(text, self.span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let margin = " ".repeat(number.to_string().len());
        // Tabs stay tabs, so that the caret stands below what it points to.
        let indent: String = text[line_start..start].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let carets = "^".repeat(text[start..end.min(line_end)].trim_end().chars().count().max(1));
        let mut rendered = format!(
            "{}: {}\n{margin}--> {}:{number}:{column}\n{margin} |\n{number} | {line}\n{margin} | {indent}{carets}\n",
            self.severity,
            self.message,
            file.display(),
        );
        if let Some(help) = &self.help {
            rendered.push_str(&format!("{margin} = help: {help}\n"));
        }
        rendered
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.message)
    }
}

impl std::error::Error for Problem {}

/// The last place at or before `index` where a character of `text` starts.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
