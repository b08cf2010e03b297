//! Formulas whose first solution is asked for: conjunctions of comparisons, beliefs, negations, actions, and of all solutions of such.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Bail;
use super::reaction::Levels;
use super::value::{Pattern, Register, Scope, Value, named_once};
use crate::query::{Code, Collect, Gathering, Instruction, Rule};
use crate::term::{Arithmetic, Atom, Functor, Kind, Relation, Term};

/// A goal of a formula. What follows it is asked for each of its solutions until it holds.
#[derive(Debug)]
pub(super) enum Goal {
    /// Does the comparison hold?
    Compare(Relation, Value, Value),
    /// Does the term look like this?
    Match(Value, Pattern),
    /// Is it believed, or does it follow?
    Believe(Functor, Box<[Argument]>),
    /// Has this no solution?
    Not(Formula),
    /// Does the action hold? It gives the registers their values.
    Act(Atom, Box<[Argument]>),
    /// `.member`: an element of a list that looks like this.
    Member(Pattern, Value),
    /// `.range`: a number from the one to the other.
    Range(Pattern, Value, Value),
    /// All solutions of a formula: what is taken of each, and what the whole is to look like.
    Collect(Gathering, Value, Formula, Pattern),
}

/// Does what is asked in a `not` or `.findall` leave something bound behind it? What is unified there does, until something is asked that
/// has several answers.
fn leaves_traces(goals: &[Goal]) -> bool {
    for goal in goals {
        let leaves = match goal {
            Goal::Believe(..) | Goal::Member(..) | Goal::Range(..) => return false,
            Goal::Match(_, pattern) | Goal::Collect(.., pattern) => !matches!(pattern, Pattern::Value(_)),
            Goal::Act(_, arguments) => arguments.iter().any(|argument| matches!(argument, Argument::Out(_))),
            Goal::Compare(..) | Goal::Not(_) => false,
        };
        if leaves {
            return true;
        }
    }
    false
}

/// An argument of a belief or an action.
#[derive(Debug)]
pub(super) enum Argument {
    /// It is known.
    In(Value),
    /// It is asked for.
    Out(Pattern),
}

/// Goals, one after the other.
pub(super) type Formula = Box<[Goal]>;

/// A rule for questions in which certain arguments are known.
#[derive(Debug)]
pub(crate) struct DirectRule {
    /// Which arguments are known: one bit each.
    pub(super) known: u64,
    pub(super) head: Box<[HeadArgument]>,
    pub(super) body: Formula,
    pub(super) registers: usize,
    /// As [reactions](super::reaction) ask it.
    pub(super) levels: Levels,
}

/// An argument of a rule's head.
#[derive(Debug)]
pub(super) enum HeadArgument {
    /// A known argument must look like this.
    In(Pattern),
    /// This is the answer, once the body holds.
    Out(Value),
}

impl Argument {
    /// Which arguments are known: one bit each.
    pub(super) fn known(arguments: &[Self]) -> u64 {
        let known = arguments.iter().enumerate().filter(|(_, argument)| matches!(argument, Self::In(_)));
        known.fold(0, |all, (place, _)| all | 1_u64.checked_shl(place as u32).unwrap_or(0))
    }

    /// The same of an action, which gives values to different variables or to none.
    pub(super) fn all_simple(terms: &[Term], scope: &mut Scope) -> Option<Box<[Self]>> {
        let arguments = Self::all(terms, scope)?;
        let is_simple = |argument: &Self| matches!(argument, Self::In(_) | Self::Out(Pattern::Any | Pattern::Bind(_)));
        arguments.iter().all(is_simple).then_some(arguments)
    }

    fn all(terms: &[Term], scope: &mut Scope) -> Option<Box<[Self]>> {
        // What a literal binds itself is not known before.
        let before = scope.clone();
        let arguments = terms.iter().map(|term| match Value::of(term, &before) {
            Some(value) => Some(Self::In(value)),
            None => Pattern::of(term, scope).map(Self::Out),
        });
        arguments.collect()
    }
}

/// The formula of some code, after which more variables are known.
pub(super) fn compile(code: &Code, scope: &mut Scope) -> Option<Formula> {
    if code.variables as usize > Scope::MOST {
        return None;
    }
    let instructions = &*code.instructions;
    part(&instructions[..instructions.len().checked_sub(1)?], 0, scope)
}

