//! An actor in memory, and the functions that know its type.
//!
//! A worker sees actors as pointers. What it does with them goes through a [`VTable`] made for each type of actor; the hottest
//! of its functions, [`dispatch`], is copied into the actor's slot.

use std::any::{self, Any};
use std::mem::{self, MaybeUninit};
use std::sync::Arc;

use super::control::{Factory, OnFailure};
use super::entry::{self, Header, Key, LARGEST_ENTRY};
use super::ring::Ring;
use super::seat::Seat;
use super::watch::Watchers;
use crate::actor::Actor;
use crate::context::Context;
use crate::observe::{Description, trace};

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
    /// The handler awaits something: the actor handles nothing else until it is woken, and says that it has ...
    pub(crate) const AWAIT: Flow = 32;
    /// ... got it.
    pub(crate) const AWAITED: Flow = 64;
}

/// Gives a message to an actor.
///
/// It is called in the runtime, and leaves for the handler when it has taken the message: not before, since the queue that the
/// message lies in is the worker's, which another thread may have from then on.
///
/// # Safety
///
/// The thread is at its worker. `state` is a living cell of the type this was made for, and nobody else uses it; the payload is of its message type,
/// lies behind its header, and is taken.
pub(crate) type Dispatch = unsafe fn(state: *mut u8, payload: *const u8, seat: &Seat, key: Key) -> Flow;

pub(crate) struct VTable {
    pub(crate) type_name: fn() -> &'static str,
    pub(crate) dispatch: Dispatch,
    /// As [`Dispatch`], with no payload.
    pub(crate) started: Dispatch,
    /// Likewise.
    pub(crate) stopped: Dispatch,
    /// Goes on with a handler that awaits something. As [`Dispatch`]; the payload points to a `bool`: the actor has been asked to stop.
    pub(crate) woken: Dispatch,
    /// As [`Dispatch`]; the payload points to a boxed closure that makes the message.
    pub(crate) notice: Dispatch,
    /// Has the actor describe itself: a living cell of the type this was made for that nobody runs.
    pub(crate) describe: unsafe fn(*mut u8, &mut Description),
    /// Drops a message that nobody handles, given its payload.
    pub(crate) drop_message: unsafe fn(*const u8),
    /// Drops the actor and frees the cell.
    pub(crate) free: unsafe fn(*mut u8),
    /// Dropping the actor runs nobody's code.
    pub(crate) quiet: bool,
}

/// What only some actors have.
#[derive(Default)]
pub(crate) struct Extras {
    pub(crate) watchers: Watchers,
    pub(crate) on_failure: OnFailure,
    /// Messages the actor has put aside itself: whole entries.
    pub(crate) stash: Option<Ring>,
    /// What the actor is called in views of the running system.
    pub(crate) name: Option<Box<str>>,
    /// How many times the actor has to be told to resume before it handles another message.
    pub(crate) awaited: u32,
    /// If the mailbox is bounded.
    pub(crate) bound: Option<MailboxBound>,
    /// Dropped with the actor, also when it is restarted: what feeds it.
    pub(crate) attached: Vec<Box<dyn Any + Send>>,
}

/// What counts the messages of a bounded mailbox.
pub(crate) trait BoundedMailbox: Send + Sync {
    /// The actor has taken a message that counts. Not to be called by who has entered the worker.
    fn has_taken(&self);
    /// The actor is gone.
    fn close(&self);
}

/// Goes with the actor: not when it is restarted, and before what is left in its mailbox.
pub(crate) struct MailboxBound(Arc<dyn BoundedMailbox>);

impl Drop for MailboxBound {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[repr(C)]
pub(crate) struct ActorCell<A> {
    vtable: &'static VTable,
    extras: Option<Box<Extras>>,
    actor: A,
}

/// The part of a cell that is the same for all types.
#[repr(C)]
pub(crate) struct CellHead {
    pub(crate) vtable: &'static VTable,
    pub(crate) extras: Option<Box<Extras>>,
}

impl CellHead {
    pub(crate) fn extras(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }
}

/// A message with this header has been taken out of the actor's mailbox. The thread has left its worker.
#[inline]
pub(crate) fn has_taken(extras: Option<&Extras>, header: Header) {
    if header.is_counted()
        && let Some(MailboxBound(mailbox)) = extras.and_then(|extras| extras.bound.as_ref())
    {
        mailbox.has_taken();
    }
}

/// A closure that makes a message, boxed twice so that a pointer to it is thin.
type Make<M> = Box<Box<dyn FnOnce() -> M + Send>>;

/// The same, its type forgotten.
pub(crate) struct ErasedMake {
    pointer: *mut u8,
    drop: unsafe fn(*mut u8),
}

// SAFETY: the closure is `Send`.
unsafe impl Send for ErasedMake {}

impl ErasedMake {
    /// For a [`VTable::notice`], which takes it.
    pub(crate) fn into_raw(self) -> *mut u8 {
        mem::ManuallyDrop::new(self).pointer
    }
}

impl Drop for ErasedMake {
    fn drop(&mut self) {
        // SAFETY: made for this type by `boxed_notice`, and not taken.
        unsafe { (self.drop)(self.pointer) };
    }
}

impl<A: Actor> ActorCell<A> {
    const VTABLE: &'static VTable = &Self::dispatched_by(dispatch::<A>);
    const BOUNDED_VTABLE: &'static VTable = &Self::dispatched_by(dispatch_bounded::<A>);

