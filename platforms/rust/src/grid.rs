//! grid-swap, apart from messages: parameters and input, what an agent knows of its cell, and what the controller knows.

use std::mem;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::samples::Table;
use crate::{Arguments, Failure, Iteration};

#[derive(Debug)]
pub struct Grid {
    pub size: Size,
    /// The cells that start active.
    pub active: Vec<u32>,
    table: Table,
}

#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub cells: u32,
    /// So many swaps end it.
    rounds: u32,
}

impl Grid {
    /// Takes the arguments and reads the input.
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let side: u32 = arguments.take_at_least("side", 2)?;
        let cells = side.checked_mul(side).ok_or_else(|| Failure::usage(format!("side={side}: too many cells")))?;
        let rounds = arguments.take_at_least("rounds", 1)?;
        arguments.take::<u32>("active")?; // the input names them
        arguments.take_witness()?; // the states are their own
        arguments.take_variant(&[("default", ())])?;
        let table = Table::take(arguments, "cells.csv", "iteration,cell,requested,accepted,refused,state")?;
        let active = arguments.take_input(|text| parse(text, cells))?;
        Ok(Self { size: Size { cells, rounds }, active, table })
    }

    /// The cells as they start, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        let mut active = vec![false; size.cells as usize];
        for &cell in &self.active {
            active[cell as usize] = true;
        }
        (0..).zip(active).map(move |(number, active)| Cell {
            size,
            number,
            state: number,
            asking: active,
            closed: false,
            requests: 0,
            requested: 0,
            accepted: 0,
            refused: 0,
        })
    }

    /// Reports an iteration, and writes what became of its cells.
    pub fn finish(&self, index: u64, Outcome { elapsed, mut cells }: Outcome) -> Result<Iteration, Failure> {
        cells.sort_unstable_by_key(|cell| cell.number);
        self.table.add(index, |file| {
            cells.iter().try_for_each(|Cell { number, requested, accepted, refused, state, .. }| {
                writeln!(file, "{index},{number},{requested},{accepted},{refused},{state}")
            })
        })?;
        let sum = |count: fn(&Cell) -> u32| cells.iter().map(|cell| u64::from(count(cell))).sum::<u64>();
        let report = json!({"requests": sum(|cell| cell.requests), "swaps": sum(|cell| cell.requested)});
        Ok(Iteration { elapsed, report })
    }
}

fn parse(text: &str, cells: u32) -> Result<Vec<u32>, String> {
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
    let active = numbers.map_err(|error| error.to_string())?;
    if active.is_empty() {
        return Err("names no cell".to_owned());
    }
    match active.iter().find(|&&cell| cell >= cells) {
        Some(cell) => Err(format!("names cell {cell}, but the last is {}", cells - 1)),
        None => Ok(active),
    }
}

/// What an agent knows of its cell.
#[derive(Clone, Debug)]
pub struct Cell {
    size: Size,
    number: u32,
    state: u32,
    /// In a transaction; who starts active is in one until it receives the start, and then in that of its first request.
    asking: bool,
    /// Has received the stop, or has requested swaps enough.
    closed: bool,
    requests: u32,
    requested: u32,
    accepted: u32,
    refused: u32,
}

/// What an agent does when its transaction has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Ask another one.
    Ask,
    /// Wait until another agent asks.
    Rest,
    /// Notify the controller that it has requested swaps enough.
    Enough,
    /// Notify the controller that it has stopped.
    Stopped,
}

impl Cell {
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Opens a transaction with another one, picked at random: who is asked, and the state offered.
    #[inline]
    pub fn ask(&mut self) -> (u32, u32) {
        self.asking = true;
        self.requests += 1;
        let pick = fastrand::u32(..self.size.cells - 1);
        (pick + u32::from(pick >= self.number), self.state)
    }

    /// Another one asks and offers its state: what it gets for it, unless it is refused. Who accepts is to ask in its turn.
    #[inline]
    pub fn asked(&mut self, offered: u32) -> Option<u32> {
        if self.asking || self.closed {
            return None;
        }
        self.accepted += 1;
        Some(mem::replace(&mut self.state, offered))
    }

    /// Closes the transaction with the answer to it: the other's state, unless it has refused.
    #[inline]
    pub fn answered(&mut self, answer: Option<u32>) -> Then {
        self.asking = false;
        match answer {
            Some(state) => {
                self.state = state;
                self.requested += 1;
            }
            None => self.refused += 1,
        }
        if self.closed {
            Then::Stopped
        } else if answer.is_none() {
            Then::Ask
        } else if self.requested < self.size.rounds {
            Then::Rest
        } else {
            self.closed = true;
            Then::Enough
        }
    }

