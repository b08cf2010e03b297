//! What answers a literal: facts and rules, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Alternative, Choice, Found, Query, Step};
use crate::belief::{Entry, Position, Table};
use crate::bytecode::{Instruction, Rule};
use crate::query::goal::{Entries, Goal};
use crate::query::host::{Host, Solutions};
use crate::term::{Bindings, Functor, Mark, Term};

impl Query {
    pub(super) fn look_up(&mut self, goal: Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let beliefs = host.beliefs();
        if beliefs.is_partial() {
            return self.look_elsewhere(&goal, bindings, host);
        }
        let Some(table) = beliefs.table(goal.predicate) else { return Step::Failed };
        let (key, from) = (goal.key(table), table.start());
        let entries = self.boxed(Entries { goal, key, from, is_next: false });
        self.try_entries(entries, bindings, host)
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
            let kind = Alternative::Found(target, found);
            self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
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

    pub(super) fn try_entries(&mut self, entries: Box<Entries>, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let Entries { goal, key, from, is_next } = &*entries;
        let Some(table) = host.beliefs().table(goal.predicate) else { return Step::Failed };
        let mark = bindings.mark();
        let mut next = match table.get(*from) {
            // Unless it has been removed meanwhile.
            Some(entry) if *is_next => Some((*from, entry)),
            _ => goal.next(table, *from, *key),
        };
        while let Some((position, entry)) = next {
            let holds = match entry {
                Entry::Fact(fact) => match goal.subsets(fact) {
                    Some(candidates) => {
                        let target = goal.term();
                        self.leave_entries(mark, entries, table, position);
                        let candidates = Box::new(candidates.into_iter());
                        return self.try_candidates(Solutions { target, candidates }, bindings, host);
                    }
                    None => goal.unify_fact(fact, bindings),
                },
                Entry::Rule(rule) => {
                    let base = bindings.fresh(rule.code.variables);
                    goal.unify_rule(rule, base, bindings) && {
                        let code = Arc::clone(&rule.code);
                        self.leave_entries(mark, entries, table, position);
                        self.enter(code, base);
                        return Step::On;
                    }
                }
            };
            if holds {
                if self.is_last() {
                    self.spare = Some(entries);
                } else {
                    self.leave_entries(mark, entries, table, position);
                }
                return Step::On;
            }
            self.meter.step();
            bindings.undo(mark);
            next = goal.next(table, position + 1, *key);
        }
        self.spare = Some(entries);
        Step::Failed
    }

    /// Leaves a choice if there are more entries behind that position.
    #[inline]
    pub(super) fn leave_entries(&mut self, mark: Mark, mut entries: Box<Entries>, table: &Table, position: Position) {
        let Entries { goal, key, from, is_next } = &mut *entries;
        if let Some((next, _)) = goal.next(table, position + 1, *key) {
            (*from, *is_next) = (next, true);
            let kind = Alternative::Entries(entries);
            self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
        } else {
            self.spare = Some(entries);
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
        while let Some(candidate) = host.candidate(&mut solutions) {
            if bindings.unify(&solutions.target, &candidate) {
                let place = self.now.clone();
                let kind = Alternative::Candidates(solutions);
                self.choices.push(Choice { place, mark, returns: self.returns.len(), kind });
                return Step::On;
            }
            // They may be without end.
            if self.meter.step() && !self.go_on(bindings, host) {
                return Step::Failed;
            }
        }
        Step::Failed
    }
}
