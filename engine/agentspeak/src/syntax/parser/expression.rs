//! Formulas and arithmetic, by precedence: `|`, `&` (both to the right), `not`, comparisons (not chained), `+ -`,
//! `* / div mod` (both to the left), `**` (to the right), signs.

use super::{Failed, Parse, Parser};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::lexer::Kind;
use crate::syntax::source::Span;
use crate::syntax::tree::{BinaryExpr, BinaryOp, Expr, Number, Text, UnaryExpr, UnaryOp};

const OR: u8 = 0;
const AND: u8 = 1;
const NOT: u8 = 2;
const COMPARISON: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const POWER: u8 = 6;

fn binary(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Bar => (BinaryOp::Or, OR),
        Kind::Ampersand => (BinaryOp::And, AND),
        Kind::Less => (BinaryOp::Less, COMPARISON),
        Kind::LessOrEqual => (BinaryOp::LessOrEqual, COMPARISON),
        Kind::Greater => (BinaryOp::Greater, COMPARISON),
        Kind::GreaterOrEqual => (BinaryOp::GreaterOrEqual, COMPARISON),
        Kind::Equal => (BinaryOp::Equal, COMPARISON),
        Kind::Different => (BinaryOp::Different, COMPARISON),
        Kind::Unify => (BinaryOp::Unify, COMPARISON),
        Kind::Univ => (BinaryOp::Univ, COMPARISON),
        Kind::Plus => (BinaryOp::Add, SUM),
        Kind::Minus => (BinaryOp::Subtract, SUM),
        Kind::Star => (BinaryOp::Multiply, PRODUCT),
        Kind::Slash => (BinaryOp::Divide, PRODUCT),
        Kind::Div => (BinaryOp::IntegerDivide, PRODUCT),
        Kind::Mod => (BinaryOp::Modulo, PRODUCT),
        Kind::StarStar => (BinaryOp::Power, POWER),
        _ => return None,
    })
}

