//! Golden cases, each one file (`tests/cases/README.md` describes the format), as `case_file.py` reads them too.
#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::path::{Path, PathBuf};

/// The section with what the case prints, which is the last.
const EXPECTED: &str = "expected";

const MODES: [(&str, Mode); 3] = [("exact", Mode::Exact), ("per-agent", Mode::PerAgent), ("multiset", Mode::Multiset)];
const LEVELS: [(&str, ()); 2] = [("info", ()), ("all", ())];

/// How what is printed is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Exact,
    PerAgent,
    Multiset,
}

/// Files with their paths inside a folder.
pub type Files = Vec<(String, String)>;

pub struct CaseFile {
    pub name: String,
    pub mode: Mode,
    pub status: i32,
    /// The files of its project.
    pub files: Files,
    /// Jason has not run it yet if there is none.
    pub expected: Option<String>,
}

impl CaseFile {
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).map_err(|problem| problem.to_string());
        text.and_then(|text| Self::parse(&name, &text)).map_err(|problem| format!("{}: {problem}", path.display()))
    }

    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let (front, mut files) = parts(text)?;
        let (mode, status) = settings(front)?;
        let expected = files.pop_if(|(name, _)| name == EXPECTED).map(|(_, text)| text);
        if let Some(project) = default_project(name, &files)? {
            files.insert(0, project);
        }
        Ok(Self { name: name.to_owned(), mode, status, files, expected })
    }

    /// The name of its project file.
    pub fn project(&self) -> &str {
        self.with_extension("mas2j").map(|(name, _)| name).find(|name| is_project(name)).expect("each has one")
    }

    pub fn with_extension<'a>(&'a self, extension: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let has = move |name: &str| Path::new(name).extension().is_some_and(|it| it == extension);
        self.files.iter().filter(move |(name, _)| has(name)).map(|(name, text)| (&**name, &**text))
    }

    /// Puts its files there and returns the project file.
    pub fn unpack(&self, folder: &Path) -> PathBuf {
        for (name, text) in &self.files {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        folder.join(self.project())
    }
}

/// The files of all cases in a folder, in the order of their names.
pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "case"));
    paths.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    paths
}

/// What stands before the first mark of a section, and the sections in their order.
pub fn parts(text: &str) -> Result<(&str, Files), String> {
    if !text.ends_with('\n') {
        return Err("the last line does not end".to_owned());
    }
    let mut front = text.len();
    let mut sections = Files::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("-- ") {
            front = front.min(at);
            let name = section(line)?;
            if sections.iter().any(|(other, _)| other == name) {
                return Err(format!("two sections are called {name}"));
            }
            if sections.last().is_some_and(|(last, _)| last == EXPECTED) {
                return Err(format!("{EXPECTED} is not the last section"));
            }
            sections.push((name.to_owned(), String::new()));
        } else if let Some((_, text)) = sections.last_mut() {
            text.push_str(line);
        }
        at += line.len();
    }
    Ok((&text[..front], sections))
}

/// The name in the mark of a section.
fn section(line: &str) -> Result<&str, String> {
    let name = line.strip_prefix("-- ").and_then(|line| line.strip_suffix(" --\n")).unwrap_or_default();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(format!("not the mark of a section: {}", line.trim_end()));
    }
    if name.contains('\\') || name.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(format!("not a file of the case: {name}"));
    }
    Ok(name)
}

fn settings(front: &str) -> Result<(Mode, i32), String> {
    let (mut mode, mut status) = (Mode::Exact, 0);
    let mut found: Vec<(&str, Value<'_>)> = Vec::new();
    for line in front.split_inclusive('\n') {
        let (key, value) = setting(line).ok_or_else(|| format!("not a setting: {line}").trim_end().to_owned())?;
        if found.iter().any(|(other, _)| *other == key) {
            return Err(format!("set twice: {key}"));
        }
        match (key, value) {
            ("mode", Value::Text(word)) => mode = one_of(&MODES, key, word)?,
            ("levels", Value::Text(word)) => one_of(&LEVELS, key, word)?,
            ("status", Value::Number(number)) => status = number,
            ("shows", Value::Text(_)) | ("limit_s", Value::Number(_)) => {}
            _ => return Err(format!("there is no such setting: {key}")),
        }
        found.push((key, value));
    }
    if !found.iter().any(|(key, value)| *key == "shows" && *value != Value::Text("")) {
        return Err("shows is missing".to_owned());
    }
    Ok((mode, status))
}

fn one_of<T: Copy>(words: &[(&str, T)], key: &str, word: &str) -> Result<T, String> {
    let meant = words.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant);
    meant.ok_or_else(|| {
        format!("{key} is one of {}", words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value<'a> {
    Text(&'a str),
    Number(i32),
}

/// A key, and a text in quotation marks or a number.
fn setting(line: &str) -> Option<(&str, Value<'_>)> {
    let (key, value) = line.strip_suffix('\n')?.split_once(" = ")?;
    let is_word = !key.is_empty() && key.chars().all(|it| it.is_alphanumeric() || it == '_');
    let value = match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(text) => is_quoted(text).then_some(Value::Text(text)),
        None => is_number(value).then(|| value.parse().ok().map(Value::Number)).flatten(),
    };
    value.filter(|_| is_word).map(|value| (key, value))
}

/// Whether each quotation mark in it, and each backslash, has a backslash before it.
fn is_quoted(text: &str) -> bool {
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character == '"' || character == '\\' && !matches!(rest.next(), Some('"' | '\\')) {
            return false;
        }
    }
    true
}

fn is_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether it is a project file, which has no folder before it.
fn is_project(name: &str) -> bool {
    !name.contains('/') && name.ends_with(".mas2j")
}

/// That of a case without one: an agent of each program that has no folder before it.
fn default_project(name: &str, files: &[(String, String)]) -> Result<Option<(String, String)>, String> {
    match files.iter().filter(|(name, _)| is_project(name)).count() {
        0 => {}
        1 => return Ok(None),
        _ => return Err("more than one project".to_owned()),
    }
    let stems = files.iter().filter(|(name, _)| !name.contains('/')).filter_map(|(name, _)| name.strip_suffix(".asl"));
    let agents: Vec<String> = stems.map(|stem| format!("{stem};")).collect();
    if agents.is_empty() {
        return Err("neither a project nor a program".to_owned());
    }
    let (society, agents) = (name.replace('-', "_"), agents.join(" "));
    Ok(Some((format!("{name}.mas2j"), format!("MAS {society} {{\n    agents: {agents}\n}}\n"))))
}
