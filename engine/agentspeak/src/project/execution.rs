//! How agents run: by which threads, and how many cycles at a time.

use super::options::Options;
use super::problem::{Problem, Spanned};
use super::tree::{ClassUse, Parameter};

/// What drives an agent's reasoning cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A thread of its own (`threaded`).
    #[default]
    Threaded,
    /// Threads that all agents share, some cycles a visit (`pool`).
    Pool,
    /// Threads that all agents share, a cycle a visit, its stages one after another (`synch_scheduled`).
    SynchScheduled,
    /// Sensing, deliberating and acting by threads of their own, at the same time (`asynch`).
    Asynch,
    /// The same by threads that the three share (`asynch_shared`).
    AsynchShared,
}

/// The threads that drive agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One an agent.
    OnePerAgent,
    /// As many for all; no more than there are agents are of use.
    Shared(u32),
    /// As many for each stage.
    PerStage(Stages),
}

/// A number for each stage of the reasoning cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// For taking in percepts and messages.
    pub sense: u32,
    /// For choosing plans.
    pub deliberate: u32,
    /// For carrying them out.
    pub act: u32,
}

/// How a project's agents run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// What drives the agents without another setting.
    pub mode: Mode,
    /// The threads.
    pub threads: Threads,
    /// Reasoning cycles a visit.
    pub cycles: u32,
    /// How often each stage is done in a cycle.
    pub stages: Stages,
}

/// How one agent runs: the project's ways but for its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentExecution {
    /// What drives it.
    pub mode: Mode,
    /// Reasoning cycles a visit.
    pub cycles: u32,
    /// How often each stage is done in a cycle.
    pub stages: Stages,
}

/// Threads where a project has `pool` without a number.
const DEFAULT_THREADS: u32 = 10;
/// Reasoning cycles a visit where a project has `pool` without their number.
const DEFAULT_POOL_CYCLES: u32 = 5;

impl Mode {
    /// The modes by what a project calls them.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("threaded", Self::Threaded),
        ("pool", Self::Pool),
        ("synch_scheduled", Self::SynchScheduled),
        ("asynch", Self::Asynch),
        ("asynch_shared", Self::AsynchShared),
    ];

    /// The mode that projects call `name`, in whatever case.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, mode)| mode)
    }

    /// What a project calls it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|&&(_, mode)| mode == self).map_or("threaded", |&(name, _)| name)
    }
}

impl Stages {
    /// The same number for each stage.
    pub fn all(number: u32) -> Self {
        Self { sense: number, deliberate: number, act: number }
    }
}

impl Default for Execution {
    fn default() -> Self {
        Self { mode: Mode::Threaded, threads: Threads::OnePerAgent, cycles: 1, stages: Stages::all(1) }
    }
}

impl Execution {
    /// The parameters of `infrastructure`. Those of an infrastructure other than the local one mean nothing.
    ///
    /// # Errors
    /// Parameters that Jason would fail at.
    pub fn of(infrastructure: &ClassUse) -> Result<Self, Problem> {
        if !is_local(&infrastructure.name.value) {
            return Ok(Self::default());
        }
        let Some(first) = infrastructure.parameters.first() else { return Ok(Self::default()) };
        let mode = Mode::named(&first.value.to_string()).unwrap_or_default();
        let numbers = Numbers { mode, first, parameters: &infrastructure.parameters[1..] };
        match mode {
            Mode::Threaded => numbers.threaded(),
            Mode::Pool => numbers.pool(),
            Mode::SynchScheduled => numbers.synch_scheduled(),
            Mode::Asynch => numbers.asynch(),
            Mode::AsynchShared => numbers.asynch_shared(),
        }
    }

    /// How an agent with `options` runs.
    pub fn with(&self, options: &Options) -> AgentExecution {
        AgentExecution {
            mode: options.mode().unwrap_or(self.mode),
            cycles: options.number("cycles").unwrap_or(self.cycles),
            stages: Stages {
                sense: options.number("cycles_sense").unwrap_or(self.stages.sense),
                deliberate: options.number("cycles_deliberate").unwrap_or(self.stages.deliberate),
                act: options.number("cycles_act").unwrap_or(self.stages.act),
            },
        }
    }
}

