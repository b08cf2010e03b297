//! An actor in memory, and the functions that know its type.
//!
//! Here the [`VTable`] of each type of actor is made. The hottest of its functions is [`dispatch`].

use std::any;
use std::mem::{self, MaybeUninit};
use std::ptr;

use crate::api::actor::Actor;
use crate::api::context::Context;
use crate::memory::envelope::{self, Header, LARGEST_ENTRY, Layout};
use crate::memory::vtable::{Dispatch, Flow, MakeHead, ThreadHandle, VTable};
use crate::types::description::Description;
use crate::types::id::Key;
use crate::worker::cell_head::{ColdState, has_taken};
use crate::worker::restart::Factory;
use crate::worker::thread::WorkerThread;
use crate::worker::trace;

#[repr(C)]
pub(crate) struct ActorCell<A> {
    vtable: &'static VTable,
    cold: Option<Box<ColdState>>,
    actor: A,
}

impl<A: Actor> ActorCell<A> {
    const VTABLE: &'static VTable = &Self::dispatched_by(dispatch::<A>, false);
    const BOUNDED_VTABLE: &'static VTable = &Self::dispatched_by(dispatch_bounded::<A>, true);

    const fn dispatched_by(dispatch: Dispatch, bounded: bool) -> VTable {
        VTable {
            type_name: any::type_name::<A>,
            dispatch,
            started: started::<A>,
            stopped: stopped::<A>,
            woken: woken::<A>,
            notice: notice::<A>,
            describe: describe::<A>,
            drop_message: envelope::drop_message::<A::Message>,
            free: free::<A>,
            quiet: !mem::needs_drop::<A>(),
            bounded,
        }
    }

    #[cfg(test)]
    pub(crate) fn vtable() -> &'static VTable {
        Self::VTABLE
    }

    /// Puts an actor on the heap.
    #[inline]
    pub(crate) fn allocate(actor: A, cold: Option<Box<ColdState>>) -> *mut u8 {
        let is_bounded = cold.as_ref().is_some_and(|cold| cold.bound.is_some());
        let vtable = if is_bounded { Self::BOUNDED_VTABLE } else { Self::VTABLE };
        Box::into_raw(Box::new(Self { vtable, cold, actor })).cast()
    }

    /// Creates actors again in cells of this type.
    pub(crate) fn factory(mut make: impl FnMut() -> A + Send + 'static) -> Factory {
        // SAFETY: the runtime calls it with a cell of this type that no thread runs.
        Box::new(move |state| unsafe { Self::replace(state, make()) })
    }

    /// What a handler of the actor in a cell has the use of. The vtable is not: anybody who knows of the actor may read it meanwhile.
    ///
    /// # Safety
    ///
    /// `state` is a living cell of this type, and no other thread uses those parts for as long as the references live.
    #[inline(always)]
    unsafe fn parts<'a>(state: *mut u8) -> (&'a mut A, &'a mut Option<Box<ColdState>>) {
        let cell = state.cast::<Self>();
        // SAFETY: the caller's promise.
        unsafe { (&mut (*cell).actor, &mut (*cell).cold) }
    }

    /// Puts a new actor in the place of the one in a cell.
    ///
    /// # Safety
    ///
    /// As for [`Dispatch`].
    unsafe fn replace(state: *mut u8, actor: A) {
        // SAFETY: the caller's promise. The new one is in place before the destructor of the old one may panic.
        drop(mem::replace(unsafe { &mut (*state.cast::<Self>()).actor }, actor));
    }
}

