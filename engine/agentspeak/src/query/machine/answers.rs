//! What answers a literal: facts and rules, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Alternative, Choice, Found, Query, Step};
use crate::belief::{Entry, Key, Position, Table};
use crate::bytecode::{Code, Instruction, Rule};
use crate::query::goal::{Entries, Goal};
use crate::query::host::{Host, Solutions};
use crate::term::{Bindings, Functor, Mark, Term};

/// An entry that answers a goal.
enum Match<'a> {
    /// A fact, and the goal is the same by now.
    Fact,
    /// A fact with each choice of its annotations.
    Subsets(Solutions),
    /// A rule whose head is the same by now: its body, and where its variables lie.
    Rule(&'a Arc<Code>, u32),
}

impl Query {
    pub(super) fn look_up(&mut self, mut goal: Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let beliefs = host.beliefs();
        if beliefs.is_partial() {
            return self.look_elsewhere(&goal, bindings, host);
        }
        let Some(table) = beliefs.table(goal.predicate) else { return Step::Failed };
        let (mark, mut key) = (bindings.mark(), goal.key(table));
        let first = goal.next(table, table.start(), &mut key);
        let Some((answer, more)) = self.answer(&mut goal, &mut key, first, table, bindings) else {
            return Step::Failed;
        };
        if let Some(from) = more {
            let entries = self.boxed(Entries { goal, key, from, is_next: true });
            self.leave_choice(mark, Alternative::Entries(entries));
        }
        let candidates = self.go_on_with(answer);
        self.try_any(candidates, bindings, host)
    }

    /// Asks the agent for its facts, which come before the rules.
    pub(super) fn look_elsewhere(&mut self, goal: &Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let target = bindings.apply(&goal.term());
        let facts = host.own_facts(&target);
        let rules: Vec<Arc<Rule>> =
            host.beliefs().entries(goal.predicate).filter_map(Entry::rule).map(Arc::clone).collect();
        let alternatives = facts.into_iter().map(|fact| (fact, None));
        let rules = rules.into_iter().map(|rule| (rule.head().clone(), Some(rule)));
        self.try_found(target, alternatives.chain(rules).collect(), bindings)
    }

    /// The first fact that the literal can be unified with, or the first rule whose head can.
    pub(super) fn try_found(&mut self, target: Term, mut found: VecDeque<Found>, bindings: &mut Bindings) -> Step {
        let mark = bindings.mark();
        while let Some((head, rule)) = found.pop_front() {
            let Some(rule) = rule else {
                if bindings.unify(&target, &head) {
                    self.leave_found(mark, target, found);
                    return Step::On;
                }
                bindings.undo(mark);
                continue;
            };
            let base = bindings.fresh(rule.code.variables);
            let head = bindings.apply_at(&head, base);
            if bindings.unify(&target, &head) {
                self.leave_found(mark, target, found);
                self.enter(&rule.code, base);
                return Step::On;
            }
            bindings.undo(mark);
        }
        Step::Failed
    }

    pub(super) fn leave_found(&mut self, mark: Mark, target: Term, found: VecDeque<Found>) {
        if !found.is_empty() {
            self.leave_choice(mark, Alternative::Found(target, found));
        }
    }

    pub(super) fn boxed(&mut self, entries: Entries) -> Box<Entries> {
        match self.spare.take() {
            Some(mut spare) => {
                *spare = entries;
                spare
            }
            None => Box::new(entries),
        }
    }

    pub(super) fn try_entries(
        &mut self,
        mut entries: Box<Entries>,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Step {
        let mark = bindings.mark();
        let Some((answer, more)) = self.next_entry(&mut entries, bindings, host) else {
            self.spare = Some(entries);
            return Step::Failed;
        };
        if more {
            self.leave_choice(mark, Alternative::Entries(entries));
        } else {
            self.spare = Some(entries);
        }
        let candidates = self.go_on_with(answer);
        self.try_any(candidates, bindings, host)
    }

    /// The same of what is left of the last choice, which goes where nothing is left behind it.
    #[inline]
    pub(super) fn try_others(&mut self, left: Alternative, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        match left {
            Alternative::Entries(mut entries) => {
                let found = self.next_entry(&mut entries, bindings, host);
                match (&found, self.choices.last_mut()) {
                    (Some((_, true)), Some(choice)) => choice.kind = Alternative::Entries(entries),
                    _ => {
                        self.choices.pop();
                        self.spare = Some(entries);
                    }
                }
                match found.map(|(answer, _)| self.go_on_with(answer)) {
                    Some(candidates) => self.try_any(candidates, bindings, host),
                    None => Step::Failed,
                }
            }
            Alternative::Candidates(mut solutions) => {
                let found = self.next_candidate(&mut solutions, bindings, host);
                match (found, self.choices.last_mut()) {
                    (true, Some(choice)) => choice.kind = Alternative::Candidates(solutions),
                    _ => drop(self.choices.pop()),
                }
                Step::of(found)
            }
            _ => Step::Failed,
        }
    }

    /// The next entry that answers, and whether others may be behind it.
    #[inline]
    fn next_entry<'a>(
        &mut self,
        entries: &mut Entries,
        bindings: &mut Bindings,
        host: &'a dyn Host,
    ) -> Option<(Match<'a>, bool)> {
        let Entries { goal, key, from, is_next } = entries;
        let table = host.beliefs().table(goal.predicate)?;
        let next = match table.get(*from) {
            // Unless it has been removed meanwhile.
            Some(entry) if *is_next => Some((*from, entry)),
            _ => goal.next(table, *from, key),
        };
        let (answer, more) = self.answer(goal, key, next, table, bindings)?;
        if let Some(next) = more {
            (*from, *is_next) = (next, true);
        }
        Some((answer, more.is_some()))
    }

