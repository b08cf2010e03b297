//! Agents as actors: on threads that they share, on one each, or everybody a cycle, then everybody the next.

mod agent;
mod common;
mod ending;
mod founder;
mod output;
mod outside;
mod register;
mod remote;
mod tally;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

pub use agon_actor::Mode;
use agon_actor::System;

use super::Blueprint;
use crate::mind::{Directory, Message, Mind, OwnLimits};
use crate::observe::Observation;
use crate::term::Atom;
use agent::ToAgent;
use common::Common;
use ending::{Ending, Woken};
use founder::{Founder, ToFounder};
use output::Output;
use register::Register;
pub use remote::{Inside, Remote, Underway};
use tally::Tally;

/// Agents that live at the same time, each an actor that holds its state.
///
/// ```
/// use std::sync::Arc;
/// use agon_agentspeak::system::{Blueprint, Program, Setup, Society};
///
/// let program = Program::of_text("!greet. +!greet <- .print(hello); .stopMAS(0, 3).", "ann.asl")?;
/// let mut blueprint = Blueprint::default();
/// blueprint.add(["ann"], Arc::new(program));
/// let society = Society::begin(blueprint, Setup::default())?;
/// assert_eq!(society.wait(), 3);
/// # Ok::<(), String>(())
/// ```
pub struct Society {
    common: Arc<Common>,
    system: Arc<System>,
}

/// How a society lives.
pub struct Setup {
    /// Which threads run the agents.
    pub mode: Mode,
    /// How many threads; without a number as many as there are processors, or in mode `synchronous` one. In mode `thread` it
    /// means nothing.
    pub threads: Option<NonZeroUsize>,
    /// What the agents' chance comes from. Without it, it differs each time.
    pub seed: Option<u64>,
    /// How much questions and intentions of all agents may take, whatever the project's settings.
    pub limits: OwnLimits,
    /// Does it end, with status 0, once no agent can do anything any more? Not where agents [can be held up](Observation::holds_up):
    /// they do nothing then, and may go on all the same.
    pub until_idle: bool,
    /// Where the agents' lines go.
    pub output: Box<dyn Write + Send>,
    /// Where what goes wrong is reported; without that, among the agents' lines, in the order in which things happen.
    pub warnings: Option<Box<dyn Write + Send>>,
    /// Whether other processes of the same user can look at it; without that, as the environment variable sets it.
    pub observe: Option<bool>,
    /// What it is called there.
    pub name: String,
    /// Who looks on at the agents.
    pub observation: Observation,
    /// Agents that live elsewhere.
    pub remote: Option<Arc<dyn Remote>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            threads: None,
            seed: None,
            limits: OwnLimits::default(),
            until_idle: false,
            output: Box::new(io::stdout()),
            warnings: None,
            observe: None,
            name: "agon-agentspeak".to_owned(),
            observation: Observation::default(),
            remote: None,
        }
    }
}

/// How many reasoning cycles an agent goes through before others have their turn. So many take less than a tenth of a
/// millisecond or so.
const CYCLES: u32 = 256;

