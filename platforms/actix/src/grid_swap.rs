//! grid-swap: agents swap states with others picked at random, until one of them has had swaps enough.

use actix::{Actor, ActorContext, Addr, Context, Handler, Message};
use agon_platform::grid::{Cell, Census, Directory, Grid, Outcome, Size, Then};
use agon_platform::{Arguments, Failure, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let grid = Grid::take(arguments)?;
    Ok(Box::new(move |threads, index| {
        let outcome = run(&grid, threads)?;
        grid.finish(index, outcome)
    }))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Begin;

#[derive(Message)]
#[rtype(result = "()")]
struct Request {
    from: u32,
    state: u32,
}

/// The state that was swapped for the one offered; none if the request was refused.
#[derive(Message)]
#[rtype(result = "()")]
struct Answer(Option<u32>);

#[derive(Message)]
#[rtype(result = "()")]
struct Stop;

/// Ends the actor: the others know its address for ever.
#[derive(Message)]
#[rtype(result = "()")]
struct Quit;

struct Agent {
    cell: Cell,
    agents: Directory<Addr<Agent>>,
    controller: Addr<Controller>,
}

impl Actor for Agent {
    type Context = Context<Self>;
}

impl Agent {
    fn ask(&mut self) {
        let (whom, state) = self.cell.ask();
        self.agents.agent(whom).do_send(Request { from: self.cell.number(), state });
    }
}

impl Handler<Begin> for Agent {
    type Result = ();

    fn handle(&mut self, Begin: Begin, _: &mut Context<Self>) {
        self.ask();
    }
}

impl Handler<Request> for Agent {
    type Result = ();

    fn handle(&mut self, Request { from, state }: Request, _: &mut Context<Self>) {
        let answer = self.cell.asked(state);
        self.agents.agent(from).do_send(Answer(answer));
        if answer.is_some() {
            self.ask();
        }
    }
}

impl Handler<Answer> for Agent {
    type Result = ();

    fn handle(&mut self, Answer(answer): Answer, _: &mut Context<Self>) {
        match self.cell.answered(answer) {
            Then::Ask => self.ask(),
            Then::Rest => {}
            Then::Enough => self.controller.do_send(Enough),
            Then::Stopped => self.controller.do_send(Stopped(self.cell.clone())),
        }
    }
}

impl Handler<Stop> for Agent {
    type Result = ();

    fn handle(&mut self, Stop: Stop, _: &mut Context<Self>) {
        if self.cell.stop() {
            self.controller.do_send(Stopped(self.cell.clone()));
        }
    }
}

impl Handler<Quit> for Agent {
    type Result = ();

    fn handle(&mut self, Quit: Quit, ctx: &mut Context<Self>) {
        ctx.stop();
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start {
    active: Vec<u32>,
    done: oneshot::Sender<Outcome>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Enough;

#[derive(Message)]
#[rtype(result = "()")]
struct Stopped(Cell);

/// Makes agents active, and has all of them stop when the first has had swaps enough.
struct Controller {
    size: Size,
    agents: Directory<Addr<Agent>>,
    run: Option<(Census, oneshot::Sender<Outcome>)>,
}

impl Actor for Controller {
    type Context = Context<Self>;
}

impl Handler<Start> for Controller {
    type Result = ();

    fn handle(&mut self, Start { active, done }: Start, _: &mut Context<Self>) {
        self.run = Some((Census::begin(self.size), done));
        for cell in active {
            self.agents.agent(cell).do_send(Begin);
        }
    }
}

impl Handler<Enough> for Controller {
    type Result = ();

    fn handle(&mut self, Enough: Enough, _: &mut Context<Self>) {
        if self.run.as_mut().is_some_and(|(census, _)| census.enough()) {
            self.agents.agents().iter().for_each(|agent| agent.do_send(Stop));
        }
    }
}

impl Handler<Stopped> for Controller {
    type Result = ();

    fn handle(&mut self, Stopped(cell): Stopped, ctx: &mut Context<Self>) {
        if let Some(outcome) = self.run.as_mut().and_then(|(census, _)| census.stopped(cell))
            && let Some((_, done)) = self.run.take()
        {
            _ = done.send(outcome);
            self.agents.agents().iter().for_each(|agent| agent.do_send(Quit));
            ctx.stop();
        }
    }
}

fn run(grid: &Grid, threads: &Threads) -> Result<Outcome, Failure> {
    let agents = Directory::new();
    let controller = threads.spawn(0, Controller { size: grid.size, agents: agents.clone(), run: None });
    // All on one thread: a message to another one costs more than a second thread could do meanwhile.
    let spawn = |cell| threads.spawn(0, Agent { cell, agents: agents.clone(), controller: controller.clone() });
    agents.fill(grid.cells().map(spawn).collect());
    let active = grid.active.clone();
    threads.run(|done| controller.do_send(Start { active, done }))
}
