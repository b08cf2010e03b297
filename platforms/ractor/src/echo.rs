//! What echo-all and mass-reception share: the controller.

use std::time::{Duration, Instant};

use agon_platform::echo::Wait;
use ractor::{Actor, ActorProcessingErr, ActorRef, Message, RpcReplyPort};

pub enum ToController<M> {
    Start {
        requesters: Vec<ActorRef<M>>,
        done: RpcReplyPort<Duration>,
    },
    /// One has all its replies.
    Done,
}

/// Sends all the start, by the message made of the time, and waits until all are done.
pub struct Controller<M>(pub fn(Instant) -> M);

impl<M: Message> Actor for Controller<M> {
    type Msg = ToController<M>;
    type State = Option<(Wait, RpcReplyPort<Duration>)>;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<ToController<M>>, (): ()) -> Result<Self::State, ActorProcessingErr> {
        Ok(None)
    }

    async fn handle(
        &self,
        _: ActorRef<ToController<M>>,
        message: ToController<M>,
        run: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToController::Start { requesters, done } => {
                let wait = Wait::begin(requesters.len());
                for requester in requesters {
                    requester.cast((self.0)(wait.begun))?;
                }
                *run = Some((wait, done));
            }
            ToController::Done => {
                if let Some(elapsed) = run.as_mut().and_then(|(wait, _)| wait.record())
                    && let Some((_, done)) = run.take()
                {
                    done.send(elapsed)?;
                }
            }
        }
        Ok(())
    }
}
