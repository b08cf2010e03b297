//! Makes reflexes of plans that have been compiled for direct execution.

use std::slice::from_ref;

use super::super::super::formula::{Argument, Goal, HeadArgument};
use super::super::super::library::Candidate;
use super::super::super::plan::{DirectPlan, Source};
use super::super::super::steps::{Passed, Step};
use super::super::super::value::{Pattern, Value};
use super::super::compile::Words as Known;
use super::super::deeds::Send;
use super::super::sheet::{Operand, Register};
use super::super::texts::Text;
use super::slots::{Column, Kind, Slot};
use super::{ALL, Check, Deeds, FOUND, HAND, HEARD, Library, Reflex, Reflexes, Row, SOURCE};
use crate::belief::BeliefBase;
use crate::mind::{About, Brief, Count};
use crate::query::Rule;
use crate::term::{Atom, Functor, Order, Relation, Term, Word};

/// Rules that ask rules, and goals that have goals in last place, so deep.
const DEPTH: usize = 4;

/// Of the plans for a goal, up to the first that is for others. Nothing, if that is the first one.
pub(super) fn all(candidates: &[Candidate], library: &'static Library, beliefs: &BeliefBase) -> Option<Reflexes> {
    let (mut all, mut passed) = (Vec::new(), 0);
    // Behind the last one that does something, there is nothing to choose.
    let (mut end, mut needs) = (0, 0);
    for candidate in candidates {
        let Candidate::Direct(plan) = candidate else { break };
        let mut compiler =
            Compiler { library, beliefs, needs: 0, checks: Vec::new(), found: FOUND, is_last: false, depth: 0 };
        let Some(reflex) = compiler.reflex(plan) else { break };
        passed |= compiler.needs;
        let does_something = reflex.as_ref().is_some_and(|reflex| reflex.deeds.is_some());
        all.extend(reflex);
        if does_something {
            (end, needs) = (all.len(), passed);
        }
    }
    if end == 0 {
        return None;
    }
    all.truncate(end);
    let all: &'static [Reflex] = Box::leak(all.into());
    Some(Reflexes::of(all, needs))
}

/// Does it hold, as far as that can be told before a message comes: perhaps, or never?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Perhaps,
    Never,
}

use Told::{Never, Perhaps};

struct Compiler<'a> {
    library: &'static Library,
    beliefs: &'a BeliefBase,
    /// The slots that are relied on.
    needs: u16,
    checks: Vec<Check>,
    /// How many words are taken.
    found: usize,
    /// Must nothing be checked any more, since the first answer to what was asked is the only one that counts?
    is_last: bool,
    depth: usize,
}

/// Which words variables are, and which are texts: these name somebody, and are nothing else.
#[derive(Clone)]
struct Words {
    known: Known,
    texts: Vec<(u32, Register)>,
}

impl Words {
    fn unknown(variables: usize) -> Self {
        Self { known: Known::unknown(variables), texts: Vec::new() }
    }

    fn bind(&mut self, slot: u32, register: Register) {
        self.known.bind(slot, register);
    }

    fn bind_text(&mut self, slot: u32, register: Register) {
        self.texts.push((slot, register));
    }

    /// Where the name is that a text is.
    fn text(&self, value: &Value) -> Option<Register> {
        let Value::Register(own) = value else { return None };
        self.texts.iter().find(|(slot, _)| slot == own).map(|(_, register)| *register)
    }

    /// What a value is, where that is a number or a constant.
    fn operand(&self, value: &Value) -> Option<Operand> {
        self.known.operand(value).filter(|operand| !matches!(operand, Operand::Term(_)))
    }
}

/// What a plan does, as far as it has been looked at.
#[derive(Default)]
struct Doing {
    sends: Vec<Send>,
    changes: Vec<(usize, Operand)>,
    changed: u16,
}

fn heard(place: usize) -> Option<Register> {
    if place < HEARD { Register::of_plan(place) } else { None }
}

fn held(at: usize) -> Option<Register> {
    Register::of_plan(HAND + at)
}

