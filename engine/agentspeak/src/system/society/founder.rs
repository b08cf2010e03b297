//! Who brings the first agents up.

use std::sync::Arc;

use agon_actor::{Actor, Context, Reply, SpawnError, SpawnOptions};

use super::agent::{Agent, Prepared, ToAgent};
use super::common::Common;
use crate::system::Blueprint;
use crate::term::Atom;

/// An actor that makes the agents of a blueprint. When all are there, they begin.
pub(super) struct Founder {
    blueprint: Blueprint,
    common: Arc<Common>,
    /// How many are there.
    count: usize,
    /// Those that have classes of their own, which are to begin.
    own: Vec<Atom>,
}

/// What it is to do.
pub(super) enum ToFounder {
    /// Make all; answered when all are there, or why they cannot be.
    Make(Reply<Result<(), String>>),
    /// Have them begin.
    Begin,
}

/// So many agents are made before others have their turn.
const BATCH: usize = 256;

impl Founder {
    pub(super) fn new(blueprint: Blueprint, common: Arc<Common>) -> Self {
        Self { blueprint, common, count: 0, own: Vec::new() }
    }

    fn bring_up(&mut self, number: usize, ctx: &mut Context<'_, Self>) -> Result<(), SpawnError> {
        let mind = self.blueprint.new_agent(number);
        let here = self.common.reserve(mind.name.name());
        if self.blueprint.has_classes(number) {
            self.own.push(here.name);
        }
        let agent = Agent::new(mind, here, Arc::clone(&self.common));
        let address = if self.common.named {
            ctx.spawn_with(agent, SpawnOptions::new().name(here.name.name()))
        } else {
            ctx.try_spawn(agent)?
        };
        self.common.register.settle(here, address);
        // Its first turn.
        self.common.begun_something();
        Ok(())
    }

    fn make(&mut self, founded: Reply<Result<(), String>>, ctx: &mut Context<'_, Self>) {
        let all = self.blueprint.len();
        let end = all.min(self.count + BATCH);
        while self.count < end {
            if let Err(refused) = self.bring_up(self.count, ctx) {
                let made = self.count;
                founded.send(Err(format!("there are {all} agents, and after {made} {refused}")));
                ctx.stop();
                return;
            }
            self.count += 1;
        }
        if self.count < all {
            ctx.give_way(ToFounder::Make(founded));
        } else {
            founded.send(Ok(()));
        }
    }

    fn begin(&mut self, ctx: &mut Context<'_, Self>) {
        if !self.own.is_empty() {
            // As in Jason, all are made before any does something.
            let me = ctx.address();
            let prepared = Arc::new(Prepared(Box::new(move || me.send(ToFounder::Begin))));
            for address in std::mem::take(&mut self.own).into_iter().filter_map(|it| self.common.register.address(it)) {
                ctx.send(&address, ToAgent::Prepare(Arc::clone(&prepared)));
            }
            return;
        }
        for name in self.blueprint.names() {
            if let Some(address) = self.common.register.address(name) {
                ctx.send(&address, ToAgent::GoOn);
            }
        }
        ctx.stop();
    }
}

impl Actor for Founder {
    type Message = ToFounder;

    fn handle(&mut self, message: ToFounder, ctx: &mut Context<'_, Self>) {
        match message {
            ToFounder::Make(founded) => self.make(founded, ctx),
            ToFounder::Begin => self.begin(ctx),
        }
    }
}
