//! What the reflexes of a set of plans rely on, and where they have it in hand.

use std::collections::HashMap;
use std::sync::atomic::AtomicPtr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use super::super::super::formula::{Argument, Goal};
use super::super::super::steps::Step;
use super::super::super::value::{Pattern, Value};
#[cfg(target_arch = "x86_64")]
use super::pages;
use super::{HELD, Library, Reflexes, compile};
use crate::belief::{BeliefBase, Entry, Rows, Table};
use crate::query::Rule;
use crate::term::{Functor, Word};

/// The reflexes of a set of plans.
#[derive(Debug, Default)]
pub(in super::super::super) struct Repertoire {
    /// As many as there are predicates with plans, in their order: each once somebody has needed them.
    reflexes: Box<[OnceLock<Option<Reflexes>>]>,
    slots: [OnceLock<Slot>; SLOTS],
    /// How many words of the hand are some slot's. One thread at a time adds slots.
    words: Mutex<usize>,
}

const SLOTS: usize = u16::BITS as usize;

/// An assumption of what is believed of a predicate.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) predicate: Functor,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// There is no fact and no rule.
    Nothing,
    /// There is this rule, and nothing else.
    Rule(Arc<Rule>),
    /// There are several facts, of numbers and constants. There is one such slot at most.
    Rows,
    /// There is one fact.
    Fact {
        columns: Box<[Column]>,
        /// Do plans change it?
        changes: bool,
    },
}

/// An argument of a fact.
#[derive(Debug)]
pub(super) struct Column {
    /// Where its word is among those of the hand.
    pub(super) at: usize,
    /// The literals that it may be, but for a number or a constant; their arguments are behind its word.
    pub(super) literals: Box<[Functor]>,
}

impl Repertoire {
    /// Of so many predicates.
    pub(in super::super::super) fn of(count: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        if count > 0 && !cfg!(miri) {
            pages::make_ready();
        }
        Self { reflexes: (0..count).map(|_| OnceLock::new()).collect(), ..Self::default() }
    }

    /// Those for a predicate; as they are for an agent that believes this, if it is the first to ask.
    #[inline(always)]
    pub(in super::super::super) fn get(
        &'static self,
        place: usize,
        library: &'static Library,
        beliefs: &BeliefBase,
    ) -> Option<&'static Reflexes> {
        let reflexes = self.reflexes.get(place)?;
        match reflexes.get() {
            Some(known) => known.as_ref(),
            None => reflexes.get_or_init(|| compile::all(library.closed(place), library, beliefs)).as_ref(),
        }
    }

    /// All slots, each with its bit.
    pub(super) fn slots(&'static self) -> impl Iterator<Item = (u16, &'static Slot)> {
        self.slots.iter().enumerate().map_while(|(number, slot)| Some((1 << number, slot.get()?)))
    }

    /// The slot for what is believed of a predicate, with its bit, if it can be in hand.
    pub(super) fn slot(
        &'static self,
        predicate: Functor,
        library: &'static Library,
        beliefs: &BeliefBase,
    ) -> Option<(u16, &'static Slot)> {
        let mut words = self.words();
        let table = beliefs.table(predicate).filter(|table| table.len() > 0);
        if let Some(known) = self.slots().find(|(_, slot)| slot.predicate == predicate && slot.kind.is_of(table)) {
            return Some(known);
        }
        let kind = match table {
            None => Kind::Nothing,
            Some(table) => match table.only() {
                Some(Entry::Rule(rule)) => Kind::Rule(Arc::clone(rule)),
                Some(Entry::Fact(_)) => Kind::fact(predicate, library, &mut words)?,
                None if self.slots().any(|(_, slot)| matches!(slot.kind, Kind::Rows)) => return None,
                None => kept(table).map(|_| Kind::Rows)?,
            },
        };
        let free = self.slots.iter().position(|slot| slot.get().is_none())?;
        Some((1 << free, self.slots[free].get_or_init(|| Slot { predicate, kind })))
    }

    fn words(&self) -> MutexGuard<'_, usize> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kind {
    /// Is this what there is, as far as that can be told by the table?
    fn is_of(&self, table: Option<&Table>) -> bool {
        match (self, table.map(Table::only)) {
            (Self::Nothing, None) | (Self::Rows, Some(None)) | (Self::Fact { .. }, Some(Some(Entry::Fact(_)))) => true,
            (Self::Rule(own), Some(Some(Entry::Rule(rule)))) => Arc::ptr_eq(own, rule),
            _ => false,
        }
    }

    /// Of the only fact of a predicate, if there is room for it.
    fn fact(predicate: Functor, library: &'static Library, words: &mut usize) -> Option<Self> {
        let mut uses = Uses { predicate, literals: vec![Vec::new(); predicate.arity()], changes: false };
        for plan in library.direct_plans() {
            uses.look(&plan.context);
            plan.blocks.iter().flat_map(|block| &block.steps).for_each(|step| uses.look_at(step));
        }
        let mut end = *words;
        let columns = uses.literals.into_iter().map(|literals| {
            let at = end;
            end += 1 + literals.iter().map(|literal| literal.arity()).max().unwrap_or(0);
            Column { at, literals: literals.into() }
        });
        let columns = columns.collect();
        if end > HELD {
            return None;
        }
        *words = end;
        Some(Self::Fact { columns, changes: uses.changes })
    }
}

