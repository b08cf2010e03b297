//! An answer that is waited for as a future is.

use std::mem;
use std::ptr::NonNull;
use std::task::{Poll, Waker};

use crate::memory::pool;
use crate::memory::reply::oneshot::Oneshot;
use crate::memory::reply::{AskError, Head, Reply};

/// A slot with a oneshot for the result, and how its receiver is done with it.
pub(crate) trait Awaited {
    type Answer;

    /// # Safety
    ///
    /// The slot is alive, as for all of these functions.
    unsafe fn oneshot(slot: NonNull<Self>) -> *const Oneshot<Result<Self::Answer, AskError>>;

    /// The receiver has the result.
    ///
    /// # Safety
    ///
    /// The oneshot will not be used any more, and this is called once.
    unsafe fn is_received(slot: NonNull<Self>);

    /// The receiver wants no answer any more. What is returned is the answer if it was there already; otherwise the slot may be gone.
    ///
    /// # Safety
    ///
    /// The receiver has neither received nor closed.
    unsafe fn close(slot: NonNull<Self>) -> Option<Result<Self::Answer, AskError>> {
        // SAFETY: the caller's promise; when the answer is there, the oneshot is not used any more.
        unsafe {
            let answer = Oneshot::close(Self::oneshot(slot))?;
            Self::is_received(slot);
            Some(answer)
        }
    }
}

/// The slot that a reply and a receiver share. The last of the two frees it.
#[repr(C)]
pub(crate) struct Slot<R> {
    head: Head<R>,
    oneshot: Oneshot<Result<R, AskError>>,
}

/// A reply, and who receives its answer.
pub(crate) fn channel<R: Send + 'static>() -> (Reply<R>, Receiver<Slot<R>>) {
    let slot = pool::put(Slot { head: Head { answer: answer::<R> }, oneshot: Oneshot::new() });
    // SAFETY: the slot lives until both are done with it; the answer is `Send`.
    unsafe { (Reply::from_slot(slot.cast()), Receiver::of(slot)) }
}

unsafe fn answer<R>(head: NonNull<Head<R>>, result: Result<R, AskError>) {
    let slot = head.cast::<Slot<R>>();
    // SAFETY: the reply's only call; the slot is ours to free if the answer comes back.
    unsafe {
        if let Some(unwanted) = Oneshot::send(&raw const (*slot.as_ptr()).oneshot, result) {
            pool::free(slot);
            drop(unwanted); // may run foreign code
        }
    }
}

impl<R> Awaited for Slot<R> {
    type Answer = R;

    unsafe fn oneshot(slot: NonNull<Self>) -> *const Oneshot<Result<R, AskError>> {
        // SAFETY: the caller's promise.
        unsafe { &raw const (*slot.as_ptr()).oneshot }
    }

    unsafe fn is_received(slot: NonNull<Self>) {
        // SAFETY: the reply has come before: we are the last.
        unsafe { pool::free(slot) };
    }
}

/// Receives one answer.
pub(crate) struct Receiver<S: Awaited>(Option<NonNull<S>>);

// SAFETY: the answers are `Send` (`of`); what is shared in the slot, the slot guards.
unsafe impl<S: Awaited> Send for Receiver<S> {}
// SAFETY: nothing can be done with a reference.
unsafe impl<S: Awaited> Sync for Receiver<S> {}

impl<S: Awaited> Receiver<S> {
    /// # Safety
    ///
    /// The slot is alive until its receiver is done with it, may be used by any thread, and its answers are `Send`; it has no other receiver.
    pub(crate) unsafe fn of(slot: NonNull<S>) -> Self {
        Self(Some(slot))
    }

    /// Whether the answer has not been received yet.
    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// The answer, or what there is instead of one.
    ///
    /// # Panics
    ///
    /// If it has been received already.
    pub(crate) fn poll(&mut self, waker: &Waker) -> Poll<Result<S::Answer, AskError>> {
        let slot = self.0.expect("polled after it was ready");
        // SAFETY: neither received nor closed; when the answer is there, the oneshot is not used any more.
        unsafe {
            match Oneshot::poll(S::oneshot(slot), waker) {
                Some(result) => {
                    self.0 = None;
                    S::is_received(slot);
                    Poll::Ready(result)
                }
                None => Poll::Pending,
            }
        }
    }

    /// Wants no answer any more. What is returned is the answer if it was there already.
    pub(crate) fn close(&mut self) -> Option<Result<S::Answer, AskError>> {
        let slot = mem::take(&mut self.0)?;
        // SAFETY: as for `poll`.
        unsafe { S::close(slot) }
    }
}

impl<S: Awaited> Drop for Receiver<S> {
    fn drop(&mut self) {
        drop(self.close());
    }
}
