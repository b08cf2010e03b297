//! grid-swap: agents swap states with others picked at random, until one of them has had swaps enough.

use ::tokio::runtime::Runtime;
use agon_platform::grid::{Cell, Census, Directory, Grid, Outcome, Size, Then};
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, MessagingErr, RpcReplyPort, call};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let grid = Grid::take(arguments)?;
    Ok(Box::new(move |runtime, index| {
        let outcome = tokio::run(runtime, run(grid.size, grid.cells(), grid.active.clone()))?;
        grid.finish(index, outcome.map_err(Failure::work)?)
    }))
}

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

struct Agent {
    agents: Directory<ActorRef<ToAgent>>,
    controller: ActorRef<ToController>,
}

impl Agent {
    fn ask(&self, cell: &mut Cell) -> Result<(), MessagingErr<ToAgent>> {
        let (whom, state) = cell.ask();
        self.agents.agent(whom).cast(ToAgent::Request { from: cell.number(), state })
    }

    fn report_stopped(&self, cell: &Cell) -> Result<(), MessagingErr<ToController>> {
        self.controller.cast(ToController::Stopped(cell.clone()))
    }
}

impl Actor for Agent {
    type Msg = ToAgent;
    type State = Cell;
    type Arguments = Cell;

    async fn pre_start(&self, _: ActorRef<ToAgent>, cell: Cell) -> Result<Cell, ActorProcessingErr> {
        Ok(cell)
    }

    async fn handle(&self, _: ActorRef<ToAgent>, message: ToAgent, cell: &mut Cell) -> Result<(), ActorProcessingErr> {
        match message {
            ToAgent::Request { from, state } => {
                let answer = cell.asked(state);
                self.agents.agent(from).cast(ToAgent::Answer(answer))?;
                if answer.is_some() {
                    self.ask(cell)?;
                }
            }
            ToAgent::Answer(answer) => match cell.answered(answer) {
                Then::Ask => self.ask(cell)?,
                Then::Rest => {}
                Then::Enough => self.controller.cast(ToController::Enough)?,
                Then::Stopped => self.report_stopped(cell)?,
            },
            ToAgent::Begin => self.ask(cell)?,
            ToAgent::Stop => {
                if cell.stop() {
                    self.report_stopped(cell)?;
                }
            }
        }
        Ok(())
    }
}

enum ToController {
    Start { active: Vec<u32>, done: RpcReplyPort<Outcome> },
    Enough,
    Stopped(Cell),
}

/// Makes agents active, and has all of them stop when the first has had swaps enough.
struct Controller {
    size: Size,
    agents: Directory<ActorRef<ToAgent>>,
}

impl Actor for Controller {
    type Msg = ToController;
    type State = Option<(Census, RpcReplyPort<Outcome>)>;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<ToController>, (): ()) -> Result<Self::State, ActorProcessingErr> {
        Ok(None)
    }

    async fn handle(
        &self,
        _: ActorRef<ToController>,
        message: ToController,
        run: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToController::Start { active, done } => {
                *run = Some((Census::begin(self.size), done));
                for cell in active {
                    self.agents.agent(cell).cast(ToAgent::Begin)?;
                }
            }
            ToController::Enough => {
                if run.as_mut().is_some_and(|(census, _)| census.enough()) {
                    for agent in self.agents.agents() {
                        agent.cast(ToAgent::Stop)?;
                    }
                }
            }
            ToController::Stopped(cell) => {
                if let Some(outcome) = run.as_mut().and_then(|(census, _)| census.stopped(cell))
                    && let Some((_, done)) = run.take()
                {
                    done.send(outcome)?;
                }
            }
        }
        Ok(())
    }
}

async fn run(size: Size, cells: impl Iterator<Item = Cell>, active: Vec<u32>) -> Result<Outcome, ActorProcessingErr> {
    let agents = Directory::new();
    let (controller, _) = Actor::spawn(None, Controller { size, agents: agents.clone() }, ()).await?;
    let mut everybody = Vec::with_capacity(size.cells as usize);
    for cell in cells {
        let agent = Agent { agents: agents.clone(), controller: controller.clone() };
        everybody.push(Actor::spawn(None, agent, cell).await?.0);
    }
    agents.fill(everybody);
    let outcome = call!(controller, |done| ToController::Start { active, done })?;
    agents.agents().iter().for_each(|agent| agent.stop(None));
    controller.stop(None);
    Ok(outcome)
}
