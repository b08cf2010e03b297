//! Whether a message may go to the actor that it is for: any may, but for those of a bounded mailbox that is full.

use crate::types::id::Key;
use crate::worker::cell_head::{self, Admitted, MailboxBound};
use crate::worker::shared::Shared;

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
        mailbox.belongs_to(self.system_ref, key, self.bounds.counter());
        self.bounds.enter(key, mailbox);
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
