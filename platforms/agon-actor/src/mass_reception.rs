//! mass-reception: senders ask the same receiver again and again.

use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::echo::{Echo, Next, Outcome, Replier, Requester};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::echo::{Controller, ToController};
use crate::{FOREVER, MODES};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let echo = Echo::take_mass(arguments, &MODES)?;
    Ok(Box::new(move |system, index| run(&echo, system, index)))
}

enum ToReceiver {
    Request {
        from: Address<ToSender>,
        requester: u32,
        number: u32,
    },
    /// It is over.
    Report(Reply<Replier>),
}

struct Receiver(Replier);

impl Actor for Receiver {
    type Message = ToReceiver;

    fn handle(&mut self, message: ToReceiver, ctx: &mut Context<'_, Self>) {
        match message {
            ToReceiver::Request { from, requester, number } => {
                self.0.answer(requester, number);
                ctx.send(&from, ToSender::Reply { replier: self.0.number, number });
            }
            ToReceiver::Report(reply) => reply.send(self.0),
        }
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
    Report(Box<Reply<Requester>>),
}

impl From<Instant> for ToSender {
    fn from(begun: Instant) -> Self {
        Self::Begin(begun)
    }
}

struct Sender {
    requester: Requester,
    receiver: Address<ToReceiver>,
    controller: Address<ToController<ToSender>>,
}

impl Sender {
    fn go_on(&self, ctx: &mut Context<'_, Self>) {
        let me = ctx.address();
        match self.requester.then() {
            Next::Ask(number) => {
                ctx.send(&self.receiver, ToReceiver::Request { from: me, requester: self.requester.number, number });
            }
            Next::Wait(time) => _ = ctx.send_after(time, &me, ToSender::Due),
            Next::Done => ctx.send(&self.controller, ToController::Done),
        }
    }
}

impl Actor for Sender {
    type Message = ToSender;

    fn handle(&mut self, message: ToSender, ctx: &mut Context<'_, Self>) {
        match message {
            ToSender::Reply { replier, number } => {
                self.requester.record(replier, number);
                self.go_on(ctx);
            }
            ToSender::Begin(begun) => {
                self.requester.begin(begun);
                self.go_on(ctx);
            }
            ToSender::Due => self.go_on(ctx),
            ToSender::Report(reply) => reply.send(self.requester.clone()),
        }
    }
}

fn run(echo: &Echo, system: &System, index: u64) -> Result<Iteration, Failure> {
    let controller = system.spawn(Controller::new());
    let receivers: Vec<_> = echo.repliers().map(|replier| system.spawn(Receiver(replier))).collect();
    let with_receivers = echo.requesters().zip(receivers.iter().cycle());
    let spawn = |(requester, &receiver)| system.spawn(Sender { requester, receiver, controller });
    let senders: Vec<_> = with_receivers.map(spawn).collect();
    let requesters = senders.clone();
    let elapsed = controller.ask(FOREVER, |done| ToController::Start { requesters, done }).map_err(Failure::work)?;
    let report = |sender: &Address<_>| sender.ask(FOREVER, |reply| ToSender::Report(Box::new(reply)));
    let requesters = senders.iter().map(report).collect::<Result<Vec<_>, _>>().map_err(Failure::work)?;
    let report = |receiver: &Address<_>| receiver.ask(FOREVER, ToReceiver::Report);
    let repliers = receivers.iter().map(report).collect::<Result<Vec<_>, _>>().map_err(Failure::work)?;
    senders.iter().for_each(Address::stop);
    receivers.iter().for_each(Address::stop);
    controller.stop();
    echo.finish(index, Outcome { elapsed, requesters, repliers })
}
