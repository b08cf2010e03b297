//! What stands in one line.

use crate::syntax::source::Span;
use crate::syntax::tree::{
    BinaryOp, Body, Branch, Expr, Fork, Label, LabelName, List, Literal, Namespace, Plan, Step, StepKind, Trigger,
    UnaryOp, Variable,
};

pub(super) struct Inline<'a> {
    /// The text of which the tree was made: numbers, strings and parentheses stay as they were written.
    pub text: &'a str,
}

fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 0,
        BinaryOp::And => 1,
        BinaryOp::Add | BinaryOp::Subtract => 4,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::IntegerDivide | BinaryOp::Modulo => 5,
        BinaryOp::Power => 6,
        _ => 3,
    }
}

impl Inline<'_> {
    fn written(&self, span: Span) -> Option<&str> {
        if span.is_some() { self.text.get(span.start as usize..span.end as usize) } else { None }
    }

    fn joined<T>(&self, items: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
        items.iter().map(show).collect::<Vec<_>>().join(separator)
    }

    /// Whether the text has parentheses around an operation.
    pub fn in_parentheses(&self, expr: &Expr) -> bool {
        match expr {
            // Its span begins before what is in it, and not at a sign.
            Expr::Binary(it) => {
                self.written(it.span).is_some_and(|it| it.starts_with('(')) && it.left.span().start > it.span.start
            }
            Expr::Unary(it) => self.written(it.span).is_some_and(|it| it.starts_with('(')),
            _ => false,
        }
    }

    pub fn expr(&self, expr: &Expr) -> String {
        if self.in_parentheses(expr) { format!("({})", self.bare(expr)) } else { self.bare(expr) }
    }

    /// Without the parentheses that the text has around it.
    pub fn bare(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(it) => match self.written(it.span) {
                Some(written) if written.parse() == Ok(it.value) => written.to_owned(),
                // `Debug` writes `1e300`, which is a number here as well.
                _ => format!("{:?}", it.value),
            },
            Expr::Text(it) => match self.written(it.span) {
                Some(written) if written.starts_with('"') => written.to_owned(),
                _ => format!("\"{}\"", it.value.replace('"', "\\\"").replace('\n', "\\n")),
            },
            Expr::Variable(it) => self.variable(it),
            Expr::Literal(it) => self.literal(it),
            Expr::List(it) => self.list(it),
            Expr::Unary(it) => {
                let operand = match &it.operand {
                    Expr::Unary(_) => self.grouped(&it.operand, true),
                    Expr::Binary(inner) => {
                        self.grouped(&it.operand, it.op != UnaryOp::Not || level(inner.op) < level(BinaryOp::Unify))
                    }
                    other => self.expr(other),
                };
                match it.op {
                    UnaryOp::Not => format!("not {operand}"),
                    UnaryOp::Minus => format!("-{operand}"),
                    UnaryOp::Plus => format!("+{operand}"),
                }
            }
            Expr::Binary(it) => {
                let (left, right) = (self.operand(&it.left, it.op, true), self.operand(&it.right, it.op, false));
                format!("{left} {} {right}", it.op.symbol())
            }
            Expr::Body(it) if it.steps.is_empty() => "{}".to_owned(),
            Expr::Body(it) => format!("{{ {} }}", self.body(it)),
            Expr::Plan(it) => format!("{{ {} }}", self.plan(it)),
            Expr::Trigger(it) => format!("{{ {} }}", self.trigger(it)),
            Expr::Rule(it) => format!("{{ {} :- {} }}", self.literal(&it.head), self.expr(&it.body)),
        }
    }

    fn grouped(&self, expr: &Expr, group: bool) -> String {
        if group && !self.in_parentheses(expr) { format!("({})", self.expr(expr)) } else { self.expr(expr) }
    }

    /// An operand of `op`, in parentheses where it needs them.
    pub fn operand(&self, operand: &Expr, op: BinaryOp, is_left: bool) -> String {
        let group = match operand {
            Expr::Binary(inner) => {
                let (inner, outer) = (level(inner.op), level(op));
                let to_the_right = matches!(op, BinaryOp::Or | BinaryOp::And | BinaryOp::Power);
                inner < outer || inner == outer && (op.is_relational() || is_left == to_the_right)
            }
            Expr::Unary(inner) => inner.op == UnaryOp::Not && !op.is_logical(),
            _ => false,
        };
        self.grouped(operand, group)
    }

    fn head(&self, namespace: Option<&Namespace>, negated: bool) -> String {
        let namespace = namespace.map_or_else(String::new, ToString::to_string);
        format!("{namespace}{}", if negated { "~" } else { "" })
    }

    fn annotations(&self, list: Option<&List>) -> String {
        list.map_or_else(String::new, |it| self.list(it))
    }

    fn variable(&self, it: &Variable) -> String {
        let head = self.head(it.namespace.as_ref(), it.negated);
        format!("{head}{}{}", it.name, self.annotations(it.annotations.as_deref()))
    }

    pub fn literal(&self, it: &Literal) -> String {
        let head = self.head(it.namespace.as_ref(), it.negated);
        let arguments = match &it.arguments[..] {
            [] => String::new(),
            all => format!("({})", self.joined(all, ", ", |it| self.expr(it))),
        };
        format!("{head}{}{arguments}{}", it.functor, self.annotations(it.annotations.as_deref()))
    }

    fn list(&self, it: &List) -> String {
        let elements = self.joined(&it.elements, ", ", |it| match it {
            Expr::Binary(inner) if !inner.op.is_arithmetic() => self.grouped(it, true),
            Expr::Unary(inner) if inner.op == UnaryOp::Not => self.grouped(it, true),
            other => self.expr(other),
        });
        let tail = it.tail.as_ref().map_or_else(String::new, |it| format!(" | {}", self.variable(it)));
        let tail = if it.elements.is_empty() { tail.trim_start() } else { &tail };
        format!("[{elements}{tail}]")
    }

    pub fn label(&self, it: &Label) -> String {
        let name = match &it.name {
            LabelName::None => String::new(),
            LabelName::Atom(name) => name.to_string(),
            LabelName::Variable(it) => self.variable(it),
        };
        format!("@{name}{}", self.annotations(it.annotations.as_deref()))
    }

    pub fn trigger(&self, it: &Trigger) -> String {
        format!("{}{}{}", it.op.symbol(), it.kind.symbol(), self.expr(&it.subject))
    }

    fn plan(&self, it: &Plan) -> String {
        let mut text = it.label.as_ref().map_or_else(String::new, |it| format!("{} ", self.label(it)));
        text += &self.trigger(&it.trigger);
        for (sign, formula) in [(":", &it.context), ("<:", &it.goal_condition)] {
            if let Some(formula) = formula {
                text += &format!(" {sign} {}", self.expr(formula));
            }
        }
        if !it.body.steps.is_empty() {
            text += &format!(" <- {}", self.body(&it.body));
        }
        text
    }

    fn body(&self, it: &Body) -> String {
        self.joined(&it.steps, "; ", |it| self.step(it))
    }

    pub fn step(&self, it: &Step) -> String {
        match &it.kind {
            StepKind::Achieve(it) => format!("!{}", self.expr(it)),
            StepKind::AchieveNew(it) => format!("!!{}", self.expr(it)),
            StepKind::Test(it) => format!("?{}", self.expr(it)),
            StepKind::Update(update, it) => format!("{}{}", update.symbol(), self.expr(it)),
            StepKind::Action(it) | StepKind::InternalAction(it) => self.literal(it),
            StepKind::Constraint(it) | StepKind::Formula(it) => {
                let text = self.expr(it);
                if text.starts_with(['+', '-']) { format!("({text})") } else { text }
            }
            StepKind::Variable(it) => self.variable(it),
            StepKind::Block(it) => format!("{{ {} }}", self.body(it)),
            StepKind::If { branches, otherwise } => {
                let mut text = self.joined(branches, " elif ", |it| self.branch(it));
                if let Some(body) = otherwise {
                    text += &format!(" else {}", self.block(body));
                }
                format!("if {text}")
            }
            StepKind::While(it) => format!("while {}", self.branch(it)),
            StepKind::For(it) => format!("for {}", self.branch(it)),
            StepKind::Fork(fork, bodies) => {
                let separator = if *fork == Fork::And { " |&| " } else { " ||| " };
                self.joined(bodies, separator, |it| self.part(*fork, it))
            }
        }
    }

    fn part(&self, around: Fork, body: &Body) -> String {
        match &body.steps[..] {
            [] => "{}".to_owned(),
            [Step { kind: StepKind::Fork(Fork::And, _), .. }] if around == Fork::Or => self.body(body),
            [Step { kind: StepKind::Fork(..) | StepKind::If { .. } | StepKind::For(_) | StepKind::While(_), .. }]
            | [_, _, ..] => format!("({})", self.body(body)),
            _ => self.body(body),
        }
    }

    fn branch(&self, it: &Branch) -> String {
        format!("({}) {}", self.expr(&it.condition), self.block(&it.body))
    }

    fn block(&self, body: &Body) -> String {
        if body.steps.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", self.body(body)) }
    }
}
