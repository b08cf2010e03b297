//! Formatting of programs: comments stay, the tree stays the same, and what is laid out already does not change.

mod inline;
#[cfg(test)]
mod tests;

use super::diagnostic::Diagnostic;
use super::parser;
use super::source::{FileId, Sources, Span};
use super::tree::{BinaryOp, Body, Branch, Directive, Expr, Item, Plan, Program, Step, StepKind};
use inline::Inline;

/// Lines are not made longer than this where that can be helped.
const WIDTH: usize = 100;
/// What a body stands to the right of its plan, behind `<-`.
const BODY: usize = 6;
const BLOCK: usize = 3;

/// Lays out a file.
///
/// # Errors
/// What is wrong with it; a file that cannot be read is not laid out.
pub fn file(sources: &Sources, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let parsed = parser::program(sources, file);
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    Ok(layout(&parsed.program, sources.get(file).text(), &parsed.comments))
}

/// Writes a program that was made rather than read.
#[must_use]
pub fn program(program: &Program) -> String {
    layout(program, "", &[])
}

fn layout(program: &Program, text: &str, comments: &[Span]) -> String {
    let mut layout = Layout { text, inline: Inline { text }, comments, next: 0, out: String::new() };
    layout.items(&program.items);
    layout.comments_before(u32::MAX, 0);
    layout.out
}

struct Layout<'a> {
    text: &'a str,
    inline: Inline<'a>,
    comments: &'a [Span],
    /// The first comment that is not written yet.
    next: usize,
    out: String,
}

