//! grid-swap: agents swap states with others picked at random, until one of them has had swaps enough.

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::grid::{Cell, Census, Directory, Grid, Outcome, Size, Then};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::FOREVER;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let grid = Grid::take(arguments)?;
    Ok(Box::new(move |system, index| run(&grid, system, index)))
}

enum ToAgent {
    Begin,
    Request {
        from: Address<ToAgent>,
        state: u32,
    },
    /// The state that was swapped for the one offered; none if the request was refused.
    Answer(Option<u32>),
    Stop,
}

struct Agent {
    cell: Cell,
    agents: Directory<Address<ToAgent>>,
    controller: Address<ToController>,
}

impl Agent {
    fn ask(&mut self, ctx: &mut Context<'_, Self>) {
        let (whom, state) = self.cell.ask();
        let from = ctx.address();
        ctx.send(self.agents.agent(whom), ToAgent::Request { from, state });
    }

    fn report_stopped(&self, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.controller, ToController::Stopped(self.cell.clone()));
    }
}

impl Actor for Agent {
    type Message = ToAgent;

    fn handle(&mut self, message: ToAgent, ctx: &mut Context<'_, Self>) {
        match message {
            ToAgent::Request { from, state } => {
                let answer = self.cell.asked(state);
                ctx.send(&from, ToAgent::Answer(answer));
                if answer.is_some() {
                    self.ask(ctx);
                }
            }
            ToAgent::Answer(answer) => match self.cell.answered(answer) {
                Then::Ask => self.ask(ctx),
                Then::Rest => {}
                Then::Enough => ctx.send(&self.controller, ToController::Enough),
                Then::Stopped => self.report_stopped(ctx),
            },
            ToAgent::Begin => self.ask(ctx),
            ToAgent::Stop => {
                if self.cell.stop() {
                    self.report_stopped(ctx);
                }
            }
        }
    }
}

enum ToController {
    Start { active: Vec<u32>, done: Reply<Outcome> },
    Enough,
    Stopped(Cell),
}

/// Makes agents active, and has all of them stop when the first has had swaps enough.
struct Controller {
    size: Size,
    agents: Directory<Address<ToAgent>>,
    run: Option<(Census, Reply<Outcome>)>,
}

impl Actor for Controller {
    type Message = ToController;

    fn handle(&mut self, message: ToController, ctx: &mut Context<'_, Self>) {
        match message {
            ToController::Start { active, done } => {
                self.run = Some((Census::begin(self.size), done));
                for cell in active {
                    ctx.send(self.agents.agent(cell), ToAgent::Begin);
                }
            }
            ToController::Enough => {
                if self.run.as_mut().is_some_and(|(census, _)| census.enough()) {
                    for agent in self.agents.agents() {
                        ctx.send(agent, ToAgent::Stop);
                    }
                }
            }
            ToController::Stopped(cell) => {
                if let Some(outcome) = self.run.as_mut().and_then(|(census, _)| census.stopped(cell))
                    && let Some((_, done)) = self.run.take()
                {
                    done.send(outcome);
                }
            }
        }
    }
}

fn run(grid: &Grid, system: &System, index: u64) -> Result<Iteration, Failure> {
    let agents = Directory::new();
    let controller = system.spawn(Controller { size: grid.size, agents: agents.clone(), run: None });
    let spawn = |cell| system.spawn(Agent { cell, agents: agents.clone(), controller });
    agents.fill(grid.cells().map(spawn).collect());
    let active = grid.active.clone();
    let outcome = controller.ask(FOREVER, |done| ToController::Start { active, done }).map_err(Failure::work)?;
    agents.agents().iter().for_each(Address::stop);
    controller.stop();
    grid.finish(index, outcome)
}
