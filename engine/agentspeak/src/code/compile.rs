//! A program's tree to code: one procedure a trigger, one code a rule.

use super::body::{Around, opened};
use super::formula::names_in;
use super::op::Op;
use super::program::{Belief, Constant, Kind, NONE, Program, Rule, Switch};
use super::scope::Compiler;
use super::switch::switched;
use super::terms::{bare_functor, constant, functor, plain};
use super::unsupported::{Construct, Result, unsupported};
use crate::syntax::expand::Loaded;
use crate::syntax::tree::{Expr, Item, List, Literal, Plan, Trigger, TriggerKind, TriggerOp};
use crate::word::Functor;

/// From so many plans on there is a switch.
const SWITCHED: usize = 4;

impl Program {
    /// Of what a loader has read.
    ///
    /// # Errors
    /// The first construct that is not translated yet.
    pub fn of_loaded(loaded: &Loaded) -> Result<Self> {
        if !loaded.functions.is_empty() {
            return unsupported(Construct::OwnFunctions, crate::syntax::source::Span::NONE);
        }
        let mut program = Self::default();
        let mut plans: Vec<(u32, Vec<&Plan>)> = Vec::new();
        for item in &loaded.program.items {
            let Item::Plan(plan) = item else { continue };
            let (kind, functor) = trigger(plan)?;
            let procedure = program.procedure(kind, functor);
            match kind {
                Kind::Added | Kind::Deleted => {
                    program.table(functor);
                }
                // A goal that has plans for its failure only fails, too.
                Kind::AchieveFails => {
                    program.procedure(Kind::Achieve, functor);
                }
                _ => {}
            }
            match plans.iter_mut().find(|(known, _)| *known == procedure) {
                Some((_, all)) => all.push(plan),
                None => plans.push((procedure, vec![plan])),
            }
        }
        for item in &loaded.program.items {
            match item {
                Item::Belief(literal) => program.belief(literal)?,
                Item::Rule(rule) => program.rule(&rule.head, Some(&rule.body))?,
                Item::Goal(literal) => program.goal(literal)?,
                Item::Plan(_) => {}
                Item::Directive(it) => return unsupported(Construct::UpdatesOfCode, it.span),
            }
        }
        for (procedure, plans) in plans {
            program.plans(procedure, &plans)?;
        }
        program.link();
        Ok(program)
    }

    fn belief(&mut self, literal: &Literal) -> Result<()> {
        let functor = functor(literal)?;
        let arguments: Option<Vec<Constant>> = literal.arguments.iter().map(constant).collect::<Result<_>>()?;
        match arguments {
            Some(arguments) => {
                let table = self.table(functor);
                self.beliefs.push(Belief::Fact(table, arguments));
                Ok(())
            }
            // What holds for everything is a rule.
            None => self.rule(literal, None),
        }
    }

    fn goal(&mut self, literal: &Literal) -> Result<()> {
        let functor = functor(literal)?;
        let argument = |expr: &Expr| match (expr, constant(expr)?) {
            (_, Some(constant)) => Ok(constant),
            (Expr::Variable(it), None) if it.annotations.is_none() && it.namespace.is_none() => {
                Ok(Constant::Plain(super::scope::open(&it.name)))
            }
            _ => unsupported(Construct::VariablesAsSteps, expr.span()),
        };
        let arguments: Vec<Constant> = literal.arguments.iter().map(argument).collect::<Result<_>>()?;
        let procedure = self.procedure(Kind::Achieve, functor);
        self.goals.push((procedure, arguments));
        Ok(())
    }

    fn rule(&mut self, head: &Literal, body: Option<&Expr>) -> Result<()> {
        let functor = functor(head)?;
        let table = self.table(functor);
        let entry = self.ops.len() as u32;
        let mut compiler = Compiler::new(self, head.arguments.len());
        compiler.head(&head.arguments)?;
        if let Some(body) = body {
            compiler.formula(body)?;
        }
        compiler.emit(Op::Proceed);
        let registers = compiler.most;
        self.beliefs.push(Belief::Rule(table, self.rules.len() as u32));
        self.rules.push(Rule { entry, registers });
        Ok(())
    }

    fn plans(&mut self, procedure: u32, plans: &[&Plan]) -> Result<()> {
        let (kind, functor) = {
            let it = &self.procedures[procedure as usize];
            (it.kind, it.functor)
        };
        let entry = self.ops.len() as u32;
        let switch = plans.len() >= SWITCHED && functor.arity() > 0;
        if switch {
            let table = self.switches.len() as u32;
            self.switches.push(Switch::default());
            self.ops.push(Op::Switch { table });
        }
        let mut entries = Vec::with_capacity(plans.len());
        for plan in plans {
            entries.push(self.ops.len() as u32);
            let registers = self.plan(kind, functor, plan)?;
            let it = &mut self.procedures[procedure as usize];
            it.registers = it.registers.max(registers);
        }
        let no_plan = self.ops.len() as u32;
        self.ops.push(Op::NoPlan);
        if switch && let Some(last) = self.switches.last_mut() {
            *last = switched(plans, &entries, no_plan);
        }
        self.procedures[procedure as usize].entry = entry;
        Ok(())
    }

