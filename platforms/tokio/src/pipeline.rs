//! pipeline: three stages, each of which makes a new string of every one that comes, and passes it on.

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::sync::oneshot;
use ::tokio::task;
use agon_platform::pipeline::{Pipeline, Stage, Stop, Tasks};
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        let stop = tokio::run(runtime, run(pipeline.tasks(), pipeline.stages()?))?;
        Pipeline::finish(stop)
    }))
}

enum ToStage {
    Task(String),
    Stop(Box<Stop>),
}

async fn work(mut stage: Stage, mut inbox: UnboundedReceiver<ToStage>, next: UnboundedSender<ToStage>) {
    let send = |message| next.send(message).expect("the next stage works");
    while let Some(message) = inbox.recv().await {
        match message {
            ToStage::Task(text) => send(ToStage::Task(stage.make(text))),
            ToStage::Stop(mut stop) => {
                stage.end(&mut stop);
                return send(ToStage::Stop(stop));
            }
        }
    }
}

/// The last stage, which passes nothing on.
async fn write(mut stage: Stage, mut inbox: UnboundedReceiver<ToStage>, done: oneshot::Sender<Stop>) {
    while let Some(message) = inbox.recv().await {
        match message {
            ToStage::Task(text) => drop(stage.make(text)),
            ToStage::Stop(mut stop) => {
                stage.end(&mut stop);
                return done.send(*stop).expect("the outcome is awaited");
            }
        }
    }
}

async fn run(tasks: Tasks, [download, index, last]: [Stage; 3]) -> Stop {
    let (first, downloads) = mpsc::unbounded_channel();
    let (second, indexes) = mpsc::unbounded_channel();
    let (third, writes) = mpsc::unbounded_channel();
    let (done, outcome) = oneshot::channel();
    task::spawn(work(download, downloads, second));
    task::spawn(work(index, indexes, third));
    task::spawn(write(last, writes, done));

    let stop = Stop::begin();
    for text in tasks {
        first.send(ToStage::Task(text)).expect("the first stage works");
    }
    first.send(ToStage::Stop(Box::new(stop))).expect("the first stage works");
    outcome.await.expect("the last stage ends")
}
