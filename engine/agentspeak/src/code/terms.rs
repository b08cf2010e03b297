//! Terms: as operands, which are calculated and built, and as patterns of heads, which are taken apart.

use super::calculate::{calculated, operator};
use super::op::{Op, Operator};
use super::program::{Constant, functor_of};
use super::scope::{Compiler, open};
use super::unsupported::{Construct, Result, unsupported};
use crate::syntax::tree::{Expr, List, Literal, UnaryOp, Variable, VariableKind};
use crate::term::Atom;
use crate::word::{FIRST, Functor, Word};

/// Refuses what a literal may have that is not translated.
pub(super) fn plain(literal: &Literal) -> Result<()> {
    if literal.namespace.is_some() {
        return unsupported(Construct::Namespaces, literal.span);
    }
    if literal.arguments.len() > 16 {
        return unsupported(Construct::ManyArguments, literal.span);
    }
    Ok(())
}

/// The functor of a literal; annotations are refused.
pub(super) fn functor(literal: &Literal) -> Result<Functor> {
    plain(literal)?;
    if literal.annotations.is_some() {
        return unsupported(Construct::Annotations, literal.span);
    }
    Ok(bare_functor(literal))
}

pub(super) fn bare_functor(literal: &Literal) -> Functor {
    functor_of(&literal.functor, literal.negated, literal.arguments.len())
}

/// A variable without all that it may have before and behind its name.
pub(super) fn variable(it: &Variable) -> Result<&str> {
    if it.namespace.is_some() || it.negated || it.annotations.is_some() {
        return unsupported(Construct::Annotations, it.span);
    }
    Ok(&it.name)
}

pub(super) fn is_anonymous(it: &Variable) -> bool {
    it.kind == VariableKind::Anonymous
}

/// The word that a term is, if it needs no other word.
pub(super) fn atomic(expr: &Expr) -> Result<Option<Word>> {
    Ok(match expr {
        Expr::Number(it) => Some(Word::number(it.value)),
        Expr::Text(it) => Some(Word::text(Atom::new(&it.value))),
        Expr::Literal(it) if it.arguments.is_empty() => {
            if it.is_dotted()
                && Operator::of(&it.functor).is_none()
                && it.functor.starts_with(|c: char| c == '.' || c.is_alphabetic())
            {
                return unsupported(Construct::Functions, it.span);
            }
            let functor = functor(it)?;
            Some(Word::atom(functor.name()))
        }
        Expr::List(it) if it.elements.is_empty() && it.tail.is_none() => Some(Word::NIL),
        Expr::Unary(it) if it.op == UnaryOp::Minus => match &it.operand {
            Expr::Number(number) => Some(Word::number(-number.value)),
            _ => None,
        },
        _ => None,
    })
}

/// A ground term, if it is one and nothing in it is calculated.
pub(super) fn constant(expr: &Expr) -> Result<Option<Constant>> {
    if let Some(word) = atomic(expr)? {
        return Ok(Some(Constant::Plain(word)));
    }
    let all = |items: &[Expr]| items.iter().map(constant).collect::<Result<Option<Vec<_>>>>();
    Ok(match expr {
        Expr::Literal(it) if !it.is_dotted() => {
            all(&it.arguments)?.map(|all| Constant::Structure(bare_functor(it), all))
        }
        Expr::List(it) if it.tail.is_none() => all(&it.elements)?.map(Constant::List),
        Expr::Binary(it) => match (operator(it.op), atomic(&it.left)?, atomic(&it.right)?) {
            (Some(operator), Some(left), Some(right)) => calculated(operator, left, right).map(Constant::Plain),
            _ => None,
        },
        _ => None,
    })
}

/// Is nothing in the term calculated?
pub(super) fn is_pattern(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Text(_) | Expr::Variable(_) => true,
        Expr::Literal(it) => !it.is_dotted() && it.arguments.iter().all(is_pattern),
        Expr::List(it) => it.elements.iter().all(is_pattern),
        _ => false,
    }
}

