//! What all workloads here do with kameo's actors.

use std::convert::Infallible;
use std::process;

use ::tokio::runtime::Runtime;
use agon_platform::{Failure, Setting, tokio};
use kameo::actor::{Actor, ActorRef, Spawn};
use kameo::error::{PanicError, set_actor_error_hook};
use kameo::mailbox;
use kameo::message::{Context, Message};
use kameo::reply::{DelegatedReply, Reply, ReplySender};

/// The reply to a message that is answered later, with what is no type of this program.
pub type Later<T> = DelegatedReply<Result<T, Infallible>>;

/// Sends that answer.
pub type Answer<T> = ReplySender<Result<T, Infallible>>;

/// The runtime. An actor that fails ends the program: kameo would end that actor, and the others would wait for ever.
pub fn start(setting: &Setting) -> Result<Runtime, Failure> {
    set_actor_error_hook(failed);
    tokio::start(setting)
}

fn failed(error: &PanicError) {
    eprintln!("an actor has failed: {error}");
    process::exit(1);
}

/// A new actor, with an unbounded mailbox.
pub fn spawn<A: Actor<Args = A>>(actor: A) -> ActorRef<A> {
    A::spawn_with_mailbox(actor, mailbox::unbounded())
}

/// Sends a message, which an unbounded mailbox always has room for.
#[inline]
pub fn send<A: Actor + Message<M>, M: Send + 'static>(to: &ActorRef<A>, message: M) {
    assert!(to.tell(message).try_send().is_ok(), "the receiver of a message has ended");
}

/// Sends a message and waits for the reply.
#[inline]
pub async fn ask<A: Actor + Message<M>, M: Send + 'static>(to: &ActorRef<A>, message: M) -> <A::Reply as Reply>::Ok {
    match to.ask(message).send().await {
        Ok(reply) => reply,
        Err(_) => panic!("who was asked has ended"),
    }
}

/// What a handler returns that answers later, and by what it answers. `R` is the handler's own type of reply.
#[inline]
pub fn later<A: Actor, R: Reply>(context: &mut Context<A, R>) -> (DelegatedReply<R::Value>, ReplySender<R::Value>) {
    let (later, answer) = context.reply_sender();
    (later, answer.expect("who asks waits for the answer"))
}

/// Waits until all have started: no clock runs over that.
pub async fn started<A: Actor>(actors: &[ActorRef<A>]) {
    for actor in actors {
        actor.wait_for_startup().await;
    }
}

/// Ends them all.
pub async fn end<A: Actor>(actors: &[ActorRef<A>]) {
    for actor in actors {
        let _ended_already = actor.stop_gracefully().await;
    }
    for actor in actors {
        actor.wait_for_shutdown().await;
    }
}