/// How plans use the facts of a predicate.
struct Uses {
    predicate: Functor,
    /// Which literals each argument may be.
    literals: Vec<Vec<Functor>>,
    changes: bool,
}

impl Uses {
    fn look(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Believe(predicate, arguments) if *predicate == self.predicate => {
                    for (place, argument) in arguments.iter().enumerate() {
                        match argument {
                            Argument::In(Value::Literal(literal, _)) | Argument::Out(Pattern::Literal(literal, _)) => {
                                self.note(place, *literal);
                            }
                            _ => {}
                        }
                    }
                }
                Goal::Not(inner) => self.look(inner),
                _ => {}
            }
        }
    }

    fn look_at(&mut self, step: &Step) {
        let (Step::Add { predicate, arguments, .. }
        | Step::Delete { predicate, arguments }
        | Step::Replace { predicate, arguments }) = step
        else {
            return;
        };
        if *predicate != self.predicate {
            return;
        }
        self.changes = true;
        for (place, argument) in arguments.iter().enumerate() {
            if let Value::Literal(literal, _) = argument {
                self.note(place, *literal);
            }
        }
    }

    fn note(&mut self, place: usize, literal: Functor) {
        let known = &mut self.literals[place];
        if !known.contains(&literal) {
            known.push(literal);
        }
    }
}

/// Tables of no more facts are looked through one by one.
const MANY: usize = 32;

/// So many different tables are kept in one process.
const TABLES: usize = 1000;

/// By the words of all their facts.
type Tables = HashMap<(usize, Box<[u64]>), &'static Kept>;

/// The facts of a table, and where their words begin and end, for machine code.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Kept {
    pub(super) first: AtomicPtr<Word>,
    pub(super) end: AtomicPtr<Word>,
    pub(super) rows: Box<Rows>,
}

impl Kept {
    fn of(rows: Box<Rows>) -> Self {
        let words = rows.words().as_ptr_range();
        Self { first: AtomicPtr::new(words.start.cast_mut()), end: AtomicPtr::new(words.end.cast_mut()), rows }
    }
}

static KEPT: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);

/// The facts of a table, for as long as the process lives: agents of the same beliefs have the same ones.
pub(super) fn kept(table: &Table) -> Option<&'static Kept> {
    let count = table.len();
    if count > MANY {
        return None;
    }
    let rows = Rows::of(table.entries(), count)?;
    let key = (count, rows.iter().flatten().map(|word: &Word| word.bits()).collect());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(&key) {
        return Some(known);
    }
    if all.len() >= TABLES {
        return None;
    }
    let kept: &'static Kept = Box::leak(Box::new(Kept::of(rows)));
    all.insert(key, kept);
    Some(kept)
}