/// Whether Jason's local infrastructure has this name, now or formerly.
pub(super) fn is_local(name: &str) -> bool {
    matches!(name, "Local" | "Centralised")
}

/// The parameters behind a mode's name.
struct Numbers<'a> {
    mode: Mode,
    first: &'a Spanned<Parameter>,
    parameters: &'a [Spanned<Parameter>],
}

impl Numbers<'_> {
    fn threaded(&self) -> Result<Execution, Problem> {
        let stages = match self.parameters.len() {
            0 => Stages::all(1),
            1 => Stages::all(self.cycles(0)?),
            2 => return Err(self.expected("nothing, a number of cycles, or three: to sense, to deliberate, to act")),
            _ => self.stages(0)?,
        };
        Ok(Execution { mode: self.mode, stages, ..Execution::default() })
    }

    fn pool(&self) -> Result<Execution, Problem> {
        // With three parameters Jason takes the threads alone, with four and more the stages too.
        let cycles = match self.parameters.len() {
            2 => self.cycles(1)?,
            5 => self.cycles(4)?,
            _ => DEFAULT_POOL_CYCLES,
        };
        self.shared(cycles, self.stages_behind_threads()?)
    }

    fn synch_scheduled(&self) -> Result<Execution, Problem> {
        let stages = match self.parameters.len() {
            2 => Stages::all(self.cycles(1)?),
            _ => self.stages_behind_threads()?,
        };
        self.shared(1, stages)
    }

    fn asynch(&self) -> Result<Execution, Problem> {
        let stages = match self.parameters.len() {
            0..3 => return Err(self.expected("three numbers of threads: to sense, to deliberate, to act")),
            3 | 4 => Stages::all(1),
            5 => return Err(self.expected("three numbers of threads, and three of cycles or none")),
            _ => self.stages(3)?,
        };
        let threads = Stages { sense: self.threads(0)?, deliberate: self.threads(1)?, act: self.threads(2)? };
        Ok(Execution { mode: self.mode, threads: Threads::PerStage(threads), cycles: 1, stages })
    }

    fn asynch_shared(&self) -> Result<Execution, Problem> {
        self.shared(1, self.stages_behind_threads()?)
    }

    fn shared(&self, cycles: u32, stages: Stages) -> Result<Execution, Problem> {
        let threads = if self.parameters.is_empty() { DEFAULT_THREADS } else { self.threads(0)? };
        Ok(Execution { mode: self.mode, threads: Threads::Shared(threads), cycles, stages })
    }

    fn stages_behind_threads(&self) -> Result<Stages, Problem> {
        if self.parameters.len() >= 4 { self.stages(1) } else { Ok(Stages::all(1)) }
    }

    fn stages(&self, from: usize) -> Result<Stages, Problem> {
        Ok(Stages { sense: self.cycles(from)?, deliberate: self.cycles(from + 1)?, act: self.cycles(from + 2)? })
    }

    fn threads(&self, index: usize) -> Result<u32, Problem> {
        self.number(index, "threads")
    }

    fn cycles(&self, index: usize) -> Result<u32, Problem> {
        self.number(index, "cycles")
    }

    fn number(&self, index: usize, of: &str) -> Result<u32, Problem> {
        let parameter = &self.parameters[index];
        let number = match &parameter.value {
            Parameter::Number(digits) => digits.parse::<i32>().ok().filter(|&number| number > 0),
            _ => None,
        };
        number.map(i32::unsigned_abs).ok_or_else(|| {
            Problem::error(format!("{} is no number of {of}", parameter.value), parameter.span.clone())
                .with_help(format!("{} takes whole numbers from 1 on", self.mode.name()))
        })
    }

    fn expected(&self, what: &str) -> Problem {
        let last = self.parameters.last().unwrap_or(self.first);
        let given = match self.parameters.len() {
            0 => "nothing".to_string(),
            1 => "one number".to_string(),
            given => format!("{given} numbers"),
        };
        Problem::error(format!("{} has {given} behind it", self.mode.name()), self.first.span.start..last.span.end)
            .with_help(format!("it takes {what}"))
    }
}