/// Of instructions that begin at an address.
fn part(instructions: &[Instruction], start: usize, scope: &mut Scope) -> Option<Formula> {
    let mut goals = Vec::new();
    let mut at = 0;
    while let Some(instruction) = instructions.get(at) {
        at += 1;
        match instruction {
            Instruction::Relate(relation, left, right) => goals.push(relate(*relation, left, right, scope)?),
            Instruction::Believe(Term::Atom(Atom::TRUE)) => {}
            Instruction::Believe(literal) => goals.push(believe(literal, scope)?),
            Instruction::Act(name, arguments) => goals.push(act(*name, arguments, scope)?),
            Instruction::Not(end) => {
                let end = (*end as usize).checked_sub(start)?;
                // Without the mark at its end. What it binds is not known behind it.
                let inner = part(instructions.get(at..end.checked_sub(1)?)?, start + at, &mut scope.clone())?;
                if leaves_traces(&inner) {
                    return None;
                }
                goals.push(Goal::Not(inner));
                at = end;
            }
            Instruction::Collect(collect) => {
                let Collect { gathering, template, result, behind } = &**collect;
                let end = (*behind as usize).checked_sub(start)?;
                let mut within = scope.clone();
                let inner = part(instructions.get(at..end.checked_sub(1)?)?, start + at, &mut within)?;
                if leaves_traces(&inner) {
                    return None;
                }
                let template = match gathering {
                    Gathering::Count => Value::Constant(Term::Number(1.0)),
                    _ => Value::of(template, &within)?,
                };
                goals.push(Goal::Collect(*gathering, template, inner, Pattern::of(result, scope)?));
                at = end;
            }
            _ => return None,
        }
    }
    Some(goals.into())
}

fn act(name: Atom, arguments: &[Term], scope: &mut Scope) -> Option<Goal> {
    match (name.name(), arguments) {
        (".member", [element, list]) => {
            let list = Value::of(list, scope)?;
            return Some(Goal::Member(Pattern::of(element, scope)?, list));
        }
        (".range", [number @ Term::Var(_), first, last]) => {
            let (first, last) = (Value::of(first, scope)?, Value::of(last, scope)?);
            if let pattern @ (Pattern::Any | Pattern::Bind(_)) = Pattern::of(number, scope)? {
                return Some(Goal::Range(pattern, first, last));
            }
        }
        (name, _) if is_harmless(name) => {}
        _ => return None,
    }
    Some(Goal::Act(name, Argument::all_simple(arguments, scope)?))
}

fn relate(relation: Relation, left: &Term, right: &Term, scope: &mut Scope) -> Option<Goal> {
    let known = (Value::of(left, scope), Value::of(right, scope));
    match (relation, known) {
        (Relation::Build, _) => None,
        (Relation::Unify, (Some(left), Some(right))) => Some(Goal::Match(left, Pattern::Value(right))),
        (Relation::Unify, (Some(value), None)) => Some(Goal::Match(value, Pattern::of(right, scope)?)),
        (Relation::Unify, (None, Some(value))) => Some(Goal::Match(value, Pattern::of(left, scope)?)),
        (relation, (Some(left), Some(right))) => Some(Goal::Compare(relation, left, right)),
        _ => None,
    }
}

fn believe(literal: &Term, scope: &mut Scope) -> Option<Goal> {
    let predicate = literal.predicate()?;
    match literal {
        Term::Atom(Atom::FALSE) => None,
        Term::Structure(structure) if structure.annotations().is_some() => None,
        Term::Structure(structure) => Some(Goal::Believe(predicate, Argument::all(&structure.arguments, scope)?)),
        _ => Some(Goal::Believe(predicate, [].into())),
    }
}

/// May the action be executed once more, and does it ask about nothing but its arguments? A program's own actions may be: in a context, they
/// are executed for each plan that is tried anyway.
pub(super) fn is_harmless(name: &str) -> bool {
    const HARMLESS: &[&str] = &[
        ".concat",
        ".length",
        ".nth",
        ".max",
        ".min",
        ".sort",
        ".reverse",
        ".sublist",
        ".substring",
        ".delete",
        ".my_name",
        ".number",
        ".string",
        ".atom",
        ".list",
        ".ground",
        ".empty",
        ".starts",
        ".lower_case",
        ".upper_case",
        ".replace",
        ".random",
    ];
    !name.starts_with('.') || HARMLESS.contains(&name)
}

