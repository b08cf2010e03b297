//! Bodies, plans, triggers and rules as terms, in braces.

use super::{Parse, Parser};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::lexer::Kind;
use crate::syntax::source::Span;
use crate::syntax::tree::{
    Body, Expr, Label, LabelName, Plan, Rule, Step, StepKind, Trigger, TriggerKind, TriggerOp, Update,
};

impl Parser<'_> {
    pub(super) fn braced(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        self.enter()?;
        self.advance();
        let mut found = if self.is_plan_or_trigger() { self.braced_plan(start)? } else { self.braced_body()? };
        self.expect(Kind::BraceClose, "`;` or `}`")?;
        self.leave();
        let span = self.span_from(start);
        match &mut found {
            Expr::Body(it) => it.span = span,
            Expr::Plan(it) => it.span = span,
            Expr::Trigger(it) => it.span = span,
            Expr::Rule(it) => it.span = span,
            _ => {}
        }
        Ok(found)
    }

    fn is_plan_or_trigger(&self) -> bool {
        let literal = |by| {
            matches!(
                self.ahead(by),
                Kind::Atom
                    | Kind::Begin
                    | Kind::End
                    | Kind::True
                    | Kind::False
                    | Kind::Tilde
                    | Kind::Variable
                    | Kind::Numbered
                    | Kind::Anonymous
                    | Kind::NamespaceSeparator
            )
        };
        match self.kind() {
            Kind::At | Kind::Caret => true,
            Kind::Plus | Kind::Minus => matches!(self.ahead(1), Kind::Bang | Kind::Question) || literal(1),
            _ => false,
        }
    }

    /// `+b` may begin a plan or be the first step of a body; what follows decides.
    fn braced_plan(&mut self, start: u32) -> Parse<Expr> {
        let label = if self.kind() == Kind::At { Some(self.label(true)?) } else { None };
        let mut height = self.height;
        let begin = self.token().start;
        let trigger = self.trigger()?;
        height = height.max(self.height);
        let update = match (trigger.kind, trigger.op) {
            (TriggerKind::Belief, TriggerOp::Add) => Some(Update::Add),
            (TriggerKind::Belief, TriggerOp::Delete) => Some(Update::Delete),
            _ => None,
        };
        if let Some(update) = update
            && label.is_none()
            && matches!(self.kind(), Kind::Semicolon | Kind::BraceClose)
        {
            let first = Step { kind: StepKind::Update(update, trigger.subject), span: self.span_from(begin) };
            let mut body = Body { steps: vec![first], span: Span::default() };
            if self.take(Kind::Semicolon) && self.kind() != Kind::BraceClose {
                body.steps.extend(self.body()?.steps);
            }
            self.set_height(height.max(self.height))?;
            return Ok(Expr::Body(Box::new(body)));
        }
        let mut mark = self.span_from(start);
        let mut context = None;
        let mut goal_condition = None;
        let mut body = Body::default();
        let mut bare = label.is_none();
        if self.kind() == Kind::Colon {
            mark = self.span();
            bare = false;
            self.advance();
            context = Some(self.expression()?);
            height = height.max(self.height);
        }
        if self.take(Kind::GoalCondition) {
            bare = false;
            goal_condition = Some(self.expression()?);
            height = height.max(self.height);
        }
        if self.take(Kind::Arrow) {
            bare = false;
            body = self.body()?;
            height = height.max(self.height);
        }
        self.set_height(height)?;
        if bare {
            return Ok(Expr::Trigger(Box::new(trigger)));
        }
        let plan =
            Plan { label, trigger, context, goal_condition, body, subplans: Vec::new(), span: Span::default(), mark };
        Ok(Expr::Plan(Box::new(plan)))
    }

    fn braced_body(&mut self) -> Parse<Expr> {
        if self.kind() == Kind::BraceClose {
            self.height = 1;
            return Ok(Expr::Body(Box::default()));
        }
        let mut body = self.body()?;
        let separator = self.span();
        if !self.take(Kind::RuleSeparator) {
            self.set_height(self.height)?;
            return Ok(Expr::Body(Box::new(body)));
        }
        let below = self.height;
        let condition = self.expression()?;
        self.set_height(below.max(self.height))?;
        let head = match body.steps.pop() {
            Some(Step { kind: StepKind::Action(literal), .. }) if body.steps.is_empty() => literal,
            _ => {
                return self.fail(
                    Diagnostic::error(separator, "only a literal can stand before `:-`")
                        .with_help("a rule as a term is `{head :- formula}`"),
                );
            }
        };
        Ok(Expr::Rule(Box::new(Rule { head, body: condition, span: Span::default() })))
    }

    /// `@name[annotations]`, `@[annotations]`; in plan terms also `@L`.
    pub(super) fn label(&mut self, in_term: bool) -> Parse<Label> {
        let start = self.token().start;
        self.advance();
        let mut below = 0;
        let mut name = LabelName::None;
        let mut annotations = None;
        match self.kind() {
            Kind::Atom | Kind::Begin | Kind::End => {
                name = LabelName::Atom(self.token_text().into());
                self.advance();
                annotations = self.annotations(&mut below)?;
            }
            Kind::Variable | Kind::Anonymous | Kind::Numbered if in_term => {
                let start = self.token().start;
                name = LabelName::Variable(self.variable(start, None, false)?);
                below = self.height;
            }
            Kind::BracketOpen => annotations = self.annotations(&mut below)?,
            _ => return self.unexpected("the name of the plan (`@name`) or annotations (`@[atomic]`)"),
        }
        self.set_height(below)?;
        Ok(Label { namespace: None, name, annotations, span: self.span_from(start) })
    }

    pub(super) fn trigger(&mut self) -> Parse<Trigger> {
        let start = self.token().start;
        let op = match self.kind() {
            Kind::Plus => TriggerOp::Add,
            Kind::Minus => TriggerOp::Delete,
            Kind::Caret => TriggerOp::GoalState,
            _ => return self.unexpected("an event: `+`, `-` or `^`"),
        };
        self.advance();
        let kind = if self.take(Kind::Bang) {
            TriggerKind::Achieve
        } else if self.take(Kind::Question) {
            TriggerKind::Test
        } else {
            TriggerKind::Belief
        };
        let subject = self.literal()?;
        Ok(Trigger { op, kind, subject, span: self.span_from(start) })
    }
}
