//! Where the steps and plans of a text stand.

use crate::compile::Terms;
use crate::syntax::parser;
use crate::syntax::source::{FileId, Sources, Span};
use crate::syntax::tree::{Expr, Item, Plan, Step, StepKind, UnaryOp, Update};
use crate::syntax::walk::{self, Visitor};

/// Of which kind something is that stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    Step,
    Plan,
    /// A sum or the like, or a call.
    Part,
}

/// All of them, in their order.
#[derive(Debug)]
pub(super) struct Places(Vec<Found>);

#[derive(Debug)]
struct Found {
    kind: Written,
    line: u32,
    span: Span,
    /// A step as it is printed.
    text: String,
}

impl Places {
    /// Those of the only text.
    pub(super) fn of(sources: &Sources) -> Self {
        let mut finder = Finder { sources, found: Vec::new() };
        for item in &parser::program(sources, FileId(0)).program.items {
            if let Item::Plan(plan) = item {
                finder.plan(plan);
            }
            walk::item(item, &mut finder);
        }
        Self(finder.found)
    }

    /// The one that begins in that line: if there are several, the first that is printed so.
    pub(super) fn find(&self, kind: Written, line: u32, text: &str) -> Option<Span> {
        let mut those = self.0.iter().filter(|found| found.kind == kind && found.line == line);
        let first = those.clone().next()?;
        Some(those.find(|found| found.text == text).unwrap_or(first).span)
    }

    /// The expression that is printed so: in the step, or else anywhere. A call may also be the only one of its name.
    pub(super) fn part(&self, text: &str, step: Option<Span>) -> Option<Span> {
        let parts = || self.0.iter().filter(|found| found.kind == Written::Part);
        let within = |found: &&Found| step.is_some_and(|step| (step.start..step.end).contains(&found.span.start));
        let mut same = parts().filter(|found| found.text == text);
        if let Some(found) = same.clone().find(within).or_else(|| same.next()) {
            return Some(found.span);
        }
        let (name, _) = text.split_once('(').filter(|(name, _)| !name.is_empty())?;
        let mut called = parts().filter(|found| found.text.split('(').next() == Some(name));
        let first = called.next()?;
        called.next().is_none().then_some(first.span)
    }
}

struct Finder<'a> {
    sources: &'a Sources,
    found: Vec<Found>,
}

impl Finder<'_> {
    fn add(&mut self, kind: Written, line: Span, span: Span, text: String) {
        if let Some(line) = self.sources.line(line) {
            self.found.push(Found { kind, line, span, text });
        }
    }

    fn plan(&mut self, plan: &Plan) {
        self.add(Written::Plan, plan.mark, plan.span, String::new());
        plan.subplans.iter().for_each(|plan| self.plan(plan));
    }
}

impl Visitor for Finder<'_> {
    fn expression(&mut self, it: &Expr) {
        let is_part = match it {
            Expr::Binary(it) => it.op.is_arithmetic(),
            Expr::Unary(it) => it.op != UnaryOp::Not,
            Expr::Literal(it) => it.is_dotted(),
            _ => false,
        };
        if is_part {
            self.add(Written::Part, it.span(), it.span(), Terms::of(self.sources).term(it).to_string());
        }
    }

    fn step(&mut self, it: &Step) {
        if !matches!(it.kind, StepKind::Block(_)) {
            self.add(Written::Step, it.span, it.span, printed(it, self.sources));
        }
    }
}

/// The step as the engine prints it.
fn printed(step: &Step, sources: &Sources) -> String {
    let mut terms = Terms::of(sources);
    let (operator, what) = match &step.kind {
        StepKind::Achieve(goal) => ("!", terms.term(goal)),
        StepKind::AchieveNew(goal) => ("!!", terms.term(goal)),
        StepKind::Test(formula) => ("?", terms.term(formula)),
        StepKind::Update(update, what) => (Update::symbol(*update), terms.term(what)),
        StepKind::Action(literal) | StepKind::InternalAction(literal) => ("", terms.literal(literal)),
        StepKind::Constraint(formula) | StepKind::Formula(formula) => ("", terms.term(formula)),
        // These are found by their lines.
        _ => return String::new(),
    };
    format!("{operator}{what}")
}
