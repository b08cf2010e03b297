//! A message of 1 MiB goes through ten actors, 16 of them at a time. One operation is one message through all ten.
//!
//! Each actor leaves its mark in the message. A runtime that copies messages shows it here. The marks and the size are checked.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use actix::{Actor as _, Addr};
use agon_actor::{Actor, Address, Context};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::ordinary::answers::Outcome;
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::{Wrong, receive};

/// The line.
pub static LINE: Line = Line {
    id: "big",
    part: "big",
    title: "messages of 1 MiB through ten actors",
    per: "message",
    counts: Counts { full: 80_000, brief: 16_000, check: 160 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

const SIZE: usize = 1 << 20;
const HOPS: usize = 10;
const AT_A_TIME: u64 = 16;

/// A message, and its way through actors with addresses of this kind: so many times through all of them.
struct Parcel<A> {
    bytes: Vec<u8>,
    route: Arc<[A]>,
    hop: usize,
    rounds: u64,
    done: Sender<Vec<u8>>,
}

impl<A: Clone> Parcel<A> {
    /// Leaves a mark, and returns the next actor; none, if the way ends here.
    fn pass(mut self) -> Option<(A, Self)> {
        let mark = &mut self.bytes[self.hop * (SIZE / HOPS)];
        *mark = mark.wrapping_add(1);
        self.hop += 1;
        if self.hop == HOPS {
            (self.hop, self.rounds) = (0, self.rounds - 1);
            if self.rounds == 0 {
                let _ = self.done.send(self.bytes);
                return None;
            }
        }
        Some((self.route[self.hop].clone(), self))
    }
}

/// The parcels of the thread outside, which takes them back at the end of an iteration.
struct Depot {
    rounds: u64,
    parcels: Vec<Vec<u8>>,
    done: Sender<Vec<u8>>,
    returned: Receiver<Vec<u8>>,
}

impl Depot {
    fn new(count: u64) -> Self {
        let (done, returned) = channel();
        let parcels = (0..AT_A_TIME).map(|_| vec![0; SIZE]).collect();
        Self { rounds: count / AT_A_TIME, parcels, done, returned }
    }

    /// Sends them all, and checks what comes back.
    fn run<A: Clone>(&mut self, route: &Arc<[A]>, send: impl Fn(&A, Parcel<A>)) -> Outcome {
        for bytes in self.parcels.drain(..) {
            let parcel =
                Parcel { bytes, route: Arc::clone(route), hop: 0, rounds: self.rounds, done: self.done.clone() };
            send(&route[0], parcel);
        }
        for _ in 0..AT_A_TIME {
            let mut bytes = receive(&self.returned)?;
            let mark = self.rounds as u8; // the remainder, as it wraps
            let mut right = bytes.len() == SIZE;
            for hop in 0..HOPS {
                right &= std::mem::take(&mut bytes[hop * (SIZE / HOPS)]) == mark;
            }
            if !right {
                return Err(Wrong("a message came back without its marks".into()));
            }
            self.parcels.push(bytes);
        }
        Ok(())
    }
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let route: Arc<[_]> = (0..HOPS).map(|_| system.spawn(AgonHop)).collect();
    let mut depot = Depot::new(count);
    Box::new(move || {
        let _running = &system;
        depot.run(&route, |first, parcel| first.send(AgonParcel(parcel)))
    })
}

struct AgonHop;

struct AgonParcel(Parcel<Address<AgonParcel>>);

impl Actor for AgonHop {
    type Message = AgonParcel;

    fn handle(&mut self, AgonParcel(parcel): AgonParcel, ctx: &mut Context<'_, Self>) {
        if let Some((next, parcel)) = parcel.pass() {
            ctx.send(&next, AgonParcel(parcel));
        }
    }
}

// --- tokio -----------------------------------------------------------------------------------------------------------

struct TokioParcel(Parcel<UnboundedSender<TokioParcel>>);

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let spawn = |_| {
        let (address, mut mailbox) = unbounded_channel::<TokioParcel>();
        runtime.spawn(async move {
            while let Some(TokioParcel(parcel)) = mailbox.recv().await {
                if let Some((next, parcel)) = parcel.pass() {
                    let _ = next.send(TokioParcel(parcel));
                }
            }
        });
        address
    };
    let route: Arc<[_]> = (0..HOPS).map(spawn).collect();
    let mut depot = Depot::new(count);
    Box::new(move || {
        let _running = &runtime;
        depot.run(&route, |first, parcel| drop(first.send(TokioParcel(parcel))))
    })
}

// --- actix: one half of the way on each of two arbiters, and so on ---------------------------------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let start = |hop| ActixHop::start_in_arbiter(actix.arbiter(hop * workers / HOPS), |_| ActixHop);
    let route: Arc<[_]> = (0..HOPS).map(start).collect();
    let mut depot = Depot::new(count);
    Box::new(move || {
        let _running = &actix;
        depot.run(&route, |first, parcel| first.do_send(ActixParcel(parcel)))
    })
}

struct ActixHop;

struct ActixParcel(Parcel<Addr<ActixHop>>);

impl actix::Message for ActixParcel {
    type Result = ();
}

impl actix::Actor for ActixHop {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixParcel> for ActixHop {
    type Result = ();

    fn handle(&mut self, ActixParcel(parcel): ActixParcel, _: &mut actix::Context<Self>) {
        if let Some((next, parcel)) = parcel.pass() {
            next.do_send(ActixParcel(parcel));
        }
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let spawn = |_| ActorRuntime::spawn_instant(None, RactorHop, ()).expect("it has no name to clash").0;
    let route: Arc<[_]> = runtime.block_on(async { (0..HOPS).map(spawn).collect() });
    let mut depot = Depot::new(count);
    Box::new(move || {
        let _running = &runtime;
        depot.run(&route, |first, parcel| drop(first.send_message(RactorParcel(parcel))))
    })
}

struct RactorHop;

struct RactorParcel(Parcel<ractor::ActorRef<RactorParcel>>);

impl ractor::Actor for RactorHop {
    type Msg = RactorParcel;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ractor::ActorRef<RactorParcel>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ractor::ActorRef<RactorParcel>,
        RactorParcel(parcel): RactorParcel,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        if let Some((next, parcel)) = parcel.pass() {
            let _ = next.send_message(RactorParcel(parcel));
        }
        Ok(())
    }
}

// --- kameo -----------------------------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let spawn = |_| KameoHop::spawn_with_mailbox(KameoHop, mailbox::unbounded());
    let route: Arc<[_]> = runtime.block_on(async { (0..HOPS).map(spawn).collect() });
    let mut depot = Depot::new(count);
    Box::new(move || {
        let _running = &runtime;
        depot.run(&route, |first, parcel| drop(first.tell(KameoParcel(parcel)).try_send()))
    })
}

struct KameoHop;

struct KameoParcel(Parcel<ActorRef<KameoHop>>);

impl kameo::Actor for KameoHop {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(hop: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(hop)
    }
}

impl kameo::message::Message<KameoParcel> for KameoHop {
    type Reply = ();

    async fn handle(&mut self, KameoParcel(parcel): KameoParcel, _: &mut kameo::message::Context<Self, ()>) {
        if let Some((next, parcel)) = parcel.pass() {
            let _ = next.tell(KameoParcel(parcel)).try_send();
        }
    }
}
