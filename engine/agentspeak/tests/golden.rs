//! The golden cases: what Jason prints, this prints.
//!
//! `tests/cases/pending.txt` names those that do not agree yet. One that is named there and agrees, or is not and does not, fails.

mod case_file;
#[path = "case_file/tests.rs"]
mod case_file_tests;
mod scenery;
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use agon_agentspeak::Dialect;
use support::{Case, Stage, cases, pending};

/// No case takes so long.
const LIMIT: Duration = Duration::from_secs(60);

/// What went wrong with a case, if anything did: with shortcuts or by the long way.
fn problem(case: &Case) -> Option<String> {
    [true, false].into_iter().find_map(|shortcuts| {
        let problem = match run(&Stage::of(&case.file).project, case.dialect, shortcuts) {
            Ok((lines, status)) => case.difference(&lines, status, case.file.mode),
            Err(problem) => Some(problem),
        };
        problem.map(|problem| if shortcuts { problem } else { format!("without shortcuts: {problem}") })
    })
}

fn run(project: &Path, dialect: Dialect, shortcuts: bool) -> Result<(Vec<String>, Option<i32>), String> {
    let mut system =
        agon_agentspeak::system::load_with(project, BTreeMap::new(), &scenery::extensions().in_dialect(dialect))?;
    system.simulate_time();
    if !shortcuts {
        system.take_no_shortcuts();
    }
    let begun = Instant::now();
    let mut status = None;
    while status.is_none() && !system.is_idle() && begun.elapsed() < LIMIT {
        status = system.run(100);
    }
    Ok((system.lines().to_vec(), status))
}

#[test]
fn what_jason_prints_this_prints() {
    let pending = pending();
    let wanted = std::env::var("CASE").ok();
    let cases = cases();
    let mut agreeing = 0;
    let mut wrong = Vec::new();
    let total = cases.len();
    for path in cases {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.as_ref().is_some_and(|wanted| !name.starts_with(wanted.as_str())) {
            continue;
        }
        let outcome = std::panic::catch_unwind(|| Case::read(&path).map_or_else(Some, |case| problem(&case)));
        let problem = outcome.unwrap_or_else(|_| Some("panicked".to_owned()));
        if wanted.is_some() {
            println!("{name}: {}", problem.as_deref().unwrap_or("agrees"));
        }
        match (problem, pending.contains(&*name)) {
            (None, false) => agreeing += 1,
            (None, true) => wrong.push(format!("{name} agrees: take it out of pending.txt")),
            (Some(problem), false) => wrong.push(format!("{name}: {problem}")),
            (Some(_), true) => {}
        }
    }
    println!("{agreeing} of {total} agree");
    assert!(wrong.is_empty(), "{}\n{} of {total} agree", wrong.join("\n"), agreeing);
}
