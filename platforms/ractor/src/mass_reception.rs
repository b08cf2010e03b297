//! mass-reception: senders ask the same receiver again and again.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::echo::{Echo, Next, Outcome, Replier, Requester};
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

use crate::echo::{Controller, ToController};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_mass(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let (requesters, repliers) = (echo.requesters().collect(), echo.repliers().collect());
        echo.finish(index, tokio::run(runtime, run(requesters, repliers))?.map_err(Failure::work)?)
    }))
}

enum ToReceiver {
    Request {
        from: ActorRef<ToSender>,
        requester: u32,
        number: u32,
    },
    /// It is over.
    Report(RpcReplyPort<Replier>),
}

struct Receiver;

impl Actor for Receiver {
    type Msg = ToReceiver;
    type State = Replier;
    type Arguments = Replier;

    async fn pre_start(&self, _: ActorRef<ToReceiver>, replier: Replier) -> Result<Replier, ActorProcessingErr> {
        Ok(replier)
    }

    async fn handle(
        &self,
        _: ActorRef<ToReceiver>,
        message: ToReceiver,
        replier: &mut Replier,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToReceiver::Request { from, requester, number } => {
                replier.answer(requester, number);
                from.cast(ToSender::Reply { replier: replier.number, number })?;
            }
            ToReceiver::Report(reply) => {
                if reply.send(*replier).is_err() {
                    return Err("the receiver of a receiver's result has ended".into());
                }
            }
        }
        Ok(())
    }
}

enum ToSender {
    Begin(Instant),
    Reply {
        replier: u32,
        number: u32,
    },
    /// The next request is due.
    Due,
    /// It is over.
    Report(RpcReplyPort<Requester>),
}

struct Sender {
    receiver: ActorRef<ToReceiver>,
    controller: ActorRef<ToController<ToSender>>,
}

impl Sender {
    fn go_on(&self, me: ActorRef<ToSender>, requester: &Requester) -> Result<(), ActorProcessingErr> {
        match requester.then() {
            Next::Ask(number) => {
                self.receiver.cast(ToReceiver::Request { from: me, requester: requester.number, number })?;
            }
            Next::Wait(time) => drop(me.send_after(time, || ToSender::Due)),
            Next::Done => self.controller.cast(ToController::Done)?,
        }
        Ok(())
    }
}

impl Actor for Sender {
    type Msg = ToSender;
    type State = Requester;
    type Arguments = Requester;

    async fn pre_start(&self, _: ActorRef<ToSender>, requester: Requester) -> Result<Requester, ActorProcessingErr> {
        Ok(requester)
    }

    async fn handle(
        &self,
        me: ActorRef<ToSender>,
        message: ToSender,
        requester: &mut Requester,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToSender::Reply { replier, number } => {
                requester.record(replier, number);
                self.go_on(me, requester)?;
            }
            ToSender::Begin(begun) => {
                requester.begin(begun);
                self.go_on(me, requester)?;
            }
            ToSender::Due => self.go_on(me, requester)?,
            ToSender::Report(reply) => {
                if reply.send(requester.clone()).is_err() {
                    return Err("the receiver of a sender's result has ended".into());
                }
            }
        }
        Ok(())
    }
}

async fn run(requesters: Vec<Requester>, repliers: Vec<Replier>) -> Result<Outcome, ActorProcessingErr> {
    let (controller, _) = Actor::spawn(None, Controller(ToSender::Begin), ()).await?;
    let mut receivers = Vec::new();
    for replier in repliers {
        receivers.push(Actor::spawn(None, Receiver, replier).await?.0);
    }
    let mut senders = Vec::new();
    for (requester, receiver) in requesters.into_iter().zip(receivers.iter().cycle()) {
        let sender = Sender { receiver: receiver.clone(), controller: controller.clone() };
        senders.push(Actor::spawn(None, sender, requester).await?.0);
    }
    let starting = senders.clone();
    let elapsed = call!(controller, |done| ToController::Start { requesters: starting, done })?;
    let mut outcome = Outcome { elapsed, requesters: Vec::new(), repliers: Vec::new() };
    for sender in senders {
        outcome.requesters.push(call!(sender, ToSender::Report)?);
        sender.stop(None);
    }
    for receiver in receivers {
        outcome.repliers.push(call!(receiver, ToReceiver::Report)?);
        receiver.stop(None);
    }
    controller.stop(None);
    Ok(outcome)
}
