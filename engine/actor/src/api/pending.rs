//! An actor's question to another one: the answer comes back as a message that a closure of the asker makes of it.
//!
//! Reply, [time limit](crate::worker::limit) and message share one slot. Invariants:
//! 1. Whoever decides, of reply and limit, writes the result, then sends the message to the asker: so only one of them writes, and the message
//!    comes once.
//! 2. With the message the asker comes. What is in the slot (closure, result) is taken by then, or the message's to drop.

use std::cell::UnsafeCell;
use std::mem::{MaybeUninit, offset_of};
use std::ptr::NonNull;
use std::time::Duration;

use crate::api::address::Address;
use crate::api::timer::{self, Timer};
use crate::memory::pool;
use crate::memory::reply::{AskError, Head, Reply};
use crate::memory::vtable::{ErasedMake, MakeHead};
use crate::worker::limit::{Limit, LimitRef, Turn};
use crate::worker::system_message::Signal;
use crate::worker::thread::WorkerThread;

#[repr(C)]
struct Slot<R, M, F> {
    /// The reply's.
    reply: Head<R>,
    limit: Limit,
    /// The message's.
    message: MakeHead<M>,
    asker: Address<M>,
    result: UnsafeCell<MaybeUninit<Result<R, AskError>>>,
    answer: UnsafeCell<MaybeUninit<F>>,
}

/// A reply whose answer, or [`AskError::Timeout`] after some time, `answer` makes a message of, for the asker, who runs.
#[inline]
pub(crate) fn ask<R, M, F>(thread: &WorkerThread, asker: Address<M>, timeout: Duration, answer: F) -> Reply<R>
where
    R: Send + 'static,
    M: Send + 'static,
    F: FnOnce(Result<R, AskError>) -> M + Send + 'static,
{
    let slot = pool::put(Slot::<R, M, F> {
        reply: Head { answer: Slot::<R, M, F>::replied },
        limit: Limit::new(Slot::<R, M, F>::limit_is_over),
        message: MakeHead { make: Slot::<R, M, F>::make },
        asker,
        result: UnsafeCell::new(MaybeUninit::uninit()),
        answer: UnsafeCell::new(MaybeUninit::new(answer)),
    });
    // SAFETY: the slot lives until each has come; the pointers are to its parts, and reach all of it.
    unsafe {
        let limit = NonNull::new_unchecked(&raw mut (*slot.as_ptr()).limit);
        timer::set_limit(thread, timeout, LimitRef::new(limit));
        Reply::from_slot(slot.cast())
    }
}

impl<R, M, F> Slot<R, M, F>
where
    R: Send + 'static,
    M: Send + 'static,
    F: FnOnce(Result<R, AskError>) -> M + Send + 'static,
{
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
        let this = slot.as_ptr();
        // SAFETY: the invariants. References last for one operation each.
        unsafe {
            match turn {
                Turn::First => {
                    (*(*this).result.get()).write(result);
                    let asker = (*this).asker;
                    asker.signal(Signal::LazyMessage(ErasedMake::new(&raw mut (*this).message, Self::forget)));
                }
                Turn::Later => drop(result),
                Turn::Last => {
                    pool::free(slot);
                    drop(result);
                }
            }
        }
    }

    /// The slot, given the message's part.
    unsafe fn of_message(message: *mut u8) -> NonNull<Self> {
        // SAFETY: the pointer is to that part of the slot, and reaches all of it.
        unsafe { NonNull::new_unchecked(message.byte_sub(offset_of!(Self, message)).cast()) }
    }

    /// The message comes: takes what is in the slot.
    unsafe fn take(slot: NonNull<Self>) -> (F, Result<R, AskError>) {
        let this = slot.as_ptr();
        // SAFETY: the invariants.
        unsafe {
            let taken = ((*(*this).answer.get()).assume_init_read(), (*(*this).result.get()).assume_init_read());
            let system_ref = (*this).asker.system_ref;
            let (is_last, timer) = Limit::asker_comes(&raw const (*this).limit);
            if is_last {
                pool::free(slot);
            }
            if let Some(timer) = timer {
                // Drops the limit, unless it is what has decided.
                Timer::at(system_ref, timer).cancel();
            }
            taken
        }
    }

    /// See [`MakeHead::make`].
    unsafe fn make(message: *mut MakeHead<M>) -> M {
        // SAFETY: the message comes.
        let (answer, result) = unsafe { Self::take(Self::of_message(message.cast())) };
        answer(result)
    }

    /// Nobody makes the message.
    unsafe fn forget(message: *mut u8) {
        // SAFETY: the message comes.
        drop(unsafe { Self::take(Self::of_message(message)) });
    }
}
