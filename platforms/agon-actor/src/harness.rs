//! What all workloads share: arguments, iterations, JSON lines.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use agon_actor::{AskError, System};
use serde_json::{Value, json};

/// No time limit of our own: the lab has one.
pub const FOREVER: Duration = Duration::MAX;

/// What one iteration took, and the work it says it has done.
pub struct Iteration {
    pub elapsed: Duration,
    pub report: Value,
}

pub trait Workload {
    /// Does the work once, with new actors, which are gone or stopping when it returns.
    fn iterate(&self, system: &System, index: u64) -> Result<Iteration, Failure>;
}

/// Runs all iterations of a workload that has taken its own arguments.
pub fn run(workload: &dyn Workload, mut arguments: Arguments) -> Result<(), Failure> {
    let threads = arguments.take_at_least("threads", 1_usize)?;
    let iterations = arguments.take_at_least("iterations", 1_u64)?;
    arguments.take::<u64>("seed")?; // the workloads here draw nothing themselves
    arguments.finish()?;
    let system = System::builder().threads(threads).build().map_err(Failure::work)?;
    emit(&json!({"event": "ready"}))?;
    for index in 0..iterations {
        let Iteration { elapsed, report } = workload.iterate(&system, index)?;
        let elapsed_ns = u64::try_from(elapsed.as_nanos()).map_err(Failure::work)?;
        emit(&json!({"event": "iteration", "index": index, "elapsed_ns": elapsed_ns, "report": report}))?;
    }
    let end = system.shutdown(Duration::from_secs(10));
    if end.is_clean() { Ok(()) } else { Err(Failure::work(end)) }
}

fn emit(line: &Value) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Failure::work)
}

/// The arguments that nobody has taken yet.
pub struct Arguments(BTreeMap<String, String>);

impl Arguments {
    pub fn parse(arguments: &[String]) -> Result<Self, Failure> {
        let mut values = BTreeMap::new();
        for argument in arguments {
            let (key, value) = argument
                .split_once('=')
                .ok_or_else(|| Failure::usage(format!("'{argument}' is not of the form key=value")))?;
            if values.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(Failure::usage(format!("'{key}' is given twice")));
            }
        }
        Ok(Self(values))
    }

    pub fn take<T: FromStr<Err: Display>>(&mut self, key: &str) -> Result<T, Failure> {
        let value = self.0.remove(key).ok_or_else(|| Failure::usage(format!("'{key}=' is missing")))?;
        value.parse().map_err(|error| Failure::usage(format!("{key}={value}: {error}")))
    }

    pub fn take_at_least<T: FromStr<Err: Display> + PartialOrd + Display>(
        &mut self,
        key: &str,
        least: T,
    ) -> Result<T, Failure> {
        let value: T = self.take(key)?;
        if value < least {
            return Err(Failure::usage(format!("{key}={value}: at least {least} is needed")));
        }
        Ok(value)
    }

    /// Takes `variant=`, which must be one of `offered`.
    pub fn take_variant<T: Copy>(&mut self, offered: &[(&str, T)]) -> Result<T, Failure> {
        let asked: String = self.take("variant")?;
        offered.iter().find(|(name, _)| *name == asked).map(|&(_, variant)| variant).ok_or_else(|| {
            let names: Vec<_> = offered.iter().map(|(name, _)| *name).collect();
            Failure::usage(format!("variant={asked}: this workload has {}", names.join(", ")))
        })
    }

    pub fn take_witness(&mut self) -> Result<bool, Failure> {
        match self.take::<String>("witness")?.as_str() {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(Failure::usage(format!("witness={other}: on or off is needed"))),
        }
    }

    /// Takes `samples=`, the directory for bulk data.
    pub fn take_samples(&mut self) -> Result<PathBuf, Failure> {
        let samples: PathBuf = self.take("samples")?;
        if samples.is_dir() {
            Ok(samples)
        } else {
            Err(Failure::usage(format!("samples={}: there is no such directory", samples.display())))
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(key) => Err(Failure::usage(format!("unknown argument '{key}='"))),
        }
    }
}

/// Why the program ends early.
#[derive(Debug)]
pub enum Failure {
    /// The arguments, or the input they name, are not what the workload needs.
    Usage(String),
    /// The work could not be done.
    Work(String),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    pub fn work(cause: impl Display) -> Self {
        Self::Work(cause.to_string())
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::Work(_) => 1,
        })
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        Self::work(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Work(message) => f.write_str(message),
        }
    }
}
