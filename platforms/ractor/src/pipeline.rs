//! pipeline: three stages, each of which makes a new string of every one that comes, and passes it on.

use ::tokio::runtime::Runtime;
use agon_platform::pipeline::{Pipeline, Stage, Stop, Tasks};
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |runtime, _| {
        let stop = tokio::run(runtime, run(pipeline.tasks(), pipeline.stages()?))?;
        Pipeline::finish(stop.map_err(Failure::work)?)
    }))
}

enum ToStage {
    Task(String),
    /// Ends the stage, and those behind it.
    Stop(Stop, RpcReplyPort<Stop>),
}

struct Worker {
    /// None of the last.
    next: Option<ActorRef<ToStage>>,
}

impl Actor for Worker {
    type Msg = ToStage;
    /// Until it ends.
    type State = Option<Stage>;
    type Arguments = Stage;

    async fn pre_start(&self, _: ActorRef<ToStage>, stage: Stage) -> Result<Self::State, ActorProcessingErr> {
        Ok(Some(stage))
    }

    async fn handle(
        &self,
        me: ActorRef<ToStage>,
        message: ToStage,
        stage: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToStage::Task(text) => {
                let text = stage.as_mut().ok_or("a task came behind the stop message")?.make(text);
                if let Some(next) = &self.next {
                    next.cast(ToStage::Task(text))?;
                }
            }
            ToStage::Stop(mut stop, done) => {
                if let Some(stage) = stage.take() {
                    stage.end(&mut stop);
                }
                match &self.next {
                    Some(next) => next.cast(ToStage::Stop(stop, done))?,
                    None => done.send(stop)?,
                }
                me.stop(None);
            }
        }
        Ok(())
    }
}

/// On the start, sends all tasks to the first stage.
struct Driver {
    first: ActorRef<ToStage>,
}

impl Actor for Driver {
    type Msg = RpcReplyPort<Stop>;
    type State = Tasks;
    type Arguments = Tasks;

    async fn pre_start(&self, _: ActorRef<Self::Msg>, tasks: Tasks) -> Result<Tasks, ActorProcessingErr> {
        Ok(tasks)
    }

    async fn handle(
        &self,
        me: ActorRef<Self::Msg>,
        done: RpcReplyPort<Stop>,
        tasks: &mut Tasks,
    ) -> Result<(), ActorProcessingErr> {
        let stop = Stop::begin();
        for task in tasks.by_ref() {
            self.first.cast(ToStage::Task(task))?;
        }
        self.first.cast(ToStage::Stop(stop, done))?;
        me.stop(None);
        Ok(())
    }
}

async fn run(tasks: Tasks, [download, index, write]: [Stage; 3]) -> Result<Stop, ActorProcessingErr> {
    let (last, _) = Actor::spawn(None, Worker { next: None }, write).await?;
    let (second, _) = Actor::spawn(None, Worker { next: Some(last) }, index).await?;
    let (first, _) = Actor::spawn(None, Worker { next: Some(second) }, download).await?;
    let (driver, _) = Actor::spawn(None, Driver { first }, tasks).await?;
    Ok(call!(driver, |done| done)?)
}
