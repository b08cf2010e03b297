use std::collections::HashSet;
use std::sync::Arc;

use super::changes::{Changes, first_key};
use super::index::Key;
use super::table::{Entry, Position, Table};
use super::tables::Tables;
use crate::bytecode::Rule;
use crate::term::{Annotations, Atom, Functor, Plain, Signature, Structure, Term};

/// Everything one agent believes.
///
/// Facts differ in more than annotations: a fact that is added again lends its annotations to the one that is there. Newer facts
/// are found before older ones, unless they are added at the end.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub struct BeliefBase {
    /// A table stays where its last fact has gone, since another often comes.
    pub(super) tables: Tables,
    /// Have rules asked for the agent's own intentions?
    looks_inward: bool,
    /// Has the agent facts elsewhere?
    is_partial: bool,
    percepts: Noted,
}

/// Facts that came with `source(percept)`. Some may not be believed any more, or not as percepts.
#[derive(Clone, Debug, Default)]
struct Noted {
    facts: Vec<Term>,
    /// How many there were when all were looked through.
    kept: usize,
}

/// What has been taken out.
pub(crate) enum Taken {
    /// There was nothing.
    Nothing,
    /// This.
    Fact(Term),
    /// It has to be looked for in another way: among rules, or by unification.
    Unknown,
}

impl BeliefBase {
    /// Adds a fact: before the others of its predicate, or behind them.
    ///
    /// What comes back is the fact as it was new: all of it, or, where it was believed already, with the annotations that were
    /// added; nothing if none was.
    pub fn add(&mut self, fact: Term, at_end: bool) -> Option<Term> {
        let table = self.tables.get_or_make_for(fact.predicate()?, || first_key(&fact));
        if !fact.is_ground() {
            // What holds for everything is a rule, whose variables are its own.
            let rule = Entry::Rule(Arc::new(Rule::of_terms(&fact, &Term::truth(true))?));
            if at_end {
                table.push_back(rule);
            } else {
                table.push_front(rule);
            }
            return Some(fact);
        }
        let added = match table.find(&fact) {
            Some(position) => merge(table.fact_mut(position)?, &fact)?,
            None if at_end => {
                table.push_back(Entry::Fact(fact.clone()));
                fact
            }
            None => {
                table.push_front(Entry::Fact(fact.clone()));
                fact
            }
        };
        if is_percept(&added) {
            self.note(added.clone());
        }
        Some(added)
    }

    fn note(&mut self, percept: Term) {
        if self.percepts.facts.len() >= 2 * self.percepts.kept + 64 {
            self.percepts();
        }
        self.percepts.facts.push(percept);
    }

    /// The facts that are believed as percepts, in the order in which they were perceived.
    #[expect(clippy::mutable_key_type, reason = "what a collection holds does not count in its hash")]
    pub(crate) fn percepts(&mut self) -> Vec<Term> {
        let noted = std::mem::take(&mut self.percepts.facts);
        let mut known = HashSet::new();
        let mut facts = Vec::new();
        for fact in &noted {
            if self.get(fact).is_some_and(is_percept) && known.insert(Plain(fact)) {
                facts.push(fact.clone());
            }
        }
        self.percepts = Noted { kept: facts.len(), facts: facts.clone() };
        facts
    }

    /// Adds a rule, behind the facts and rules of its predicate.
    pub fn add_rule(&mut self, rule: Arc<Rule>) {
        self.looks_inward |= rule.code.looks_inward;
        self.tables.get_or_make(rule.predicate()).push_back(Entry::Rule(rule));
    }

    /// Adds a rule, before the facts and rules of its predicate.
    pub fn add_rule_first(&mut self, rule: Arc<Rule>) {
        self.looks_inward |= rule.code.looks_inward;
        self.tables.get_or_make(rule.predicate()).push_front(Entry::Rule(rule));
    }

    /// Begins to note what changes, or ends it.
    pub(crate) fn note_changes(&mut self, wanted: bool) {
        if wanted {
            self.tables.changes.get_or_insert_default();
        } else {
            self.tables.changes = None;
        }
    }

    /// The same number as before means that nothing has changed.
    pub(crate) fn version(&self) -> u64 {
        self.tables.version
    }

    /// Has the predicate changed since there was [this number](Self::version)?
    pub(crate) fn has_changed(&self, predicate: Functor, since: u64) -> bool {
        self.tables.version_of(predicate) > since
    }

    /// What has been [noted](Self::note_changes).
    pub(crate) fn changes(&mut self) -> Option<&mut Changes> {
        self.tables.changes.as_deref_mut()
    }

    /// How many facts and rules there are of a predicate.
    pub(crate) fn count(&self, predicate: Functor) -> usize {
        self.tables.get(predicate).map_or(0, Table::len)
    }

    /// Are there rules for a predicate?
    pub(crate) fn has_rules(&self, predicate: Functor) -> bool {
        self.tables.get(predicate).is_some_and(Table::has_rules)
    }

    /// Has the agent facts elsewhere, which this does not know of?
    #[inline]
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// The agent has facts elsewhere from now on.
    pub(crate) fn note_others(&mut self) {
        self.is_partial = true;
    }

