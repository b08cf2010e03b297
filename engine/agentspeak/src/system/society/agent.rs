//! An agent as an actor.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use agon_actor::{Actor, Context, Description, Timer};

use super::common::Common;
use super::outside::{Mail, Outside, Uncounted};
use super::register::{Found, Reservation};
use crate::direct::{Heard, Ready};
use crate::mind::{Brief, Message, Mind};
use crate::observe::view;

/// A mind, and what it needs to live among others. What every message needs comes first, as it does in the mind: it lies together, in as
/// few lines of memory as can be.
#[repr(C, align(64))]
pub(super) struct Agent {
    common: Arc<Common>,
    /// To whom it has sent something last.
    last: Option<Found>,
    mind: Mind,
    /// Has it nothing to do, so that the next message can be dealt with at once?
    ready: Option<Ready>,
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
    Message(Box<Message>),
    /// Another agent's message, in one piece.
    Brief(Brief),
    /// Begin, or go on after others have had their turn.
    GoOn,
    /// What it has waited for may have come.
    Alarm,
    /// Somebody outside wants to see its mind, or change it.
    Look(Look),
}

pub(super) type Look = Box<dyn FnOnce(&mut Mind) + Send>;

/// With its header it is a line of memory.
const _: () = assert!(size_of::<ToAgent>() == 56);

/// How many cycles an agent goes through for a message while there is more that it is to go on with.
const FEW: u32 = 16;

impl Agent {
    /// It begins when it is told to go on.
    pub(super) fn new(mut mind: Mind, here: Reservation, common: Arc<Common>) -> Self {
        mind.name = here.name;
        mind.random = common.chance_of(here.name);
        if common.observation.is_on() {
            let (everybody, me) = (Arc::downgrade(&common), here.name);
            common.observation.begin(&mut mind, move || {
                if let Some(everybody) = everybody.upgrade() {
                    everybody.tell(me, ToAgent::Look(Box::new(Mind::attend)));
                }
            });
        }
        if common.stage.get().is_some() {
            mind.look();
        }
        Self { ready: None, common, here, last: None, is_busy: false, goes_on: true, waits: false, alarm: None, mind }
    }

    /// Deals with a message if that takes no more than a reflex, where that is nothing it is used to: nor is it where messages are counted.
    #[inline(never)]
    fn is_other_reflex(&mut self, brief: &Brief, ctx: &mut Context<'_, Self>) -> bool {
        let Some(ready) = self.ready else { return false };
        let Some(reflexes) = self.mind.find_reflexes(ready, brief.about()) else { return false };
        if self.common.tally.is_none() {
            self.mind.get_used_to(brief.about(), reflexes);
        }
        let mut mail = Mail { common: &self.common, ctx, last: &mut self.last };
        let done = self.mind.reflex(reflexes, brief, &mut mail);
        if done {
            self.common.done_something();
        }
        done
    }

    /// Takes what takes longer than a reflex.
    #[inline(never)]
    fn take(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        // Of a reflex nobody would notice that it came afterwards.
        if self.common.ending.is_over() {
            return;
        }
        self.mind.set_down();
        let Some(message) = self.react(message, ctx) else { return };
        let mut cycles = self.common.cycles;
        let mut is_gone = false;
        match (message, self.ready.take()) {
            (ToAgent::Brief(brief), Some(ready)) => {
                let mut outside = Outside::new(&self.common, self.here.name, &mut self.last, ctx);
                match self.mind.hear_brief(ready, brief, &mut outside) {
                    Heard::Done(ready) => {
                        self.ready = Some(ready);
                        self.is_busy = false;
                        self.common.done_something();
                        return;
                    }
                    Heard::Begun => {
                        cycles = (cycles - 1).saturating_sub(self.mind.take_spent());
                        is_gone = outside.is_killed() || self.common.ending.is_over();
                    }
                    Heard::Kept => {}
                }
            }
            (ToAgent::Brief(brief), None) => self.mind.receive(brief.into()),
            (ToAgent::Message(message), _) => self.mind.receive(*message),
            (ToAgent::GoOn, _) => self.goes_on = false,
            (ToAgent::Alarm, _) => self.alarm = None,
            (ToAgent::Look(look), _) => look(&mut self.mind),
        }
        if self.goes_on {
            cycles = cycles.min(FEW);
        }
        if !is_gone {
            self.reason(cycles, ctx);
        }
        if std::mem::take(&mut self.is_busy) {
            self.common.done_something();
        }
    }

    /// Deals with a message if that takes no more than a reaction; it comes back if not.
    fn react(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) -> Option<ToAgent> {
        // An alarm does not count: as long as it waits for one, that does.
        self.is_busy = !matches!(message, ToAgent::Alarm);
        if let (ToAgent::Brief(brief), Some(ready)) = (&message, self.ready) {
            let mut mail = Mail { common: &self.common, ctx, last: &mut self.last };
            if self.mind.react_to(ready, brief, &mut mail) {
                self.is_busy = false;
                self.common.done_something();
                return None;
            }
        }
        Some(message)
    }

    /// Goes through reasoning cycles until nothing is left to do, or it has had its turn.
    fn reason(&mut self, mut cycles: u32, ctx: &mut Context<'_, Self>) {
        let mut outside = Outside::new(&self.common, self.here.name, &mut self.last, ctx);
        loop {
            if self.mind.is_idle() {
                let due = self.mind.next_due();
                if due.is_none_or(|due| due > outside.look_at_the_clock()) {
                    self.ready = if due.is_none() { self.mind.ready() } else { None };
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
            cycles -= 1;
            outside.begin_cycle(cycles);
            self.mind.cycle(&mut outside);
            cycles = cycles.saturating_sub(self.mind.take_spent());
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
        let delay = Duration::from_millis(due.saturating_sub(self.common.now()));
        let me = ctx.address();
        self.alarm = Some((due, ctx.send_after(delay, &me, ToAgent::Alarm)));
    }
}

impl Actor for Agent {
    type Message = ToAgent;

    fn handle(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        if let ToAgent::Brief(brief) = &message
            && brief.is_plain()
        {
            let done = match self.mind.habit(brief.about()) {
                Some(code) => {
                    let code = *code;
                    let mut mail = Uncounted(Mail { common: &self.common, ctx, last: &mut self.last });
                    self.mind.reflex_in_code(code, brief, &mut mail)
                }
                None => self.is_other_reflex(brief, ctx),
            };
            if done {
                // It holds nothing, so it need not be asked which kind of message it is.
                std::mem::forget(message);
                return;
            }
        }
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
            self.common.directory.forget(self.here.name);
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
            Self::Brief(brief) => brief.fmt(f),
            Self::GoOn => f.write_str("GoOn"),
            Self::Alarm => f.write_str("Alarm"),
            Self::Look(_) => f.write_str("Look"),
        }
    }
}
