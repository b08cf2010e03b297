//! Mistakes as users make them, with all that `agon-asl check` and `agon-asl run` show: each file of `tests/failures` is a program,
//! that text, and what Jason 3.2 shows. `docs/failures.md` is made of these files.
//!
//! `AGON_UPDATE=1` writes the text and the page again.

mod case_file;
mod folder;

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use folder::Folder;

const CHECK: &str = "check";
const RUN: &str = "run";
const JASON: &str = "jason";

/// What a loop without an end is not started for.
const ENDLESS: &str = "(it does not end)\n";

struct Mistake {
    path: PathBuf,
    what: String,
    sections: case_file::Files,
}

impl Mistake {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a file");
        let (front, sections) = case_file::parts(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
        let what = front.trim().strip_prefix("mistake = \"").and_then(|rest| rest.strip_suffix('"'));
        Self { path: path.to_owned(), what: what.expect("what the mistake is").to_owned(), sections }
    }

    fn section(&self, name: &str) -> &str {
        self.sections.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }

    fn files(&self) -> Vec<(&str, &str)> {
        let all = self.sections.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        all.filter(|(name, _)| name.contains('.')).collect()
    }

    /// The project, or else the only program.
    fn main(&self) -> &str {
        let files = self.files();
        let project = files.iter().find(|(name, _)| Path::new(name).extension().is_some_and(|it| it == "mas2j"));
        project.or(files.first()).map(|(name, _)| *name).expect("a program")
    }

    /// The same with what it shows now.
    fn shown(&self) -> case_file::Files {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = Folder::with(&format!("failures-{name}"), &self.files());
        let shown = |section: &str, text: &str| match section {
            CHECK => show(&folder, &["check", self.main()]),
            RUN if text.ends_with(ENDLESS) => text.to_owned(),
            RUN => show(&folder, &["run", "--mode", "synchronous", "--until-idle", "--fail-on-error", self.main()]),
            _ => text.to_owned(),
        };
        self.sections.iter().map(|(section, text)| (section.clone(), shown(section, text))).collect()
    }

    fn text(&self, sections: &case_file::Files) -> String {
        let mut text = format!("mistake = \"{}\"\n", self.what);
        for (name, section) in sections {
            let _ = write!(text, "-- {name} --\n{section}");
        }
        text
    }
}

/// Standard output and standard error in one, as in a terminal, and the exit status.
fn show(folder: &Folder, words: &[&str]) -> String {
    let path = folder.0.join("shown");
    let file = File::create(&path).expect("a file");
    let errors = file.try_clone().expect("a second handle");
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
    command.args(words).current_dir(&folder.0).stdout(Stdio::from(file)).stderr(Stdio::from(errors));
    let status = command.status().expect("it can be started").code().unwrap_or(-1);
    let text = fs::read_to_string(&path).expect("what it has shown");
    format!("{text}(exit {status})\n")
}

fn mistakes() -> Vec<Mistake> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failures");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| Mistake::read(path)).collect()
}

fn updates() -> bool {
    std::env::var_os("AGON_UPDATE").is_some()
}

#[test]
fn each_mistake_is_shown_with_its_place_and_reason_here_and_on_the_page() {
    let mistakes = mistakes();
    assert!(mistakes.len() >= 10, "only {} mistakes", mistakes.len());
    let mut wrong = String::new();
    for mistake in &mistakes {
        let shown = mistake.shown();
        if updates() {
            fs::write(&mistake.path, mistake.text(&shown)).expect("it can be written");
        } else if shown != mistake.sections {
            let _ = writeln!(wrong, "{}\n{}", mistake.path.display(), mistake.text(&shown));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/failures.md");
    if updates() {
        fs::write(&path, page()).expect("it can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "docs/failures.md is not in step: AGON_UPDATE=1 cargo test --test failures writes it");
}

/// The page, of what the files hold.
fn page() -> String {
    let mut page = String::from(
        "# What a failing agent shows\n\n\
         Each mistake below is a test ([tests/failures](../tests/failures)): the program, what `agon-asl check` and\n\
         `agon-asl run --mode synchronous --until-idle --fail-on-error` show, and what Jason 3.2.0 shows\n\
         (`RunLocalMAS p.mas2j --no-net`, recorded; runs of it that do not end were ended after six seconds).\n\
         `tests/failures.rs` writes this page; a test fails where it is not in step.\n\n\
         - A failure is shown once: the step with a caret, the reason, the intention's plans with the step that each is at and what its\n\
         \x20 variables stand for, and the failure event that no plan is for.\n\
         - Failures stand among the lines that the agents print, in the order in which things happen, on standard output.\n\
         - `--fail-on-error` makes the exit status 1 if a plan failed and no plan took care of that.\n\
         - The inspector (`--inspect`) lists failures.\n",
    );
    for mistake in mistakes() {
        let (head, rest) = mistake.what.split_at(1);
        let _ = write!(page, "\n## {}{rest}\n\n", head.to_uppercase());
        for (name, text) in mistake.files() {
            let _ = write!(page, "`{name}`:\n\n```\n{text}```\n\n");
        }
        for (section, title) in [(CHECK, "`agon-asl check`"), (RUN, "`agon-asl run`"), (JASON, "Jason 3.2")] {
            let _ = write!(page, "{title}:\n\n```text\n{}```\n\n", mistake.section(section));
        }
        page.truncate(page.trim_end().len());
        page.push('\n');
    }
    page
}
