//! An actor's question to another one: the answer comes back as a message that a closure of the asker makes of it.
//!
//! Reply, time limit and message share one slot. Whether reply or time limit decide is found out by counting who comes:
//!
//! Invariants:
//! 1. Reply and time limit come once each, and so does the message that the first of the two sends to the asker.
//! 2. Who comes first decides: it writes the result, then sends the message. So only one of them writes.
//! 3. Who comes third frees the slot. What is in it (closure, result) the message has taken by then, or it is the message's to drop.
//! 4. The timer is written before it can go off, and read by the message alone.

use std::cell::UnsafeCell;
use std::mem::{MaybeUninit, offset_of};
use std::ptr::NonNull;
use std::time::Duration;

use crate::api::address::Address;
use crate::api::timer::{self, Timer};
use crate::memory::pool;
use crate::memory::reply::{AskError, Head, Reply};
use crate::memory::vtable::{ErasedMake, MakeHead};
use crate::sync::shim::atomic::{AtomicU8, Ordering};
use crate::worker::system_message::Signal;
use crate::worker::thread::WorkerThread;
use crate::worker::timers::Action;

/// Counts the three who come to a slot.
struct Coming(AtomicU8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    First,
    Second,
    Third,
}

impl Coming {
    fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Release: what each has done here is over for who comes later. Acquire: likewise.
    #[inline]
    fn come(&self) -> Place {
        // Nobody else is left that could come at the same time.
        if self.0.load(Ordering::Acquire) == 2 {
            return Place::Third;
        }
        match self.0.fetch_add(1, Ordering::AcqRel) {
            0 => Place::First,
            1 => Place::Second,
            _ => Place::Third,
        }
    }
}

#[repr(C)]
struct Slot<R, M, F> {
    /// The reply's.
    reply: Head<R>,
    /// The time limit's: a reply that the timer gives.
    limit: Head<()>,
    /// The message's.
    message: MakeHead<M>,
    coming: Coming,
    asker: Address<M>,
    timer: UnsafeCell<MaybeUninit<Timer>>,
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
        limit: Head { answer: Slot::<R, M, F>::limit_is_over },
        message: MakeHead { make: Slot::<R, M, F>::make },
        coming: Coming::new(),
        asker,
        timer: UnsafeCell::new(MaybeUninit::uninit()),
        result: UnsafeCell::new(MaybeUninit::uninit()),
        answer: UnsafeCell::new(MaybeUninit::new(answer)),
    });
    // SAFETY: the slot lives until each has come; the pointers are to its parts, and reach all of it. Nobody else knows of the timer yet.
    unsafe {
        let limit = NonNull::new_unchecked(&raw mut (*slot.as_ptr()).limit);
        let note = |timer| {
            (*(*slot.as_ptr()).timer.get()).write(timer);
        };
        timer::set_limit(thread, timeout, Action::Answer(Reply::from_slot(limit)), note);
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
        unsafe { Self::decide(head.cast(), result) }
    }

    /// Likewise, of the time limit. It is dropped if there will be no timers any more: nobody is going to answer then.
    unsafe fn limit_is_over(head: NonNull<Head<()>>, went_off: Result<(), AskError>) {
        // SAFETY: the head is that part of the slot, and the pointer reaches all of it.
        unsafe {
            Self::decide(
                head.byte_sub(offset_of!(Self, limit)).cast(),
                Err(went_off.err().unwrap_or(AskError::Timeout)),
            )
        }
    }

    /// # Safety
    ///
    /// Reply or time limit come, once each.
    unsafe fn decide(slot: NonNull<Self>, result: Result<R, AskError>) {
        let this = slot.as_ptr();
        // SAFETY: the invariants. References last for one operation each.
        unsafe {
            match (*this).coming.come() {
                Place::First => {
                    (*(*this).result.get()).write(result);
                    let asker = (*this).asker;
                    asker.signal(Signal::LazyMessage(ErasedMake::new(&raw mut (*this).message, Self::forget)));
                }
                Place::Second => drop(result),
                Place::Third => {
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
            let timer = (*(*this).timer.get()).assume_init_read();
            // Drops the limit, unless it is what has decided. That may come from another thread, later.
            timer.cancel();
            if (*this).coming.come() == Place::Third {
                pool::free(slot);
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

#[cfg(test)]
mod models {
    use super::*;
    use crate::sync::shim::UnsafeCell;
    #[cfg(agon_loom)]
    use loom::{sync::Arc, thread};
    #[cfg(not(agon_loom))]
    use std::{sync::Arc, thread};

    struct Shared {
        coming: Coming,
        result: UnsafeCell<u8>,
        made: AtomicU8,
        freed: AtomicU8,
    }

    // SAFETY: the invariants under test.
    unsafe impl Sync for Shared {}

    impl Shared {
        fn decide(&self, result: u8) {
            if self.come() == Place::First {
                // SAFETY: invariant 2.
                self.result.with_mut(|room| unsafe { *room = result });
                // The message, handled at once.
                // SAFETY: likewise.
                assert_eq!(self.result.with(|room| unsafe { *room }), result);
                self.made.fetch_add(1, Ordering::Relaxed);
                self.come();
            }
        }

        fn come(&self) -> Place {
            let place = self.coming.come();
            if place == Place::Third {
                // SAFETY: invariant 3.
                self.result.with_mut(|room| unsafe { *room = 0 });
                assert_eq!(self.freed.fetch_add(1, Ordering::Relaxed), 0);
            }
            place
        }
    }

    fn check() {
        let shared = Arc::new(Shared {
            coming: Coming::new(),
            result: UnsafeCell::new(0),
            made: AtomicU8::new(0),
            freed: AtomicU8::new(0),
        });
        let limit = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.decide(1))
        };
        shared.decide(2);
        limit.join().unwrap();
        let [made, freed] = [&shared.made, &shared.freed].map(|count| count.load(Ordering::Relaxed));
        assert_eq!((made, freed), (1, 1));
    }

    /// Reply and time limit at the same time: one message, and the slot is freed once, when nobody needs it.
    #[test]
    fn models_ask() {
        #[cfg(agon_loom)]
        loom::model(check);
        #[cfg(not(agon_loom))]
        (0..if cfg!(miri) { 10 } else { 1_000 }).for_each(|_| check());
    }
}
