//! What a program shows of itself in addition to its actors.

use std::sync::{Arc, Mutex};

use crate::sync::shim::lock;

/// A table of the program's own in a [`Snapshot`](crate::Snapshot); see [`System::add_table`](crate::System::add_table).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<TableRow>,
}

impl Table {
    /// What its rows are.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The rows.
    pub fn rows(&self) -> &[TableRow] {
        &self.rows
    }
}

/// A row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    pub(crate) name: String,
    pub(crate) state: String,
    pub(crate) totals: Vec<(&'static str, u64)>,
    pub(crate) numbers: Vec<(&'static str, u64)>,
}

impl TableRow {
    /// One that is called so among those of its table, and in such a state.
    pub fn new(name: impl Into<String>, state: impl Into<String>) -> Self {
        Self { name: name.into(), state: state.into(), totals: Vec::new(), numbers: Vec::new() }
    }

    /// With a number that only grows: observers show how fast.
    pub fn total(mut self, what: &'static str, number: u64) -> Self {
        self.totals.push((what, number));
        self
    }

    /// With a number of now.
    pub fn number(mut self, what: &'static str, number: u64) -> Self {
        self.numbers.push((what, number));
        self
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its state, in a word.
    pub fn state(&self) -> &str {
        &self.state
    }

    /// The numbers that only grow, each with what it is the number of.
    pub fn totals(&self) -> &[(&'static str, u64)] {
        &self.totals
    }

    /// The numbers of now.
    pub fn numbers(&self) -> &[(&'static str, u64)] {
        &self.numbers
    }
}

type Rows = Arc<dyn Fn() -> Vec<TableRow> + Send + Sync>;

/// Who is asked for the rows of each table.
#[derive(Default)]
pub(crate) struct Tables(Mutex<Vec<(&'static str, Rows)>>);

impl Tables {
    pub(crate) fn add(&self, name: &'static str, rows: Rows) {
        lock(&self.0).push((name, rows));
    }

    /// As they are now. The program's functions may take a while, or look at the system, too.
    pub(crate) fn read(&self) -> Vec<Table> {
        let all: Vec<_> = lock(&self.0).clone();
        all.into_iter().map(|(name, rows)| Table { name, rows: rows() }).collect()
    }
}
