//! Who has a bounded mailbox, and whether a message may go there: the bound is the actor's, whatever way a message comes.
//!
//! Invariants:
//! 1. A mailbox is entered before anybody has the actor's address, and taken out when the actor is gone. So who finds none knows that
//!    the actor has ended.
//! 2. Under the lock, none of the users' code runs.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use crate::types::id::Key;
use crate::worker::cell_head::{self, Admitted, BoundedMailbox, MailboxBound};
use crate::worker::deferred::SlotHasher;
use crate::worker::shared::Shared;

/// By slot.
type Mailboxes = HashMap<u32, (Key, Arc<dyn BoundedMailbox>), BuildHasherDefault<SlotHasher>>;

/// Locks, so that threads that send to different actors seldom meet.
const PARTS: usize = 32;

#[derive(Default)]
pub(crate) struct Bounds {
    parts: [RwLock<Mailboxes>; PARTS],
    dropped: Arc<AtomicU64>,
}

impl Bounds {
    fn part(&self, key: Key) -> &RwLock<Mailboxes> {
        &self.parts[key.index() as usize % PARTS]
    }

    fn read(&self, key: Key) -> RwLockReadGuard<'_, Mailboxes> {
        self.part(key).read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the mailbox of an actor that lives, and has a bounded one.
    #[inline]
    fn with<R>(&self, key: Key, f: impl FnOnce(&Arc<dyn BoundedMailbox>) -> R) -> Option<R> {
        let mailboxes = self.read(key);
        let (of, mailbox) = mailboxes.get(&key.index())?;
        (*of == key).then(|| f(mailbox))
    }

    /// The mailbox of an actor that lives, and has a bounded one.
    pub(crate) fn get(&self, key: Key) -> Option<Arc<dyn BoundedMailbox>> {
        self.with(key, Arc::clone)
    }

    /// The actor is gone.
    pub(crate) fn remove(&self, key: Key) {
        let mut mailboxes = self.part(key).write().unwrap_or_else(PoisonError::into_inner);
        if mailboxes.get(&key.index()).is_some_and(|(of, _)| *of == key) {
            let mailbox = mailboxes.remove(&key.index());
            drop(mailboxes);
            drop(mailbox);
        }
    }

    /// Messages dropped because a mailbox was full.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// The mailboxes that a thread has sent to last. Those of actors that have ended are closed, and found out by that.
#[derive(Default)]
pub(crate) struct Recent([Option<(Key, Arc<dyn BoundedMailbox>)>; RECENT]);

const RECENT: usize = 8;

impl Recent {
    /// [`Bounds::with`], from memory.
    #[inline]
    pub(crate) fn with<R>(
        &mut self,
        bounds: &Bounds,
        key: Key,
        f: impl FnOnce(&Arc<dyn BoundedMailbox>) -> R,
    ) -> Option<R> {
        let place = &mut self.0[key.index() as usize % RECENT];
        if place.as_ref().is_none_or(|(of, _)| *of != key) {
            *place = Some((key, bounds.get(key)?));
        }
        place.as_ref().map(|(_, mailbox)| f(mailbox))
    }
}

impl Shared {
    /// An actor with a bounded mailbox is about to get its place: no code has its address yet.
    ///
    /// # Safety
    ///
    /// `cell` is a living cell that no other code uses.
    #[cold]
    pub(crate) unsafe fn begin_bounded(&self, key: Key, cell: *mut u8) {
        // SAFETY: the caller's promise.
        let cold = unsafe { cell_head::head(cell) }.cold.as_ref();
        let Some(MailboxBound(mailbox)) = cold.and_then(|cold| cold.bound.as_ref()) else { return };
        mailbox.belongs_to(self.system_ref, key, &self.bounds.dropped);
        let mut mailboxes = self.bounds.part(key).write().unwrap_or_else(PoisonError::into_inner);
        let before = mailboxes.insert(key.index(), (key, Arc::clone(mailbox)));
        drop(mailboxes);
        drop(before);
    }

    /// Under which key to send a message whose sender neither waits nor learns what becomes of it. `None`: the mailbox is bounded and
    /// full, and the message is to be dropped; that is counted here. What an actor sends to itself, its `own`, is accepted.
    #[inline]
    pub(crate) fn admit(&self, key: Key, own: bool) -> Option<Key> {
        if key.is_counted() || !self.slab.is_bounded(key.index()) {
            return Some(key);
        }
        match self.bounds.with(key, |mailbox| mailbox.admit(own)) {
            Some(Admitted::Yes) => Some(key.counted()),
            Some(Admitted::No) => None,
            // A dead letter.
            Some(Admitted::Closed) | None => Some(key),
        }
    }
}
