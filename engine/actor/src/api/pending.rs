//! An actor's question to another one: the answer comes back as a message that a closure of the asker makes of it.
//!
//! The message is part of the question's [slot](crate::api::limited), and the asker comes with it: it takes what is in there, whether the message is made or dropped.

use std::cell::UnsafeCell;
use std::mem::{MaybeUninit, offset_of};
use std::ptr::NonNull;
use std::time::Duration;

use crate::api::address::Address;
use crate::api::limited::{Asker, Slot};
use crate::api::timer;
use crate::memory::reply::{AskError, Reply};
use crate::memory::vtable::{ErasedMake, MakeHead};
use crate::worker::shared::SystemRef;
use crate::worker::system_message::Signal;
use crate::worker::thread::WorkerThread;

/// An actor that gets a message.
#[repr(C)]
struct GetsMessage<R, M, F> {
    message: MakeHead<M>,
    address: Address<M>,
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
    let asker = GetsMessage {
        message: MakeHead { make: GetsMessage::<R, M, F>::make },
        address: asker,
        result: UnsafeCell::new(MaybeUninit::uninit()),
        answer: UnsafeCell::new(MaybeUninit::new(answer)),
    };
    // SAFETY: no other code has the reply yet.
    Slot::begin(asker, |limit| unsafe { timer::set_limit(thread, timeout, limit) }).0
}

impl<R, M, F> Asker<R> for GetsMessage<R, M, F>
where
    M: Send + 'static,
    F: FnOnce(Result<R, AskError>) -> M + Send + 'static,
{
    fn system_ref(&self) -> &'static SystemRef {
        self.address.system_ref
    }

    unsafe fn pass(slot: NonNull<Slot<R, Self>>, result: Result<R, AskError>) -> Option<Result<R, AskError>> {
        // SAFETY: the caller's promise: until the message is sent, the asker's part is ours. References last for one operation each.
        unsafe {
            let this = &raw mut (*slot.as_ptr()).asker;
            (*(*this).result.get()).write(result);
            let address = (*this).address;
            address.signal(Signal::LazyMessage(ErasedMake::new(&raw mut (*this).message, Self::forget)));
        }
        None
    }
}

impl<R, M, F> GetsMessage<R, M, F>
where
    M: Send + 'static,
    F: FnOnce(Result<R, AskError>) -> M + Send + 'static,
{
    /// The message comes, given as its part of the slot: takes what is in there.
    ///
    /// # Safety
    ///
    /// The result has been passed on, and the message comes once.
    unsafe fn take(message: *mut u8) -> (F, Result<R, AskError>) {
        // SAFETY: the pointer is to that part of the slot, and reaches all of it. The caller's promise.
        unsafe {
            let this = message.byte_sub(offset_of!(Self, message)).cast::<Self>();
            let slot = this.byte_sub(offset_of!(Slot<R, Self>, asker)).cast::<Slot<R, Self>>();
            let taken = ((*(*this).answer.get()).assume_init_read(), (*(*this).result.get()).assume_init_read());
            Slot::asker_comes(NonNull::new_unchecked(slot));
            taken
        }
    }

    /// See [`MakeHead::make`].
    unsafe fn make(message: *mut MakeHead<M>) -> M {
        // SAFETY: the message comes.
        let (answer, result) = unsafe { Self::take(message.cast()) };
        answer(result)
    }

    /// The message will not be made.
    unsafe fn forget(message: *mut u8) {
        // SAFETY: the message comes.
        drop(unsafe { Self::take(message) });
    }
}
