//! Actors that answer what they are sent, and the one that adds up the answers, as written for ractor and kameo: the same in every line that has them.
//!
//! Both runtimes give an actor's address a type of what the actor is sent, or of what it is: so those that answer and the one that collects are
//! of one type, in two roles.

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;

use kameo::actor::ActorRef;
use ractor::ActorProcessingErr;

use super::answers::Tally;

/// What an actor finds the answer with.
pub trait Answer: FnMut(u64) -> u64 + Send + Sync + 'static {}

impl<F: FnMut(u64) -> u64 + Send + Sync + 'static> Answer for F {}

/// For ractor: the state is the role.
pub struct RactorActor<F>(PhantomData<fn() -> F>);

/// What a [`RactorActor`] does.
pub enum RactorRole<F> {
    /// Answers to the collector ...
    Answers {
        /// ... with this, ...
        with: F,
        /// ... which is here, ...
        collector: ractor::ActorRef<u64>,
        /// ... and stops then, or goes on.
        once: bool,
    },
    /// Adds up the answers.
    Collector(Tally),
}

impl<F> RactorActor<F> {
    /// One in whatever role.
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<F> Default for RactorActor<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> fmt::Debug for RactorActor<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RactorActor")
    }
}

impl<F> fmt::Debug for RactorRole<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RactorRole")
    }
}

impl<F: Answer> ractor::Actor for RactorActor<F> {
    type Msg = u64;
    type State = RactorRole<F>;
    type Arguments = RactorRole<F>;

    async fn pre_start(
        &self,
        _: ractor::ActorRef<u64>,
        role: RactorRole<F>,
    ) -> Result<RactorRole<F>, ActorProcessingErr> {
        Ok(role)
    }

    async fn handle(
        &self,
        me: ractor::ActorRef<u64>,
        message: u64,
        role: &mut RactorRole<F>,
    ) -> Result<(), ActorProcessingErr> {
        match role {
            RactorRole::Answers { with, collector, once } => {
                let _ = collector.send_message(with(message));
                if *once {
                    me.stop(None);
                }
            }
            RactorRole::Collector(tally) => tally.add(message),
        }
        Ok(())
    }
}

/// For kameo: the actor is the role. It ends with its last reference, when it has handled what it was sent.
pub enum KameoActor<F: Answer> {
    /// Answers to the collector ...
    Answers {
        /// ... with this, ...
        with: F,
        /// ... which is here.
        collector: ActorRef<Self>,
    },
    /// Adds up the answers.
    Collector(Tally),
}

impl<F: Answer> fmt::Debug for KameoActor<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KameoActor")
    }
}

impl<F: Answer> kameo::Actor for KameoActor<F> {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(actor: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(actor)
    }
}

impl<F: Answer> kameo::message::Message<u64> for KameoActor<F> {
    type Reply = ();

    async fn handle(&mut self, message: u64, _: &mut kameo::message::Context<Self, ()>) {
        match self {
            Self::Answers { with, collector } => {
                let _ = collector.tell(with(message)).try_send();
            }
            Self::Collector(tally) => tally.add(message),
        }
    }
}
