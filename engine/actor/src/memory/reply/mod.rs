//! The right to answer, and what is behind it.
//!
//! A [`Reply`] is a pointer to a *slot* of a [pool](crate::memory::pool): the slot knows what is done with the answer. There are three kinds: a
//! closure's, a [channel's](channel), and that of an actor which asks another.

pub(crate) mod channel;
pub(crate) mod oneshot;

use std::error::Error;
use std::fmt;
use std::mem;
use std::ptr::NonNull;

use crate::memory::pool;

/// What every slot begins with, as far as its reply is concerned.
#[repr(C)]
pub(crate) struct Head<R> {
    /// Does with the answer, or the certainty that none will come, what is to be done: called once, by the owner of the reply. The slot is not the
    /// reply's afterwards.
    pub(crate) answer: unsafe fn(NonNull<Head<R>>, Result<R, AskError>),
}

/// The right to answer one question.
///
/// It travels inside the message that asks, and may be kept or handed on. Dropped unanswered, it notifies the asker
/// [`AskError::NoReply`]; so a question to an actor that terminates is never left hanging.
#[must_use = "a dropped reply notifies the asker that there is no answer"]
pub struct Reply<R>(Option<NonNull<Head<R>>>);

// SAFETY: slots are made for answers that are `Send`, and what is in them is (`from_slot`).
unsafe impl<R> Send for Reply<R> {}

impl<R> Reply<R> {
    /// The reply whose slot this is.
    ///
    /// # Safety
    ///
    /// The head is alive until its function is called, which any thread may do.
    pub(crate) unsafe fn from_slot(head: NonNull<Head<R>>) -> Self {
        Self(Some(head))
    }

    /// A reply whose answer is dropped, for a message that wants one.
    pub fn ignored() -> Self {
        Self(None)
    }

    /// Answers. If the asker has given up meanwhile, the answer is dropped.
    #[inline]
    pub fn send(self, answer: R) {
        mem::ManuallyDrop::new(self).settle(Ok(answer));
    }

    #[inline]
    fn settle(&mut self, result: Result<R, AskError>) {
        if let Some(head) = self.0.take() {
            // SAFETY: `from_slot`; and it is called once, for it has been taken.
            unsafe { (head.as_ref().answer)(head, result) };
        }
    }
}

impl<R: Send + 'static> Reply<R> {
    /// A reply with which a closure does something.
    pub(crate) fn new<F: FnOnce(Result<R, AskError>) + Send + 'static>(answered: F) -> Self {
        let slot = pool::put(Closure { head: Head { answer: Closure::<R, F>::call }, answered });
        // SAFETY: the slot of a closure that is `Send`.
        unsafe { Self::from_slot(slot.cast()) }
    }
}

/// The slot of a reply with which a closure does something.
#[repr(C)]
struct Closure<R, F> {
    head: Head<R>,
    answered: F,
}

impl<R, F: FnOnce(Result<R, AskError>)> Closure<R, F> {
    /// See [`Head::answer`].
    unsafe fn call(head: NonNull<Head<R>>, result: Result<R, AskError>) {
        let slot = head.cast::<Self>();
        // SAFETY: made by `Reply::new`; called once.
        let answered = unsafe {
            let answered = (&raw const (*slot.as_ptr()).answered).read();
            pool::free(slot);
            answered
        };
        answered(result);
    }
}

impl<R> Drop for Reply<R> {
    fn drop(&mut self) {
        self.settle(Err(AskError::NoReply));
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
