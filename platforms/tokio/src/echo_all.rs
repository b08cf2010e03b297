//! echo-all: every agent asks all others in turn, and answers every request.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::task::JoinSet;
use ::tokio::time;
use agon_platform::echo::{Circle, Echo, Next, Outcome, Replier, Requester, Wait};
use agon_platform::grid::Directory;
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_all(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let agents = echo.requesters().zip(echo.repliers()).collect();
        echo.finish(index, tokio::run(runtime, run(agents))?)
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
    /// It is over.
    End,
}

/// One has all its replies.
struct Done;

struct Agent {
    requester: Requester,
    circle: Circle,
    replier: Replier,
    agents: Directory<UnboundedSender<ToAgent>>,
    controller: UnboundedSender<Done>,
}

impl Agent {
    fn send(&self, to: u32, message: ToAgent) {
        self.agents.agent(to).send(message).expect("all agents live until it is over");
    }

    /// Goes on with its own requests; until when it has to wait first.
    fn go_on(&mut self) -> Option<time::Instant> {
        match self.requester.then() {
            Next::Ask(number) => {
                let request = ToAgent::Request { requester: self.requester.number, number };
                let whom = self.circle.step();
                self.send(whom, request);
            }
            Next::Wait(time) => return Some(time::Instant::now() + time),
            Next::Done => self.controller.send(Done).expect("the controller listens"),
        }
        None
    }

    async fn live(mut self, mut inbox: UnboundedReceiver<ToAgent>) -> (Requester, Replier) {
        let mut due = None;
        loop {
            let message = match due {
                None => inbox.recv().await,
                Some(time) => match time::timeout_at(time, inbox.recv()).await {
                    Ok(message) => message,
                    Err(_) => {
                        due = self.go_on();
                        continue;
                    }
                },
            };
            match message.expect("the agents know each other") {
                ToAgent::Request { requester, number } => {
                    self.replier.answer(requester, number);
                    self.send(requester, ToAgent::Reply { replier: self.replier.number, number });
                }
                ToAgent::Reply { replier, number } => {
                    self.requester.record(replier, number);
                    due = self.go_on();
                }
                ToAgent::Begin(begun) => {
                    self.requester.begin(begun);
                    due = self.go_on();
                }
                ToAgent::End => return (self.requester, self.replier),
            }
        }
    }
}

async fn run(pairs: Vec<(Requester, Replier)>) -> Outcome {
    let (controller, mut done) = mpsc::unbounded_channel();
    let agents = Directory::new();
    let mut tasks = JoinSet::new();
    let all = pairs.len() as u32;
    let everybody = pairs.into_iter().map(|(requester, replier)| {
        let (agent, inbox) = mpsc::unbounded_channel();
        let circle = Circle::new(requester.number, all);
        let (agents, controller) = (agents.clone(), controller.clone());
        tasks.spawn(Agent { requester, circle, replier, agents, controller }.live(inbox));
        agent
    });
    agents.fill(everybody.collect());
    let send_all = |message: fn(Instant) -> ToAgent, begun| {
        agents.agents().iter().for_each(|agent| agent.send(message(begun)).expect("the agent lives"));
    };

    let mut wait = Wait::begin(agents.agents().len());
    send_all(ToAgent::Begin, wait.begun);
    let elapsed = loop {
        let Done = done.recv().await.expect("the agents report when they have done");
        if let Some(elapsed) = wait.record() {
            break elapsed;
        }
    };

    send_all(|_| ToAgent::End, wait.begun);
    let (requesters, repliers) = tasks.join_all().await.into_iter().unzip();
    Outcome { elapsed, requesters, repliers }
}
