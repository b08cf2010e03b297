//! The golden cases: what Jason prints, this prints.
//!
//! `tests/cases/pending.txt` names those that do not agree yet. One that is named there and agrees, or is not and does not, fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No case takes so long.
const LIMIT: Duration = Duration::from_secs(2);

struct Case {
    folder: PathBuf,
    mode: Mode,
    status: i32,
    expected: Vec<String>,
}

#[derive(Clone, Copy)]
enum Mode {
    Exact,
    PerAgent,
    Multiset,
}

impl Case {
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join("case.toml")).expect("case.toml");
        let value = |key: &str| {
            let line = text.lines().find(|line| line.split('=').next().is_some_and(|name| name.trim() == key));
            line.and_then(|line| line.split_once('=')).map(|(_, value)| value.trim().trim_matches('"').to_owned())
        };
        let mode = match value("mode").as_deref() {
            Some("per-agent") => Mode::PerAgent,
            Some("multiset") => Mode::Multiset,
            _ => Mode::Exact,
        };
        let status = value("status").and_then(|status| status.parse().ok()).unwrap_or(0);
        let expected = fs::read_to_string(folder.join("expected")).expect("expected");
        let expected = expected.lines().map(str::to_owned).collect();
        Self { folder: folder.to_owned(), mode, status, expected }
    }

    /// What went wrong, if anything did.
    fn problem(&self) -> Option<String> {
        let stage = Stage::of(&self.folder);
        let (lines, status) = match run(&stage.project()) {
            Ok(outcome) => outcome,
            Err(problem) => return Some(problem),
        };
        if status != Some(self.status) {
            return Some(format!("status {status:?}, not {}\n{}", self.status, lines.join("\n")));
        }
        let lines: Vec<String> = lines.iter().flat_map(|line| line.split('\n')).map(str::to_owned).collect();
        (arranged(&lines, self.mode) != arranged(&self.expected, self.mode)).then(|| difference(&lines, &self.expected))
    }
}

/// A copy of a case's files, since its agents may write some. It goes in the end.
struct Stage(PathBuf);

impl Stage {
    fn of(folder: &Path) -> Self {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let stage = Self(std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id())));
        copy(folder, &stage.0);
        stage
    }

    fn project(&self) -> PathBuf {
        let files = fs::read_dir(&self.0).expect("a folder").flatten().map(|entry| entry.path());
        files
            .into_iter()
            .find(|path| path.extension().is_some_and(|extension| extension == "mas2j"))
            .expect("a project")
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { fs::copy(&from, &to).map(drop).expect("a file") }
    }
}

fn difference(lines: &[String], expected: &[String]) -> String {
    let place = lines.iter().zip(expected).position(|(line, due)| line != due);
    let place = place.unwrap_or_else(|| lines.len().min(expected.len()));
    let at = |lines: &[String]| lines.get(place).cloned().unwrap_or_else(|| "(nothing more)".to_owned());
    format!("line {}: {} where Jason has {}", place + 1, at(lines), at(expected))
}

/// The lines in an order that is the same whenever the mode says that they agree.
fn arranged(lines: &[String], mode: Mode) -> Vec<String> {
    let mut lines = lines.to_vec();
    match mode {
        Mode::Exact => {}
        Mode::Multiset => lines.sort(),
        Mode::PerAgent => {
            let mut by_agent: BTreeMap<String, Vec<String>> = BTreeMap::new();
            let mut agent = String::new();
            for line in lines {
                if let Some((name, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
                    agent = name.to_owned();
                }
                by_agent.entry(agent.clone()).or_default().push(line);
            }
            lines = by_agent.into_values().flatten().collect();
        }
    }
    lines
}

fn run(project: &Path) -> Result<(Vec<String>, Option<i32>), String> {
    let mut system = agon_agentspeak::system::load(project, BTreeMap::new())?;
    system.simulate_time();
    let begun = Instant::now();
    let mut status = None;
    while status.is_none() && !system.is_idle() && begun.elapsed() < LIMIT {
        status = system.run(100);
    }
    Ok((system.lines().to_vec(), status))
}

#[test]
fn what_jason_prints_this_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let pending = fs::read_to_string(root.join("pending.txt")).expect("pending.txt");
    let pending: BTreeSet<&str> = pending.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let wanted = std::env::var("CASE").ok();
    let mut folders: Vec<PathBuf> = fs::read_dir(&root).expect("cases").flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("case.toml").exists());
    folders.sort();
    let mut agreeing = 0;
    let mut wrong = Vec::new();
    let total = folders.len();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if wanted.as_ref().is_some_and(|wanted| !name.starts_with(wanted.as_str())) {
            continue;
        }
        let outcome = std::panic::catch_unwind(|| Case::read(&folder).problem());
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
