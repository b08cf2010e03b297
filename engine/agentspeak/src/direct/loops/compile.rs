//! Makes code of plans.

use super::super::activation::Place;
use super::super::formula::{Argument, Formula, Goal};
use super::super::library::Candidate;
use super::super::plan::{DirectPlan, Source};
use super::super::steps::{DEPTH, Passed, Step};
use super::super::value::{Pattern, Value};
use super::code::{At, Code, Label, NEXT, Op, Shape, Slot};
use super::hands::{MOST, WIDTH};
use crate::term::{Arithmetic, Atom, Functor, Relation, Term, Word};

/// The code of these candidates for one kind of goal, if there is a loop among them.
pub(in super::super) fn compile(candidates: &mut [Candidate], open: u64) -> Option<Code> {
    let Some(Candidate::Direct(first)) = candidates.first() else { return None };
    let count = first.arguments.len();
    let mut compiler = Compiler::new(count, open);
    for (number, candidate) in candidates.iter().enumerate() {
        let start = compiler.ops.len();
        let chosen = match candidate {
            Candidate::Direct(plan) => compiler.plan(number, plan),
            Candidate::Interpreted => None,
        };
        if chosen.is_none() {
            // Whether it is applicable is seen elsewhere, and nobody behind it has a turn before.
            compiler.truncate(start);
            break;
        }
    }
    compiler.push(Op::Nobody);
    let Compiler { ops, steps, plans, beliefs, constants, parts, .. } = compiler;
    if !plans.iter().any(|plan| plan.is_loop) {
        return None;
    }
    for (number, (candidate, shape)) in (0..).zip(candidates.iter_mut().zip(&plans)) {
        if let Candidate::Direct(plan) = candidate {
            (plan.number, plan.is_loop) = (number, shape.is_loop);
        }
    }
    let (ops, steps, plans) = (ops.into(), steps.into(), plans.into());
    let (beliefs, constants, parts) = (beliefs.into(), constants.into(), parts.into());
    Some(Code { ops, steps, plans, beliefs, constants, parts, count, open })
}

struct Compiler {
    ops: Vec<Op>,
    steps: Vec<Option<At>>,
    plans: Vec<Shape>,
    beliefs: Vec<Functor>,
    constants: Vec<Term>,
    parts: Vec<Box<[Slot]>>,
    count: usize,
    open: u64,
    // Of the plan at hand:
    /// Where its variables are.
    variables: Vec<Slot>,
    /// The next place that is free.
    free: Slot,
    /// The step at hand.
    at: Option<At>,
    /// Tests of steps, with what becomes of those that fail.
    leaving: Vec<(Vec<usize>, At)>,
    starts: Vec<Box<[u32]>>,
    is_loop: bool,
    /// Is every step outside of blocks one for here?
    is_whole: bool,
}

impl Compiler {
    fn new(count: usize, open: u64) -> Self {
        Self {
            ops: Vec::new(),
            steps: Vec::new(),
            plans: Vec::new(),
            beliefs: Vec::new(),
            constants: Vec::new(),
            parts: Vec::new(),
            count,
            open,
            variables: Vec::new(),
            free: 0,
            at: None,
            leaving: Vec::new(),
            starts: Vec::new(),
            is_loop: false,
            is_whole: true,
        }
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.steps.push(self.at);
    }

    fn truncate(&mut self, length: usize) {
        self.ops.truncate(length);
        self.steps.truncate(length);
        self.at = None;
    }

    fn here(&self) -> Label {
        self.ops.len() as Label
    }

    /// Has these tests go on here where they fail.
    fn land(&mut self, tests: &[usize]) {
        let here = self.here();
        for test in tests {
            match &mut self.ops[*test] {
                Op::Is(.., otherwise)
                | Op::Same(.., otherwise)
                | Op::Compare(.., otherwise)
                | Op::CompareNumber(.., otherwise)
                | Op::Believe(_, otherwise)
                | Op::Jump(otherwise) => *otherwise = here,
                _ => {}
            }
        }
    }

    fn test(&mut self, op: Op, fails: &mut Vec<usize>) {
        fails.push(self.ops.len());
        self.push(op);
    }

