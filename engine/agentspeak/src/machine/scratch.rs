//! What a worker lends the agent that it runs: its heap and the stacks of queries, which are empty between two cycles.

use super::intention::Intention;
use crate::word::{Heap, Word};

/// Where to go on when something fails.
#[derive(Clone, Copy, Debug)]
pub(super) enum Retry {
    /// At another operation.
    At(u32),
    /// At the query's operation with the row.
    Rows(u32, u32),
    /// At the operation with what is left of a list.
    Items(u32, Word),
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) retry: Retry,
    /// Where the registers were.
    pub(super) base: u32,
    /// How high the stack was.
    pub(super) top: u32,
    /// How long the trail was, or [`KEEP`].
    pub(super) trail: u32,
}

/// What has been bound stays.
pub(super) const KEEP: u32 = u32::MAX;

/// Lent by a worker to the agent that it runs.
#[derive(Debug, Default)]
pub struct Worker {
    pub(super) heap: Heap,
    pub(super) choices: Vec<Choice>,
    /// Where to go on where no choice is left.
    pub(super) guard: Option<Choice>,
    /// Values of solutions that are being collected.
    pub(super) kept: Vec<Word>,
    #[expect(clippy::vec_box, reason = "they move between lines and the spare ones")]
    pub(super) spare: Vec<Box<Intention>>,
    /// More words on the heap than so many are collected.
    pub(super) limit: usize,
    /// How often that has happened.
    pub collections: u32,
}

impl Worker {
    /// Without anything.
    pub fn new() -> Self {
        Self { limit: 1 << 16, ..Self::default() }
    }
}
