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
enum Match {
    /// A fact, and the goal is the same by now.
    Fact,
    /// A fact with each choice of its annotations.
    Subsets(Vec<Term>),
    /// A rule whose head is the same by now: its body, and where its variables lie.
    Rule(Arc<Code>, u32),
}

impl Match {
    /// What is to be unified with candidates, if there are some.
    #[inline]
    fn target(&self, goal: &Goal) -> Option<Term> {
        matches!(self, Self::Subsets(_)).then(|| goal.term())
    }
}

impl Query {
    pub(super) fn look_up(&mut self, goal: Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let beliefs = host.beliefs();
        if beliefs.is_partial() {
            return self.look_elsewhere(&goal, bindings, host);
        }
        let Some(table) = beliefs.table(goal.predicate) else { return Step::Failed };
        let (mark, mut key) = (bindings.mark(), goal.key(table));
        let next = goal.next(table, table.start(), &mut key);
        let Some((position, answer)) = self.answer(&goal, &mut key, next, table, bindings) else { return Step::Failed };
        let more = if self.asks_for_more(&answer) { goal.next(table, position + 1, &mut key) } else { None };
        let target = answer.target(&goal);
        if let Some((from, _)) = more {
            let entries = self.boxed(Entries { goal, key, from, is_next: true });
            self.leave_choice(mark, Alternative::Entries(entries));
        }
        self.go_on_with(answer, target, bindings, host)
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
                self.enter(Arc::clone(&rule.code), base);
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
        match self.next_entry(&mut entries, bindings, host) {
            Some((answer, target, true)) => {
                self.leave_choice(mark, Alternative::Entries(entries));
                self.go_on_with(answer, target, bindings, host)
            }
            Some((answer, target, false)) => {
                self.spare = Some(entries);
                self.go_on_with(answer, target, bindings, host)
            }
            None => {
                self.spare = Some(entries);
                Step::Failed
            }
        }
    }

    /// The same of what is left of the last choice, which goes where nothing is left behind it.
    #[inline]
    pub(super) fn try_others(&mut self, left: Alternative, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        match left {
            Alternative::Entries(mut entries) => {
                let found = self.next_entry(&mut entries, bindings, host);
                match (&found, self.choices.last_mut()) {
                    (Some((.., true)), Some(choice)) => choice.kind = Alternative::Entries(entries),
                    _ => {
                        self.choices.pop();
                        self.spare = Some(entries);
                    }
                }
                match found {
                    Some((answer, target, _)) => self.go_on_with(answer, target, bindings, host),
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

    /// The next entry that answers, what is to be unified with candidates, and whether others may be behind it.
    #[inline]
    fn next_entry(
        &mut self,
        entries: &mut Entries,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Option<(Match, Option<Term>, bool)> {
        let Entries { goal, key, from, is_next } = entries;
        let table = host.beliefs().table(goal.predicate)?;
        let next = match table.get(*from) {
            // Unless it has been removed meanwhile.
            Some(entry) if *is_next => Some((*from, entry)),
            _ => goal.next(table, *from, key),
        };
        let (position, answer) = self.answer(goal, key, next, table, bindings)?;
        let more = if self.asks_for_more(&answer) { goal.next(table, position + 1, key) } else { None };
        let target = answer.target(goal);
        if let Some((next, _)) = more {
            (*from, *is_next) = (next, true);
        }
        Some((answer, target, more.is_some()))
    }

    /// The first entry, from the next one on, that answers a goal, and where it is.
    #[inline]
    fn answer<'a>(
        &mut self,
        goal: &Goal,
        key: &mut Option<Key>,
        mut next: Option<(Position, &'a Entry)>,
        table: &'a Table,
        bindings: &mut Bindings,
    ) -> Option<(Position, Match)> {
        let mark = bindings.mark();
        while let Some((position, entry)) = next {
            match entry {
                Entry::Fact(fact) => match goal.subsets(fact) {
                    Some(candidates) => return Some((position, Match::Subsets(candidates))),
                    None if goal.unify_fact(fact, bindings) => return Some((position, Match::Fact)),
                    None => {}
                },
                Entry::Rule(rule) => {
                    let base = bindings.fresh(rule.code.variables);
                    if goal.unify_rule(rule, base, bindings) {
                        return Some((position, Match::Rule(Arc::clone(&rule.code), base)));
                    }
                }
            }
            self.meter.step();
            bindings.undo(mark);
            next = goal.next(table, position + 1, key);
        }
        None
    }

    /// Might somebody ask for another answer than this one?
    #[inline]
    fn asks_for_more(&self, answer: &Match) -> bool {
        !(matches!(answer, Match::Fact) && self.is_last())
    }

    /// Leaves a choice behind what is being done.
    #[inline]
    fn leave_choice(&mut self, mark: Mark, kind: Alternative) {
        self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
    }

    #[inline]
    fn go_on_with(
        &mut self,
        answer: Match,
        target: Option<Term>,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Step {
        match (answer, target) {
            (Match::Rule(code, base), _) => {
                self.enter(code, base);
                Step::On
            }
            (Match::Subsets(candidates), Some(target)) => {
                let candidates = Box::new(candidates.into_iter());
                self.try_candidates(Solutions { target, candidates }, bindings, host)
            }
            _ => Step::On,
        }
    }

    /// Is the query answered, and will nobody ask again?
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

    /// Unifies the next of the candidates that can be; says whether there is one.
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