/// Does something with an actor as its handler would; returns what came of it, and what the actor wants done.
///
/// # Safety
///
/// As for [`Dispatch`].
#[inline]
pub(crate) unsafe fn visit<A: Actor, R>(
    state: *mut u8,
    thread: &WorkerThread,
    key: Key,
    code: impl FnOnce(&mut A, &mut Context<'_, A>) -> R,
) -> (R, Flow) {
    // SAFETY: the caller's promise.
    let (actor, cold) = unsafe { ActorCell::<A>::parts(state) };
    let mut ctx = Context::new(thread, key, cold);
    let result = code(actor, &mut ctx);
    (result, ctx.flow())
}

#[inline(never)]
unsafe fn dispatch<A: Actor>(state: *mut u8, payload: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    // SAFETY: the caller's promise (`Dispatch`), for both.
    let ((actor, cold), message) = unsafe { (ActorCell::<A>::parts(state), envelope::take::<A::Message>(payload)) };
    thread.ownership.leave();
    #[cfg(feature = "tracing")]
    let _span = trace::handling(thread, key, any::type_name::<A>());
    let mut ctx = Context::new(thread, key, cold);
    actor.handle(message, &mut ctx);
    ctx.flow()
}

/// As [`dispatch`]; and what counts in the mailbox gives its permit back.
///
/// It goes by way of `dispatch`: so the handler has one caller, into which it is inlined. The message is copied for that: the queue may be
/// another thread's when the permit is given back.
#[inline(never)]
unsafe fn dispatch_bounded<A: Actor>(state: *mut u8, payload: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    let mut buffer = [const { MaybeUninit::<u64>::uninit() }; LARGEST_ENTRY / 8];
    let copy = buffer[1..].as_mut_ptr().cast::<u8>();
    // SAFETY: the caller's promise, throughout; the header lies before the payload, and the buffer holds the largest entry.
    unsafe {
        let header = Header(payload.sub(8).cast::<u64>().read());
        ptr::copy_nonoverlapping(payload, copy, Layout::<A::Message>::WORDS * 8);
        thread.ownership.leave();
        has_taken(ActorCell::<A>::parts(state).1.as_deref(), header);
        dispatch::<A>(state, copy, handle, key)
    }
}

unsafe fn notice<A: Actor>(state: *mut u8, payload: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    let head = payload.cast_mut().cast::<MakeHead<A::Message>>();
    thread.ownership.leave();
    // SAFETY: the caller's promise: here the payload is what makes the message, used once.
    let message = unsafe { ((*head).make)(head) };
    // Laid out as in the queue, and handled by way of `dispatch`: so the handler has one caller, into which it is inlined.
    let mut buffer = [const { MaybeUninit::<u64>::uninit() }; LARGEST_ENTRY / 8];
    // SAFETY: the buffer holds the largest entry; the rest is the caller's promise.
    unsafe {
        let at = buffer.as_mut_ptr().cast::<u8>();
        envelope::write(at, key, message);
        dispatch::<A>(state, at.add(8), handle, key)
    }
}

unsafe fn started<A: Actor>(state: *mut u8, _: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    // SAFETY: the caller's promise.
    let (actor, cold) = unsafe { ActorCell::<A>::parts(state) };
    thread.ownership.leave();
    trace::started(thread, key, any::type_name::<A>());
    let mut ctx = Context::new(thread, key, cold);
    actor.started(&mut ctx);
    ctx.flow()
}

unsafe fn stopped<A: Actor>(state: *mut u8, _: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    // SAFETY: the caller's promise.
    let (actor, cold) = unsafe { ActorCell::<A>::parts(state) };
    thread.ownership.leave();
    let mut ctx = Context::new(thread, key, cold);
    actor.stopped(&mut ctx);
    ctx.flow()
}

unsafe fn woken<A: Actor>(state: *mut u8, payload: *const u8, handle: ThreadHandle<'_>, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`).
    let thread = unsafe { WorkerThread::of(handle) };
    // SAFETY: the caller's promise: here the payload points to a `bool`.
    let (cell, stopping) = unsafe { (&mut *state.cast::<ActorCell<A>>(), payload.cast::<bool>().read()) };
    thread.ownership.leave();
    let mut ctx = Context::new(thread, key, &mut cell.cold);
    cell.actor.woken(stopping, &mut ctx);
    ctx.flow()
}

unsafe fn describe<A: Actor>(state: *mut u8, description: &mut Description) {
    // SAFETY: the caller's promise.
    let (actor, _) = unsafe { ActorCell::<A>::parts(state) };
    actor.describe(description);
}

unsafe fn free<A>(state: *mut u8) {
    // SAFETY: the caller's promise: a cell of this type that no thread uses any more.
    drop(unsafe { Box::from_raw(state.cast::<ActorCell<A>>()) });
}
