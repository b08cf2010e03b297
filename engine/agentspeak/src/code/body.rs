//! Bodies: steps one behind the other; `if`, `for` and `while` are jumps. What ends a step is an operation.

use super::op::{Change, Error, Op};
use super::program::Kind;
use super::scope::{Compiler, open};
use super::terms::{functor, plain};
use super::unsupported::{Construct, Result, unsupported};
use crate::syntax::tree::{Body, Expr, Literal, Step, StepKind, Update};
use crate::word::{Functor, Word};

/// The plan around a body.
pub(super) struct Around {
    pub(super) kind: Kind,
    pub(super) functor: Functor,
    /// Guards of steps, by why these fail.
    pub(super) guards: Vec<(usize, Error)>,
}

impl Compiler<'_> {
    /// The steps of a body. If it is `last`, the plan has nothing more to do behind it.
    pub(super) fn body(&mut self, body: &Body, last: bool, around: &mut Around) -> Result<()> {
        let steps = flat(body);
        if steps.is_empty() && last {
            self.emit(Op::End);
        }
        for (place, step) in steps.iter().enumerate() {
            let temporary = self.next;
            self.step(step, last && place + 1 == steps.len(), around)?;
            self.next = temporary;
        }
        Ok(())
    }

    pub(super) fn ends(&mut self, last: bool) {
        self.emit(if last { Op::End } else { Op::Step });
    }

    fn guard(&mut self, error: Error, around: &mut Around) {
        let at = self.emit(Op::Guard { undoes: false, to: 0 });
        around.guards.push((at, error));
        self.wants_floor = true;
    }

    fn step(&mut self, step: &Step, last: bool, around: &mut Around) -> Result<()> {
        match &step.kind {
            StepKind::Achieve(Expr::Literal(it)) if it.is_dotted() => unsupported(Construct::VariablesAsSteps, it.span),
            StepKind::Achieve(Expr::Literal(it)) => {
                let functor = functor(it)?;
                let (n, at) = self.arguments(&it.arguments)?;
                let procedure = self.program.procedure(Kind::Achieve, functor);
                let is_same = around.kind == Kind::Achieve && around.functor == functor;
                self.emit(Op::Achieve { n, last: last && is_same, procedure, at });
                if last {
                    self.emit(Op::End);
                }
                Ok(())
            }
            StepKind::AchieveNew(Expr::Literal(it)) => {
                let functor = functor(it)?;
                let (n, at) = self.arguments(&it.arguments)?;
                let procedure = self.program.procedure(Kind::Achieve, functor);
                self.emit(Op::AchieveNew { n, procedure, at });
                self.ends(last);
                Ok(())
            }
            StepKind::Test(formula) => self.test(formula, last, around),
            StepKind::Update(update, Expr::Literal(it)) => self.update(*update, it, last),
            StepKind::InternalAction(it) => self.internal(it, last, around),
            StepKind::Constraint(formula) => {
                self.guard(Error::Constraint, around);
                self.formula(formula)?;
                self.ends(last);
                Ok(())
            }
            StepKind::If { branches, otherwise } => self.branches(branches, otherwise.as_ref(), last, around),
            StepKind::While(branch) => self.repeated(branch, last, around),
            StepKind::For(branch) => self.each(branch, last, around),
            StepKind::Block(_) => Ok(()),
            StepKind::Fork(..) => unsupported(Construct::Forks, step.span),
            StepKind::Action(_) => unsupported(Construct::ExternalActions, step.span),
            StepKind::Formula(_) => unsupported(Construct::FormulasAsSteps, step.span),
            StepKind::Update(_, Expr::Plan(_) | Expr::Rule(_)) => unsupported(Construct::UpdatesOfCode, step.span),
            StepKind::Achieve(_) | StepKind::AchieveNew(_) | StepKind::Update(..) | StepKind::Variable(_) => {
                unsupported(Construct::VariablesAsSteps, step.span)
            }
        }
    }

    /// Arguments of a goal. A variable that is there twice is one for the plan, too.
    fn arguments(&mut self, all: &[Expr]) -> Result<(u8, u32)> {
        let words = self.operands(all)?;
        for (place, word) in words.iter().enumerate() {
            if let Some(register) = word.as_register()
                && words[..place].contains(word)
            {
                self.emit(Op::Cell { r: register as u16 });
            }
        }
        let at = self.pooled(&words);
        Ok((words.len() as u8, at))
    }

    fn test(&mut self, formula: &Expr, last: bool, around: &mut Around) -> Result<()> {
        let goal = match formula {
            Expr::Literal(it) if !it.is_dotted() && !it.is_true() && !it.is_false() => Some(it),
            _ => None,
        };
        let Some(goal) = goal else {
            self.guard(Error::Test, around);
            self.formula(formula)?;
            self.ends(last);
            return Ok(());
        };
        plain(goal)?;
        let functor = super::terms::bare_functor(goal);
        let guard = self.emit(Op::Guard { undoes: false, to: 0 });
        self.wants_floor = true;
        self.formula(formula)?;
        self.ends(last);
        let done = if last { None } else { Some(self.emit(Op::Jump { to: 0 })) };
        self.lead_here(guard);
        if self.program.procedure_of.contains_key(&(Kind::Test, functor)) {
            if goal.annotations.is_some() {
                return unsupported(Construct::Annotations, goal.span);
            }
            let (n, at) = self.arguments(&goal.arguments)?;
            let procedure = self.program.procedure(Kind::Test, functor);
            self.emit(Op::TestGoal { n, procedure, at });
            if last {
                self.emit(Op::End);
            }
        } else {
            self.emit(Op::Broken { error: Error::Test });
        }
        if let Some(done) = done {
            self.lead_here(done);
        }
        Ok(())
    }

    fn update(&mut self, update: Update, it: &Literal, last: bool) -> Result<()> {
        if it.is_dotted() {
            return unsupported(Construct::VariablesAsSteps, it.span);
        }
        let (change, own) = match update {
            Update::Add | Update::AddBegin => (Change::Add, false),
            Update::AddEnd => (Change::AddEnd, false),
            Update::AddNew => (Change::Add, true),
            Update::Delete => (Change::Delete, false),
            Update::DeleteNew => (Change::Delete, true),
            Update::Replace => (Change::Replace, false),
        };
        let functor = functor(it)?;
        let words = self.operands(&it.arguments)?;
        let table = self.program.table(functor);
        let at = self.pooled(&words);
        self.emit(Op::Change { change, n: words.len() as u8, own, table, at });
        self.ends(last);
        Ok(())
    }

    fn internal(&mut self, it: &Literal, last: bool, around: &mut Around) -> Result<()> {
        plain(it)?;
        if it.annotations.is_some() {
            return unsupported(Construct::Annotations, it.span);
        }
        match (&*it.functor, &it.arguments[..]) {
            (".wait", [time @ (Expr::Number(_) | Expr::Variable(_) | Expr::Binary(_))]) => {
                if matches!(time, Expr::Binary(it) if !it.op.is_arithmetic()) {
                    return unsupported(Construct::InternalActions, it.span);
                }
                let r = self.register(time)?;
                self.emit(Op::Wait { r });
                if last {
                    self.emit(Op::End);
                }
                return Ok(());
            }
            (".stopMAS", arguments) if arguments.len() <= 2 => {
                let mut words = self.operands(arguments)?;
                words.resize(2, Word::number(0.0));
                let at = self.pooled(&words);
                self.emit(Op::Stop { at });
            }
            (".send", [to, Expr::Literal(performative), Expr::Literal(content)]) if performative.is_atom() => {
                let number = match &*performative.functor {
                    "achieve" => 0,
                    "tell" => 1,
                    "untell" => 2,
                    "signal" => 3,
                    _ => return unsupported(Construct::InternalActions, it.span),
                };
                if content.is_dotted() {
                    return unsupported(Construct::InternalActions, it.span);
                }
                let functor = functor(content)?;
                let to = self.operand(to)?;
                let mut words = vec![to];
                words.extend(self.operands(&content.arguments)?);
                let at = self.pooled(&words);
                let n = content.arguments.len() as u8;
                self.emit(Op::Send { n, performative: number, functor: functor.number(), at });
            }
            _ => {
                self.guard(Error::Action, around);
                self.formula(&Expr::Literal(Box::new(it.clone())))?;
            }
        }
        self.ends(last);
        Ok(())
    }

    /// What steps fail to.
    pub(super) fn broken(&mut self, around: &Around) {
        for error in [Error::Constraint, Error::Test, Error::Action] {
            let here = self.here();
            let mut any = false;
            for (at, _) in around.guards.iter().filter(|(_, why)| *why == error) {
                self.program.ops[*at] = Op::Guard { undoes: false, to: here };
                any = true;
            }
            if any {
                self.emit(Op::Broken { error });
            }
        }
    }
}

/// The steps of a body, those of blocks among them.
pub(super) fn flat(body: &Body) -> Vec<&Step> {
    let mut steps = Vec::new();
    for step in &body.steps {
        match &step.kind {
            StepKind::Block(inner) => steps.extend(flat(inner)),
            _ => steps.push(step),
        }
    }
    steps
}

/// Registers without values, as a plan begins with them.
pub(super) fn opened(names: &[Box<str>]) -> Vec<Word> {
    names.iter().map(|name| open(name)).collect()
}
