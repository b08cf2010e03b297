//! The rivals' actors that are asked: each answers with twice the number.

use std::convert::Infallible;
use std::future::Future;

use actix::{Actor as _, Addr, ArbiterHandle};
use kameo::actor::Spawn as _;
use kameo::mailbox;
use ractor::rpc::CallResult;
use ractor::{ActorProcessingErr, ActorRuntime, RpcReplyPort};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::ordinary::answers::LIMIT;
use crate::workloads::Wrong;

/// An actor that can be asked from a future.
pub trait Doubler: Clone + Send + Sync + 'static {
    /// Asks for twice the number, with a time limit.
    fn ask(&self, number: u64) -> impl Future<Output = Result<u64, Wrong>> + Send;
}

/// One that lives in tokio.
pub trait OnTokio: Doubler {
    /// Spawns it in the runtime that has been entered.
    fn spawn() -> Self;
}

fn unanswered<E>(_: E) -> Wrong {
    Wrong("no answer to an ask".into())
}

/// A task with a channel; a question has a channel of its own for the answer.
#[derive(Clone)]
pub struct Tokio(mpsc::UnboundedSender<(u64, oneshot::Sender<u64>)>);

impl Doubler for Tokio {
    async fn ask(&self, number: u64) -> Result<u64, Wrong> {
        let (reply, answer) = oneshot::channel();
        self.0.send((number, reply)).map_err(unanswered)?;
        timeout(LIMIT, answer).await.map_err(Wrong::of)?.map_err(unanswered)
    }
}

impl OnTokio for Tokio {
    fn spawn() -> Self {
        let (address, mut mailbox) = mpsc::unbounded_channel::<(u64, oneshot::Sender<u64>)>();
        tokio::spawn(async move {
            while let Some((number, reply)) = mailbox.recv().await {
                let _ = reply.send(2 * number);
            }
        });
        Self(address)
    }
}

/// An actor on an arbiter.
#[derive(Clone)]
pub struct Actix(Addr<ActixActor>);

impl Actix {
    /// Spawns it there.
    pub fn spawn_on(arbiter: &ArbiterHandle) -> Self {
        Self(ActixActor::start_in_arbiter(arbiter, |_| ActixActor))
    }
}

impl Doubler for Actix {
    async fn ask(&self, number: u64) -> Result<u64, Wrong> {
        self.0.send(Question(number)).timeout(LIMIT).await.map_err(Wrong::of)
    }
}

/// What [`Actix`] is the address of.
pub struct ActixActor;

struct Question(u64);

impl actix::Message for Question {
    type Result = u64;
}

impl actix::Actor for ActixActor {
    type Context = actix::Context<Self>;
}

impl actix::Handler<Question> for ActixActor {
    type Result = u64;

    fn handle(&mut self, Question(number): Question, _: &mut actix::Context<Self>) -> u64 {
        2 * number
    }
}

/// An actor; a question has a reply port.
#[derive(Clone)]
pub struct Ractor(ractor::ActorRef<Call>);

impl Doubler for Ractor {
    async fn ask(&self, number: u64) -> Result<u64, Wrong> {
        match self.0.call(|reply| Call(number, reply), Some(LIMIT)).await {
            Ok(CallResult::Success(answer)) => Ok(answer),
            _ => Err(unanswered(())),
        }
    }
}

impl OnTokio for Ractor {
    fn spawn() -> Self {
        Self(ActorRuntime::spawn_instant(None, RactorActor, ()).expect("it has no name to clash").0)
    }
}

struct RactorActor;

/// A question to [`Ractor`].
pub struct Call(u64, RpcReplyPort<u64>);

impl ractor::Actor for RactorActor {
    type Msg = Call;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ractor::ActorRef<Call>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ractor::ActorRef<Call>,
        Call(number, reply): Call,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        let _ = reply.send(2 * number);
        Ok(())
    }
}

/// An actor; the handler's value is the answer.
#[derive(Clone)]
pub struct Kameo(kameo::actor::ActorRef<KameoActor>);

impl Doubler for Kameo {
    async fn ask(&self, number: u64) -> Result<u64, Wrong> {
        self.0.ask(Question(number)).reply_timeout(LIMIT).send().await.map_err(unanswered)
    }
}

impl OnTokio for Kameo {
    fn spawn() -> Self {
        Self(KameoActor::spawn_with_mailbox(KameoActor, mailbox::unbounded()))
    }
}

/// What [`Kameo`] refers to.
pub struct KameoActor;

impl kameo::Actor for KameoActor {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(actor: Self, _: kameo::actor::ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(actor)
    }
}

impl kameo::message::Message<Question> for KameoActor {
    type Reply = u64;

    async fn handle(&mut self, Question(number): Question, _: &mut kameo::message::Context<Self, u64>) -> u64 {
        2 * number
    }
}
