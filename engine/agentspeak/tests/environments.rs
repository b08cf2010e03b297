//! Environments of agents that are actors: the same in every mode, and no agent waits for slow ones.

mod captured;
mod scenery;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::environment::{Action, Environment, Percepts};
use agon_agentspeak::system::{Blueprint, Mode, Setup, Society};
use captured::{Captured, status};

const MODES: [Mode; 3] = [Mode::Pool, Mode::Thread, Mode::Synchronous];

/// What the agents of a project print, and its status. Each agent's program is the file of its name.
fn live(
    name: &str,
    project: &str,
    programs: &[(&str, &str)],
    extensions: &Extensions,
    mode: Mode,
) -> (Vec<String>, Option<i32>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments").join(format!("{name}-{mode:?}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (agent, program) in programs {
        std::fs::write(folder.join(format!("{agent}.asl")), program).expect("a program");
    }
    let file = folder.join("test.mas2j");
    let blueprint = Blueprint::of_text(project, &file, Default::default(), extensions).expect("a project");
    let captured = Captured::default();
    let setup = Setup {
        mode,
        seed: Some(1),
        output: captured.sink(),
        warnings: Some(Captured::default().sink()),
        ..Setup::default()
    };
    let society = Society::begin(blueprint, setup).expect("a society");
    let status = status(&society);
    drop(society);
    (captured.lines(), status)
}

#[test]
fn what_is_perceived_is_believed_in_every_mode() {
    let ann = "!s. +!s <- add(p(1)); .wait(p(1)); only([p(2)]); .wait(p(2)); .send(bob, achieve, look).
               +p(X)[source(percept)] <- .print(new(X)). -p(X) <- .print(gone(X)).
               +seen(L) <- .print(L); .stopMAS(0, 3).";
    let bob = "+!look <- all(day); .wait(day); .findall(X, p(X), L); .send(ann, tell, seen(L)).";
    for mode in MODES {
        let project = "MAS m { environment: Scenery agents: ann; bob; }";
        let (lines, status) = live("scenery", project, &[("ann", ann), ("bob", bob)], &scenery::extensions(), mode);
        assert_eq!(status, Some(3), "{mode:?}");
        assert_eq!(lines, ["[ann] new(1)", "[ann] gone(1)", "[ann] new(2)", "[ann] []"], "{mode:?}");
    }
}

/// All agents must be in it before any comes out.
struct Meeting {
    percepts: Percepts,
    agents: usize,
    there: AtomicUsize,
}

impl Environment for Meeting {
    fn execute(&self, action: Action) {
        if self.there.fetch_add(1, Ordering::SeqCst) + 1 == self.agents {
            self.percepts.add(agon_agentspeak::term::Term::atom("all_there"));
        }
        // A slow one: with as many threads as agents none keeps others waiting.
        while self.there.load(Ordering::SeqCst) < self.agents {
            thread::sleep(Duration::from_millis(1));
        }
        action.done();
    }

    fn threads(&self) -> usize {
        self.agents
    }
}

#[test]
fn slow_actions_hold_up_no_agent() {
    let extensions = Extensions::default().environment("Meeting", |setting| {
        let (percepts, agents) = (setting.percepts.clone(), setting.agents.len());
        Ok(Meeting { percepts, agents, there: AtomicUsize::new(0) })
    });
    let one = "!s. +!s <- meet; .my_name(Me); .send(one1, tell, through(Me)).
               +through(_) : .count(through(_), 5) & all_there <- .stopMAS(0, 4).";
    for mode in MODES {
        let (_, status) =
            live("meeting", "MAS m { environment: Meeting agents: one #5; }", &[("one", one)], &extensions, mode);
        assert_eq!(status, Some(4), "{mode:?}");
    }
}