impl Layout<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            let span = match item {
                Item::Goal(it) => Span { start: it.span.start.saturating_sub(1), ..it.span },
                other => other.span(),
            };
            self.comments_before(span.start, 0);
            self.blank_line_before(span.start);
            match item {
                Item::Belief(it) => self.out.push_str(&format!("{}.", self.inline.literal(it))),
                Item::Goal(it) => self.out.push_str(&format!("!{}.", self.inline.literal(it))),
                Item::Rule(it) => {
                    self.out.push_str(&format!("{} :-", self.inline.literal(&it.head)));
                    self.formula(&it.body, BLOCK);
                    self.out.push('.');
                }
                Item::Plan(it) => self.plan(it, 0),
                Item::Directive(it) => self.directive(it),
            }
            self.out.push('\n');
            self.comments_before(span.end, 0);
        }
    }

    /// One empty line where the text has some.
    fn blank_line_before(&mut self, at: u32) {
        let before = self.text.get(..at as usize).unwrap_or("");
        let space = &before[before.trim_end().len()..];
        if !self.out.is_empty() && space.matches('\n').count() > 1 {
            self.out.push('\n');
        }
    }

    /// Writes the comments that begin before a place. Those that stood behind something are put behind the last line.
    fn comments_before(&mut self, end: u32, indent: usize) {
        while let Some(span) = self.comments.get(self.next)
            && span.start < end
        {
            self.next += 1;
            let start = span.start as usize;
            let written = self.text[start..span.end as usize].trim_end();
            let line = self.text[..start].rfind('\n').map_or(0, |it| it + 1);
            let alone = self.text[line..start].trim().is_empty();
            if !alone && !self.out.is_empty() {
                self.out.truncate(self.out.trim_end_matches('\n').len());
                self.out.push(' ');
            } else {
                if indent == 0 {
                    self.blank_line_before(span.start);
                }
                self.indent(indent);
            }
            self.out.push_str(written);
            self.out.push('\n');
        }
    }

    fn indent(&mut self, by: usize) {
        self.out.extend(std::iter::repeat_n(' ', by));
    }

    fn column(&self) -> usize {
        self.out.len() - self.out.rfind('\n').map_or(0, |it| it + 1)
    }

    /// A formula without parentheses around the whole, which mean nothing: whether it is long does not depend on them.
    fn whole(&self, formula: &Expr) -> String {
        match formula {
            Expr::Binary(it) if it.op.is_logical() => self.inline.bare(formula),
            _ => self.inline.expr(formula),
        }
    }

    /// A rule's body behind its head; its parts on lines of their own if it is long.
    fn formula(&mut self, formula: &Expr, indent: usize) {
        let whole = self.whole(formula);
        if self.column() + whole.len() < WIDTH {
            self.out.push(' ');
            self.out.push_str(&whole);
            return;
        }
        self.out.push('\n');
        self.indent(indent);
        self.divided(formula, &whole, indent);
    }

    /// A plan's condition: in its line, or below it where that is too long, or one is already. Returns whether it is below.
    fn condition(&mut self, sign: &str, formula: &Expr, indent: usize, is_below: bool) -> bool {
        let whole = self.whole(formula);
        if !is_below && self.column() + sign.len() + 1 + whole.len() < WIDTH {
            self.out.push_str(&format!(" {sign} {whole}"));
            return false;
        }
        self.out.push('\n');
        self.indent(indent + BLOCK);
        self.out.push_str(&format!("{sign:<width$}", width = BODY - BLOCK));
        if self.column() + whole.len() < WIDTH {
            self.out.push_str(&whole);
        } else {
            self.divided(formula, &whole, indent + BODY);
        }
        true
    }

    /// The parts of a formula, from the current column on; each after the first on a line of its own.
    fn divided(&mut self, formula: &Expr, whole: &str, indent: usize) {
        let mut rest = formula;
        let op = match formula {
            Expr::Binary(it) if it.op.is_logical() => it.op,
            _ => BinaryOp::And,
        };
        loop {
            match rest {
                Expr::Binary(it)
                    if it.op == op && (std::ptr::eq(rest, formula) || !self.inline.in_parentheses(rest)) =>
                {
                    let left = self.inline.operand(&it.left, op, true);
                    self.out.push_str(&format!("{left} {}\n", op.symbol()));
                    self.indent(indent);
                    rest = &it.right;
                }
                last if std::ptr::eq(last, formula) => return self.out.push_str(whole),
                last => return self.out.push_str(&self.inline.operand(last, op, false)),
            }
        }
    }

    fn plan(&mut self, plan: &Plan, indent: usize) {
        if let Some(label) = &plan.label {
            self.out.push_str(&self.inline.label(label));
            self.out.push('\n');
            self.indent(indent);
        }
        self.out.push_str(&self.inline.trigger(&plan.trigger));
        let mut is_below = false;
        for (sign, condition) in [(":", &plan.context), ("<:", &plan.goal_condition)] {
            if let Some(condition) = condition {
                is_below = self.condition(sign, condition, indent, is_below);
            }
        }
        if let [step] = &plan.body.steps[..]
            && !is_below
            && !is_statement(step)
            && self.column() + self.inline.step(step).len() + 5 < WIDTH
        {
            self.out.push_str(&format!(" <- {}", self.inline.step(step)));
        } else if let Some(first) = plan.body.steps.first() {
            self.out.push('\n');
            self.comments_before(first.span.start, indent + BLOCK);
            self.indent(indent + BLOCK);
            self.out.push_str("<- ");
            self.steps(&plan.body, indent + BODY);
        }
        self.out.push('.');
        if plan.subplans.is_empty() {
            return;
        }
        self.out.push_str(" {\n");
        for subplan in &plan.subplans {
            self.comments_before(subplan.span.start, indent + BLOCK);
            self.indent(indent + BLOCK);
            self.plan(subplan, indent + BLOCK);
            self.out.push('\n');
        }
        self.comments_before(plan.span.end, indent + BLOCK);
        self.indent(indent);
        self.out.push('}');
    }

    /// Steps from the current column, which is the indent.
    fn steps(&mut self, body: &Body, indent: usize) {
        for (index, step) in body.steps.iter().enumerate() {
            if index > 0 {
                self.out.push_str(";\n");
                self.comments_before(step.span.start, indent);
                self.indent(indent);
            }
            self.step(step, indent);
        }
    }

    fn step(&mut self, step: &Step, indent: usize) {
        match &step.kind {
            StepKind::If { branches, otherwise } => {
                for (index, branch) in branches.iter().enumerate() {
                    self.branch(if index == 0 { "if" } else { " elif" }, branch, indent);
                }
                if let Some(body) = otherwise {
                    self.out.push_str(" else ");
                    self.block(body, indent);
                }
            }
            StepKind::For(it) => self.branch("for", it, indent),
            StepKind::While(it) => self.branch("while", it, indent),
            _ => self.out.push_str(&self.inline.step(step)),
        }
    }

    fn branch(&mut self, keyword: &str, branch: &Branch, indent: usize) {
        self.out.push_str(&format!("{keyword} ({}) ", self.inline.expr(&branch.condition)));
        self.block(&branch.body, indent);
    }

    fn block(&mut self, body: &Body, indent: usize) {
        let Some(first) = body.steps.first() else {
            self.out.push_str("{}");
            return;
        };
        self.out.push_str("{\n");
        self.comments_before(first.span.start, indent + BLOCK);
        self.indent(indent + BLOCK);
        self.steps(body, indent + BLOCK);
        self.out.push('\n');
        if body.span.is_some() {
            self.comments_before(body.span.end, indent + BLOCK);
        }
        self.indent(indent);
        self.out.push('}');
    }

    fn directive(&mut self, directive: &Directive) {
        let name = self.inline.literal(&directive.name);
        let Some(items) = &directive.items else {
            self.out.push_str(&format!("{{ {name} }}"));
            return;
        };
        self.out.push_str(&format!("{{ begin {name} }}\n"));
        self.items(items);
        self.comments_before(directive.span.end, 0);
        self.out.push_str("{ end }");
    }
}

fn is_statement(step: &Step) -> bool {
    matches!(step.kind, StepKind::If { .. } | StepKind::For(_) | StepKind::While(_))
}
