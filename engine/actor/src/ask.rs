use std::error::Error;
use std::fmt;

/// What is done with the answer, or with the certainty that none will come. Called at most once.
pub(crate) type Answered<R> = Box<dyn FnOnce(Result<R, AskError>) + Send>;

/// The right to answer one question.
///
/// It travels inside the message that asks, and may be kept or handed on. Dropped unanswered, it tells the asker
/// [`AskError::NoReply`]; so a question to an actor that terminates is never left hanging.
#[must_use = "dropping a reply tells the asker that there is no answer"]
pub struct Reply<R>(Option<Answered<R>>);

impl<R> Reply<R> {
    pub(crate) fn new(answered: Answered<R>) -> Self {
        Self(Some(answered))
    }

    /// A reply in which nobody is interested, for a message that wants one.
    pub fn ignored() -> Self {
        Self(None)
    }

    /// Answers. If the asker has given up meanwhile, the answer is dropped.
    pub fn send(mut self, answer: R) {
        if let Some(answered) = self.0.take() {
            answered(Ok(answer));
        }
    }
}

impl<R> Drop for Reply<R> {
    fn drop(&mut self) {
        if let Some(answered) = self.0.take() {
            answered(Err(AskError::NoReply));
        }
    }
}

impl<R> fmt::Debug for Reply<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply(..)")
    }
}

/// Why a question got no answer.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// None came in time.
    Timeout,
    /// None will come: the [`Reply`] was dropped, for instance because the actor has terminated.
    NoReply,
    /// A blocking call was made inside a handler, where it would hold up a worker thread, perhaps the very one the answer
    /// needs.
    InsideHandler,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "no answer in time",
            Self::NoReply => "no answer will come: the reply was dropped, or its actor has terminated",
            Self::InsideHandler => "a handler must not block: use Context::ask or Context::monitor there",
        })
    }
}

impl Error for AskError {}