    /// A place that is free until the step is over.
    fn fresh(&mut self, count: usize) -> Option<Slot> {
        let first = self.free;
        self.free = u8::try_from(usize::from(first) + count).ok().filter(|free| *free <= NEXT)?;
        Some(first)
    }

    fn plan(&mut self, number: usize, plan: &DirectPlan) -> Option<()> {
        if plan.arguments.len() != self.count || plan.open != self.open {
            return None;
        }
        let open = self.open;
        let is_closed = |place: usize| open >> place & 1 == 0;
        // A variable that stands for a whole argument is that argument.
        self.free = u8::try_from(self.count).ok()?;
        let mut variables = vec![None; plan.variables];
        for (place, pattern) in plan.arguments.iter().enumerate() {
            if let (Pattern::Bind(var), true) = (pattern, is_closed(place)) {
                variables[var.slot() as usize].get_or_insert(place as Slot);
            }
        }
        let places = variables.into_iter().map(|place| place.or_else(|| self.fresh(1)));
        self.variables = places.collect::<Option<Vec<_>>>()?;
        let lasting = self.free;
        self.at = None;
        let mut fails = Vec::new();
        for (place, pattern) in plan.arguments.iter().enumerate().filter(|(place, _)| is_closed(*place)) {
            self.fits(pattern, place as Slot, &mut fails)?;
        }
        match plan.source {
            Source::Any => {}
            Source::Is(Atom::SELF) => {}
            Source::Is(_) => self.test(Op::Jump(0), &mut fails),
            Source::Bind(slot) => self.push(Op::Set(self.variables[slot as usize], Word::atom(Atom::SELF))),
        }
        self.tests(&plan.context, &mut fails)?;
        (self.is_loop, self.is_whole, self.starts) = (false, true, vec![[].into(); plan.blocks.len()]);
        self.block(number as u16, plan, 0, Place { depth: 1, levels: [(0, 0); DEPTH] }, lasting);
        for (tests, at) in std::mem::take(&mut self.leaving) {
            self.land(&tests);
            self.at = Some(at);
            self.push(Op::Leave);
        }
        self.at = None;
        self.land(&fails);
        let (variables, starts) = (std::mem::take(&mut self.variables).into(), std::mem::take(&mut self.starts).into());
        self.plans.push(Shape { variables, starts, is_loop: self.is_loop && self.is_whole });
        Some(())
    }

    /// The steps of a block, the way to which is the place but for the step.
    fn block(&mut self, number: u16, plan: &DirectPlan, block: usize, way: Place, lasting: Slot) {
        let depth = way.depth as usize;
        let mut starts = Vec::new();
        for (place, step) in plan.blocks[block].steps.iter().enumerate() {
            let mut at = At { plan: number, place: way };
            at.place.levels[depth - 1] = (block as u16, place as u16);
            (self.at, self.free) = (Some(at), lasting);
            let start = self.ops.len();
            starts.push(start as u32);
            let is_end = depth == 1 && place + 1 == plan.blocks[block].steps.len();
            let leaving = self.leaving.len();
            if self.step(step, plan, at, is_end, lasting).is_none() {
                self.truncate(start);
                self.leaving.truncate(leaving);
                self.at = Some(at);
                self.push(Op::Leave);
                self.is_whole &= depth > 1;
            }
        }
        self.starts[block] = starts.into();
        if depth == 1 {
            let mut at = At { plan: number, place: way };
            at.place.levels[0] = (block as u16, plan.blocks[block].steps.len() as u16);
            self.at = Some(at);
            // What has finished gives its answers elsewhere.
            self.push(Op::Leave);
        }
    }

