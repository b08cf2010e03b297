//! Looks for the first solution of a formula.

use std::cell::RefCell;

use super::Bail;
use super::formula::{Argument, DirectRule, Goal, HeadArgument, compare};
use super::rows::Question;
use super::sieve::Sieve;
use super::value::{Pattern, Register, Value, plain};
use crate::belief::{Entry, Position, Table, key_of};
use crate::mind::{Mind, World};
use crate::query::{Gathering, Outcome};
use crate::stack;
use crate::term::{Atom, Bindings, Functor, Term, Var, sort_terms};

/// Who looks.
pub(super) struct Solver<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
    /// Those of the activation, and behind them those of the rules that it is asking.
    pub(super) registers: &'a mut Vec<Register>,
}

/// What is done once the goals at hand hold.
enum Next<'a> {
    /// A rule's body holds.
    Answer(Answer<'a>),
    /// This is taken of the solution, with registers from here on, and the next is looked for.
    Gather { template: &'a Value, base: usize, found: &'a RefCell<Vec<Term>> },
}

/// A question that a rule answers.
struct Answer<'a> {
    /// The goals behind the one that asks ...
    goals: &'a [Goal],
    /// ... their registers ...
    base: usize,
    /// ... and what it asked for.
    arguments: &'a [Argument],
    /// How the rule answers, and where its registers are.
    rule: &'a DirectRule,
    rule_base: usize,
    then: Option<&'a Next<'a>>,
}

