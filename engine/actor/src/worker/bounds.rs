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
use crate::worker::cell_head::BoundedMailbox;
use crate::worker::deferred::SlotHasher;

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
    pub(crate) fn with<R>(&self, key: Key, f: impl FnOnce(&Arc<dyn BoundedMailbox>) -> R) -> Option<R> {
        let mailboxes = self.read(key);
        let (of, mailbox) = mailboxes.get(&key.index())?;
        (*of == key).then(|| f(mailbox))
    }

    /// The mailbox of an actor that lives, and has a bounded one.
    pub(crate) fn get(&self, key: Key) -> Option<Arc<dyn BoundedMailbox>> {
        self.with(key, Arc::clone)
    }

    /// The actor is about to get its place.
    pub(crate) fn enter(&self, key: Key, mailbox: &Arc<dyn BoundedMailbox>) {
        let mut mailboxes = self.part(key).write().unwrap_or_else(PoisonError::into_inner);
        let before = mailboxes.insert(key.index(), (key, Arc::clone(mailbox)));
        drop(mailboxes);
        drop(before);
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

    /// Of what is dropped.
    pub(crate) fn counter(&self) -> &Arc<AtomicU64> {
        &self.dropped
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
