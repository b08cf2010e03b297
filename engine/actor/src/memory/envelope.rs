//! How a message lies in memory: a header of one word, and the payload behind it.
//!
//! ```text
//!  63          40 39 38     32 31            0
//! +--------------+--+---------+---------------+
//! |  generation  |s |  size   |  slot index   |   then `size` words of payload
//! +--------------+--+---------+---------------+
//! ```
//!
//! The upper half without its size is what a living actor's [`Slot`](crate::memory::slab::Slot) holds as its tag, so that one
//! comparison means 'this very actor, alive, and nothing unusual about it or the message'. Everything else (the actor is
//! gone, waits, moves; the entry is not an ordinary message: bit `s`) fails that comparison and takes the slow path.
//!
//! The highest bit of the size (which is at most 30 words) is none of it: set in an ordinary message, it holds a permit of a bounded mailbox.

use std::mem::{self, MaybeUninit};
use std::ptr;

use crate::types::id::Key;

/// A message of at most so many words lies in the queue itself; a larger one is boxed.
pub(crate) const INLINE_WORDS: usize = 30;

/// The largest entry, in bytes.
pub(crate) const LARGEST_ENTRY: usize = 8 + INLINE_WORDS * 8;

const SPECIAL: u64 = 1 << 39;
/// In an ordinary message; in a special one, part of its kind.
const COUNTED: u64 = 1 << 38;
const SIZE_MASK: u64 = 0x3F << 32;
const KIND_MASK: u64 = 0x7F << 32;

impl Key {
    /// To send a message under that holds a permit of the receiver's bounded mailbox: see [`Header::is_counted`].
    #[inline]
    pub(crate) fn counted(self) -> Self {
        Self(self.0 | COUNTED)
    }

    #[inline]
    pub(crate) fn is_counted(self) -> bool {
        self.0 & COUNTED != 0
    }
}

/// What a special entry is; the low bits are its size in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Special {
    /// Call `started`.
    Start = 0,
    /// A boxed [`SystemMessage`](crate::worker::system_message::SystemMessage).
    SystemMessage = 1,
    /// Handle some of the messages that were held.
    Drain = 0x40,
    /// The actor itself, spawned by another thread: a pointer to its cell.
    Install = 0x41,
    /// A [`Signal::LazyMessage`](crate::worker::system_message::Signal::LazyMessage).
    LazyMessage = 2,
    /// A timer's message: which timer, and the message's own entry. Its size is any from this on.
    Timed = 3,
    /// A [`Signal::Wake`](crate::worker::system_message::Signal::Wake); nothing is in the payload.
    Wake = 0x42,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct Header(pub(crate) u64);

impl Header {
    /// An ordinary message's.
    #[inline]
    pub(crate) const fn message(key: Key, words: usize) -> Self {
        Self(key.0 | (words as u64) << 32)
    }

    /// Has a message hold a permit, if this key is counted.
    ///
    /// # Safety
    ///
    /// The header of an ordinary message is at `at`, and no other code's.
    pub(crate) unsafe fn count_as(at: *mut u8, key: Key) {
        // SAFETY: the caller's promise.
        unsafe { *at.cast::<u64>() |= key.0 & COUNTED };
    }

    pub(crate) const fn special(key: Key, special: Special) -> Self {
        Self(key.0 | SPECIAL | (special as u64) << 32)
    }

    #[inline]
    pub(crate) fn key(self) -> Key {
        Key(self.0 & !(SPECIAL | KIND_MASK))
    }

    #[inline]
    pub(crate) fn index(self) -> u32 {
        self.0 as u32
    }

    /// The key, if this is an ordinary message; no actor's, if not: its tag is that of a slot for the fast path, or of none.
    #[inline(always)]
    pub(crate) fn key_of_message(self) -> Key {
        Key(self.0 & !KIND_MASK)
    }

    /// An ordinary message that holds a permit of the receiver's bounded mailbox.
    #[inline]
    pub(crate) const fn is_counted(self) -> bool {
        self.0 & (SPECIAL | COUNTED) == COUNTED
    }

    /// The entry's size in bytes, header included.
    #[inline]
    pub(crate) fn stride(self) -> usize {
        8 + (((self.0 & SIZE_MASK) >> 32) as usize) * 8
    }

    /// A timer's message, which is so many words long with what names the timer.
    pub(crate) const fn timed(key: Key, words: usize) -> Self {
        Self(key.0 | SPECIAL | (words as u64) << 32)
    }

    pub(crate) fn as_special(self) -> Option<Special> {
        if self.0 & SPECIAL == 0 {
            return None;
        }
        Some(match ((self.0 & KIND_MASK) >> 32) as u8 {
            0 => Special::Start,
            1 => Special::SystemMessage,
            2 => Special::LazyMessage,
            3..0x40 => Special::Timed,
            0x40 => Special::Drain,
            0x41 => Special::Install,
            _ => Special::Wake,
        })
    }
}

/// How messages of type `M` are laid out.
pub(crate) struct Layout<M>(std::marker::PhantomData<M>);

