//! What a worker knows of an actor's type: functions that do something with a cell of that type.
//!
//! A worker sees actors as pointers to their cells. What it does with one goes through the [`VTable`] of its type; the hottest of
//! these functions, [`VTable::dispatch`], is copied into the actor's slot.

use std::marker::PhantomData;
use std::mem;
use std::ptr::NonNull;

use crate::memory::pool;
use crate::types::description::Description;
use crate::types::id::Key;

/// What a handler wants done when it has returned: a set of bits, most often none.
pub(crate) type Flow = u32;

pub(crate) mod flow {
    use super::Flow;

    pub(crate) const GO_ON: Flow = 0;
    pub(crate) const STOP: Flow = 1;
    pub(crate) const PAUSE: Flow = 2;
    pub(crate) const UNSTASH: Flow = 4;
    pub(crate) const BLOCK: Flow = 8;
    /// Of `stopped`: the actor is not done yet, and stops later.
    pub(crate) const STAY: Flow = 16;
    /// The handler awaits something: the actor handles nothing else until it is woken, and reports that it has ...
    pub(crate) const AWAIT: Flow = 32;
    /// ... got it.
    pub(crate) const AWAITED: Flow = 64;
}

/// The thread that calls a function of a [`VTable`]: to those who made the table, a reference; to all others, opaque.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct ThreadHandle<'a>(NonNull<()>, PhantomData<&'a ()>);

impl<'a> ThreadHandle<'a> {
    #[inline(always)]
    pub(crate) fn new<T>(thread: &'a T) -> Self {
        Self(NonNull::from(thread).cast(), PhantomData)
    }

    /// # Safety
    ///
    /// It was made of a `T`.
    #[inline(always)]
    pub(crate) unsafe fn get<T>(self) -> &'a T {
        // SAFETY: the caller's promise; the reference that it was made of lives as long.
        unsafe { self.0.cast().as_ref() }
    }
}

/// Gives a message to an actor.
///
/// It is called in the runtime, and leaves for the handler when it has taken the message: not before, since the queue that the
/// message lies in is the worker's, which another thread may have from then on.
///
/// # Safety
///
/// The thread is at its worker. `state` is a living cell of the type this was made for, and no other code uses it; the payload is of its message type,
/// lies behind its header, and is taken.
pub(crate) type Dispatch = unsafe fn(state: *mut u8, payload: *const u8, thread: ThreadHandle<'_>, key: Key) -> Flow;

pub(crate) struct VTable {
    pub(crate) type_name: fn() -> &'static str,
    pub(crate) dispatch: Dispatch,
    /// As [`Dispatch`], with no payload.
    pub(crate) started: Dispatch,
    /// Likewise.
    pub(crate) stopped: Dispatch,
    /// Goes on with a handler that awaits something. As [`Dispatch`]; the payload points to a `bool`: the actor has been asked to stop.
    pub(crate) woken: Dispatch,
    /// As [`Dispatch`]; the payload points to a [`MakeHead`], which makes the message.
    pub(crate) notice: Dispatch,
    /// Has the actor describe itself: a living cell of the type this was made for that no thread runs.
    pub(crate) describe: unsafe fn(*mut u8, &mut Description),
    /// Drops a message that will not be handled, given its payload.
    pub(crate) drop_message: unsafe fn(*const u8),
    /// Drops the actor and frees the cell.
    pub(crate) free: unsafe fn(*mut u8),
    /// Dropping the actor runs no foreign code.
    pub(crate) quiet: bool,
    /// The mailboxes of such actors are bounded.
    pub(crate) bounded: bool,
}

/// What the memory begins with that something lies in which makes a message.
#[repr(C)]
pub(crate) struct MakeHead<M> {
    /// Makes it, once, and frees the memory.
    pub(crate) make: unsafe fn(*mut MakeHead<M>) -> M,
}

/// Something that makes a message, its type forgotten.
#[repr(C)]
pub(crate) struct ErasedMake {
    pointer: *mut u8,
    /// Frees it, if the message is not wanted.
    drop: unsafe fn(*mut u8),
}

// SAFETY: what is behind it is `Send` (`new`).
unsafe impl Send for ErasedMake {}

impl ErasedMake {
    /// # Safety
    ///
    /// What makes the message may do so on any thread. Either the message is made, or `drop` is called with the pointer, once.
    pub(crate) unsafe fn new<M>(head: *mut MakeHead<M>, drop: unsafe fn(*mut u8)) -> Self {
        Self { pointer: head.cast(), drop }
    }

    /// For a [`VTable::notice`], which takes it.
    pub(crate) fn into_raw(self) -> *mut u8 {
        mem::ManuallyDrop::new(self).pointer
    }
}

impl Drop for ErasedMake {
    fn drop(&mut self) {
        // SAFETY: made for this type by `new`, and not taken.
        unsafe { (self.drop)(self.pointer) };
    }
}

/// A closure that makes a message.
#[repr(C)]
struct Lazy<M, F> {
    head: MakeHead<M>,
    make: F,
}

impl<M, F: FnOnce() -> M> Lazy<M, F> {
    /// # Safety
    ///
    /// `head` is the first part of one that [`lazily`] has made; it is used once.
    unsafe fn take(head: *mut u8) -> F {
        // SAFETY: the caller's promise.
        unsafe {
            let lazy = NonNull::new_unchecked(head.cast::<Self>());
            let make = (&raw const (*lazy.as_ptr()).make).read();
            pool::free(lazy);
            make
        }
    }

    unsafe fn make(head: *mut MakeHead<M>) -> M {
        // SAFETY: as it was made; used once.
        let make = unsafe { Self::take(head.cast()) };
        make()
    }

    unsafe fn forget(head: *mut u8) {
        // SAFETY: likewise.
        drop(unsafe { Self::take(head) });
    }
}

/// A closure that makes a message, in a pooled block.
pub(crate) fn lazily<M, F: FnOnce() -> M + Send>(make: F) -> ErasedMake {
    let lazy = pool::put(Lazy { head: MakeHead { make: Lazy::<M, F>::make }, make });
    ErasedMake { pointer: lazy.as_ptr().cast(), drop: Lazy::<M, F>::forget }
}
