//! Beliefs: a table a predicate, its rows of words, the newest last; each with its source. Rules are rows, too.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::term::Mix;
use crate::word::{Heap, Word};

/// The facts and rules of one predicate: `[source, arguments..]` each.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Word>,
    /// How many arguments there are.
    arity: u32,
    /// How many rows there are, gaps included.
    count: u32,
    live: u32,
    /// How many rows cannot be found by the index: rules, and those whose first argument is no number or atom.
    wild: u32,
    /// By the first argument.
    index: Option<Box<Index>>,
}

type Index = HashMap<u64, Vec<u32>, BuildHasherDefault<Mix>>;

/// The source of a row that is gone.
const GONE: Word = Word::OPEN;

/// From so many rows on there is an index.
const INDEXED: u32 = 9;

impl Table {
    /// An empty one.
    pub fn new(arity: usize) -> Self {
        Self { arity: arity as u32, ..Self::default() }
    }

    /// How many rows there are, gaps included: where [`next`](Self::next) begins.
    #[inline(always)]
    pub fn end(&self) -> u32 {
        self.count
    }

    #[inline(always)]
    fn stride(&self) -> usize {
        self.arity as usize + 1
    }

    /// Source and arguments.
    #[inline(always)]
    pub fn row(&self, row: u32) -> &[Word] {
        let stride = self.stride();
        &self.rows[row as usize * stride..(row as usize + 1) * stride]
    }

    /// The newest row before `before` that may have this first argument.
    #[inline(always)]
    pub fn next(&self, before: u32, first: Option<Word>) -> Option<u32> {
        if let (Some(index), Some(first)) = (&self.index, first) {
            let rows = index.get(&first.raw())?;
            let at = rows.partition_point(|row| *row < before);
            return at.checked_sub(1).map(|at| rows[at]);
        }
        let stride = self.stride();
        let mut row = before;
        while row > 0 {
            row -= 1;
            if self.rows[row as usize * stride] != GONE {
                return Some(row);
            }
        }
        None
    }

    /// The row of a fact with these arguments.
    pub fn find(&self, arguments: &[Word], heap: &Heap) -> Option<u32> {
        let key = key(arguments.first().copied());
        let mut before = self.count;
        while let Some(row) = self.next(before, key) {
            let own = self.row(row);
            let same = |(one, other): (&Word, &Word)| one == other && one.is_plain() || heap.same(*one, *other);
            if own[0].as_register().is_none() && own[1..].iter().zip(arguments).all(same) {
                return Some(row);
            }
            before = row;
        }
        None
    }

    /// Puts a row behind all others: it is found first.
    #[inline]
    pub fn push(&mut self, source: Word, arguments: &[Word]) {
        let is_plain = source.as_register().is_none() && arguments.first().is_none_or(|it| it.is_plain());
        if is_plain {
            if let (Some(index), Some(first)) = (&mut self.index, arguments.first()) {
                index.entry(first.raw()).or_default().push(self.count);
            }
        } else {
            self.wild += 1;
            self.index = None;
        }
        self.rows.push(source);
        self.rows.extend_from_slice(arguments);
        self.count += 1;
        self.live += 1;
        if self.index.is_none() && self.live >= INDEXED && self.wild == 0 && self.arity > 0 {
            self.reindex();
        }
    }

    /// Puts a row before all others: it is found last.
    pub fn push_last(&mut self, source: Word, arguments: &[Word]) {
        self.rows.splice(0..0, std::iter::once(source).chain(arguments.iter().copied()));
        self.count += 1;
        self.live += 1;
        self.index = None;
        self.wild += u32::from(arguments.first().is_some_and(|it| !it.is_plain()));
        if self.live >= INDEXED && self.wild == 0 && self.arity > 0 {
            self.reindex();
        }
    }

    fn reindex(&mut self) {
        let mut index: Index = HashMap::default();
        for row in 0..self.count {
            if let [source, first, ..] = self.row(row)
                && *source != GONE
            {
                index.entry(first.raw()).or_default().push(row);
            }
        }
        self.index = Some(Box::new(index));
    }

    /// Changes the source of a row.
    pub fn set_source(&mut self, row: u32, source: Word) {
        let at = row as usize * self.stride();
        self.rows[at] = source;
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: u32) {
        let stride = self.stride();
        let at = row as usize * stride;
        if let Some(index) = &mut self.index {
            let first = self.rows[at + 1].raw();
            if let Some(rows) = index.get_mut(&first) {
                rows.retain(|other| *other != row);
                if rows.is_empty() {
                    index.remove(&first);
                }
            }
        } else if self.arity > 0 && (!self.rows[at + 1].is_plain() || self.rows[at].as_register().is_some()) {
            self.wild -= 1;
        }
        self.live -= 1;
        if row + 1 == self.count {
            self.rows.truncate(at);
            self.count -= 1;
        } else {
            self.rows[at] = GONE;
        }
        if self.count > 2 * self.live + 16 {
            let rows = std::mem::take(&mut self.rows);
            self.rows = rows.chunks(stride).filter(|row| row[0] != GONE).flatten().copied().collect();
            self.count = self.live;
            if self.index.is_some() {
                self.reindex();
            }
        }
    }
}

/// What the index is asked for: a number or an atom.
#[inline(always)]
pub fn key(first: Option<Word>) -> Option<Word> {
    first.filter(|word| word.is_plain())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_newest_first_whether_there_is_an_index_or_not() {
        let number = |number: u32| Word::number(f64::from(number));
        let mut table = Table::new(2);
        let mut expected: Vec<(u32, u32)> = Vec::new();
        let heap = Heap::default();
        for step in 0..400_u32 {
            let pair = (step * 7 % 5, step * 13 % 31);
            let words = [number(pair.0), number(pair.1)];
            if step % 3 == 2
                && let Some(row) = table.find(&words, &heap)
            {
                table.remove(row);
                expected.retain(|it| *it != pair);
            } else if table.find(&words, &heap).is_none() {
                table.push(Word::SELF, &words);
                expected.push(pair);
            }
            for first in [None, Some(number(3)), Some(number(99))] {
                let mut found = Vec::new();
                let mut before = table.end();
                while let Some(row) = table.next(before, first) {
                    found.push((table.row(row)[1], table.row(row)[2]));
                    before = row;
                }
                found.retain(|it| first.is_none_or(|first| first == it.0));
                let due = expected.iter().rev().map(|it| (number(it.0), number(it.1)));
                let due: Vec<_> = due.filter(|it| first.is_none_or(|first| first == it.0)).collect();
                assert_eq!(found, due, "after step {step}");
            }
        }
    }
}
