//! A message that a timer sends: an entry, and how to drop it.
//!
//! When it has been sent, the timer's place remains in use until the message is handled or dropped: who cancels the timer meanwhile
//! finds it there, and the message finds that it has been cancelled. So the entry is that of the message behind the name of the timer.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use crate::memory::envelope::{self, Header, Layout, drop_message};
use crate::types::id::Key;
use crate::worker::timers::limit::TimerPlace;
use crate::worker::timers::wheel::TimerId;

/// An entry of at most so many words waits in the parcel itself.
const WORDS: usize = 4;

/// Words in front of the message's own entry: which timer.
const NAME: usize = 2;

/// A message for an actor of this system.
pub(crate) struct Parcel {
    /// A whole entry.
    entry: [MaybeUninit<u64>; WORDS],
    /// Drops the message, given its payload.
    drop: unsafe fn(*const u8),
}

// SAFETY: the message is `Send`: `new` requires it.
unsafe impl Send for Parcel {}

impl Parcel {
    /// Whether messages of this type are small enough.
    pub(crate) const fn fits<M>() -> bool {
        Layout::<M>::STRIDE <= WORDS * 8
    }

    pub(crate) fn new<M: Send + 'static>(to: Key, message: M) -> Self {
        assert!(Self::fits::<M>(), "the message is too large");
        let mut entry = [MaybeUninit::uninit(); WORDS];
        // SAFETY: there is space for it, as asserted.
        unsafe { envelope::write(entry.as_mut_ptr().cast(), to, message) };
        Self { entry, drop: drop_message::<M> }
    }

    /// The size of the entry that it is sent in.
    pub(crate) fn stride(&self) -> usize {
        8 + NAME * 8 + self.header().stride()
    }

    /// Writes the entry that it is sent in.
    ///
    /// # Safety
    ///
    /// There is space for [so much](Self::stride) at `at`.
    pub(crate) unsafe fn unpack(self, at: *mut u8, (worker, timer): TimerPlace) {
        let this = ManuallyDrop::new(self);
        let (number, index) = timer.parts();
        let header = Header::timed(this.header().key(), this.stride() / 8 - 1);
        // SAFETY: a whole entry, which moves to where there is space for it.
        unsafe {
            at.cast::<u64>().write(header.0);
            at.cast::<u64>().add(1).write(number);
            at.cast::<u64>().add(2).write(u64::from(index) | u64::from(worker) << 32);
            ptr::copy_nonoverlapping(this.entry.as_ptr().cast(), at.add(8 + NAME * 8), this.header().stride());
        }
    }

    pub(crate) fn header(&self) -> Header {
        // SAFETY: the first word was written with the entry.
        Header(unsafe { self.entry[0].assume_init() })
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        // SAFETY: the message behind the header is of that type, and has not been sent.
        unsafe { (self.drop)(self.entry.as_ptr().cast::<u8>().add(8)) };
    }
}

/// What is in the entry of a timer's message: which timer, and the message's own header and payload.
///
/// # Safety
///
/// The payload is that of an entry that [`Parcel::unpack`] wrote.
pub(crate) unsafe fn timed(payload: *const u8) -> (TimerPlace, Header, *const u8) {
    // SAFETY: the caller's promise.
    unsafe {
        let (number, place) = (payload.cast::<u64>().read(), payload.cast::<u64>().add(1).read());
        let header = Header(payload.cast::<u64>().add(NAME).read());
        (((place >> 32) as u16, TimerId::of(number, place as u32)), header, payload.add(NAME * 8 + 8))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn what_is_not_sent_is_dropped() {
        let token = Arc::new(());
        drop(Parcel::new(Key::new(1, 1), (Arc::clone(&token), 7_u64)));
        assert_eq!(Arc::strong_count(&token), 1);
        const { assert!(Parcel::fits::<String>() && Parcel::fits::<[u64; 31]>() && !Parcel::fits::<[u64; 4]>()) };
        // Boxed.
        let large = Parcel::new(Key::new(1, 1), (Arc::clone(&token), [7_u64; 31]));
        assert_eq!((large.header(), Arc::strong_count(&token)), (Header::message(Key::new(1, 1), 1), 2));
        drop(large);
        assert_eq!(Arc::strong_count(&token), 1);
    }
}
