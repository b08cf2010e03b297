//! Programs: the procedures of triggers and the tables of predicates, with one code and one pool of operands.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::op::Op;
use crate::term::{Atom, Mix};
use crate::word::{Functor, Word};

/// No procedure, no place.
pub const NONE: u32 = u32::MAX;

/// What a procedure is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `+!g`
    Achieve,
    /// `-!g`
    AchieveFails,
    /// `+?g`
    Test,
    /// `-?g`
    TestFails,
    /// `+b`
    Added,
    /// `-b`
    Deleted,
}

impl Kind {
    /// Is it a goal's: begun or failed?
    #[inline]
    pub const fn is_goal(self) -> bool {
        !matches!(self, Self::Added | Self::Deleted)
    }

    /// Is it a goal's failure?
    #[inline]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::AchieveFails | Self::TestFails)
    }

    /// What is raised when something of this kind fails.
    pub const fn failure(self) -> Self {
        match self {
            Self::Achieve | Self::AchieveFails => Self::AchieveFails,
            Self::Test | Self::TestFails => Self::TestFails,
            Self::Added | Self::Deleted => Self::Deleted,
        }
    }
}

/// The plans of a trigger as one code.
#[derive(Debug)]
pub struct Procedure {
    /// What it is for.
    pub kind: Kind,
    /// Of the trigger's literal.
    pub functor: Functor,
    /// The number of arguments.
    pub arity: u16,
    /// How many registers a frame has.
    pub registers: u16,
    /// Where its code begins; [`NONE`] if it has no plans.
    pub entry: u32,
    /// The procedure of its failure.
    pub on_failure: u32,
}

/// The facts and rules of a predicate.
#[derive(Debug)]
pub struct Predicate {
    /// Its name and number of arguments.
    pub functor: Functor,
    /// The number of arguments.
    pub arity: u16,
    /// The procedure of `+b`, or [`NONE`].
    pub added: u32,
    /// The procedure of `-b`, or [`NONE`].
    pub deleted: u32,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Where its code begins.
    pub entry: u32,
    /// How many registers it has.
    pub registers: u16,
}

/// What an agent begins with.
#[derive(Debug)]
pub enum Belief {
    /// A ground literal: table and arguments.
    Fact(u16, Vec<Constant>),
    /// A rule of a table, by its number.
    Rule(u16, u32),
}

/// A ground term of the text.
#[derive(Clone, Debug)]
pub enum Constant {
    /// What is one word.
    Plain(Word),
    /// A structure.
    Structure(Functor, Vec<Constant>),
    /// A list.
    List(Vec<Constant>),
}

/// Where to go for a key.
type Keys<K> = HashMap<K, u32, BuildHasherDefault<Mix>>;

/// The second part of a procedure's switch on its first argument.
#[derive(Debug, Default)]
pub struct Switch {
    /// Where to go for a number, an atom or the empty list, if that is a key.
    pub(crate) plain: Keys<u64>,
    /// Where to go for any other that is a number, an atom or the empty list.
    pub other: u32,
    /// For a structure or a list with elements: by its functor, or [`LIST`].
    pub(crate) structure: Keys<u32>,
    /// Where to go for any other structure.
    pub other_structure: u32,
    /// Where all plans are tried: for texts and variables.
    pub all: u32,
}

/// The key of lists in [`Switch::structure`].
pub const LIST: u32 = NONE;

/// What the agents of one file execute.
#[derive(Debug, Default)]
pub struct Program {
    /// The code.
    pub ops: Vec<Op>,
    /// Operands: constants and registers.
    pub pool: Vec<Word>,
    /// By number.
    pub procedures: Vec<Procedure>,
    /// By number.
    pub predicates: Vec<Predicate>,
    /// By number.
    pub rules: Vec<Rule>,
    /// Of procedures with many plans.
    pub switches: Vec<Switch>,
    /// The procedure of a trigger.
    pub procedure_of: HashMap<(Kind, Functor), u32>,
    /// The table of a predicate.
    pub table_of: HashMap<Functor, u32>,
    /// The procedures of goals and the tables of predicates by functor, for messages.
    pub achieves: Vec<u32>,
    /// See [`achieves`](Self::achieves).
    pub tables: Vec<u32>,
    /// What it begins with, in the order of the text.
    pub beliefs: Vec<Belief>,
    /// The goals that it begins with: procedure and arguments; variables are open.
    pub goals: Vec<(u32, Vec<Constant>)>,
}

impl Program {
    /// The procedure for a trigger, made if it is not there yet.
    pub(super) fn procedure(&mut self, kind: Kind, functor: Functor) -> u32 {
        let next = self.procedures.len() as u32;
        let number = *self.procedure_of.entry((kind, functor)).or_insert(next);
        if number == next {
            let arity = functor.arity() as u16;
            self.procedures.push(Procedure { kind, functor, arity, registers: arity, entry: NONE, on_failure: NONE });
        }
        number
    }

    /// The table of a predicate, made if it is not there yet.
    pub(super) fn table(&mut self, functor: Functor) -> u16 {
        let next = self.predicates.len() as u32;
        let number = *self.table_of.entry(functor).or_insert(next);
        if number == next {
            let arity = functor.arity() as u16;
            self.predicates.push(Predicate { functor, arity, added: NONE, deleted: NONE });
        }
        number as u16
    }

    /// The procedure for a trigger that has plans.
    pub fn planned(&self, kind: Kind, functor: Functor) -> Option<u32> {
        let number = self.procedure_of.get(&(kind, functor)).copied()?;
        (self.procedures[number as usize].entry != NONE).then_some(number)
    }

    /// A word for the pool.
    pub(super) fn word(&mut self, word: Word) -> u32 {
        self.pool.push(word);
        self.pool.len() as u32 - 1
    }
}

/// The functor of a name as it is written, `~` included.
pub fn functor_of(name: &str, negated: bool, arity: usize) -> Functor {
    let name = if negated { Atom::new(&format!("~{name}")) } else { Atom::new(name) };
    Functor::new(name, arity)
}
