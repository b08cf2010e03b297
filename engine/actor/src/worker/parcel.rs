//! A message that waits to be sent: an entry, and how to drop it.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use crate::memory::envelope::{self, Header, Layout, drop_message};
use crate::types::id::Key;

/// An entry of at most so many words waits in the parcel itself.
const WORDS: usize = 4;

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

    /// # Safety
    ///
    /// There is space for the entry at `at`.
    pub(crate) unsafe fn unpack(self, at: *mut u8) {
        let this = ManuallyDrop::new(self);
        // SAFETY: a whole entry, which moves to where there is space for it.
        unsafe { ptr::copy_nonoverlapping(this.entry.as_ptr().cast(), at, this.header().stride()) };
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
