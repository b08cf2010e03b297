//! pipeline: three stages, each of which makes a new string of every one that comes, and passes it on.

use actix::{Actor, ActorContext, Addr, Context, Handler, Message};
use agon_platform::pipeline::{Pipeline, Stage, Stop, Tasks};
use agon_platform::{Arguments, Failure, Iteration, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |threads, _| run(&pipeline, threads)))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Task(String);

/// Ends the stage, and those behind it.
#[derive(Message)]
#[rtype(result = "()")]
struct End(Stop, oneshot::Sender<Stop>);

struct Worker {
    /// Until it ends.
    stage: Option<Stage>,
    /// None of the last.
    next: Option<Addr<Worker>>,
}

impl Actor for Worker {
    type Context = Context<Self>;
}

impl Handler<Task> for Worker {
    type Result = ();

    fn handle(&mut self, Task(text): Task, _: &mut Context<Self>) {
        let stage = self.stage.as_mut().expect("nothing comes behind the stop message");
        let text = stage.make(text);
        if let Some(next) = &self.next {
            next.do_send(Task(text));
        }
    }
}

impl Handler<End> for Worker {
    type Result = ();

    fn handle(&mut self, End(mut stop, done): End, ctx: &mut Context<Self>) {
        if let Some(stage) = self.stage.take() {
            stage.end(&mut stop);
        }
        match &self.next {
            Some(next) => next.do_send(End(stop, done)),
            None => _ = done.send(stop),
        }
        ctx.stop();
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start(oneshot::Sender<Stop>);

/// On the start, sends all tasks to the first stage.
struct Driver {
    tasks: Tasks,
    first: Addr<Worker>,
}

impl Actor for Driver {
    type Context = Context<Self>;
}

impl Handler<Start> for Driver {
    type Result = ();

    fn handle(&mut self, Start(done): Start, _: &mut Context<Self>) {
        let stop = Stop::begin();
        for task in self.tasks.by_ref() {
            self.first.do_send(Task(task));
        }
        self.first.do_send(End(stop, done));
    }
}

fn run(pipeline: &Pipeline, threads: &Threads) -> Result<Iteration, Failure> {
    let [download, index, write] = pipeline.stages()?;
    let spawn = |stage, next| threads.spawn(0, Worker { stage: Some(stage), next });
    let last = spawn(write, None);
    let second = spawn(index, Some(last));
    let first = spawn(download, Some(second));
    let driver = threads.spawn(0, Driver { tasks: pipeline.tasks(), first });
    let stop = threads.run(|done| driver.do_send(Start(done)))?;
    Pipeline::finish(stop)
}
