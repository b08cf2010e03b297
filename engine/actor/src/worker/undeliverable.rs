//! What will not be handled: what is in an entry whose receiver is gone, or whose worker has ended.
//!
//! It is taken out of the entry first, and dropped then: dropping runs users' code, which sends, or takes so long that the queue in which the entry
//! lies is another thread's meanwhile.

use crate::memory::envelope::{Header, Special, Taken};
use crate::memory::vtable::VTable;
use crate::types::exit::ExitReason;
use crate::worker::shared::Shared;
use crate::worker::system_message::{Signal, SystemMessage};
use crate::worker::timers::parcel::timed;

/// To be [discarded](Self::discard): it is lost else.
pub(crate) enum Undeliverable {
    System(SystemMessage),
    /// A message of the type of its receiver.
    Message(&'static VTable, Taken),
    /// The same of a timer that has been cancelled.
    CalledOff(&'static VTable, Taken),
    Signal(Signal),
    /// An actor that has not arrived yet.
    Cell(&'static VTable, *mut u8),
    Nothing,
}

impl Undeliverable {
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(crate) unsafe fn take(shared: &Shared, header: Header, payload: *const u8) -> Self {
        let slab = &shared.slab;
        // SAFETY: the caller's promise, throughout: in an entry with a system message, or a cell, there is a pointer to it.
        unsafe {
            let special = header.as_special();
            match special {
                Some(Special::SystemMessage) => {
                    return Self::System(SystemMessage::unboxed(payload.cast::<*mut u8>().read()));
                }
                Some(Special::LazyMessage) => return Self::Signal(Signal::LazyMessage(Signal::take_notice(payload))),
                Some(Special::Timed) => {
                    let ((worker, timer), header, payload) = timed(payload);
                    let is_wanted = shared.worker_shared(worker).timers.claim(timer);
                    return match slab.vtable(header.index()) {
                        Some(vtable) if is_wanted => Self::Message(vtable, Taken::new(header, payload)),
                        Some(vtable) => Self::CalledOff(vtable, Taken::new(header, payload)),
                        None => Self::Nothing,
                    };
                }
                Some(Special::Start | Special::Drain | Special::Wake) => return Self::Nothing,
                Some(Special::Install) | None => {}
            }
            // All that could send to the slot had an actor there, or promised: all who live there are of one type.
            match slab.vtable(header.index()) {
                Some(vtable) if special.is_none() => Self::Message(vtable, Taken::new(header, payload)),
                Some(vtable) => Self::Cell(vtable, payload.cast::<*mut u8>().read()),
                None => Self::Nothing,
            }
        }
    }

    /// Counts as a message: a dead letter.
    pub(crate) fn is_letter(&self) -> bool {
        match self {
            Self::System(message) => message.is_letter(),
            Self::Message(..) => true,
            Self::CalledOff(..) | Self::Signal(_) | Self::Cell(..) | Self::Nothing => false,
        }
    }

    /// Drops it; the would-be watcher of an actor that has ended is notified of the reason.
    pub(crate) fn discard(self, why: ExitReason) {
        match self {
            Self::System(message) => message.discard(why),
            // SAFETY: taken out of an entry for an actor of that type.
            Self::Message(vtable, taken) | Self::CalledOff(vtable, taken) => unsafe {
                (vtable.drop_message)(taken.payload())
            },
            // SAFETY: likewise.
            Self::Cell(vtable, cell) => unsafe { (vtable.free)(cell) },
            Self::Signal(signal) => drop(signal),
            Self::Nothing => {}
        }
    }
}
