//! Reflexes as machine code.
//!
//! What [`Desk::choose`](super::evaluate::Desk::choose) does for all reflexes of a predicate is done here by one function made for them, where the
//! processor is one for which that is known: registers of the reflex are known places, numbers and constants part of the instructions.
//! Whatever is rare, and looking through tables, is left to [`Desk::rare`](super::evaluate::Desk::rare), which the function calls.
//!
//! The function gets the words of the message and of the hand, and where it is needed those of the desk and the table of several facts. It reads them, writes what
//! is found to the desk, and what is to be done [out](super::OUT), but for the words of the first message: those stay in registers until
//! the message is written, once, in the place where it travels. It answers where the deeds are that this is for, or nothing.
//!
//! Where nothing is called, the words of message and hand are read where they are; otherwise from the desk, where whoever is called
//! looks for them: see [`Code::is_framed`].

#![allow(unsafe_code, reason = "machine code is made and called here, and nowhere else")]

use std::arch::asm;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{mem, ptr};

use super::super::sheet::Words;
use super::emit::{self, Emitted};
use super::evaluate::{Desk, Miss};
use super::pages;
use super::slots::Kept;
use super::{Check, Chosen, DESK, Deeds, Hand, Out, Reflex, TABLE};
use crate::mind::Brief;
use crate::term::Word;

/// The code of the reflexes for one predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    function: Function,
    /// Does it find the words of message and hand on the desk?
    pub(super) is_framed: bool,
    /// Does it need more than those, where they are?
    pub(super) needs_more: bool,
}

/// The desk, and the table of several facts, for code that asks for them.
pub(super) struct More {
    words: *const Words,
    rows: *const Kept,
}

/// It is called by [`Code::choose`] alone: it has a convention of its own.
type Function = unsafe extern "sysv64" fn();

/// So many functions are made in one process: each takes a page of memory.
const FUNCTIONS: usize = 1000;

static MADE: AtomicUsize = AtomicUsize::new(0);

#[cfg(test)]
thread_local! {
    /// Tests see what is done where none is made.
    pub(super) static IS_OFF: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl More {
    pub(super) const NOTHING: Self = Self { words: ptr::null(), rows: ptr::null() };

    /// Of this thread's desk.
    pub(super) fn of(words: &Words, rows: Option<&'static Kept>) -> Self {
        Self { words, rows: rows.map_or(ptr::null(), ptr::from_ref) }
    }
}

impl Code {
    /// There is none.
    pub(super) const NOTHING: Self = Self { function: nothing, is_framed: false, needs_more: false };

    /// Of these reflexes, if they are for it.
    pub(super) fn of(reflexes: &'static [Reflex]) -> Option<Self> {
        #[cfg(test)]
        if IS_OFF.get() {
            return None;
        }
        if cfg!(miri) || MADE.fetch_add(1, Ordering::Relaxed) >= FUNCTIONS {
            return None;
        }
        let Emitted { code, is_framed, hears_source } = emit::function(reflexes, call as *const () as usize)?;
        let buffer = pages::executable(&code)?;
        // SAFETY: there is a function at the start, and whom it calls is `call`.
        let function = unsafe { mem::transmute::<*const u8, Function>(buffer.as_ptr()) };
        // Reflexes live as long as the process, and what they are made with does.
        mem::forget(buffer);
        Some(Self { function, is_framed, needs_more: is_framed || hears_source })
    }

    /// What is done, if there is a reflex. `prepare` is asked for what it needs more, if that is so.
    #[inline(always)]
    pub(super) fn choose(
        self,
        heard: &[Word; Brief::MOST],
        hand: &Hand,
        out: &Out,
        prepare: impl FnOnce() -> More,
    ) -> Option<Chosen> {
        if self.needs_more {
            let More { words, rows } = prepare();
            debug_assert!(!self.is_framed || !words.is_null(), "it asks for the desk");
            out[DESK].store(words.expose_provenance() as u64, Ordering::Relaxed);
            out[TABLE].store(rows.expose_provenance() as u64, Ordering::Relaxed);
        }
        let (deeds, to, first, second, third): (*const Deeds, u64, f64, f64, f64);
        // SAFETY: there is such a function for as long as the process lives. It reads the words that it gets, writes to those of the desk and
        // to those that go out, which may be written to, and nowhere else; it leaves those registers as they are that functions of System V do.
        // It answers none or one of the deeds that it was made of, which live as long as the process.
        unsafe {
            asm!(
                "call {function}",
                function = in(reg) self.function,
                in("rdi") heard.as_ptr(),
                in("rsi") ptr::from_ref(hand),
                in("r8") ptr::from_ref(out),
                lateout("rax") deeds,
                lateout("rdx") to,
                lateout("xmm9") first,
                lateout("xmm10") second,
                lateout("xmm11") third,
                clobber_abi("sysv64"),
            );
            let said = [first, second, third].map(|word| Word::of_bits(word.to_bits()));
            deeds.as_ref().map(|deeds| Chosen { deeds, to: Word::of_bits(to), said })
        }
    }
}

/// Nobody calls what is not there.
unsafe extern "sysv64" fn nothing() {
    unreachable!("no message is about nothing");
}

/// What others find: 0, if it holds; 1, if it does not; 2, if that cannot be told here.
///
/// # Safety
///
/// `words` and `check` are what the function has been given and what it was made of.
unsafe extern "sysv64" fn call(words: *const Words, rows: Option<&'static Kept>, check: *const Check) -> u32 {
    // SAFETY: the words are the thread's desk, and the checks live as long as the process.
    let (words, check) = unsafe { (&*words, &*check) };
    match (Desk { words, rows }).rare(check) {
        Ok(()) => 0,
        Err(Miss::Not) => 1,
        Err(Miss::Bail) => 2,
    }
}
