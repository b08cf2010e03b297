//! The golden cases: projects with what Jason prints for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agentspeak::Dialect;

pub struct Case {
    pub folder: PathBuf,
    pub mode: Mode,
    /// Which Jason has written it.
    pub dialect: Dialect,
    pub status: i32,
    pub expected: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Exact,
    PerAgent,
    Multiset,
}

impl Case {
    pub fn read(folder: &Path) -> Self {
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
        let is_newer = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("newer-"));
        let dialect = if is_newer { Dialect::Jason33 } else { Dialect::Jason32 };
        let status = value("status").and_then(|status| status.parse().ok()).unwrap_or(0);
        let expected = fs::read_to_string(folder.join("expected")).expect("expected");
        let expected = expected.lines().map(str::to_owned).collect();
        Self { folder: folder.to_owned(), mode, dialect, status, expected }
    }

    /// What is wrong with lines and status, if anything is.
    pub fn difference(&self, lines: &[String], status: Option<i32>, mode: Mode) -> Option<String> {
        if status != Some(self.status) {
            return Some(format!("status {status:?}, not {}\n{}", self.status, lines.join("\n")));
        }
        let lines: Vec<String> = lines.iter().flat_map(|line| line.split('\n')).map(str::to_owned).collect();
        (arranged(&lines, mode) != arranged(&self.expected, mode)).then(|| difference(&lines, &self.expected))
    }
}

/// A copy of a case's files, since its agents may write some. It goes in the end.
pub struct Stage(PathBuf);

impl Stage {
    pub fn of(case: &Case) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = case.folder.file_name().unwrap_or_default().to_string_lossy();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let stage = Self(std::env::temp_dir().join(format!("agon-{name}-{}-{count}", std::process::id())));
        copy(&case.folder, &stage.0);
        stage
    }

    pub fn project(&self) -> PathBuf {
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

/// Where the cases are.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The folders of all cases, in order.
pub fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root()).expect("cases").flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("case.toml").exists());
    folders.sort();
    folders
}

/// The names of the cases for which this engine prints something else.
pub fn pending() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("pending.txt")).expect("pending.txt");
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
