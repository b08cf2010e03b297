//! Source texts and places in them.

use std::fmt;
use std::io;
use std::path::Path;

/// The text of a source file. One that is not UTF-8 is read as Latin-1: each byte is a character.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> io::Result<String> {
    let mut text = String::from_utf8(std::fs::read(path)?)
        .unwrap_or_else(|other| other.as_bytes().iter().copied().map(char::from).collect());
    const BYTE_ORDER_MARK: &str = "\u{feff}";
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// A file (or another text, such as the argument of `.add_plan`) in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in a source text: bytes `start..end` of `file`.
///
/// Two spans always compare equal: nodes of a tree are equal if their contents are, wherever they stand.
/// Compare the fields where the place itself matters.
#[derive(Clone, Copy)]
pub struct Span {
    /// The text it points into.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// The place of what was made by a program and stands in no text.
    pub const NONE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0 };

    /// Whether this points into a text.
    #[must_use]
    pub fn is_some(self) -> bool {
        self.file != Self::NONE.file
    }

    /// From the start of `self` to the end of `other`, in the same text.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end, ..self }
    }
}

impl Default for Span {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { write!(f, "{}:{}..{}", self.file.0, self.start, self.end) } else { f.write_str("nowhere") }
    }
}

/// A source text with its name.
#[derive(Debug)]
pub struct Source {
    name: Box<str>,
    text: Box<str>,
    line_starts: Vec<u32>,
}

impl Source {
    fn new(name: String, text: String) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        Source { name: name.into(), text: text.into(), line_starts }
    }

    /// The name that messages show: a path as the user wrote it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte, from 1.
    #[must_use]
    pub fn line(&self, at: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= at) as u32
    }

    /// Where each line begins.
    #[must_use]
    pub fn line_starts(&self) -> &[u32] {
        &self.line_starts
    }
}

/// All source texts of a program.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under the name that messages show.
    ///
    /// # Panics
    /// If the text has 4 GiB or more.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        assert!(text.len() < u32::MAX as usize, "a source text must be smaller than 4 GiB");
        let id = FileId(u32::try_from(self.files.len()).expect("fewer files than bytes"));
        self.files.push(Source::new(name.into(), text));
        id
    }

    /// A text that was added here.
    ///
    /// # Panics
    /// If the id is not one of these sources.
    #[must_use]
    pub fn get(&self, file: FileId) -> &Source {
        &self.files[file.0 as usize]
    }

    /// The names of all texts, in the order of their ids.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(Source::name)
    }

    /// All texts, in the order of their ids.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(Source::text)
    }

    /// The text under a span, or nothing if it stands in no text of these.
    #[must_use]
    pub fn slice(&self, span: Span) -> Option<&str> {
        self.files.get(span.file.0 as usize)?.text.get(span.start as usize..span.end as usize)
    }

    /// The line in which a span begins, from 1; nothing for what stands in no text.
    #[must_use]
    pub fn line(&self, span: Span) -> Option<u32> {
        Some(self.files.get(span.file.0 as usize)?.line(span.start))
    }
}
