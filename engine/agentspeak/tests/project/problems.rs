//! What is said of wrong projects. Each `problems/NAME.mas2j` has the expected words in `problems/NAME.txt`;
//! with `AGON_BLESS=1` they are written anew.

use std::fs;
use std::path::Path;

use agon_agentspeak::project::{ClassKind, Project, unknown_class};

#[test]
fn golden() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/project/problems");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("it is").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "mas2j"));
    files.sort();
    assert!(files.len() > 30);
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("it is text");
        let name = Path::new(file.file_name().expect("it has a name"));
        let problems = match Project::parse(&text, name) {
            Ok(project) => project.check(|_, class| class.starts_with("registered.")),
            Err(problem) => vec![problem],
        };
        assert!(!problems.is_empty(), "nothing is wrong with {}", file.display());
        let said: Vec<String> = problems.iter().map(|problem| problem.render(&text, name)).collect();
        let said = said.concat();
        let golden = file.with_extension("txt");
        if std::env::var_os("AGON_BLESS").is_some() {
            fs::write(&golden, &said).expect("it can be written");
        } else if fs::read_to_string(&golden).ok().as_deref() != Some(&said) {
            wrong.push(said);
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.join("\n"));
}

#[test]
fn an_unknown_action_says_what_to_do() {
    let problem = unknown_class(ClassKind::InternalAction, "jia.dist", 0..8);
    assert_eq!(problem.to_string(), "the internal action jia.dist is not known");
    let help = "there is neither jia/dist.java nor jia/dist.class where the project's Java classes are (`--class-path` says \
                where else): write it in Rust and register it as \"jia.dist\", or leave it out of the program; `agon new actions NAME` begins such a program, and the engine's guide says how to go on";
    assert_eq!(problem.help.as_deref(), Some(help));
}
