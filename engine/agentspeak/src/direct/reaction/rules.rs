//! Rules that are asked on the way.

use std::sync::OnceLock;

use super::super::formula::{DirectRule, HeadArgument};
use super::super::value::Pattern;
use super::compile::Words;
use super::look::{Holds, Look, Miss, Question, Shape, Test};
use super::sheet::{LEVELS, Operand};
use crate::query::Rule;

/// A rule for questions with certain arguments known, as it is asked while so many others are: its words are its own as long as what
/// follows it may come back to it.
#[derive(Debug)]
pub(super) struct Asked {
    /// What known arguments must look like, ...
    known: Box<[(usize, Shape)]>,
    tests: Box<[Test]>,
    /// ... and what the others are then.
    answers: Box<[(usize, Operand)]>,
}

/// The same rule on each level.
#[derive(Debug, Default)]
pub(in super::super) struct Levels([OnceLock<Option<Asked>>; LEVELS]);

/// What follows once a rule's tests hold.
pub(super) struct Next<'n> {
    rule: &'static Asked,
    question: &'static Question,
    tests: &'static [Test],
    next: Option<&'n Next<'n>>,
}

impl Asked {
    fn of(rule: &DirectRule, level: usize) -> Option<Self> {
        let words = Words::of_rule(level, rule.registers)?;
        let (mut known, mut answers) = (Vec::new(), Vec::new());
        for (place, argument) in rule.head.iter().enumerate() {
            match argument {
                HeadArgument::In(Pattern::Any) => {}
                HeadArgument::In(pattern) => known.push((place, words.shape(pattern)?)),
                HeadArgument::Out(value) => answers.push((place, words.operand(value)?)),
            }
        }
        Some(Self { known: known.into(), tests: words.tests(&rule.body)?, answers: answers.into() })
    }
}

impl Levels {
    fn get(&'static self, rule: &DirectRule, level: usize) -> Option<&'static Asked> {
        self.0.get(level)?.get_or_init(|| Asked::of(rule, level)).as_ref()
    }
}

impl Look<'_, '_> {
    /// Does what follows hold with some answer of a rule's?
    #[inline(never)]
    pub(super) fn ask(
        &mut self,
        rule: &Rule,
        question: &'static Question,
        tests: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        let direct = rule.direct(question.known).filter(|rule| rule.known == question.known).ok_or(Miss::Bail)?;
        let rule = direct.levels.get(direct, self.level).ok_or(Miss::Bail)?;
        for (place, shape) in &rule.known {
            let word = self.asked(&question.shapes[*place]).ok_or(Miss::Bail)?;
            self.matches(word, shape)?;
        }
        self.level += 1;
        let holds = self.hold(&rule.tests, Some(&Next { rule, question, tests, next }));
        self.level -= 1;
        holds
    }

    /// A rule's tests hold: this is its answer.
    #[inline]
    pub(super) fn answer(&mut self, next: &Next<'_>) -> Holds {
        for (place, operand) in &next.rule.answers {
            let word = self.sheet.value(operand);
            self.matches(word, &next.question.shapes[*place])?;
        }
        self.go_on(next.tests, next.next)
    }
}
