//! Queries: facts and rules that operands fit, and what is gone back to where something fails.

use super::beliefs::key;
use super::change::sources;
use super::scratch::{Choice, KEEP, Retry};
use super::solve::Solver;
use crate::code::{NONE, Op};
use crate::word::{FIRST, Word};

impl Solver<'_> {
    /// Operand and value of a fact are the same.
    #[inline(always)]
    pub(super) fn fits(&mut self, pattern: Word, own: Word) -> bool {
        if pattern.is_plain() && own.is_plain() {
            return pattern == own || pattern.as_number() == own.as_number() && own.is_number();
        }
        if let Some(r) = pattern.as_register() {
            if r & FIRST != 0 {
                self.stack[self.base + (r & !FIRST) as usize] = own;
                return true;
            }
            return self.meets(r as u16, own);
        }
        pattern.is_open() || self.worker.heap.unify(pattern, own)
    }

    /// The pattern's source is one of a row's.
    #[inline(always)]
    pub(super) fn fits_source(&mut self, pattern: Word, own: Word) -> bool {
        if pattern == Word::OPEN {
            return true;
        }
        if own.is_plain() {
            return self.fits(pattern, own);
        }
        let mark = self.worker.heap.mark();
        sources(own, &self.worker.heap).into_iter().any(|own| {
            let fits = self.fits(pattern, own);
            if !fits {
                self.worker.heap.undo(mark, self.stack);
            }
            fits
        })
    }

    #[inline]
    pub(super) fn choice(&mut self, retry: Retry, trail: u32) {
        let (base, top) = (self.base as u32, self.stack.len() as u32);
        self.worker.choices.push(Choice { retry, base, top, trail });
    }

    /// Goes on at the newest choice.
    pub(super) fn fail(&mut self) -> u32 {
        let last = self.worker.choices.last().or(self.worker.guard.as_ref()).copied();
        let Some(Choice { retry, base, top, trail }) = last else { return NONE };
        if trail != KEEP {
            self.worker.heap.undo(trail, self.stack);
        }
        self.base = base as usize;
        self.stack.truncate(top as usize);
        match retry {
            Retry::At(to) => {
                self.worker.choices.pop();
                to
            }
            Retry::Rows(at, row) => {
                let Op::Query { n, table, at: pattern } = self.program.ops[at as usize] else { return NONE };
                self.query(at, n, table, pattern, Some(row))
            }
            Retry::Items(at, list) => {
                self.worker.choices.pop();
                self.member(at, list)
            }
        }
    }

    /// The first fact or rule that the operands fit: the newest, or `from` there on.
    #[inline(always)]
    pub(super) fn query(&mut self, at: u32, n: u8, table: u16, pattern: u32, from: Option<u32>) -> u32 {
        let (program, tables) = (self.program, self.tables);
        let table = &tables[table as usize];
        let pattern = &program.pool[pattern as usize..pattern as usize + 1 + n as usize];
        let first = key(pattern.get(1).map(|word| match word.as_register() {
            Some(r) if r & FIRST != 0 => Word::OPEN,
            Some(r) => self.register(r as u16),
            None => *word,
        }));
        let mark = self.worker.heap.mark();
        let mut next = match from {
            Some(row) => Some(row),
            None => table.next(table.end(), first),
        };
        while let Some(row) = next {
            next = table.next(row, first);
            let own = table.row(row);
            if let Some(rule) = own[0].as_register() {
                self.leave_choice(at, next, from, mark);
                return self.rule(rule, at, pattern);
            }
            if self.fits_source(pattern[0], own[0])
                && own[1..].iter().zip(&pattern[1..]).all(|(own, pattern)| self.fits(*pattern, *own))
            {
                // The choice is for what was before this row.
                self.leave_choice(at, next, from, mark);
                return at + 1;
            }
            self.worker.heap.undo(mark, self.stack);
        }
        if from.is_some() {
            self.worker.choices.pop();
        }
        self.fail()
    }

    #[inline(always)]
    fn leave_choice(&mut self, at: u32, next: Option<u32>, from: Option<u32>, mark: u32) {
        match (next, from) {
            (None, None) => {}
            (None, Some(_)) => drop(self.worker.choices.pop()),
            (Some(row), None) => self.choice(Retry::Rows(at, row), mark),
            (Some(row), Some(_)) => {
                if let Some(choice) = self.worker.choices.last_mut() {
                    choice.retry = Retry::Rows(at, row);
                }
            }
        }
    }

    /// Begins a rule: its registers lie above the caller's.
    fn rule(&mut self, number: u32, at: u32, pattern: &[Word]) -> u32 {
        let rule = self.program.rules[number as usize];
        if !self.fits(pattern[0], Word::SELF) {
            return self.fail();
        }
        let mut arguments = [Word::NIL; 16];
        for (argument, word) in arguments.iter_mut().zip(&pattern[1..]) {
            *argument = self.argument(*word);
        }
        let count = pattern.len() - 1;
        self.stack.push(Word::of_raw(self.base as u64 | u64::from(at + 1) << 32));
        self.base = self.stack.len();
        self.stack.extend_from_slice(&arguments[..count]);
        self.stack.resize(self.base + rule.registers as usize, Word::of_raw(0));
        rule.entry
    }

    /// A rule's body holds: goes on behind the query. Its registers go if no choice needs them.
    pub(super) fn proceed(&mut self) -> u32 {
        let header = self.stack[self.base - 1];
        let top = self.worker.choices.last().or(self.worker.guard.as_ref()).map_or(0, |choice| choice.top as usize);
        if top < self.base {
            self.stack.truncate(self.base - 1);
        }
        self.base = header.low() as usize;
        (header.raw() >> 32) as u32
    }

    /// Is there nothing open in the operand?
    pub(super) fn is_known(&self, operand: Word) -> bool {
        let word = operand.as_register().map_or(operand, |r| self.stack[self.base + r as usize]);
        word.is_plain() || !word.is_open() && self.worker.heap.is_ground(word)
    }

    /// The row of the newest fact that is the agent's own belief and fits the operands.
    pub(super) fn own_row(&mut self, table: u32, operands: &[Word]) -> Option<u32> {
        let table = &self.tables[table as usize];
        let mark = self.worker.heap.mark();
        let mut before = table.end();
        while let Some(row) = table.next(before, None) {
            before = row;
            let own = table.row(row);
            let is_own = own[0] == Word::SELF || sources(own[0], &self.worker.heap).contains(&Word::SELF);
            if is_own && own[1..].iter().zip(operands).all(|(own, pattern)| self.fits(*pattern, *own)) {
                return Some(row);
            }
            self.worker.heap.undo(mark, self.stack);
        }
        None
    }
}
