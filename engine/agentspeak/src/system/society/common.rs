//! What all agents of a society share.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use agon_actor::{Address, System};

use super::agent::ToAgent;
use super::ending::Ending;
use super::output::{LineOutcome, Output};
use super::register::{Register, Reservation};
use super::remote::Remote;
use super::tally::Tally;
use crate::environment::{News, Stage};
use crate::extensions::Extensions;
use crate::failures::{Report, Severity, Texts};
use crate::mind::{Directory, Mind, Outset, Own, OwnLimits, Random};
use crate::observe::Observation;
use crate::system::Program;
use crate::system::reader::Reader;
use crate::term::Atom;

pub(super) struct Common {
    /// From when on time is counted.
    pub(super) begun: Instant,
    pub(super) register: Register,
    pub(super) directory: Directory,
    pub(super) ending: Ending,
    pub(super) output: Output,
    /// Where what goes wrong is reported, if not among what the agents print.
    pub(super) warnings: Option<Mutex<Box<dyn Write + Send>>>,
    /// The texts of the programs.
    pub(super) texts: Texts,
    /// How many plans have failed without another that takes care of that.
    pub(super) failures: AtomicU64,
    /// Where programs of new agents come from.
    pub(super) reader: Mutex<Option<Reader>>,
    /// What there is that the language has not.
    pub(super) extensions: Extensions,
    /// The environment, once it is made.
    pub(super) stage: OnceLock<Stage>,
    /// Where it is requested when no agent has anything to do.
    pub(super) tally: Option<Tally>,
    /// What the agents' chance comes from.
    pub(super) seed: u64,
    /// How much all of them may take.
    pub(super) limits: OwnLimits,
    /// How many reasoning cycles an agent goes through before it lets others go on.
    pub(super) cycles: u32,
    /// Who looks on at the agents.
    pub(super) observation: Observation,
    /// Have the actors the agents' names?
    pub(super) named: bool,
    /// Agents on other nodes, where there are some.
    pub(super) remote: Option<Arc<dyn Remote>>,
    /// The system of actors under it.
    pub(super) system: Weak<System>,
}

/// The status of a process whose output has no reader any more: that of one that the signal for it has ended.
const NO_READER: i32 = 141;