    /// Have there been rules that ask for the agent's own intentions?
    pub(crate) fn looks_inward(&self) -> bool {
        self.looks_inward
    }

    /// Takes away the annotations that the literal has, all of which the fact must have; and the fact itself where none of its
    /// sources is left. Returns whether anything has changed.
    pub fn remove(&mut self, literal: &Term) -> bool {
        let Some(predicate) = literal.predicate() else { return false };
        let Some(table) = self.tables.get_mut_for(predicate, || first_key(literal)) else { return false };
        let Some(position) = table.find(literal) else { return false };
        let Some(Entry::Fact(known)) = table.get(position) else { return false };
        let shared = |term: &Term| term.as_structure().and_then(Structure::shared_annotations).map(Arc::as_ptr);
        if shared(known).is_some() && shared(known) == shared(literal) {
            table.remove(position);
            return true;
        }
        let none = Annotations::default();
        let own = known.annotations().unwrap_or(&none);
        let named = literal.annotations().unwrap_or(&none);
        if !named.items().iter().all(|annotation| own.contains(annotation)) {
            return false;
        }
        if own.items().len() == named.items().len() && !own.items().is_empty() {
            table.remove(position);
            return true;
        }
        let left: Vec<Term> = own.items().iter().filter(|annotation| !named.contains(annotation)).cloned().collect();
        if left.iter().any(Term::is_source) {
            if named.items().is_empty() {
                return false;
            }
            let left = with_annotations(known, Annotations::new(left, None));
            table.replace(position, left);
        } else {
            table.remove(position);
        }
        true
    }

    /// Takes out the first fact of a predicate that has these annotations and no others.
    pub(crate) fn take_first(&mut self, predicate: Functor, annotations: &Arc<Annotations>) -> Taken {
        let Some(table) = self.tables.get(predicate) else { return Taken::Nothing };
        let mut found = None;
        for (position, entry) in table.positions() {
            let Entry::Fact(fact) = entry else { return Taken::Unknown };
            let own = fact.as_structure().and_then(Structure::shared_annotations);
            let Some(own) = own else { continue };
            if Arc::ptr_eq(own, annotations) || own == annotations {
                found = Some((position, first_key(fact)));
                break;
            }
            if annotations.items().iter().all(|annotation| own.contains(annotation)) {
                return Taken::Unknown;
            }
        }
        let Some((position, key)) = found else { return Taken::Nothing };
        match self.tables.get_mut_for(predicate, || key).and_then(|table| table.remove(position)) {
            Some(Entry::Fact(fact)) => Taken::Fact(fact),
            _ => Taken::Nothing,
        }
    }

    /// Takes out the rule at that place, unless it has a source that the literal has not. Returns whether it is gone.
    pub(crate) fn remove_rule(&mut self, predicate: Functor, place: Position, literal: &Term) -> bool {
        let Some(table) = self.tables.get_mut(predicate) else { return false };
        let Some(Entry::Rule(rule)) = table.get(place) else { return false };
        let own = rule.head().annotations().map_or(&[][..], Annotations::items);
        let named = literal.annotations().map_or(&[][..], Annotations::items);
        if own.iter().any(|annotation| annotation.is_source() && !named.contains(annotation)) {
            return false;
        }
        table.remove(place);
        if table.len() == 0 {
            self.tables.remove(predicate);
        }
        true
    }

    /// Forgets all facts and rules of a predicate; returns whether there were any.
    pub fn abolish(&mut self, predicate: Functor) -> bool {
        self.tables.remove(predicate).is_some_and(|table| table.len() > 0)
    }

    /// The fact that is the same as this literal but for annotations.
    pub fn get(&self, literal: &Term) -> Option<&Term> {
        let table = self.tables.get(literal.predicate()?)?;
        match table.get(table.find(literal)?)? {
            Entry::Fact(fact) => Some(fact),
            Entry::Rule(_) => None,
        }
    }

    /// How many facts and rules there are.
    pub fn len(&self) -> usize {
        self.tables.values().map(Table::len).sum()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.tables.values().all(|table| table.len() == 0)
    }

    /// The predicates about which there is something, in the order of their names.
    pub fn predicates(&self) -> impl Iterator<Item = Functor> + use<> {
        let mut all: Vec<Functor> =
            self.tables.iter().filter(|(_, table)| table.len() > 0).map(|(predicate, _)| predicate).collect();
        all.sort_by_cached_key(|predicate| {
            let Signature { namespace, negated, name, arity, .. } = predicate.signature();
            (namespace.name(), name.name(), negated, arity)
        });
        all.into_iter()
    }

    /// What there is of one predicate, in the order in which it is tried.
    pub fn entries(&self, predicate: Functor) -> impl Iterator<Item = &Entry> {
        self.tables.get(predicate).into_iter().flat_map(Table::entries)
    }

