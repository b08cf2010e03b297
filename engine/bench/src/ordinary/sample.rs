//! One program, measured in this process.

use std::fs;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde::{Deserialize, Serialize};

use super::line::{Form, Line, Program, Scale};
use crate::contestants::Contestant;
use crate::statistics::median;
use crate::workloads::Wrong;

/// What a measurement comes to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Nanoseconds from before the runtime starts to the end of the first iteration.
    pub cold_ns: f64,
    /// Nanoseconds an operation in steady state: the median iteration, divided by its operations.
    pub each_ns: f64,
    /// Nanoseconds of processor time an operation in steady state, user and system, all threads of the process.
    pub cpu_ns: f64,
    /// The most memory that the process has had in use.
    pub peak_bytes: u64,
    /// How many iterations were measured, those of the warm-up not counted.
    pub iterations: usize,
}

/// How long to warm up, and how long to measure; each is one iteration at least.
#[derive(Clone, Copy)]
struct Plan {
    warm_up: Duration,
    measured: Duration,
    iterations: usize,
}

impl Form {
    fn plan(self) -> Plan {
        let of = |warm_up, measured, iterations| Plan {
            warm_up: Duration::from_millis(warm_up),
            measured: Duration::from_millis(measured),
            iterations,
        };
        match self {
            Self::Full => of(500, 1_000, 3),
            Self::Brief => of(100, 250, 2),
            Self::Check => of(0, 0, 1),
        }
    }
}

/// Starts the contestant's program, warms it up and measures. A process takes one sample, so that its memory is the program's.
pub fn take(line: &Line, contestant: Contestant, workers: usize, form: Form) -> Result<Sample, Wrong> {
    let Program::Runs(start) = line.program(contestant) else {
        return Err(Wrong(format!("{} does not offer {}", contestant.name(), line.id)));
    };
    let (plan, count) = (form.plan(), line.count(form));
    let begun = Instant::now();
    let mut iteration = start(Scale { workers, count });
    iteration()?;
    let cold = begun.elapsed();

    repeat(plan.warm_up, 1, &mut iteration)?;
    let cpu_before = processor_time()?;
    let times = repeat(plan.measured, plan.iterations, &mut iteration)?;
    let cpu = processor_time()? - cpu_before;
    let sample = Sample {
        cold_ns: cold.as_nanos() as f64,
        each_ns: median(&times) / count as f64,
        cpu_ns: cpu.as_nanos() as f64 / (times.len() as u64 * count) as f64,
        peak_bytes: peak()?,
        iterations: times.len(),
    };
    // The process ends now, which is quicker than to end its actors: that is not measured.
    std::mem::forget(iteration);
    Ok(sample)
}

/// For so long and so many times at least; nanoseconds each.
fn repeat(time: Duration, least: usize, iteration: &mut dyn FnMut() -> Result<(), Wrong>) -> Result<Vec<f64>, Wrong> {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < least || begun.elapsed() < time {
        let begun = Instant::now();
        iteration()?;
        times.push(begun.elapsed().as_nanos() as f64);
    }
    Ok(times)
}

fn processor_time() -> Result<Duration, Wrong> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).map_err(Wrong::of)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

/// The resident set at its largest. The usage has it, too, but begins with the parent's.
fn peak() -> Result<u64, Wrong> {
    let status = fs::read_to_string("/proc/self/status").map_err(Wrong::of)?;
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map(|kilobytes: u64| kilobytes * 1024).ok_or_else(|| Wrong("/proc/self/status names no VmHWM".into()))
}
