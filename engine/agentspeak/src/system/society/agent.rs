//! An agent as an actor.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use agon_actor::{Actor, Context, Description, Timer};

use super::common::Common;
use super::outside::{CLOCK, Outside};
use super::register::Reservation;
use crate::environment::Request;
use crate::mind::{Message, Mind};
use crate::observe::view;

/// An agent, and what it needs to live among others. What every message needs comes first, as in its state: it lies together, in as
/// few lines of memory as can be.
#[repr(C, align(64))]
pub(super) struct Agent {
    common: Arc<Common>,
    mind: Mind,
    /// Has it its turn, for something that counts as something to do?
    is_busy: bool,
    /// Has it sent itself a message, to go on?
    goes_on: bool,
    /// Waits it for some time to come?
    waits: bool,
    here: Reservation,
    /// What wakes it next, and when.
    alarm: Option<(u64, Timer)>,
}

/// What an agent's actor understands.
pub(super) enum ToAgent {
    /// Another agent's message.
    Message(Message),
    /// Have its own classes begin, before any agent does.
    Prepare(Arc<Prepared>),
    /// Begin, or go on after others have had their turn.
    GoOn,
    /// What it has waited for may have come.
    Alarm,
    /// A request from outside to see the agent, or change it.
    Look(Look),
    /// The same, with what it reaches beyond itself.
    Request(Request),
}

/// Given to all agents whose own classes are to begin: what is done when the last of them has.
pub(super) struct Prepared(pub(super) Box<dyn Fn() + Send + Sync>);

impl Drop for Prepared {
    fn drop(&mut self) {
        (self.0)();
    }
}

pub(super) type Look = Box<dyn FnOnce(&mut Mind) + Send>;

/// How many cycles an agent goes through for a message while there is more that it is to go on with.
const FEW: u32 = 16;

impl Agent {
    /// It begins when it is resumed.
    pub(super) fn new(mut mind: Mind, here: Reservation, common: Arc<Common>) -> Self {
        mind.name = here.name;
        mind.random = common.chance_of(here.name);
        let limits = &mut mind.settings.limits;
        *limits = limits.with(common.limits);
        if common.observation.is_on() {
            let (everybody, me) = (Arc::downgrade(&common), here.name);
            common.observation.begin(&mut mind, move || {
                if let Some(everybody) = everybody.upgrade() {
                    everybody.post(me, ToAgent::Look(Box::new(Mind::attend)));
                }
            });
        }
        if common.has_environment() {
            mind.look();
        }
        Self { common, here, is_busy: false, goes_on: true, waits: false, alarm: None, mind }
    }

    fn take(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        if self.common.ending.is_over() {
            if let ToAgent::Request(request) = message {
                // What is done in the end may still ask for what was believed.
                request.run(&mut self.mind, &mut Outside::new(&self.common, self.here.name, ctx));
            }
            return;
        }
        if let ToAgent::Prepare(prepared) = message {
            self.mind.prepare_own(&mut Outside::new(&self.common, self.here.name, ctx));
            drop(prepared);
            return;
        }
        // An alarm does not count: as long as it waits for one, that does.
        self.is_busy = !matches!(message, ToAgent::Alarm);
        let mut cycles = self.common.cycles;
        match message {
            ToAgent::Message(message) => self.mind.receive(message),
            ToAgent::GoOn => self.goes_on = false,
            ToAgent::Prepare(_) => {}
            ToAgent::Alarm => self.alarm = None,
            ToAgent::Look(look) => look(&mut self.mind),
            ToAgent::Request(request) => {
                let mut outside = Outside::new(&self.common, self.here.name, ctx);
                request.run(&mut self.mind, &mut outside);
                if outside.is_killed() {
                    return;
                }
            }
        }
        if self.goes_on {
            cycles = cycles.min(FEW);
        }
        self.reason(cycles, ctx);
        if std::mem::take(&mut self.is_busy) {
            self.common.done_something();
        }
    }

    /// Goes through reasoning cycles until nothing is left to do, or it has had its turn.
    fn reason(&mut self, mut cycles: u32, ctx: &mut Context<'_, Self>) {
        let mut outside = Outside::new(&self.common, self.here.name, ctx);
        loop {
            if self.mind.is_idle() {
                let due = self.mind.next_due();
                if due.is_none_or(|due| due > outside.look_at_the_clock()) {
                    self.rest(due, ctx);
                    return;
                }
            }
            if cycles == 0 {
                if !self.goes_on {
                    self.goes_on = true;
                    self.common.begun_something();
                    ctx.give_way(ToAgent::GoOn);
                }
                return;
            }
            outside.begin_cycle(cycles);
            cycles -= self.mind.reason(cycles.min(CLOCK), &mut outside);
            if outside.is_killed() || self.common.ending.is_over() {
                return;
            }
        }
    }

    /// There is nothing to do before something comes, or before it is time for something.
    fn rest(&mut self, due: Option<u64>, ctx: &mut Context<'_, Self>) {
        if self.waits != due.is_some() {
            self.waits = due.is_some();
            if self.waits { self.common.begun_something() } else { self.common.done_something() }
        }
        let Some(due) = due else { return };
        if self.alarm.as_ref().is_some_and(|(set, _)| *set <= due) {
            // Early or in time: then it will look again.
            return;
        }
        if let Some((_, late)) = self.alarm.take() {
            late.cancel();
        }
        let delay = Duration::from_micros(due.saturating_sub(self.common.now()));
        let me = ctx.address();
        self.alarm = Some((due, ctx.send_after(delay, &me, ToAgent::Alarm)));
    }
}

impl Actor for Agent {
    type Message = ToAgent;

    fn handle(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        self.take(message, ctx);
    }

    fn describe(&self, description: &mut Description) {
        description.name(self.here.name.name());
        for (what, number) in view::numbers(&self.mind) {
            description.number(what, number);
        }
    }
}

impl Drop for Agent {
    /// Killed, or broken.
    fn drop(&mut self) {
        if self.common.ending.is_over() {
            return;
        }
        if let Some((_, alarm)) = self.alarm.take() {
            alarm.cancel();
        }
        if self.common.register.leave(self.here) {
            self.common.forget(self.here.name);
        }
        for counted in [self.waits, self.is_busy] {
            if counted {
                self.common.done_something();
            }
        }
    }
}

impl fmt::Debug for ToAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => message.fmt(f),
            Self::Prepare(_) => f.write_str("Prepare"),
            Self::GoOn => f.write_str("GoOn"),
            Self::Alarm => f.write_str("Alarm"),
            Self::Look(_) => f.write_str("Look"),
            Self::Request(request) => request.fmt(f),
        }
    }
}
