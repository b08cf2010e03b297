//! Which namespace each name belongs to.
//!
//! As in Jason, the namespace of the file goes to the literals that stand in clauses and steps, and not to what stands in
//! arguments, lists and annotations: there a name has the namespace that is written before it, else the default one.

use crate::syntax::source::Span;
use crate::syntax::tree::{
    Body, Branch, Expr, Item, Label, List, Literal, Namespace, Plan, Rule, Step, StepKind, Trigger, Variable,
};
use std::collections::HashMap;

/// A name that a namespace has; none is the default one.
pub(super) type Name = Option<Box<str>>;

/// Writes namespaces into a tree as they hold where it stands.
#[derive(Default)]
pub(crate) struct Resolver {
    /// The namespace of the file, or of the directive around.
    pub(super) this: Name,
    /// What the local namespaces of this file are called.
    pub(super) local: HashMap<Box<str>, Box<str>>,
}

impl Resolver {
    pub(crate) fn item(&self, item: &mut Item) {
        match item {
            Item::Belief(it) | Item::Goal(it) => self.literal(it, true),
            Item::Rule(it) => self.rule(it, true),
            Item::Plan(it) => self.plan(it, true),
            // Its arguments are resolved when it is executed.
            Item::Directive(_) => {}
        }
    }

    pub(crate) fn rule(&self, rule: &mut Rule, outer: bool) {
        self.literal(&mut rule.head, outer);
        self.expr(&mut rule.body, outer);
    }

    pub(crate) fn plan(&self, plan: &mut Plan, outer: bool) {
        if let Some(label) = &mut plan.label {
            self.label(label, outer);
        }
        self.trigger(&mut plan.trigger, outer);
        for formula in [&mut plan.context, &mut plan.goal_condition].into_iter().flatten() {
            self.expr(formula, outer);
        }
        self.body(&mut plan.body, outer);
        for subplan in &mut plan.subplans {
            self.plan(subplan, outer);
        }
    }

    fn label(&self, label: &mut Label, outer: bool) {
        if outer {
            label.namespace = self.written(&self.this, label.span);
        }
        if let Some(annotations) = &mut label.annotations {
            self.list(annotations);
        }
    }

    pub(crate) fn trigger(&self, trigger: &mut Trigger, outer: bool) {
        self.expr(&mut trigger.subject, outer);
    }

    pub(crate) fn body(&self, body: &mut Body, outer: bool) {
        for step in &mut body.steps {
            self.step(step, outer);
        }
    }

    fn step(&self, step: &mut Step, outer: bool) {
        match &mut step.kind {
            StepKind::Achieve(it)
            | StepKind::AchieveNew(it)
            | StepKind::Test(it)
            | StepKind::Update(_, it)
            | StepKind::Constraint(it)
            | StepKind::Formula(it) => self.expr(it, outer),
            StepKind::Action(it) | StepKind::InternalAction(it) => self.literal(it, outer),
            StepKind::Variable(it) => self.variable(it, outer),
            StepKind::Block(it) => self.body(it, outer),
            StepKind::If { branches, otherwise } => {
                for branch in branches {
                    self.branch(branch, outer);
                }
                if let Some(body) = otherwise {
                    self.body(body, outer);
                }
            }
            StepKind::While(it) | StepKind::For(it) => self.branch(it, outer),
            StepKind::Fork(_, bodies) => {
                for body in bodies {
                    self.body(body, outer);
                }
            }
        }
    }

    fn branch(&self, branch: &mut Branch, outer: bool) {
        self.expr(&mut branch.condition, outer);
        self.body(&mut branch.body, outer);
    }

