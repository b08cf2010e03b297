//! Literals, variables and lists.

use super::{Parse, Parser};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{Expr, List, Literal, Namespace, Variable, VariableKind};

impl Parser<'_> {
    /// A literal or a variable; leaves its height.
    pub(super) fn literal(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        if matches!(self.kind(), Kind::True | Kind::False) {
            let literal = Literal { span: self.span(), ..Literal::new(self.token_text(), Vec::new()) };
            self.advance();
            self.height = 1;
            return Ok(Expr::Literal(Box::new(literal)));
        }
        let namespace = self.namespace()?;
        let negated = self.take(Kind::Tilde);
        match self.kind() {
            Kind::Atom | Kind::Begin | Kind::End => {
                let literal = self.structure(start, namespace, negated)?;
                Ok(Expr::Literal(Box::new(literal)))
            }
            Kind::Variable | Kind::Numbered | Kind::Anonymous => {
                let variable = self.variable(start, namespace, negated)?;
                Ok(Expr::Variable(Box::new(variable)))
            }
            _ => self.unexpected("a literal or a variable"),
        }
    }

    /// A literal where a variable makes no sense.
    pub(super) fn literal_only(&mut self, otherwise: &str) -> Parse<Literal> {
        match self.literal()? {
            Expr::Literal(literal) => Ok(*literal),
            other => self.fail(Diagnostic::error(other.span(), otherwise)),
        }
    }

    fn namespace(&mut self) -> Parse<Option<Namespace>> {
        let span = self.span();
        if self.take(Kind::NamespaceSeparator) {
            return Ok(Some(Namespace::This(span)));
        }
        if self.ahead(1) != Kind::NamespaceSeparator {
            return Ok(None);
        }
        let namespace = match self.kind() {
            Kind::Atom => {
                let name = self.token_text();
                self.advance();
                match name {
                    "default" => Namespace::Default(span),
                    "this_ns" => Namespace::This(span),
                    _ => Namespace::Named(name.into(), span),
                }
            }
            Kind::Variable | Kind::Numbered | Kind::Anonymous => {
                let variable = self.bare_variable(span.start, None, false);
                Namespace::Variable(Box::new(variable))
            }
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(namespace))
    }

    fn structure(&mut self, start: u32, namespace: Option<Namespace>, negated: bool) -> Parse<Literal> {
        let functor: Box<str> = self.token_text().into();
        self.advance();
        let mut below = 0;
        let mut arguments = Vec::new();
        if self.kind() == Kind::ParenOpen {
            arguments = self.arguments(&mut below)?;
        }
        let annotations = self.annotations(&mut below)?;
        let literal = Literal { namespace, negated, functor, arguments, annotations, span: self.span_from(start) };
        if literal.is_dotted() && literal.annotations.is_some() {
            return self.fail(
                Diagnostic::error(
                    literal.span,
                    format!("the internal action `{}` cannot have annotations", literal.functor),
                )
                .with_help("put a space between the `.` that ends a plan and what follows"),
            );
        }
        if literal.is_dotted() && literal.negated {
            let message = format!("the internal action `{}` cannot be negated by `~`", literal.functor);
            return self.fail(Diagnostic::error(literal.span, message).with_help("use `not`"));
        }
        self.set_height(below)?;
        Ok(literal)
    }

    fn arguments(&mut self, below: &mut u32) -> Parse<Vec<Expr>> {
        self.enter()?;
        self.advance();
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.expression()?);
            *below = (*below).max(self.height);
            if !self.take(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::ParenClose, "`,` or `)`")?;
        self.leave();
        Ok(arguments)
    }

    pub(super) fn annotations(&mut self, below: &mut u32) -> Parse<Option<Box<List>>> {
        if self.kind() != Kind::BracketOpen {
            return Ok(None);
        }
        let list = self.list()?;
        *below = (*below).max(self.height);
        Ok(Some(Box::new(list)))
    }

    pub(super) fn variable(&mut self, start: u32, namespace: Option<Namespace>, negated: bool) -> Parse<Variable> {
        let mut variable = self.bare_variable(start, namespace, negated);
        let mut below = 0;
        variable.annotations = self.annotations(&mut below)?;
        variable.span = self.span_from(start);
        self.set_height(below)?;
        Ok(variable)
    }

    fn bare_variable(&mut self, start: u32, namespace: Option<Namespace>, negated: bool) -> Variable {
        let kind = match self.kind() {
            Kind::Numbered => VariableKind::Numbered,
            Kind::Anonymous => VariableKind::Anonymous,
            _ => VariableKind::Named,
        };
        let name = self.token_text().into();
        self.advance();
        self.height = 1;
        Variable { namespace, negated, name, kind, annotations: None, span: self.span_from(start) }
    }

    pub(super) fn list(&mut self) -> Parse<List> {
        let start = self.token().start;
        self.enter()?;
        self.advance();
        let mut below = 0;
        let mut elements = Vec::new();
        if !matches!(self.kind(), Kind::BracketClose | Kind::Bar) {
            loop {
                elements.push(self.element()?);
                below = below.max(self.height);
                if !self.take(Kind::Comma) {
                    break;
                }
            }
        }
        let tail = self.tail(&mut elements, &mut below)?;
        self.expect(Kind::BracketClose, "`,`, `|` or `]`")?;
        self.leave();
        self.set_height(below)?;
        Ok(List { elements, tail, span: self.span_from(start) })
    }

    fn tail(&mut self, elements: &mut Vec<Expr>, below: &mut u32) -> Parse<Option<Box<Variable>>> {
        if !self.take(Kind::Bar) {
            return Ok(None);
        }
        match self.kind() {
            Kind::Variable | Kind::Anonymous | Kind::Numbered => {
                let start = self.token().start;
                Ok(Some(Box::new(self.bare_variable(start, None, false))))
            }
            Kind::BracketOpen => {
                let list = self.list()?;
                *below = (*below).max(self.height);
                elements.extend(list.elements);
                Ok(list.tail)
            }
            _ => self.unexpected("a variable or a list as the tail of a list"),
        }
    }
}
