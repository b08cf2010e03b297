//! Makes reactions of plans that have been compiled for direct execution.

use super::super::formula::{Argument, Goal};
use super::super::library::Candidate;
use super::super::plan::{DirectPlan, Source};
use super::super::steps::Step;
use super::super::value::{Pattern, Value};
use super::calculation::Calculation;
use super::deeds::{Change, Deeds, MOST, Make, Send};
use super::look::{Question, Shape, Test};
use super::sheet::{Operand, Register};
use super::texts::Text;
use super::{ARGUMENTS, Reaction};
use crate::mind::{About, Brief, Count};
use crate::term::{Atom, Functor, Order, Relation, Word};

impl Reaction {
    /// Of the plans for a goal, up to the first that is for others.
    pub(in super::super) fn all(candidates: &[Candidate]) -> Box<[Self]> {
        let mut all = Vec::new();
        for candidate in candidates {
            let reaction = if let Candidate::Direct(plan) = candidate { Self::of(plan) } else { None };
            let is_last = reaction.is_none();
            // Whatever the goal is, that one may be applicable.
            all.push(reaction.unwrap_or(Self { source: None, tests: [].into(), deeds: None }));
            if is_last {
                break;
            }
        }
        all.into()
    }

    /// Of a plan for goals of which everything is known. Nothing, if looking does not tell whether it is applicable.
    fn of(plan: &DirectPlan) -> Option<Self> {
        if plan.open != 0 || plan.arguments.len() > ARGUMENTS {
            return None;
        }
        let behind = ARGUMENTS + 1..ARGUMENTS + 1 + plan.variables;
        let mut words = Words::of(behind.map(Register::of_plan))?;
        let mut tests = Vec::new();
        for (place, pattern) in plan.arguments.iter().enumerate() {
            let argument = Register::of_plan(place)?;
            match pattern {
                Pattern::Any => {}
                Pattern::Bind(var) => words.bind(var.slot(), argument),
                other => tests.push(match words.shape(other)? {
                    Shape::Word(word) => Test::Is(argument, word),
                    shape => Test::Match(Operand::Register(argument), shape),
                }),
            }
        }
        let source = match plan.source {
            Source::Any => None,
            Source::Is(name) => Some(name),
            Source::Bind(slot) => {
                words.bind(slot, Register::of_plan(ARGUMENTS)?);
                None
            }
        };
        tests.extend(words.tests(&plan.context)?);
        let deeds = if plan.blocks.len() == 1 { words.deeds(&plan.blocks[0].steps, &tests) } else { None };
        Some(Self { source, tests: tests.into(), deeds })
    }
}

/// Which words a plan's variables are, or a rule's.
#[derive(Clone)]
pub(super) struct Words(Vec<Option<Register>>);

impl Words {
    /// Those of a rule of so many variables.
    pub(super) fn of_rule(level: usize, variables: usize) -> Option<Self> {
        Self::of((0..variables).map(|number| Register::of_rule(level, number)))
    }

    /// These, if there are so many.
    fn of(registers: impl Iterator<Item = Option<Register>>) -> Option<Self> {
        registers.map(|register| register.map(Some)).collect::<Option<_>>().map(Self)
    }

    /// So many variables that are none yet.
    pub(super) fn unknown(variables: usize) -> Self {
        Self(vec![None; variables])
    }

    /// From now on a variable is this word.
    pub(super) fn bind(&mut self, slot: u32, register: Register) {
        self.0[slot as usize] = Some(register);
    }

    fn register(&self, slot: u32) -> Option<Register> {
        self.0[slot as usize]
    }

    pub(super) fn tests(&self, goals: &[Goal]) -> Option<Box<[Test]>> {
        goals.iter().map(|goal| self.test(goal)).collect()
    }