impl Society {
    /// Brings the agents up, and has them begin.
    ///
    /// # Errors
    ///
    /// If there are not enough threads for them.
    pub fn begin(mut blueprint: Blueprint, setup: Setup) -> Result<Self, String> {
        let synchronous = setup.mode == Mode::Synchronous;
        // All wait for all: none is left behind because it takes long.
        let mut builder = System::builder().mode(setup.mode).name(setup.name).handover(!synchronous);
        match setup.threads {
            Some(threads) => builder = builder.threads(threads.get()),
            // Then the order in which messages of several senders arrive is the same each time.
            None if synchronous => builder = builder.threads(1),
            None => {}
        }
        if let Some(observe) = setup.observe {
            builder = builder.observe(observe);
        }
        let system = Arc::new(builder.build().map_err(|refused| explained(&refused))?);
        setup.observation.lend_texts(blueprint.texts());
        let common = Arc::new(Common {
            begun: Instant::now(),
            register: Register::new(),
            directory: Directory::default(),
            ending: Ending::default(),
            output: Output::new(setup.output),
            warnings: setup.warnings.map(Mutex::new),
            texts: blueprint.texts().clone(),
            failures: AtomicU64::new(0),
            reader: Mutex::new(blueprint.reader.take()),
            extensions: blueprint.extensions().clone(),
            stage: OnceLock::new(),
            tally: (setup.until_idle && !setup.observation.holds_up()).then(Tally::new),
            seed: setup.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
            limits: setup.limits,
            cycles: if synchronous { 1 } else { CYCLES },
            observation: setup.observation,
            named: system.socket().is_some(),
            remote: setup.remote,
            system: Arc::downgrade(&system),
        });
        // The environment may outlive the society, which then gets no more of it.
        let listener = Arc::downgrade(&common);
        let stage = blueprint.stage(move |news| {
            if let Some(common) = listener.upgrade() {
                common.on_news(news);
            }
        })?;
        if let Some(stage) = stage {
            let _ = common.stage.set(stage);
        }
        let founder = system.spawn(Founder::new(blueprint, Arc::clone(&common)));
        let society = Self { common, system };
        let founded = founder.ask(Duration::MAX, ToFounder::Make);
        founded.map_err(|refused| format!("the agents could not be made: {refused}"))??;
        if let Some(remote) = &society.common.remote {
            let listener = Arc::clone(remote);
            let provides = move |agent, service: &str, does| listener.provides(agent, service, does);
            society.common.directory.listen(provides);
            remote.begin(Inside::new(&society.common), &society.agents())?;
        }
        founder.send(ToFounder::Begin);
        Ok(society)
    }

    /// Waits until it ends, and returns its status. What was printed until then is written.
    pub fn wait(&self) -> i32 {
        let common = &self.common;
        // Soon at first, so that what is over at once ends at once.
        let mut pause = Duration::from_millis(1);
        let status = loop {
            let limit = common.tally.as_ref().map(|_| pause);
            match common.ending.wait(limit) {
                Woken::Over(status) => break status,
                Woken::Flush => common.flush(),
                Woken::Nothing => {
                    if self.is_idle() && !common.ending.is_settled() {
                        common.stop(0, 0);
                    }
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
            }
        };
        common.close_stage();
        common.output.close();
        status
    }

    /// Are all agents idle for good? Known only where that was requested.
    fn is_idle(&self) -> bool {
        let is_idle_everywhere = |begun| self.common.remote.as_ref().is_none_or(|remote| remote.is_idle(begun));
        self.common.even().is_some_and(is_idle_everywhere)
    }

    /// Something by which it can be ended from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.common))
    }

    /// The names of all agents, in the order in which they have come.
    pub fn agents(&self) -> Vec<Atom> {
        self.common.register.names()
    }

    /// Gives an agent a message; returns whether there is one of this name.
    pub fn send(&self, to: Atom, message: Message) -> bool {
        self.common.post(to, ToAgent::Message(message))
    }

    /// Has an agent's state looked at, or changed, between two of its cycles; returns whether there is one of this name.
    pub fn look(&self, at: Atom, look: impl FnOnce(&mut Mind) + Send + 'static) -> bool {
        self.common.post(at, ToAgent::Look(Box::new(look)))
    }

    /// How many plans have failed without another that takes care of that.
    pub fn failures(&self) -> u64 {
        self.common.failures.load(Ordering::Relaxed)
    }

    /// The system of actors under it.
    pub fn system(&self) -> &System {
        &self.system
    }
}

impl Drop for Society {
    fn drop(&mut self) {
        // No agent needs to stop in order.
        self.common.ending.interrupt(0);
        self.common.close_stage();
        self.common.output.close();
    }
}

impl fmt::Debug for Society {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Society").field("system", &self.system).finish_non_exhaustive()
    }
}

/// Ends a [`Society`] from any thread.
#[derive(Clone)]
pub struct Stopper(Arc<Common>);

impl Stopper {
    /// Ends it now, with this status.
    pub fn stop(&self, status: i32) {
        self.0.ending.interrupt(status);
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stopper")
    }
}

/// An error with what is behind it.
fn explained(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
