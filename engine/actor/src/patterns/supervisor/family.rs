//! What a supervisor does with its children.
//!
//! *Restarts come in waves.* A failure makes some children *due*: they are suspended, and get the number of a new wave. When the pause
//! before it is over, the wave restarts them one after the other: the next when the one before has reported that it has started. A
//! failure meanwhile begins another wave, of those it concerns; what is left to do by the old one is among that, or does not
//! depend on it.
//!
//! *A child is in one of these states*:
//!
//! ```text
//!          (no actor)                        (an actor lives)
//!  Due --------------------> Starting ---> Running ---> Stopping ---> forgotten
//!   ^                           |             |
//!   |<--------------------------+-------------+     its failure, or a sibling's: suspended
//!   +----------------------> Restarting --> Running
//! ```
//!
//! News of a child come as notices (no letters: late ones are no loss), and may be out of date: they name the actor, or the restart, that
//! they are about.

use std::time::Instant;

use crate::api::context::Context;
use crate::memory::reply::Reply;
use crate::patterns::supervisor::child::{Child, ChildFactory, Kind, Line, Phase, State};
use crate::patterns::supervisor::message::{Answer, ChildError, ChildInfo, Event, ToSupervisor};
use crate::patterns::supervisor::{Strategy, Supervisor};
use crate::types::exit::{ExitReason, Failure};
use crate::types::id::{ActorId, fresh_id};
use crate::worker::restart::{Restart, Then};
use crate::worker::shared::Stage;
use crate::worker::system_message::SystemMessage;

/// The wave in which all children are started.
const FIRST_WAVE: u64 = 0;

type Ctx<'a, 'b> = &'a mut Context<'b, Supervisor>;

fn restart(then: Then) -> SystemMessage {
    SystemMessage::Restart(Restart { number: fresh_id(), then })
}

// --- children, one at a time -------------------------------------------------------------------------------------------

impl Supervisor {
    pub(super) fn add(&mut self, factory: Box<dyn ChildFactory>) -> u64 {
        let id = fresh_id();
        self.children.push(Child {
            id,
            factory,
            line: None,
            state: State::Due { failed: None },
            wave: FIRST_WAVE,
            ready: true,
            ticket: 0,
            streak: 0,
            since: Instant::now(),
            waiting: None,
        });
        id
    }

    /// Children are in the order of their numbers.
    fn position(&self, child: u64) -> Option<usize> {
        self.children.binary_search_by_key(&child, |child| child.id).ok()
    }

    /// Where the actor that news are about is, if it is still a child of ours.
    fn position_of(&self, child: u64, line: Line) -> Option<usize> {
        self.position(child).filter(|&index| self.children[index].line == Some(line))
    }

    fn when_started(&mut self, index: usize, ctx: Ctx<'_, '_>) -> Then {
        let ticket = fresh_id();
        let me = ctx.address();
        let child = &mut self.children[index];
        child.ticket = ticket;
        let child = child.id;
        Box::new(move || me.notify(move || ToSupervisor(Event::Started { child, ticket })))
    }

    /// Starts or restarts a child that is due; `false` if its factory panicked and that has been dealt with.
    fn raise(&mut self, index: usize, ctx: Ctx<'_, '_>) -> bool {
        let started = self.when_started(index, ctx);
        let child = &mut self.children[index];
        child.since = Instant::now();
        if child.line.is_some() {
            child.state = State::Restarting;
            child.order_urgently(restart(started));
            return true;
        }
        match child.factory.spawn(child.id, ctx) {
            Ok(line) => {
                child.line = Some(line);
                child.state = State::Starting { again: false };
                child.order(SystemMessage::Run(started));
                true
            }
            Err(_) if child.factory.kind() == Kind::Temporary => {
                self.forget(index);
                false
            }
            Err(why) => {
                self.answer_failure(index, why, false, ctx);
                false
            }
        }
    }

    fn forget(&mut self, index: usize) {
        let child = self.children.remove(index);
        if let Some(reply) = child.waiting {
            reply.send(true);
        }
    }
}