    fn test(&self, goal: &Goal) -> Option<Test> {
        Some(match goal {
            Goal::Compare(relation, left, right) => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                let number = if let Operand::Constant(word) = right { word.as_number() } else { None };
                match (&left, number, *relation, Order::of(*relation)) {
                    (Operand::Register(own), Some(number), Relation::Equal, _) => Test::Is(*own, Word::number(number)),
                    (_, _, Relation::Different, _) => Test::Compare(*relation, left, right),
                    (Operand::Register(own), Some(number), _, Some(order)) => Test::Order(*own, order, number),
                    _ => Test::Compare(*relation, left, right),
                }
            }
            Goal::Match(value, pattern) => Test::Match(self.operand(value)?, self.shape(pattern)?),
            Goal::Not(inner) => Test::Not(self.tests(inner)?),
            Goal::Believe(predicate, arguments) => {
                let shapes = arguments.iter().map(|argument| match argument {
                    Argument::In(value) => self.same(value),
                    Argument::Out(pattern) => self.shape(pattern),
                });
                let (shapes, known) = (shapes.collect::<Option<_>>()?, Argument::known(arguments));
                Test::Believe(Question::new(*predicate, shapes, known))
            }
            Goal::Act(Atom::CONCAT, arguments) => {
                let [parts @ .., Argument::Out(Pattern::Bind(var))] = &**arguments else { return None };
                let parts = parts.iter().map(|part| match part {
                    Argument::In(value) => self.operand(value),
                    Argument::Out(_) => None,
                });
                Test::Concat(Text::of(parts.collect::<Option<_>>()?)?, self.register(var.slot())?)
            }
            Goal::Act(..) | Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => return None,
        })
    }

    pub(super) fn shape(&self, pattern: &Pattern) -> Option<Shape> {
        match pattern {
            Pattern::Any => Some(Shape::Any),
            Pattern::Bind(var) => self.register(var.slot()).map(Shape::Bind),
            Pattern::Value(value) => self.same(value),
            Pattern::Literal(functor, patterns) => {
                let shapes = patterns.iter().map(|pattern| self.shape(pattern)).collect::<Option<_>>()?;
                Some(Shape::Literal(*functor, shapes))
            }
            Pattern::List(..) => None,
        }
    }

    /// What a value is the same as.
    fn same(&self, value: &Value) -> Option<Shape> {
        match value {
            Value::Literal(functor, values) => {
                Some(Shape::Literal(*functor, values.iter().map(|value| self.same(value)).collect::<Option<_>>()?))
            }
            value => Some(match self.operand(value)? {
                Operand::Constant(word) => Shape::Word(word),
                operand => Shape::Is(operand),
            }),
        }
    }

    pub(super) fn operand(&self, value: &Value) -> Option<Operand> {
        Some(match value {
            Value::Constant(term) => match Word::of(term) {
                Some(word) => Operand::Constant(word),
                None => Operand::Term(term.clone()),
            },
            Value::Register(slot) => Operand::Register(self.register(*slot)?),
            Value::Sum(slot, number) => Operand::Sum(self.register(*slot)?, *number),
            Value::Arithmetic(operator, both) => {
                let (left, right) = (self.operand(&both.0)?, self.operand(&both.1)?);
                Operand::Calculation(Calculation::of(*operator, &left, &right)?)
            }
            Value::Negative(inner) => Operand::Calculation(Calculation::negative(&self.operand(inner)?)?),
            Value::Function(..) | Value::Literal(..) | Value::List(..) => return None,
        })
    }

    fn make(&self, value: &Value) -> Option<Make> {
        match value {
            Value::Literal(functor, values) => {
                Some(Make::Literal(*functor, values.iter().map(|value| self.make(value)).collect::<Option<_>>()?))
            }
            value => self.operand(value).map(Make::Operand),
        }
    }

    fn makes(&self, values: &[Value]) -> Option<Box<[Make]>> {
        values.iter().map(|value| self.make(value)).collect()
    }

    /// One fact goes, and another of its predicate comes.
    fn change(&self, predicate: Functor, old: &[Value], new: &[Value], tests: &[Test]) -> Option<Change> {
        let old: Box<[Shape]> = old.iter().map(|value| self.same(value)).collect::<Option<_>>()?;
        let new = self.makes(new)?;
        // There is one fact at most when it is changed: the one that was found.
        let is_known = tests.iter().any(|test| match test {
            Test::Believe(question) => question.predicate == predicate && question.finds(&old),
            _ => false,
        });
        let stays = |new: &Make, old: &Shape| match (new, old) {
            (Make::Operand(Operand::Register(new)), Shape::Is(Operand::Register(old))) => new == old,
            _ => false,
        };
        let changes = new.into_iter().zip(&old).enumerate().filter(|(_, (new, old))| !stays(new, old));
        let new: Vec<(usize, Make)> = changes.map(|(place, (new, _))| (place, new)).collect();
        Some(Change::of(predicate, if is_known { None } else { Some(old) }, new))
    }

    /// What the steps do, if that is what reactions do.
    fn deeds(&self, steps: &[Step], tests: &[Test]) -> Option<Deeds> {
        let (mut sends, mut change) = (Vec::new(), None);
        let mut steps = steps.iter();
        while let Some(step) = steps.next() {
            let next = match step {
                Step::Send { to, performative, predicate, arguments } if arguments.len() <= Brief::MOST => {
                    let mut operands = [const { Operand::Constant(Word::ZERO) }; Brief::MOST];
                    for (operand, argument) in operands.iter_mut().zip(arguments) {
                        *operand = self.operand(argument)?;
                    }
                    let about = About::new(*performative, *predicate);
                    let (to, count) = (self.operand(to)?, Count::of(arguments.len()));
                    sends.push(Send { to, about, count, arguments: operands });
                    continue;
                }
                Step::Replace { predicate, arguments } => {
                    Change::of(*predicate, None, self.makes(arguments)?.into_iter().enumerate())
                }
                Step::Delete { predicate, arguments: old } => {
                    let Some(Step::Add { predicate: next, arguments: new, at_end: false }) = steps.next() else {
                        return None;
                    };
                    if next != predicate {
                        return None;
                    }
                    self.change(*predicate, old, new, tests)?
                }
                _ => return None,
            };
            if change.replace(next).is_some() {
                return None;
            }
        }
        (sends.len() <= MOST).then(|| Deeds { sends: sends.into(), change })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Term;

    #[test]
    fn constants_are_words_where_they_can_be() {
        let words = Words(Vec::new());
        let operand = |term| words.operand(&Value::Constant(term));
        assert!(matches!(operand(Term::Number(1.0)), Some(Operand::Constant(_))));
        assert!(matches!(operand(Term::atom("a")), Some(Operand::Constant(_))));
        assert!(matches!(operand(Term::string("a")), Some(Operand::Term(_))));
    }
}
