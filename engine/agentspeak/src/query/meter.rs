//! What a search takes: steps, and memory for what it has begun.

use super::machine::Query;
use crate::term::{Bindings, Term};

/// So many steps a search takes before it reports to its host.
const SLICE: i64 = 4096;

/// So many bytes that an action has made count as a step.
const BYTES_A_STEP: usize = 64;

/// What a search has taken.
#[derive(Clone, Copy, Debug)]
pub struct Spent<'a> {
    /// Steps since the last report to its host.
    pub steps: u64,
    /// Bytes that it needs now, about: what it holds, and as much again, for what grows is moved.
    pub bytes: u64,
    /// Whose search it is.
    pub query: &'a Query,
}

/// Counts what a search takes.
///
/// Steps are instructions, and facts and rules that were tried in vain. Memory is weighed when a slice of steps has been taken: what
/// variables stand for only if they are new since then, so that it costs no more than making them did.
#[derive(Debug)]
pub(super) struct Meter {
    left: i64,
    /// Bytes of solutions that are being gathered.
    gathered: usize,
    /// So many bytes belong to so many of the first variables.
    weighed: Vec<(usize, usize)>,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self { left: SLICE, gathered: 0, weighed: Vec::new() }
    }

    /// Takes a step; returns whether a report to the host is due.
    #[inline(always)]
    pub(super) fn step(&mut self) -> bool {
        self.left -= 1;
        self.left < 0
    }

    /// What an action or a function has made takes time, too.
    pub(super) fn made(&mut self, term: &Term) {
        self.left -= (term.weight() / BYTES_A_STEP) as i64;
    }

    /// Makes a report due at the next step.
    pub(super) fn stop(&mut self) {
        self.left = self.left.min(0);
    }

    /// The steps that are not reported to the host yet.
    pub(super) fn take_steps(&mut self) -> u64 {
        let steps = SLICE - std::mem::replace(&mut self.left, SLICE);
        u64::try_from(steps).unwrap_or(0)
    }

    pub(super) fn gathers(&mut self, solution: &Term) {
        self.gathered += Self::of_solution(solution);
    }

    pub(super) fn has_gathered(&mut self, solutions: &[Term]) {
        // Others may share by now what none did.
        let all: usize = solutions.iter().map(Self::of_solution).sum();
        self.gathered = self.gathered.saturating_sub(all);
    }

    fn of_solution(solution: &Term) -> usize {
        size_of::<Term>() + solution.weight()
    }

    /// The bytes of gathered solutions and of variables behind the first so many, and what these stand for.
    pub(super) fn weigh(&mut self, first: usize, bindings: &Bindings) -> usize {
        while self.weighed.pop_if(|(count, _)| *count > bindings.len()).is_some() {}
        let (from, known) = self.weighed.last().copied().unwrap_or((first, 0));
        let values = known + bindings.weight_behind(from);
        self.weighed.push((bindings.len(), values));
        self.gathered + values + bindings.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_notified_after_a_slice_of_steps_and_before_if_much_was_made() {
        let mut meter = Meter::new();
        let steps = (1..).find(|_| meter.step()).unwrap_or(0);
        assert_eq!((steps, meter.take_steps()), (SLICE + 1, SLICE as u64 + 1));
        meter.made(&Term::string("x".repeat(1 << 20)));
        assert!(meter.step() && meter.take_steps() > 1 << 14);
        meter.stop();
        assert!(meter.step());
    }

    #[test]
    fn only_what_is_new_is_weighed_and_what_is_gone_is_not() {
        let (mut meter, mut bindings) = (Meter::new(), Bindings::of(1));
        let with_text = |bindings: &mut Bindings| {
            let var = bindings.fresh_var();
            bindings.bind(var, Term::string("x".repeat(10_000)));
        };
        let before = bindings.mark();
        with_text(&mut bindings);
        let one = meter.weigh(1, &bindings);
        with_text(&mut bindings);
        let two = meter.weigh(1, &bindings);
        assert!(one > 10_000 && two > one + 10_000 && two == meter.weigh(1, &bindings));
        bindings.undo(before);
        assert!(meter.weigh(1, &bindings) < 1000);
        let solution = Term::string("x".repeat(1000));
        meter.gathers(&solution);
        assert!(meter.weigh(1, &bindings) > 1000);
        meter.has_gathered(&[solution]);
        assert!(meter.weigh(1, &bindings) < 1000);
    }
}
