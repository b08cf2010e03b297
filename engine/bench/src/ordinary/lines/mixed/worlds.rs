//! The rivals' actors.

use std::convert::Infallible;

use actix::{Actor as _, Addr, ArbiterHandle};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::rpc::CallResult;
use ractor::{ActorProcessingErr, ActorRuntime, RpcReplyPort};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use super::rivals::{World, WorldOnTokio};
use crate::ordinary::actix_collector::{ActixCollector, ActixNumber};
use crate::ordinary::answerers::{KameoActor, RactorActor, RactorRole};
use crate::ordinary::answers::{LIMIT, Tally};
use crate::ordinary::compute::compute;
use crate::ordinary::lines::ask::doublers::{self, OnTokio as _};
use crate::workloads::Wrong;

// --- tokio: a child is a task, and its outcome the answer ------------------------------------------------------------

#[derive(Clone)]
pub struct Tokio {
    store: doublers::Tokio,
    notes: UnboundedSender<u64>,
}

impl World for Tokio {
    type Store = doublers::Tokio;

    fn store(&self) -> &doublers::Tokio {
        &self.store
    }

    async fn child(steps: u64) -> Result<u64, Wrong> {
        let child = tokio::spawn(async move { compute(steps) });
        timeout(LIMIT, child).await.map_err(Wrong::of)?.map_err(Wrong::of)
    }

    fn note(&self, round: u64) {
        let _ = self.notes.send(round);
    }
}

impl WorldOnTokio for Tokio {
    fn spawn(mut tally: Tally) -> Self {
        let (notes, mut mailbox) = unbounded_channel();
        tokio::spawn(async move {
            while let Some(round) = mailbox.recv().await {
                tally.add(round);
            }
        });
        Self { store: doublers::Tokio::spawn(), notes }
    }
}

// --- actix: a child lives on its session's arbiter -------------------------------------------------------------------

#[derive(Clone)]
pub struct Actix {
    store: doublers::Actix,
    notes: Addr<ActixCollector>,
}

impl Actix {
    /// Its store and who takes notes live there.
    pub fn spawn_on(arbiter: &ArbiterHandle, tally: Tally) -> Self {
        let notes = ActixCollector::start_in_arbiter(arbiter, |_| ActixCollector(tally));
        Self { store: doublers::Actix::spawn_on(arbiter), notes }
    }
}

impl World for Actix {
    type Store = doublers::Actix;

    fn store(&self) -> &doublers::Actix {
        &self.store
    }

    async fn child(steps: u64) -> Result<u64, Wrong> {
        let child = ActixChild.start();
        child.send(ActixCompute(steps)).timeout(LIMIT).await.map_err(Wrong::of)
    }

    fn note(&self, round: u64) {
        self.notes.do_send(ActixNumber(round));
    }
}

struct ActixChild;

struct ActixCompute(u64);

impl actix::Message for ActixCompute {
    type Result = u64;
}

impl actix::Actor for ActixChild {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixCompute> for ActixChild {
    type Result = u64;

    fn handle(&mut self, ActixCompute(steps): ActixCompute, _: &mut actix::Context<Self>) -> u64 {
        compute(steps)
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

#[derive(Clone)]
pub struct Ractor {
    store: doublers::Ractor,
    notes: ractor::ActorRef<u64>,
}

impl World for Ractor {
    type Store = doublers::Ractor;

    fn store(&self) -> &doublers::Ractor {
        &self.store
    }

    async fn child(steps: u64) -> Result<u64, Wrong> {
        let (child, _) = ActorRuntime::spawn_instant(None, RactorChild, ()).map_err(Wrong::of)?;
        match child.call(|reply| RactorCompute(steps, reply), Some(LIMIT)).await {
            Ok(CallResult::Success(answer)) => Ok(answer),
            _ => Err(Wrong("no answer of a child".into())),
        }
    }

    fn note(&self, round: u64) {
        let _ = self.notes.send_message(round);
    }
}

impl WorldOnTokio for Ractor {
    fn spawn(tally: Tally) -> Self {
        let notes = RactorActor::<fn(u64) -> u64>::new();
        let notes = ActorRuntime::spawn_instant(None, notes, RactorRole::Collector(tally));
        let notes = notes.expect("it has no name to clash").0;
        Self { store: doublers::Ractor::spawn(), notes }
    }
}

struct RactorCompute(u64, RpcReplyPort<u64>);

struct RactorChild;

impl ractor::Actor for RactorChild {
    type Msg = RactorCompute;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ractor::ActorRef<RactorCompute>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        me: ractor::ActorRef<RactorCompute>,
        RactorCompute(steps, reply): RactorCompute,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        let _ = reply.send(compute(steps));
        me.stop(None);
        Ok(())
    }
}

// --- kameo: a child ends with its last reference ---------------------------------------------------------------------

#[derive(Clone)]
pub struct Kameo {
    store: doublers::Kameo,
    notes: ActorRef<KameoCollector>,
}

impl World for Kameo {
    type Store = doublers::Kameo;

    fn store(&self) -> &doublers::Kameo {
        &self.store
    }

    async fn child(steps: u64) -> Result<u64, Wrong> {
        let child = KameoChild::spawn_with_mailbox(KameoChild, mailbox::unbounded());
        let answer = child.ask(steps).reply_timeout(LIMIT).send().await;
        answer.map_err(|_| Wrong("no answer of a child".into()))
    }

    fn note(&self, round: u64) {
        let _ = self.notes.tell(round).try_send();
    }
}

impl WorldOnTokio for Kameo {
    fn spawn(tally: Tally) -> Self {
        Self {
            store: doublers::Kameo::spawn(),
            notes: KameoActor::spawn_with_mailbox(KameoActor::Collector(tally), mailbox::unbounded()),
        }
    }
}

type KameoCollector = KameoActor<fn(u64) -> u64>;

struct KameoChild;

impl kameo::Actor for KameoChild {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(child: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(child)
    }
}

impl kameo::message::Message<u64> for KameoChild {
    type Reply = u64;

    async fn handle(&mut self, steps: u64, _: &mut kameo::message::Context<Self, u64>) -> u64 {
        compute(steps)
    }
}