    fn plan(&mut self, kind: Kind, functor: Functor, plan: &Plan) -> Result<u16> {
        refuse(plan)?;
        let Expr::Literal(head) = &plan.trigger.subject else {
            return unsupported(Construct::VariablesAsTriggers, plan.span);
        };
        let number = self.ops.len() as u32;
        let mut compiler = Compiler::new(self, head.arguments.len());
        let guard = compiler.emit(Op::Guard { undoes: true, to: 0 });
        compiler.head(&head.arguments)?;
        if let Some(list) = &head.annotations {
            compiler.annotations(list)?;
        }
        if let Some(context) = &plan.context {
            compiler.formula(context)?;
        }
        let names: Vec<Box<str>> = names_in(&Expr::Body(Box::new(plan.body.clone())))
            .into_iter()
            .filter(|it| compiler.is_unknown(it))
            .collect();
        let first = compiler.registers(names.len());
        let at = compiler.pooled(&opened(&names));
        compiler.emit(Op::Commit { first, count: names.len() as u16, at, plan: number });
        for (place, name) in names.iter().enumerate() {
            compiler.set(name, first + place as u16);
        }
        compiler.is_fresh = false;
        let mut around = Around { kind, functor, guards: Vec::new() };
        compiler.body(&plan.body, true, &mut around)?;
        compiler.broken(&around);
        compiler.lead_here(guard);
        Ok(compiler.most)
    }

    /// What needs all procedures.
    fn link(&mut self) {
        for number in 0..self.procedures.len() {
            let Self { procedures, procedure_of, .. } = self;
            let it = &procedures[number];
            let failure = procedure_of.get(&(it.kind.failure(), it.functor)).copied();
            let failure = failure.filter(|failure| procedures[*failure as usize].entry != NONE);
            procedures[number].on_failure = failure.unwrap_or(NONE);
        }
        for number in 0..self.predicates.len() {
            let functor = self.predicates[number].functor;
            self.predicates[number].added = self.planned(Kind::Added, functor).unwrap_or(NONE);
            self.predicates[number].deleted = self.planned(Kind::Deleted, functor).unwrap_or(NONE);
        }
        let by_functor = |all: &mut Vec<u32>, functor: Functor, number: u32| {
            let place = functor.number() as usize;
            if all.len() <= place {
                all.resize(place + 1, NONE);
            }
            all[place] = number;
        };
        for ((kind, functor), number) in &self.procedure_of {
            if *kind == Kind::Achieve {
                by_functor(&mut self.achieves, *functor, *number);
            }
        }
        for (functor, number) in &self.table_of {
            by_functor(&mut self.tables, *functor, *number);
        }
    }
}

impl Compiler<'_> {
    /// The arguments of a head, which are in the first registers.
    fn head(&mut self, arguments: &[Expr]) -> Result<()> {
        for (register, argument) in arguments.iter().enumerate() {
            self.matches(register as u16, argument)?;
        }
        Ok(())
    }

    /// Annotations of a trigger: those with one argument.
    fn annotations(&mut self, list: &List) -> Result<()> {
        for item in &list.elements {
            let Expr::Literal(it) = item else { return unsupported(Construct::Annotations, list.span) };
            plain(it)?;
            let ([argument], None, true) = (&it.arguments[..], &it.annotations, list.tail.is_none()) else {
                return unsupported(Construct::Annotations, list.span);
            };
            if !["source", "error"].contains(&&*it.functor) {
                return unsupported(Construct::Annotations, list.span);
            }
            let to = self.fresh();
            self.emit(Op::Annotation { to, functor: bare_functor(it).number() });
            self.matches(to, argument)?;
        }
        Ok(())
    }
}

/// Refuses what a plan may have that is not translated.
fn refuse(plan: &Plan) -> Result<()> {
    let list = plan.label.as_ref().and_then(|label| label.annotations.as_ref());
    let is_atomic = |it: &Expr| matches!(it, Expr::Literal(it) if &*it.functor == "atomic");
    if list.is_some_and(|list| list.elements.iter().any(is_atomic)) {
        return unsupported(Construct::AtomicPlans, plan.span);
    }
    if plan.goal_condition.is_some() {
        return unsupported(Construct::GoalConditions, plan.span);
    }
    if !plan.subplans.is_empty() {
        return unsupported(Construct::SubPlans, plan.span);
    }
    Ok(())
}

fn trigger(plan: &Plan) -> Result<(Kind, Functor)> {
    let Trigger { op, kind, subject, span } = &plan.trigger;
    let Expr::Literal(head) = subject else { return unsupported(Construct::VariablesAsTriggers, *span) };
    plain(head)?;
    if &*head.functor == "kqml_received" {
        return unsupported(Construct::OwnMessages, *span);
    }
    if head.functor.starts_with("jag_") {
        return unsupported(Construct::SystemEvents, *span);
    }
    let kind = match (op, kind) {
        (TriggerOp::Add, TriggerKind::Achieve) => Kind::Achieve,
        (TriggerOp::Delete, TriggerKind::Achieve) => Kind::AchieveFails,
        (TriggerOp::Add, TriggerKind::Test) => Kind::Test,
        (TriggerOp::Delete, TriggerKind::Test) => Kind::TestFails,
        (TriggerOp::Add, TriggerKind::Belief) => Kind::Added,
        (TriggerOp::Delete, TriggerKind::Belief) => Kind::Deleted,
        (TriggerOp::GoalState, _) => return unsupported(Construct::GoalStates, *span),
    };
    Ok((kind, bare_functor(head)))
}