    const fn dispatched_by(dispatch: Dispatch) -> VTable {
        VTable {
            type_name: any::type_name::<A>,
            dispatch,
            started: started::<A>,
            stopped: stopped::<A>,
            woken: woken::<A>,
            notice: notice::<A>,
            describe: describe::<A>,
            drop_message: drop_message::<A::Message>,
            free: free::<A>,
            quiet: !mem::needs_drop::<A>(),
        }
    }

    #[cfg(test)]
    pub(crate) fn vtable() -> &'static VTable {
        Self::VTABLE
    }

    /// Puts an actor on the heap.
    #[inline]
    pub(crate) fn allocate(actor: A, extras: Option<Box<Extras>>) -> *mut u8 {
        Box::into_raw(Box::new(Self { vtable: Self::VTABLE, extras, actor })).cast()
    }

    /// Likewise, with a bounded mailbox.
    pub(crate) fn allocate_bounded(actor: A, extras: Option<Box<Extras>>, mailbox: Arc<dyn BoundedMailbox>) -> *mut u8 {
        let mut extras = extras.unwrap_or_default();
        extras.bound = Some(MailboxBound(mailbox));
        Box::into_raw(Box::new(Self { vtable: Self::BOUNDED_VTABLE, extras: Some(extras), actor })).cast()
    }

    /// Makes actors anew in cells of this type.
    pub(crate) fn factory(mut make: impl FnMut() -> A + Send + 'static) -> Factory {
        // SAFETY: the runtime calls it with a cell of this type that nobody runs.
        Box::new(move |state| unsafe { Self::replace(state, make()) })
    }

    /// What a handler of the actor in a cell has the use of. The vtable is not: anybody who knows of the actor may read it meanwhile.
    ///
    /// # Safety
    ///
    /// `state` is a living cell of this type, and nobody else uses those parts for as long as the references live.
    #[inline(always)]
    unsafe fn parts<'a>(state: *mut u8) -> (&'a mut A, &'a mut Option<Box<Extras>>) {
        let cell = state.cast::<Self>();
        // SAFETY: the caller's promise.
        unsafe { (&mut (*cell).actor, &mut (*cell).extras) }
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

/// The vtable of an actor, whoever runs it.
///
/// # Safety
///
/// `state` is a living cell.
#[inline]
pub(crate) unsafe fn vtable(state: *mut u8) -> &'static VTable {
    // SAFETY: every cell begins with it, and nobody changes it.
    unsafe { (*state.cast::<CellHead>()).vtable }
}

/// The part of a cell that all types share.
///
/// # Safety
///
/// `state` is a living cell, and nobody else uses that part for as long as the reference lives.
pub(crate) unsafe fn head<'a>(state: *mut u8) -> &'a mut CellHead {
    // SAFETY: every cell begins with it.
    unsafe { &mut *state.cast::<CellHead>() }
}

/// The closure behind a pointer that [`boxed_notice`] made.
///
/// # Safety
///
/// It was made for the same `M`, and is taken once.
unsafe fn take_notice<M>(pointer: *mut u8) -> Make<M> {
    // SAFETY: the caller's promise.
    unsafe { Box::from_raw(pointer.cast()) }
}

pub(crate) fn boxed_notice<M>(make: Box<dyn FnOnce() -> M + Send>) -> ErasedMake {
    let thin: Make<M> = Box::new(make);
    ErasedMake { pointer: Box::into_raw(thin).cast(), drop: drop_notice::<M> }
}

