use agon_agentspeak::project::{Execution, Mode, Stages, Threads};

use crate::project;

fn execution(infrastructure: &str) -> Execution {
    project(&format!("MAS m {{ infrastructure: {infrastructure} }}")).execution
}

fn stages(sense: u32, deliberate: u32, act: u32) -> Stages {
    Stages { sense, deliberate, act }
}

#[test]
fn threaded() {
    assert_eq!(execution("Local"), Execution::default());
    assert_eq!(execution("Centralised(threaded)"), Execution::default());
    assert_eq!(execution("Local(threaded,5)").stages, Stages::all(5));
    assert_eq!(execution("Local(threaded,1,2,3)").stages, stages(1, 2, 3));
    assert_eq!(execution("Local(whatever)").mode, Mode::Threaded);
}

#[test]
fn pool() {
    let of = |parameters: &str| {
        let execution = execution(parameters);
        (execution.mode, execution.threads, execution.cycles, execution.stages)
    };
    assert_eq!(of("Local(pool)"), (Mode::Pool, Threads::Shared(10), 5, Stages::all(1)));
    assert_eq!(of("Local(pool,4)"), (Mode::Pool, Threads::Shared(4), 5, Stages::all(1)));
    assert_eq!(of("Local(pool,4,9)"), (Mode::Pool, Threads::Shared(4), 9, Stages::all(1)));
    assert_eq!(of("Local(pool,4,1,2,3)"), (Mode::Pool, Threads::Shared(4), 5, stages(1, 2, 3)));
    assert_eq!(of("Local(POOL,4,1,2,3,8)"), (Mode::Pool, Threads::Shared(4), 8, stages(1, 2, 3)));
}

#[test]
fn synchronous_and_asynchronous() {
    let scheduled = execution("Local(synch_scheduled,3)");
    assert_eq!((scheduled.mode, scheduled.threads, scheduled.cycles), (Mode::SynchScheduled, Threads::Shared(3), 1));
    assert_eq!(execution("Local(synch_scheduled,3,6)").stages, Stages::all(6));
    let apart = execution("Local(asynch,1,2,3)");
    assert_eq!((apart.mode, apart.threads), (Mode::Asynch, Threads::PerStage(stages(1, 2, 3))));
    assert_eq!(execution("Local(asynch,1,2,3,4,5,6)").stages, stages(4, 5, 6));
    let together = execution("Local(asynch_shared,2,4,5,6)");
    assert_eq!(
        (together.mode, together.threads, together.stages),
        (Mode::AsynchShared, Threads::Shared(2), stages(4, 5, 6))
    );
}

#[test]
fn other_infrastructures_keep_their_parameters() {
    assert_eq!(execution("Jade(main_container_host(\"x\"), pool, \"-gui\")"), Execution::default());
}

#[test]
fn agents_of_their_own_mind() {
    let project = project(
        "MAS m { infrastructure: Local(pool,2) agents: a [rc=threaded, cycles=3, cycles_act=9]; b; c [rc=nonsense]; }",
    );
    let with = |agent: usize| project.execution.with(&project.agents[agent].options);
    assert_eq!((with(0).mode, with(0).cycles, with(0).stages), (Mode::Threaded, 3, stages(1, 1, 9)));
    assert_eq!((with(1).mode, with(1).cycles, with(1).stages), (Mode::Pool, 5, Stages::all(1)));
    assert_eq!(with(2).mode, Mode::Threaded);
}
