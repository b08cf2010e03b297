//! What is reported for wrong projects. Each `problems/NAME.case` has the project and the expected words, behind marks like those
//! of a golden case; with `AGON_BLESS=1` the words are written again.

use std::fs;
use std::path::Path;

use agon_agentspeak::project::{ClassKind, Project, unknown_class};

use crate::case_file::{parts, paths};

#[test]
fn golden() {
    let files = paths(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/project/problems"));
    assert!(files.len() > 30);
    let mut wrong = Vec::new();
    for file in files {
        let case = fs::read_to_string(&file).expect("it is text");
        let (_, sections) = parts(&case).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        let (name, text) = &sections[0];
        let reported = reported(name, text);
        assert!(!reported.is_empty(), "nothing is wrong with {name}");
        if std::env::var_os("AGON_BLESS").is_some() {
            fs::write(&file, format!("-- {name} --\n{text}-- expected --\n{reported}")).expect("it can be written");
        } else if sections.get(1).is_none_or(|(_, expected)| *expected != reported) {
            wrong.push(reported);
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.join("\n"));
}

fn reported(name: &str, text: &str) -> String {
    let problems = match Project::parse(text, name) {
        Ok(project) => project.check(|_, class| class.starts_with("registered.")),
        Err(problem) => vec![problem],
    };
    problems.iter().map(|problem| problem.render(text, name.as_ref())).collect()
}

#[test]
fn an_unknown_action_explains_what_to_do() {
    let problem = unknown_class(ClassKind::InternalAction, "jia.dist", 0..8);
    assert_eq!(problem.to_string(), "the internal action jia.dist is not known");
    let help = "there is neither jia/dist.java nor jia/dist.class where the project's Java classes are (`--class-path` names \
                other places): write jia/dist.java there, or write it in Rust and register it as \"jia.dist\", or leave it out of the program; `agon new actions NAME` begins such a program, and the engine's guide explains the rest";
    assert_eq!(problem.help.as_deref(), Some(help));
}
