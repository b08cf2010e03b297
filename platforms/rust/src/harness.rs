//! From the command line to the last JSON line.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

use crate::repetition::repeat;
use crate::{Arguments, Failure};

/// What one iteration took, and the work it reports.
pub struct Iteration {
    pub elapsed: Duration,
    pub report: Value,
}

/// Does a workload's work once on the runtime, with new actors, which are gone or stopping when it returns. The number is
/// the iteration's, from 0.
pub type Work<R> = Box<dyn Fn(&R, u64) -> Result<Iteration, Failure>>;

/// Takes a workload's own arguments and reads its input.
pub type Prepare<R> = fn(&mut Arguments) -> Result<Work<R>, Failure>;

/// What the runtime is started for.
pub struct Setting<'a> {
    pub workload: &'a str,
    /// One that the workload has.
    pub variant: String,
    pub threads: usize,
}

/// A platform whose runtime is an `R`.
pub struct Platform<'a, R> {
    /// The program's name in its messages.
    pub program: &'a str,
    pub start: fn(&Setting) -> Result<R, Failure>,
    pub end: fn(R) -> Result<(), Failure>,
    pub workloads: &'a [(&'a str, Prepare<R>)],
}

impl<R> Platform<'_, R> {
    /// Does what the command line asks for.
    pub fn main(&self) -> ExitCode {
        self.answer(&env::args().skip(1).collect::<Vec<_>>())
    }

    /// Does what these arguments ask for.
    pub fn answer(&self, arguments: &[String]) -> ExitCode {
        match self.run(arguments, io::stdin().lock(), io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("{}: {failure}", self.program);
                failure.exit_code()
            }
        }
    }

    fn run(&self, arguments: &[String], orders: impl BufRead, mut out: impl Write) -> Result<(), Failure> {
        let (asked, rest) = arguments
            .split_first()
            .ok_or_else(|| Failure::usage(format!("no workload given: {} WORKLOAD key=value ...", self.program)))?;
        let Some((_, prepare)) = self.workloads.iter().find(|(name, _)| name == asked) else {
            let known: Vec<_> = self.workloads.iter().map(|(name, _)| *name).collect();
            return Err(Failure::usage(format!("unknown workload '{asked}': this platform has {}", known.join(", "))));
        };
        let mut arguments = Arguments::parse(rest)?;
        let variant = arguments.peek("variant").to_owned();
        let work = prepare(&mut arguments)?;
        let threads = arguments.take_at_least("threads", 1_usize)?;
        let iterations = arguments.take("iterations")?;
        arguments.take::<u64>("seed")?; // what has to be the same everywhere is in the input
        arguments.finish()?;
        let runtime = (self.start)(&Setting { workload: asked, variant, threads })?;
        emit(&mut out, &json!({"event": "ready"}))?;
        repeat(iterations, orders, |index| {
            let Iteration { elapsed, report } = work(&runtime, index)?;
            let elapsed_ns = u64::try_from(elapsed.as_nanos()).map_err(Failure::work)?;
            emit(&mut out, &json!({"event": "iteration", "index": index, "elapsed_ns": elapsed_ns, "report": report}))
        })?;
        (self.end)(runtime)
    }
}

pub(crate) fn emit(out: &mut impl Write, line: &Value) -> Result<(), Failure> {
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::work)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the iterations it has seen, so that a new runtime would be found out.
    const COUNTING: Platform<'_, std::cell::Cell<u64>> = Platform {
        program: "counting",
        start: |_| Ok(std::cell::Cell::new(0)),
        end: |_| Ok(()),
        workloads: &[("count", |arguments| {
            arguments.take::<String>("variant")?;
            Ok(Box::new(|seen, index| {
                seen.set(seen.get() + 1);
                Ok(Iteration { elapsed: Duration::from_nanos(7), report: json!({"seen": seen.get(), "index": index}) })
            }))
        })],
    };

    fn output(iterations: &str, orders: &str) -> (Result<(), String>, Vec<String>) {
        let words = ["count", "variant=default", "threads=1", iterations, "seed=1"].map(str::to_owned);
        let mut out = Vec::new();
        let end = COUNTING.run(&words, orders.as_bytes(), &mut out);
        let lines = String::from_utf8(out).unwrap().lines().map(str::to_owned).collect();
        (end.map_err(|failure| failure.to_string()), lines)
    }

    const READY: &str = r#"{"event":"ready"}"#;

    fn line(index: u64) -> String {
        let seen = index + 1;
        json!({"event": "iteration", "index": index, "elapsed_ns": 7, "report": {"seen": seen, "index": index}})
            .to_string()
    }

    #[test]
    fn repeats_as_often_as_the_command_line_asks() {
        assert_eq!(output("iterations=2", "x"), (Ok(()), vec![READY.to_owned(), line(0), line(1)]));
        assert!(output("iterations=-1", "").0.unwrap_err().starts_with("iterations=-1: "));
    }

    #[test]
    fn repeats_as_often_as_the_lab_asks() {
        let all = vec![READY.to_owned(), line(0), line(1), line(2)];
        assert_eq!(output("iterations=0", "2\n1\n0\n"), (Ok(()), all));
        assert_eq!(output("iterations=0", "0\n"), (Ok(()), vec![READY.to_owned()]));
        assert!(output("iterations=0", "1\nenough\n").0.unwrap_err().contains("\"enough\""));
    }
}
