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
    notes: Addr<ActixNotes>,
}

impl Actix {
    /// Its store and who takes notes live there.
    pub fn spawn_on(arbiter: &ArbiterHandle, tally: Tally) -> Self {
        let notes = ActixNotes::start_in_arbiter(arbiter, |_| ActixNotes(tally));
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
        self.notes.do_send(ActixNote(round));
    }
}

pub struct ActixNotes(Tally);

struct ActixNote(u64);

impl actix::Message for ActixNote {
    type Result = ();
}

impl actix::Actor for ActixNotes {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixNote> for ActixNotes {
    type Result = ();

    fn handle(&mut self, ActixNote(round): ActixNote, _: &mut actix::Context<Self>) {
        self.0.add(round);
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
    notes: ractor::ActorRef<RactorMessage>,
}

impl World for Ractor {
    type Store = doublers::Ractor;

    fn store(&self) -> &doublers::Ractor {
        &self.store
    }

    async fn child(steps: u64) -> Result<u64, Wrong> {
        let (child, _) = ActorRuntime::spawn_instant(None, RactorActor, None).map_err(Wrong::of)?;
        match child.call(|reply| RactorMessage::Compute(steps, reply), Some(LIMIT)).await {
            Ok(CallResult::Success(answer)) => Ok(answer),
            _ => Err(Wrong("no answer of a child".into())),
        }
    }

    fn note(&self, round: u64) {
        let _ = self.notes.send_message(RactorMessage::Note(round));
    }
}

impl WorldOnTokio for Ractor {
    fn spawn(tally: Tally) -> Self {
        let notes = ActorRuntime::spawn_instant(None, RactorActor, Some(tally)).expect("it has no name to clash").0;
        Self { store: doublers::Ractor::spawn(), notes }
    }
}

pub enum RactorMessage {
    Compute(u64, RpcReplyPort<u64>),
    Note(u64),
}

/// A child, or with a tally who takes notes.
struct RactorActor;

impl ractor::Actor for RactorActor {
    type Msg = RactorMessage;
    type State = Option<Tally>;
    type Arguments = Option<Tally>;

    async fn pre_start(
        &self,
        _: ractor::ActorRef<RactorMessage>,
        tally: Option<Tally>,
    ) -> Result<Option<Tally>, ActorProcessingErr> {
        Ok(tally)
    }

    async fn handle(
        &self,
        me: ractor::ActorRef<RactorMessage>,
        message: RactorMessage,
        tally: &mut Option<Tally>,
    ) -> Result<(), ActorProcessingErr> {
        match (message, tally) {
            (RactorMessage::Note(round), Some(tally)) => tally.add(round),
            (RactorMessage::Compute(steps, reply), None) => {
                let _ = reply.send(compute(steps));
                me.stop(None);
            }
            _ => return Err("a message for another".into()),
        }
        Ok(())
    }
}

// --- kameo: a child ends with its last reference ---------------------------------------------------------------------

#[derive(Clone)]
pub struct Kameo {
    store: doublers::Kameo,
    notes: ActorRef<KameoNotes>,
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
            notes: KameoNotes::spawn_with_mailbox(KameoNotes(tally), mailbox::unbounded()),
        }
    }
}

pub struct KameoNotes(Tally);

impl kameo::Actor for KameoNotes {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(notes: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(notes)
    }
}

impl kameo::message::Message<u64> for KameoNotes {
    type Reply = ();

    async fn handle(&mut self, round: u64, _: &mut kameo::message::Context<Self, ()>) {
        self.0.add(round);
    }
}

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
