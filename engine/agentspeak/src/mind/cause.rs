use std::ops::{Deref, DerefMut};

use crate::term::Term;

/// Why something failed. Most things do not: it is kept small for those.
#[derive(Clone, Debug)]
pub struct Failure(Box<Cause>);

/// The message of a [`Failure`].
#[derive(Clone, Debug)]
pub struct Cause {
    /// The kind: `ia_failed`, `no_applicable` ...
    pub error: Term,
    /// For people.
    pub message: String,
    /// Further annotations of the event.
    pub annotations: Vec<Term>,
}

impl Failure {
    /// A failure of this kind.
    pub fn new(error: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Cause { error: Term::word(error), message: message.into(), annotations: Vec::new() }))
    }

    /// The same with further annotations of the event.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Vec<Term>) -> Self {
        self.annotations = annotations;
        self
    }
}

impl Deref for Failure {
    type Target = Cause;

    fn deref(&self) -> &Cause {
        &self.0
    }
}

impl DerefMut for Failure {
    fn deref_mut(&mut self) -> &mut Cause {
        &mut self.0
    }
}