impl Common {
    /// Microseconds since it began.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// The same, rounded up.
    pub(super) fn now_at_latest(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos().div_ceil(1000)).unwrap_or(u64::MAX)
    }

    pub(super) fn print(&self, agent: Atom, text: &str) {
        match self.output.line(agent, text) {
            LineOutcome::Fine => {}
            LineOutcome::Flush => self.ending.flush_soon(),
            LineOutcome::Broken => drop(self.ending.stop(Duration::ZERO, NO_READER)),
        }
    }

    pub(super) fn flush(&self) {
        if !self.output.flush() {
            self.ending.stop(Duration::ZERO, NO_READER);
        }
    }

    pub(super) fn warn(&self, agent: Atom, text: &str) {
        let Some(warnings) = &self.warnings else {
            self.print(agent, text);
            return;
        };
        let mut warnings = warnings.lock().unwrap_or_else(PoisonError::into_inner);
        // Nowhere is left to complain about this.
        let _ = writeln!(warnings, "[{agent}] {text}");
    }

    /// Reports what has gone wrong in an agent.
    pub(super) fn report(&self, agent: Atom, report: &Report) {
        if report.severity == Severity::Error {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        let text = report.render(&self.texts);
        self.warn(agent, text.trim_end());
        self.observation.failed(agent, text.trim_end());
    }

    /// Ends the system after so many milliseconds, wherever agents are.
    pub(super) fn stop(&self, delay: u64, status: i32) {
        if let Some(remote) = &self.remote {
            remote.stop(delay, status);
        }
        self.stop_here(delay, status);
    }

    /// Ends what of the system is here after so many milliseconds, of which the agents are notified.
    pub(super) fn stop_here(&self, delay: u64, status: i32) {
        let is_first = self.ending.stop(Duration::from_millis(delay), status);
        if is_first && delay > 0 {
            for name in self.register.names() {
                self.post(name, ToAgent::Look(Box::new(move |mind| mind.is_ending(delay))));
            }
        }
    }

    /// Gives an agent something to do, from whichever thread; returns whether there is one of this name.
    pub(super) fn post(&self, name: Atom, what: ToAgent) -> bool {
        let Some(address) = self.register.address(name) else { return false };
        self.begun_something();
        address.send(what);
        true
    }

    /// Takes an agent out; its actor is what is left of it.
    pub(super) fn kill(&self, name: Atom) -> Option<Address<ToAgent>> {
        let address = self.register.remove(name)?;
        self.forget(name);
        address.kill();
        Some(address)
    }

    /// An agent has ended.
    pub(super) fn forget(&self, name: Atom) {
        self.directory.forget(name);
        if let Some(remote) = &self.remote {
            remote.left(name);
        }
    }

    /// Takes a name for an agent that is to be, or one like it if there is an agent of this name, wherever that is.
    pub(super) fn reserve(&self, wanted: &str) -> Reservation {
        self.register.reserve(wanted, |name| self.remote.as_ref().is_some_and(|remote| remote.knows(name)))
    }

    /// The state of an agent that is made of a program (its name and `.asl` where none is given), and what is wrong with the program.
    pub(super) fn conceive(
        &self,
        name: &str,
        program: Option<&str>,
        outset: Outset,
        warn: impl Fn(&str),
    ) -> Result<(Mind, Reservation), String> {
        let file = program.map_or_else(|| format!("{name}.asl"), str::to_owned);
        let program = self.program(&file)?;
        program.remarks().for_each(|warning| warn(warning));
        let here = self.reserve(name);
        let mut mind = self.extensions.new_agent(here.name);
        program.begin(&mut mind, &outset.beliefs, &outset.goals);
        mind.own = outset.custom.map(|custom| Box::new(Own::new(custom)));
        Ok((mind, here))
    }

    /// An agent is there, and is about to begin.
    pub(super) fn came(&self, here: Reservation, address: Address<ToAgent>) {
        self.register.settle(here, address);
        if let Some(remote) = &self.remote {
            // Before anything that it prints.
            remote.came(here.name);
        }
        self.begun_something();
    }

    /// How much has been begun, if nothing is under way; nothing where that is not counted.
    pub(super) fn even(&self) -> Option<u64> {
        let lost = self.system.upgrade()?.counters().dead_letters();
        self.tally.as_ref()?.even(lost)
    }

    /// The program of this name.
    pub(super) fn program(&self, source: &str) -> Result<Arc<Program>, String> {
        match &mut *self.reader() {
            Some(reader) => reader.named(source),
            None => Err("there are no programs to make agents of".to_owned()),
        }
    }

    pub(super) fn reader(&self) -> MutexGuard<'_, Option<Reader>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is there an environment, here or elsewhere?
    pub(super) fn has_environment(&self) -> bool {
        self.stage.get().is_some() || self.remote.as_ref().is_some_and(|remote| remote.has_environment())
    }

    /// Those who reach an agent that is elsewhere.
    fn remote_of(&self, name: Atom) -> Option<&dyn Remote> {
        let remote = self.remote.as_deref()?;
        (self.register.address(name).is_none() && remote.knows(name)).then_some(remote)
    }

    /// Notifies agents of what happens in the environment.
    pub(super) fn on_news(&self, news: News) {
        match news {
            News::Percepts(Some(name)) => {
                if !self.post(name, ToAgent::Look(Box::new(Mind::look)))
                    && let Some(remote) = self.remote_of(name)
                {
                    remote.percepts_changed(Some(name));
                }
            }
            News::Percepts(None) => {
                if let Some(remote) = &self.remote {
                    remote.percepts_changed(None);
                }
                for name in self.register.names() {
                    self.post(name, ToAgent::Look(Box::new(Mind::look)));
                }
            }
            News::Ended(name, ended) => {
                if let Some(remote) = self.remote_of(name) {
                    remote.ended(name, ended);
                    return;
                }
                self.post(name, ToAgent::Look(Box::new(move |mind: &mut Mind| mind.end_action(ended))));
                // What was begun when the agent began the action.
                self.done_something();
            }
            News::Print(text) => match self.output.print(&text) {
                LineOutcome::Fine => {}
                LineOutcome::Flush => self.ending.flush_soon(),
                LineOutcome::Broken => drop(self.ending.stop(Duration::ZERO, NO_READER)),
            },
            News::Warning(name, text) => self.warn(name, &text),
            // The asker may have gone.
            News::Agents(answer) => drop(answer.send(self.register.names())),
            News::Request(name, request) => {
                if let Some(name) = name.or_else(|| self.register.names().first().copied()) {
                    self.post(name, ToAgent::Request(request));
                }
            }
            News::Stop { delay, status } => self.stop(delay, status),
            // The process ends by itself, with a status of its own.
            News::Leave => self.output.close(),
        }
    }

    /// The environment ends.
    pub(super) fn close_stage(&self) {
        if let Some(stage) = self.stage.get() {
            stage.stop();
        }
        if let Some(classes) = self.extensions.classes() {
            classes.stop();
        }
    }

    /// An agent is given something to do.
    #[inline]
    pub(super) fn begun_something(&self) {
        if let Some(tally) = &self.tally {
            tally.begun();
        }
    }

    /// That much is done.
    #[inline]
    pub(super) fn done_something(&self) {
        if let Some(tally) = &self.tally {
            tally.done();
        }
    }

    /// The chance of the agent of this name: the same for the same seed, whichever other agents there are.
    pub(super) fn chance_of(&self, name: Atom) -> Random {
        // FNV-1a, begun with the seed.
        let hash = name.name().bytes().fold(0xCBF2_9CE4_8422_2325 ^ self.seed, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        Random::new(hash)
    }
}
