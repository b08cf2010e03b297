//! Formulas: contexts, rules' bodies, conditions of bodies.

use super::op::{Action, Gathering, Op, Relation};
use super::scope::{Compiler, State, open};
use super::terms::{atomic, bare_functor, is_anonymous, is_pattern, plain, variable};
use super::unsupported::{Construct, Result, unsupported};
use crate::syntax::tree::{BinaryExpr, BinaryOp, Expr, List, Literal, UnaryOp};
use crate::syntax::walk::{self, Visitor};
use crate::term::Atom;
use crate::word::Word;

/// The names of the variables in a formula, in the order of the text.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<Box<str>>);

impl Visitor for Names {
    fn variable(&mut self, it: &crate::syntax::tree::Variable) {
        if !is_anonymous(it) && !self.0.contains(&it.name) {
            self.0.push(it.name.clone());
        }
    }
}

pub(super) fn names_in(expr: &Expr) -> Vec<Box<str>> {
    let mut names = Names::default();
    walk::expr(expr, &mut names);
    names.0
}

impl Compiler<'_> {
    /// The formula holds, or what the operations fail to comes next.
    pub(super) fn formula(&mut self, expr: &Expr) -> Result<()> {
        match expr {
            Expr::Literal(it) if it.is_atom() && it.is_true() => Ok(()),
            Expr::Literal(it) if it.is_atom() && it.is_false() => {
                self.emit(Op::Fail);
                Ok(())
            }
            Expr::Literal(it) if it.is_dotted() => self.action(it),
            Expr::Literal(it) => self.query(it),
            Expr::Unary(it) if it.op == UnaryOp::Not => self.negation(&it.operand),
            Expr::Binary(it) if it.op == BinaryOp::And => {
                self.formula(&it.left)?;
                self.formula(&it.right)
            }
            Expr::Binary(it) if it.op == BinaryOp::Or => self.alternatives(it),
            Expr::Binary(it) if it.op == BinaryOp::Unify => self.unification(&it.left, &it.right),
            Expr::Binary(it) => self.relation(it),
            Expr::Variable(it) => unsupported(Construct::VariablesAsSteps, it.span),
            other => unsupported(Construct::FormulasAsSteps, other.span()),
        }
    }

    /// A formula after whose failure the plan goes on: what it has bound is seen then.
    pub(super) fn condition(&mut self, expr: &Expr) -> Result<()> {
        let may_leave = std::mem::replace(&mut self.may_leave, false);
        self.formula(expr)?;
        self.may_leave = may_leave;
        Ok(())
    }

    /// Variables that only part of the formula may give values are open before it.
    fn clear_unset(&mut self, expr: &Expr) {
        for name in names_in(expr) {
            self.value_of(&name);
        }
    }

    fn negation(&mut self, inner: &Expr) -> Result<()> {
        self.clear_unset(inner);
        let height = self.fresh();
        let wants_floor = std::mem::replace(&mut self.wants_floor, true);
        let not = self.emit(Op::Not { height, to: 0 });
        self.condition(inner)?;
        self.emit(Op::CutFail { height });
        self.lead_here(not);
        self.wants_floor = wants_floor;
        Ok(())
    }

    fn alternatives(&mut self, it: &BinaryExpr) -> Result<()> {
        self.clear_unset(&it.left);
        self.clear_unset(&it.right);
        self.floor();
        let or = self.emit(Op::Or { to: 0 });
        self.formula(&it.left)?;
        let done = self.emit(Op::Jump { to: 0 });
        self.lead_here(or);
        self.formula(&it.right)?;
        self.lead_here(done);
        Ok(())
    }

    fn unification(&mut self, left: &Expr, right: &Expr) -> Result<()> {
        // A variable that stands for nothing yet becomes the other side.
        if let Expr::Variable(it) = left
            && !is_anonymous(it)
            && !self.is_set(variable(it)?)
            && !names_in(right).contains(&it.name)
        {
            let register = self.variable(&it.name).register;
            self.into(register, right)?;
            self.set(&it.name, register);
            return Ok(());
        }
        if matches!(right, Expr::Variable(_)) && !matches!(left, Expr::Variable(_)) {
            return self.unification(right, left);
        }
        if let Expr::Variable(it) = left
            && !is_anonymous(it)
            && let Some(word) = atomic(right)?
        {
            let r = self.value_of(&it.name);
            let word = self.program.word(word);
            self.emit(Op::Constant { r, word });
            return Ok(());
        }
        let is_taken_apart = matches!(left, Expr::Variable(_)) && !matches!(right, Expr::Variable(_));
        if is_taken_apart && self.may_leave && is_pattern(right) {
            let r = self.register(left)?;
            return self.matches(r, right);
        }
        let (r, s) = (self.register(left)?, self.register(right)?);
        self.emit(Op::Same { r, s });
        Ok(())
    }

    fn relation(&mut self, it: &BinaryExpr) -> Result<()> {
        let Some(relation) = Relation::of(it.op.symbol()) else {
            let construct = if it.op == BinaryOp::Univ { Construct::Univ } else { Construct::FormulasAsSteps };
            return unsupported(construct, it.span);
        };
        let a = self.register(&it.left)?;
        if let Some(number) = atomic(&it.right)?.and_then(Word::as_number) {
            self.emit(Op::CompareNumber { relation, a, number });
        } else {
            let b = self.register(&it.right)?;
            self.emit(Op::Compare { relation, a, b });
        }
        Ok(())
    }

    /// What has been bound before the first query stays where a condition fails.
    pub(super) fn floor(&mut self) {
        if std::mem::take(&mut self.wants_floor) {
            self.emit(Op::Floor);
        }
    }

    fn query(&mut self, it: &Literal) -> Result<()> {
        plain(it)?;
        let functor = bare_functor(it);
        let table = self.program.table(functor);
        let words = self.pattern(&it.arguments)?;
        let source = match &it.annotations {
            None => Word::OPEN,
            Some(list) => self.source_pattern(list)?,
        };
        self.floor();
        let all: Vec<Word> = std::iter::once(source).chain(words).collect();
        let at = self.pooled(&all);
        self.emit(Op::Query { n: all.len() as u8 - 1, table, at });
        Ok(())
    }

    /// What a literal's annotations ask of its source.
    pub(super) fn source_pattern(&mut self, list: &List) -> Result<Word> {
        let [Expr::Literal(source)] = &list.elements[..] else { return unsupported(Construct::Annotations, list.span) };
        if list.tail.is_some() || &*source.functor != "source" || source.arguments.len() != 1 {
            return unsupported(Construct::Annotations, list.span);
        }
        Ok(self.pattern(&source.arguments)?.remove(0))
    }

    /// An internal action in a formula.
    fn action(&mut self, it: &Literal) -> Result<()> {
        plain(it)?;
        if it.annotations.is_some() {
            return unsupported(Construct::Annotations, it.span);
        }
        if &*it.functor == ".member" && it.arguments.len() == 2 {
            return self.member(it);
        }
        if let Some(how) = Gathering::of(&it.functor) {
            return self.gathering(how, it);
        }
        let Some(action) = Action::of(&it.functor) else { return unsupported(Construct::InternalActions, it.span) };
        if !action.takes(it.arguments.len()) {
            return unsupported(Construct::InternalActions, it.span);
        }
        if action == Action::Range {
            // A list, and its elements one after the other.
            let words = self.operands(&it.arguments)?;
            let list = Word::register(u32::from(self.fresh()));
            let at = self.pooled(&[list, words[1], words[2]]);
            let Some(to) = list.as_register() else { return Ok(()) };
            self.emit(Op::Clear { r: to as u16, name: open("_").low() });
            self.emit(Op::Act { action, n: 3, at });
            self.floor();
            let at = self.pooled(&[words[0], list]);
            self.emit(Op::Member { at });
            return Ok(());
        }
        let words = match action {
            Action::Print | Action::PrintLine => self.printed(&it.arguments)?,
            _ => self.operands(&it.arguments)?,
        };
        let at = self.pooled(&words);
        self.emit(Op::Act { action, n: words.len() as u8, at });
        Ok(())
    }

    /// A variable is printed by its own name.
    fn printed(&mut self, all: &[Expr]) -> Result<Vec<Word>> {
        let mut words = Vec::with_capacity(2 * all.len());
        for expr in all {
            let name = if let Expr::Variable(it) = expr { &*it.name } else { "_" };
            words.push(self.operand(expr)?);
            words.push(Word::atom(Atom::new(name)));
        }
        Ok(words)
    }

    fn member(&mut self, it: &Literal) -> Result<()> {
        let words = self.operands(&it.arguments)?;
        self.floor();
        let at = self.pooled(&words);
        self.emit(Op::Member { at });
        Ok(())
    }

    fn gathering(&mut self, how: Gathering, it: &Literal) -> Result<()> {
        let (template, formula, result) = match (&it.arguments[..], how) {
            ([formula, result], Gathering::Count) => (None, formula, result),
            ([template, formula, result], Gathering::List | Gathering::Set) => (Some(template), formula, result),
            _ => return unsupported(Construct::InternalActions, it.span),
        };
        self.clear_unset(formula);
        let to = self.gathered(how, formula, |it| match template {
            Some(template) => {
                it.clear_unset(template);
                it.register(template)
            }
            None => {
                let to = it.fresh();
                let word = it.program.word(Word::NIL);
                it.emit(Op::Load { to, word });
                Ok(to)
            }
        })?;
        self.matches(to, result)
    }

    /// How many solutions a formula has.
    pub(super) fn counted(&mut self, to: u16, formula: &Expr) -> Result<()> {
        self.clear_unset(formula);
        let s = self.gathered(Gathering::Count, formula, |it| {
            let to = it.fresh();
            let word = it.program.word(Word::NIL);
            it.emit(Op::Load { to, word });
            Ok(to)
        })?;
        self.emit(Op::Move { to, s });
        Ok(())
    }

    /// Collects values of all solutions of a formula. The register of the result comes back.
    pub(super) fn gathered(
        &mut self,
        how: Gathering,
        formula: &Expr,
        value: impl FnOnce(&mut Self) -> Result<u16>,
    ) -> Result<u16> {
        let height = self.fresh();
        let to = self.fresh();
        let wants_floor = std::mem::replace(&mut self.wants_floor, true);
        let gather = self.emit(Op::Gather { height, to: 0 });
        self.condition(formula)?;
        // What is built for the value of a solution is open again for the next.
        self.floor();
        let r = value(self)?;
        self.emit(Op::Keep { r });
        self.lead_here(gather);
        self.wants_floor = wants_floor;
        self.emit(Op::Gathered { height, to, how });
        Ok(to)
    }

    /// Is nothing known of the variable yet?
    pub(super) fn is_unknown(&self, name: &str) -> bool {
        self.variables.get(name).is_none_or(|known| known.state == State::Unset)
    }
}