    /// The first entry, from the next one on, that answers a goal, and the place of the next that may: unless it will not be requested. Where
    /// there is none, the goal may be left without its arguments.
    #[inline]
    fn answer<'a>(
        &mut self,
        goal: &mut Goal,
        key: &mut Option<Key>,
        mut next: Option<(Position, &'a Entry)>,
        table: &'a Table,
        bindings: &mut Bindings,
    ) -> Option<(Match<'a>, Option<Position>)> {
        let mark = bindings.mark();
        while let Some((position, entry)) = next {
            let answer = match entry {
                Entry::Fact(fact) => {
                    let answer = Self::as_fact(goal, fact, bindings);
                    if matches!(answer, Some(Match::Fact)) && self.is_last() {
                        return Some((Match::Fact, None));
                    }
                    next = goal.next(table, position + 1, key);
                    answer
                }
                Entry::Rule(rule) => {
                    next = goal.next(table, position + 1, key);
                    let base = bindings.fresh(rule.code.variables);
                    let answers = goal.unify_rule(rule, base, next.is_none(), bindings);
                    answers.then_some(Match::Rule(&rule.code, base))
                }
            };
            if let Some(answer) = answer {
                return Some((answer, next.map(|(position, _)| position)));
            }
            self.meter.step();
            bindings.undo(mark);
        }
        None
    }

    /// Makes the goal the same as a fact, if that can be done.
    #[inline]
    fn as_fact(goal: &Goal, fact: &Term, bindings: &mut Bindings) -> Option<Match<'static>> {
        match goal.subsets(fact) {
            Some(candidates) => {
                let candidates = Box::new(candidates.into_iter());
                Some(Match::Subsets(Solutions { target: goal.term(), candidates }))
            }
            None => goal.unify_fact(fact, bindings).then_some(Match::Fact),
        }
    }

    /// Leaves a choice behind what is being done.
    #[inline]
    fn leave_choice(&mut self, mark: Mark, kind: Alternative) {
        self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
    }

    /// Goes into the rule that answers; gives back candidates, if there are some.
    #[inline]
    fn go_on_with(&mut self, answer: Match<'_>) -> Option<Solutions> {
        match answer {
            Match::Fact => None,
            Match::Subsets(candidates) => Some(candidates),
            Match::Rule(code, base) => {
                self.enter(code, base);
                None
            }
        }
    }

    /// Is the query answered for the last time?
    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.once
            && self.now.after.is_none()
            && matches!(self.now.code.instructions[self.now.address as usize], Instruction::Return)
    }

    pub(super) fn try_predicates(
        &mut self,
        goal: Term,
        mut left: Vec<Functor>,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Step {
        let Some(predicate) = left.pop() else { return Step::Failed };
        self.choices.push(Choice {
            place: self.now.clone(),
            mark: bindings.mark(),
            returns: self.returns.len(),
            kind: Alternative::Predicates { goal: goal.clone(), left },
        });
        match host.beliefs().table(predicate) {
            Some(table) => {
                let from = table.start();
                let goal = Goal::of_variable(goal, predicate);
                let entries = self.boxed(Entries { goal, key: None, from, is_next: false });
                self.try_entries(entries, bindings, host)
            }
            None => Step::Failed,
        }
    }

    /// Goes on with the candidates, if there are some.
    #[inline]
    fn try_any(&mut self, candidates: Option<Solutions>, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        match candidates {
            Some(candidates) => self.try_candidates(candidates, bindings, host),
            None => Step::On,
        }
    }

    pub(super) fn try_candidates(
        &mut self,
        mut solutions: Solutions,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Step {
        let mark = bindings.mark();
        if !self.next_candidate(&mut solutions, bindings, host) {
            return Step::Failed;
        }
        self.leave_choice(mark, Alternative::Candidates(solutions));
        Step::On
    }

    /// Unifies the next of the candidates that can be; returns whether there is one.
    fn next_candidate(&mut self, solutions: &mut Solutions, bindings: &mut Bindings, host: &mut dyn Host) -> bool {
        while let Some(candidate) = host.candidate(solutions) {
            if bindings.unify(&solutions.target, &candidate) {
                return true;
            }
            // They may be without end.
            if self.meter.step() && !self.go_on(bindings, host) {
                return false;
            }
        }
        false
    }
}