    fn step(&mut self, step: &Step, plan: &DirectPlan, at: At, is_end: bool, lasting: Slot) -> Option<()> {
        match step {
            Step::Ask(formula) => {
                let mut fails = Vec::new();
                self.tests(formula, &mut fails)?;
                self.leaving.push((fails, at));
            }
            Step::If { condition, then, otherwise } => {
                let mut fails = Vec::new();
                self.tests(condition, &mut fails)?;
                let mut way = at.place;
                let depth = way.depth as usize;
                way.levels[depth - 1].1 += 1;
                way.depth += 1;
                self.block(at.plan, plan, *then, way, lasting);
                match otherwise {
                    None => self.land(&fails),
                    Some(block) => {
                        let jump = self.ops.len();
                        self.push(Op::Jump(0));
                        self.land(&fails);
                        self.block(at.plan, plan, *block, way, lasting);
                        self.land(&[jump]);
                    }
                }
            }
            Step::Add { predicate, arguments, .. } => {
                let (hand, from, count) = self.change(*predicate, arguments)?;
                self.push(Op::Add(hand, from, count));
            }
            Step::Delete { predicate, arguments } => {
                let (hand, from, count) = self.change(*predicate, arguments)?;
                self.push(Op::Delete(hand, from, count));
            }
            Step::Replace { predicate, arguments } => {
                let (hand, from, count) = self.change(*predicate, arguments)?;
                self.push(Op::Replace(hand, from, count));
            }
            Step::Act(name, arguments) => self.act(*name, arguments)?,
            Step::Achieve { predicate, arguments, open, answers } => {
                let is_same = plan.plan.trigger.literal.predicate() == Some(*predicate);
                let gives = |(own, slot): (&Value, &u32)| matches!(own, Value::Register(own) if own == slot);
                let passes_on = plan.answers.len() == answers.len() && plan.answers.iter().zip(answers).all(gives);
                if !is_end || !is_same || *open != self.open || !passes_on || arguments.len() != self.count {
                    return None;
                }
                for (place, argument) in arguments.iter().enumerate() {
                    if let Passed::Known(value) = argument {
                        self.put(value, place as Slot | NEXT)?;
                    }
                }
                self.push(Op::Goal);
                self.is_loop = true;
            }
            Step::Interpret | Step::Send { .. } | Step::For { .. } | Step::While { .. } => return None,
        }
        Some(())
    }

    /// The arguments of a change, one after the other.
    fn change(&mut self, predicate: Functor, arguments: &[Value]) -> Option<(u8, Slot, u8)> {
        let hand = self.hand(predicate, arguments.len())?;
        let count = arguments.len() as u8;
        if let [Value::Register(slot)] = arguments {
            return Some((hand, self.variables[*slot as usize], count));
        }
        let from = self.fresh(arguments.len())?;
        for (place, value) in (from..).zip(arguments) {
            self.put(value, place)?;
        }
        Some((hand, from, count))
    }

    fn hand(&mut self, predicate: Functor, count: usize) -> Option<u8> {
        if count > WIDTH {
            return None;
        }
        let known = self.beliefs.iter().position(|known| *known == predicate);
        let place = known.unwrap_or_else(|| {
            self.beliefs.push(predicate);
            self.beliefs.len() - 1
        });
        // What is one too many is none that is asked for.
        (place < MOST).then_some(place as u8)
    }

    fn act(&mut self, name: Atom, arguments: &[Argument]) -> Option<()> {
        match (name.name(), arguments) {
            (".concat", [parts @ .., Argument::Out(Pattern::Bind(var))]) if !parts.is_empty() => {
                let parts = parts.iter().map(|part| match part {
                    Argument::In(value) => self.slot(value),
                    Argument::Out(_) => None,
                });
                let parts = parts.collect::<Option<Box<[_]>>>()?;
                self.parts.push(parts);
                self.push(Op::Text(self.variables[var.slot() as usize], self.parts.len() as u32 - 1));
            }
            (".length", [Argument::In(value), Argument::Out(Pattern::Bind(var))]) => {
                let of = self.slot(value)?;
                self.push(Op::Length(self.variables[var.slot() as usize], of));
            }
            _ => return None,
        }
        Some(())
    }

    /// The goals of a formula that has one solution at most.
    fn tests(&mut self, formula: &Formula, fails: &mut Vec<usize>) -> Option<()> {
        for goal in formula {
            match goal {
                Goal::Compare(relation, left, right) => self.compare(*relation, left, right, fails)?,
                Goal::Match(value, pattern) => {
                    let slot = self.slot(value)?;
                    self.fits(pattern, slot, fails)?;
                }
                Goal::Not(inner) => {
                    let mut holds_not = Vec::new();
                    self.tests(inner, &mut holds_not)?;
                    self.test(Op::Jump(0), fails);
                    self.land(&holds_not);
                }
                Goal::Believe(predicate, arguments) => {
                    let hand = self.hand(*predicate, arguments.len())?;
                    self.test(Op::Believe(hand, 0), fails);
                    for (place, argument) in arguments.iter().enumerate() {
                        self.believed(hand, place as u8, argument, fails)?;
                    }
                }
                Goal::Act(name, arguments) => self.act(*name, arguments)?,
                Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => return None,
            }
        }
        Some(())
    }

