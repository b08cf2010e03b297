//! Which plan is applicable, as can be seen by looking: nothing is made, and nothing changed.

use super::Bail;
use super::formula::{Argument, DirectRule, Goal, HeadArgument};
use super::library::Candidate;
use super::plan::{DirectPlan, Source};
use super::seen::{Seen, compares, parts};
use super::value::{Pattern, Value, plain};
use crate::belief::{BeliefBase, Entry, Position, key_of};
use crate::term::{Atom, Functor, Relation, Term};

/// So many variables have room: those of the plan, and of the rules that it asks.
pub(super) const ROOM: usize = 16;

/// Rules that need more of each other than this are the interpreter's.
const DEPTH: u32 = 16;

/// An agent looks at what it believes.
pub(super) struct Look<'a> {
    pub(super) beliefs: &'a BeliefBase,
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

impl<'a> Look<'a> {
    /// An agent that believes this is about to look.
    #[inline(always)]
    pub(super) fn new(beliefs: &'a BeliefBase) -> Self {
        Self { beliefs, seen: [Seen::Open; ROOM], top: 0 }
    }

    /// The first plan that is applicable.
    #[inline]
    pub(super) fn choose(
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
    pub(super) fn value(&self, value: &'static Value, base: usize) -> Result<Seen<'a>, Bail> {
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
    pub(super) fn is(&self, value: &'static Value, term: &'a Term, base: usize) -> Result<bool, Bail> {
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
}