/// Does something with an actor as its handler would; returns what came of it, and what the actor wants done.
///
/// # Safety
///
/// As for [`Dispatch`].
#[inline]
pub(crate) unsafe fn visit<A: Actor, R>(
    state: *mut u8,
    seat: &Seat,
    key: Key,
    code: impl FnOnce(&mut A, &mut Context<'_, A>) -> R,
) -> (R, Flow) {
    // SAFETY: the caller's promise.
    let (actor, extras) = unsafe { ActorCell::<A>::parts(state) };
    let mut ctx = Context::new(seat, key, extras);
    let result = code(actor, &mut ctx);
    (result, ctx.flow())
}

#[inline(never)]
unsafe fn dispatch<A: Actor>(state: *mut u8, payload: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise (`Dispatch`), for both.
    let ((actor, extras), message) = unsafe { (ActorCell::<A>::parts(state), entry::take::<A::Message>(payload)) };
    seat.claim.leave();
    #[cfg(feature = "tracing")]
    let _span = trace::handling(seat, key, any::type_name::<A>());
    let mut ctx = Context::new(seat, key, extras);
    actor.handle(message, &mut ctx);
    ctx.flow()
}

/// As [`dispatch`]; and what counts in the mailbox gives its permit back.
#[inline(never)]
unsafe fn dispatch_bounded<A: Actor>(state: *mut u8, payload: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise, throughout; the header lies before the payload.
    let header = Header(unsafe { payload.sub(8).cast::<u64>().read() });
    // SAFETY: likewise.
    let ((actor, extras), message) = unsafe { (ActorCell::<A>::parts(state), entry::take::<A::Message>(payload)) };
    seat.claim.leave();
    has_taken(extras.as_deref(), header);
    #[cfg(feature = "tracing")]
    let _span = trace::handling(seat, key, any::type_name::<A>());
    let mut ctx = Context::new(seat, key, extras);
    actor.handle(message, &mut ctx);
    ctx.flow()
}

unsafe fn notice<A: Actor>(state: *mut u8, payload: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise: here the payload is the boxed closure.
    let make = unsafe { take_notice::<A::Message>(payload.cast_mut()) };
    seat.claim.leave();
    let message = make();
    // Laid out as in the queue, and handled by way of `dispatch`: so the handler has one caller, into which it is inlined.
    let mut room = [const { MaybeUninit::<u64>::uninit() }; LARGEST_ENTRY / 8];
    // SAFETY: room for the largest entry; the rest is the caller's promise.
    unsafe {
        let at = room.as_mut_ptr().cast::<u8>();
        entry::write(at, key, message);
        dispatch::<A>(state, at.add(8), seat, key)
    }
}

unsafe fn started<A: Actor>(state: *mut u8, _: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise.
    let (actor, extras) = unsafe { ActorCell::<A>::parts(state) };
    seat.claim.leave();
    trace::started(seat, key, any::type_name::<A>());
    let mut ctx = Context::new(seat, key, extras);
    actor.started(&mut ctx);
    ctx.flow()
}

unsafe fn stopped<A: Actor>(state: *mut u8, _: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise.
    let (actor, extras) = unsafe { ActorCell::<A>::parts(state) };
    seat.claim.leave();
    let mut ctx = Context::new(seat, key, extras);
    actor.stopped(&mut ctx);
    ctx.flow()
}

unsafe fn woken<A: Actor>(state: *mut u8, payload: *const u8, seat: &Seat, key: Key) -> Flow {
    // SAFETY: the caller's promise: here the payload points to a `bool`.
    let (cell, stopping) = unsafe { (&mut *state.cast::<ActorCell<A>>(), payload.cast::<bool>().read()) };
    seat.claim.leave();
    let mut ctx = Context::new(seat, key, &mut cell.extras);
    cell.actor.woken(stopping, &mut ctx);
    ctx.flow()
}

unsafe fn describe<A: Actor>(state: *mut u8, description: &mut Description) {
    // SAFETY: the caller's promise.
    let (actor, _) = unsafe { ActorCell::<A>::parts(state) };
    actor.describe(description);
}

/// Drops a message, given its payload.
///
/// # Safety
///
/// The payload is of this type, and is taken.
pub(crate) unsafe fn drop_message<M>(payload: *const u8) {
    // SAFETY: the caller's promise: a payload of this type, taken here.
    drop(unsafe { entry::take::<M>(payload) });
}

unsafe fn drop_notice<M>(pointer: *mut u8) {
    // SAFETY: the caller's promise.
    drop(unsafe { take_notice::<M>(pointer) });
}

unsafe fn free<A>(state: *mut u8) {
    // SAFETY: the caller's promise: a cell of this type that nobody uses any more.
    drop(unsafe { Box::from_raw(state.cast::<ActorCell<A>>()) });
}
