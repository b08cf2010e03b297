//! The floor of three workloads: the same strings, data and lines by plain function calls on one thread, and the same steps by plain
//! threads. No contestant: it shows how much of a platform's time is not its own.

use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use agon_platform::compute::{Compute, Share, Tally};
use agon_platform::pipeline::{Pipeline, Stop};
use agon_platform::rounds::{COORDINATOR, PRINTER, RETRIEVER, Rounds, datum};
use agon_platform::{Arguments, Failure, Platform, Proof, Witness, Work};

fn main() -> ExitCode {
    Platform {
        program: "agon-floor",
        start: |_| Ok(()),
        end: |()| Ok(()),
        workloads: &[("pipeline", pipeline), ("service-rounds", service_rounds), ("compute", compute)],
    }
    .main()
}

/// Each task goes through all stages before the next one begins.
fn pipeline(arguments: &mut Arguments) -> Result<Work<()>, Failure> {
    let pipeline = Pipeline::take(arguments)?;
    Ok(Box::new(move |(), _| {
        let mut stages = pipeline.stages()?;
        let tasks = pipeline.tasks();
        let mut stop = Stop::begin();
        for task in tasks {
            stages.iter_mut().fold(task, |text, stage| stage.make(text));
        }
        for stage in stages {
            stage.end(&mut stop);
        }
        Pipeline::finish(stop)
    }))
}

/// A round's datum is computed and printed.
fn service_rounds(arguments: &mut Arguments) -> Result<Work<()>, Failure> {
    let rounds = Rounds::take(arguments, &[("default", ())])?;
    Ok(if rounds.witness { rounds_of::<Witness>(rounds) } else { rounds_of::<()>(rounds) })
}

fn rounds_of<P: Proof>(rounds: Rounds<()>) -> Work<()> {
    Box::new(move |(), _| {
        let (mut answers, mut printer) = (rounds.answers::<P>(), rounds.printer()?);
        let begun = Instant::now();
        while let Some((round, proof)) = answers.next() {
            let datum = datum(round);
            printer.print(round, datum);
            let way = [COORDINATOR, RETRIEVER, COORDINATOR, PRINTER, COORDINATOR];
            answers.record(datum, way.into_iter().fold(proof, P::passed_by));
        }
        Ok(answers.finish(begun))
    })
}

/// An agent is a thread; the thread that runs the iteration is their controller.
fn compute(arguments: &mut Arguments) -> Result<Work<()>, Failure> {
    let compute = Compute::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |(), _| {
        thread::scope(|scope| {
            let (controller, done) = mpsc::channel();
            let agent = |mut share: Share| {
                let (agent, begin) = mpsc::channel();
                let controller = controller.clone();
                let work = move || {
                    // If another thread could not be started none is started.
                    if begin.recv() == Ok(()) {
                        share.compute();
                        controller.send(share).expect("the controller listens");
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work).map_err(Failure::work)?;
                Ok(agent)
            };
            let agents = compute.shares().map(agent).collect::<Result<Vec<_>, Failure>>()?;
            let mut tally = Tally::begin(&compute);
            for agent in agents {
                agent.send(()).map_err(Failure::work)?;
            }
            loop {
                if let Some(elapsed) = tally.record(done.recv().map_err(Failure::work)?) {
                    return Ok(tally.finish(elapsed));
                }
            }
        })
    }))
}