// --- failure -----------------------------------------------------------------------------------------------------------

impl Supervisor {
    pub(super) fn start_all(&mut self, ctx: Ctx<'_, '_>) {
        self.advance(FIRST_WAVE, 0, ctx);
    }

    /// A child waits for what we decide.
    pub(super) fn failed(&mut self, child: u64, line: Line, why: ExitReason, ctx: Ctx<'_, '_>) {
        let Some(index) = self.position_of(child, line) else { return };
        let child = &mut self.children[index];
        let (wave, is_temporary) = (child.wave, child.factory.kind() == Kind::Temporary);
        match &self.phase {
            Phase::Running if !child.is_ending() && !is_temporary => {
                self.answer_failure(index, why, true, ctx);
                self.go_on_starting(wave, index, ctx);
            }
            Phase::Running | Phase::Ending { failed: None } if !is_temporary && self.limit.allows_now() => {
                // So that it handles what is in its mailbox, and the order to stop behind that.
                child.order_urgently(restart(Box::new(|| {})));
            }
            _ => child.end(why),
        }
    }

    /// A child is no more.
    pub(super) fn ended(&mut self, child: u64, line: Line, why: ExitReason, ctx: Ctx<'_, '_>) {
        let Some(index) = self.position_of(child, line) else { return };
        let child = &mut self.children[index];
        child.line = None;
        child.factory.clear();
        let is_stopping = ctx.thread.shared.stage() != Stage::Running;
        if !matches!(self.phase, Phase::Running) {
            self.forget(index);
            self.step_down(ctx);
        } else if child.is_ending() || is_stopping || !child.factory.kind().fails_by(&why) {
            let wave = child.wave;
            let was_running = matches!(child.state, State::Running);
            self.forget(index);
            if !was_running {
                self.advance(wave, 0, ctx);
            }
        } else if !matches!(child.state, State::Due { .. }) {
            let wave = child.wave;
            self.answer_failure(index, why, false, ctx);
            self.go_on_starting(wave, index, ctx);
        }
    }

    /// Where children fail alone, the others are still to be started.
    fn go_on_starting(&mut self, wave: u64, index: usize, ctx: Ctx<'_, '_>) {
        if wave == FIRST_WAVE && self.strategy == Strategy::OneForOne {
            self.advance(FIRST_WAVE, index, ctx);
        }
    }

    /// A child has failed: begins a wave, or gives up. `suspended`: it lives, and waits.
    fn answer_failure(&mut self, index: usize, why: ExitReason, suspended: bool, ctx: Ctx<'_, '_>) {
        self.children[index].state = State::Due { failed: suspended.then(|| why.clone()) };
        if !self.limit.allows_now() {
            return self.give_up(index, &why, ctx);
        }
        let wave = fresh_id();
        let from = self.make_due(index, wave);
        let pause = self.back_off.map(|back_off| {
            let child = &mut self.children[index];
            if child.since.elapsed() >= back_off.most {
                child.streak = 0;
            }
            let pause = back_off.pause(child.streak);
            child.streak = child.streak.saturating_add(1);
            pause
        });
        let (me, recover) = (ctx.address(), ToSupervisor(Event::Recover { wave, from }));
        match pause {
            Some(pause) => drop(ctx.do_after(pause, move || me.notify(move || recover))),
            None => me.notify(move || recover),
        }
    }