impl Compiler<'_> {
    /// Nothing, if the plan is none for this; nothing of it, if it is never applicable.
    fn reflex(&mut self, plan: &DirectPlan) -> Option<Option<Reflex>> {
        if plan.open != 0 || plan.arguments.len() > HEARD {
            return None;
        }
        let mut words = Words::unknown(plan.variables);
        for (place, pattern) in plan.arguments.iter().enumerate() {
            if self.fits(&mut words, heard(place)?, pattern)? == Never {
                return Some(None);
            }
        }
        let source = Register::of_plan(SOURCE)?;
        match plan.source {
            Source::Any => {}
            Source::Is(name) => self.check(Check::Is(source, Word::atom(name)))?,
            Source::Bind(slot) => words.bind(slot, source),
        }
        if self.goals(&mut words, &plan.context)? == Never {
            return Some(None);
        }
        let (checks, needs) = (self.checks.len(), self.needs);
        let deeds = if plan.blocks.len() == 1 { self.deeds(&words, &plan.blocks[0].steps) } else { None };
        if deeds.is_none() {
            self.checks.truncate(checks);
            self.needs = needs;
        }
        Some(Some(Reflex { checks: std::mem::take(&mut self.checks).into(), deeds }))
    }

    fn check(&mut self, check: Check) -> Option<()> {
        (!self.is_last).then(|| self.checks.push(check))
    }

    /// A word for something that is found on the way.
    fn new_word(&mut self) -> Option<Register> {
        if self.found == ALL {
            return None;
        }
        self.found += 1;
        Register::of_plan(self.found - 1)
    }

    /// Where the word of a value is.
    fn place(&mut self, words: &Words, value: &Value) -> Option<Register> {
        match words.operand(value)? {
            Operand::Register(register) => Some(register),
            operand => {
                let register = self.new_word()?;
                self.check(Check::Calculate(register, operand))?;
                Some(register)
            }
        }
    }

    /// What a text is made of: what is calculated for it is a word of its own, if there is room, for that takes less so.
    fn part(&mut self, words: &Words, value: &Value) -> Option<Operand> {
        let operand = words.known.operand(value)?;
        let is_simple = match &operand {
            Operand::Calculation(calculation) => calculation.is_simple(),
            _ => false,
        };
        // Another is for the text itself.
        if !is_simple || self.is_last || self.found + 2 > ALL {
            return Some(operand);
        }
        self.place(words, value).map(Operand::Register)
    }

    /// That a word is what a value is.
    fn equal(&mut self, words: &Words, register: Register, value: &Value) -> Option<Told> {
        match words.operand(value)? {
            Operand::Constant(word) => self.check(Check::Is(register, word))?,
            Operand::Register(own) if own == register => {}
            _ => {
                let other = self.place(words, value)?;
                self.check(Check::Equal(register, other))?;
            }
        }
        Some(Perhaps)
    }

    /// That a word looks like this.
    fn fits(&mut self, words: &mut Words, register: Register, pattern: &Pattern) -> Option<Told> {
        match pattern {
            Pattern::Any => Some(Perhaps),
            Pattern::Bind(var) => {
                words.bind(var.slot(), register);
                Some(Perhaps)
            }
            Pattern::Value(Value::Literal(..) | Value::List(..)) | Pattern::Literal(..) | Pattern::List(..) => {
                Some(Never)
            }
            Pattern::Value(value) => self.equal(words, register, value),
        }
    }

    /// That these hold, from the first to the last.
    fn goals(&mut self, words: &mut Words, goals: &[Goal]) -> Option<Told> {
        for goal in goals {
            if self.goal(words, goal)? == Never {
                return Some(Never);
            }
        }
        Some(Perhaps)
    }

    fn goal(&mut self, words: &mut Words, goal: &Goal) -> Option<Told> {
        match goal {
            Goal::Compare(relation, left, right) => {
                let (left, right) = (words.operand(left)?, words.operand(right)?);
                let number = if let Operand::Constant(word) = right { word.as_number() } else { None };
                self.check(match (&left, number, *relation, Order::of(*relation)) {
                    (Operand::Register(own), Some(number), Relation::Equal, _) => Check::Is(*own, Word::number(number)),
                    (_, _, Relation::Different, _) => Check::Compare(*relation, left, right),
                    (Operand::Register(own), Some(number), Relation::Greater, _) => Check::Above(*own, number),
                    (Operand::Register(own), Some(number), _, Some(order)) => Check::Order(*own, order, number),
                    _ => Check::Compare(*relation, left, right),
                })?;
            }
            Goal::Match(value, pattern) => {
                let register = self.place(words, value)?;
                return self.fits(words, register, pattern);
            }
            Goal::Not(inner) => return self.not(words, inner),
            Goal::Believe(predicate, arguments) => {
                let (bit, slot) = self.library.repertoire.slot(*predicate, self.library, self.beliefs)?;
                self.needs |= bit;
                return self.believe(words, slot, arguments);
            }
            Goal::Act(Atom::CONCAT, arguments) => {
                let [parts @ .., Argument::Out(Pattern::Bind(var))] = &**arguments else { return None };
                let parts = parts.iter().map(|part| match part {
                    Argument::In(value) => self.part(words, value),
                    Argument::Out(_) => None,
                });
                let text = Box::new(Text::of(parts.collect::<Option<_>>()?)?);
                let register = self.new_word()?;
                words.bind_text(var.slot(), register);
                self.check(Check::Name(register, text))?;
            }
            Goal::Act(..) | Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => return None,
        }
        Some(Perhaps)
    }

    /// What it binds is not known behind it.
    fn not(&mut self, words: &Words, goals: &[Goal]) -> Option<Told> {
        let (before, is_last) = (std::mem::take(&mut self.checks), self.is_last);
        let told = self.goals(&mut words.clone(), goals)?;
        let inner = std::mem::replace(&mut self.checks, before);
        self.is_last = is_last;
        if told == Perhaps {
            self.check(Check::Not(inner.into()))?;
        }
        Some(Perhaps)
    }

    fn believe(&mut self, words: &mut Words, slot: &'static Slot, arguments: &[Argument]) -> Option<Told> {
        match &slot.kind {
            Kind::Nothing => return Some(Never),
            Kind::Rule(rule) => return self.ask(words, rule, arguments),
            Kind::Rows => return self.row(words, arguments),
            Kind::Fact { columns, .. } => {
                for (column, argument) in columns.iter().zip(arguments) {
                    let told = match argument {
                        Argument::In(value) => self.is_value(words, column, value)?,
                        Argument::Out(pattern) => self.is_like(words, column, pattern)?,
                    };
                    if told == Never {
                        return Some(Never);
                    }
                }
            }
        }
        Some(Perhaps)
    }

    /// That an argument of a fact is a value.
    fn is_value(&mut self, words: &Words, column: &Column, value: &Value) -> Option<Told> {
        let Value::Literal(literal, values) = value else { return self.equal(words, held(column.at)?, value) };
        let Some(mark) = column.mark(*literal) else { return Some(Never) };
        self.check(Check::Is(held(column.at)?, mark))?;
        for (at, value) in (column.at + 1..).zip(values) {
            if matches!(value, Value::Literal(..) | Value::List(..)) {
                return Some(Never);
            }
            self.equal(words, held(at)?, value)?;
        }
        Some(Perhaps)
    }

    /// That an argument of a fact looks like this.
    fn is_like(&mut self, words: &mut Words, column: &Column, pattern: &Pattern) -> Option<Told> {
        match pattern {
            Pattern::Any => Some(Perhaps),
            // It would have to be the literal as a whole.
            Pattern::Bind(_) if !column.literals.is_empty() => None,
            Pattern::Value(value) => self.is_value(words, column, value),
            Pattern::Literal(literal, patterns) => {
                let Some(mark) = column.mark(*literal) else { return Some(Never) };
                self.check(Check::Is(held(column.at)?, mark))?;
                for (at, pattern) in (column.at + 1..).zip(patterns) {
                    if self.fits(words, held(at)?, pattern)? == Never {
                        return Some(Never);
                    }
                }
                Some(Perhaps)
            }
            Pattern::Bind(_) | Pattern::List(..) => self.fits(words, held(column.at)?, pattern),
        }
    }

    /// That the only rule has an answer.
    fn ask(&mut self, words: &mut Words, rule: &Rule, arguments: &[Argument]) -> Option<Told> {
        let known = Argument::known(arguments);
        let rule = rule.direct(known).filter(|rule| rule.known == known && self.depth < DEPTH)?;
        let mut own = Words::unknown(rule.registers);
        for (head, argument) in rule.head.iter().zip(arguments) {
            if let (HeadArgument::In(pattern), Argument::In(value)) = (head, argument)
                && !matches!(pattern, Pattern::Any)
            {
                let register = self.place(words, value)?;
                if self.fits(&mut own, register, pattern)? == Never {
                    return Some(Never);
                }
            }
        }
        self.depth += 1;
        let told = self.goals(&mut own, &rule.body)?;
        self.depth -= 1;
        if told == Never {
            return Some(Never);
        }
        for (head, argument) in rule.head.iter().zip(arguments) {
            if let (HeadArgument::Out(value), Argument::Out(pattern)) = (head, argument)
                && !matches!(pattern, Pattern::Any)
            {
                let told = match (own.text(value), pattern) {
                    (Some(text), Pattern::Bind(var)) => {
                        words.bind_text(var.slot(), text);
                        Perhaps
                    }
                    (Some(_), _) => return None,
                    (None, pattern) => {
                        let register = self.place(&own, value)?;
                        self.fits(words, register, pattern)?
                    }
                };
                if told == Never {
                    return Some(Never);
                }
            }
        }
        Some(Perhaps)
    }

    /// That one of several facts is so.
    fn row(&mut self, words: &mut Words, arguments: &[Argument]) -> Option<Told> {
        let (mut known, mut found) = (Vec::new(), Vec::new());
        // What the row itself says is not known before it is found.
        let before = words.clone();
        for (column, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::In(value) | Argument::Out(Pattern::Value(value)) => {
                    known.push((column, before.operand(value)?));
                }
                Argument::Out(Pattern::Bind(var)) => {
                    let register = self.new_word()?;
                    words.bind(var.slot(), register);
                    found.push((column, register));
                }
                Argument::Out(Pattern::Any) => {}
                Argument::Out(Pattern::Literal(..) | Pattern::List(..)) => return Some(Never),
            }
        }
        if known.len() > super::HELD {
            return None;
        }
        self.check(Check::Row(Box::new(Row {
            #[cfg(target_arch = "x86_64")]
            width: arguments.len(),
            known: known.into(),
            found: found.into(),
        })))?;
        self.is_last = true;
        Some(Perhaps)
    }

    /// What the steps do, if that is what reflexes do.
    fn deeds(&mut self, words: &Words, steps: &[Step]) -> Option<Deeds> {
        let mut doing = Doing::default();
        self.steps(words, steps, &mut doing)?;
        let Doing { sends, changes, changed } = doing;
        Deeds::of(sends, changes, changed)
    }

    fn steps(&mut self, words: &Words, steps: &[Step], doing: &mut Doing) -> Option<()> {
        let mut steps = steps.iter();
        while let Some(step) = steps.next() {
            let (predicate, old, new) = match step {
                Step::Send { to, performative, predicate, arguments } if arguments.len() <= Brief::MOST => {
                    let mut operands = [const { Operand::Constant(Word::ZERO) }; Brief::MOST];
                    for (operand, argument) in operands.iter_mut().zip(arguments) {
                        *operand = words.operand(argument)?;
                    }
                    let (about, count) = (About::new(*performative, *predicate), Count::of(arguments.len()));
                    let to = match words.text(to) {
                        Some(register) => Operand::Register(register),
                        None => Self::receiver(words, to)?,
                    };
                    doing.sends.push(Send { to, about, count, arguments: operands });
                    continue;
                }
                Step::Achieve { predicate, arguments, open: 0, .. } if steps.len() == 0 => {
                    return self.achieve(words, *predicate, arguments, doing);
                }
                Step::Replace { predicate, arguments } => (*predicate, None, arguments),
                Step::Delete { predicate, arguments: old } => match steps.next()? {
                    Step::Add { predicate: next, arguments, at_end: false } if next == predicate => {
                        (*predicate, Some(old), arguments)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            let (bit, slot) = self.library.repertoire.slot(predicate, self.library, self.beliefs)?;
            let Kind::Fact { columns, .. } = &slot.kind else { return None };
            if doing.changed & bit != 0 || old.is_some_and(|old| !self.are_found(words, columns, old)) {
                return None;
            }
            self.needs |= bit;
            doing.changed |= bit;
            for (column, value) in columns.iter().zip(new) {
                change(words, column, value, &mut doing.changes)?;
            }
        }
        Some(())
    }

    /// A goal in last place: what its first plan does, if that one is for any such goal.
    fn achieve(&mut self, words: &Words, predicate: Functor, arguments: &[Passed], doing: &mut Doing) -> Option<()> {
        let Candidate::Direct(plan) = self.library.candidates(predicate, 0).first()? else { return None };
        let is_for_any = matches!(plan.source, Source::Any) && plan.context.is_empty() && plan.blocks.len() == 1;
        if !is_for_any || self.depth == DEPTH {
            return None;
        }
        let mut own = Words::unknown(plan.variables);
        for (pattern, argument) in plan.arguments.iter().zip(arguments) {
            match (pattern, argument) {
                (Pattern::Any, _) => {}
                (Pattern::Bind(var), Passed::Known(value)) => own.bind(var.slot(), self.place(words, value)?),
                _ => return None,
            }
        }
        self.depth += 1;
        self.steps(&own, &plan.blocks[0].steps, doing)?;
        self.depth -= 1;
        Some(())
    }

    /// Whom a message is for: a name, be it a text.
    fn receiver(words: &Words, to: &Value) -> Option<Operand> {
        match to {
            Value::Constant(Term::String(name)) => Some(Operand::Constant(Word::atom(Atom::new(name)))),
            _ => words.operand(to),
        }
    }

    /// Are these what the arguments of a fact have been found to be?
    fn are_found(&self, words: &Words, columns: &[Column], values: &[Value]) -> bool {
        let is = |at: usize, value: &Value| match (held(at), words.operand(value)) {
            (Some(own), Some(Operand::Register(register))) => own == register,
            (Some(own), Some(Operand::Constant(word))) => self.is_checked(own, word),
            _ => false,
        };
        columns.iter().zip(values).all(|(column, value)| match value {
            Value::Literal(literal, values) => {
                let has_mark = column.mark(*literal).zip(held(column.at));
                has_mark.is_some_and(|(mark, own)| self.is_checked(own, mark))
                    && (column.at + 1..).zip(values).all(|(at, value)| is(at, value))
            }
            value => is(column.at, value),
        })
    }

    fn is_checked(&self, register: Register, word: Word) -> bool {
        self.checks.iter().any(|check| match check {
            Check::Is(own, other) => *own == register && other.bits() == word.bits(),
            _ => false,
        })
    }
}

/// An argument of a fact becomes a value.
fn change(words: &Words, column: &Column, value: &Value, changes: &mut Vec<(usize, Operand)>) -> Option<()> {
    let (at, values) = match value {
        Value::Literal(literal, values) => {
            changes.push((column.at, Operand::Constant(column.mark(*literal)?)));
            (column.at + 1, &**values)
        }
        value => (column.at, from_ref(value)),
    };
    for (at, value) in (at..).zip(values) {
        let operand = words.operand(value)?;
        if !matches!(&operand, Operand::Register(own) if Some(*own) == held(at)) {
            changes.push((at, operand));
        }
    }
    Some(())
}
