//! The golden cases again, with agents as actors, in every mode.
//!
//! Left out are those whose output depends on when something happens: that a time has passed, or which of two agents is faster.

mod heard;
mod scenery;
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use agon_agentspeak::Dialect;
use agon_agentspeak::system::{Blueprint, Mode, Setup, Society};
use heard::{Heard, status};
use support::{Case, Stage, folders, pending};

/// What a program says if time, or chance, has a part in it.
const TIMELY: [&str; 10] =
    [".wait", ".at(", "hard_deadline", ".time(", ".date(", "nano_time", "system.time", "random", "shuffle", "timeout"];

/// Cases of several agents, with what would make a difference if they were not in step.
const IN_STEP: &[&str] = &[];

/// Why a case is not for a mode, if it is not.
fn is_for(case: &Case, name: &str, mode: Mode) -> bool {
    let files = fs::read_dir(&case.folder).expect("a folder").flatten().map(|entry| entry.path());
    let texts: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "asl" || extension == "mas2j"))
        .map(|path| fs::read_to_string(path).unwrap_or_default())
        .collect();
    let is_timely = texts.iter().any(|text| TIMELY.iter().any(|word| text.contains(word)));
    !is_timely && (mode == Mode::Synchronous || !IN_STEP.contains(&name))
}

/// What was said, and the status.
fn live(project: &Path, dialect: Dialect, mode: Mode) -> Result<(Vec<String>, Option<i32>), String> {
    let heard = Heard::default();
    let blueprint = Blueprint::of_project(project, BTreeMap::new(), &scenery::extensions().in_dialect(dialect))?;
    let setup = Setup { mode, output: heard.sink(), warnings: Heard::default().sink(), ..Setup::default() };
    let society = Society::begin(blueprint, setup)?;
    let status = status(&society);
    drop(society);
    Ok((heard.lines(), status))
}

fn agree_in(mode: Mode) {
    let pending = pending();
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut count = 0;
    let mut wrong = Vec::new();
    for folder in folders() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let case = Case::read(&folder);
        if pending.contains(&name) || !name.starts_with(&wanted) || !is_for(&case, &name, mode) {
            continue;
        }
        count += 1;
        // Which agent's line comes first is not said.
        let order = match case.mode {
            support::Mode::Exact => support::Mode::PerAgent,
            order => order,
        };
        let problem = match live(&Stage::of(&case).project(), case.dialect, mode) {
            Ok((lines, status)) => case.difference(&lines, status, order),
            Err(problem) => Some(problem),
        };
        wrong.extend(problem.map(|problem| format!("{name}: {problem}")));
    }
    assert!(wrong.is_empty(), "{} of {count} cases, {mode}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 100 || !wanted.is_empty(), "only {count} cases");
}

#[test]
fn the_cases_agree_in_a_pool() {
    agree_in(Mode::Pool);
}

#[test]
fn the_cases_agree_with_a_thread_an_agent() {
    agree_in(Mode::Thread);
}

#[test]
fn the_cases_agree_in_step() {
    agree_in(Mode::Synchronous);
}
