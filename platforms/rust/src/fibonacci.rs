//! fibonacci, apart from messages: parameters and input, the computation, and the file of answers.

use std::time::Duration;

use serde_json::json;

use crate::samples::Table;
use crate::{Arguments, Failure, Iteration};

// agon: begin harness
/// The largest n whose Fibonacci number fits into 64 bits.
const LARGEST: u32 = 93;
// agon: end

/// How the server computes, where there is no third way.
#[derive(Clone, Copy, Debug)]
pub enum Variant {
    Subactors,
    Functions,
}

impl Variant {
    pub const VARIANTS: [(&'static str, Self); 2] = [("subactors", Self::Subactors), ("functions", Self::Functions)];
}

pub struct Fibonacci<V> {
    /// What each client asks for, in order.
    pub requests: Vec<Vec<u32>>,
    pub variant: V,
    points: Table,
}

/// One answer, as the manager receives it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// From 1.
    pub client: usize,
    pub n: u32,
    pub value: u64,
    pub elapsed: Duration,
}

impl<V: Copy> Fibonacci<V> {
    // agon: begin harness
    /// Takes the arguments, the variant as one of `variants`, and reads the input.
    pub fn take(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<Self, Failure> {
        let clients = arguments.take_at_least("clients", 1_usize)?;
        let requests = arguments.take_at_least("requests", 1_usize)?;
        let max_n = arguments.take("max_n")?;
        if max_n > LARGEST {
            return Err(Failure::usage(format!("max_n={max_n}: at most {LARGEST} fits into 64 bits")));
        }
        let variant = arguments.take_variant(variants)?;
        arguments.take_witness()?; // each answer is its own witness
        let points = Table::take(arguments, "points.csv", "iteration,client,n,value,ns")?;
        let requests = arguments.take_input(|text| parse(text, clients, requests, max_n))?;
        Ok(Self { requests, variant, points })
    }
    // agon: end

    /// How many answers there are to come.
    pub fn expected(&self) -> usize {
        self.requests.iter().map(Vec::len).sum()
    }

    // agon: begin report
    /// Writes an iteration's answers, in the order in which the manager received them.
    pub fn finish(&self, index: u64, elapsed: Duration, points: &[Point]) -> Result<Iteration, Failure> {
        self.points.add(index, |file| {
            points.iter().try_for_each(|Point { client, n, value, elapsed }| {
                writeln!(file, "{index},{client},{n},{value},{}", elapsed.as_nanos())
            })
        })?;
        Ok(Iteration { elapsed, report: json!({"answers": points.len()}) })
    }
    // agon: end
}

// agon: begin harness
fn parse(text: &str, clients: usize, requests: usize, max_n: u32) -> Result<Vec<Vec<u32>>, String> {
    let numbers = |line: &str| line.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
    let lists = text.lines().map(numbers).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if lists.len() != clients {
        return Err(format!("{} lines for {clients} clients", lists.len()));
    }
    for (list, client) in lists.iter().zip(1..) {
        if list.len() != requests {
            return Err(format!("line {client} holds {} numbers, not {requests}", list.len()));
        }
        if let Some(n) = list.iter().find(|&&n| n > max_n) {
            return Err(format!("line {client} holds {n}, which is more than max_n={max_n}"));
        }
    }
    Ok(lists)
}
// agon: end

pub fn fib(n: u32) -> u64 {
    if n < 2 { u64::from(n) } else { fib(n - 1) + fib(n - 2) }
}

/// The largest n computed without a pause: some ten microseconds.
const SLICE: u32 = 18;

/// `fib(n)` slice by slice, for an actor that lets others have their turn in between.
///
/// This is the same recursion, every call of it: only, the calls above `SLICE` wait on a stack of their own.
#[derive(Debug)]
pub struct Sliced {
    pending: Vec<u32>,
    sum: u64,
}

impl Sliced {
    pub fn new(n: u32) -> Self {
        Self { pending: vec![n], sum: 0 }
    }

    /// Whether the next slice is the last.
    pub fn is_short(&self) -> bool {
        matches!(self.pending[..], [n] if n <= SLICE)
    }

    /// Computes a slice; the answer, if it was the last.
    pub fn step(&mut self) -> Option<u64> {
        while let Some(n) = self.pending.pop() {
            if n > SLICE {
                self.pending.extend([n - 2, n - 1]);
            } else {
                self.sum += fib(n);
                break;
            }
        }
        self.pending.is_empty().then_some(self.sum)
    }
}

// agon: begin tests
#[cfg(test)]
mod tests {
    use super::{SLICE, Sliced, fib, parse};

    #[test]
    fn slices_add_up() {
        for n in [0, 1, 2, SLICE, SLICE + 1, 25] {
            let mut sliced = Sliced::new(n);
            let mut steps = 1;
            let value = loop {
                if let Some(value) = sliced.step() {
                    break value;
                }
                steps += 1;
            };
            assert_eq!(Sliced::new(n).is_short(), steps == 1);
            assert_eq!(value, fib(n));
            assert_eq!(steps > 1, n > SLICE);
        }
    }

    #[test]
    fn the_input_must_match_the_arguments() {
        assert_eq!(parse("1 2\n3 0\n", 2, 2, 3), Ok(vec![vec![1, 2], vec![3, 0]]));
        assert_eq!(parse("1 2\n", 2, 2, 3), Err("1 lines for 2 clients".to_owned()));
        assert_eq!(parse("1 2\n3\n", 2, 2, 3), Err("line 2 holds 1 numbers, not 2".to_owned()));
        assert_eq!(parse("1 4\n", 1, 2, 3), Err("line 1 holds 4, which is more than max_n=3".to_owned()));
        assert!(parse("1 x\n", 1, 2, 3).is_err());
    }
}
// agon: end
