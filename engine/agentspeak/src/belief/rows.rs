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

/// How often a table has been looked at since it was changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    count: Cell<u8>,
    /// What was made of it then, if anything could be.
    rows: OnceCell<Option<Box<Rows>>>,
}

/// Then it is worth while.
const OFTEN: u8 = 8;

impl Rows {
    /// Nothing, if there is anything else than facts, or anything else in them than numbers and constants.
    pub(super) fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Option<Box<Self>> {
        let (mut words, mut width) = (Vec::new(), 0);
        for entry in entries {
            let Entry::Fact(Term::Structure(fact)) = entry else { return None };
            width = fact.arguments.len();
            for argument in &fact.arguments {
                words.push(Word::of(argument).filter(|word| word.is_itself())?);
            }
        }
        (width > 0).then(|| Box::new(Self { words: words.into(), width }))
    }

    /// The arguments of one fact after the other.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Word]> {
        self.words.chunks_exact(self.width)
    }
}

impl Seen {
    /// It is looked at once more. What is there to see is made if that is worth while.
    #[inline]
    pub(super) fn rows(&self, make: impl FnOnce() -> Option<Box<Rows>>) -> Option<&Rows> {
        if self.count.get() < OFTEN {
            self.count.set(self.count.get() + 1);
            return None;
        }
        self.rows.get_or_init(make).as_deref()
    }

    /// It is changed.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        if self.count.replace(0) == OFTEN {
            self.rows.take();
        }
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
            assert!((0..OFTEN).all(|_| shown(&table).is_none()));
            assert_eq!(shown(&table), Some(vec![row(0), row(1), row(2)]));
            assert!(shown(&table).is_some());
            // The last goes, and comes again.
            let last = table.remove(2).expect("it is there");
            table.push_back(last);
        }
    }

    #[test]
    fn what_is_no_word_is_no_row() {
        let mut table = Table::default();
        table.push_back(fact(1.0, Term::string("x")));
        assert!((0..3 * OFTEN).all(|_| shown(&table).is_none()));
    }
}
