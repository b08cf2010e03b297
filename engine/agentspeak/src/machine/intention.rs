//! Intentions: frames one behind the other on a stack. Above the last one may lie that of a plan to be, with an event's arguments.

use std::collections::VecDeque;

use crate::code::NONE;
use crate::word::Word;

/// Words of a frame's header: `[frame below | place in the code]`, `[procedure]`, `[annotation]`, `[call]`.
pub(super) const HEADER: usize = 4;

/// Where in a header the procedure is: its number, and which arguments were open when the plan was chosen, by bits.
pub(super) const PROCEDURE: usize = 1;
/// Where in a header the event's annotation is: a source, or a list of annotations.
pub(super) const ANNOTATION: usize = 2;
/// Where in a header the call is: `[where its operands are | which arguments were open, by bits]`.
pub(super) const CALL: usize = 3;

/// What has been set out to do.
#[derive(Debug)]
pub struct Intention {
    /// The frame on top, or [`NONE`].
    pub(super) frame: u32,
    /// The frame of the plan to be.
    pub(super) candidate: u32,
    pub(super) stack: Vec<Word>,
}

impl Default for Intention {
    fn default() -> Self {
        Self { frame: NONE, candidate: 0, stack: Vec::with_capacity(64) }
    }
}

impl Intention {
    pub(super) fn reset(&mut self) {
        (self.frame, self.candidate) = (NONE, 0);
        self.stack.clear();
    }

    /// Begins the frame of a plan to be. Its arguments come next.
    #[inline]
    pub(super) fn lay(&mut self, annotation: Word, call: Word) {
        self.candidate = self.stack.len() as u32;
        self.stack.extend([Word::of_raw(0), Word::of_raw(0), annotation, call]);
    }

    /// Where the operations of the frame on top go on.
    #[inline(always)]
    pub(super) fn place(&self) -> u32 {
        (self.stack[self.frame as usize].raw() >> 32) as u32
    }

    #[inline(always)]
    pub(super) fn go_on_at(&mut self, place: u32) {
        let below = self.stack[self.frame as usize].low();
        self.stack[self.frame as usize] = link(below, place);
    }

    /// The procedure of a frame.
    #[inline(always)]
    pub(super) fn procedure(&self, frame: u32) -> u32 {
        self.stack[frame as usize + PROCEDURE].low()
    }

    /// The frame below.
    #[inline(always)]
    pub(super) fn below(&self, frame: u32) -> u32 {
        self.stack[frame as usize].low()
    }
}

#[inline(always)]
pub(super) const fn link(below: u32, place: u32) -> Word {
    Word::of_raw(below as u64 | (place as u64) << 32)
}

/// A place or number and bits. The call of a frame: where its operands are, and which arguments were open.
#[inline(always)]
pub(super) const fn call(at: u32, open: u16) -> Word {
    Word::of_raw(at as u64 | (open as u64) << 32)
}

/// One behind the other; most often there is one, or none.
#[derive(Debug)]
pub(super) struct Line<T> {
    first: Option<T>,
    #[expect(clippy::box_collection, reason = "most have no rest")]
    rest: Option<Box<VecDeque<T>>>,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { first: None, rest: None }
    }
}

impl<T> Line<T> {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    #[inline(always)]
    pub(super) fn push_back(&mut self, one: T) {
        if self.first.is_none() { self.first = Some(one) } else { self.more(one) }
    }

    #[inline(never)]
    fn more(&mut self, one: T) {
        self.rest.get_or_insert_default().push_back(one);
    }

    #[inline(always)]
    pub(super) fn pop_front(&mut self) -> Option<T> {
        let first = self.first.take();
        if let Some(rest) = &mut self.rest {
            self.first = rest.pop_front();
            if rest.is_empty() {
                self.rest = None;
            }
        }
        first
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.first.iter_mut().chain(self.rest.iter_mut().flat_map(|rest| rest.iter_mut()))
    }
}
