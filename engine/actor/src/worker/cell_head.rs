//! The part of an actor's cell that is the same for all types: its vtable, and what only some actors have.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::memory::envelope::Header;
use crate::memory::ring::Ring;
use crate::memory::vtable::VTable;
use crate::types::id::Key;
use crate::worker::restart::OnFailure;
use crate::worker::timers::life_timers::LifeTimers;
use crate::worker::watchers::Watchers;

/// What only some actors have.
#[derive(Default)]
pub(crate) struct ColdState {
    pub(crate) watchers: Watchers,
    pub(crate) on_failure: OnFailure,
    /// Messages the actor has put aside itself: whole entries.
    pub(crate) stash: Option<Ring>,
    /// What the actor is called in views of the running system.
    pub(crate) name: Option<Box<str>>,
    /// How many times the actor has to be resumed before it handles another message.
    pub(crate) awaited: u32,
    /// If the mailbox is bounded.
    pub(crate) bound: Option<MailboxBound>,
    /// Dropped with the actor, also when it is restarted: what feeds it.
    pub(crate) attached: Vec<Box<dyn Any + Send>>,
    /// Those that its context has set since it began, or was restarted.
    pub(crate) timers: Option<Box<LifeTimers>>,
}

/// Whether a message may go to a bounded mailbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admitted {
    /// It holds a permit.
    Yes,
    /// The mailbox is full.
    No,
    /// The actor has ended.
    Closed,
}

/// What has become of a message of a handler that wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entered {
    Within,
    /// Accepted all the same.
    PastBound,
    Full,
    /// To be dropped, which has been counted.
    Dropped,
    Closed,
}

/// What counts the messages of a bounded mailbox.
pub(crate) trait BoundedMailbox: Send + Sync {
    /// The actor has its place, before anybody can send: in this system (a `SystemRef`, which is above this module), whose counter of what is
    /// dropped that is.
    fn belongs_to(&self, system_ref: &'static (dyn Any + Send + Sync), key: Key, dropped: &Arc<AtomicU64>);
    /// Takes a permit for a message whose sender neither waits nor learns what becomes of it; without one, it is dropped, and that is counted
    /// here. For an actor's `own` message one is taken in any case. Runs none of the users' code.
    fn admit(&self, own: bool) -> Admitted;
    /// Takes a permit for a message of a handler, which does not wait, but learns what becomes of it: in any case, if it is the actor's `own` or if
    /// the policy is to wait.
    fn enter(&self, own: bool) -> Entered;
    /// Messages that the mailbox holds.
    fn capacity(&self) -> usize;
    /// Messages in the mailbox, those beyond the capacity included.
    fn taken(&self) -> usize;
    /// Messages dropped so far.
    fn dropped(&self) -> u64;
    /// The actor has taken a message that counts. Not to be called by who has entered the worker.
    fn has_taken(&self);
    /// The actor is gone.
    fn close(&self);
    /// As what it is, for who knows the type of the actor's messages.
    fn typed(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// Goes with the actor: not when it is restarted, and before what is left in its mailbox.
pub(crate) struct MailboxBound(pub(crate) Arc<dyn BoundedMailbox>);

impl Drop for MailboxBound {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The part of a cell that is the same for all types.
#[repr(C)]
pub(crate) struct CellHead {
    pub(crate) vtable: &'static VTable,
    pub(crate) cold: Option<Box<ColdState>>,
}

impl CellHead {
    pub(crate) fn cold(&mut self) -> &mut ColdState {
        self.cold.get_or_insert_default()
    }
}

/// A message with this header has been taken out of the actor's mailbox. The thread has left its worker.
#[inline]
pub(crate) fn has_taken(cold: Option<&ColdState>, header: Header) {
    if header.is_counted()
        && let Some(MailboxBound(mailbox)) = cold.and_then(|cold| cold.bound.as_ref())
    {
        mailbox.has_taken();
    }
}

/// The vtable of an actor, in any thread.
///
/// # Safety
///
/// `state` is a living cell.
#[inline]
pub(crate) unsafe fn vtable(state: *mut u8) -> &'static VTable {
    // SAFETY: every cell begins with it, and it never changes.
    unsafe { (*state.cast::<CellHead>()).vtable }
}

/// The part of a cell that all types share.
///
/// # Safety
///
/// `state` is a living cell, and no other thread uses that part for as long as the reference lives.
pub(crate) unsafe fn head<'a>(state: *mut u8) -> &'a mut CellHead {
    // SAFETY: every cell begins with it.
    unsafe { &mut *state.cast::<CellHead>() }
}
