//! Another node, and what waits for the thread that runs the link to it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::deadline::NEVER;
use super::peer::Peer;
use super::ready::lock;
use super::snapshot::Board;
use super::waiters::Waiters;
use crate::protocol::{Packed, Window};
use crate::types::{NodeId, OnOutcome, Outcome};
use crate::wire::{Kind, MAX_OVERHEAD, pack, pack_in_place, packed_size};

/// Messages of so many bytes, and longer ones, are carried as they were encoded; shorter ones are put together.
const LONG: usize = 16 << 10;

/// Another node, or this one.
pub(crate) struct Remote {
    pub(crate) id: NodeId,
    pub(crate) index: u32,
    /// Bytes that wait to be sent, or are on their way.
    pub(crate) queued: AtomicUsize,
    pub(crate) gone: AtomicBool,
    pub(super) board: Board,
    freed_lock: Mutex<()>,
    freed: Condvar,
    /// Futures that wait for capacity.
    pub(super) capacity: Waiters,
    inbox: Mutex<Inbox>,
    /// Its holder runs the link.
    pub(super) peer: Mutex<Peer>,
    /// When the link has something to do by itself: nanoseconds since the node began.
    pub(super) deadline: AtomicU64,
    /// A thread has found the link taken, and has left what it is to carry in the inbox.
    pub(super) left: AtomicBool,
    /// The table of all has it among those that may have to be forgotten.
    pub(super) ageing: AtomicBool,
    /// When the last frame came from it, or went to it: nanoseconds since the node began.
    pub(super) active: AtomicU64,
}

/// What waits for the thread that runs the link.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) outgoing: Vec<Outgoing>,
    pub(super) settled: Vec<Settled>,
    /// Frames that came while another thread ran the link.
    pub(super) frames: Vec<Vec<u8>>,
    /// The node's thread has been notified.
    notified: bool,
    /// The node has left: nothing is taken any more.
    closed: bool,
}

/// Messages that are put together to be sent.
#[derive(Default)]
pub(super) struct Outgoing {
    pub(super) bytes: Vec<u8>,
    pub(super) messages: u64,
    /// Of the acked ones, counted from 0.
    pub(super) callbacks: Vec<(u64, OnOutcome)>,
    /// It is one message, which nothing is put behind.
    long: bool,
}

impl Outgoing {
    pub(super) fn packed(self) -> (Packed, Vec<(u64, OnOutcome)>) {
        let acked = self.callbacks.iter().map(|&(message, _)| message).collect();
        (Packed { bytes: self.bytes.into(), messages: self.messages, acked }, self.callbacks)
    }
}

/// What became of a message of the other node.
#[derive(Clone, Copy)]
pub(super) struct Settled {
    pub(super) epoch: u64,
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) outcome: Outcome,
}

impl Inbox {
    fn take(&mut self) -> Self {
        let closed = self.closed;
        std::mem::replace(self, Self { closed, ..Self::default() })
    }
}

impl Remote {
    /// Its link begins with this epoch.
    pub(super) fn new(id: NodeId, index: u32, window: Window, epoch: u64) -> Self {
        Self {
            id,
            index,
            queued: AtomicUsize::new(0),
            gone: AtomicBool::new(false),
            board: Board::new(),
            freed_lock: Mutex::default(),
            freed: Condvar::new(),
            capacity: Waiters::default(),
            inbox: Mutex::default(),
            peer: Mutex::new(Peer::new(window, u64::from(index) + 1, epoch)),
            deadline: AtomicU64::new(NEVER),
            left: AtomicBool::new(false),
            ageing: AtomicBool::new(false),
            active: AtomicU64::new(0),
        }
    }

    /// Whether something waits to be sent to the node, or to be settled.
    pub(super) fn has_open(&self) -> bool {
        let settled = !lock(&self.inbox).settled.is_empty();
        settled || !self.is_idle() || self.queued.load(Ordering::Relaxed) > 0 || !lock(&self.peer).is_idle()
    }

    /// Bytes have left the queue, or have not entered it.
    pub(super) fn free(&self, bytes: usize) {
        if bytes > 0 {
            self.queued.fetch_sub(bytes, Ordering::SeqCst);
            self.freed.notify_all();
            self.capacity.wake_one();
        }
    }

    /// Waits a little for [`free`](Self::free): it may have been just before.
    pub(super) fn wait_for_capacity(&self, left: Duration) {
        let longest = left.min(Duration::from_millis(5));
        drop(self.freed.wait_timeout(lock(&self.freed_lock), longest).unwrap_or_else(PoisonError::into_inner));
    }

