//! Sources of programs as they were read, for messages of the run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::places::{Places, Written};
use super::{Place, named};
use crate::syntax::source::{Sources, Span};

/// The texts of all programs that agents are made of; all copies are the same.
#[derive(Clone, Debug, Default)]
pub struct Texts(Arc<Mutex<HashMap<Arc<str>, Arc<Text>>>>);

/// A text, which is taken apart when something in it is looked for.
#[derive(Debug)]
pub(super) struct Text {
    sources: Sources,
    places: OnceLock<Places>,
}

/// What a report is about.
pub(super) struct Found {
    pub(super) text: Arc<Text>,
    pub(super) span: Span,
    /// The step, where that is elsewhere.
    pub(super) step: Option<Span>,
}

impl Text {
    pub(super) fn sources(&self) -> &Sources {
        &self.sources
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::of(&self.sources))
    }
}

impl Texts {
    /// Adds a file as plans name it, if it is not known.
    pub fn add(&self, file: &Arc<str>, text: &Arc<str>) {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.entry(Arc::clone(file)).or_insert_with(|| {
            let mut sources = Sources::new();
            sources.add(named(file), &**text);
            Arc::new(Text { sources, places: OnceLock::new() })
        });
    }

    fn get(&self, file: &str) -> Option<Arc<Text>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(file).cloned()
    }

    /// The step in its text, or what is wrong in it or in what it asks for.
    pub(super) fn find(&self, place: &Place, about: Option<&str>) -> Option<Found> {
        let text = self.get(&place.file)?;
        let step = text.places().find(Written::Step, place.line, &place.step);
        let about = about.and_then(|about| text.places().part(about, step));
        let (span, step) = match (about, step) {
            (Some(part), Some(step)) if (step.start..step.end).contains(&part.start) => (part, None),
            (Some(part), step) => (part, step),
            (None, step) => (step?, None),
        };
        Some(Found { text, span, step })
    }

    /// The plan that begins in the line of the file, as it was written; the file is named `a.asl` or `file:a.asl`.
    pub fn plan(&self, file: &str, line: u32) -> Option<String> {
        let text = self.get(file).or_else(|| self.get(&format!("file:{file}")))?;
        let span = text.places().find(Written::Plan, line, "")?;
        text.sources.slice(span).map(str::to_owned)
    }
}
