//! What an agent reaches beyond itself, while it has its turn.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use agon_actor::{Address, Context, SpawnOptions};

use super::agent::{Agent, ToAgent};
use super::common::Common;
use super::register::{Found, Reservation};
use crate::direct::Post;
use crate::environment::missing;
use crate::mind::{Brief, Failure, Message, Mind, Names, Sight, World};
use crate::system::{Directory, Program};
use crate::term::{Atom, Term, Word};

pub(super) struct Outside<'a, 'c> {
    common: &'a Arc<Common>,
    me: Atom,
    ctx: &'a mut Context<'c, Agent>,
    /// To whom it has sent something last.
    last: &'a mut Option<Found>,
    /// The time, once somebody has asked for it.
    now: Cell<Option<u64>>,
    is_killed: bool,
}

/// Where it gives others something to do.
pub(super) struct Mail<'a, 'c> {
    pub(super) common: &'a Arc<Common>,
    pub(super) ctx: &'a mut Context<'c, Agent>,
    /// To whom it has sent something last.
    pub(super) last: &'a mut Option<Found>,
}

impl Mail<'_, '_> {
    /// Gives another agent something to do.
    #[inline(always)]
    fn give(&mut self, to: Address<ToAgent>, what: ToAgent) -> bool {
        // Not dropped in between: it need not be in memory before it is in its place.
        let what = ManuallyDrop::new(what);
        self.common.begun_something();
        self.ctx.send(&to, ManuallyDrop::into_inner(what));
        true
    }
}

impl Post for Mail<'_, '_> {
    type Place = Address<ToAgent>;

    #[inline(always)]
    fn find(&mut self, to: Atom) -> Option<Address<ToAgent>> {
        self.find_by_word(Word::atom(to), to)
    }

    #[inline(always)]
    fn find_by_word(&mut self, to: Word, me: Atom) -> Option<Address<ToAgent>> {
        // What was found has a name, and not that by which an agent calls itself.
        if let Some(address) = self.common.register.last_address(self.last, to) {
            return Some(address);
        }
        let to = to.as_atom()?;
        self.common.register.address_lately(self.last, if to == Atom::SELF { me } else { to })
    }

    #[inline(always)]
    fn post(&mut self, to: Address<ToAgent>, message: Brief) -> bool {
        self.give(to, ToAgent::Brief(message))
    }
}

/// The same where nobody wants to know when nobody has anything to do.
pub(super) struct Uncounted<'a, 'c>(pub(super) Mail<'a, 'c>);

impl Post for Uncounted<'_, '_> {
    type Place = Address<ToAgent>;

    #[inline(always)]
    fn find(&mut self, to: Atom) -> Option<Address<ToAgent>> {
        self.0.find(to)
    }

    #[inline(always)]
    fn find_by_word(&mut self, to: Word, me: Atom) -> Option<Address<ToAgent>> {
        self.0.find_by_word(to, me)
    }

    #[inline(always)]
    fn post(&mut self, to: Address<ToAgent>, message: Brief) -> bool {
        let message = ManuallyDrop::new(message);
        self.0.ctx.send(&to, ToAgent::Brief(ManuallyDrop::into_inner(message)));
        true
    }
}

/// The time is looked up once in so many cycles.
const CLOCK: u32 = 32;

impl<'a, 'c> Outside<'a, 'c> {
    pub(super) fn new(
        common: &'a Arc<Common>,
        me: Atom,
        last: &'a mut Option<Found>,
        ctx: &'a mut Context<'c, Agent>,
    ) -> Self {
        Self { common, me, ctx, last, now: Cell::new(None), is_killed: false }
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

    fn mail(&mut self) -> Mail<'_, 'c> {
        Mail { common: self.common, ctx: self.ctx, last: self.last }
    }

    fn bring_up(&mut self, mind: Mind, here: Reservation) -> Result<(), String> {
        let agent = Agent::new(mind, here, Arc::clone(self.common));
        // If there is no room, the agent is dropped, and leaves.
        let address = if self.common.named {
            Ok(self.ctx.spawn_with(agent, SpawnOptions::new().name(here.name.name())))
        } else {
            self.ctx.try_spawn(agent)
        };
        let address = address.map_err(|refused| refused.to_string())?;
        self.common.register.settle(here, address);
        self.common.begun_something();
        self.ctx.send(&address, ToAgent::GoOn);
        Ok(())
    }
}

impl World for Outside<'_, '_> {
    fn say(&mut self, agent: Atom, text: &str) {
        self.common.say(agent, text);
    }

    fn warn(&mut self, agent: Atom, text: &str) {
        self.common.warn(agent, text);
    }

    fn send(&mut self, to: Atom, message: Message) -> bool {
        if let Some(brief) = Brief::of(&message) {
            return self.send_brief(to, brief);
        }
        let mut mail = self.mail();
        mail.find(to).is_some_and(|to| mail.give(to, ToAgent::Message(Box::new(message))))
    }

    fn send_brief(&mut self, to: Atom, message: Brief) -> bool {
        let mut mail = self.mail();
        mail.find(to).is_some_and(|to| mail.post(to, message))
    }

    fn knows(&self, name: Atom) -> bool {
        self.common.register.address(name).is_some()
    }

    fn agents(&self) -> Vec<Atom> {
        self.common.register.names()
    }

    fn perform(&mut self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        let Some(stage) = self.common.stage.get() else { return Some(Err(missing())) };
        // As long as the action has not ended, there is something to come.
        self.common.begun_something();
        let ended = stage.perform(agent, number, action);
        if ended.is_some() {
            self.common.done_something();
        }
        ended
    }

    fn perceive(&mut self, agent: Atom, seen: u64) -> Option<Sight> {
        self.common.stage.get()?.perceive(agent, seen)
    }

    fn now(&self) -> u64 {
        self.now.get().unwrap_or_else(|| self.look_at_the_clock())
    }

    fn now_at_latest(&self) -> u64 {
        self.common.now_at_latest()
    }

    fn create(&mut self, name: &str, program: Option<&str>) -> Result<Atom, String> {
        let file = program.map_or_else(|| format!("{name}.asl"), str::to_owned);
        let program = self.common.program(&file)?;
        program.warnings.iter().for_each(|warning| self.common.warn(self.me, warning));
        let here = self.common.register.reserve(name);
        let mut mind = Mind::new(here.name);
        mind.extensions = self.common.extensions.clone();
        program.begin(&mut mind, &[], &[]);
        self.bring_up(mind, here)?;
        Ok(here.name)
    }

    fn include(&mut self, file: &str, names: Names) -> Result<(Arc<Program>, Atom), String> {
        match &*self.common.reader() {
            Some(reader) => reader.included(file, names),
            None => Err("there are no programs to include".to_owned()),
        }
    }

    fn folder(&self) -> PathBuf {
        self.common.reader().as_ref().map(|reader| reader.folder().to_owned()).unwrap_or_default()
    }

    fn adopt(&mut self, mind: Mind) {
        let here = self.common.register.reserve(mind.name.name());
        if let Err(problem) = self.bring_up(mind, here) {
            self.common.warn(self.me, &problem);
        }
    }

    fn kill(&mut self, name: Atom) -> bool {
        let Some(address) = self.common.register.remove(name) else { return false };
        self.common.directory.forget(name);
        address.kill();
        self.is_killed |= address == self.ctx.address();
        true
    }

    fn directory(&self) -> &Directory {
        &self.common.directory
    }

    fn stop(&mut self, delay: u64, status: i32) {
        self.common.stop(delay, status);
    }
}
