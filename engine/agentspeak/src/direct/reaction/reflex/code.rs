//! Reflexes as machine code.
//!
//! What [`Desk::choose`](super::evaluate::Desk::choose) does for all reflexes of a predicate is done here by one function made for them, where the
//! processor is one for which that is known: registers of the reflex are known places, numbers and constants part of the instructions.
//! Whatever is rare, and looking through tables, is left to [`Desk::rare`](super::evaluate::Desk::rare), which the function calls.
//!
//! The function gets the words of the message, of the hand and of the desk, and the table of several facts. It reads them, writes what
//! is found to the desk, and what is to be done [out](super::OUT). It answers where the deeds are that this is for, or nothing.
//!
//! Where nothing is called, the words of message and hand are read where they are; otherwise from the desk, where whoever is called
//! looks for them: see [`Code::is_framed`].

#![allow(unsafe_code, reason = "machine code is made and called here, and nowhere else")]

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

use dynasmrt::ExecutableBuffer;

use super::super::sheet::Words;
use super::emit::{self, Emitted};
use super::evaluate::{Desk, Miss};
use super::{Check, Deeds, HELD, Out, Reflex};
use crate::belief::Rows;
use crate::mind::Brief;
use crate::term::Word;

/// The code of the reflexes for one predicate.
#[derive(Debug)]
pub(super) struct Code {
    function: Function,
    /// What the function is in.
    _buffer: ExecutableBuffer,
    /// Does it find the words of message and hand on the desk?
    pub(super) is_framed: bool,
    /// Does it ask whose the message is?
    pub(super) hears_source: bool,
}

type Function = unsafe extern "sysv64" fn(
    heard: *const Word,
    hand: *const Word,
    words: *const Words,
    rows: Option<&'static Rows>,
    out: *const Out,
) -> Option<&'static Deeds>;

/// So many functions are made in one process: each takes a page of memory.
const FUNCTIONS: usize = 1000;

static MADE: AtomicUsize = AtomicUsize::new(0);

#[cfg(test)]
thread_local! {
    /// Tests see what is done where none is made.
    pub(super) static IS_OFF: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl Code {
    /// Of these reflexes, if they are for it.
    pub(super) fn of(reflexes: &'static [Reflex]) -> Option<Self> {
        #[cfg(test)]
        if IS_OFF.get() {
            return None;
        }
        if cfg!(miri) || MADE.fetch_add(1, Ordering::Relaxed) >= FUNCTIONS {
            return None;
        }
        let Emitted { buffer, start, is_framed, hears_source } = emit::function(reflexes, call as *const () as usize)?;
        // SAFETY: there is a function of this type at the start, and whom it calls is `call`.
        let function = unsafe { mem::transmute::<*const u8, Function>(buffer.ptr(start)) };
        Some(Self { function, _buffer: buffer, is_framed, hears_source })
    }

    /// What is done, if there is a reflex.
    #[inline(always)]
    pub(super) fn choose(
        &self,
        heard: &[Word; Brief::MOST],
        hand: &[Word; HELD],
        words: &Words,
        rows: Option<&'static Rows>,
        out: &Out,
    ) -> Option<&'static Deeds> {
        // SAFETY: the buffer is executable as long as it is here. The function reads the words that it gets, writes to those of the desk and
        // to those that go out, which may be written to, and nowhere else. It answers none or one of the deeds that it was made of, which
        // live as long as the process.
        unsafe { (self.function)(heard.as_ptr(), hand.as_ptr(), words, rows, out) }
    }
}

/// What others find: 0, if it holds; 1, if it does not; 2, if that cannot be told here.
///
/// # Safety
///
/// `words` and `check` are what the function has been given and what it was made of.
unsafe extern "sysv64" fn call(words: *const Words, rows: Option<&'static Rows>, check: *const Check) -> u32 {
    // SAFETY: the words are the thread's desk, and the checks live as long as the process.
    let (words, check) = unsafe { (&*words, &*check) };
    match (Desk { words, rows }).rare(check) {
        Ok(()) => 0,
        Err(Miss::Not) => 1,
        Err(Miss::Bail) => 2,
    }
}
