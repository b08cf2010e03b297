//! An answer that is waited for as a future is.

use std::mem;
use std::ptr::NonNull;
use std::task::{Poll, Waker};

use crate::memory::pool;
use crate::memory::reply::oneshot::Oneshot;
use crate::memory::reply::{AskError, Head, Reply};

/// The slot that a reply and a receiver share. The last of the two frees it.
#[repr(C)]
struct Slot<R> {
    head: Head<R>,
    oneshot: Oneshot<Result<R, AskError>>,
}

/// A reply, and who receives its answer.
pub(crate) fn channel<R: Send + 'static>() -> (Reply<R>, Receiver<R>) {
    let slot = pool::put(Slot { head: Head { answer: answer::<R> }, oneshot: Oneshot::new() });
    // SAFETY: the slot lives until both are done with it; the answer is `Send`.
    (unsafe { Reply::from_slot(slot.cast()) }, Receiver(Some(slot)))
}

unsafe fn answer<R>(head: NonNull<Head<R>>, result: Result<R, AskError>) {
    let slot = head.cast::<Slot<R>>();
    // SAFETY: the reply's only call; the slot is ours to free if the answer comes back.
    unsafe {
        if let Some(unwanted) = Oneshot::send(&raw const (*slot.as_ptr()).oneshot, result) {
            pool::free(slot);
            drop(unwanted); // perhaps somebody else's code
        }
    }
}

/// Receives one answer.
pub(crate) struct Receiver<R>(Option<NonNull<Slot<R>>>);

// SAFETY: a channel's answers are `Send`; what is shared in the slot, the oneshot guards.
unsafe impl<R> Send for Receiver<R> {}
// SAFETY: nothing can be done with a reference.
unsafe impl<R> Sync for Receiver<R> {}

impl<R> Receiver<R> {
    /// Whether the answer has not been received yet.
    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// The answer, or what there is instead of one.
    ///
    /// # Panics
    ///
    /// If it has been received already.
    pub(crate) fn poll(&mut self, waker: &Waker) -> Poll<Result<R, AskError>> {
        let slot = self.0.expect("polled after it was ready");
        // SAFETY: neither received nor closed; the slot is ours to free when the answer is there.
        unsafe {
            match Oneshot::poll(&raw const (*slot.as_ptr()).oneshot, waker) {
                Some(result) => {
                    self.0 = None;
                    pool::free(slot);
                    Poll::Ready(result)
                }
                None => Poll::Pending,
            }
        }
    }

    /// Wants no answer any more. What is returned is the answer if it was there already.
    pub(crate) fn close(&mut self) -> Option<Result<R, AskError>> {
        let slot = mem::take(&mut self.0)?;
        // SAFETY: as for `poll`.
        unsafe {
            let answer = Oneshot::close(&raw const (*slot.as_ptr()).oneshot)?;
            pool::free(slot);
            Some(answer)
        }
    }
}

impl<R> Drop for Receiver<R> {
    fn drop(&mut self) {
        drop(self.close());
    }
}
