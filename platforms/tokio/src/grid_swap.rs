//! grid-swap: agents swap states with others picked at random, until one of them has had swaps enough.

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::task::JoinSet;
use agon_platform::grid::{Cell, Census, Directory, Grid, Outcome, Size, Then};
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let grid = Grid::take(arguments)?;
    Ok(Box::new(move |runtime, index| {
        let outcome = tokio::run(runtime, run(grid.size, grid.cells(), grid.active.clone()))?;
        grid.finish(index, outcome)
    }))
}

#[derive(Debug)]
enum ToAgent {
    Begin,
    Request {
        from: u32,
        state: u32,
    },
    /// The state that was swapped for the one offered; none if the request was refused.
    Answer(Option<u32>),
    Stop,
}

enum ToController {
    Enough,
    Stopped(Cell),
}

struct Agent {
    cell: Cell,
    agents: Directory<UnboundedSender<ToAgent>>,
    controller: UnboundedSender<ToController>,
}

impl Agent {
    fn send(&self, to: u32, message: ToAgent) {
        self.agents.agent(to).send(message).expect("all agents live until all have reported to the controller");
    }

    fn report(&self, message: ToController) {
        self.controller.send(message).expect("the controller listens");
    }

    fn ask(&mut self) {
        let (whom, state) = self.cell.ask();
        self.send(whom, ToAgent::Request { from: self.cell.number(), state });
    }

    /// Lives until it is aborted.
    async fn live(mut self, mut inbox: UnboundedReceiver<ToAgent>) {
        while let Some(message) = inbox.recv().await {
            match message {
                ToAgent::Request { from, state } => {
                    let answer = self.cell.asked(state);
                    self.send(from, ToAgent::Answer(answer));
                    if answer.is_some() {
                        self.ask();
                    }
                }
                ToAgent::Answer(answer) => match self.cell.answered(answer) {
                    Then::Ask => self.ask(),
                    Then::Rest => {}
                    Then::Enough => self.report(ToController::Enough),
                    Then::Stopped => self.report(ToController::Stopped(self.cell.clone())),
                },
                ToAgent::Begin => self.ask(),
                ToAgent::Stop => {
                    if self.cell.stop() {
                        self.report(ToController::Stopped(self.cell.clone()));
                    }
                }
            }
        }
    }
}

async fn run(size: Size, cells: impl Iterator<Item = Cell>, active: Vec<u32>) -> Outcome {
    let (controller, mut reports) = mpsc::unbounded_channel();
    let agents = Directory::new();
    let mut tasks = JoinSet::new();
    let everybody = cells.map(|cell| {
        let (agent, inbox) = mpsc::unbounded_channel();
        tasks.spawn(Agent { cell, agents: agents.clone(), controller: controller.clone() }.live(inbox));
        agent
    });
    agents.fill(everybody.collect());
    let send = |agent: &UnboundedSender<_>, message| agent.send(message).expect("the agent lives");

    let mut census = Census::begin(size);
    for &cell in &active {
        send(agents.agent(cell), ToAgent::Begin);
    }
    let outcome = loop {
        match reports.recv().await.expect("the agents report when they have stopped") {
            ToController::Enough if census.enough() => {
                agents.agents().iter().for_each(|agent| send(agent, ToAgent::Stop));
            }
            ToController::Enough => {}
            ToController::Stopped(cell) => {
                if let Some(outcome) = census.stopped(cell) {
                    break outcome;
                }
            }
        }
    };
    tasks.shutdown().await;
    outcome
}
