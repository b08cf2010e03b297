//! Reactions: plans that do nothing but look at what is believed, change one belief at most, and send messages.
//!
//! They are what agents execute most. Nothing of such a plan is ever left over, so its variables need not last: they stand for what lies
//! in the message and in the beliefs, and nothing is made but what is believed and sent in the end. Until then nothing has been
//! done: where it turns out to be none for this, the plan is [executed](super::run) as any other.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Bail;
use super::formula::{Argument, DirectRule, Formula, Goal, HeadArgument};
use super::library::{Candidate, Library};
use super::plan::{DirectPlan, Source};
use super::run::count_executed;
use super::steps::Step;
use super::value::{self, Pattern, Value, plain};
use crate::belief::{BeliefBase, Entry, Position, key_of};
use crate::mind::{Brief, Mind, World};
use crate::term::{Annotations, Atom, Functor, Relation, Structure, Term};

/// So many variables have room: those of the plan, and of the rules that it asks.
const ROOM: usize = 16;

/// Rules that need more of each other than this are the interpreter's.
const DEPTH: u32 = 16;

/// What a variable stands for, as long as nobody changes what it lies in.
///
/// All kinds hold one word, which makes it two words that the compiler keeps in registers. What is written as two words and read as one
/// piece has to wait until it has left the processor's store buffer: with terms, that took longer than everything else.
#[derive(Clone, Copy)]
enum Seen<'a> {
    Open,
    /// A number's bits.
    Number(u64),
    /// A constant's number.
    Atom(u64),
    Term(&'a Term),
}

/// A belief of a reaction's has no more arguments than these.
const WIDTH: usize = 6;

/// What is believed then, instead of the only fact of some predicate: as words, like what is [seen](Seen).
struct Change {
    predicate: Option<Functor>,
    arguments: [New; WIDTH],
    /// What is no word.
    terms: SmallVec<[Term; 2]>,
}

#[derive(Clone, Copy)]
enum New {
    Number(u64),
    Atom(u64),
    /// A place among the terms.
    Term(u64),
}

/// Can it be seen by looking whether a plan with this context is applicable?
pub(super) fn is_quiet(variables: usize, context: &Formula) -> bool {
    variables <= ROOM && context.iter().all(only_looks)
}

/// Do these steps make such a plan a reaction?
pub(super) fn is_one(steps: &[Step]) -> bool {
    let mut changes = 0;
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match step {
            Step::Send { to, arguments, .. } if arguments.len() <= Brief::MOST => {
                if !is_seen(to) || !arguments.iter().all(is_seen) {
                    return false;
                }
            }
            Step::Replace { arguments, .. } if arguments.len() <= WIDTH => changes += 1,
            Step::Delete { predicate, arguments } => {
                let Some(Step::Add { predicate: next, at_end: false, .. }) = steps.get(at) else { return false };
                if predicate != next || arguments.len() > WIDTH {
                    return false;
                }
                changes += 1;
                at += 1;
            }
            _ => return false,
        }
    }
    changes <= 1
}

/// Is the value one that need not be made?
fn is_seen(value: &Value) -> bool {
    match value {
        Value::Constant(_) | Value::Register(_) | Value::Sum(..) => true,
        Value::Arithmetic(_, both) => is_seen(&both.0) && is_seen(&both.1),
        Value::Negative(inner) => is_seen(inner),
        Value::Function(..) | Value::Literal(..) | Value::List(..) => false,
    }
}

/// Does the goal only look?
fn only_looks(goal: &Goal) -> bool {
    match goal {
        Goal::Compare(..) | Goal::Match(..) | Goal::Believe(..) => true,
        Goal::Not(inner) => inner.iter().all(only_looks),
        Goal::Act(..) | Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => false,
    }
}

