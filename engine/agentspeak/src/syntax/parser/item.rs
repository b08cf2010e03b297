//! The top level: beliefs, rules, goals, plans and directives; how to go on behind an error.

use super::{Failed, MAX_ERRORS, Parse, Parser};
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::lexer::Kind;
use crate::syntax::source::Span;
use crate::syntax::tree::{Body, Directive, Item, Literal, Plan, Rule, StepKind};

impl Parser<'_> {
    /// Items up to the end of the text, or to `{end}`.
    pub(super) fn items(&mut self, in_directive: bool) -> Vec<Item> {
        let mut items = Vec::new();
        let nesting = self.nesting;
        loop {
            match self.kind() {
                Kind::EndOfText => break,
                Kind::BraceOpen if self.ahead(1) == Kind::End => {
                    if in_directive {
                        break;
                    }
                    let span = self.span();
                    let _ = self.fail::<()>(
                        Diagnostic::error(span, "`{end}` without `{begin ..}`")
                            .with_help("remove it, or add the begin"),
                    );
                    for _ in 0..3 {
                        self.advance();
                    }
                    continue;
                }
                _ => {}
            }
            let begin = self.at;
            match self.item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.nesting = nesting;
                    self.recover(begin);
                    if self.diagnostics.iter().filter(|it| it.severity == Severity::Error).count() >= MAX_ERRORS {
                        self.at = self.tokens.len() - 1;
                    }
                }
            }
        }
        items
    }

    /// Goes to what seems to be the next item: behind a `.`, or at the first column of a line.
    fn recover(&mut self, begin: usize) {
        if self.at == begin {
            self.advance();
        }
        loop {
            match self.kind() {
                Kind::EndOfText => return,
                Kind::Dot => {
                    self.advance();
                    return;
                }
                Kind::BraceOpen if self.ahead(1) == Kind::End => return,
                Kind::At | Kind::Plus | Kind::Minus | Kind::Bang | Kind::Caret | Kind::Atom
                    if self.is_first_in_line() =>
                {
                    return;
                }
                _ => self.advance(),
            }
        }
    }

    fn is_first_in_line(&self) -> bool {
        let start = self.token().start as usize;
        start == 0 || matches!(self.text.as_bytes()[start - 1], b'\n' | b'\r')
    }

    pub(super) fn item(&mut self) -> Parse<Item> {
        match self.kind() {
            Kind::BraceOpen => Ok(Item::Directive(self.directive()?)),
            Kind::Bang => {
                self.advance();
                let goal = self.literal_only("a variable cannot be an initial goal")?;
                self.expect(Kind::Dot, "`.` behind the initial goal")?;
                Ok(Item::Goal(goal))
            }
            Kind::At | Kind::Plus | Kind::Minus | Kind::Caret => Ok(Item::Plan(self.plan()?)),
            Kind::Atom
            | Kind::Begin
            | Kind::End
            | Kind::True
            | Kind::False
            | Kind::Tilde
            | Kind::NamespaceSeparator
            | Kind::Variable
            | Kind::Numbered
            | Kind::Anonymous => self.belief_or_rule(),
            _ => self.unexpected("a belief, a rule, a goal (`!g.`), a plan (`+!g <- ..`) or a directive"),
        }
    }

    fn belief_or_rule(&mut self) -> Parse<Item> {
        let start = self.token().start;
        let head = self.literal_only("a variable cannot be a belief")?;
        if self.take(Kind::RuleSeparator) {
            let body = self.expression()?;
            self.expect(Kind::Dot, "`.` behind the rule, or an operator")?;
            return Ok(Item::Rule(Rule { head, body, span: self.span_from(start) }));
        }
        self.expect(Kind::Dot, "`.` behind the belief, or `:-`")?;
        Ok(Item::Belief(head))
    }

    pub(super) fn plan(&mut self) -> Parse<Plan> {
        let start = self.token().start;
        let mut mark = None;
        let label = if self.kind() == Kind::At {
            mark = Some(self.span());
            Some(self.label(false)?)
        } else {
            None
        };
        let trigger = self.trigger()?;
        let mut context = None;
        let mut goal_condition = None;
        let mut body = Body::default();
        let mut note = |at: Span| {
            mark.get_or_insert(at);
        };
        if self.kind() == Kind::Colon {
            note(self.span());
            self.advance();
            context = Some(self.expression()?);
        }
        if self.kind() == Kind::GoalCondition {
            note(self.span());
            self.advance();
            goal_condition = Some(self.expression()?);
        }
        if self.kind() == Kind::Arrow {
            note(self.span());
            self.advance();
            body = self.body()?;
            if matches!(&body.steps[0].kind, StepKind::Action(literal) if literal.is_true()) {
                body.steps.remove(0);
            }
        }
        note(self.span());
        let wanted = match (body.steps.is_empty(), context.is_some()) {
            (false, _) => "`;` or `.`",
            (true, false) => "`:`, `<-` or `.`",
            (true, true) => "`<-`, `.` or an operator",
        };
        self.expect(Kind::Dot, wanted)?;
        let subplans = self.subplans()?;
        let span = self.span_from(start);
        let mark = mark.unwrap_or(span);
        Ok(Plan { label, trigger, context, goal_condition, body, subplans, span, mark })
    }

    fn subplans(&mut self) -> Parse<Vec<Plan>> {
        let begins = matches!(self.ahead(1), Kind::At | Kind::Plus | Kind::Minus | Kind::Caret | Kind::BraceClose);
        if self.kind() != Kind::BraceOpen || !begins {
            return Ok(Vec::new());
        }
        self.enter()?;
        self.advance();
        let mut plans = Vec::new();
        while self.kind() != Kind::BraceClose {
            if !matches!(self.kind(), Kind::At | Kind::Plus | Kind::Minus | Kind::Caret) {
                return self.unexpected("a plan or `}`");
            }
            plans.push(self.plan()?);
        }
        self.advance();
        self.leave();
        Ok(plans)
    }

    fn directive(&mut self) -> Parse<Directive> {
        let start = self.token().start;
        self.enter()?;
        self.advance();
        let begin = self.take(Kind::Begin);
        if self.kind() != Kind::Atom {
            return self.unexpected("the name of a directive, such as `include` or `begin namespace`");
        }
        let name: Literal = self.literal_only("the name of a directive")?;
        self.expect(Kind::BraceClose, "`}` behind the directive")?;
        if !begin {
            self.leave();
            return Ok(Directive { name, items: None, span: self.span_from(start) });
        }
        let opened = self.span_from(start);
        let items = self.items(true);
        if self.given_up {
            return Err(Failed);
        }
        if self.kind() == Kind::EndOfText {
            return self.fail(
                Diagnostic::error(opened, format!("this has no end: {{begin {}}}", name.functor))
                    .with_help("add `{end}` behind its last plan"),
            );
        }
        self.advance();
        self.advance();
        self.expect(Kind::BraceClose, "`}` behind `end`")?;
        self.leave();
        Ok(Directive { name, items: Some(items), span: self.span_from(start) })
    }
}
