//! Arithmetic and functions.

use super::op::{Action, Op, Operator};
use super::scope::{Compiler, open};
use super::terms::atomic;
use super::unsupported::{Construct, Result, unsupported};
use crate::syntax::tree::{BinaryExpr, BinaryOp, Literal};
use crate::word::Word;

pub(super) fn operator(op: BinaryOp) -> Option<Operator> {
    op.is_arithmetic().then(|| Operator::of(op.symbol())).flatten()
}

pub(super) fn calculated(operator: Operator, left: Word, right: Word) -> Option<Word> {
    operator.of_numbers(left.as_number()?, right.as_number()?).map(Word::number)
}

impl Compiler<'_> {
    pub(super) fn function(&mut self, to: u16, it: &Literal) -> Result<()> {
        match (&*it.functor, &it.arguments[..]) {
            (".length", [list]) => {
                let list = self.operand(list)?;
                self.emit(Op::Clear { r: to, name: open("_").low() });
                let at = self.pooled(&[list, Word::register(u32::from(to))]);
                self.emit(Op::Act { action: Action::Length, n: 2, at });
                return Ok(());
            }
            (".count", [formula]) => return self.counted(to, formula),
            _ => {}
        }
        let Some(operator) = Operator::of(&it.functor) else { return unsupported(Construct::Functions, it.span) };
        let (a, b) = match &it.arguments[..] {
            [only] if !matches!(operator, Operator::Maximum | Operator::Minimum) => {
                let a = self.register(only)?;
                (a, a)
            }
            [one, other] if matches!(operator, Operator::Maximum | Operator::Minimum) => {
                (self.register(one)?, self.register(other)?)
            }
            _ => return unsupported(Construct::Functions, it.span),
        };
        self.emit(Op::Arithmetic { operator, to, a, b });
        Ok(())
    }

    pub(super) fn arithmetic(&mut self, to: u16, it: &BinaryExpr) -> Result<()> {
        let Some(operator) = operator(it.op) else { return unsupported(Construct::CodeAsTerms, it.span) };
        let a = self.register(&it.left)?;
        if let Some(number) = atomic(&it.right)?.and_then(Word::as_number) {
            self.emit(Op::ArithmeticNumber { operator, to, a, number });
        } else {
            let b = self.register(&it.right)?;
            self.emit(Op::Arithmetic { operator, to, a, b });
        }
        Ok(())
    }
}