impl Solver<'_> {
    /// Is there a solution? It is in the registers from `base` on then.
    pub(super) fn holds(&mut self, formula: &[Goal], base: usize) -> Result<bool, Bail> {
        let top = self.registers.len();
        let holds = self.goals(formula, base, None);
        self.registers.truncate(top);
        holds
    }

    fn goals(&mut self, goals: &[Goal], base: usize, then: Option<&Next<'_>>) -> Result<bool, Bail> {
        let mut goals = goals;
        // What has one solution at most needs no way back.
        loop {
            let Some((goal, rest)) = goals.split_first() else {
                return match then {
                    None => Ok(true),
                    Some(Next::Answer(answer)) => self.answer(answer),
                    Some(Next::Gather { template, base, found }) => {
                        found.borrow_mut().push(template.get(&self.registers[*base..])?);
                        Ok(false)
                    }
                };
            };
            goals = rest;
            let holds = match goal {
                Goal::Compare(..) | Goal::Match(..) => test(goal, &mut self.registers[base..])?,
                Goal::Not(inner) => !self.holds(inner, base)?,
                Goal::Act(name, arguments) => self.act(*name, arguments, base)?,
                Goal::Collect(gathering, template, inner, result) => {
                    let whole = self.all(*gathering, template, inner, base)?;
                    result.matches(&whole, &mut self.registers[base..])?
                }
                Goal::Believe(predicate, arguments) => match self.mind.beliefs.only(*predicate) {
                    Some(known) => fits(arguments, known, &mut self.registers[base..])?,
                    None => return self.believe(*predicate, arguments, base, goals, then),
                },
                Goal::Member(pattern, list) => return self.member(pattern, list, base, goals, then),
                Goal::Range(pattern, first, last) => {
                    let [first, last] = [first, last].map(|limit| limit.number(&self.registers[base..]));
                    let (mut number, last) = (first?.trunc(), last?.trunc());
                    if number.is_nan() || last.is_nan() {
                        return Err(Bail);
                    }
                    while number <= last {
                        pattern.matches(&Term::Number(number), &mut self.registers[base..])?;
                        if self.goals(goals, base, then)? {
                            return Ok(true);
                        }
                        number += 1.0;
                    }
                    return Ok(false);
                }
            };
            if !holds {
                return Ok(false);
            }
        }
    }

    /// A rule's body holds: what it was asked for is known.
    fn answer(&mut self, asked: &Answer<'_>) -> Result<bool, Bail> {
        for (head, argument) in asked.rule.head.iter().zip(asked.arguments) {
            if let (HeadArgument::Out(value), Argument::Out(pattern)) = (head, argument) {
                let value = value.get(&self.registers[asked.rule_base..])?;
                if !pattern.matches(&value, &mut self.registers[asked.base..])? {
                    return Ok(false);
                }
            }
        }
        self.goals(asked.goals, asked.base, asked.then)
    }

    /// All solutions of a formula.
    fn all(&mut self, gathering: Gathering, template: &Value, inner: &[Goal], base: usize) -> Result<Term, Bail> {
        let found = RefCell::default();
        let top = self.registers.len();
        let gathered = self.goals(inner, base, Some(&Next::Gather { template, base, found: &found }));
        self.registers.truncate(top);
        gathered?;
        let mut found = found.into_inner();
        Ok(match gathering {
            Gathering::Count => Term::Number(found.len() as f64),
            Gathering::List => Term::list(found),
            Gathering::Set => {
                sort_terms(&mut found);
                found.dedup_by(|one, other| one.compare(other).is_eq());
                Term::list(found)
            }
        })
    }

    fn member(
        &mut self,
        pattern: &Pattern,
        list: &Value,
        base: usize,
        rest: &[Goal],
        then: Option<&Next<'_>>,
    ) -> Result<bool, Bail> {
        let Term::List(list) = list.get(&self.registers[base..])? else { return Err(Bail) };
        let (tests, rest) = tests(rest);
        for item in &list {
            let registers = &mut self.registers[base..];
            if pattern.matches(item, registers)? && all_hold(tests, registers)? && self.goals(rest, base, then)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn believe(
        &mut self,
        predicate: Functor,
        arguments: &[Argument],
        base: usize,
        rest: &[Goal],
        then: Option<&Next<'_>>,
    ) -> Result<bool, Bail> {
        let mut position = Position::MIN;
        let mut error = None;
        let keys = arguments.iter().map(|argument| match argument {
            Argument::In(known) => match known.get(&self.registers[base..]) {
                Ok(known) => key_of(&known),
                Err(bail) => {
                    error = Some(bail);
                    None
                }
            },
            Argument::Out(_) => None,
        });
        let key = self.mind.beliefs.key(predicate, keys);
        if let Some(bail) = error {
            return Err(bail);
        }
        // What is tested next needs nothing but the registers: facts that fail are passed over where they are.
        let (tests, behind) = tests(rest);
        let sieve = match key {
            None if self.mind.beliefs.is_indexed(predicate) => {
                Some(Sieve::of(arguments, tests, &self.registers[base..]))
            }
            _ => None,
        };
        // Nor is each fact left for that of which only something is taken.
        let gathers = match then {
            Some(Next::Gather { template, base: own, found }) if behind.is_empty() && *own == base => {
                Some((*template, *found))
            }
            _ => None,
        };
        if let Some(sieve) = &sieve
            && behind.is_empty()
            && (then.is_none() || gathers.is_some())
            && let Some(rows) = self.mind.beliefs.table(predicate).and_then(Table::rows_of_many)
        {
            let question = Question { arguments, tests, sieve };
            let registers = &mut self.registers[base..];
            return match gathers {
                None => question.find(rows, registers),
                Some((template, found)) => question.gather(rows, registers, template, &mut found.borrow_mut()),
            };
        }
        loop {
            let registers = &mut self.registers[base..];
            let next = self.mind.beliefs.next_that(predicate, position, key, |entry| match entry {
                Entry::Fact(fact) => {
                    let terms: &[Term] = fact.as_structure().map_or(&[], |fact| &fact.arguments);
                    if let Some(sieve) = &sieve
                        && !sieve.passes(terms)
                    {
                        return None;
                    }
                    let holds = match fits(arguments, terms, registers) {
                        Ok(true) => all_hold(tests, registers),
                        other => other,
                    };
                    match (holds, gathers) {
                        (Ok(false), _) => None,
                        (Err(bail), _) => Some(Err(bail)),
                        (Ok(true), None) => Some(Ok(None)),
                        (Ok(true), Some((template, found))) => match template.get(registers) {
                            Ok(taken) => {
                                found.borrow_mut().push(taken);
                                None
                            }
                            Err(bail) => Some(Err(bail)),
                        },
                    }
                }
                Entry::Rule(rule) => Some(rule.direct(Argument::known(arguments)).map(Some).ok_or(Bail)),
            });
            let Some((at, found)) = next else { return Ok(false) };
            position = at + 1;
            let holds = match found? {
                None => self.goals(behind, base, then)?,
                Some(rule) => self.follow(rule, arguments, base, rest, then)?,
            };
            if holds {
                return Ok(true);
            }
        }
    }

    /// Does it follow by the rule?
    fn follow(
        &mut self,
        rule: &DirectRule,
        arguments: &[Argument],
        base: usize,
        rest: &[Goal],
        then: Option<&Next<'_>>,
    ) -> Result<bool, Bail> {
        // Rules that need each other that deep are the interpreter's.
        if rule.known != Argument::known(arguments) || stack::is_low() {
            return Err(Bail);
        }
        let rule_base = self.registers.len();
        self.registers.resize(rule_base + rule.registers, None);
        let holds = self.enters(rule, arguments, base, rule_base)? && {
            let next = Next::Answer(Answer { goals: rest, base, arguments, rule, rule_base, then });
            self.goals(&rule.body, rule_base, Some(&next))?
        };
        if !holds {
            self.registers.truncate(rule_base);
        }
        Ok(holds)
    }

    /// Is the rule one for these arguments?
    fn enters(
        &mut self,
        rule: &DirectRule,
        arguments: &[Argument],
        base: usize,
        rule_base: usize,
    ) -> Result<bool, Bail> {
        for (head, argument) in rule.head.iter().zip(arguments) {
            if let (HeadArgument::In(pattern), Argument::In(value)) = (head, argument) {
                let value = value.get(&self.registers[base..])?;
                if !pattern.matches(&value, &mut self.registers[rule_base..])? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn act(&mut self, name: Atom, arguments: &[Argument], base: usize) -> Result<bool, Bail> {
        if name == Atom::CONCAT && self.concat(arguments, base)? {
            return Ok(true);
        }
        let (terms, mut bindings) = arguments_of(arguments, &self.registers[base..])?;
        self.mind.direct.touch();
        match crate::library::call(self.mind, self.world, name, &terms, &mut bindings).ok_or(Bail)? {
            Ok(Outcome::Holds) => {}
            Ok(Outcome::Fails | Outcome::Waits(_)) => return Ok(false),
            // Several solutions, or a refusal that is to be told.
            Ok(Outcome::Each(_)) | Err(_) => return Err(Bail),
        }
        for (slot, value) in results(arguments, &bindings) {
            plain(&value)?;
            self.registers[base + slot as usize] = Some(value);
        }
        Ok(true)
    }
}

/// The goals that need nothing but registers and come first, and those behind them.
#[inline]
pub(super) fn tests(goals: &[Goal]) -> (&[Goal], &[Goal]) {
    let is_test = |goal: &&Goal| match goal {
        Goal::Compare(..) | Goal::Match(..) => true,
        Goal::Not(inner) => inner.iter().all(|goal| matches!(goal, Goal::Compare(..))),
        _ => false,
    };
    goals.split_at(goals.iter().take_while(is_test).count())
}

#[inline]
pub(super) fn all_hold(tests: &[Goal], registers: &mut [Register]) -> Result<bool, Bail> {
    for goal in tests {
        if !test(goal, registers)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[inline]
fn test(goal: &Goal, registers: &mut [Register]) -> Result<bool, Bail> {
    match goal {
        Goal::Compare(relation, left, right) => compare(*relation, left, right, registers),
        Goal::Match(value, pattern) => pattern.matches(&value.get(registers)?, registers),
        Goal::Not(inner) => Ok(!all_hold(inner, registers)?),
        _ => Err(Bail),
    }
}

impl Solver<'_> {
    /// `.concat` of texts for a variable, which names are often made with; says whether that is what it was.
    fn concat(&mut self, arguments: &[Argument], base: usize) -> Result<bool, Bail> {
        let [parts @ .., Argument::Out(Pattern::Bind(var))] = arguments else { return Ok(false) };
        let mut whole = String::new();
        for (place, part) in parts.iter().enumerate() {
            let Argument::In(part) = part else { return Ok(false) };
            let part = part.get(&self.registers[base..])?;
            if place == 0 && matches!(part, Term::List(_)) {
                return Ok(false);
            }
            crate::library::write_plain(&part, &mut whole);
        }
        if !parts.is_empty() {
            self.registers[base + var.slot() as usize] = Some(Term::string(whole));
        }
        Ok(!parts.is_empty())
    }
}

/// The arguments of an action, and bindings for those that it is asked for.
pub(super) fn arguments_of(arguments: &[Argument], registers: &[Register]) -> Result<(Vec<Term>, Bindings), Bail> {
    let mut bindings = Bindings::default();
    let terms = arguments.iter().map(|argument| match argument {
        Argument::In(value) => value.get(registers),
        // Refusals name it.
        Argument::Out(pattern) => Ok(Term::Var(match pattern {
            Pattern::Bind(var) => var.at(bindings.fresh(1)),
            _ => bindings.fresh_var(),
        })),
    });
    let terms = terms.collect::<Result<Vec<_>, Bail>>()?;
    Ok((terms, bindings))
}

/// What the action has made of those, by register.
pub(super) fn results(arguments: &[Argument], bindings: &Bindings) -> Vec<(u32, Term)> {
    let asked = arguments.iter().filter_map(|argument| match argument {
        Argument::Out(pattern) => Some(pattern),
        Argument::In(_) => None,
    });
    let results = asked.zip(0..).filter_map(|(pattern, number)| match pattern {
        Pattern::Bind(var) => Some((var.slot(), bindings.apply(&Term::Var(Var::unnamed(number))))),
        _ => None,
    });
    results.collect()
}

/// Do a fact's arguments fit those of a question?
#[inline]
fn fits(arguments: &[Argument], terms: &[Term], registers: &mut [Register]) -> Result<bool, Bail> {
    for (argument, term) in arguments.iter().zip(terms) {
        if !argument.fits(term, registers)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Argument {
    /// Does a fact's argument fit this one of a question?
    #[inline(always)]
    pub(super) fn fits(&self, term: &Term, registers: &mut [Register]) -> Result<bool, Bail> {
        match self {
            Self::In(value) => value.is(term, registers),
            Self::Out(pattern) => pattern.matches(term, registers),
        }
    }
}
