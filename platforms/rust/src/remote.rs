//! remote-throughput and remote-ask, apart from messages: parameters, the strings, and what each node counts.

use std::time::Duration;

use serde_json::{Value, json};

use crate::samples::Table;
use crate::throughput::{DIGITS, MOST_CHARACTERS, strings};
use crate::{Arguments, Failure, Iteration};

const MODULUS: u64 = 2_147_483_647;
const MULTIPLIER: u64 = 48_271;

const BYTES_UNDER_WAY: usize = 1 << 20;
const LEAST_UNDER_WAY: usize = 32;
const MOST_UNDER_WAY: usize = 16_384;

/// What goes over the connection in an iteration.
#[derive(Clone, Debug)]
pub struct Line {
    pub size: usize,
    pub count: u64,
    pub witness: bool,
}

impl Line {
    /// Takes the arguments; `count` is the name of the one with how many strings there are.
    pub fn take(arguments: &mut Arguments, count: &str) -> Result<Self, Failure> {
        let size: usize = arguments.take_at_least("size", DIGITS)?;
        let number: u64 = arguments.take_at_least(count, 1)?;
        if (size as u64).saturating_mul(number) > MOST_CHARACTERS {
            return Err(Failure::usage(format!("{count}={number}: at most {MOST_CHARACTERS} characters in all")));
        }
        Ok(Self { size, count: number, witness: arguments.take_witness()? })
    }

    /// So many strings are under way at most, where the platform has no bound of its own.
    pub fn under_way(&self) -> usize {
        (BYTES_UNDER_WAY / self.size).clamp(LEAST_UNDER_WAY, MOST_UNDER_WAY)
    }

    /// The strings, each its own.
    pub fn strings(&self) -> Vec<String> {
        strings(self.size, self.count)
    }

    /// What node 0 reports besides, of what it has sent.
    fn with_crc(&self, texts: &[String], mut report: Value) -> Value {
        if self.witness {
            let crc = texts.iter().fold(0_u32, |sum, text| sum.wrapping_add(crc32fast::hash(text.as_bytes())));
            report["crc"] = json!(crc);
        }
        report
    }
}

/// What node 1 counts of an iteration, and of the next ones.
#[derive(Debug)]
pub struct Tally {
    line: Line,
    handled: u64,
    sum: u64,
    crc: u32,
}

impl Tally {
    pub fn new(line: &Line) -> Self {
        Self { line: line.clone(), handled: 0, sum: 0, crc: 0 }
    }

    /// Handles a string: its number. One of another length, or without a number, ends the program.
    pub fn handle(&mut self, text: &str) -> u64 {
        let number = text.get(..DIGITS).and_then(|digits| digits.parse().ok());
        let Some(number) = number.filter(|_| text.len() == self.line.size) else { refuse(text) };
        self.handled += 1;
        self.sum += number + 1;
        if self.line.witness {
            self.crc = self.crc.wrapping_add(crc32fast::hash(text.as_bytes()));
        }
        number
    }

    /// Whether that was all of the iteration.
    pub fn is_complete(&self) -> bool {
        self.handled == self.line.count
    }

    /// The report of remote-throughput; the next iteration begins.
    pub fn received(&mut self) -> Value {
        let characters = self.handled * self.line.size as u64;
        self.end(json!({"received": self.handled, "characters": characters}))
    }

    /// The report of remote-ask; the next iteration begins.
    pub fn answered(&mut self) -> Value {
        self.end(json!({"handled": self.handled}))
    }

    fn end(&mut self, mut report: Value) -> Value {
        report["sum"] = json!(self.sum % MODULUS);
        if self.line.witness {
            report["crc"] = json!(self.crc);
        }
        *self = Self::new(&self.line);
        report
    }
}

#[cold]
fn refuse(text: &str) -> ! {
    let start: String = text.chars().take(DIGITS).collect();
    eprintln!("received: '{start}' of {} characters", text.len());
    std::process::exit(1)
}

/// The answer to the question of a number.
pub fn answer(number: u64) -> u64 {
    MULTIPLIER * (number + 1) % MODULUS
}

/// The iteration of remote-throughput at node 0.
pub fn sent(line: &Line, texts: &[String], elapsed: Duration) -> Iteration {
    Iteration { elapsed, report: line.with_crc(texts, json!({"sent": texts.len()})) }
}

/// remote-ask at node 0.
pub struct Asking {
    pub line: Line,
    pub outstanding: u64,
    table: Table,
}

impl Asking {
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let line = Line::take(arguments, "asks")?;
        let outstanding = arguments.take_at_least("outstanding", 1)?;
        if outstanding > line.count {
            return Err(Failure::usage(format!("outstanding={outstanding}: there are only {} asks", line.count)));
        }
        Ok(Self { line, outstanding, table: Table::take(arguments, "rtt.csv", "iteration,ask,ns")? })
    }

    /// The strings of each asker, with their numbers.
    pub fn shares(&self, texts: &[String]) -> Vec<Vec<(u64, String)>> {
        let mut shares: Vec<Vec<_>> = (0..self.outstanding).map(|_| Vec::new()).collect();
        for (text, number) in texts.iter().zip(0_u64..) {
            shares[(number % self.outstanding) as usize].push((number, text.clone()));
        }
        shares
    }

    /// Writes the times of an iteration and reports it.
    pub fn finish(
        &self,
        index: u64,
        texts: &[String],
        elapsed: Duration,
        ends: Vec<Asked>,
    ) -> Result<Iteration, Failure> {
        let sum = ends.iter().fold(0, |sum, end| (sum + end.sum) % MODULUS);
        let mut times: Vec<_> = ends.into_iter().flat_map(|end| end.times).collect();
        times.sort_unstable_by_key(|(number, _)| *number);
        self.table.add(index, |file| {
            times.iter().try_for_each(|(number, time)| writeln!(file, "{index},{number},{}", time.as_nanos()))
        })?;
        let report = json!({"answers": times.len(), "sum": sum});
        Ok(Iteration { elapsed, report: self.line.with_crc(texts, report) })
    }
}

/// What an asker has received.
#[derive(Debug, Default)]
pub struct Asked {
    times: Vec<(u64, Duration)>,
    sum: u64,
}

impl Asked {
    /// The answer to its question of a number, after a time.
    pub fn record(&mut self, number: u64, answer: u64, time: Duration) {
        self.times.push((number, time));
        self.sum = (self.sum + (number + 1) * answer) % MODULUS;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Asked, Line, Tally, answer};

    #[test]
    fn a_tally_starts_from_zero_with_each_iteration() {
        let line = Line { size: 12, count: 3, witness: true };
        let texts = line.strings();
        let mut tally = Tally::new(&line);
        for _ in 0..2 {
            let numbers: Vec<_> = texts.iter().map(|text| tally.handle(text)).collect();
            assert_eq!(numbers, [0, 1, 2]);
            assert!(tally.is_complete());
            let report = tally.received();
            let crc = line.with_crc(&texts, json!({}))["crc"].clone();
            assert_eq!(report, json!({"received": 3, "characters": 36, "sum": 6, "crc": crc}));
        }
        assert!(!tally.is_complete());
    }

    #[test]
    fn answers_are_weighed_by_their_questions() {
        let sum = |answers: [u64; 2]| {
            let mut asked = Asked::default();
            for (answer, number) in answers.into_iter().zip(0..) {
                asked.record(number, answer, std::time::Duration::from_nanos(1));
            }
            asked.sum
        };
        assert_eq!(sum([answer(0), answer(1)]), 48_271 * 5);
        assert_ne!(sum([answer(1), answer(0)]), 48_271 * 5);
    }
}