    /// Puts a message behind those that wait; whether the node's thread has yet to be notified, or else what will never be called.
    pub(super) fn post(
        &self,
        body: &mut Encoded,
        frame: usize,
        kind: Kind,
        on_outcome: Option<OnOutcome>,
    ) -> Result<bool, Option<OnOutcome>> {
        let mut inbox = lock(&self.inbox);
        if inbox.closed {
            return Err(on_outcome);
        }
        let size = body.size();
        let fits = |last: &Outgoing| !body.is_long() && !last.long && last.bytes.len() + size <= frame;
        if !inbox.outgoing.last().is_some_and(fits) {
            inbox.outgoing.push(Outgoing { long: body.is_long(), ..Outgoing::default() });
        }
        if let Some(outgoing) = inbox.outgoing.last_mut() {
            body.pack(kind, &mut outgoing.bytes);
            outgoing.callbacks.extend(on_outcome.map(|on_outcome| (outgoing.messages, on_outcome)));
            outgoing.messages += 1;
        }
        Ok(!std::mem::replace(&mut inbox.notified, true))
    }

    /// Notes what became of a message; whether the node's thread has yet to be notified.
    pub(super) fn settle(&self, settled: Settled) -> bool {
        let mut inbox = lock(&self.inbox);
        inbox.settled.push(settled);
        !std::mem::replace(&mut inbox.notified, true)
    }

    /// Leaves a frame to the thread that runs the link; whether the node's thread has yet to be notified.
    pub(super) fn leave(&self, frame: &[u8]) -> bool {
        let mut inbox = lock(&self.inbox);
        inbox.frames.push(frame.to_vec());
        !std::mem::replace(&mut inbox.notified, true)
    }

    /// All that waits.
    pub(super) fn take_inbox(&self) -> Inbox {
        lock(&self.inbox).take()
    }

    /// All that waits, if there is no frame of the other node among it.
    pub(super) fn take_inbox_without_frames(&self) -> Option<Inbox> {
        let mut inbox = lock(&self.inbox);
        inbox.frames.is_empty().then(|| inbox.take())
    }

    /// Whether messages or frames wait.
    pub(super) fn is_idle(&self) -> bool {
        let inbox = lock(&self.inbox);
        inbox.outgoing.is_empty() && inbox.frames.is_empty()
    }

    /// Notes what became of a message, of which the other node may be notified as late as this.
    pub(super) fn settle_by(&self, deadline: u64, settled: Settled) {
        let mut inbox = lock(&self.inbox);
        inbox.settled.push(settled);
        self.deadline.fetch_min(deadline, Ordering::SeqCst);
    }

    /// When the link has something to do next, or what waits has to be looked at.
    pub(super) fn set_deadline(&self, link: u64, waiting: u64) -> u64 {
        let inbox = lock(&self.inbox);
        let deadline = if inbox.settled.is_empty() { link } else { link.min(waiting) };
        self.deadline.store(deadline, Ordering::SeqCst);
        deadline
    }

    /// Takes what waits, and lets nothing in any more.
    pub(super) fn close(&self) -> Inbox {
        let mut inbox = lock(&self.inbox);
        std::mem::replace(&mut inbox, Inbox { closed: true, ..Inbox::default() })
    }
}

/// A message as it was encoded, with space in front for what a frame has there.
#[derive(Clone)]
pub(crate) struct Encoded(Vec<u8>);

thread_local! {
    /// Space for the next message.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

impl Encoded {
    /// A message's parts are encoded behind each other.
    pub(super) fn new<E>(encode: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, E>) -> Result<Self, E> {
        let mut buffer = SPARE.try_with(Cell::take).unwrap_or_default();
        buffer.clear();
        buffer.resize(MAX_OVERHEAD, 0);
        encode(buffer).map(Self)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0[MAX_OVERHEAD..]
    }

    fn is_long(&self) -> bool {
        self.0.len() >= LONG
    }

    /// What it takes in a frame.
    pub(super) fn size(&self) -> usize {
        if self.is_long() { self.0.len() } else { packed_size(self.0.len() - MAX_OVERHEAD) }
    }

    fn pack(&mut self, kind: Kind, into: &mut Vec<u8>) {
        if self.is_long() {
            *into = std::mem::take(&mut self.0);
            pack_in_place(kind, into);
        } else {
            pack(kind, self.bytes(), into);
        }
    }
}

impl Drop for Encoded {
    fn drop(&mut self) {
        if (1..=LONG).contains(&self.0.capacity()) {
            let buffer = std::mem::take(&mut self.0);
            let _ = SPARE.try_with(|spare| spare.set(buffer)); // the thread may be at its end
        }
    }
}
