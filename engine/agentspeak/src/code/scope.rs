//! Registers and variables of the plan or rule that is being translated.

use std::collections::HashMap;

use super::op::Op;
use super::program::Program;
use crate::term::Atom;
use crate::word::Word;

/// What is known of a variable's register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It has nothing in it yet.
    Unset,
    /// It is open, or has a value.
    Set,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) register: u16,
    pub(super) state: State,
}

/// Translates one plan or rule.
pub(super) struct Compiler<'a> {
    pub(super) program: &'a mut Program,
    pub(super) variables: HashMap<Box<str>, Variable>,
    /// The next free register.
    pub(super) next: u16,
    /// How many there are.
    pub(super) most: u16,
    /// May a variable's first value be given without a note on the trail? Not in a body, where it must be open again.
    pub(super) is_fresh: bool,
    /// May a unification that fails leave what it has bound? Not in conditions.
    pub(super) may_leave: bool,
    /// Must a floor be put before the next query?
    pub(super) wants_floor: bool,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(program: &'a mut Program, arguments: usize) -> Self {
        let next = arguments as u16;
        Self {
            program,
            variables: HashMap::new(),
            next,
            most: next,
            is_fresh: true,
            may_leave: true,
            wants_floor: false,
        }
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.program.ops.push(op);
        self.program.ops.len() - 1
    }

    /// Where the next operation will be.
    pub(super) fn here(&self) -> u32 {
        self.program.ops.len() as u32
    }

    /// The operation goes on here.
    pub(super) fn lead_here(&mut self, at: usize) {
        let here = self.here();
        match &mut self.program.ops[at] {
            Op::Guard { to, .. }
            | Op::Not { to, .. }
            | Op::Or { to }
            | Op::Gather { to, .. }
            | Op::Jump { to }
            | Op::Each { end: to, .. } => *to = here,
            other => unreachable!("{other:?} leads nowhere"),
        }
    }

    pub(super) fn fresh(&mut self) -> u16 {
        self.registers(1)
    }

    /// The first of so many new registers.
    pub(super) fn registers(&mut self, count: usize) -> u16 {
        let first = self.next;
        self.next += count as u16;
        self.most = self.most.max(self.next);
        first
    }

    /// The variable's register, made if it has none.
    pub(super) fn variable(&mut self, name: &str) -> Variable {
        if let Some(known) = self.variables.get(name) {
            return *known;
        }
        let register = self.fresh();
        let variable = Variable { register, state: State::Unset };
        self.variables.insert(name.into(), variable);
        variable
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        self.variables.get(name).is_some_and(|known| known.state == State::Set)
    }

    pub(super) fn set(&mut self, name: &str, register: u16) {
        self.variables.insert(name.into(), Variable { register, state: State::Set });
    }

    /// The variable's register, in which there is something: it is open if there was nothing.
    pub(super) fn value_of(&mut self, name: &str) -> u16 {
        let variable = self.variable(name);
        if variable.state == State::Unset {
            self.emit(Op::Clear { r: variable.register, name: open(name).low() });
            self.set(name, variable.register);
        }
        variable.register
    }

    /// Operands one behind the other.
    pub(super) fn pooled(&mut self, words: &[Word]) -> u32 {
        let at = self.program.pool.len() as u32;
        self.program.pool.extend_from_slice(words);
        at
    }
}

/// A register's content for a variable that has no value.
pub(super) fn open(name: &str) -> Word {
    Word::open(Atom::new(name))
}