    /// `outer`: whether it stands in a clause or step rather than in arguments.
    pub(crate) fn expr(&self, expr: &mut Expr, outer: bool) {
        match expr {
            Expr::Number(_) | Expr::Text(_) => {}
            Expr::Variable(it) => self.variable(it, outer),
            Expr::Literal(it) => self.literal(it, outer),
            Expr::List(it) => self.list(it),
            Expr::Unary(it) => self.expr(&mut it.operand, outer),
            Expr::Binary(it) => {
                self.expr(&mut it.left, outer);
                self.expr(&mut it.right, outer);
                if outer && it.op.is_relational() {
                    self.forget(&mut it.left);
                    self.forget(&mut it.right);
                }
            }
            Expr::Body(it) => self.body(it, outer),
            Expr::Plan(it) => {
                let label = it.label.take();
                self.plan(it, outer);
                it.label = label;
                if let Some(label) = &mut it.label {
                    self.label(label, false);
                }
            }
            Expr::Trigger(it) => self.trigger(it, outer),
            Expr::Rule(it) => self.rule(it, outer),
        }
    }

    /// What is compared is a term: the file's namespace does not count.
    fn forget(&self, operand: &mut Expr) {
        let namespace = match operand {
            Expr::Literal(it) => &mut it.namespace,
            Expr::Variable(it) => &mut it.namespace,
            _ => return,
        };
        if matches!(&*namespace, Some(Namespace::Named(name, _)) if Some(name) == self.this.as_ref()) {
            *namespace = None;
        }
    }

    pub(crate) fn literal(&self, literal: &mut Literal, outer: bool) {
        let own = literal.namespace.take();
        if literal.is_true() || literal.is_false() {
            return;
        }
        if !is_keyword(literal) && (!literal.is_dotted() || &*literal.functor == ".include") {
            let found = self.namespace(own, literal.span, outer);
            literal.namespace = match found {
                Some(Namespace::Named(name, span)) => {
                    let name = self.local.get(&name).cloned().unwrap_or(name);
                    Some(Namespace::Named(name, span))
                }
                other => other,
            };
        }
        for argument in &mut literal.arguments {
            self.argument(argument);
        }
        if let Some(annotations) = &mut literal.annotations {
            self.list(annotations);
        }
    }

    pub(crate) fn variable(&self, variable: &mut Variable, outer: bool) {
        let own = variable.namespace.take();
        variable.namespace = self.namespace(own, variable.span, outer);
        if let Some(annotations) = &mut variable.annotations {
            self.list(annotations);
        }
    }

    fn list(&self, list: &mut List) {
        for element in &mut list.elements {
            self.argument(element);
        }
    }

    pub(crate) fn argument(&self, argument: &mut Expr) {
        match argument {
            Expr::Literal(it) if it.is_atom() && &*it.functor == "this_ns" => {
                it.functor = self.this.clone().unwrap_or_else(|| "default".into());
            }
            _ => self.expr(argument, false),
        }
    }

    fn namespace(&self, own: Option<Namespace>, span: Span, outer: bool) -> Option<Namespace> {
        match own {
            None if outer => self.written(&self.this, span),
            None | Some(Namespace::Default(_)) => None,
            Some(Namespace::This(span)) => self.written(&self.this, span),
            Some(Namespace::Variable(mut variable)) => {
                variable.namespace = None;
                Some(Namespace::Variable(variable))
            }
            Some(named) => Some(named),
        }
    }

    fn written(&self, name: &Name, span: Span) -> Option<Namespace> {
        name.clone().map(|name| Namespace::Named(name, span))
    }
}

/// Names that are the same in all namespaces.
fn is_keyword(literal: &Literal) -> bool {
    match literal.arguments.len() {
        0 => matches!(
            &*literal.functor,
            "atomic"
                | "breakpoint"
                | "all_unifs"
                | "default"
                | "this_ns"
                | "self"
                | "percept"
                | "tell"
                | "untell"
                | "achieve"
                | "unachieve"
                | "askOne"
                | "askAll"
                | "askHow"
                | "tellHow"
                | "untellHow"
        ),
        1 => &*literal.functor == "source",
        _ => false,
    }
}
