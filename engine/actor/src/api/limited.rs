//! The slot of a question with a [time limit](crate::worker::timers::limit): reply, limit, and the way to who has asked.
//!
//! Invariants:
//! 1. The one that decides, reply or limit, passes the result on; the other drops its own. So it is passed on once.
//! 2. The asker comes when it has the result, or when it was found not to want it. What it has of the slot is taken by then, and not used afterwards.

use std::mem::offset_of;
use std::ptr::NonNull;
use std::time::Duration;

use crate::api::timer::{Timer, set_limit_from_anywhere};
use crate::memory::pool;
use crate::memory::reply::channel::{Awaited, Receiver};
use crate::memory::reply::oneshot::Oneshot;
use crate::memory::reply::{AskError, Head, Reply};
use crate::types::id::Key;
use crate::worker::shared::SystemRef;
use crate::worker::timers::limit::{Limit, LimitRef, Turn};

/// Who has asked: how the result is passed on.
pub(crate) trait Asker<R>: Sized {
    fn system_ref(&self) -> &'static SystemRef;

    /// Passes the result on: from then on the slot may be gone. `Some`: the asker does not want it, and will not come.
    ///
    /// # Safety
    ///
    /// The slot is alive, and this is called once.
    unsafe fn pass(slot: NonNull<Slot<R, Self>>, result: Result<R, AskError>) -> Option<Result<R, AskError>>;
}

#[repr(C)]
pub(crate) struct Slot<R, A> {
    reply: Head<R>,
    limit: Limit,
    pub(crate) asker: A,
}

impl<R: Send + 'static, A: Asker<R>> Slot<R, A> {
    /// A slot with its reply, and its limit, which lies where `set` puts it before anybody has the reply.
    #[inline]
    pub(crate) fn begin(asker: A, set: impl FnOnce(LimitRef)) -> (Reply<R>, NonNull<Self>) {
        let reply = Head { answer: Self::replied };
        let slot = pool::put(Self { reply, limit: Limit::new(Self::limit_is_over), asker });
        // SAFETY: the slot lives until each has come; the pointers are to its parts, and reach all of it. The answer is `Send`.
        unsafe {
            set(LimitRef::new(NonNull::new_unchecked(&raw mut (*slot.as_ptr()).limit)));
            (Reply::from_slot(slot.cast()), slot)
        }
    }

    /// See [`Head::answer`].
    unsafe fn replied(head: NonNull<Head<R>>, result: Result<R, AskError>) {
        // SAFETY: the head is the slot's first part.
        unsafe {
            let slot = head.cast::<Self>();
            Self::decide(slot, (*slot.as_ptr()).limit.parties.reply_comes(), result);
        }
    }

    /// Likewise, of the time limit. It is dropped if there will be no timers any more: no answer will come then.
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
        // SAFETY: the invariants.
        unsafe {
            match turn {
                Turn::First => {
                    if let Some(unwanted) = A::pass(slot, result) {
                        Self::asker_comes(slot);
                        drop(unwanted); // may run foreign code
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
}

impl<R, A: Asker<R>> Slot<R, A> {
    /// # Safety
    ///
    /// The asker has not come, and its part will not be used any more.
    #[inline]
    pub(crate) unsafe fn asker_comes(slot: NonNull<Self>) {
        // SAFETY: the caller's promise. References last for one operation each.
        unsafe {
            let system_ref = (*slot.as_ptr()).asker.system_ref();
            let (is_last, timer) = Limit::asker_comes(&raw const (*slot.as_ptr()).limit);
            if is_last {
                pool::free(slot);
            }
            if let Some(timer) = timer {
                // Drops the limit, unless it is what has decided.
                Timer::at(system_ref, timer).cancel();
            }
        }
    }
}

/// Who waits for the answer as for a future.
pub(crate) struct Waits<R> {
    system_ref: &'static SystemRef,
    oneshot: Oneshot<Result<R, AskError>>,
}

impl<R> Asker<R> for Waits<R> {
    fn system_ref(&self) -> &'static SystemRef {
        self.system_ref
    }

    unsafe fn pass(slot: NonNull<Slot<R, Self>>, result: Result<R, AskError>) -> Option<Result<R, AskError>> {
        // SAFETY: the caller's promise.
        unsafe { Oneshot::send(Slot::oneshot(slot), result) }
    }
}

impl<R> Awaited for Slot<R, Waits<R>> {
    type Answer = R;

    unsafe fn oneshot(slot: NonNull<Self>) -> *const Oneshot<Result<R, AskError>> {
        // SAFETY: the caller's promise.
        unsafe { &raw const (*slot.as_ptr()).asker.oneshot }
    }

    unsafe fn is_received(slot: NonNull<Self>) {
        // SAFETY: the caller's promise.
        unsafe { Self::asker_comes(slot) };
    }

    unsafe fn close(slot: NonNull<Self>) -> Option<Result<R, AskError>> {
        // SAFETY: the caller's promise; the slot is not touched when it is closed, unless the answer was there.
        unsafe {
            let system_ref = (*slot.as_ptr()).asker.system_ref;
            let timer = Limit::give_up(&raw const (*slot.as_ptr()).limit);
            let answer = Oneshot::close(Self::oneshot(slot));
            if answer.is_some() {
                Self::asker_comes(slot);
            } else if let Some(timer) = timer {
                // Behind the close, so that the limit, which is dropped, wakes no task.
                Timer::at(system_ref, timer).cancel();
            }
            answer
        }
    }
}

/// A reply, and who receives its answer: or [`AskError::Timeout`], by the timers near an actor, after some time from now on.
pub(crate) fn limited_channel<R: Send + 'static>(
    system_ref: &'static SystemRef,
    near: Key,
    timeout: Duration,
) -> (Reply<R>, Receiver<Slot<R, Waits<R>>>) {
    // SAFETY: neither reply nor receiver are in anybody's hands yet.
    let set = |limit| unsafe { set_limit_from_anywhere(system_ref, near, timeout, limit) };
    let (reply, slot) = Slot::begin(Waits { system_ref, oneshot: Oneshot::new() }, set);
    // SAFETY: the asker comes when the receiver is done with the slot; the answers are `Send`.
    (reply, unsafe { Receiver::of(slot) })
}