/// Does nothing but the registers decide whether it holds?
pub(super) fn is_calm(formula: &Formula) -> bool {
    formula.iter().all(|goal| match goal {
        Goal::Compare(..) | Goal::Match(..) => true,
        Goal::Not(inner) | Goal::Collect(_, _, inner, _) => is_calm(inner),
        Goal::Act(name, _) => is_calm_action(name.name()),
        Goal::Member(..) | Goal::Range(..) => true,
        Goal::Believe(..) => false,
    })
}

/// Does the action come to the same whenever it is executed?
pub(super) fn is_calm_action(name: &str) -> bool {
    name == ".member" || name.starts_with('.') && name != ".random" && is_harmless(name)
}

/// So many rules are compiled in one process: a program may make ever more.
const RULES: usize = 100_000;

static COMPILED: AtomicUsize = AtomicUsize::new(0);

impl DirectRule {
    /// The rule, for as long as the process lives.
    pub(crate) fn kept(rule: &Rule, known: u64) -> Option<&'static Self> {
        if COMPILED.fetch_add(1, Ordering::Relaxed) >= RULES {
            return None;
        }
        Self::of(rule, known).map(|rule| &*Box::leak(Box::new(rule)))
    }

    /// The rule for questions of which these arguments are known.
    fn of(rule: &Rule, known: u64) -> Option<Self> {
        let code = &rule.code;
        let registers = code.variables as usize;
        if registers > Scope::MOST || rule.head().annotations().is_some_and(|own| own.items().len() > 1) {
            return None;
        }
        let arguments: &[Term] = rule.head().as_structure().map_or(&[], |head| &head.arguments);
        let mut scope = Scope::empty();
        scope.single = rule.body().map_or(0, |body| named_once([rule.head(), body]));
        // Known arguments first, since what they bind may be named in others.
        let mut patterns = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            let pattern = if known >> place & 1 == 1 { Some(Pattern::of(argument, &mut scope)?) } else { None };
            patterns.push(pattern);
        }
        let body = compile(code, &mut scope)?;
        let head = patterns.into_iter().zip(arguments).map(|(pattern, argument)| match pattern {
            Some(pattern) => Some(HeadArgument::In(pattern)),
            None => Value::of(argument, &scope).map(HeadArgument::Out),
        });
        let head = head.collect::<Option<_>>()?;
        Some(Self { known, head, body, registers, levels: Levels::default() })
    }
}

/// Does the comparison hold between two settled terms?
#[inline]
pub(super) fn compare(relation: Relation, left: &Value, right: &Value, registers: &[Register]) -> Result<bool, Bail> {
    let number = |value: &Value| match value {
        Value::Constant(Term::Number(number)) => Some(*number),
        Value::Register(slot) => registers[*slot as usize].as_ref()?.as_number(),
        other => quick(other, registers),
    };
    let holds = match (number(left), number(right)) {
        (Some(left), Some(right)) => relation.compares_numbers(left, right),
        _ => relation.compares(&left.get(registers)?, &right.get(registers)?),
    };
    holds.ok_or(Bail)
}

/// The number that it is, if that is easily said.
fn quick(value: &Value, registers: &[Register]) -> Option<f64> {
    match value {
        Value::Constant(Term::Number(number)) => Some(*number),
        Value::Register(slot) => registers[*slot as usize].as_ref()?.as_number(),
        Value::Sum(slot, number) => Some(registers[*slot as usize].as_ref()?.as_number()? + number),
        Value::Arithmetic(operator, both) if *operator != Arithmetic::IntegerDivide => {
            let (left, right) = (quick(&both.0, registers)?, quick(&both.1, registers)?);
            operator.of(left, right).ok()
        }
        _ => None,
    }
}

/// Is it a literal that could be a goal or a belief: of a known predicate, without annotations?
pub(crate) fn plain_literal(term: &Term) -> Option<(Functor, &[Term])> {
    match term {
        Term::Atom(name) => Some((Functor::new(*name, 0), &[])),
        Term::Structure(structure)
            if structure.functor.signature().kind == Kind::Literal && structure.annotations().is_none() =>
        {
            Some((structure.functor, &structure.arguments))
        }
        _ => None,
    }
}
