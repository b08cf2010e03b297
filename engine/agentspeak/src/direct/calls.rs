//! Goals: which plan is executed for one, and what becomes of its answers.

use super::Bail;
use super::activation::{Activation, End, Origin};
use super::library::Candidate;
use super::plan::{DirectPlan, Source};
use super::run::Run;
use super::solve;
use super::steps::{Passed, Step};
use super::value::{Pattern, Register, Value};
use crate::mind::Frame;
use crate::term::{Atom, Functor, Term, Var};

impl Run<'_> {
    /// The first plan that is applicable; its registers are made behind the event's arguments, which are the last there are.
    #[inline]
    pub(super) fn choose(
        &mut self,
        predicate: Functor,
        open: u64,
        source: Atom,
        arguments: usize,
        count: usize,
    ) -> Result<Option<&'static DirectPlan>, Bail> {
        let base = arguments + count;
        let candidates = self.library.candidates(predicate, open);
        if candidates.is_empty() {
            return Err(Bail);
        }
        for candidate in candidates {
            let Candidate::Direct(plan) = candidate else { return Err(Bail) };
            if plan.arguments.len() != count {
                continue;
            }
            // What another candidate has left there is written before it is read.
            let end = base + plan.registers;
            self.registers.truncate(end);
            while self.registers.len() < end {
                self.registers.push(None);
            }
            let (given, own) = self.registers.split_at_mut(base);
            if !are_like(&plan.arguments, &given[arguments..], own)? {
                continue;
            }
            match plan.source {
                Source::Any => {}
                Source::Is(name) if name == source => {}
                Source::Is(_) => continue,
                Source::Bind(slot) => own[slot as usize] = Some(Term::Atom(source)),
            }
            let (tests, rest) = solve::tests(&plan.context);
            if solve::all_hold(tests, own)? && (rest.is_empty() || self.solver().holds(rest, base)?) {
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    /// Pursues a goal: what is executed next then.
    #[expect(clippy::too_many_arguments, reason = "what a goal is made of")]
    pub(super) fn achieve(
        &mut self,
        predicate: Functor,
        values: &[Passed],
        open: u64,
        answers: &[u32],
        is_last: bool,
        now: &mut Activation,
        origin: &mut Origin,
    ) -> Result<(), Bail> {
        self.budget = self.budget.checked_sub(1).ok_or(Bail)?;
        let replaces = is_last && now.predicate == predicate;
        let passes_on = replaces && self.passes_on(now, open, answers, origin);
        if replaces && !passes_on {
            return Err(Bail);
        }
        let top = self.registers.len();
        for value in values {
            let value = match value {
                Passed::Known(value) => Some(value.get(&self.registers[now.base..])?),
                Passed::Open => None,
            };
            self.registers.push(value);
        }
        let chosen = self.choose(predicate, open, Atom::SELF, top, values.len());
        let Ok(Some(plan)) = chosen else {
            // Nobody to do it, or nobody here: the interpreter asks again.
            self.registers.truncate(top);
            return Err(Bail);
        };
        let mut arguments = top;
        if replaces {
            // What is new takes the place of what was.
            arguments = now.arguments;
            let count = self.registers.len() - top;
            if arguments < top {
                for place in 0..count {
                    self.registers.swap(arguments + place, top + place);
                }
                self.registers.truncate(arguments + count);
            }
            if self.below.is_empty() {
                *origin = match std::mem::replace(origin, Origin::Message) {
                    Origin::Frame(origin) => Origin::Replaced(Box::new(origin.1)),
                    other => other,
                };
            }
        } else {
            self.below.push(*now);
        }
        *now = Activation::new(plan, predicate, Atom::SELF, arguments, values.len());
        Ok(())
    }

    /// Are the answers to the goal in last place those of the plan itself, so that nothing is left to be done for it?
    fn passes_on(&self, now: &Activation, open: u64, answers: &[u32], origin: &Origin) -> bool {
        let same_answers = now.plan.open == open
            && now.plan.answers.len() == answers.len()
            && now
                .plan
                .answers
                .iter()
                .zip(answers)
                .all(|(own, slot)| matches!(own, Value::Register(register) if register == slot));
        match origin {
            // What the frame is to give back may be more than the plan was compiled for.
            Origin::Frame(origin) if self.below.is_empty() => {
                let frame = &origin.0;
                frame.replaced.is_empty()
                    && (frame.returns.is_empty() && answers.is_empty()
                        || same_answers && gives_back(frame, &now.plan.answers))
            }
            _ => same_answers,
        }
    }

    /// The plan at hand has finished: its caller goes on behind the goal.
    #[inline]
    pub(super) fn answer(&mut self, now: &mut Activation, caller: Activation) -> Result<(), End> {
        let (block, step) = caller.at.innermost();
        if let Some(Step::Achieve { answers, .. }) = caller.plan.blocks[block as usize].steps.get(step as usize)
            && !answers.is_empty()
        {
            let top = match self.evaluate(&now.plan.answers, now.base) {
                Ok(top) => top,
                Err(bail) => {
                    self.below.push(caller);
                    return Err(bail.into());
                }
            };
            for (number, slot) in answers.iter().enumerate() {
                self.registers[caller.base + *slot as usize] = self.registers[top + number].take();
            }
        }
        *now = caller;
        now.at.advance();
        self.registers.truncate(now.base + now.plan.registers);
        Ok(())
    }
}

/// Do the arguments of a goal look like these patterns? What is open is like anything.
#[inline]
fn are_like(patterns: &[Pattern], given: &[Register], own: &mut [Register]) -> Result<bool, Bail> {
    for (pattern, term) in patterns.iter().zip(given) {
        if let Some(term) = term
            && !pattern.matches(term, own)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Are these variables of a frame's, all open, what it is to give back?
fn gives_back(frame: &Frame, answers: &[Value]) -> bool {
    let last = |var: Var| match frame.bindings.value(var) {
        None => Some(var.slot()),
        Some(Term::Var(last)) => Some(last.slot()),
        Some(_) => None,
    };
    let is_it = |(result, answer): (&Term, &Value)| match (result, answer) {
        (Term::Var(var), Value::Register(slot)) => {
            last(*var).is_some_and(|open| Some(open) == last(Var::unnamed(*slot)))
        }
        _ => false,
    };
    frame.returns.len() == answers.len() && frame.returns.iter().zip(answers).all(is_it)
}
