//! pipeline: three stages, each of which makes a new string of every one that comes, and passes it on.

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::pipeline::{Pipeline, Stage, Stop, Tasks};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::FOREVER;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |system, _| run(&pipeline, system)))
}

enum ToStage {
    Task(String),
    /// Ends the stage, and those behind it.
    Stop(Box<(Stop, Reply<Stop>)>),
}

struct Worker {
    /// Until it ends.
    stage: Option<Stage>,
    /// None of the last.
    next: Option<Address<ToStage>>,
}

impl Actor for Worker {
    type Message = ToStage;

    fn handle(&mut self, message: ToStage, ctx: &mut Context<'_, Self>) {
        match (message, &mut self.stage) {
            (ToStage::Task(text), Some(stage)) => {
                let text = stage.make(text);
                if let Some(next) = &self.next {
                    ctx.send(next, ToStage::Task(text));
                }
            }
            (ToStage::Stop(mut ending), stage) => {
                if let Some(stage) = stage.take() {
                    stage.end(&mut ending.0);
                }
                match &self.next {
                    Some(next) => ctx.send(next, ToStage::Stop(ending)),
                    None => ending.1.send(ending.0),
                }
                ctx.stop();
            }
            (ToStage::Task(_), None) => unreachable!("nothing comes behind the stop message"),
        }
    }
}

/// On the start, sends all tasks to the first stage.
struct Driver {
    tasks: Tasks,
    first: Address<ToStage>,
}

impl Actor for Driver {
    type Message = Reply<Stop>;

    fn handle(&mut self, done: Reply<Stop>, ctx: &mut Context<'_, Self>) {
        let stop = Stop::begin();
        for task in self.tasks.by_ref() {
            ctx.send(&self.first, ToStage::Task(task));
        }
        ctx.send(&self.first, ToStage::Stop(Box::new((stop, done))));
        ctx.stop();
    }
}

fn run(pipeline: &Pipeline, system: &System) -> Result<Iteration, Failure> {
    let [download, index, write] = pipeline.stages()?;
    let spawn = |stage, next| system.spawn(Worker { stage: Some(stage), next });
    let last = spawn(write, None);
    let first = spawn(download, Some(spawn(index, Some(last))));
    let driver = system.spawn(Driver { tasks: pipeline.tasks(), first });
    Pipeline::finish(driver.ask(FOREVER, |done| done).map_err(Failure::work)?)
}