impl<M> Layout<M> {
    /// The message lies behind its header; else a pointer to it does.
    pub(crate) const INLINE: bool = mem::size_of::<M>() <= INLINE_WORDS * 8 && mem::align_of::<M>() <= 8;
    pub(crate) const WORDS: usize = if Self::INLINE { mem::size_of::<M>().div_ceil(8) } else { 1 };
    pub(crate) const STRIDE: usize = 8 + Self::WORDS * 8;
}

/// Writes a message as an entry.
///
/// # Safety
///
/// `at` is valid for writes of [`Layout::<M>::STRIDE`] bytes and aligned to 8.
#[inline(always)]
pub(crate) unsafe fn write<M>(at: *mut u8, key: Key, message: M) {
    // SAFETY: the caller's promise; a message that is not inline is a pointer's size.
    unsafe {
        at.cast::<u64>().write(Header::message(key, Layout::<M>::WORDS).0);
        if Layout::<M>::INLINE {
            at.add(8).cast::<M>().write(message);
        } else {
            at.add(8).cast::<*mut M>().write(Box::into_raw(Box::new(message)));
        }
    }
}

/// An entry taken out of its queue, for when the queue may be another thread's by the time it is looked at.
pub(crate) struct Taken([MaybeUninit<u64>; LARGEST_ENTRY / 8]);

impl Taken {
    /// # Safety
    ///
    /// The payload belongs to the header, and is taken.
    pub(crate) unsafe fn new(header: Header, payload: *const u8) -> Self {
        let mut taken = Self([MaybeUninit::uninit(); LARGEST_ENTRY / 8]);
        taken.0[0].write(header.0);
        // SAFETY: the caller's promise; no payload is longer.
        unsafe { ptr::copy_nonoverlapping(payload, taken.0[1..].as_mut_ptr().cast(), header.stride() - 8) };
        taken
    }

    /// It lies behind its header.
    pub(crate) fn payload(&self) -> *const u8 {
        // SAFETY: within the array.
        unsafe { self.0.as_ptr().add(1).cast() }
    }
}

/// Takes the message out of an entry's payload.
///
/// # Safety
///
/// `payload` lies behind a header that [`write`] wrote for the same `M`, and is taken once.
#[inline(always)]
pub(crate) unsafe fn take<M>(payload: *const u8) -> M {
    // SAFETY: the caller's promise.
    unsafe {
        if Layout::<M>::INLINE { payload.cast::<M>().read() } else { *Box::from_raw(payload.cast::<*mut M>().read()) }
    }
}

/// Drops a message, given its payload.
///
/// # Safety
///
/// The payload is of this type, and is taken.
pub(crate) unsafe fn drop_message<M>(payload: *const u8) {
    // SAFETY: the caller's promise: a payload of this type, taken here.
    drop(unsafe { take::<M>(payload) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::id::LAST_GENERATION;

    #[test]
    fn a_header_keeps_its_parts_apart() {
        for (index, generation) in [(0, 1), (u32::MAX, LAST_GENERATION), (77, 5)] {
            let key = Key::new(index, generation);
            for words in [0, 1, INLINE_WORDS] {
                let header = Header::message(key, words);
                assert_eq!((header.key(), header.index(), header.stride()), (key, index, 8 + 8 * words));
                assert_eq!((header.key_of_message(), header.as_special()), (key, None));
                let counted = Header::message(key.counted(), words);
                assert_eq!((counted.key(), counted.index(), counted.stride()), (key, index, 8 + 8 * words));
                assert_eq!((counted.key_of_message(), counted.as_special()), (key, None));
                assert!(counted.is_counted() && !header.is_counted());
            }
            for special in [
                Special::Start,
                Special::SystemMessage,
                Special::Drain,
                Special::Install,
                Special::LazyMessage,
                Special::Timed,
                Special::Wake,
            ] {
                let header = Header::special(key, special);
                assert_eq!((header.key(), header.as_special()), (key, Some(special)));
                assert_eq!(header.stride(), 8 + 8 * usize::from(special as u8 & 0x3F));
                assert_ne!(header.key_of_message().tag(), key.tag(), "specials never take the fast path");
                assert!(!header.is_counted());
            }
        }
    }

    #[test]
    fn messages_survive_the_queue_whatever_their_size() {
        fn round_trip<M: PartialEq + std::fmt::Debug + Clone>(message: M) {
            let mut buffer = [0_u64; LARGEST_ENTRY / 8];
            // SAFETY: space for the largest entry; taken once.
            let back: M = unsafe {
                write(buffer.as_mut_ptr().cast(), Key::new(1, 1), message.clone());
                take(buffer.as_ptr().cast::<u8>().add(8))
            };
            assert_eq!(back, message);
            assert_eq!(Header(buffer[0]).stride(), Layout::<M>::STRIDE);
        }
        #[derive(PartialEq, Debug, Clone)]
        #[repr(align(64))]
        struct Aligned(u8);

        round_trip(());
        round_trip(7_u8);
        round_trip([7_u64; INLINE_WORDS]);
        round_trip([7_u64; INLINE_WORDS + 1]);
        round_trip(String::from("on the heap"));
        round_trip(Aligned(3));
        const { assert!(!Layout::<Aligned>::INLINE && !Layout::<[u64; INLINE_WORDS + 1]>::INLINE) };
    }
}