impl Parser<'_> {
    /// A term or formula, as arguments are.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.operation(OR)
    }

    /// An element of a list: no formula but in parentheses.
    pub(super) fn element(&mut self) -> Parse<Expr> {
        self.operation(SUM)
    }

    fn operation(&mut self, lowest: u8) -> Parse<Expr> {
        let start = self.token().start;
        let mut left = if self.kind() == Kind::Not && lowest <= NOT {
            self.advance();
            let operand = self.operation(COMPARISON)?;
            self.set_height(self.height)?;
            Expr::Unary(Box::new(UnaryExpr { op: UnaryOp::Not, operand, span: self.span_from(start) }))
        } else {
            self.operand()?
        };
        let mut highest = POWER;
        while let Some((op, level)) = binary(self.kind())
            && level >= lowest
        {
            if level > highest {
                return self.chained(op);
            }
            left = match op {
                BinaryOp::Or | BinaryOp::And | BinaryOp::Power => self.join_right(left, op, level, start)?,
                _ => self.join_left(left, op, level, start)?,
            };
            // What was joined at a level cannot be an operand of a tighter one, nor of another comparison.
            highest = if level == COMPARISON { NOT } else { level };
        }
        Ok(left)
    }

    fn chained<T>(&mut self, op: BinaryOp) -> Parse<T> {
        let message = format!("`{}` cannot follow here", op.symbol());
        self.fail(
            Diagnostic::error(self.span(), message)
                .with_help("comparisons are not chained: join them with `&`, or use parentheses"),
        )
    }

    fn join_left(&mut self, left: Expr, op: BinaryOp, level: u8, start: u32) -> Parse<Expr> {
        let below = self.height;
        self.advance();
        let right = self.operation(level + 1)?;
        self.join(left, below, op, right, start)
    }

    /// `a & b & c` is `a & (b & c)`; the operands are collected first, so that long chains need no stack.
    fn join_right(&mut self, first: Expr, op: BinaryOp, level: u8, start: u32) -> Parse<Expr> {
        let token = self.kind();
        let mut operands = vec![(first, self.height, start)];
        while self.take(token) {
            let start = self.token().start;
            let operand = self.operation(level + 1)?;
            operands.push((operand, self.height, start));
        }
        let Some((mut right, height, _)) = operands.pop() else { return Err(Failed) };
        self.height = height;
        while let Some((left, below, start)) = operands.pop() {
            right = self.join(left, below, op, right, start)?;
        }
        Ok(right)
    }

    fn join(&mut self, left: Expr, below: u32, op: BinaryOp, right: Expr, start: u32) -> Parse<Expr> {
        if op.is_arithmetic() {
            self.must_be_number(&left, op.symbol())?;
            self.must_be_number(&right, op.symbol())?;
        }
        self.set_height(below.max(self.height))?;
        Ok(Expr::Binary(Box::new(BinaryExpr { op, left, right, span: self.span_from(start) })))
    }

    fn must_be_number(&mut self, operand: &Expr, operator: &str) -> Parse<()> {
        let fits = match operand {
            Expr::Number(_) | Expr::Variable(_) => true,
            Expr::Binary(it) => it.op.is_arithmetic(),
            Expr::Unary(it) => it.op != UnaryOp::Not,
            // A function; which ones there are is known when the directives have been executed.
            Expr::Literal(it) => it.is_dotted(),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let message = format!("an operand of `{operator}` must be a number, a variable or a function");
        self.fail(Diagnostic::error(operand.span(), message).with_help("strings are joined by `.concat`"))
    }

    fn operand(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op = match self.kind() {
            Kind::Plus => UnaryOp::Plus,
            Kind::Minus => UnaryOp::Minus,
            _ => return self.simple(),
        };
        self.advance();
        if !matches!(
            self.kind(),
            Kind::Number
                | Kind::ParenOpen
                | Kind::Variable
                | Kind::Numbered
                | Kind::Anonymous
                | Kind::Atom
                | Kind::Begin
                | Kind::End
                | Kind::NamespaceSeparator
                | Kind::Tilde
        ) {
            return self.unexpected("a number, a variable or a function");
        }
        let operand = self.simple()?;
        self.must_be_number(&operand, if op == UnaryOp::Plus { "+" } else { "-" })?;
        self.set_height(self.height)?;
        Ok(Expr::Unary(Box::new(UnaryExpr { op, operand, span: self.span_from(start) })))
    }

    fn simple(&mut self) -> Parse<Expr> {
        match self.kind() {
            Kind::Number => self.number(),
            Kind::Text => self.string(),
            Kind::ParenOpen => self.parenthesised(),
            Kind::BracketOpen => {
                let list = self.list()?;
                Ok(Expr::List(Box::new(list)))
            }
            Kind::BraceOpen => self.braced(),
            Kind::True
            | Kind::False
            | Kind::Tilde
            | Kind::Begin
            | Kind::End
            | Kind::NamespaceSeparator
            | Kind::Atom
            | Kind::Variable
            | Kind::Numbered
            | Kind::Anonymous => self.literal(),
            _ => self.unexpected("a term"),
        }
    }

    fn number(&mut self) -> Parse<Expr> {
        let span = self.span();
        let Ok(value) = self.token_text().parse::<f64>() else { return self.unexpected("a number") };
        self.advance();
        self.height = 1;
        Ok(Expr::Number(Number { value, span }))
    }

    fn string(&mut self) -> Parse<Expr> {
        let span = self.span();
        let written = self.token_text();
        let written = written.strip_prefix('"').unwrap_or(written);
        let written = written.strip_suffix('"').unwrap_or(written);
        self.advance();
        self.height = 1;
        Ok(Expr::Text(Box::new(Text { value: unescaped(written).into(), span })))
    }

    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        self.enter()?;
        self.advance();
        let mut inner = self.operation(OR)?;
        self.expect(Kind::ParenClose, "`)` or an operator")?;
        self.leave();
        let around: Span = self.span_from(start);
        match &mut inner {
            Expr::Binary(it) => it.span = around,
            Expr::Unary(it) => it.span = around,
            _ => {}
        }
        Ok(inner)
    }
}

/// Jason replaces these two escapes and leaves all others as they are: `"a\tb"` has a backslash.
fn unescaped(written: &str) -> String {
    if written.contains('\\') { written.replace("\\n", "\n").replace("\\\"", "\"") } else { written.to_owned() }
}
