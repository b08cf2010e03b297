//! Runs a workload's project on the engine.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{panic, process};

use agon_agentspeak::system::{Blueprint, Mode, Setup, Society};
use agon_platform::{Failure, Setting, Work};

use crate::actions::actions;
use crate::project::Template;
use crate::run::Run;
use crate::task::Task;

/// How the agents are run.
pub struct Runtime {
    mode: Mode,
    threads: NonZeroUsize,
}

impl Runtime {
    pub fn start(setting: &Setting) -> Result<Self, Failure> {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            previous(panicked);
            fail();
        }));
        let mode = setting.variant.parse().map_err(Failure::usage)?;
        let threads = NonZeroUsize::new(setting.threads).ok_or_else(|| Failure::usage("threads=0"))?;
        Ok(Self { mode, threads })
    }

    /// The value of a project's `infrastructure`.
    fn infrastructure(&self) -> String {
        match self.mode {
            Mode::Pool => format!("Local(pool,{})", self.threads),
            Mode::Thread | Mode::Synchronous => "Local(threaded)".to_owned(),
        }
    }
}

/// What one iteration does: the agents are made, do their work and are gone.
pub fn work(task: Task) -> Result<Work<Runtime>, Failure> {
    let template = Template::of(&task)?;
    let task = Arc::new(task);
    Ok(Box::new(move |runtime, index| {
        let run = Arc::new(Run::begin(&task, index)?);
        let text = template.project(&runtime.infrastructure());
        let blueprint = Blueprint::of_text(&text, template.file(), BTreeMap::new(), &actions(&run));
        let setup = Setup {
            mode: runtime.mode,
            threads: Some(runtime.threads),
            // Standard output is the lab's.
            output: Box::new(io::stderr()),
            warnings: Some(Box::new(Alarm { run: Arc::clone(&run), line: Vec::new() })),
            ..Setup::default()
        };
        let society = blueprint.and_then(|blueprint| Society::begin(blueprint, setup)).map_err(Failure::work)?;
        society.wait();
        run.outcome()
    }))
}

/// Ends the program when something goes wrong in an agent: its goal is dropped, and the others would wait for ever.
struct Alarm {
    run: Arc<Run>,
    line: Vec<u8>,
}

impl Write for Alarm {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        // Agents that are stopped half-way after their work is done may well complain.
        if self.line.ends_with(b"\n") && !self.run.is_finished() {
            io::stderr().write_all(&self.line)?;
            fail();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn fail() -> ! {
    eprintln!("the multi-agent system failed");
    process::exit(1)
}
