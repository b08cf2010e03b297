use super::Functor;
use super::constant::{count_down, count_up};
use super::names::NAMES;

/// A structure's functor. Where that is a constant, its name may be one that is counted: then this is one of its handles.
#[derive(Debug)]
pub(super) struct Held(u32);

/// The highest bit: is it a handle?
const COUNTED: u32 = 1 << (u32::BITS - 1);

impl Held {
    /// The one of which this is the word.
    #[inline(always)]
    pub(super) fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// The word of one more, of a functor whose name is permanent, or held elsewhere.
    #[inline]
    pub(super) fn word_of(functor: Functor) -> u32 {
        if functor.is_constant() { Self::word_of_constant(functor) } else { functor.word() }
    }

    #[inline(never)]
    fn word_of_constant(functor: Functor) -> u32 {
        functor.word() | if NAMES.hold(functor.name().number()) { COUNTED } else { 0 }
    }

    /// The word of one more.
    #[inline]
    pub(super) fn word(&self) -> u32 {
        if self.is_counted() {
            count_up(self.functor().name().number());
        }
        self.0
    }

    #[inline(always)]
    pub(super) fn is_counted(&self) -> bool {
        self.0 & COUNTED != 0
    }

    #[inline(always)]
    pub(super) fn functor(&self) -> Functor {
        Functor::of_word(self.0 & !COUNTED)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn pin(&self) {
        NAMES.pin(self.functor().name().number());
    }
}

impl Clone for Held {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.word())
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        if self.is_counted() {
            count_down(self.functor().name().number());
        }
    }
}
