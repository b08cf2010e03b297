//! What is sent to a worker from another thread, one batch for each message, or several in one: from outside the system, or by a thread that has lost its worker.
//!
//! The caller of these functions is inside the epoch (see [`SystemRef::give`](crate::worker::shared::SystemRef::give)), or on a thread for which the
//! system waits: so there is a worker for what is sent. One that has ended drops it here.

use std::sync::atomic::Ordering;

use crate::memory::batch::{BATCH_BYTES, BatchBox};
use crate::memory::envelope::{self, Header, Layout, Special};
use crate::memory::slab::IN_TRANSIT;
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::worker::core::write_word;
use crate::worker::shared::Shared;
use crate::worker::system_message::{Signal, SystemMessage, WorkerMessage};
use crate::worker::undeliverable::Undeliverable;

impl Shared {
    /// The worker that has an actor, or will have it in a moment.
    pub(crate) fn worker_of(&self, key: Key) -> u16 {
        self.slab.route(key.index(), Ordering::Acquire) & !IN_TRANSIT
    }

    pub(crate) fn send_message<M>(&self, key: Key, message: M) {
        // SAFETY: the space is the message's.
        let batch = batch_of(Layout::<M>::STRIDE, |at| unsafe { envelope::write(at, key, message) });
        self.deliver(key, batch);
    }

    /// As few batches as it takes.
    pub(crate) fn send_messages<M>(&self, key: Key, messages: Vec<M>) {
        let stride = Layout::<M>::STRIDE;
        let mut messages = messages.into_iter().peekable();
        while messages.peek().is_some() {
            let mut batch = BatchBox::new(BATCH_BYTES.min(stride * messages.len()));
            while messages.peek().is_some()
                && let Some(at) = batch.reserve(stride)
                && let Some(message) = messages.next()
            {
                // SAFETY: the space is the message's.
                unsafe { envelope::write(at, key, message) };
            }
            self.deliver(key, batch);
        }
    }

    pub(crate) fn send_system(&self, key: Key, message: SystemMessage) {
        self.deliver(key, batch_of_system(key, message));
    }

    pub(crate) fn send_signal(&self, key: Key, signal: Signal) {
        // SAFETY: the space is the signal's.
        self.deliver(key, batch_of(Signal::STRIDE, |at| unsafe { signal.write(at, key) }));
    }

    pub(crate) fn send_install(&self, key: Key, cell: *mut u8) {
        self.deliver(key, batch_of(16, |at| write_word(at, Header::special(key, Special::Install), cell)));
    }

    /// Has an actor's worker go on with what has been put aside for the actor.
    pub(crate) fn send_drain(&self, key: Key) {
        // SAFETY: the space is the header's.
        self.deliver(key, batch_of(8, |at| unsafe { at.cast::<Header>().write(Header::special(key, Special::Drain)) }));
    }

    /// Sends a system message to an actor before any message.
    pub(crate) fn send_urgent(&self, key: Key, message: SystemMessage) {
        self.push_urgent(self.worker_of(key), batch_of_system(key, message));
    }

    /// Sends a message to a worker, behind what it has been sent.
    pub(crate) fn notify_worker(&self, id: u16, what: WorkerMessage) {
        self.push(id, batch_of_system(Key::worker(), SystemMessage::Worker(what)));
    }

    /// Sends a message to a worker, before anything that it has been sent.
    pub(crate) fn notify_worker_urgently(&self, id: u16, what: WorkerMessage) {
        self.push_urgent(id, batch_of_system(Key::worker(), SystemMessage::Worker(what)));
    }

    /// Sends a batch to the worker of the actor that it is for.
    pub(crate) fn deliver(&self, key: Key, batch: BatchBox) {
        self.push(self.worker_of(key), batch);
    }

    /// Sends a batch to a worker.
    pub(crate) fn push(&self, worker: u16, batch: BatchBox) {
        if let Err(batch) = self.worker_shared(worker).push(batch) {
            self.discard_batch(batch);
        }
    }

    /// The same, before anything that it has been sent.
    fn push_urgent(&self, worker: u16, batch: BatchBox) {
        if let Err(batch) = self.worker_shared(worker).push_urgent(batch) {
            self.discard_batch(batch);
        }
    }

    /// Drops entries whose worker has ended.
    fn discard_batch(&self, mut batch: BatchBox) {
        while let Some(entry) = batch.pop() {
            // SAFETY: a whole entry, just taken.
            unsafe {
                let header = Header(entry.cast::<u64>().read());
                if self.discard(header, entry.add(8)) {
                    self.lost_letters.fetch_add(1, Ordering::Relaxed);
                    self.undelivered(header.key());
                }
            }
        }
    }

    /// Drops what is in an entry that will not be handled; returns whether it was a letter.
    ///
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(crate) unsafe fn discard(&self, header: Header, payload: *const u8) -> bool {
        if header.as_special() == Some(Special::Install) {
            self.free_list.forget();
        }
        // SAFETY: the caller's promise.
        let what = unsafe { Undeliverable::take(self, header, payload) };
        let is_letter = what.is_letter();
        if is_letter {
            self.notify_dead_letter(header.key());
        }
        what.discard(ExitReason::Unknown);
        is_letter
    }
}

/// A batch with one entry in it, which `write` writes.
fn batch_of(stride: usize, write: impl FnOnce(*mut u8)) -> BatchBox {
    let mut batch = BatchBox::new(stride);
    write(batch.reserve(stride).expect("made to measure"));
    batch
}

fn batch_of_system(key: Key, message: SystemMessage) -> BatchBox {
    batch_of(16, |at| write_word(at, Header::special(key, Special::SystemMessage), message.boxed()))
}
