//! `play PROJECT.mas2j`: what the agents of a project say, each line behind a record separator, as the golden cases are played:
//! time passes where everybody waits.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// So many turns are enough for anything that ends.
const TURNS: usize = 10_000_000;

fn main() -> ExitCode {
    let Some(project) = std::env::args().nth(1) else {
        eprintln!("usage: play PROJECT.mas2j");
        return ExitCode::from(2);
    };
    let mut system = match agon_agentspeak::system::load(Path::new(&project), BTreeMap::new()) {
        Ok(system) => system,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    system.simulate_time();
    system.run(TURNS);
    for line in system.lines() {
        print!("{line}\x1e");
    }
    for warning in system.warnings() {
        eprintln!("{warning}");
    }
    ExitCode::SUCCESS
}
