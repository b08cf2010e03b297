//! What an agent reaches beyond itself, while it has its turn.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use agon_actor::{Context, SpawnOptions};

use super::agent::{Agent, ToAgent};
use super::common::Common;
use super::register::Reservation;
use super::remote::Underway;
use crate::environment::missing;
use crate::failures::Report;
use crate::mind::{Directory, Failure, Message, Mind, Names, Outset, Sight, World};
use crate::term::{Atom, Term};

pub(super) struct Outside<'a, 'c> {
    common: &'a Arc<Common>,
    me: Atom,
    ctx: &'a mut Context<'c, Agent>,
    /// The time, once it has been requested.
    now: Cell<Option<u64>>,
    is_killed: bool,
}

/// The time is looked up once in so many cycles.
pub(super) const CLOCK: u32 = 32;

impl<'a, 'c> Outside<'a, 'c> {
    pub(super) fn new(common: &'a Arc<Common>, me: Atom, ctx: &'a mut Context<'c, Agent>) -> Self {
        Self { common, me, ctx, now: Cell::new(None), is_killed: false }
    }

    /// Has the agent killed itself?
    pub(super) fn is_killed(&self) -> bool {
        self.is_killed
    }

    /// What time it is now.
    pub(super) fn look_at_the_clock(&self) -> u64 {
        let now = self.common.now();
        self.now.set(Some(now));
        now
    }

    /// A cycle begins; so many are left. The time is looked up again once in a while.
    pub(super) fn begin_cycle(&self, left: u32) {
        if left.is_multiple_of(CLOCK) {
            self.now.set(None);
        }
    }

    fn bring_up(&mut self, mind: Mind, here: Reservation) -> Result<(), String> {
        let agent = Agent::new(mind, here, Arc::clone(self.common));
        // If there is no capacity, the agent is dropped, and leaves.
        let address = if self.common.named {
            Ok(self.ctx.spawn_with(agent, SpawnOptions::new().name(here.name.name())))
        } else {
            self.ctx.try_spawn(agent)
        };
        let address = address.map_err(|refused| refused.to_string())?;
        self.common.came(here, address);
        self.ctx.send(&address, ToAgent::GoOn);
        Ok(())
    }
}

impl World for Outside<'_, '_> {
    fn print(&mut self, agent: Atom, text: &str) {
        self.common.print(agent, text);
    }

    fn warn(&mut self, agent: Atom, text: &str) {
        self.common.warn(agent, text);
    }

    fn report(&mut self, agent: Atom, report: &Report) {
        self.common.report(agent, report);
    }

    fn send(&mut self, to: Atom, message: Message) -> Result<(), Message> {
        let Some(to) = self.common.register.address(to) else {
            let Some(remote) = &self.common.remote else { return Err(message) };
            // The receiver of it has read before what the agent has printed before.
            self.ctx.flush();
            return remote.send(to, message, Underway::new(self.common));
        };
        self.common.begun_something();
        self.ctx.send(&to, ToAgent::Message(message));
        Ok(())
    }

    fn knows(&self, name: Atom) -> bool {
        self.common.register.address(name).is_some()
            || self.common.remote.as_ref().is_some_and(|remote| remote.knows(name))
    }

    fn agents(&self) -> Vec<Atom> {
        let mut names = self.common.register.names();
        names.extend(self.common.remote.iter().flat_map(|remote| remote.agents()));
        names
    }

    fn perform(&mut self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        let Some(stage) = self.common.stage.get() else {
            let remote = self.common.remote.as_ref().filter(|remote| remote.has_environment());
            let Some(remote) = remote else { return Some(Err(missing())) };
            self.ctx.flush();
            self.common.begun_something();
            return remote.perform(agent, number, action).err().map(|why| {
                self.common.done_something();
                Err(why)
            });
        };
        // An agent that perceives what the action changes has read before what the agent has printed before.
        self.ctx.flush();
        // As long as the action has not ended, there is something to come.
        self.common.begun_something();
        let ended = stage.perform(agent, number, action);
        if ended.is_some() {
            self.common.done_something();
        }
        ended
    }

    fn perceive(&mut self, agent: Atom, seen: u64) -> Option<Sight> {
        match self.common.stage.get() {
            Some(stage) => stage.perceive(agent, seen),
            None => self.common.remote.as_ref()?.perceive(agent, seen),
        }
    }

    fn now(&self) -> u64 {
        self.now.get().unwrap_or_else(|| self.look_at_the_clock())
    }

    fn now_at_latest(&self) -> u64 {
        self.common.now_at_latest()
    }

    fn create(&mut self, name: &str, program: Option<&str>, outset: Outset) -> Result<Atom, String> {
        if let (Some(remote), Some(at)) = (&self.common.remote, outset.at)
            && !remote.is_here(at)
        {
            if outset.custom.is_some() {
                return Err("an agent with classes in Java can only be made on its maker's node".to_owned());
            }
            self.ctx.flush();
            return remote.create(at, name, program);
        }
        let (mind, here) = self.common.conceive(name, program, outset, |warning| self.common.warn(self.me, warning))?;
        self.bring_up(mind, here)?;
        Ok(here.name)
    }

    fn include(&mut self, mind: &mut Mind, file: &str, names: Names) -> Result<Atom, String> {
        match &*self.common.reader() {
            Some(reader) => reader.include(mind, file, names),
            None => Err("there are no programs to include".to_owned()),
        }
    }

    fn folder(&self) -> PathBuf {
        self.common.reader().as_ref().map(|reader| reader.folder().to_owned()).unwrap_or_default()
    }

    fn adopt(&mut self, mind: Mind) {
        let here = self.common.reserve(mind.name.name());
        if let Err(problem) = self.bring_up(mind, here) {
            self.common.warn(self.me, &problem);
        }
    }

    fn kill(&mut self, name: Atom) -> bool {
        let Some(address) = self.common.kill(name) else {
            return self.common.remote.as_ref().is_some_and(|remote| remote.kill(name));
        };
        self.is_killed |= address == self.ctx.address();
        true
    }

    fn is_over(&self) -> bool {
        self.is_killed || self.common.ending.is_over()
    }

    fn directory(&self) -> &Directory {
        &self.common.directory
    }

    fn stop(&mut self, delay: u64, status: i32) {
        self.common.stop(delay, status);
    }
}
