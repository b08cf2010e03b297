//! pipeline: three stages, each of which makes a new string of every one that comes, and passes it on.

use ::tokio::runtime::Runtime;
use agon_platform::pipeline::{Pipeline, Stage, Stop, Tasks};
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        let stop = tokio::run(runtime, run(pipeline.tasks(), pipeline.stages()?))?;
        Pipeline::finish(stop)
    }))
}

#[derive(Actor)]
struct Worker {
    /// Until it ends.
    stage: Option<Stage>,
    /// None of the last.
    next: Option<ActorRef<Worker>>,
}

struct Task(String);

impl Message<Task> for Worker {
    type Reply = ();

    async fn handle(&mut self, Task(text): Task, _: &mut Context<Self, ()>) {
        let text = self.stage.as_mut().expect("no task comes behind the stop message").make(text);
        if let Some(next) = &self.next {
            send(next, Task(text));
        }
    }
}

/// Ends the stage, and those behind it.
struct End(Stop, Answer<Stop>);

impl Message<End> for Worker {
    type Reply = ();

    async fn handle(&mut self, End(mut stop, done): End, context: &mut Context<Self, ()>) {
        if let Some(stage) = self.stage.take() {
            stage.end(&mut stop);
        }
        match &self.next {
            Some(next) => send(next, End(stop, done)),
            None => done.send(Ok(stop)),
        }
        context.stop();
    }
}

/// On the start, sends all tasks to the first stage.
#[derive(Actor)]
struct Driver {
    tasks: Tasks,
    first: ActorRef<Worker>,
}

struct Start;

impl Message<Start> for Driver {
    type Reply = Later<Stop>;

    async fn handle(&mut self, Start: Start, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        let stop = Stop::begin();
        for task in self.tasks.by_ref() {
            send(&self.first, Task(task));
        }
        send(&self.first, End(stop, done));
        context.stop();
        reply
    }
}

async fn run(tasks: Tasks, [download, index, write]: [Stage; 3]) -> Stop {
    let last = spawn(Worker { stage: Some(write), next: None });
    let second = spawn(Worker { stage: Some(index), next: Some(last.clone()) });
    let first = spawn(Worker { stage: Some(download), next: Some(second.clone()) });
    let driver = spawn(Driver { tasks, first: first.clone() });
    let stages = [first, second, last];
    started(&stages).await;
    let stop = ask(&driver, Start).await;
    end(&stages).await;
    end(&[driver]).await;
    stop
}
