//! The place in messages about failed steps: the rest of the plan's body, its place in a file, and what is known
//! of the plan's variables.

use std::fmt::Write;

use super::{Action, Control, Deed, Frame};
use crate::term::{Atom, Kind, Step, Term};

impl Deed {
    /// The operator before it.
    pub(crate) fn operator(&self) -> Step {
        match &self.action {
            Action::Achieve(_) => Step::Achieve,
            Action::AchieveNew(_) => Step::AchieveNew,
            Action::Test(..) => Step::Test,
            Action::Change(step, _) | Action::Stand(step, _) => *step,
            _ => Step::Do,
        }
    }
}

impl Frame {
    /// What is left of its body, as a term.
    pub(crate) fn rest(&self) -> Term {
        let outer = self.outer.iter().rev().filter_map(|control| match control {
            Control::Steps(block, next) => Some((block.as_deref().unwrap_or(&self.plan.body), *next)),
            _ => None,
        });
        let parts = std::iter::once((self.body(), self.next)).chain(outer);
        let shown = |deed: &Deed| (deed.operator(), deed.term.clone());
        let steps: Vec<_> = parts.flat_map(|(body, next)| body.iter().skip(next).map(shown)).collect();
        let none = Kind::NoSteps.of([]);
        steps.into_iter().rev().fold(none, |rest, (step, what)| Kind::Step(step).of([what, rest]))
    }

    /// `file:a.asl:3`, where that is known.
    pub(super) fn place(&self, line: u32) -> Option<String> {
        let file = self.plan.source.as_deref()?;
        (line > 0).then(|| format!("{file}:{line}"))
    }

    /// The message of a constraint that does not hold.
    pub(super) fn unsatisfied(&self, line: u32) -> String {
        let place = self.place(line).map_or_else(String::new, |place| format!(" ({place})"));
        format!("Constraint {} was not satisfied{place} un={}", self.rest().without_braces(), self.unifier())
    }

    /// What its variables stand for, in the order of Java's hashes.
    fn unifier(&self) -> String {
        let mut values: Vec<(Atom, Term)> = self.values().collect();
        let mut buckets = 16;
        while values.len() * 4 > buckets * 3 {
            buckets *= 2;
        }
        values.sort_by_key(|(name, _)| bucket(name.name(), buckets));
        let mut text = "{".to_owned();
        for (number, (name, value)) in values.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            // Writing to memory never fails.
            let _ = write!(text, "{comma}{name}={value}");
        }
        text + "}"
    }
}

/// In which of so many buckets Java puts a text.
fn bucket(text: &str, buckets: usize) -> usize {
    let hash = text.encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
    (hash ^ hash >> 16) as usize & (buckets - 1)
}
