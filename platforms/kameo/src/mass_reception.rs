//! mass-reception: senders ask the same receiver again and again.

use std::convert::Infallible;

use ::tokio::runtime::Runtime;
use agon_platform::echo::{Echo, Next, Outcome, Replier, Requester};
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{ask, end, send, spawn, started};
use crate::echo::{Begin, Controller, Counts, Done, Due, Start};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_mass(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let (requesters, repliers) = (echo.requesters().collect(), echo.repliers().collect());
        echo.finish(index, tokio::run(runtime, run(requesters, repliers))?)
    }))
}

#[derive(Actor)]
struct Receiver(Replier);

struct Request {
    from: ActorRef<Sender>,
    requester: u32,
    number: u32,
}

impl Message<Request> for Receiver {
    type Reply = ();

    async fn handle(&mut self, Request { from, requester, number }: Request, _: &mut Context<Self, ()>) {
        self.0.answer(requester, number);
        send(&from, Replied { replier: self.0.number, number });
    }
}

impl Message<Counts> for Receiver {
    type Reply = Result<Replier, Infallible>;

    async fn handle(&mut self, Counts: Counts, _: &mut Context<Self, Self::Reply>) -> Self::Reply {
        Ok(self.0)
    }
}

#[derive(Actor)]
struct Sender {
    requester: Requester,
    receiver: ActorRef<Receiver>,
    controller: ActorRef<Controller>,
}

impl Sender {
    fn go_on(&self, me: &ActorRef<Self>) {
        match self.requester.then() {
            Next::Ask(number) => {
                send(&self.receiver, Request { from: me.clone(), requester: self.requester.number, number });
            }
            Next::Wait(time) => drop(me.tell(Due).send_after(time)),
            Next::Done => send(&self.controller, Done),
        }
    }
}

impl Message<Begin> for Sender {
    type Reply = ();

    async fn handle(&mut self, Begin(begun): Begin, context: &mut Context<Self, ()>) {
        self.requester.begin(begun);
        self.go_on(context.actor_ref());
    }
}

struct Replied {
    replier: u32,
    number: u32,
}

impl Message<Replied> for Sender {
    type Reply = ();

    async fn handle(&mut self, Replied { replier, number }: Replied, context: &mut Context<Self, ()>) {
        self.requester.record(replier, number);
        self.go_on(context.actor_ref());
    }
}

impl Message<Due> for Sender {
    type Reply = ();

    async fn handle(&mut self, Due: Due, context: &mut Context<Self, ()>) {
        self.go_on(context.actor_ref());
    }
}

impl Message<Counts> for Sender {
    type Reply = Result<Requester, Infallible>;

    async fn handle(&mut self, Counts: Counts, _: &mut Context<Self, Self::Reply>) -> Self::Reply {
        Ok(self.requester.clone())
    }
}

async fn run(requesters: Vec<Requester>, repliers: Vec<Replier>) -> Outcome {
    let controller = spawn(Controller::default());
    let receivers: Vec<_> = repliers.into_iter().map(|replier| spawn(Receiver(replier))).collect();
    let sender = |(requester, receiver): (Requester, &ActorRef<Receiver>)| {
        spawn(Sender { requester, receiver: receiver.clone(), controller: controller.clone() })
    };
    let senders: Vec<_> = requesters.into_iter().zip(receivers.iter().cycle()).map(sender).collect();
    started(&receivers).await;
    started(&senders).await;
    let elapsed = ask(&controller, Start(senders.clone())).await;
    let mut outcome = Outcome { elapsed, requesters: Vec::new(), repliers: Vec::new() };
    for sender in &senders {
        outcome.requesters.push(ask(sender, Counts).await);
    }
    for receiver in &receivers {
        outcome.repliers.push(ask(receiver, Counts).await);
    }
    end(&senders).await;
    end(&receivers).await;
    end(&[controller]).await;
    outcome
}