impl Mind {
    /// Deals with a goal of somebody's, if the first applicable plan for it is a reaction. Says whether it was; nothing has been done if not.
    #[inline]
    pub(super) fn react(
        &mut self,
        library: &'static Library,
        predicate: Functor,
        sender: Atom,
        arguments: &[Term],
        world: &mut dyn World,
    ) -> bool {
        let source = if sender == self.name { Atom::SELF } else { sender };
        let mut look = Look { beliefs: &self.beliefs, seen: [Seen::Open; ROOM], top: 0 };
        let Ok(Some(plan)) = look.choose(library.candidates(predicate, 0), arguments, source) else { return false };
        let steps = &*plan.blocks[0].steps;
        let mut change = Change { predicate: None, arguments: [New::Number(0); WIDTH], terms: SmallVec::new() };
        let Ok(sends) = look.change(steps, self.own_annotations.as_ref(), &mut change) else { return false };
        // What is done cannot be taken back: so is everybody there?
        let is_simple = change.predicate.is_none() && sends == 1;
        if !is_simple && !look.knows_all(steps, self.name, world) {
            return false;
        }
        for step in steps {
            let Step::Send { to, performative, predicate, arguments } = step else { continue };
            let Ok(to) = look.receiver(to, self.name) else { return false };
            self.messages += 1;
            let mut brief = Brief::new(*performative, self.name, self.messages, *predicate, arguments.len());
            for (place, value) in brief.arguments_mut().iter_mut().zip(arguments) {
                look.put(value, place);
            }
            // Whoever has left since is told nothing, as if that had happened a moment later.
            if !world.send_brief(to, brief) && is_simple {
                self.messages -= 1;
                return false;
            }
        }
        if let (Some(predicate), Some(annotations)) = (change.predicate, &self.own_annotations) {
            self.beliefs.alter_only(predicate, annotations, |place, argument| change.put(place, argument));
        }
        count_executed();
        true
    }
}

impl Change {
    #[inline(always)]
    fn put(&mut self, place: usize, argument: &mut Term) {
        match self.arguments[place] {
            New::Number(bits) => *argument = Term::Number(f64::from_bits(bits)),
            New::Atom(number) => *argument = Term::Atom(Seen::name(number)),
            New::Term(place) => std::mem::swap(argument, &mut self.terms[place as usize]),
        }
    }
}

/// An agent looks at what it believes.
struct Look<'a> {
    beliefs: &'a BeliefBase,
    /// The plan's variables, and behind them those of the rules that are being asked.
    seen: [Seen<'a>; ROOM],
    top: usize,
}

/// What is asked once the goals at hand hold: as in [`solve`](super::solve).
struct Next<'n> {
    goals: &'static [Goal],
    base: usize,
    arguments: &'static [Argument],
    rule: &'static DirectRule,
    rule_base: usize,
    then: Option<&'n Next<'n>>,
    depth: u32,
}

impl<'a> Seen<'a> {
    #[inline(always)]
    fn of(term: &'a Term) -> Self {
        match term {
            Term::Number(number) => Self::number(*number),
            Term::Atom(name) => Self::Atom(name.number().into()),
            other => Self::Term(other),
        }
    }

    #[inline(always)]
    fn number(number: f64) -> Self {
        Self::Number(number.to_bits())
    }

    #[inline(always)]
    fn name(number: u64) -> Atom {
        Atom::of_number(number as u32)
    }

    #[inline]
    fn term(self) -> Result<Term, Bail> {
        match self {
            Self::Number(bits) => Ok(Term::Number(f64::from_bits(bits))),
            Self::Atom(number) => Ok(Term::Atom(Self::name(number))),
            Self::Term(term) => Ok(term.clone()),
            Self::Open => Err(Bail),
        }
    }

    #[inline(always)]
    fn same(self, other: Self) -> Result<bool, Bail> {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(f64::from_bits(one) == f64::from_bits(other)),
            (Self::Atom(one), Self::Atom(other)) => Ok(one == other),
            (Self::Number(_) | Self::Atom(_), Self::Number(_) | Self::Atom(_)) => Ok(false),
            (one, other) => one.unifies(other),
        }
    }

    #[inline(never)]
    fn unifies(self, other: Self) -> Result<bool, Bail> {
        match (self, other) {
            (Self::Term(one), Self::Term(other)) => value::same(one, other),
            (one, other) => value::same(&one.term()?, &other.term()?),
        }
    }
}

#[inline(never)]
fn compares(relation: Relation, left: Seen<'_>, right: Seen<'_>) -> Result<Option<bool>, Bail> {
    Ok(relation.compares(&left.term()?, &right.term()?))
}

/// The arguments of a literal, if that is what it is.
fn parts(functor: Functor, seen: Seen<'_>) -> Result<Option<&[Term]>, Bail> {
    match seen {
        Seen::Term(Term::Structure(structure)) if structure.functor == functor => {
            // Which annotations there may be is not the same everywhere.
            if structure.annotations().is_some() { Err(Bail) } else { Ok(Some(&structure.arguments)) }
        }
        Seen::Term(Term::Var(_)) | Seen::Open => Err(Bail),
        _ => Ok(None),
    }
}

