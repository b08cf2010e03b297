//! What Java asks of what an agent believes. What it changes here is no event: Jason's classes make the events.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::answers::{entries, terms};
use super::asked::{
    ABOLISH, ADD, ALL_BELIEFS, CANDIDATES, CLEAR, CONTAINS, FORGET, NAMESPACES, PERCEPTS, Question, REMOVE, SIZE,
    UNHEARD,
};
use crate::belief::{Entry, Table, key_of};
use crate::bytecode::Rule;
use crate::mind::Trigger;
use crate::term::{Atom, Change, Functor, Kind, Signature, Structure, Subject, Term};

/// So many facts and rules of a predicate, or fewer, are sent as a whole.
const FEW: usize = 32;

impl Question<'_, '_> {
    pub(super) fn of_beliefs(&mut self, what: u8) -> Result<(), String> {
        if matches!(what, ADD | REMOVE | FORGET | ABOLISH | CLEAR) {
            // An intention that waits for a formula asks it again.
            self.mind.note_news();
        }
        match what {
            CANDIDATES => self.candidates(),
            ALL_BELIEFS => {
                let beliefs = &self.mind.beliefs;
                let all = beliefs.predicates().flat_map(|predicate| beliefs.entries(predicate));
                entries(self.answer, &all.collect::<Vec<_>>());
                Ok(())
            }
            PERCEPTS => {
                let percepts = self.mind.beliefs.percepts();
                terms(self.answer, &percepts);
                Ok(())
            }
            CONTAINS => {
                let literal = self.literal()?;
                let found: Vec<Term> = self.mind.beliefs.get(&literal).cloned().into_iter().collect();
                terms(self.answer, &found);
                Ok(())
            }
            SIZE => {
                self.answer.count(self.mind.beliefs.len());
                Ok(())
            }
            ADD => self.add(),
            REMOVE => {
                let literal = self.literal()?;
                let is_changed = self.mind.beliefs.remove(&literal);
                self.changed(is_changed, Change::Deleted, literal);
                Ok(())
            }
            // The whole fact, whatever its annotations are; rules stay.
            FORGET => {
                let literal = self.term()?;
                let gone = self.mind.beliefs.get(&literal).cloned();
                self.answer.flag(gone.is_some_and(|fact| self.mind.beliefs.remove(&fact)));
                Ok(())
            }
            // It was to be believed from the start, and is not.
            UNHEARD => {
                let literal = self.literal()?;
                self.mind.take_back(&literal);
                Ok(())
            }
            ABOLISH => {
                let (namespace, name) = (Atom::new(&self.reader.string()?), self.reader.string()?);
                let arity = self.reader.count()? as u32;
                let (name, negated) = match name.strip_prefix('~') {
                    Some(name) => (Atom::new(name), true),
                    None => (Atom::new(&name), false),
                };
                let predicate = Signature { namespace, negated, name, arity, kind: Kind::Literal }.functor();
                let were_any = self.mind.beliefs.abolish(predicate);
                self.answer.flag(were_any);
                Ok(())
            }
            CLEAR => {
                let all: Vec<Functor> = self.mind.beliefs.predicates().collect();
                for predicate in all {
                    self.mind.beliefs.abolish(predicate);
                }
                Ok(())
            }
            NAMESPACES => {
                let all: BTreeSet<Atom> =
                    self.mind.beliefs.predicates().map(|predicate| predicate.signature().namespace).collect();
                terms(self.answer, &all.into_iter().map(Term::from).collect::<Vec<_>>());
                Ok(())
            }
            _ => Err(format!("question {what} is not known")),
        }
    }

    /// What a namespace's keys stand for: of one, of all, or from now on.
    pub(super) fn property(&mut self) -> Result<(), String> {
        let space = Atom::new(&self.reader.string()?);
        let key = self.reader.string()?;
        if key.is_empty() {
            let keys: Vec<Term> = self.mind.properties(space).map(|(key, _)| Term::from(key)).collect();
            terms(self.answer, &keys);
            return Ok(());
        }
        let key = Atom::new(&key);
        if self.reader.byte()? == 1 {
            let value = self.term()?;
            self.mind.set_property(space, key, value);
        } else {
            let found: Vec<Term> = self.mind.property(space, key).cloned().into_iter().collect();
            terms(self.answer, &found);
        }
        Ok(())
    }

    /// Facts and rules that the literal may unify with, in order.
    fn candidates(&mut self) -> Result<(), String> {
        let literal = self.literal()?;
        let Some(predicate) = literal.predicate() else { return Err(format!("'{literal}' is no literal")) };
        let beliefs = &self.mind.beliefs;
        let table = beliefs.table(predicate);
        // What has few is sent as a whole, and need not be requested again.
        let is_whole = table.is_none_or(|table| table.len() <= FEW);
        self.answer.flag(is_whole).version(beliefs);
        if is_whole {
            entries(self.answer, &beliefs.entries(predicate).collect::<Vec<_>>());
            return Ok(());
        }
        let mark = self.bindings.mark();
        let mut found = Vec::new();
        // Annotations are for the asker to compare.
        let plain = match &literal {
            Term::Structure(structure) => {
                Term::Structure(Structure::new(structure.functor(), structure.arguments().to_vec()))
            }
            other => other.clone(),
        };
        let keys = |argument: &Term| key_of(argument);
        let mut key = table
            .and_then(|table| if table.is_indexed() { table.key(plain.arguments().iter().map(keys)) } else { None });
        let mut from = table.map(Table::start).unwrap_or_default();
        while let Some((place, entry)) = table.and_then(|table| table.next(from, &mut key)) {
            from = place + 1;
            let fits = match entry {
                Entry::Fact(fact) => self.bindings.unify(&plain, fact),
                Entry::Rule(_) => true,
            };
            self.bindings.undo(mark);
            if fits {
                found.push(entry);
            }
        }
        entries(self.answer, &found);
        Ok(())
    }

    fn add(&mut self) -> Result<(), String> {
        let at_end = self.reader.count()? == 1;
        let what = self.term()?;
        let rule = what.as_structure().filter(|structure| structure.passing_functor().signature().kind == Kind::Rule);
        if let Some([head, body]) = rule.map(|rule| rule.arguments()) {
            let rule = Rule::of_terms(head, body).ok_or_else(|| format!("'{what}' is no rule"))?;
            let rule = Arc::new(rule);
            if at_end {
                self.mind.beliefs.add_rule(rule)
            } else {
                self.mind.beliefs.add_rule_first(rule)
            }
            self.answer.flag(true).flag(false).version(&self.mind.beliefs);
            return Ok(());
        }
        if !what.is_literal() {
            return Err(format!("'{what}' is no literal"));
        }
        let fact = if what.is_settled() { what } else { self.bindings.apply(&what) };
        let is_changed = self.mind.beliefs.add(fact.clone(), at_end).is_some();
        self.changed(is_changed, Change::Added, fact);
        Ok(())
    }

    /// Answers whether something was changed, whether that is an event with listeners, and which beliefs there are now.
    fn changed(&mut self, is_changed: bool, change: Change, literal: Term) {
        let is_unobserved = is_changed && self.mind.is_unobserved(&Trigger::new(change, Subject::Belief, literal));
        self.answer.flag(is_changed).flag(is_unobserved).version(&self.mind.beliefs);
    }
}
