//! Steps of bodies.

use std::sync::Arc;

use super::formula::{self, Argument, Formula, plain_literal};
use super::rounds::{HIDDEN, Over};
use super::value::{Scope, Value, each_variable};
use crate::mind::{Action, Body, Deed, Plan};
use crate::term::{Atom, Change, Functor, Step as Operator, Term};

/// The plan's body, or a body in it.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) body: Arc<Body>,
    /// As many as the body has.
    pub(super) steps: Box<[Step]>,
    /// Which of these nobody else notices, and depend on nothing but the registers; of goals, see the [library](super::library).
    pub(super) calm: Box<[bool]>,
    /// Which variables stand for something before each step, one bit each.
    pub(super) known: Box<[u64]>,
    /// ... and behind the last.
    pub(super) known_after: u64,
}

/// A step of a body.
#[derive(Debug)]
pub(super) enum Step {
    /// Is the interpreter's.
    Interpret,
    /// `.send(to, performative, literal)`
    Send { to: Value, performative: Atom, predicate: Functor, arguments: Box<[Value]> },
    /// `+literal`
    Add { predicate: Functor, arguments: Box<[Value]>, at_end: bool },
    /// `-literal`
    Delete { predicate: Functor, arguments: Box<[Value]> },
    /// `-+literal`
    Replace { predicate: Functor, arguments: Box<[Value]> },
    /// `!literal`: which arguments are open, and the registers for what they will be.
    Achieve { predicate: Functor, arguments: Box<[Passed]>, open: u64, answers: Box<[u32]> },
    /// An internal action.
    Act(Atom, Box<[Argument]>),
    /// `?formula`, a formula that must hold, `.findall` and the like.
    Ask(Formula),
    /// `if`: the block of either side.
    If { condition: Formula, then: usize, otherwise: Option<usize> },
    /// `for`, and behind the variables the registers for what is left of it.
    For { over: Over, block: usize, state: u32 },
    /// `while`
    While { condition: Formula, block: usize },
}

/// An argument of a goal.
#[derive(Debug)]
pub(super) enum Passed {
    Known(Value),
    Open,
}

impl Step {
    /// Can others notice that it has been executed?
    pub(super) fn has_effect(&self) -> bool {
        !matches!(self, Self::Achieve { .. } | Self::Ask(_) | Self::If { .. } | Self::Interpret)
    }
}

impl Step {
    /// Does nobody else notice it, and does it depend on nothing but the registers? Of a goal, that is up to its plans.
    fn is_calm(&self) -> bool {
        match self {
            Self::Ask(formula) | Self::If { condition: formula, .. } => formula::is_calm(formula),
            Self::Act(name, _) => formula::is_calm_action(name.name()),
            _ => false,
        }
    }
}

/// Bodies nested deeper than this are the interpreter's.
pub(super) const DEPTH: usize = 4;

/// The blocks of a plan's body, which is the first of them, and how many registers it needs. Nothing, if it is too long for direct execution.
pub(super) fn compile(
    plan: &Plan,
    scope: &Scope,
    is_heard: &dyn Fn(Change, Functor) -> bool,
) -> Option<(Box<[Block]>, usize)> {
    let registers = plan.names.len();
    let mut compiler = Compiler { blocks: Vec::new(), registers, named: counts(&plan.term), is_heard };
    compiler.block(&plan.body, &mut scope.clone(), 1);
    let registers = compiler.registers;
    let blocks: Box<[Block]> = compiler.blocks.into_iter().flatten().collect();
    let fits = |count: usize| count < usize::from(u16::MAX);
    (fits(blocks.len()) && blocks.iter().all(|block| fits(block.steps.len()))).then_some((blocks, registers))
}

struct Compiler<'a> {
    blocks: Vec<Option<Block>>,
    registers: usize,
    /// How often each variable is named in the whole plan.
    named: Box<[u32; Scope::MOST]>,
    is_heard: &'a dyn Fn(Change, Functor) -> bool,
}