    /// Receives the stop; true if it has stopped, false if its transaction has to be closed first.
    pub fn stop(&mut self) -> bool {
        self.closed = true;
        !self.asking
    }
}

/// What the controller knows.
#[derive(Debug)]
pub struct Census {
    begun: Instant,
    stopping: bool,
    missing: u32,
    cells: Vec<Cell>,
}

/// How it ended.
#[derive(Debug)]
pub struct Outcome {
    elapsed: Duration,
    cells: Vec<Cell>,
}

impl Census {
    /// Starts the clock.
    pub fn begin(size: Size) -> Self {
        let cells = Vec::with_capacity(size.cells as usize);
        Self { cells, stopping: false, missing: size.cells, begun: Instant::now() }
    }

    /// One has requested swaps enough; true if it is the first.
    pub fn enough(&mut self) -> bool {
        !mem::replace(&mut self.stopping, true)
    }

    /// One has stopped; with the last one, the outcome.
    pub fn stopped(&mut self, cell: Cell) -> Option<Outcome> {
        self.cells.push(cell);
        self.missing -= 1;
        (self.missing == 0).then(|| Outcome { elapsed: self.begun.elapsed(), cells: mem::take(&mut self.cells) })
    }
}

/// Where all agents find each other, once all are there: by the cell's number.
#[derive(Debug)]
pub struct Directory<A>(Arc<OnceLock<Vec<A>>>);

impl<A> Directory<A> {
    pub fn new() -> Self {
        Self(Arc::new(OnceLock::new()))
    }

    /// Sets the agents; it can be called once.
    pub fn fill(&self, agents: Vec<A>) {
        if self.0.set(agents).is_err() {
            unreachable!("a directory is filled once");
        }
    }

    pub fn agents(&self) -> &[A] {
        self.0.get().expect("the agents are known before any of them is active")
    }

    #[inline]
    pub fn agent(&self, cell: u32) -> &A {
        &self.agents()[cell as usize]
    }
}

impl<A> Default for Directory<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> Clone for Directory<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Grid, Size, Then, parse};

    fn cells(side: u32, rounds: u32) -> Vec<Cell> {
        let size = Size { cells: side * side, rounds };
        let table = crate::samples::Table::nowhere();
        Grid { size, active: vec![0], table }.cells().collect()
    }

    #[test]
    fn no_cell_asks_itself() {
        let mut two = cells(2, 1);
        for cell in &mut two {
            let mut asked = [0; 4];
            for _ in 0..400 {
                let (whom, state) = cell.ask();
                assert_eq!(state, cell.number);
                asked[whom as usize] += 1;
            }
            for (number, count) in (0..).zip(asked) {
                assert_eq!(count == 0, number == cell.number, "{asked:?}");
            }
        }
    }

    #[test]
    fn who_starts_active_refuses_until_it_has_begun() {
        let mut grid = cells(2, 2);
        assert_eq!(grid[0].asked(1), None);
        grid[0].ask();
        assert_eq!(grid[0].asked(1), None);
        assert_eq!(grid[0].answered(Some(2)), Then::Rest);
        assert_eq!(grid[0].asked(3), Some(2));
        assert_eq!(grid[1].asked(0), Some(1), "this one starts idle");
    }

    #[test]
    fn states_are_swapped_and_the_one_that_accepts_is_active() {
        let mut grid = cells(2, 2);
        grid[0].ask();
        assert_eq!(grid[1].asked(0), Some(1));
        assert_eq!(grid[0].answered(Some(1)), Then::Rest);
        assert_eq!((grid[0].state, grid[1].state), (1, 0));
        grid[1].ask();
        assert_eq!(grid[1].asked(9), None, "it is in a transaction");
        assert_eq!(grid[1].answered(None), Then::Ask);
    }

    #[test]
    fn who_has_swapped_enough_refuses() {
        let mut grid = cells(2, 1);
        grid[0].ask();
        assert_eq!(grid[0].answered(Some(3)), Then::Enough);
        assert_eq!(grid[0].asked(2), None);
        assert!(grid[0].stop());
    }

    #[test]
    fn who_is_to_stop_closes_its_transaction_first() {
        for answer in [Some(1), None] {
            let mut grid = cells(2, 1);
            grid[0].ask();
            assert!(!grid[0].stop());
            assert_eq!(grid[0].answered(answer), Then::Stopped);
            assert_eq!(grid[0].asked(2), None);
        }
    }

    #[test]
    fn the_input_names_cells() {
        assert_eq!(parse("3 0\n", 4), Ok(vec![3, 0]));
        assert_eq!(parse("4\n", 4), Err("names cell 4, but the last is 3".to_owned()));
        assert_eq!(parse("\n", 4), Err("names no cell".to_owned()));
        assert!(parse("-1", 4).is_err());
    }
}
