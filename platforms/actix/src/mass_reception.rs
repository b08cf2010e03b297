//! mass-reception: senders ask the same receiver again and again.

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler, Message};
use agon_platform::echo::{Echo, Next, Outcome, Replier, Requester};
use agon_platform::{Arguments, Failure, Work};

use crate::echo::{Begin, Controller, Done, Known, Quit, Start};
use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let echo = Echo::take_mass(arguments, &[("default", ())])?;
    Ok(Box::new(move |threads, index| echo.finish(index, run(&echo, threads)?)))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Request {
    from: Addr<Sender>,
    requester: u32,
    number: u32,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Reply {
    replier: u32,
    number: u32,
}

struct Receiver {
    replier: Replier,
    controller: Addr<Controller>,
}

impl Actor for Receiver {
    type Context = Context<Self>;
}

impl Handler<Request> for Receiver {
    type Result = ();

    fn handle(&mut self, Request { from, requester, number }: Request, _: &mut Context<Self>) {
        self.replier.answer(requester, number);
        from.do_send(Reply { replier: self.replier.number, number });
    }
}

impl Handler<Quit> for Receiver {
    type Result = ();

    fn handle(&mut self, Quit: Quit, ctx: &mut Context<Self>) {
        self.controller.do_send(Known(None, Some(self.replier)));
        ctx.stop();
    }
}

struct Sender {
    requester: Requester,
    receiver: Addr<Receiver>,
    controller: Addr<Controller>,
}

impl Actor for Sender {
    type Context = Context<Self>;
}

impl Sender {
    fn go_on(&mut self, ctx: &mut Context<Self>) {
        match self.requester.then() {
            Next::Ask(number) => {
                let request = Request { from: ctx.address(), requester: self.requester.number, number };
                self.receiver.do_send(request);
            }
            Next::Wait(time) => _ = ctx.run_later(time, Self::go_on),
            Next::Done => self.controller.do_send(Done),
        }
    }
}

impl Handler<Begin> for Sender {
    type Result = ();

    fn handle(&mut self, Begin(begun): Begin, ctx: &mut Context<Self>) {
        self.requester.begin(begun);
        self.go_on(ctx);
    }
}

impl Handler<Reply> for Sender {
    type Result = ();

    fn handle(&mut self, Reply { replier, number }: Reply, ctx: &mut Context<Self>) {
        self.requester.record(replier, number);
        self.go_on(ctx);
    }
}

impl Handler<Quit> for Sender {
    type Result = ();

    fn handle(&mut self, Quit: Quit, ctx: &mut Context<Self>) {
        self.controller.do_send(Known(Some(self.requester.clone()), None));
        ctx.stop();
    }
}

fn run(echo: &Echo, threads: &Threads) -> Result<Outcome, Failure> {
    let controller = threads.spawn(0, Controller::default());
    // A receiver's senders are on its thread: they talk to no other.
    let thread = |receiver| threads.of(receiver, echo.repliers as usize);
    let spawn = |(place, replier)| {
        let receiver = Receiver { replier, controller: controller.clone() };
        (place, threads.spawn(thread(place), receiver))
    };
    let receivers: Vec<_> = echo.repliers().enumerate().map(spawn).collect();
    let spawn = |(requester, (place, receiver)): (_, &(usize, Addr<_>))| {
        let sender = Sender { requester, receiver: receiver.clone(), controller: controller.clone() };
        threads.spawn(thread(*place), sender)
    };
    let senders: Vec<_> = echo.requesters().zip(receivers.iter().cycle()).map(spawn).collect();
    let requesters = senders.iter().map(|sender| sender.clone().recipient()).collect();
    let mut everybody: Vec<_> = senders.into_iter().map(Addr::recipient).collect();
    everybody.extend(receivers.into_iter().map(|(_, receiver)| receiver.recipient()));
    threads.run(|done| controller.do_send(Start { requesters, everybody, done }))
}