    /// Those of a predicate's entries that the pattern may be unified with, and perhaps others, in the order in which they are tried.
    pub(crate) fn candidates(&self, pattern: &Term, predicate: Functor) -> impl Iterator<Item = &Entry> {
        let table = self.tables.get(predicate);
        let key = table.and_then(|table| table.key_for(pattern));
        let found = table.zip(key).into_iter().flat_map(|(table, key)| table.with_key(key));
        found.chain(table.filter(|_| key.is_none()).into_iter().flat_map(Table::entries))
    }

    /// What there is of a predicate.
    #[inline]
    pub(crate) fn table(&self, predicate: Functor) -> Option<&Table> {
        self.tables.get(predicate)
    }

    /// The next entry of a predicate from a position on that may have this key.
    pub(crate) fn next(&self, predicate: Functor, from: Position, key: &mut Option<Key>) -> Option<(Position, &Entry)> {
        self.tables.get(predicate)?.next(from, key)
    }

    /// Closes the gaps that forgotten beliefs have left. Not while a query goes on.
    pub fn tidy(&mut self) {
        self.tables.values_mut().for_each(Table::tidy);
    }
}

/// Has it come from the environment?
fn is_percept(fact: &Term) -> bool {
    fact.annotations().is_some_and(|annotations| {
        annotations.items().iter().any(|annotation| {
            annotation.as_structure().is_some_and(|annotation| {
                matches!(annotation.arguments(), [from] if from.is_atom(Atom::PERCEPT))
                    && annotation.passing_functor().name() == Atom::SOURCE
            })
        })
    })
}

/// Gives the known fact the annotations of the other. What comes back is the other with those that are new; nothing if none is.
fn merge(known: &mut Term, fact: &Term) -> Option<Term> {
    let own = known.annotations();
    let is_new = |annotation: &&Term| own.is_none_or(|own| own.place_for(annotation).is_some());
    let offered = fact.annotations().map_or(&[][..], Annotations::items);
    let new: Vec<Term> = offered.iter().filter(is_new).cloned().collect();
    if new.is_empty() {
        return None;
    }
    match known {
        // Not copied, unless it is shared: there may be many annotations.
        Term::Structure(structure) => {
            for annotation in &new {
                structure.add_annotation(annotation.clone());
            }
        }
        _ => *known = with_annotations(known, Annotations::new(new.iter().cloned(), None)),
    }
    Some(with_annotations(fact, Annotations::new(new, None)))
}

/// The same literal with other annotations.
fn with_annotations(literal: &Term, annotations: Annotations) -> Term {
    let (functor, arguments) = match literal {
        Term::Structure(structure) => (structure.functor(), structure.arguments().to_vec()),
        Term::Atom(name) => (Functor::new(name.atom(), 0), Vec::new()),
        other => return other.clone(),
    };
    Term::Structure(Structure::with_annotations(functor, arguments, Some(annotations)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::StructureBuilder;

    fn p(number: f64, annotations: &[&str]) -> Term {
        let literal = StructureBuilder::new(Atom::new("p")).arguments([Term::from(number)]);
        annotations.iter().fold(literal, |literal, name| literal.annotation(source(name))).build()
    }

    fn source(name: &str) -> Term {
        match name.strip_prefix('+') {
            Some(other) => Term::atom(other),
            None => Term::structure("source", [Term::atom(name)]),
        }
    }

    fn shown(base: &BeliefBase) -> Vec<String> {
        base.entries(Functor::new(Atom::new("p"), 1))
            .map(|entry| match entry {
                Entry::Fact(fact) => fact.to_string(),
                Entry::Rule(_) => String::new(),
            })
            .collect()
    }

    #[test]
    fn newer_facts_come_first_unless_they_are_added_at_the_end() {
        let mut base = BeliefBase::default();
        for (number, at_end) in [(1.0, false), (2.0, false), (3.0, true)] {
            assert!(base.add(p(number, &["self"]), at_end).is_some());
        }
        assert_eq!(shown(&base), ["p(2)[source(self)]", "p(1)[source(self)]", "p(3)[source(self)]"]);
    }

    #[test]
    fn a_fact_that_is_known_takes_the_annotations_that_are_new() {
        let mut base = BeliefBase::default();
        base.add(p(1.0, &["self"]), false);
        assert_eq!(base.add(p(1.0, &["self"]), false), None);
        let new = base.add(p(1.0, &["self", "bob"]), false).expect("a new source");
        assert_eq!(new.to_string(), "p(1)[source(bob)]");
        assert_eq!(shown(&base), ["p(1)[source(bob),source(self)]"]);
        assert_eq!(base.len(), 1);
    }

    #[test]
    fn a_fact_goes_with_its_last_source() {
        let mut base = BeliefBase::default();
        base.add(p(1.0, &["self", "bob", "+old"]), false);
        assert!(!base.remove(&p(1.0, &["eve"])), "a source that it has not");
        assert!(!base.remove(&p(1.0, &[])), "its sources are left");
        assert!(base.remove(&p(1.0, &["bob"])));
        assert_eq!(shown(&base), ["p(1)[old,source(self)]"]);
        assert!(base.remove(&p(1.0, &["self"])));
        assert!(base.is_empty());
    }
}
