//! echo-all: every agent asks all others in turn, and answers every request.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::echo::{Circle, Echo, Next, Outcome, Replier, Requester};
use agon_platform::grid::Directory;
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

use crate::echo::{Controller, ToController};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_all(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let agents = echo.requesters().zip(echo.repliers()).collect();
        echo.finish(index, tokio::run(runtime, run(agents))?.map_err(Failure::work)?)
    }))
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
    Report(RpcReplyPort<(Requester, Replier)>),
}

struct Agent {
    agents: Directory<ActorRef<ToAgent>>,
    controller: ActorRef<ToController<ToAgent>>,
}

struct State {
    requester: Requester,
    circle: Circle,
    replier: Replier,
}

impl Agent {
    fn go_on(&self, me: &ActorRef<ToAgent>, state: &mut State) -> Result<(), ActorProcessingErr> {
        match state.requester.then() {
            Next::Ask(number) => {
                let request = ToAgent::Request { requester: state.requester.number, number };
                self.agents.agent(state.circle.step()).cast(request)?;
            }
            Next::Wait(time) => drop(me.send_after(time, || ToAgent::Due)),
            Next::Done => self.controller.cast(ToController::Done)?,
        }
        Ok(())
    }
}

impl Actor for Agent {
    type Msg = ToAgent;
    type State = State;
    type Arguments = State;

    async fn pre_start(&self, _: ActorRef<ToAgent>, state: State) -> Result<State, ActorProcessingErr> {
        Ok(state)
    }

    async fn handle(
        &self,
        me: ActorRef<ToAgent>,
        message: ToAgent,
        state: &mut State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToAgent::Request { requester, number } => {
                state.replier.answer(requester, number);
                self.agents.agent(requester).cast(ToAgent::Reply { replier: state.replier.number, number })?;
            }
            ToAgent::Reply { replier, number } => {
                state.requester.record(replier, number);
                self.go_on(&me, state)?;
            }
            ToAgent::Begin(begun) => {
                state.requester.begin(begun);
                self.go_on(&me, state)?;
            }
            ToAgent::Due => self.go_on(&me, state)?,
            ToAgent::Report(reply) => {
                if reply.send((state.requester.clone(), state.replier)).is_err() {
                    return Err("the receiver of an agent's result has ended".into());
                }
            }
        }
        Ok(())
    }
}

async fn run(pairs: Vec<(Requester, Replier)>) -> Result<Outcome, ActorProcessingErr> {
    let agents = Directory::new();
    let (controller, _) = Actor::spawn(None, Controller(ToAgent::Begin), ()).await?;
    let mut everybody = Vec::with_capacity(pairs.len());
    let all = pairs.len() as u32;
    for (requester, replier) in pairs {
        let agent = Agent { agents: agents.clone(), controller: controller.clone() };
        let circle = Circle::new(requester.number, all);
        everybody.push(Actor::spawn(None, agent, State { requester, circle, replier }).await?.0);
    }
    agents.fill(everybody.clone());
    let requesters = everybody.clone();
    let elapsed = call!(controller, |done| ToController::Start { requesters, done })?;
    let mut outcome = Outcome { elapsed, requesters: Vec::new(), repliers: Vec::new() };
    for agent in everybody {
        let (requester, replier) = call!(agent, ToAgent::Report)?;
        outcome.requesters.push(requester);
        outcome.repliers.push(replier);
        agent.stop(None);
    }
    controller.stop(None);
    Ok(outcome)
}
