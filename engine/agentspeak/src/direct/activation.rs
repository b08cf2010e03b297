//! What is being executed, where it has come from, and how it ends.

use super::Bail;
use super::plan::DirectPlan;
use super::steps;
use crate::mind::{Failure, Frame, Intention, Wait};
use crate::term::{Atom, Functor, Term};

/// A plan that is being executed.
#[derive(Clone, Copy)]
pub(super) struct Activation {
    pub(super) plan: &'static DirectPlan,
    pub(super) predicate: Functor,
    /// Whose goal it is.
    pub(super) source: Atom,
    /// Where its event's arguments are (nothing in the open ones), and behind them its variables.
    pub(super) arguments: usize,
    pub(super) base: usize,
    pub(super) at: Place,
}

/// Where in a plan's body: the innermost comes last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) levels: [(u16, u16); steps::DEPTH],
}

/// Where the lowest activation has come from.
pub(super) enum Origin {
    /// From a message.
    Message,
    /// From a frame that was on top of an intention; the plans under it wait.
    Frame(Box<(Frame, Intention)>),
    /// It has taken the place of such a frame, and answers as that would have.
    Replaced(Box<Intention>),
}

/// How direct execution ended.
pub(super) enum End {
    /// Nothing is left to do.
    Finished,
    /// The interpreter goes on, or others have their turn.
    HandedOver,
    /// The step has failed.
    Failed(Box<Failure>),
    /// The step waits.
    Waits(Box<Wait>),
    /// The action has made something that no register may hold: the interpreter goes on behind it.
    Made(Box<[(u32, Term)]>),
}

impl From<Bail> for End {
    fn from(Bail: Bail) -> Self {
        Self::HandedOver
    }
}

impl Activation {
    /// One that begins, whose arguments and registers have been made.
    #[inline]
    pub(super) fn new(
        plan: &'static DirectPlan,
        predicate: Functor,
        source: Atom,
        arguments: usize,
        count: usize,
    ) -> Self {
        let at = Place { depth: 1, levels: [(0, 0); steps::DEPTH] };
        Self { plan, predicate, source, arguments, base: arguments + count, at }
    }
}

impl Place {
    /// The block, and the step in it.
    #[inline]
    pub(super) fn innermost(&self) -> (u16, u16) {
        self.levels[self.depth as usize - 1]
    }

    #[inline]
    pub(super) fn advance(&mut self) {
        self.levels[self.depth as usize - 1].1 += 1;
    }

    pub(super) fn enter(&mut self, block: usize) {
        self.levels[self.depth as usize] = (block as u16, 0);
        self.depth += 1;
    }
}
