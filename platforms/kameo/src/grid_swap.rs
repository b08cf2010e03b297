//! grid-swap: agents swap states with others picked at random, until one of them has had swaps enough.

use ::tokio::runtime::Runtime;
use agon_platform::grid::{Cell, Census, Directory, Grid, Outcome, Size, Then};
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let grid = Grid::take(arguments)?;
    Ok(Box::new(move |runtime, index| {
        let outcome = tokio::run(runtime, run(grid.size, grid.cells().collect(), grid.active.clone()))?;
        grid.finish(index, outcome)
    }))
}

#[derive(Actor)]
struct Agent {
    cell: Cell,
    agents: Directory<ActorRef<Agent>>,
    controller: ActorRef<Controller>,
}

impl Agent {
    fn ask(&mut self) {
        let (whom, state) = self.cell.ask();
        send(self.agents.agent(whom), Request { from: self.cell.number(), state });
    }

    fn report_stopped(&self) {
        send(&self.controller, Stopped(self.cell.clone()));
    }
}

struct Begin;

impl Message<Begin> for Agent {
    type Reply = ();

    async fn handle(&mut self, Begin: Begin, _: &mut Context<Self, ()>) {
        self.ask();
    }
}

struct Request {
    from: u32,
    state: u32,
}

impl Message<Request> for Agent {
    type Reply = ();

    async fn handle(&mut self, Request { from, state }: Request, _: &mut Context<Self, ()>) {
        let answer = self.cell.asked(state);
        send(self.agents.agent(from), Given(answer));
        if answer.is_some() {
            self.ask();
        }
    }
}

/// The state that was swapped for the one offered; none if the request was refused.
struct Given(Option<u32>);

impl Message<Given> for Agent {
    type Reply = ();

    async fn handle(&mut self, Given(answer): Given, _: &mut Context<Self, ()>) {
        match self.cell.answered(answer) {
            Then::Ask => self.ask(),
            Then::Rest => {}
            Then::Enough => send(&self.controller, Enough),
            Then::Stopped => self.report_stopped(),
        }
    }
}

struct Stop;

impl Message<Stop> for Agent {
    type Reply = ();

    async fn handle(&mut self, Stop: Stop, _: &mut Context<Self, ()>) {
        if self.cell.stop() {
            self.report_stopped();
        }
    }
}

/// Makes agents active, and has all of them stop when the first has had swaps enough.
#[derive(Actor)]
struct Controller {
    size: Size,
    agents: Directory<ActorRef<Agent>>,
    run: Option<(Census, Answer<Outcome>)>,
}

/// Which cells are active.
struct Start(Vec<u32>);

impl Message<Start> for Controller {
    type Reply = Later<Outcome>;

    async fn handle(&mut self, Start(active): Start, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        self.run = Some((Census::begin(self.size), done));
        for cell in active {
            send(self.agents.agent(cell), Begin);
        }
        reply
    }
}

struct Enough;

impl Message<Enough> for Controller {
    type Reply = ();

    async fn handle(&mut self, Enough: Enough, _: &mut Context<Self, ()>) {
        if self.run.as_mut().is_some_and(|(census, _)| census.enough()) {
            for agent in self.agents.agents() {
                send(agent, Stop);
            }
        }
    }
}

struct Stopped(Cell);

impl Message<Stopped> for Controller {
    type Reply = ();

    async fn handle(&mut self, Stopped(cell): Stopped, _: &mut Context<Self, ()>) {
        if let Some(outcome) = self.run.as_mut().and_then(|(census, _)| census.stopped(cell))
            && let Some((_, done)) = self.run.take()
        {
            done.send(Ok(outcome));
        }
    }
}

async fn run(size: Size, cells: Vec<Cell>, active: Vec<u32>) -> Outcome {
    let agents = Directory::new();
    let controller = spawn(Controller { size, agents: agents.clone(), run: None });
    let agent = |cell| spawn(Agent { cell, agents: agents.clone(), controller: controller.clone() });
    agents.fill(cells.into_iter().map(agent).collect());
    started(agents.agents()).await;
    let outcome = ask(&controller, Start(active)).await;
    end(agents.agents()).await;
    end(&[controller]).await;
    outcome
}
