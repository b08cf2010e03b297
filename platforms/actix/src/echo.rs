//! What echo-all and mass-reception share: the controller.

use std::time::{Duration, Instant};

use actix::{Actor, ActorContext, Context, Handler, Message, Recipient};
use agon_platform::echo::{Outcome, Replier, Requester, Wait};
use tokio::sync::oneshot;

/// Who asks is to begin; the iteration's clock began then.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Begin(pub Instant);

/// One has all its replies.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Done;

/// It is over: every actor reports what it knows, and stops.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Quit;

/// What an agent knows in the end.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Known(pub Option<Requester>, pub Option<Replier>);

#[derive(Message)]
#[rtype(result = "()")]
pub struct Start {
    pub requesters: Vec<Recipient<Begin>>,
    pub everybody: Vec<Recipient<Quit>>,
    pub done: oneshot::Sender<Outcome>,
}

/// Starts all requesters, waits until they have all replies, and collects what each agent knows.
#[derive(Default)]
pub struct Controller {
    wait: Option<Wait>,
    everybody: Vec<Recipient<Quit>>,
    /// How many agents have not yet reported what they know.
    missing: usize,
    outcome: Option<(Outcome, oneshot::Sender<Outcome>)>,
}

impl Actor for Controller {
    type Context = Context<Self>;
}

impl Handler<Start> for Controller {
    type Result = ();

    fn handle(&mut self, Start { requesters, everybody, done }: Start, _: &mut Context<Self>) {
        self.missing = everybody.len();
        self.everybody = everybody;
        let (asking, answering) = (Vec::with_capacity(self.missing), Vec::with_capacity(self.missing));
        self.outcome = Some((Outcome { elapsed: Duration::ZERO, requesters: asking, repliers: answering }, done));
        let wait = Wait::begin(requesters.len());
        for requester in requesters {
            requester.do_send(Begin(wait.begun));
        }
        self.wait = Some(wait);
    }
}

impl Handler<Done> for Controller {
    type Result = ();

    fn handle(&mut self, Done: Done, _: &mut Context<Self>) {
        if let Some(elapsed) = self.wait.as_mut().and_then(Wait::record)
            && let Some((outcome, _)) = &mut self.outcome
        {
            outcome.elapsed = elapsed;
            self.everybody.iter().for_each(|one| one.do_send(Quit));
        }
    }
}

impl Handler<Known> for Controller {
    type Result = ();

    fn handle(&mut self, Known(requester, replier): Known, ctx: &mut Context<Self>) {
        if let Some((outcome, _)) = &mut self.outcome {
            outcome.requesters.extend(requester);
            outcome.repliers.extend(replier);
        }
        self.missing -= 1;
        if self.missing == 0
            && let Some((outcome, done)) = self.outcome.take()
        {
            _ = done.send(outcome);
            ctx.stop();
        }
    }
}
