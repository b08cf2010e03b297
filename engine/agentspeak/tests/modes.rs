//! The golden cases again, with agents as actors, in every mode.
//!
//! Left out are those whose output depends on when something happens: that a time has passed, or which of two agents is faster.

mod captured;
mod case_file;
mod scenery;
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use agon_agentspeak::Dialect;
use agon_agentspeak::system::{Blueprint, Mode, Setup, Society};
use captured::{Captured, status};
use case_file::CaseFile;
use support::{Case, Stage, cases, pending};

/// What a program prints if time, or chance, has a part in it.
const TIMELY: [&str; 10] =
    [".wait", ".at(", "hard_deadline", ".time(", ".date(", "nano_time", "system.time", "random", "shuffle", "timeout"];

/// Cases of several agents, with what would make a difference if they were not in step.
const IN_STEP: &[&str] = &[];

/// Why a case is not for a mode, if it is not.
fn is_for(case: &CaseFile, mode: Mode) -> bool {
    let mut files = case.with_extension("asl").chain(case.with_extension("mas2j"));
    let is_timely = files.any(|(name, text)| !name.contains('/') && TIMELY.iter().any(|word| text.contains(word)));
    !is_timely && (mode == Mode::Synchronous || !IN_STEP.contains(&&*case.name))
}

/// The output, and the status.
fn live(project: &Path, dialect: Dialect, mode: Mode) -> Result<(Vec<String>, Option<i32>), String> {
    let captured = Captured::default();
    let blueprint = Blueprint::of_project(project, BTreeMap::new(), &scenery::extensions().in_dialect(dialect))?;
    let setup = Setup { mode, output: captured.sink(), warnings: Some(Captured::default().sink()), ..Setup::default() };
    let society = Society::begin(blueprint, setup)?;
    let status = status(&society);
    drop(society);
    Ok((captured.lines(), status))
}

fn agree_in(mode: Mode) {
    let pending = pending();
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in cases() {
        let case = Case::read(&path).unwrap_or_else(|problem| panic!("{problem}"));
        let name = &case.file.name;
        if pending.contains(name) || !name.starts_with(&wanted) || !is_for(&case.file, mode) {
            continue;
        }
        count += 1;
        // Which agent's line comes first is not defined.
        let order = match case.file.mode {
            case_file::Mode::Exact => case_file::Mode::PerAgent,
            order => order,
        };
        let problem = match live(&Stage::of(&case.file).project, case.dialect, mode) {
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
