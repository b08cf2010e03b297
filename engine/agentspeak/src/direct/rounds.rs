//! `for` and `while`: blocks that are executed again and again.
//!
//! A `while` asks its condition in the state before it, so that between two rounds nothing is left of it but that it comes next. A `for` keeps
//! what is left of its numbers or of its list in registers behind the variables. What else is gone through is the interpreter's.

use std::sync::Arc;

use super::Bail;
use super::activation::{Activation, End};
use super::formula::{self, Goal};
use super::run::Run;
use super::steps::Step;
use super::value::{Pattern, Register, Scope, Value};
use crate::mind::{Action, Control, Deed, Repetition};
use crate::query::{Code, Instruction, Query};
use crate::term::{Bindings, Term};

/// What a `for` goes through.
#[derive(Debug)]
pub(super) enum Over {
    /// `.range`, for this variable.
    Range(Pattern, Value, Value),
    /// `.member`
    Member(Pattern, Value),
}

/// So many rounds of `for` are gone through at once, ...
pub(super) const ROUNDS: u32 = 200_000;
/// ... and so many of them count as a cycle.
pub(super) const CHEAP: u32 = 32;

/// How many registers a `for` needs.
pub(super) const HIDDEN: u32 = 2;

impl Over {
    /// What a condition goes through, if that is simple; more variables are known then.
    pub(super) fn of(code: &Code, scope: &mut Scope) -> Option<Self> {
        // The condition, and that it has ended.
        let [Instruction::Act(..), Instruction::Return] = &*code.instructions else { return None };
        let mut goals = formula::compile(code, scope)?.into_vec();
        match (goals.pop()?, goals.is_empty()) {
            (Goal::Range(pattern, first, last), true) => Some(Self::Range(pattern, first, last)),
            (Goal::Member(pattern @ (Pattern::Any | Pattern::Bind(_)), list), true) => {
                Some(Self::Member(pattern, list))
            }
            _ => None,
        }
    }

    /// Begins, with what is left in the registers behind the variables.
    fn begin(&self, state: usize, rounds: &mut u32, registers: &mut [Register]) -> Result<(), Bail> {
        match self {
            Self::Range(_, first, last) => {
                let (first, last) = (first.get(registers)?, last.get(registers)?);
                let (Term::Number(first), Term::Number(last)) = (first, last) else { return Err(Bail) };
                let (first, last) = (first.trunc(), last.trunc());
                let count = (last - first + 1.0).max(0.0);
                if count > f64::from(*rounds) {
                    return Err(Bail);
                }
                *rounds -= count as u32;
                registers[state] = Some(Term::Number(first));
                registers[state + 1] = Some(Term::Number(last));
            }
            Self::Member(_, list) => {
                let list = list.get(registers)?;
                let Term::List(_) = list else { return Err(Bail) };
                registers[state] = Some(list);
            }
        }
        Ok(())
    }

    /// The next there is. Says whether there was one.
    #[inline]
    fn next(&self, state: usize, registers: &mut [Register]) -> Result<bool, Bail> {
        match self {
            Self::Range(pattern, ..) => {
                let (Some(Term::Number(next)), Some(Term::Number(last))) = (&registers[state], &registers[state + 1])
                else {
                    return Err(Bail);
                };
                let (next, is_one) = (*next, next <= last);
                if is_one {
                    pattern.matches(&Term::Number(next), registers)?;
                    registers[state] = Some(Term::Number(next + 1.0));
                }
                Ok(is_one)
            }
            Self::Member(pattern, _) => {
                let Some(Term::List(list)) = &registers[state] else { return Err(Bail) };
                let list = list.clone();
                let Some((head, rest)) = list.split() else { return Ok(false) };
                pattern.matches(head, registers)?;
                registers[state] = Some(rest);
                Ok(true)
            }
        }
    }

    /// The condition for what is left.
    fn rest(&self, code: &Code, state: usize, registers: &[Register]) -> Code {
        let mut code = code.clone();
        if let Some(Instruction::Act(_, arguments)) = code.instructions.first_mut() {
            for (argument, left) in arguments[1..].iter_mut().zip(&registers[state..state + HIDDEN as usize]) {
                if let Some(left) = left {
                    *argument = left.clone();
                }
            }
        }
        code
    }
}

impl Run<'_> {
    /// Begins a `for`.
    pub(super) fn begin_for(
        &mut self,
        over: &'static Over,
        block: usize,
        state: u32,
        now: &mut Activation,
    ) -> Result<(), End> {
        let registers = &mut self.registers[now.base..];
        over.begin(state as usize, &mut self.rounds, registers)?;
        let is_one = over.next(state as usize, registers)?;
        now.at.advance();
        if is_one {
            now.at.enter(block);
        }
        Ok(())
    }

    /// A block has ended: once more, or on behind it.
    #[inline]
    pub(super) fn end_block(&mut self, now: &mut Activation) -> Result<(), End> {
        let depth = now.at.depth as usize;
        let (outer, next) = now.at.levels[depth - 2];
        match &now.plan.blocks[outer as usize].steps[next as usize - 1] {
            Step::While { .. } => {
                now.at.depth -= 1;
                now.at.levels[depth - 2].1 -= 1;
            }
            Step::For { over, state, .. } => {
                if over.next(*state as usize, &mut self.registers[now.base..])? {
                    now.at.levels[depth - 1].1 = 0;
                } else {
                    now.at.depth -= 1;
                }
            }
            _ => now.at.depth -= 1,
        }
        Ok(())
    }

    /// What stands under a block of the step, if that is one of a `for` or a `while`. The bindings are those before it.
    pub(super) fn control(&self, step: &'static Step, deed: &Deed, base: usize, before: &Bindings) -> Option<Control> {
        match (step, &deed.action) {
            (Step::While { .. }, Action::While(condition, body)) => {
                Some(Control::While(Arc::clone(condition), Arc::clone(body), before.clone()))
            }
            (Step::For { over, state, .. }, Action::For(condition, body)) => {
                let rest = over.rest(condition, *state as usize, &self.registers[base..]);
                Some(Control::For(Box::new(Repetition {
                    query: Query::new(Arc::new(rest), 0),
                    search: before.clone(),
                    before: before.clone(),
                    body: Arc::clone(body),
                })))
            }
            _ => None,
        }
    }
}