impl Compiler<'_> {
    /// Where the value of a term is: a constant, or a register in which there is something.
    pub(super) fn operand(&mut self, expr: &Expr) -> Result<Word> {
        if let Some(word) = atomic(expr)? {
            return Ok(word);
        }
        match expr {
            Expr::Variable(it) if is_anonymous(it) => Ok(Word::OPEN),
            Expr::Variable(it) => {
                let name = variable(it)?;
                Ok(Word::register(u32::from(self.value_of(name))))
            }
            _ => {
                let to = self.fresh();
                self.into(to, expr)?;
                Ok(Word::register(u32::from(to)))
            }
        }
    }

    /// The register in which the value of a term is.
    pub(super) fn register(&mut self, expr: &Expr) -> Result<u16> {
        let operand = self.operand(expr)?;
        Ok(match operand.as_register() {
            Some(register) => register as u16,
            None => {
                let to = self.fresh();
                let word = self.program.word(operand);
                self.emit(Op::Load { to, word });
                to
            }
        })
    }

    pub(super) fn operands(&mut self, all: &[Expr]) -> Result<Vec<Word>> {
        all.iter().map(|expr| self.operand(expr)).collect()
    }

    /// Puts the value of a term into a register.
    pub(super) fn into(&mut self, to: u16, expr: &Expr) -> Result<()> {
        if let Some(word) = atomic(expr)? {
            let word = self.program.word(word);
            self.emit(Op::Load { to, word });
            return Ok(());
        }
        match expr {
            Expr::Variable(it) if is_anonymous(it) => {
                self.emit(Op::Clear { r: to, name: open("_").low() });
            }
            Expr::Variable(it) => {
                let s = self.value_of(variable(it)?);
                self.emit(Op::Move { to, s });
            }
            Expr::Literal(it) if it.is_dotted() => self.function(to, it)?,
            Expr::Literal(it) => {
                let functor = functor(it)?;
                let words = self.operands(&it.arguments)?;
                let at = self.pooled(&words);
                self.emit(Op::Make { n: words.len() as u8, to, functor: functor.number(), at });
            }
            Expr::List(it) => self.list(to, it)?,
            Expr::Unary(it) if it.op == UnaryOp::Minus => {
                let a = self.register(&it.operand)?;
                self.emit(Op::ArithmeticNumber { operator: Operator::Multiply, to, a, number: -1.0 });
            }
            Expr::Unary(it) if it.op == UnaryOp::Plus => self.into(to, &it.operand)?,
            Expr::Binary(it) => self.arithmetic(to, it)?,
            other => return unsupported(Construct::CodeAsTerms, other.span()),
        }
        Ok(())
    }

    fn list(&mut self, to: u16, list: &List) -> Result<()> {
        let elements = self.operands(&list.elements)?;
        let mut rest = match &list.tail {
            Some(tail) => self.operand(&Expr::Variable(tail.clone()))?,
            None => Word::NIL,
        };
        for element in elements.into_iter().rev() {
            let at = self.pooled(&[element, rest]);
            self.emit(Op::MakeList { to, at });
            rest = Word::register(u32::from(to));
        }
        Ok(())
    }

    /// The value in a register must be this.
    pub(super) fn matches(&mut self, r: u16, expr: &Expr) -> Result<()> {
        if let Some(word) = atomic(expr)? {
            let word = self.program.word(word);
            self.emit(Op::Constant { r, word });
            return Ok(());
        }
        match expr {
            Expr::Variable(it) if is_anonymous(it) => {}
            Expr::Variable(it) => {
                let name = variable(it)?;
                if self.is_set(name) {
                    let s = self.value_of(name);
                    self.emit(Op::Same { r, s });
                } else if let Some(known) = self.variables.get(name).copied() {
                    self.emit(Op::Move { to: known.register, s: r });
                    self.set(name, known.register);
                } else {
                    self.set(name, r);
                }
            }
            Expr::Literal(it) if !it.is_dotted() => {
                let functor = functor(it)?;
                let to = self.registers(it.arguments.len());
                self.emit(Op::Structure { r, to, functor: functor.number() });
                for (place, argument) in it.arguments.iter().enumerate() {
                    self.matches(to + place as u16, argument)?;
                }
            }
            Expr::List(it) => {
                let mut r = r;
                for element in &it.elements {
                    let to = self.registers(2);
                    self.emit(Op::List { r, to });
                    self.matches(to, element)?;
                    r = to + 1;
                }
                match &it.tail {
                    Some(tail) => self.matches(r, &Expr::Variable(tail.clone()))?,
                    None => {
                        let word = self.program.word(Word::NIL);
                        self.emit(Op::Constant { r, word });
                    }
                }
            }
            other => match constant(other)? {
                Some(Constant::Plain(word)) => {
                    let word = self.program.word(word);
                    self.emit(Op::Constant { r, word });
                }
                _ => return unsupported(Construct::ArithmeticInHeads, other.span()),
            },
        }
        Ok(())
    }

    /// Operands of a query: registers that stand for nothing yet are marked.
    pub(super) fn pattern(&mut self, all: &[Expr]) -> Result<Vec<Word>> {
        // What is built comes first: it may name a variable that a later argument has as well.
        let mut words = Vec::with_capacity(all.len());
        for expr in all {
            let is_variable = matches!(expr, Expr::Variable(it) if !is_anonymous(it));
            words.push(if is_variable { Word::OPEN } else { self.operand(expr)? });
        }
        for (word, expr) in words.iter_mut().zip(all) {
            let Expr::Variable(it) = expr else { continue };
            if is_anonymous(it) {
                continue;
            }
            let name = variable(it)?;
            let is_first = self.is_fresh && !self.is_set(name);
            *word = if is_first {
                let register = self.variable(name).register;
                self.set(name, register);
                Word::register(u32::from(register) | FIRST)
            } else {
                Word::register(u32::from(self.value_of(name)))
            };
        }
        Ok(words)
    }
}
