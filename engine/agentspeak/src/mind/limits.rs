//! What a question may take, and what becomes of one that takes more.
//!
//! A question is what a step, a context or a condition asks once, with all that rules, functions and `.eval` ask for its sake.

use super::agent::Reasoner;
use super::asking::Limits;
use super::{Failure, Frame, Intention, Mind, World};
use crate::bytecode::Rule;
use crate::query::{Query, Spent};
use crate::stack;
use crate::term::{Bindings, StructureBuilder};

/// What a question within a question holds at least: it lies on the thread's own stack.
const WITHIN: u64 = 4 << 10;

/// What a plan that waits takes in addition to its frame.
const FRAME_OVERHEAD: usize = 128;

impl Mind {
    /// Asks for the next solution of a query.
    #[inline]
    pub(crate) fn ask(&mut self, query: &mut Query, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        if self.asking.depth > 0 {
            return self.ask_within(query, bindings, world);
        }
        (self.asking.depth, self.asking.steps, self.asking.outside, self.asking.held) = (1, 0, 0, 0);
        self.asking.is_too_deep = false;
        let found = query.next(bindings, &mut Reasoner { mind: self, world });
        self.asking.depth = 0;
        found
    }

    /// The same of one that another is asked for.
    fn ask_within(&mut self, query: &mut Query, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        let (outside, held) = (self.asking.outside, self.asking.held);
        self.asking.depth += 1;
        self.asking.outside = held + WITHIN;
        self.asking.held = held + WITHIN;
        self.asking.is_too_deep |= stack::is_low() || self.asking.held > self.settings.limits.memory;
        let found = !self.is_exhausted() && query.next(bindings, &mut Reasoner { mind: self, world });
        self.asking.steps += query.take_steps();
        self.asking.depth -= 1;
        (self.asking.outside, self.asking.held) = (outside, held);
        found && !self.is_exhausted()
    }

    /// Notes what a query has taken; returns whether it may go on.
    pub(super) fn spend(&mut self, spent: Spent<'_>) -> bool {
        self.asking.steps += spent.steps;
        self.asking.held = self.asking.outside + spent.bytes;
        self.may_go_on(spent.query)
    }

    fn may_go_on(&mut self, query: &Query) -> bool {
        let Limits { steps, memory } = self.settings.limits;
        if self.asking.failure.is_none() {
            let subject = || query.rule(&self.beliefs).map_or_else(|| "a query".to_owned(), |rule| called(&rule));
            let (kind, excess) = if self.asking.is_too_deep {
                ("memory_limit", "is asked too deep within itself".to_owned())
            } else if self.asking.steps > steps {
                ("query_limit", format!("takes more than {steps} steps"))
            } else if self.asking.held > memory {
                ("memory_limit", format!("takes more than {} MiB", memory.div_ceil(1 << 20)))
            } else {
                return true;
            };
            let message = format!("{} {excess} ({kind})", subject());
            self.asking.failure = Some(Failure::new(kind, message));
        }
        false
    }

    /// Is the question to be given up?
    pub(super) fn is_exhausted(&self) -> bool {
        self.asking.failure.is_some()
            || self.asking.is_too_deep
            || self.asking.steps > self.settings.limits.steps
            || self.asking.held > self.settings.limits.memory
    }

    /// Has a question taken too much, which is not reported yet?
    #[inline]
    pub(super) fn has_overrun(&self) -> bool {
        self.asking.failure.is_some()
    }

    /// The failure of a question that has taken too much, to be reported now.
    #[inline]
    pub(super) fn take_overrun(&mut self) -> Option<Failure> {
        self.asking.failure.take()
    }

    /// Fails, if the last question has taken too much.
    #[inline]
    pub(super) fn unless_overrun(&mut self) -> Result<(), Failure> {
        self.take_overrun().map_or(Ok(()), Err)
    }

    /// Reports a question that has taken too much where nothing can fail.
    #[inline]
    pub(super) fn warn_of_overrun(&mut self, world: &mut dyn World) {
        if let Some(failure) = self.take_overrun() {
            world.warn(self.name, &failure.message);
        }
    }

    /// Fails, if too many plans wait in an intention.
    #[inline]
    pub(super) fn unless_too_high(&self, intention: &Intention) -> Result<(), Failure> {
        let plans = intention.frames.len() as u64;
        if plans * ((size_of::<Frame>() + FRAME_OVERHEAD) as u64) <= self.settings.limits.memory {
            return Ok(());
        }
        let limit = self.settings.limits.memory.div_ceil(1 << 20);
        let message = format!("{plans} goals wait for one another, which takes more than {limit} MiB (memory_limit)");
        Err(Failure::new("memory_limit", message))
    }
}

/// What people call a rule.
fn called(rule: &Rule) -> String {
    let place = rule.place().map_or_else(String::new, |(file, line)| format!(" ({file}:{line})"));
    let head = StructureBuilder::from_literal(rule.head()).map(|head| head.without_annotations().build());
    format!("the rule {}{place}", head.as_ref().unwrap_or(rule.head()))
}
