//! Runs golden cases: where their files lie meanwhile, and what differs from what Jason prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_agentspeak::Dialect;

use crate::case_file::{self, CaseFile, Mode};

pub struct Case {
    pub file: CaseFile,
    /// Which Jason has written it.
    pub dialect: Dialect,
    expected: Vec<String>,
}

impl Case {
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = CaseFile::read(path)?;
        let dialect = if file.name.starts_with("newer-") { Dialect::Jason33 } else { Dialect::Jason32 };
        let expected = file.expected.as_ref().ok_or("Jason has not run it: see regenerate.py")?;
        let expected = expected.lines().map(str::to_owned).collect();
        Ok(Self { file, dialect, expected })
    }

    /// What is wrong with lines and status, if anything is.
    pub fn difference(&self, lines: &[String], status: Option<i32>, mode: Mode) -> Option<String> {
        if status != Some(self.file.status) {
            return Some(format!("status {status:?}, not {}\n{}", self.file.status, lines.join("\n")));
        }
        let lines: Vec<String> = lines.iter().flat_map(|line| line.split('\n')).map(str::to_owned).collect();
        (arranged(&lines, mode) != arranged(&self.expected, mode)).then(|| difference(&lines, &self.expected))
    }
}

/// A folder with a case's files, into which its agents may write. It goes in the end.
pub struct Stage {
    folder: PathBuf,
    pub project: PathBuf,
}

impl Stage {
    pub fn of(case: &CaseFile) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agon-{}-{}-{count}", case.name, std::process::id()));
        let project = case.unpack(&folder);
        Self { folder, project }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn difference(lines: &[String], expected: &[String]) -> String {
    let place = lines.iter().zip(expected).position(|(line, due)| line != due);
    let place = place.unwrap_or_else(|| lines.len().min(expected.len()));
    let at = |lines: &[String]| lines.get(place).cloned().unwrap_or_else(|| "(nothing more)".to_owned());
    format!("line {}: {} where Jason has {}", place + 1, at(lines), at(expected))
}

/// The lines in an order that is the same whenever they agree in this mode.
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

/// The files of all cases, in the order of their names.
pub fn cases() -> Vec<PathBuf> {
    case_file::paths(&root())
}

/// The names of the cases for which this engine prints something else.
pub fn pending() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("pending.txt")).expect("pending.txt");
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
