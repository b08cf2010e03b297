//! Facts as words, for those that are looked through again and again.

use std::cell::{Cell, OnceCell};

use super::table::Entry;
use crate::term::{Term, Word};

/// The arguments of a table's facts, in the order of the facts, where all of them are words.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    words: Box<[Word]>,
    width: usize,
}

/// How much a table has been looked at since it was changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    count: Cell<u32>,
    /// What was made of it then, if anything could be.
    rows: OnceCell<Option<Box<Rows>>>,
}

/// Then it is worth while: as if each entry had been looked at so many times.
const ENOUGH: u32 = 8;
/// On a long way past many, one counts for more.
const ON_THE_WAY: u32 = 4;

impl Rows {
    /// Nothing, if there is anything else than facts, or anything else in them than numbers and constants.
    pub(crate) fn of<'a>(entries: impl Iterator<Item = &'a Entry>, count: usize) -> Option<Box<Self>> {
        let (mut words, mut width) = (Vec::new(), 0);
        for entry in entries {
            let Entry::Fact(Term::Structure(fact)) = entry else { return None };
            if words.is_empty() {
                width = fact.arguments.len();
                words.reserve_exact(count * width);
            }
            for argument in &fact.arguments {
                words.push(Word::of(argument).filter(|word| word.is_itself())?);
            }
        }
        (width > 0).then(|| Box::new(Self { words: words.into(), width }))
    }

    /// All arguments, one row behind the other.
    #[inline]
    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The arguments of one fact after the other.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Word]> {
        self.words.chunks_exact(self.width)
    }
}

impl Seen {
    /// It is looked at once more, with all its entries. What is there to see is made if that is worth while.
    #[inline]
    pub(super) fn rows(&self, all: usize, make: impl FnOnce() -> Option<Box<Rows>>) -> Option<&Rows> {
        if !self.is_enough(all) {
            self.add(all, 1);
            return None;
        }
        self.rows.get_or_init(make).as_deref()
    }

    /// The same where there are many, of which each look [counts](Self::pass) as far as it goes.
    #[inline]
    pub(super) fn rows_of_many(&self, all: usize, make: impl FnOnce() -> Option<Box<Rows>>) -> Option<&Rows> {
        if self.is_enough(all) { self.rows.get_or_init(make).as_deref() } else { None }
    }

    /// So many of its entries have been come by.
    #[inline]
    pub(super) fn pass(&self, seen: usize) {
        self.add(seen, ON_THE_WAY);
    }

    #[inline]
    fn is_enough(&self, all: usize) -> bool {
        self.count.get() as usize >= all.max(1) * ENOUGH as usize
    }

    #[inline]
    fn add(&self, seen: usize, weight: u32) {
        self.count.set(self.count.get().saturating_add((seen as u32).saturating_mul(weight)));
    }

    /// It is changed.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        if self.count.replace(0) != 0 {
            self.forget_rows();
        }
    }

    #[inline(never)]
    fn forget_rows(&mut self) {
        self.rows.take();
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;

    fn shown(table: &Table) -> Option<Vec<Vec<Option<Term>>>> {
        Some(table.rows()?.iter().map(|row| row.iter().map(|word| word.term()).collect()).collect())
    }

    fn fact(number: f64, second: Term) -> Entry {
        Entry::Fact(Term::structure("p", [Term::Number(number), second]))
    }

    #[test]
    fn facts_that_do_not_change_are_words_after_a_while() {
        let mut table = Table::default();
        (0..3).for_each(|number| table.push_back(fact(number.into(), Term::atom("x"))));
        let row = |number: u8| vec![Some(Term::Number(number.into())), Some(Term::atom("x"))];
        for _ in 0..2 {
            assert!((0..ENOUGH).all(|_| shown(&table).is_none()));
            assert_eq!(shown(&table), Some(vec![row(0), row(1), row(2)]));
            assert!(shown(&table).is_some());
            // The last goes, and comes again.
            let last = table.remove(2).expect("it is there");
            table.push_back(last);
        }
    }

    #[test]
    fn many_facts_are_words_once_they_have_been_gone_through() {
        let mut table = Table::default();
        (0..30).for_each(|number| table.push_back(fact(number.into(), Term::atom("x"))));
        let go = |table: &Table, to: usize| {
            let mut seen = 0;
            let take = |_: &Entry| {
                seen += 1;
                (seen == to).then_some(())
            };
            table.next_that(table.start(), None, take).is_some()
        };
        // The first few come soon, and nothing has been spent on looking at them.
        assert!((0..19).all(|_| go(&table, 3) && table.rows_of_many().is_none()));
        assert!(go(&table, 3) && table.rows_of_many().is_some());
        let last = table.remove(29).expect("it is there");
        for count in [29, 30] {
            assert!(table.rows_of_many().is_none());
            assert!(!go(&table, 99) && table.rows_of_many().is_none());
            assert!(!go(&table, 99) && table.rows_of_many().is_some_and(|rows| rows.iter().count() == count));
            table.push_front(last.clone());
        }
    }

    #[test]
    fn what_is_no_word_is_no_row() {
        let mut table = Table::default();
        table.push_back(fact(1.0, Term::string("x")));
        assert!((0..3 * ENOUGH).all(|_| shown(&table).is_none()));
    }
}
