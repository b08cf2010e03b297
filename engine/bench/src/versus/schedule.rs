//! In which order, and how often, who measures what.

use std::process::Command;

use super::erlang::Erlang;
use super::process::{self, Sample};
use crate::contestants::Contestant;
use crate::measures::Measure;
use crate::runtime::{Placement, Setup};

/// A contestant, from within this program or from without.
#[derive(Clone, Copy, Debug)]
pub enum Entrant<'a> {
    /// Runs in a child of this program.
    Inside(Contestant),
    /// Runs in a child of its own.
    Erlang(&'a Erlang),
}

impl Entrant<'_> {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Inside(contestant) => contestant.name(),
            Self::Erlang(_) => "Erlang",
        }
    }

    /// The version measured.
    pub fn version(&self) -> &str {
        match self {
            Self::Inside(contestant) => contestant.version(),
            Self::Erlang(erlang) => erlang.version(),
        }
    }

    fn takes_part(&self, measure: &Measure) -> bool {
        !measure.alone || matches!(self, Self::Inside(Contestant::Agon))
    }

    fn sample(&self, measure: &Measure, setup: Setup, operations: u64) -> Result<Sample, String> {
        process::sample(match self {
            Self::Inside(contestant) => inside(*contestant, measure, setup, operations)?,
            Self::Erlang(erlang) => erlang.command(measure, setup, operations),
        })
    }
}

/// This program, started for one measurement.
fn inside(contestant: Contestant, measure: &Measure, setup: Setup, operations: u64) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut command = Command::new(program);
    let name = clap::ValueEnum::to_possible_value(&contestant).expect("every contestant can be named");
    command.args(["one", name.get_name(), measure.id, "--operations", &operations.to_string()]);
    command.args(["--threads", &setup.workers.to_string()]);
    if let Placement::Apart { awake } = setup.placement {
        command.arg("--apart").args(awake.then_some("--awake"));
    }
    Ok(command)
}

/// A contestant's try at a measure with one way of starting its runtime.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Who.
    pub entrant: Entrant<'a>,
    /// What.
    pub measure: &'static Measure,
    /// How its runtime is started.
    pub setup: Setup,
    /// How many operations make a measurement of the length wanted.
    pub operations: u64,
    /// One value a round.
    pub values: Vec<f64>,
    /// Why it counts no longer.
    pub failure: Option<String>,
}

impl Attempt<'_> {
    /// Finds out how many operations take about `target_ns`. Nothing of this is a result.
    fn calibrate(&mut self, target_ns: u64) {
        let (first, most) = self.measure.operations;
        if first == most {
            return;
        }
        for _ in 0..6 {
            match self.entrant.sample(self.measure, self.setup, self.operations) {
                Err(reason) => return self.failure = Some(reason),
                Ok(sample) if sample.elapsed_ns >= target_ns * 2 / 3 || self.operations == most => return,
                Ok(sample) => {
                    let factor = (target_ns as f64 / sample.elapsed_ns.max(1) as f64).clamp(1.5, 50.0);
                    self.operations = ((self.operations as f64 * factor) as u64).min(most);
                }
            }
        }
    }

    fn measure(&mut self) {
        match self.entrant.sample(self.measure, self.setup, self.operations) {
            Ok(sample) => self.values.push(sample.each),
            Err(reason) => self.failure = Some(reason),
        }
    }
}

/// Runs the contest: in each round all contestants do everything once, in a new random order.
pub fn run<'a>(
    entrants: &[Entrant<'a>],
    measures: &[&'static Measure],
    rounds: usize,
    target_ns: u64,
    seed: u64,
    mut progress: impl FnMut(&str),
) -> Vec<Attempt<'a>> {
    let mut attempts: Vec<Attempt<'a>> = Vec::new();
    for measure in measures {
        for entrant in entrants.iter().filter(|entrant| entrant.takes_part(measure)) {
            let of = |setup| Attempt {
                entrant: *entrant,
                measure,
                setup,
                operations: measure.operations.0,
                values: Vec::with_capacity(rounds),
                failure: None,
            };
            attempts.extend(measure.setups.all().into_iter().map(of));
        }
    }
    let count = attempts.len();
    for (index, attempt) in attempts.iter_mut().enumerate() {
        progress(&format!("sizing {}/{count}: {}, {}", index + 1, attempt.measure.id, attempt.entrant.name()));
        attempt.calibrate(target_ns);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for round in 1..=rounds {
        random.shuffle(&mut order);
        for (place, &index) in order.iter().enumerate() {
            let attempt = &mut attempts[index];
            if attempt.failure.is_none() {
                let (id, name) = (attempt.measure.id, attempt.entrant.name());
                progress(&format!("round {round}/{rounds}, {}/{count}: {id}, {name}", place + 1));
                attempt.measure();
            }
        }
    }
    attempts
}