impl Compiler<'_> {
    /// Compiles a body; says which block it is.
    fn block(&mut self, body: &Arc<Body>, scope: &mut Scope, depth: usize) -> usize {
        let number = self.blocks.len();
        self.blocks.push(None);
        let mut steps = Vec::new();
        let mut known = Vec::new();
        for (place, deed) in body.iter().enumerate() {
            known.push(scope.bits());
            let is_end = depth == 1 && place + 1 == body.len();
            let step = self.step(deed, scope, depth, is_end);
            if step.is_none() {
                // Whatever the interpreter does there: all its variables are known behind it, or it is not come back from.
                scope.add_all(&deed.term);
            }
            steps.push(step.unwrap_or(Step::Interpret));
        }
        let calm = steps.iter().map(Step::is_calm).collect();
        let (steps, known) = (steps.into(), known.into());
        self.blocks[number] = Some(Block { body: Arc::clone(body), steps, calm, known, known_after: scope.bits() });
        number
    }

    /// `is_end`: nothing follows it.
    fn step(&mut self, deed: &Deed, scope: &mut Scope, depth: usize, is_end: bool) -> Option<Step> {
        match &deed.action {
            Action::Achieve(goal) => achieve(goal, scope),
            Action::Change(change, what) => self.change(*change, what, scope),
            Action::Act(name, arguments) if name.name() == ".send" => {
                let [to, Term::Atom(performative), content] = &**arguments else { return None };
                if performative.name().starts_with("ask") {
                    return None;
                }
                let to = Value::of(to, scope)?;
                let (predicate, arguments) = literal(content, scope)?;
                Some(Step::Send { to, performative: *performative, predicate, arguments })
            }
            Action::Act(name, arguments) if is_plain_action(name.name()) => {
                let mut inner = scope.clone();
                let arguments = Argument::all_simple(arguments, &mut inner)?;
                *scope = inner;
                Some(Step::Act(*name, arguments))
            }
            Action::Test(code, _) | Action::Hold(code) | Action::Ask(code) => {
                let mut inner = scope.clone();
                let formula = formula::compile(code, &mut inner)?;
                *scope = inner;
                Some(Step::Ask(formula))
            }
            Action::If(condition, then, otherwise) if depth < DEPTH => {
                let before = scope.bits();
                let mut inner = scope.clone();
                let condition = formula::compile(condition, &mut inner)?;
                // A condition that fails may leave something bound all the same, for whatever comes then.
                let binds = inner.bits() != before && otherwise.is_some();
                let then = self.block(then, &mut inner, depth + 1);
                let mut other = scope.clone();
                let otherwise = otherwise.as_ref().map(|otherwise| self.block(otherwise, &mut other, depth + 1));
                // What one side alone binds may stand for something or not behind it.
                let bound = (inner.bits() | other.bits()) & !before;
                let is_certain = !binds && bound & !self.local(&deed.term) == 0;
                (is_certain || is_end && !binds).then_some(Step::If { condition, then, otherwise })
            }
            Action::For(condition, body) if depth < DEPTH => {
                let mut inner = scope.clone();
                let over = Over::of(condition, &mut inner)?;
                let state = self.registers as u32;
                self.registers += HIDDEN as usize;
                // What is bound in there is so no longer behind it.
                let block = self.block(body, &mut inner, depth + 1);
                Some(Step::For { over, block, state })
            }
            Action::While(condition, body) if depth < DEPTH => {
                let mut inner = scope.clone();
                let condition = formula::compile(condition, &mut inner)?;
                // What holds no longer may leave something bound, for whatever comes then.
                if inner.bits() & !scope.bits() & !self.local(&deed.term) != 0 {
                    return None;
                }
                let block = self.block(body, &mut inner, depth + 1);
                Some(Step::While { condition, block })
            }
            _ => None,
        }
    }

    /// The variables that are named nowhere else, one bit each.
    fn local(&self, term: &Term) -> u64 {
        let named = counts(term);
        (0..Scope::MOST).filter(|slot| named[*slot] == self.named[*slot]).fold(0, |all, slot| all | 1 << slot)
    }

    fn change(&self, change: Operator, what: &Term, scope: &Scope) -> Option<Step> {
        let (predicate, arguments) = literal(what, scope)?;
        let is_heard = |change| (self.is_heard)(change, predicate);
        match change {
            Operator::Add | Operator::AddBegin | Operator::AddEnd if !is_heard(Change::Added) => {
                Some(Step::Add { predicate, arguments, at_end: change == Operator::AddEnd })
            }
            Operator::Delete if !is_heard(Change::Deleted) => Some(Step::Delete { predicate, arguments }),
            Operator::Replace if !is_heard(Change::Added) && !is_heard(Change::Deleted) => {
                Some(Step::Replace { predicate, arguments })
            }
            _ => None,
        }
    }
}

/// How often each variable is named.
fn counts(term: &Term) -> Box<[u32; Scope::MOST]> {
    let mut counts = Box::new([0; Scope::MOST]);
    each_variable(term, &mut |var| counts[var.slot() as usize % Scope::MOST] += 1);
    counts
}

/// A literal of which everything is known.
fn literal(term: &Term, scope: &Scope) -> Option<(Functor, Box<[Value]>)> {
    let (predicate, arguments) = plain_literal(term)?;
    let arguments = arguments.iter().map(|argument| Value::of(argument, scope)).collect::<Option<_>>()?;
    Some((predicate, arguments))
}

fn achieve(goal: &Term, scope: &mut Scope) -> Option<Step> {
    let (predicate, terms) = plain_literal(goal)?;
    let (mut arguments, mut open, mut answers) = (Vec::new(), 0, Vec::new());
    for (place, term) in terms.iter().enumerate() {
        arguments.push(match (Value::of(term, scope), term) {
            (Some(value), _) => Passed::Known(value),
            (None, Term::Var(var)) if !answers.contains(&var.slot()) => {
                open |= 1_u64.checked_shl(place as u32).filter(|bit| *bit != 0)?;
                answers.push(var.slot());
                Passed::Open
            }
            _ => return None,
        });
    }
    for term in terms.iter().filter(|term| matches!(term, Term::Var(_))) {
        scope.add_all(term);
    }
    Some(Step::Achieve { predicate, arguments: arguments.into(), open, answers: answers.into() })
}

/// Is the action one that concerns no intentions and no plans, and does not wait? A program's own are taken to be; if one waits nonetheless, its
/// intention does.
fn is_plain_action(name: &str) -> bool {
    matches!(name, ".print" | ".println" | ".nano_time" | ".member")
        || formula::is_harmless(name) && !name.starts_with("jag_")
}
