//! From the command line to the last JSON line.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Arguments, Failure};

/// What one iteration took, and the work it says it has done.
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
    /// Does what the command line says.
    pub fn main(&self) -> ExitCode {
        self.answer(&env::args().skip(1).collect::<Vec<_>>())
    }

    /// Does what these arguments say.
    pub fn answer(&self, arguments: &[String]) -> ExitCode {
        match self.run(arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("{}: {failure}", self.program);
                failure.exit_code()
            }
        }
    }

    fn run(&self, arguments: &[String]) -> Result<(), Failure> {
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
        let iterations = arguments.take_at_least("iterations", 1_u64)?;
        arguments.take::<u64>("seed")?; // what has to be the same everywhere is in the input
        arguments.finish()?;
        let runtime = (self.start)(&Setting { workload: asked, variant, threads })?;
        emit(&json!({"event": "ready"}))?;
        for index in 0..iterations {
            let Iteration { elapsed, report } = work(&runtime, index)?;
            let elapsed_ns = u64::try_from(elapsed.as_nanos()).map_err(Failure::work)?;
            emit(&json!({"event": "iteration", "index": index, "elapsed_ns": elapsed_ns, "report": report}))?;
        }
        (self.end)(runtime)
    }
}

fn emit(line: &Value) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::work)
}