    /// The children to be restarted because of another become due; returns the first of them.
    fn make_due(&mut self, index: usize, wave: u64) -> u64 {
        let affected = match self.strategy {
            Strategy::OneForOne => index..index + 1,
            Strategy::OneForAll => 0..self.children.len(),
            Strategy::RestForOne => {
                // Including those of a wave that has not got to them.
                let due = |child: &Child| matches!(child.state, State::Due { .. } | State::Starting { again: true });
                self.children.iter().position(due).map_or(index, |first| first.min(index))..self.children.len()
            }
        };
        let from = self.children[affected.start].id;
        for child in self.children[affected].iter_mut().rev() {
            match &mut child.state {
                State::Stopping => continue,
                State::Running | State::Restarting | State::Starting { .. }
                    if child.factory.kind() == Kind::Temporary =>
                {
                    child.end(ExitReason::Linked);
                    continue;
                }
                State::Running | State::Restarting => {
                    child.order_urgently(SystemMessage::Suspend(fresh_id()));
                    child.state = State::Due { failed: None };
                }
                State::Starting { again } => *again = true,
                State::Due { .. } => {}
            }
            child.wave = wave;
            child.ready = false;
        }
        from
    }

    /// The pause before a wave is over.
    pub(super) fn recover(&mut self, wave: u64, from: u64, ctx: Ctx<'_, '_>) {
        let range = match self.strategy {
            Strategy::OneForOne => self.position(from).map_or(0..0, |index| index..index + 1),
            _ => 0..self.children.len(),
        };
        let first = range.start;
        for child in self.children[range].iter_mut().filter(|child| child.wave == wave) {
            child.ready = true;
        }
        self.advance(wave, first, ctx);
    }

    /// Goes on with a wave, if it waits for no child. None of it is to be done before the child at `index`.
    fn advance(&mut self, wave: u64, mut index: usize, ctx: Ctx<'_, '_>) {
        // Where children fail alone, only the first wave is of more than one.
        let is_single = self.strategy == Strategy::OneForOne && wave != FIRST_WAVE;
        let last = index + 1;
        while index < self.children.len() && matches!(self.phase, Phase::Running) && !(is_single && index == last) {
            let child = &self.children[index];
            match child.state {
                _ if child.wave != wave => index += 1,
                // If not, the child is in another wave, or gone.
                State::Due { .. } if child.ready => {
                    if self.raise(index, ctx) {
                        return;
                    }
                }
                State::Due { .. } | State::Starting { .. } | State::Restarting => return,
                State::Running | State::Stopping => index += 1,
            }
        }
    }

    pub(super) fn has_started(&mut self, child: u64, ticket: u64, ctx: Ctx<'_, '_>) {
        let Some(index) = self.position(child).filter(|&index| self.children[index].ticket == ticket) else { return };
        let child = &mut self.children[index];
        let wave = child.wave;
        match child.state {
            State::Starting { again: true } => {
                child.order_urgently(SystemMessage::Suspend(fresh_id()));
                child.state = State::Due { failed: None };
                // One before it may be due.
                self.advance(wave, 0, ctx);
            }
            State::Starting { again: false } | State::Restarting => {
                child.state = State::Running;
                self.advance(wave, index, ctx);
            }
            _ => {}
        }
    }
}

// --- end ---------------------------------------------------------------------------------------------------------------

impl Supervisor {
    /// Too many failures: this was the last.
    fn give_up(&mut self, index: usize, why: &ExitReason, ctx: Ctx<'_, '_>) {
        let text =
            format!("its children failed too often, the last one, '{}': {why}", self.children[index].factory.name());
        self.phase = Phase::Ending { failed: Some(ExitReason::Failed(text.into())) };
        self.step_down(ctx);
    }

    /// Asked to stop. `true`: there is nothing left to wait for.
    pub(super) fn has_stopped(&mut self, ctx: Ctx<'_, '_>) -> bool {
        if matches!(self.phase, Phase::Running) {
            self.phase = Phase::Ending { failed: None };
        }
        self.step_down(ctx);
        matches!(self.phase, Phase::Ended)
    }

    /// Stops the last child that is left; without any, ends.
    fn step_down(&mut self, ctx: Ctx<'_, '_>) {
        while self.children.last().is_some_and(|child| child.line.is_none()) {
            self.forget(self.children.len() - 1);
        }
        let gives_up = matches!(self.phase, Phase::Ending { failed: Some(_) });
        let Some(child) = self.children.last_mut() else { return self.finish(ctx) };
        match &mut child.state {
            State::Stopping => {}
            State::Due { failed: Some(why) } if gives_up => {
                let why = why.clone();
                child.end(why);
            }
            _ => self.stop_child_at(self.children.len() - 1, ctx),
        }
    }

