//! `if`, `for` and `while`: jumps in the body's code. Each evaluation of a condition is a step.

use super::body::{Around, flat};
use super::formula::names_in;
use super::op::{Gathering, Op};
use super::scope::Compiler;
use super::unsupported::Result;
use crate::syntax::tree::{Body, Branch, Expr, Step, StepKind};
use crate::term::Atom;
use crate::word::{Functor, Word};

impl Compiler<'_> {
    pub(super) fn branches(
        &mut self,
        branches: &[Branch],
        otherwise: Option<&Body>,
        last: bool,
        around: &mut Around,
    ) -> Result<()> {
        let Some((first, others)) = branches.split_first() else {
            // Where no condition holds, that is a step as well.
            return match otherwise {
                Some(body) if !flat(body).is_empty() => {
                    self.emit(Op::Step);
                    self.body(body, last, around)
                }
                _ => {
                    self.ends(last);
                    Ok(())
                }
            };
        };
        let guard = self.emit(Op::Guard { undoes: false, to: 0 });
        self.wants_floor = true;
        self.condition(&first.condition)?;
        if flat(&first.body).is_empty() {
            self.ends(last);
        } else {
            self.emit(Op::Step);
            self.body(&first.body, last, around)?;
        }
        let done = self.emit(Op::Jump { to: 0 });
        self.lead_here(guard);
        if !others.is_empty() {
            // `elif` is an `if` of its own behind `else`.
            self.emit(Op::Step);
        }
        self.branches(others, otherwise, last, around)?;
        self.lead_here(done);
        Ok(())
    }

    /// Variables that a loop gives values are open before each pass, and behind it.
    fn loop_variables(&mut self, branch: &Branch) -> Vec<u16> {
        let step = Step { kind: StepKind::While(branch.clone()), span: branch.condition.span() };
        let body = Body { steps: vec![step], span: branch.condition.span() };
        let expr = Expr::Body(Box::new(body));
        names_in(&expr).into_iter().map(|name| self.value_of(&name)).collect()
    }

    /// What a loop's variables have before it is kept in registers: pairs of the variable's and the copy's.
    fn kept(&mut self, branch: &Branch) -> Vec<(u16, u16)> {
        let variables = self.loop_variables(branch);
        variables
            .into_iter()
            .map(|s| {
                let to = self.fresh();
                self.emit(Op::Copy { to, s });
                (s, to)
            })
            .collect()
    }

    fn restore(&mut self, kept: &[(u16, u16)]) {
        for (to, s) in kept {
            self.emit(Op::Copy { to: *to, s: *s });
        }
    }

    pub(super) fn repeated(&mut self, branch: &Branch, last: bool, around: &mut Around) -> Result<()> {
        let kept = self.kept(branch);
        let again = self.here();
        let guard = self.emit(Op::Guard { undoes: false, to: 0 });
        self.wants_floor = true;
        self.condition(&branch.condition)?;
        self.emit(Op::Step);
        self.body(&branch.body, false, around)?;
        self.restore(&kept);
        self.emit(Op::Jump { to: again });
        self.lead_here(guard);
        self.ends(last);
        Ok(())
    }

    pub(super) fn each(&mut self, branch: &Branch, last: bool, around: &mut Around) -> Result<()> {
        let kept = self.kept(branch);
        let names = names_in(&branch.condition);
        let registers: Vec<u16> = names.iter().map(|name| self.value_of(name)).collect();
        let guard = self.emit(Op::Guard { undoes: false, to: 0 });
        let tuple = Functor::new(Atom::new("tuple"), registers.len());
        let list = self.gathered(Gathering::List, &branch.condition, |it| {
            let words: Vec<Word> = registers.iter().map(|it| Word::register(u32::from(*it))).collect();
            let at = it.pooled(&words);
            let to = it.fresh();
            it.emit(Op::Make { n: words.len() as u8, to, functor: tuple.number(), at });
            Ok(to)
        })?;
        // What the condition has bound in place is open again.
        self.restore(&kept);
        let item = self.fresh();
        let arguments = self.registers(registers.len());
        let again = self.here();
        let each = self.emit(Op::Each { list, to: item, end: 0 });
        self.emit(Op::Structure { r: item, to: arguments, functor: tuple.number() });
        for (place, to) in registers.iter().enumerate() {
            self.emit(Op::Move { to: *to, s: arguments + place as u16 });
        }
        self.emit(Op::Step);
        self.body(&branch.body, false, around)?;
        self.restore(&kept);
        self.emit(Op::Jump { to: again });
        self.lead_here(guard);
        self.lead_here(each);
        self.ends(last);
        Ok(())
    }
}
