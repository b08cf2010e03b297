//! echo-all: every agent asks all others in turn, and answers every request.

use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::echo::{Circle, Echo, Next, Outcome, Replier, Requester};
use agon_platform::grid::Directory;
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::echo::{Controller, ToController};
use crate::{FOREVER, MODES};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let echo = Echo::take_all(arguments, &MODES)?;
    Ok(Box::new(move |system, index| run(&echo, system, index)))
}

enum ToAgent {
    Begin(Instant),
    Request {
        requester: u32,
        number: u32,
    },
    Reply {
        replier: u32,
        number: u32,
    },
    /// The next request is due.
    Due,
    /// It is over.
    Report(Box<Reply<(Requester, Replier)>>),
}

impl From<Instant> for ToAgent {
    fn from(begun: Instant) -> Self {
        Self::Begin(begun)
    }
}

struct Agent {
    requester: Requester,
    circle: Circle,
    replier: Replier,
    agents: Directory<Address<ToAgent>>,
    controller: Address<ToController<ToAgent>>,
}

impl Agent {
    fn go_on(&mut self, ctx: &mut Context<'_, Self>) {
        match self.requester.then() {
            Next::Ask(number) => {
                let request = ToAgent::Request { requester: self.requester.number, number };
                ctx.send(self.agents.agent(self.circle.step()), request);
            }
            Next::Wait(time) => {
                let me = ctx.address();
                ctx.send_after(time, &me, ToAgent::Due);
            }
            Next::Done => ctx.send(&self.controller, ToController::Done),
        }
    }
}

impl Actor for Agent {
    type Message = ToAgent;

    fn handle(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        match message {
            ToAgent::Request { requester, number } => {
                self.replier.answer(requester, number);
                ctx.send(self.agents.agent(requester), ToAgent::Reply { replier: self.replier.number, number });
            }
            ToAgent::Reply { replier, number } => {
                self.requester.record(replier, number);
                self.go_on(ctx);
            }
            ToAgent::Begin(begun) => {
                self.requester.begin(begun);
                self.go_on(ctx);
            }
            ToAgent::Due => self.go_on(ctx),
            ToAgent::Report(reply) => reply.send((self.requester.clone(), self.replier)),
        }
    }
}

fn run(echo: &Echo, system: &System, index: u64) -> Result<Iteration, Failure> {
    let agents = Directory::new();
    let controller = system.spawn(Controller::new());
    let spawn = |(requester, replier): (Requester, _)| {
        let circle = Circle::new(requester.number, echo.requesters);
        system.spawn(Agent { requester, circle, replier, agents: agents.clone(), controller })
    };
    agents.fill(echo.requesters().zip(echo.repliers()).map(spawn).collect());
    let requesters = agents.agents().to_vec();
    let elapsed = controller.ask(FOREVER, |done| ToController::Start { requesters, done }).map_err(Failure::work)?;
    let report = |agent: &Address<_>| agent.ask(FOREVER, |reply| ToAgent::Report(Box::new(reply)));
    let reports = agents.agents().iter().map(report).collect::<Result<Vec<_>, _>>().map_err(Failure::work)?;
    agents.agents().iter().for_each(Address::stop);
    controller.stop();
    let (requesters, repliers): (Vec<_>, Vec<_>) = reports.into_iter().unzip();
    echo.finish(index, Outcome { elapsed, requesters, repliers })
}