    fn believed(&mut self, hand: u8, place: u8, argument: &Argument, fails: &mut Vec<usize>) -> Option<()> {
        match argument {
            Argument::Out(Pattern::Any) => {}
            Argument::Out(Pattern::Bind(var)) => {
                self.push(Op::Take(self.variables[var.slot() as usize], hand, place));
            }
            Argument::Out(pattern) => {
                let slot = self.fresh(1)?;
                self.push(Op::Take(slot, hand, place));
                self.fits(pattern, slot, fails)?;
            }
            Argument::In(value) => {
                let slot = self.fresh(1)?;
                self.push(Op::Take(slot, hand, place));
                self.is(value, slot, fails)?;
            }
        }
        Some(())
    }

    fn compare(&mut self, relation: Relation, left: &Value, right: &Value, fails: &mut Vec<usize>) -> Option<()> {
        let slot = self.slot(left)?;
        if let Value::Constant(Term::Number(number)) = right {
            self.test(Op::CompareNumber(relation, slot, *number, 0), fails);
        } else {
            let right = self.slot(right)?;
            self.test(Op::Compare(relation, slot, right, 0), fails);
        }
        Some(())
    }

    /// Does what lies there look like this?
    fn fits(&mut self, pattern: &Pattern, slot: Slot, fails: &mut Vec<usize>) -> Option<()> {
        match pattern {
            Pattern::Any => {}
            Pattern::Bind(var) => {
                let own = self.variables[var.slot() as usize];
                if own != slot {
                    self.push(Op::Copy(own, slot));
                }
            }
            Pattern::Value(value) => self.is(value, slot, fails)?,
            Pattern::Literal(..) | Pattern::List(..) => return None,
        }
        Some(())
    }

    /// Is what lies there the same as this?
    fn is(&mut self, value: &Value, slot: Slot, fails: &mut Vec<usize>) -> Option<()> {
        let constant = if let Value::Constant(term) = value { Word::of(term) } else { None };
        if let Some(word) = constant {
            self.test(Op::Is(slot, word, 0), fails);
        } else {
            let other = self.slot(value)?;
            self.test(Op::Same(other, slot, 0), fails);
        }
        Some(())
    }

    /// Where the value is, or is put.
    fn slot(&mut self, value: &Value) -> Option<Slot> {
        if let Value::Register(slot) = value {
            return self.variables.get(*slot as usize).copied();
        }
        let slot = self.fresh(1)?;
        self.put(value, slot)?;
        Some(slot)
    }

    /// Puts the value there.
    fn put(&mut self, value: &Value, to: Slot) -> Option<()> {
        match value {
            Value::Constant(term) => match Word::of(term) {
                Some(word) => self.push(Op::Set(to, word)),
                None => {
                    self.constants.push(term.clone());
                    self.push(Op::Constant(to, self.constants.len() as u32 - 1));
                }
            },
            Value::Register(slot) => self.push(Op::Copy(to, self.variables[*slot as usize])),
            Value::Sum(slot, number) => self.push(Op::Count(to, self.variables[*slot as usize], *number)),
            Value::Arithmetic(operator, both) => {
                let (left, right) = (self.slot(&both.0)?, self.slot(&both.1)?);
                self.push(match operator {
                    Arithmetic::Plus => Op::Plus(to, left, right),
                    Arithmetic::Minus => Op::Minus(to, left, right),
                    _ => Op::Calculate(*operator, to, left, right),
                });
            }
            Value::Negative(inner) => {
                let slot = self.slot(inner)?;
                self.push(Op::Negate(to, slot));
            }
            Value::Function(..) | Value::Literal(..) | Value::List(..) => return None,
        }
        Some(())
    }
}
