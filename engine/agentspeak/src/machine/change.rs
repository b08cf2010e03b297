//! Changes of belief, and their events.

use super::agent::{After, Agent};
use super::intention::{HEADER, Intention, call};
use super::scratch::Worker;
use super::world::World;
use crate::code::{Change, NONE, Predicate};
use crate::word::{Heap, Word};

impl Agent {
    /// Begins to believe something from a source; that is an event of its own.
    pub(super) fn believe(&mut self, table: u32, source: Word, arguments: &[Word], worker: &mut Worker) {
        if self.add(table, source, arguments, false, worker) {
            let added = self.program.predicates.get(table as usize).map_or(NONE, |it| it.added);
            if added != NONE {
                self.raise(added, source, arguments, worker);
            }
        }
    }

    /// Puts a row into the table. Returns whether that is news.
    fn add(&mut self, table: u32, source: Word, arguments: &[Word], at_end: bool, worker: &mut Worker) -> bool {
        let heap = &mut worker.heap;
        let rows = &mut self.tables[table as usize];
        if let Some(row) = rows.find(arguments, heap) {
            let own = rows.row(row)[0];
            let mut sources = sources(own, heap);
            if sources.contains(&source) {
                return false;
            }
            sources.insert(0, source);
            set_sources(rows, row, &sources, heap);
            return true;
        }
        let mut words = [Word::NIL; 16];
        let words = &mut words[..arguments.len()];
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = if argument.is_plain() { *argument } else { kept(*argument, heap) };
        }
        if at_end {
            rows.push_last(source, words)
        } else {
            rows.push(source, words)
        }
        true
    }

    /// Something is no longer believed from a source.
    pub(super) fn forget_source(&mut self, table: u32, source: Word, arguments: &[Word], worker: &mut Worker) {
        let Some(row) = self.tables[table as usize].find(arguments, &worker.heap) else { return };
        if !sources(self.tables[table as usize].row(row)[0], &worker.heap).contains(&source) {
            return;
        }
        self.take(table, row, source, worker);
        let deleted = self.program.predicates.get(table as usize).map_or(NONE, |it| it.deleted);
        if deleted != NONE {
            self.raise(deleted, source, arguments, worker);
        }
    }

    /// Takes the source of a row away, and with the last one the row. Returns whether the row is gone.
    fn take(&mut self, table: u32, row: u32, source: Word, worker: &mut Worker) -> bool {
        let heap = &mut worker.heap;
        let rows = &mut self.tables[table as usize];
        let own = rows.row(row)[0];
        if own != source {
            let mut left = sources(own, heap);
            left.retain(|it| *it != source);
            set_sources(rows, row, &left, heap);
            return false;
        }
        for word in rows.row(row) {
            if !word.is_plain() {
                heap.blocks.release_word(*word);
            }
        }
        rows.remove(row);
        true
    }

    /// The step of a body that changes a belief.
    pub(super) fn change(
        &mut self,
        (change, own): (Change, bool),
        (table, at, n): (u32, u32, usize),
        intention: &mut Intention,
        worker: &mut Worker,
        world: &mut dyn World,
    ) -> Option<After> {
        let base = intention.frame as usize + HEADER;
        let (mut operands, mut words) = ([Word::NIL; 16], [Word::NIL; 16]);
        let (operands, words) = (&mut operands[..n], &mut words[..n]);
        operands.copy_from_slice(&self.program.pool[at as usize..at as usize + n]);
        let Predicate { added, deleted, .. } = self.program.predicates[table as usize];
        if change == Change::Delete {
            let mark = worker.heap.mark();
            let mut solver = self.solver(&mut intention.stack, base, worker, world);
            let is_named = operands.iter().all(|it| solver.is_known(*it));
            let row = solver.own_row(table, operands)?;
            words.copy_from_slice(&self.tables[table as usize].row(row)[1..]);
            if !self.take(table, row, Word::SELF, worker) && !is_named {
                // Of what others are a source of, too, a pattern takes the source only, and without an event.
                worker.heap.undo(mark, &mut intention.stack);
                return None;
            }
            return self.changed(deleted, own, words, intention, worker);
        }
        {
            let mut solver = self.solver(&mut intention.stack, base, worker, world);
            for (word, operand) in words.iter_mut().zip(&*operands) {
                *word = solver.value(*operand);
            }
        }
        if change == Change::Replace {
            // The newest of the agent's own goes.
            let rows = &self.tables[table as usize];
            let mut before = rows.end();
            while let Some(row) = rows.next(before, None) {
                before = row;
                if sources(rows.row(row)[0], &worker.heap).contains(&Word::SELF) {
                    let gone: Vec<Word> = rows.row(row)[1..].to_vec();
                    if self.take(table, row, Word::SELF, worker) && deleted != NONE {
                        self.raise(deleted, Word::SELF, &gone, worker);
                    }
                    break;
                }
            }
        }
        if !self.add(table, Word::SELF, words, change == Change::AddEnd, worker) {
            return None;
        }
        self.changed(added, own, words, intention, worker)
    }

    /// The event of a change: within the intention, unless it is one of its own. Where there is nothing else to do and no plan, there is none.
    fn changed(
        &mut self,
        procedure: u32,
        own: bool,
        arguments: &[Word],
        intention: &mut Intention,
        worker: &mut Worker,
    ) -> Option<After> {
        if own {
            if procedure != NONE {
                self.raise(procedure, Word::SELF, arguments, worker);
            }
            return None;
        }
        if procedure == NONE && self.is_idle() {
            return None;
        }
        intention.lay(Word::SELF, call(NONE, 0));
        intention.stack.extend_from_slice(arguments);
        Some(After::Wants(procedure))
    }
}

/// What a row keeps: what is on the heap is frozen.
fn kept(word: Word, heap: &mut Heap) -> Word {
    let word = heap.frozen(word);
    if !word.is_ground() {
        // It holds for everything.
        return Word::OPEN;
    }
    heap.blocks.keep_word(word);
    word
}

/// The sources of a row: one, or a list of several.
pub(super) fn sources(own: Word, heap: &Heap) -> Vec<Word> {
    if heap.is_list(own) { heap.items(own).0 } else { vec![own] }
}

fn set_sources(rows: &mut super::beliefs::Table, row: u32, sources: &[Word], heap: &mut Heap) {
    let old = rows.row(row)[0];
    if !old.is_plain() {
        heap.blocks.release_word(old);
    }
    let new = match sources {
        [only] => *only,
        _ => {
            let list = heap.list_of(sources);
            kept(list, heap)
        }
    };
    rows.set_source(row, new);
}
