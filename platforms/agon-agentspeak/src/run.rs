//! One iteration, as the agents' internal actions see it.

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_agentspeak::term::{Atom, Term};
use agon_platform::print::Lines;
use agon_platform::{Failure, Iteration};
use serde_json::{Map, Value};

use crate::samples::Samples;
use crate::task::Task;

pub struct Run {
    task: Arc<Task>,
    iteration: u64,
    begun: Instant,
    /// The lab's input, as lists of numbers.
    input: Vec<Term>,
    /// Where lines are printed to, if they are.
    printer: Option<Mutex<Lines>>,
    reported: Mutex<Reported>,
}

/// What the agents have reported so far.
#[derive(Default)]
struct Reported {
    report: Map<String, Value>,
    samples: Vec<(Box<str>, Samples)>,
    elapsed: Option<Duration>,
}

impl Run {
    /// What is printed starts empty.
    pub fn begin(task: &Arc<Task>, iteration: u64) -> Result<Self, Failure> {
        let number = |number: &u64| Term::from(*number as f64);
        let printer = match &task.print {
            None => None,
            Some(print) => {
                if !task.console {
                    print.clear()?;
                }
                Some(Mutex::new(print.lines()?))
            }
        };
        Ok(Self {
            input: task.input.iter().map(|line| Term::list(line.iter().map(number))).collect(),
            task: Arc::clone(task),
            iteration,
            begun: Instant::now(),
            printer,
            reported: Mutex::default(),
        })
    }

    /// A parameter of the workload, a number or an atom.
    pub fn parameter(&self, name: Atom) -> Option<&Term> {
        self.task.parameter(name)
    }

    /// A line of the input, the first one being 1.
    pub fn input(&self, line: i64) -> Result<&Term, String> {
        let place = usize::try_from(line - 1).ok();
        place
            .and_then(|place| self.input.get(place))
            .ok_or_else(|| format!("the input has lines 1 to {}, and not {line}", self.input.len()))
    }

    /// From the start of the run, so that every reading is exact in AgentSpeak's numbers.
    pub fn nanoseconds(&self) -> f64 {
        self.begun.elapsed().as_nanos() as f64
    }

    pub fn report(&self, key: &str, value: Value) {
        self.reported().report.insert(key.to_owned(), value);
    }

    /// Begins a file of samples.
    pub fn begin_samples(&self, file: &str, columns: &[&str]) -> Result<(), String> {
        let path = self.task.samples.join(file);
        let samples = Samples::open(&path, columns, self.iteration).map_err(|error| trouble(file, error))?;
        self.reported().samples.push((file.into(), samples));
        Ok(())
    }

    /// Adds a row to a file of samples.
    pub fn sample(&self, file: &str, row: impl IntoIterator<Item = i64>) -> Result<(), String> {
        let mut reported = self.reported();
        let Some((_, samples)) = reported.samples.iter_mut().find(|(known, _)| **known == *file) else {
            return Err(format!("{file} has no header yet: its first row names the columns"));
        };
        samples.row(row).map_err(|error| trouble(file, error))
    }

    /// Prints the line that `text` adds to what it is given.
    pub fn print(&self, text: impl FnOnce(&mut Vec<u8>)) {
        if let Some(printer) = &self.printer {
            let mut printer = held(printer);
            printer.line(text);
            if self.task.console {
                printer.flush();
            }
        }
    }

    /// Makes the printed lines safe.
    pub fn flush(&self) {
        if let Some(printer) = &self.printer {
            held(printer).flush();
        }
    }

    /// The work is done and reported, and took so long.
    pub fn finish(&self, elapsed: Duration) -> Result<(), String> {
        let mut reported = self.reported();
        for (file, samples) in &mut reported.samples {
            samples.flush().map_err(|error| trouble(file, error))?;
        }
        reported.elapsed = Some(elapsed);
        drop(reported);
        self.flush();
        Ok(())
    }

    pub fn is_finished(&self) -> bool {
        self.reported().elapsed.is_some()
    }

    /// What the agents have measured and reported.
    pub fn outcome(&self) -> Result<Iteration, Failure> {
        let mut reported = self.reported();
        let elapsed = reported.elapsed.ok_or_else(|| Failure::work("the agents stopped before they had reported"))?;
        Ok(Iteration { elapsed, report: Value::Object(std::mem::take(&mut reported.report)) })
    }

    fn reported(&self) -> MutexGuard<'_, Reported> {
        held(&self.reported)
    }
}

/// Who panicked with it in hand has ended the program, or will.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn trouble(file: &str, error: impl Display) -> String {
    format!("{file}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::tests::task;

    fn run() -> Run {
        let mut task = task("fibonacci", &[("clients", 2)]);
        task.input = vec![vec![3, 1], vec![]];
        Run::begin(&Arc::new(task), 0).unwrap()
    }

    #[test]
    fn lines_of_the_input_count_from_1() {
        let run = run();
        assert_eq!(run.input(1), Ok(&Term::list([3.0.into(), 1.0.into()])));
        assert_eq!(run.input(2), Ok(&Term::list([])));
        for outside in [0, 3, -1, i64::MIN + 1] {
            assert!(run.input(outside).is_err());
        }
    }

    #[test]
    fn an_outcome_needs_an_end() {
        let run = run();
        run.report("answers", Value::from(2));
        assert!(run.outcome().is_err() && !run.is_finished());
        run.finish(Duration::from_nanos(7)).unwrap();
        let outcome = run.outcome().unwrap();
        assert_eq!((outcome.elapsed.as_nanos(), outcome.report["answers"].as_u64()), (7, Some(2)));
    }

    #[test]
    fn a_row_needs_a_header() {
        assert!(run().sample("points.csv", [1]).unwrap_err().contains("no header"));
    }
}