    /// Has a child handle its mailbox and stop.
    fn stop_child_at(&mut self, index: usize, ctx: Ctx<'_, '_>) {
        let child = &mut self.children[index];
        if matches!(child.state, State::Due { .. }) {
            child.order_urgently(restart(Box::new(|| {})));
        }
        child.state = State::Stopping;
        child.order(SystemMessage::Stop);
        // When the whole system stops, so much time as there is.
        if let (Some(limit), Some(line), Stage::Running) =
            (child.factory.stop_within(), child.line, ctx.thread.shared.stage())
        {
            let me = ctx.address();
            ctx.do_after(limit, move || me.notify(move || ToSupervisor(Event::Overdue { line })));
        }
    }

    /// A child has had its time to stop, unless it has ended long since.
    pub(super) fn overdue(&mut self, line: Line) {
        line.send_system_urgently(SystemMessage::Exit(ExitReason::Killed));
    }

    /// All children have ended.
    fn finish(&mut self, ctx: Ctx<'_, '_>) {
        match std::mem::replace(&mut self.phase, Phase::Ended) {
            Phase::Ending { failed: Some(ExitReason::Failed(why)) } => {
                self.answer();
                // Not a panic: no panic hook is to print it.
                std::panic::resume_unwind(Box::new(Failure(why)));
            }
            _ => ctx.stop(),
        }
    }

    /// Whatever the children do, they are ended.
    pub(super) fn abandon(&mut self) {
        for child in self.children.iter_mut().rev() {
            child.end(ExitReason::Linked);
            child.factory.clear();
        }
    }
}

// --- questions -----------------------------------------------------------------------------------------------------------

impl Supervisor {
    pub(super) fn find(&mut self, name: &str, answer: Answer) {
        match self.children.iter().find(|child| child.factory.name() == name) {
            Some(child) => self.asked.push_back((child.id, answer)),
            None => answer(Err(ChildError::NoSuchChild)),
        }
    }

    /// Answers those who ask for children that are there by now, or never will be.
    pub(super) fn answer(&mut self) {
        for _ in 0..self.asked.len() {
            let Some((child, answer)) = self.asked.pop_front() else { return };
            match self.position(child).map(|index| &self.children[index]) {
                Some(child) if child.line.is_some() => answer(child.factory.address().ok_or(ChildError::Ended)),
                Some(_) if matches!(self.phase, Phase::Running) => self.asked.push_back((child, answer)),
                _ => answer(Err(ChildError::Ended)),
            }
        }
    }

    pub(super) fn add_late(&mut self, factory: Box<dyn ChildFactory>, answer: Answer, ctx: Ctx<'_, '_>) {
        if !matches!(self.phase, Phase::Running) {
            return answer(Err(ChildError::Ended));
        }
        let id = self.add(factory);
        self.asked.push_back((id, answer));
        let wave = fresh_id();
        if let Some(child) = self.children.last_mut() {
            child.wave = wave;
        }
        self.advance(wave, self.children.len() - 1, ctx);
    }

    pub(super) fn remove(&mut self, actor: ActorId, reply: Reply<bool>, ctx: Ctx<'_, '_>) {
        let is_it = |child: &Child| child.line.is_some_and(|line| line.id() == actor) && child.waiting.is_none();
        let Some(index) = self.children.iter().position(is_it) else { return reply.send(false) };
        self.children[index].waiting = Some(reply);
        if !self.children[index].is_ending() && matches!(self.phase, Phase::Running) {
            self.stop_child_at(index, ctx);
        }
    }

    pub(super) fn list(&self) -> Vec<ChildInfo> {
        let info = |child: &Child| ChildInfo {
            name: child.factory.name().into(),
            actor: child.line.map(|line| line.id()),
            running: matches!(child.state, State::Running),
        };
        self.children.iter().map(info).collect()
    }
}
