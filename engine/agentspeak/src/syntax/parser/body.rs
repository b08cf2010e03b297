//! Plan bodies.

use super::{Parse, Parser};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::lexer::Kind;
use crate::syntax::tree::{Body, Branch, Expr, Fork, Step, StepKind, Update};

impl Parser<'_> {
    /// Steps; leaves the height of the highest. At least one.
    pub(super) fn body(&mut self) -> Parse<Body> {
        let start = self.token().start;
        let mut steps = Vec::new();
        let mut height = 0;
        loop {
            let statement = matches!(self.kind(), Kind::If | Kind::For | Kind::While);
            let step = if statement { self.statement()? } else { self.forks(Fork::Or)? };
            height = height.max(self.height);
            match step.kind {
                // Parentheses around steps group for forks only.
                StepKind::Block(body) if self.text.as_bytes()[step.span.start as usize] == b'(' => {
                    steps.extend(body.steps)
                }
                _ => steps.push(step),
            }
            // `;` may be left out behind `}`, and may stand behind the last step.
            let separated = self.take(Kind::Semicolon);
            let ended = !self.begins_step();
            if ended || !(separated || statement) {
                break;
            }
        }
        self.height = height;
        Ok(Body { steps, span: self.span_from(start) })
    }

    fn begins_step(&self) -> bool {
        use Kind::{
            Anonymous, Atom, Bang, BangBang, Begin, BraceOpen, BracketOpen, End, False, For, If, Minus,
            NamespaceSeparator, Not, Number, Numbered, ParenOpen, Plus, Question, Text, Tilde, True, Variable, While,
        };
        matches!(
            self.kind(),
            Anonymous
                | Atom
                | Bang
                | BangBang
                | Begin
                | BraceOpen
                | BracketOpen
                | End
                | False
                | For
                | If
                | Minus
                | NamespaceSeparator
                | Not
                | Number
                | Numbered
                | ParenOpen
                | Plus
                | Question
                | Text
                | Tilde
                | True
                | Variable
                | While
        )
    }

    /// `a |&| b ||| c`: `|&|` is the tighter one.
    fn forks(&mut self, fork: Fork) -> Parse<Step> {
        let start = self.token().start;
        let token = if fork == Fork::Or { Kind::ForkOr } else { Kind::ForkAnd };
        let part = |parser: &mut Self| if fork == Fork::Or { parser.forks(Fork::And) } else { parser.step() };
        let first = part(self)?;
        if self.kind() != token {
            return Ok(first);
        }
        let mut height = self.height;
        let mut bodies = vec![in_body(first)];
        while self.take(token) {
            bodies.push(in_body(part(self)?));
            height = height.max(self.height);
        }
        self.set_height(height)?;
        Ok(Step { kind: StepKind::Fork(fork, bodies), span: self.span_from(start) })
    }

    fn statement(&mut self) -> Parse<Step> {
        let start = self.token().start;
        let keyword = self.kind();
        self.advance();
        let mut height = 0;
        let first = self.branch(&mut height)?;
        let kind = match keyword {
            Kind::While => StepKind::While(first),
            Kind::For => StepKind::For(first),
            _ => {
                let mut branches = vec![first];
                while self.take(Kind::Elif) {
                    branches.push(self.branch(&mut height)?);
                }
                let otherwise = if self.take(Kind::Else) { Some(self.block(&mut height)?) } else { None };
                StepKind::If { branches, otherwise }
            }
        };
        self.set_height(height)?;
        Ok(Step { kind, span: self.span_from(start) })
    }

    fn branch(&mut self, height: &mut u32) -> Parse<Branch> {
        if self.kind() != Kind::ParenOpen {
            return self.unexpected("`(` and a condition");
        }
        self.enter()?;
        self.advance();
        let condition = self.expression()?;
        *height = (*height).max(self.height);
        self.expect(Kind::ParenClose, "`)` or an operator")?;
        self.leave();
        let body = self.block(height)?;
        Ok(Branch { condition, body })
    }

    fn block(&mut self, height: &mut u32) -> Parse<Body> {
        let start = self.token().start;
        if self.kind() != Kind::BraceOpen {
            return self.unexpected("`{`");
        }
        self.enter()?;
        self.advance();
        let mut body = if self.kind() == Kind::BraceClose { Body::default() } else { self.body()? };
        *height = (*height).max(self.height);
        self.expect(Kind::BraceClose, "`;` or `}`")?;
        self.leave();
        body.span = self.span_from(start);
        Ok(body)
    }

    fn step(&mut self) -> Parse<Step> {
        let start = self.token().start;
        let kind = match self.kind() {
            Kind::Bang => {
                self.advance();
                StepKind::Achieve(self.literal()?)
            }
            Kind::BangBang => {
                self.advance();
                StepKind::AchieveNew(self.literal()?)
            }
            Kind::Question => {
                self.advance();
                StepKind::Test(self.tested()?)
            }
            Kind::Plus | Kind::Minus => {
                let update = self.update();
                let what = self.operand_of_update(update)?;
                StepKind::Update(update, what)
            }
            Kind::ParenOpen if self.around_body[self.at] => {
                self.enter()?;
                self.advance();
                let mut body = self.body()?;
                self.expect(Kind::ParenClose, "`;` or `)`")?;
                self.leave();
                body.span = self.span_from(start);
                self.set_height(self.height)?;
                StepKind::Block(body)
            }
            Kind::If | Kind::For | Kind::While => {
                return self.fail(
                    Diagnostic::error(self.span(), "`if`, `for` and `while` cannot be part of a fork")
                        .with_help("put it in parentheses: `(if (..) {..}) |&| ..`"),
                );
            }
            _ if !self.begins_step() => return self.unexpected("a step of a plan"),
            _ => {
                let formula = self.expression()?;
                self.plain_step(formula)?
            }
        };
        Ok(Step { kind, span: self.span_from(start) })
    }

    fn update(&mut self) -> Update {
        let (update, tokens) = match (self.kind(), self.ahead(1)) {
            (Kind::Plus, Kind::Plus) => (Update::AddNew, 2),
            (Kind::Plus, Kind::Less) => (Update::AddBegin, 2),
            (Kind::Plus, Kind::Greater) => (Update::AddEnd, 2),
            (Kind::Plus, _) => (Update::Add, 1),
            (_, Kind::Minus) => (Update::DeleteNew, 2),
            (_, Kind::Plus) => (Update::Replace, 2),
            _ => (Update::Delete, 1),
        };
        for _ in 0..tokens {
            self.advance();
        }
        update
    }

    fn tested(&mut self) -> Parse<Expr> {
        let formula = self.expression()?;
        let wrong = match &formula {
            Expr::Number(_) | Expr::Text(_) | Expr::List(_) => Some("this is not a formula and cannot be tested"),
            _ => None,
        };
        match wrong {
            Some(message) => self.fail(Diagnostic::error(formula.span(), message)),
            None => Ok(formula),
        }
    }

    fn operand_of_update(&mut self, update: Update) -> Parse<Expr> {
        let what = self.expression()?;
        let symbol = update.symbol();
        match &what {
            Expr::Literal(literal) if literal.functor.starts_with('.') => self.fail(
                Diagnostic::error(
                    what.span(),
                    format!("`{symbol}` cannot go with the internal action `{}`", literal.functor),
                )
                .with_help(format!("remove the `{symbol}`, or the dot")),
            ),
            Expr::Literal(_) | Expr::Variable(_) | Expr::Rule(_) | Expr::Body(_) | Expr::Trigger(_) | Expr::Plan(_) => {
                Ok(what)
            }
            _ => self.fail(
                Diagnostic::error(what.span(), format!("`{symbol}` needs a belief here"))
                    .with_help("a belief is a literal such as `b(1)`; compute first, as in `X = Y + 1; -+count(X)`"),
            ),
        }
    }

    fn plain_step(&mut self, formula: Expr) -> Parse<StepKind> {
        let span = formula.span();
        match formula {
            Expr::Literal(it) if it.is_dotted() => Ok(StepKind::InternalAction(*it)),
            Expr::Literal(it) => Ok(StepKind::Action(*it)),
            Expr::Variable(it) => Ok(StepKind::Variable(*it)),
            Expr::Body(it) => Ok(StepKind::Block(*it)),
            Expr::Binary(it) if it.op.is_relational() => Ok(StepKind::Constraint(Expr::Binary(it))),
            Expr::Binary(_) | Expr::Unary(_) | Expr::List(_) => Ok(StepKind::Formula(formula)),
            _ => self.fail(
                Diagnostic::error(span, "this is not a step of a plan")
                    .with_help("steps are actions, goals (`!g`), tests (`?b`), updates (`+b`) and comparisons"),
            ),
        }
    }
}

/// A branch of a fork: the steps of `(a; b)`, or the step.
fn in_body(step: Step) -> Body {
    match step.kind {
        StepKind::Block(body) => body,
        kind => Body { span: step.span, steps: vec![Step { kind, span: step.span }] },
    }
}
