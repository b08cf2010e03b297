//! Looks for the first solution of a formula.

use super::Bail;
use super::formula::{Argument, DirectRule, Formula, Goal, HeadArgument, compare};
use super::value::{Pattern, Register, plain};
use crate::belief::{Entry, Position, key_of};
use crate::mind::{Mind, World};
use crate::query::Outcome;
use crate::term::{Atom, Bindings, Functor, Term, Var};

/// Rules that need more of each other than this are the interpreter's.
const DEPTH: u32 = 64;

/// Who looks.
pub(super) struct Solver<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
    /// Those of the activation, and behind them those of the rules that it is asking.
    pub(super) registers: &'a mut Vec<Register>,
}

/// What is asked once the goals at hand hold.
struct Next<'a> {
    /// The question that the rule at hand answers: its goals, behind the one that asks ...
    goals: &'a [Goal],
    /// ... its registers ...
    base: usize,
    /// ... and what it asked for.
    arguments: &'a [Argument],
    /// How the rule answers, and where its registers are.
    rule: &'a DirectRule,
    rule_base: usize,
    then: Option<&'a Next<'a>>,
    depth: u32,
}

impl Solver<'_> {
    /// Is there a solution? It is in the registers from `base` on then.
    pub(super) fn holds(&mut self, formula: &Formula, base: usize) -> Result<bool, Bail> {
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
                    Some(next) => self.answer(next),
                };
            };
            goals = rest;
            let holds = match goal {
                Goal::Compare(relation, left, right) => compare(*relation, left, right, &self.registers[base..])?,
                Goal::Match(value, pattern) => {
                    let value = value.get(&self.registers[base..])?;
                    pattern.matches(&value, &mut self.registers[base..])?
                }
                Goal::Not(inner) => !self.holds(inner, base)?,
                Goal::Act(name, arguments) => self.act(*name, arguments, base)?,
                Goal::Believe(predicate, arguments) => {
                    return self.believe(*predicate, arguments, base, goals, then);
                }
            };
            if !holds {
                return Ok(false);
            }
        }
    }

    /// A rule's body holds: what it was asked for is known.
    fn answer(&mut self, next: &Next<'_>) -> Result<bool, Bail> {
        for (head, argument) in next.rule.head.iter().zip(next.arguments) {
            if let (HeadArgument::Out(value), Argument::Out(pattern)) = (head, argument) {
                let value = value.get(&self.registers[next.rule_base..])?;
                if !pattern.matches(&value, &mut self.registers[next.base..])? {
                    return Ok(false);
                }
            }
        }
        self.goals(next.goals, next.base, next.then)
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
        let key = match arguments.first() {
            Some(Argument::In(first)) if self.mind.beliefs.is_indexed(predicate) => {
                key_of(&first.get(&self.registers[base..])?)
            }
            _ => None,
        };
        while let Some((at, entry)) = self.mind.beliefs.next(predicate, position, key) {
            position = at + 1;
            match entry {
                Entry::Fact(fact) => {
                    let terms: &[Term] = fact.as_structure().map_or(&[], |fact| &fact.arguments);
                    if fits(arguments, terms, &mut self.registers[base..])? && self.goals(rest, base, then)? {
                        return Ok(true);
                    }
                }
                Entry::Rule(rule) => {
                    let known = known(arguments);
                    let rule = rule.direct(known).ok_or(Bail)?;
                    let depth = then.map_or(0, |next| next.depth) + 1;
                    if rule.known != known || depth > DEPTH {
                        return Err(Bail);
                    }
                    let rule_base = self.registers.len();
                    self.registers.resize(rule_base + rule.registers, None);
                    if self.enters(rule, arguments, base, rule_base)? {
                        let next = Next { goals: rest, base, arguments, rule, rule_base, then, depth };
                        if self.goals(&rule.body, rule_base, Some(&next))? {
                            return Ok(true);
                        }
                    }
                    self.registers.truncate(rule_base);
                }
            }
        }
        Ok(false)
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
        let (terms, mut bindings) = arguments_of(arguments, &self.registers[base..])?;
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
        let fits = match argument {
            Argument::In(value) => value.is(term, registers)?,
            Argument::Out(pattern) => pattern.matches(term, registers)?,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Which arguments are known: one bit each.
fn known(arguments: &[Argument]) -> u64 {
    let known = arguments.iter().enumerate().filter(|(_, argument)| matches!(argument, Argument::In(_)));
    known.fold(0, |all, (place, _)| all | 1_u64.checked_shl(place as u32).unwrap_or(0))
}
