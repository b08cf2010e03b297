//! 400 handlers that block for 20 ms, of 400 actors at once. One operation is one of them.
//!
//! There are two lines: in one, every contestant announces that what follows blocks, in its own way; in the other agon-actor's handlers
//! just block, which no other's may. In an ideal world all block at the same time, and an iteration takes 20 ms. Each must have been handled.

use std::convert::Infallible;
use std::thread;
use std::time::Duration;

use actix::{Actor as _, Addr, ResponseFuture};
use agon_actor::{Actor, Context};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};
use tokio::task::spawn_blocking;

use crate::ordinary::answers::{Latch, Ticket};
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};

/// All runtimes announce that.
pub static ANNOUNCED: Line = line("blocking", "400 handlers that block for 20 ms", agon);

/// agon-actor's handlers do not announce that.
pub static UNANNOUNCED: Line =
    line("blocking-unsaid", "400 handlers that block for 20 ms; ours do not announce it", agon_unannounced);

const fn line(id: &'static str, title: &'static str, agon: fn(Scale) -> Iteration) -> Line {
    Line {
        id,
        part: "blocking",
        title,
        per: "handler",
        counts: Counts { full: 400, brief: 400, check: 20 },
        programs: Programs {
            agon: Runs(agon),
            tokio: Runs(tokio),
            actix: Runs(actix),
            ractor: Runs(ractor),
            kameo: Runs(kameo),
        },
    }
}

/// What a message is about: to wait for something that only blocking calls can wait for.
fn block(mut ticket: Ticket) {
    thread::sleep(Duration::from_millis(20));
    ticket.worked();
}

/// Sends everybody a message, and waits until all are handled.
fn run<A>(members: &[A], send: impl Fn(&A, Ticket)) -> Result<(), crate::workloads::Wrong> {
    let (latch, ended) = Latch::new(members.len() as u64);
    members.iter().for_each(|member| send(member, latch.ticket()));
    ended.receive()
}

// --- agon-actor: a handler may block, and may announce it ------------------------------------------------------------

fn agon(scale: Scale) -> Iteration {
    agon_with(scale, true)
}

fn agon_unannounced(scale: Scale) -> Iteration {
    agon_with(scale, false)
}

fn agon_with(Scale { workers, count }: Scale, announces: bool) -> Iteration {
    let system = hosts::agon(workers);
    let members: Vec<_> = (0..count).map(|_| system.spawn(AgonMember { announces })).collect();
    Box::new(move || {
        let _running = &system;
        run(&members, |member, ticket| member.send(ticket))
    })
}

struct AgonMember {
    announces: bool,
}

impl Actor for AgonMember {
    type Message = Ticket;

    fn handle(&mut self, ticket: Ticket, ctx: &mut Context<'_, Self>) {
        if self.announces { ctx.block_in_place(|| block(ticket)) } else { block(ticket) }
    }
}

// --- tokio: its threads for what blocks ------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    Box::new(move || {
        let members = vec![(); count as usize];
        run(&members, |(), ticket| drop(runtime.spawn_blocking(|| block(ticket))))
    })
}

// --- actix: tokio's threads for what blocks, one pool an arbiter -----------------------------------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let start = |number| ActixMember::start_in_arbiter(actix.arbiter(number as usize), |_| ActixMember);
    let members: Vec<Addr<ActixMember>> = (0..count).map(start).collect();
    Box::new(move || {
        let _running = &actix;
        run(&members, |member, ticket| member.do_send(ActixBlock(ticket)))
    })
}

struct ActixMember;

struct ActixBlock(Ticket);

impl actix::Message for ActixBlock {
    type Result = ();
}

impl actix::Actor for ActixMember {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixBlock> for ActixMember {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, ActixBlock(ticket): ActixBlock, _: &mut actix::Context<Self>) -> ResponseFuture<()> {
        Box::pin(async move { drop(spawn_blocking(|| block(ticket)).await) })
    }
}

// --- ractor: the same, in an async handler ---------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let spawn = || ActorRuntime::spawn_instant(None, RactorMember, ()).expect("it has no name to clash").0;
    let members: Vec<_> = runtime.block_on(async { (0..count).map(|_| spawn()).collect() });
    Box::new(move || {
        let _running = &runtime;
        run(&members, |member, ticket| drop(member.send_message(ticket)))
    })
}

struct RactorMember;

impl ractor::Actor for RactorMember {
    type Msg = Ticket;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ractor::ActorRef<Ticket>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(&self, _: ractor::ActorRef<Ticket>, ticket: Ticket, (): &mut ()) -> Result<(), ActorProcessingErr> {
        Ok(spawn_blocking(|| block(ticket)).await?)
    }
}

// --- kameo: the same -------------------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let spawn = || KameoMember::spawn_with_mailbox(KameoMember, mailbox::unbounded());
    let members: Vec<_> = runtime.block_on(async { (0..count).map(|_| spawn()).collect() });
    Box::new(move || {
        let _running = &runtime;
        run(&members, |member, ticket| drop(member.tell(ticket).try_send()))
    })
}

struct KameoMember;

impl kameo::Actor for KameoMember {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(member: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(member)
    }
}

impl kameo::message::Message<Ticket> for KameoMember {
    type Reply = ();

    async fn handle(&mut self, ticket: Ticket, _: &mut kameo::message::Context<Self, ()>) {
        let _ = spawn_blocking(|| block(ticket)).await;
    }
}
