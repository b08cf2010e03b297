//! A burst: one spawns 1,000,000 actors, each of which starts, does its work, which is next to nothing, and ends. One operation is
//! one life.
//!
//! The iteration is over when the last one's state has been dropped; each must have started.

use std::convert::Infallible;

use actix::{Actor as _, ActorContext as _};
use agon_actor::{Actor, Context};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};

use crate::ordinary::answers::{Latch, Ticket};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};

/// The line.
pub static LINE: Line = Line {
    id: "spawn",
    part: "spawn",
    title: "burst of 1,000,000 spawns and their end (100,000 in brief)",
    per: "actor",
    counts: Counts { full: 1_000_000, brief: 100_000, check: 1_000 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let parent = system.spawn(AgonParent(count));
    Box::new(move || {
        let _running = &system;
        let (latch, ended) = Latch::new(count);
        parent.send(latch);
        ended.receive()
    })
}

struct AgonParent(u64);

impl Actor for AgonParent {
    type Message = std::sync::Arc<Latch>;

    fn handle(&mut self, latch: std::sync::Arc<Latch>, ctx: &mut Context<'_, Self>) {
        for _ in 0..self.0 {
            ctx.spawn(AgonChild(latch.ticket()));
        }
    }
}

struct AgonChild(Ticket);

impl Actor for AgonChild {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.0.worked();
        ctx.stop();
    }

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

// --- tokio: tasks, which need no mailbox -----------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    Box::new(move || {
        let (latch, ended) = Latch::new(count);
        runtime.spawn(async move {
            for _ in 0..count {
                let mut ticket = latch.ticket();
                tokio::spawn(async move { ticket.worked() });
            }
        });
        ended.receive()
    })
}

// --- actix: all on the arbiter of who spawns them, which is faster than over a channel to another ------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    Box::new(move || {
        let (latch, ended) = Latch::new(count);
        actix.arbiter(0).spawn_fn(move || {
            for _ in 0..count {
                ActixChild(latch.ticket()).start();
            }
        });
        ended.receive()
    })
}

struct ActixChild(Ticket);

impl actix::Actor for ActixChild {
    type Context = actix::Context<Self>;

    fn started(&mut self, ctx: &mut actix::Context<Self>) {
        self.0.worked();
        ctx.stop();
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    Box::new(move || {
        let (latch, ended) = Latch::new(count);
        runtime.spawn(async move {
            for _ in 0..count {
                ActorRuntime::spawn_instant(None, RactorChild, latch.ticket()).expect("it has no name to clash");
            }
        });
        ended.receive()
    })
}

struct RactorChild;

impl ractor::Actor for RactorChild {
    type Msg = ();
    type State = Ticket;
    type Arguments = Ticket;

    async fn pre_start(&self, me: ractor::ActorRef<()>, mut ticket: Ticket) -> Result<Ticket, ActorProcessingErr> {
        ticket.worked();
        me.stop(None);
        Ok(ticket)
    }
}

// --- kameo: an actor ends with its last reference --------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    Box::new(move || {
        let (latch, ended) = Latch::new(count);
        runtime.spawn(async move {
            for _ in 0..count {
                KameoChild::spawn_with_mailbox(latch.ticket(), mailbox::unbounded());
            }
        });
        ended.receive()
    })
}

struct KameoChild {
    /// Held until the end.
    _ticket: Ticket,
}

impl kameo::Actor for KameoChild {
    type Args = Ticket;
    type Error = Infallible;

    async fn on_start(mut ticket: Ticket, _: ActorRef<Self>) -> Result<Self, Infallible> {
        ticket.worked();
        Ok(Self { _ticket: ticket })
    }
}
