//! echo-all: every agent asks all others in turn, and answers every request.

use std::convert::Infallible;

use ::tokio::runtime::Runtime;
use agon_platform::echo::{Circle, Echo, Next, Outcome, Replier, Requester};
use agon_platform::grid::Directory;
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{ask, end, send, spawn, started};
use crate::echo::{Begin, Controller, Counts, Done, Due, Start};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_all(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let agents = echo.requesters().zip(echo.repliers()).collect();
        echo.finish(index, tokio::run(runtime, run(agents))?)
    }))
}

#[derive(Actor)]
struct Agent {
    requester: Requester,
    circle: Circle,
    replier: Replier,
    agents: Directory<ActorRef<Agent>>,
    controller: ActorRef<Controller>,
}

impl Agent {
    fn go_on(&mut self, me: &ActorRef<Self>) {
        match self.requester.then() {
            Next::Ask(number) => {
                let request = Request { requester: self.requester.number, number };
                send(self.agents.agent(self.circle.step()), request);
            }
            Next::Wait(time) => drop(me.tell(Due).send_after(time)),
            Next::Done => send(&self.controller, Done),
        }
    }
}

impl Message<Begin> for Agent {
    type Reply = ();

    async fn handle(&mut self, Begin(begun): Begin, context: &mut Context<Self, ()>) {
        self.requester.begin(begun);
        self.go_on(context.actor_ref());
    }
}

struct Request {
    requester: u32,
    number: u32,
}

impl Message<Request> for Agent {
    type Reply = ();

    async fn handle(&mut self, Request { requester, number }: Request, _: &mut Context<Self, ()>) {
        self.replier.answer(requester, number);
        send(self.agents.agent(requester), Replied { replier: self.replier.number, number });
    }
}

struct Replied {
    replier: u32,
    number: u32,
}

impl Message<Replied> for Agent {
    type Reply = ();

    async fn handle(&mut self, Replied { replier, number }: Replied, context: &mut Context<Self, ()>) {
        self.requester.record(replier, number);
        self.go_on(context.actor_ref());
    }
}

impl Message<Due> for Agent {
    type Reply = ();

    async fn handle(&mut self, Due: Due, context: &mut Context<Self, ()>) {
        self.go_on(context.actor_ref());
    }
}

impl Message<Counts> for Agent {
    type Reply = Result<(Requester, Replier), Infallible>;

    async fn handle(&mut self, Counts: Counts, _: &mut Context<Self, Self::Reply>) -> Self::Reply {
        Ok((self.requester.clone(), self.replier))
    }
}

async fn run(pairs: Vec<(Requester, Replier)>) -> Outcome {
    let agents = Directory::new();
    let controller = spawn(Controller::default());
    let all = pairs.len() as u32;
    let agent = |(requester, replier): (Requester, Replier)| {
        let circle = Circle::new(requester.number, all);
        spawn(Agent { requester, circle, replier, agents: agents.clone(), controller: controller.clone() })
    };
    agents.fill(pairs.into_iter().map(agent).collect());
    started(agents.agents()).await;
    let elapsed = ask(&controller, Start(agents.agents().to_vec())).await;
    let mut outcome = Outcome { elapsed, requesters: Vec::new(), repliers: Vec::new() };
    for agent in agents.agents() {
        let (requester, replier) = ask(agent, Counts).await;
        outcome.requesters.push(requester);
        outcome.repliers.push(replier);
    }
    end(agents.agents()).await;
    end(&[controller]).await;
    outcome
}
