//! What echo-all and mass-reception share: the controller.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply};
use agon_platform::echo::Wait;

pub enum ToController<M> {
    Start {
        requesters: Vec<Address<M>>,
        done: Reply<Duration>,
    },
    /// One has all its replies.
    Done,
}

/// Sends all the start, by the message that `M` is made of the time, and waits until all are done.
pub struct Controller<M> {
    run: Option<(Wait, Reply<Duration>)>,
    begin: PhantomData<fn(M)>,
}

impl<M> Controller<M> {
    pub fn new() -> Self {
        Self { run: None, begin: PhantomData }
    }
}

impl<M: From<Instant> + Send + 'static> Actor for Controller<M> {
    type Message = ToController<M>;

    fn handle(&mut self, message: ToController<M>, ctx: &mut Context<'_, Self>) {
        match message {
            ToController::Start { requesters, done } => {
                let wait = Wait::begin(requesters.len());
                for requester in &requesters {
                    ctx.send(requester, wait.begun.into());
                }
                self.run = Some((wait, done));
            }
            ToController::Done => {
                if let Some(elapsed) = self.run.as_mut().and_then(|(wait, _)| wait.record())
                    && let Some((_, done)) = self.run.take()
                {
                    done.send(elapsed);
                }
            }
        }
    }
}
