//! Messages to actors and workers from the runtime, rather than from other actors.

use std::any::Any;

use crate::memory::batch::Batch;
use crate::memory::envelope::{Header, Special};
use crate::memory::vtable::{ErasedMake, Flow, ThreadHandle};
use crate::types::exit::ExitReason;
use crate::types::id::Key;
use crate::worker::restart::{Outcome, Phase, Restart, Then};
use crate::worker::threads::detached::Detached;
use crate::worker::transfer::Transfer;
use crate::worker::watchers::{WatchId, Watcher};

/// The receiver's side of a confirmed delivery: notified once of what became of the message, if only by being dropped.
pub(crate) struct Confirmation(Option<Box<dyn FnOnce(Confirmed) + Send>>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Confirmed {
    Handled,
    Panicked,
    Dropped,
}

impl Confirmation {
    pub(crate) fn new(confirm: impl FnOnce(Confirmed) + Send + 'static) -> Self {
        Self(Some(Box::new(confirm)))
    }

    pub(crate) fn confirm(mut self, what: Confirmed) {
        if let Some(confirm) = self.0.take() {
            confirm(what);
        }
    }
}

impl Drop for Confirmation {
    fn drop(&mut self) {
        if let Some(confirm) = self.0.take() {
            confirm(Confirmed::Dropped);
        }
    }
}

/// To an actor.
pub(crate) enum SystemMessage {
    /// Stop when everything before this has been handled.
    Stop,
    /// The system ends: the same, but for those whose supervisor will notify them.
    ShutDown,
    Watch(Watcher),
    Unwatch(WatchId),
    /// An actor that this one watches has ended: a message that the receiver makes, and the watch is over.
    Down(WatchId, ErasedMake),
    /// A message that the receiver makes itself, so that a panic in making it is the receiver's.
    LazyMessage(LazyMessage),
    /// Something to be done with the actor's state; counts as a message.
    Perform(Perform),
    /// The thread that ran the actor when it lost its worker has finished, and hands it back.
    Reattach {
        actor: Detached,
        outcome: Outcome,
        phase: Phase,
    },
    /// From the supervisor: restart the actor in its place, and call this when it has started.
    Restart(Restart),
    /// From the supervisor: handle nothing until the restart. The number is that of the order: what overtakes messages may be
    /// overtaken itself, by a restart with a higher one, if actors move.
    Suspend(u64),
    /// Call this when everything before has been handled.
    Run(Then),
    /// One of the things that the actor waits for is there; when all are, messages may flow again.
    Resume,
    /// Likewise; and this is it, to be handled before everything that waits.
    Answer(LazyMessage),
    /// Terminate before the next message, for this reason.
    Exit(ExitReason),
    /// To the worker that has the actor.
    Worker(WorkerMessage),
}

/// To an actor, in an entry of its own: messages so frequent that they are not boxed.
pub(crate) enum Signal {
    /// As [`SystemMessage::LazyMessage`], without a confirmation, and no letter.
    LazyMessage(ErasedMake),
    /// Go on with the handler that awaits something; nothing, if none does.
    Wake,
}

impl Signal {
    /// The size of its entry.
    pub(crate) const STRIDE: usize = 8 + size_of::<ErasedMake>();

    /// # Safety
    ///
    /// `at` has space for an entry of this size, which is the signal's.
    pub(crate) unsafe fn write(self, at: *mut u8, key: Key) {
        let (special, make) = match self {
            Self::LazyMessage(make) => (Special::LazyMessage, Some(make)),
            Self::Wake => (Special::Wake, None),
        };
        let header = Header::special(key, special);
        debug_assert_eq!(header.stride(), Self::STRIDE);
        // SAFETY: the caller's promise.
        unsafe {
            at.cast::<u64>().write(header.0);
            if let Some(make) = make {
                at.add(8).cast::<ErasedMake>().write(make);
            }
        }
    }

    /// What makes the message, of the payload of a [`Special::LazyMessage`].
    ///
    /// # Safety
    ///
    /// The payload is that, and is taken.
    pub(crate) unsafe fn take_notice(payload: *const u8) -> ErasedMake {
        // SAFETY: the caller's promise.
        unsafe { payload.cast::<ErasedMake>().read() }
    }
}

/// As [`Dispatch`](crate::memory::vtable::Dispatch): to be called with the cell of an actor of the type it was made for.
pub(crate) type Perform = Box<dyn FnOnce(*mut u8, ThreadHandle<'_>, Key) -> Flow + Send>;

/// What makes a message; see [`lazily`](crate::memory::vtable::lazily).
pub(crate) struct LazyMessage {
    pub(crate) make: ErasedMake,
    pub(crate) confirmation: Option<Confirmation>,
    /// Counts as a message: a dead letter if it is not handled.
    pub(crate) letter: bool,
    /// A timer's: whether the message is still to be handled, when it arrives.
    pub(crate) is_wanted: Option<IsWanted>,
}

/// See [`LazyMessage::is_wanted`].
pub(crate) type IsWanted = Box<dyn FnOnce() -> bool + Send>;

/// Something to be done with a worker, given as what it is: a [`Core`](crate::worker::core::Core).
pub(crate) type Visit = Box<dyn FnOnce(&mut dyn Any) + Send>;

/// To a worker.
pub(crate) enum WorkerMessage {
    /// Ask every actor to stop.
    StopAll,
    KillAll,
    /// Another worker is moving actors: flush what is for it, and confirm.
    Sync {
        giver: u16,
    },
    Synced,
    /// Another worker has nothing to do, and asks for some of the work.
    Pull {
        taker: u16,
    },
    Transfer(Box<Transfer>),
    /// A timer was set that comes before all others.
    LookAtTimers,
    /// Do something with the worker between two messages.
    Visit(Visit),
    End,
}

impl SystemMessage {
    pub(crate) fn boxed(self) -> *mut u8 {
        Box::into_raw(Box::new(self)).cast()
    }

    /// # Safety
    ///
    /// The pointer came from [`boxed`](Self::boxed), and is used once.
    pub(crate) unsafe fn unboxed(pointer: *mut u8) -> Self {
        // SAFETY: the caller's promise.
        *unsafe { Box::from_raw(pointer.cast::<Self>()) }
    }

    /// Counts as a message: a dead letter if it is not handled.
    pub(crate) fn is_letter(&self) -> bool {
        match self {
            Self::LazyMessage(notice) => notice.letter,
            Self::Perform(_) => true,
            _ => false,
        }
    }

    /// Drops what an actor that is gone would have got; its would-be watcher is notified of the reason.
    pub(crate) fn discard(self, why: ExitReason) {
        if let Self::Watch(watcher) = self {
            (watcher.on_exit)(why);
        }
    }
}

const _: () = assert!(size_of::<*mut Batch>() == 8, "the layout of entries is for 64 bits");
