//! echo-all: every agent asks all others in turn, and answers every request.

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler, Message};
use agon_platform::echo::{Circle, Echo, Next, Outcome, Replier, Requester};
use agon_platform::grid::Directory;
use agon_platform::{Arguments, Failure, Work};

use crate::echo::{Begin, Controller, Done, Known, Quit, Start};
use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let echo = Echo::take_all(arguments, &[("default", ())])?;
    Ok(Box::new(move |threads, index| echo.finish(index, run(&echo, threads)?)))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Request {
    requester: u32,
    number: u32,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Reply {
    replier: u32,
    number: u32,
}

struct Agent {
    requester: Requester,
    circle: Circle,
    replier: Replier,
    agents: Directory<Addr<Agent>>,
    controller: Addr<Controller>,
}

impl Actor for Agent {
    type Context = Context<Self>;
}

impl Agent {
    fn go_on(&mut self, ctx: &mut Context<Self>) {
        match self.requester.then() {
            Next::Ask(number) => {
                let request = Request { requester: self.requester.number, number };
                self.agents.agent(self.circle.step()).do_send(request);
            }
            Next::Wait(time) => _ = ctx.run_later(time, Self::go_on),
            Next::Done => self.controller.do_send(Done),
        }
    }
}

impl Handler<Begin> for Agent {
    type Result = ();

    fn handle(&mut self, Begin(begun): Begin, ctx: &mut Context<Self>) {
        self.requester.begin(begun);
        self.go_on(ctx);
    }
}

impl Handler<Request> for Agent {
    type Result = ();

    fn handle(&mut self, Request { requester, number }: Request, _: &mut Context<Self>) {
        self.replier.answer(requester, number);
        self.agents.agent(requester).do_send(Reply { replier: self.replier.number, number });
    }
}

impl Handler<Reply> for Agent {
    type Result = ();

    fn handle(&mut self, Reply { replier, number }: Reply, ctx: &mut Context<Self>) {
        self.requester.record(replier, number);
        self.go_on(ctx);
    }
}

impl Handler<Quit> for Agent {
    type Result = ();

    fn handle(&mut self, Quit: Quit, ctx: &mut Context<Self>) {
        self.controller.do_send(Known(Some(self.requester.clone()), Some(self.replier)));
        ctx.stop();
    }
}

fn run(echo: &Echo, threads: &Threads) -> Result<Outcome, Failure> {
    let agents = Directory::new();
    let controller = threads.spawn(0, Controller::default());
    let spawn = |(requester, replier): (Requester, _)| {
        let circle = Circle::new(requester.number, echo.requesters);
        let (agents, controller) = (agents.clone(), controller.clone());
        // All on one thread: a message to another one costs more than a second thread could do meanwhile.
        threads.spawn(0, Agent { requester, circle, replier, agents, controller })
    };
    agents.fill(echo.requesters().zip(echo.repliers()).map(spawn).collect());
    let requesters = agents.agents().iter().map(|agent| agent.clone().recipient()).collect();
    let everybody = agents.agents().iter().map(|agent| agent.clone().recipient()).collect();
    threads.run(|done| controller.do_send(Start { requesters, everybody, done }))
}
