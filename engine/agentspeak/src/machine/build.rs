//! Structures and lists: taken apart and built; and relations, the event's annotations and the switch of a procedure.

use super::intention::{ANNOTATION, HEADER};
use super::solve::{Solver, is_cell};
use super::world::unnamed;
use crate::code::{NONE, Relation};
use crate::term::Atom;
use crate::word::{Functor, Word};

impl Solver<'_> {
    pub(super) fn compares(&self, relation: Relation, a: Word, b: Word) -> bool {
        let heap = &self.worker.heap;
        match relation {
            Relation::Equal => heap.same(a, b),
            Relation::Different => !heap.same(a, b),
            _ => relation.of_order(heap.compare(a, b)),
        }
    }

    pub(super) fn structure(&mut self, r: u16, to: u16, functor: Functor) -> bool {
        let own = self.register(r);
        let heap = &mut self.worker.heap;
        let header = heap.header(own);
        let to = self.base + to as usize;
        if header.low() == functor.number() && header.raw() >> 32 < 256 {
            for number in 0..(header.raw() >> 32) as usize {
                self.stack[to + number] = heap.argument(own, number);
            }
            return true;
        }
        if !own.is_open() && !is_cell(own) {
            return false;
        }
        let cells: Vec<Word> = (0..functor.arity()).map(|_| heap.cell(unnamed())).collect();
        let made = heap.structure(functor, cells.iter().copied());
        self.stack[to..to + cells.len()].copy_from_slice(&cells);
        self.meets(r, made)
    }

    pub(super) fn list(&mut self, r: u16, to: u16) -> bool {
        let own = self.register(r);
        let to = self.base + to as usize;
        let heap = &mut self.worker.heap;
        if heap.is_list(own) {
            self.stack[to] = heap.argument(own, 0);
            self.stack[to + 1] = heap.argument(own, 1);
            return true;
        }
        if !own.is_open() && !is_cell(own) {
            return false;
        }
        let (first, rest) = (heap.cell(unnamed()), heap.cell(unnamed()));
        let made = heap.list(first, rest);
        self.stack[to] = first;
        self.stack[to + 1] = rest;
        self.meets(r, made)
    }

    /// The argument of the event's annotation of this name.
    pub(super) fn annotation(&mut self, to: u16, functor: Functor) -> bool {
        let annotation = self.stack[self.base - HEADER + ANNOTATION];
        if annotation.as_atom().is_some() {
            self.set(to, annotation);
            return functor.name() == Atom::SOURCE;
        }
        let heap = &self.worker.heap;
        let (items, _) = heap.items(annotation);
        let found = items.into_iter().find(|it| heap.header(*it).low() == functor.number());
        let Some(found) = found else { return false };
        let argument = heap.argument(found, 0);
        self.set(to, argument);
        true
    }

    #[inline(always)]
    pub(super) fn made(&mut self, n: u8, functor: Functor, operands: u32) -> Word {
        let program = self.program;
        let operands = &program.pool[operands as usize..operands as usize + n as usize];
        let mut words = [Word::NIL; 16];
        for (word, operand) in words.iter_mut().zip(operands) {
            *word = self.value(*operand);
        }
        self.heap().structure(functor, words[..n as usize].iter().copied())
    }

    pub(super) fn switched(&mut self, table: u32) -> u32 {
        let switch = &self.program.switches[table as usize];
        let first = self.register(0);
        let heap = &self.worker.heap;
        if first.is_plain() {
            return switch.plain.get(&first.raw()).copied().unwrap_or(switch.other);
        }
        let functor = if heap.is_list(first) { NONE } else { heap.header(first).low() };
        if is_cell(first) || first.is_open() || first.tag() == crate::word::tag::TEXT {
            return switch.all;
        }
        switch.structure.get(&functor).copied().unwrap_or(switch.other_structure)
    }
}