impl<'a> Look<'a> {
    /// The first plan that is applicable.
    #[inline]
    fn choose(
        &mut self,
        candidates: &'static [Candidate],
        arguments: &'a [Term],
        source: Atom,
    ) -> Result<Option<&'static DirectPlan>, Bail> {
        for candidate in candidates {
            let Candidate::Direct(plan) = candidate else { return Err(Bail) };
            if !plan.is_quiet {
                return Err(Bail);
            }
            self.top = plan.variables;
            if self.enters_plan(plan, arguments, source)? && self.holds_here(&plan.context, 0, None)? {
                return if plan.is_reaction { Ok(Some(plan)) } else { Err(Bail) };
            }
        }
        Ok(None)
    }

    #[inline(always)]
    fn enters_plan(&mut self, plan: &'static DirectPlan, arguments: &'a [Term], source: Atom) -> Result<bool, Bail> {
        if plan.arguments.len() != arguments.len() {
            return Ok(false);
        }
        for (pattern, argument) in plan.arguments.iter().zip(arguments) {
            if !self.matches(pattern, Seen::of(argument), 0)? {
                return Ok(false);
            }
        }
        Ok(match plan.source {
            Source::Any => true,
            Source::Is(name) => name == source,
            Source::Bind(slot) => {
                self.seen[slot as usize] = Seen::Atom(source.number().into());
                true
            }
        })
    }

    /// Do the goals hold, and what follows them?
    #[inline(never)]
    fn holds(&mut self, goals: &'static [Goal], base: usize, then: Option<&Next<'_>>) -> Result<bool, Bail> {
        self.holds_here(goals, base, then)
    }

    /// The same, compiled into its caller.
    #[inline(always)]
    fn holds_here(&mut self, goals: &'static [Goal], base: usize, then: Option<&Next<'_>>) -> Result<bool, Bail> {
        let mut goals = goals;
        loop {
            let Some((goal, rest)) = goals.split_first() else {
                return match then {
                    None => Ok(true),
                    Some(next) => self.answer(next),
                };
            };
            goals = rest;
            let holds = match goal {
                Goal::Compare(relation, left, right) => self.compare(*relation, left, right, base)?,
                Goal::Match(value, pattern) => {
                    let value = self.value(value, base)?;
                    self.matches(pattern, value, base)?
                }
                Goal::Not(inner) => {
                    let top = self.top;
                    let holds = self.holds(inner, base, None)?;
                    self.top = top;
                    !holds
                }
                Goal::Believe(predicate, arguments) => match self.beliefs.only(*predicate) {
                    Some(known) => self.fits(arguments, known, base)?,
                    None => return self.believe(*predicate, arguments, base, goals, then),
                },
                Goal::Act(..) | Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => return Err(Bail),
            };
            if !holds {
                return Ok(false);
            }
        }
    }

    fn answer(&mut self, next: &Next<'_>) -> Result<bool, Bail> {
        for (head, argument) in next.rule.head.iter().zip(next.arguments) {
            if let (HeadArgument::Out(value), Argument::Out(pattern)) = (head, argument) {
                let value = self.value(value, next.rule_base)?;
                if !self.matches(pattern, value, next.base)? {
                    return Ok(false);
                }
            }
        }
        self.holds(next.goals, next.base, next.then)
    }

    fn believe(
        &mut self,
        predicate: Functor,
        arguments: &'static [Argument],
        base: usize,
        rest: &'static [Goal],
        then: Option<&Next<'_>>,
    ) -> Result<bool, Bail> {
        let beliefs = self.beliefs;
        let mut position = Position::MIN;
        let key = match arguments.first() {
            Some(Argument::In(first)) if beliefs.is_indexed(predicate) => key_of(&self.value(first, base)?.term()?),
            _ => None,
        };
        while let Some((at, entry)) = beliefs.next(predicate, position, key) {
            position = at + 1;
            match entry {
                Entry::Fact(fact) => {
                    let terms: &[Term] = fact.as_structure().map_or(&[], |fact| &fact.arguments);
                    if self.fits(arguments, terms, base)? && self.holds(rest, base, then)? {
                        return Ok(true);
                    }
                }
                Entry::Rule(rule) => {
                    let known = Argument::known(arguments);
                    let rule = rule.direct(known).ok_or(Bail)?;
                    let depth = then.map_or(0, |next| next.depth) + 1;
                    let rule_base = self.top;
                    if rule.known != known || depth > DEPTH || rule_base + rule.registers > ROOM {
                        return Err(Bail);
                    }
                    self.top += rule.registers;
                    if self.enters_rule(rule, arguments, base, rule_base)? {
                        let next = Next { goals: rest, base, arguments, rule, rule_base, then, depth };
                        if self.holds(&rule.body, rule_base, Some(&next))? {
                            return Ok(true);
                        }
                    }
                    self.top = rule_base;
                }
            }
        }
        Ok(false)
    }

    fn enters_rule(
        &mut self,
        rule: &'static DirectRule,
        arguments: &'static [Argument],
        base: usize,
        rule_base: usize,
    ) -> Result<bool, Bail> {
        for (head, argument) in rule.head.iter().zip(arguments) {
            if let (HeadArgument::In(pattern), Argument::In(value)) = (head, argument) {
                let value = self.value(value, base)?;
                if !self.matches(pattern, value, rule_base)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Do a fact's arguments fit those of a question?
    #[inline(always)]
    fn fits(&mut self, arguments: &'static [Argument], terms: &'a [Term], base: usize) -> Result<bool, Bail> {
        for (argument, term) in arguments.iter().zip(terms) {
            let fits = match argument {
                Argument::In(value) => self.is(value, term, base)?,
                Argument::Out(pattern) => self.matches(pattern, Seen::of(term), base)?,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline(always)]
    fn compare(
        &self,
        relation: Relation,
        left: &'static Value,
        right: &'static Value,
        base: usize,
    ) -> Result<bool, Bail> {
        let (left, right) = (self.value(left, base)?, self.value(right, base)?);
        let holds = match (left, right) {
            (Seen::Number(left), Seen::Number(right)) => {
                relation.compares_numbers(f64::from_bits(left), f64::from_bits(right))
            }
            (left, right) => compares(relation, left, right)?,
        };
        holds.ok_or(Bail)
    }

    /// What a value is, unless it would have to be made.
    #[inline(always)]
    fn value(&self, value: &'static Value, base: usize) -> Result<Seen<'a>, Bail> {
        match value {
            Value::Constant(term) => Ok(Seen::of(term)),
            Value::Register(slot) => match self.seen[base + *slot as usize] {
                Seen::Open => Err(Bail),
                seen => Ok(seen),
            },
            Value::Sum(slot, number) => match self.seen[base + *slot as usize] {
                Seen::Number(bits) => Ok(Seen::number(f64::from_bits(bits) + number)),
                Seen::Open => Err(Bail),
                _ => Ok(Seen::number(f64::NAN)),
            },
            other => self.calculated(other, base),
        }
    }

    /// The same of what is rarer.
    #[inline(never)]
    fn calculated(&self, value: &'static Value, base: usize) -> Result<Seen<'a>, Bail> {
        // Not a number where one was due and is none.
        let number = |value| match self.value(value, base)? {
            Seen::Number(bits) => Ok(f64::from_bits(bits)),
            _ => Ok(f64::NAN),
        };
        match value {
            Value::Arithmetic(operator, both) => {
                let (left, right) = (number(&both.0)?, number(&both.1)?);
                Ok(Seen::number(operator.of(left, right).unwrap_or(f64::NAN)))
            }
            Value::Negative(inner) => Ok(Seen::number(-number(inner)?)),
            _ => Err(Bail),
        }
    }

    /// Is it the same as a settled term?
    #[inline(always)]
    fn is(&self, value: &'static Value, term: &'a Term, base: usize) -> Result<bool, Bail> {
        match value {
            Value::Literal(functor, values) => self.is_literal(*functor, values, term, base),
            value => self.value(value, base)?.same(Seen::of(term)),
        }
    }

    #[inline(never)]
    fn is_literal(
        &self,
        functor: Functor,
        values: &'static [Value],
        term: &'a Term,
        base: usize,
    ) -> Result<bool, Bail> {
        let Some(parts) = parts(functor, Seen::of(term))? else { return Ok(false) };
        for (value, term) in values.iter().zip(parts) {
            if !self.is(value, term, base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does it look like the pattern, whose variables stand for parts of it then?
    #[inline(always)]
    fn matches(&mut self, pattern: &'static Pattern, seen: Seen<'a>, base: usize) -> Result<bool, Bail> {
        match pattern {
            Pattern::Any => Ok(true),
            Pattern::Bind(var) => {
                if let Seen::Term(term) = seen {
                    plain(term)?;
                }
                self.seen[base + var.slot() as usize] = seen;
                Ok(true)
            }
            Pattern::Value(value) => self.value(value, base)?.same(seen),
            Pattern::Literal(functor, patterns) => self.matches_literal(*functor, patterns, seen, base),
            Pattern::List(..) => Err(Bail),
        }
    }

    #[inline(never)]
    fn matches_literal(
        &mut self,
        functor: Functor,
        patterns: &'static [Pattern],
        seen: Seen<'a>,
        base: usize,
    ) -> Result<bool, Bail> {
        let Some(parts) = parts(functor, seen)? else { return Ok(false) };
        for (pattern, term) in patterns.iter().zip(parts) {
            if !self.matches(pattern, Seen::of(term), base)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the steps change in what is believed; says how many messages they send.
    #[inline(always)]
    fn change(
        &self,
        steps: &'static [Step],
        own: Option<&Arc<Annotations>>,
        change: &mut Change,
    ) -> Result<usize, Bail> {
        let mut sends = 0;
        for step in steps {
            match step {
                Step::Send { .. } => sends += 1,
                Step::Delete { predicate, arguments } => {
                    let known = self.beliefs.only(*predicate).ok_or(Bail)?;
                    for (value, term) in arguments.iter().zip(known) {
                        if !self.is(value, term, 0)? {
                            return Err(Bail);
                        }
                    }
                }
                Step::Add { predicate, arguments, .. } | Step::Replace { predicate, arguments } => {
                    if !own.is_some_and(|own| self.beliefs.can_alter(*predicate, own)) {
                        return Err(Bail);
                    }
                    change.predicate = Some(*predicate);
                    for (place, value) in change.arguments.iter_mut().zip(arguments) {
                        *place = match self.value(value, 0) {
                            Ok(Seen::Number(bits)) => New::Number(bits),
                            Ok(Seen::Atom(number)) => New::Atom(number),
                            _ => {
                                change.terms.push(self.make(value)?);
                                New::Term(change.terms.len() as u64 - 1)
                            }
                        };
                    }
                }
                _ => return Err(Bail),
            }
        }
        Ok(sends)
    }

    /// Is everybody there to whom messages are sent?
    #[inline]
    fn knows_all(&self, steps: &'static [Step], me: Atom, world: &dyn World) -> bool {
        steps.iter().all(|step| match step {
            Step::Send { to, .. } => self.receiver(to, me).is_ok_and(|to| world.knows(to)),
            _ => true,
        })
    }

    /// Whom a message is for.
    #[inline(always)]
    fn receiver(&self, to: &'static Value, me: Atom) -> Result<Atom, Bail> {
        let name = match self.value(to, 0)? {
            Seen::Atom(name) => Seen::name(name),
            Seen::Term(Term::String(name)) => Atom::new(name),
            _ => return Err(Bail),
        };
        Ok(if name == Atom::SELF { me } else { name })
    }

    /// Writes the term of a value [that need not be made](is_seen), whose variables all stand for something.
    #[inline(always)]
    fn put(&self, value: &'static Value, place: &mut Term) {
        match self.value(value, 0) {
            Ok(Seen::Number(bits)) => *place = Term::Number(f64::from_bits(bits)),
            Ok(Seen::Atom(number)) => *place = Term::Atom(Seen::name(number)),
            Ok(Seen::Term(term)) => *place = term.clone(),
            Ok(Seen::Open) | Err(Bail) => {}
        }
    }

    #[inline(never)]
    fn make(&self, value: &'static Value) -> Result<Term, Bail> {
        match value {
            Value::Literal(functor, values) => {
                let arguments =
                    values.iter().map(|value| self.make(value)).collect::<Result<SmallVec<[_; 4]>, Bail>>()?;
                Ok(Term::Structure(Structure::settled(*functor, arguments, None).into()))
            }
            value => self.value(value, 0)?.term(),
        }
    }
}
