//! An answer that is waited for as a future is, up to a limit: reply, [time limit](crate::worker::limit) and answer share one slot.
//!
//! It is a [channel](crate::memory::reply::channel) with two senders. Invariants:
//! 1. Whoever decides, of reply and limit, sends the result by the oneshot; the other drops its own.
//! 2. As the asker comes the last of two, who has sent and who receives: the oneshot says which of them that is.

use std::mem::{self, offset_of};
use std::ptr::NonNull;
use std::task::{Poll, Waker};
use std::time::Duration;

use crate::api::timer::{Timer, set_limit_from_anywhere};
use crate::memory::pool;
use crate::memory::reply::oneshot::Oneshot;
use crate::memory::reply::{AskError, Head, Reply};
use crate::types::id::Key;
use crate::worker::limit::{Limit, LimitRef, Turn};
use crate::worker::shared::SystemRef;

#[repr(C)]
struct Slot<R> {
    reply: Head<R>,
    limit: Limit,
    system_ref: &'static SystemRef,
    oneshot: Oneshot<Result<R, AskError>>,
}

/// A reply, and who receives its answer: or [`AskError::Timeout`], by the timers near an actor, after some time from now on.
pub(crate) fn limited_channel<R: Send + 'static>(
    system_ref: &'static SystemRef,
    near: Key,
    timeout: Duration,
) -> (Reply<R>, Receiver<R>) {
    let slot = pool::put(Slot {
        reply: Head { answer: Slot::<R>::replied },
        limit: Limit::new(Slot::<R>::limit_is_over),
        system_ref,
        oneshot: Oneshot::new(),
    });
    // SAFETY: the slot lives until each has come; the pointers are to its parts, and reach all of it. The reply comes later. The answer is `Send`.
    unsafe {
        let limit = NonNull::new_unchecked(&raw mut (*slot.as_ptr()).limit);
        set_limit_from_anywhere(system_ref, near, timeout, LimitRef::new(limit));
        (Reply::from_slot(slot.cast()), Receiver(Some(slot)))
    }
}

impl<R> Slot<R> {
    /// See [`Head::answer`].
    unsafe fn replied(head: NonNull<Head<R>>, result: Result<R, AskError>) {
        // SAFETY: the head is the slot's first part.
        unsafe {
            let slot = head.cast::<Self>();
            Self::decide(slot, (*slot.as_ptr()).limit.parties.reply_comes(), result);
        }
    }

    /// Likewise, of the time limit. It is dropped if there will be no timers any more: nobody is going to answer then.
    unsafe fn limit_is_over(head: NonNull<Head<()>>, went_off: Result<(), AskError>) {
        // SAFETY: the head is the first part of the limit, and the pointer reaches all of the slot.
        unsafe {
            let slot = head.byte_sub(offset_of!(Self, limit)).cast::<Self>();
            let turn = (*slot.as_ptr()).limit.parties.limit_comes();
            Self::decide(slot, turn, Err(went_off.err().unwrap_or(AskError::Timeout)));
        }
    }

    /// # Safety
    ///
    /// Reply or time limit have come, once each.
    unsafe fn decide(slot: NonNull<Self>, turn: Turn, result: Result<R, AskError>) {
        // SAFETY: the invariants. References last for one operation each.
        unsafe {
            match turn {
                Turn::First => {
                    if let Some(unwanted) = Oneshot::send(&raw const (*slot.as_ptr()).oneshot, result) {
                        Self::asker_comes(slot);
                        drop(unwanted); // perhaps somebody else's code
                    }
                }
                Turn::Later => drop(result),
                Turn::Last => {
                    pool::free(slot);
                    drop(result);
                }
            }
        }
    }

    /// # Safety
    ///
    /// Nobody will use the oneshot any more.
    unsafe fn asker_comes(slot: NonNull<Self>) {
        // SAFETY: the caller's promise: the asker has not come.
        unsafe {
            let system_ref = (*slot.as_ptr()).system_ref;
            let (is_last, timer) = Limit::asker_comes(&raw const (*slot.as_ptr()).limit);
            if is_last {
                pool::free(slot);
            }
            if let Some(timer) = timer {
                Timer::at(system_ref, timer).cancel();
            }
        }
    }
}

/// Receives one answer.
pub(crate) struct Receiver<R>(Option<NonNull<Slot<R>>>);

// SAFETY: the answers are `Send`; what is shared in the slot, the oneshot and the limit guard.
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
        // SAFETY: neither received nor closed; when the answer is there, nobody uses the oneshot any more.
        unsafe {
            match Oneshot::poll(&raw const (*slot.as_ptr()).oneshot, waker) {
                Some(result) => {
                    self.0 = None;
                    Slot::asker_comes(slot);
                    Poll::Ready(result)
                }
                None => Poll::Pending,
            }
        }
    }

    /// Wants no answer any more. What is returned is the answer if it was there already.
    pub(crate) fn close(&mut self) -> Option<Result<R, AskError>> {
        let slot = mem::take(&mut self.0)?;
        // SAFETY: as for `poll`; the slot is not touched when it is closed, unless the answer was there.
        unsafe {
            let system_ref = (*slot.as_ptr()).system_ref;
            let timer = Limit::give_up(&raw const (*slot.as_ptr()).limit);
            let answer = Oneshot::close(&raw const (*slot.as_ptr()).oneshot);
            if answer.is_some() {
                Slot::asker_comes(slot);
            } else if let Some(timer) = timer {
                // Behind the close, so that the limit, which is dropped, wakes nobody.
                Timer::at(system_ref, timer).cancel();
            }
            answer
        }
    }
}

impl<R> Drop for Receiver<R> {
    fn drop(&mut self) {
        drop(self.close());
    }
}
