//! `agon-asl check` as a user meets it.

mod folder;

use std::fs;
use std::process::Command;

use folder::Folder;

impl Folder {
    /// The status, and its output.
    fn check(&self, words: &str) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
        let output = command.arg("check").args(words.split_whitespace()).current_dir(&self.0).output();
        let output = output.expect("it can be started");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn programs_that_belong_together_know_each_others_goals() {
    let folder = Folder::with(
        "together",
        &[("ann.asl", "!go. +!go <- .send(bob, achieve, sing(la))."), ("bob.asl", "+!sing(_).")],
    );
    assert_eq!(folder.check("ann.asl bob.asl"), (Some(0), String::new()));
    let note = "\
note: no agent here has the goal `sing/1`
  ┌─ bob.asl:1:1
  │
1 │ +!sing(_).
  │ ^^^^^^^^^
  │
  = help: check it together with the programs that send it, or remove the plan

";
    assert_eq!(folder.check("bob.asl"), (Some(0), note.to_owned()));
}

#[test]
fn a_project_stands_for_its_programs() {
    let project = "MAS m { agents: ann [goals=\"go, rest(1)\"]; bob ./asl/singer.asl #2; cy singer.asl; aslSourcePath: \"asl\"; }";
    let ann = "+!go <- .send(bob1, achieve, sing). +!rest(_).";
    let folder = Folder::with(
        "project",
        &[
            ("m.mas2j", project),
            ("ann.asl", ann),
            ("asl/singer.asl", "{ include(\"song.asl\") } +!sing."),
            ("asl/song.asl", "a."),
        ],
    );
    assert_eq!(folder.check("m.mas2j"), (Some(0), String::new()));
    fs::write(folder.0.join("asl/singer.asl"), "+!sing <- .prnit(1). +!dance.").expect("a file");
    let (status, printed) = folder.check("m.mas2j");
    assert_eq!(status, Some(0));
    let heads: Vec<&str> =
        printed.lines().filter(|line| line.starts_with("warning") || line.starts_with("note")).collect();
    assert_eq!(
        heads,
        ["warning: there is no internal action `.prnit`", "note: no agent here has the goal `dance/0`"],
        "once, for all agents of the program"
    );
}

#[test]
fn what_is_wrong_with_a_project_is_shown_in_its_line() {
    let missing = Folder::with("missing", &[("m.mas2j", "MAS m { agents: ann; bob; }"), ("bob.asl", "+!.")]);
    let (status, printed) = missing.check("m.mas2j");
    assert_eq!(status, Some(1));
    assert!(
        printed.starts_with("error: the program ann.asl of the agent ann is missing\n  ┌─ m.mas2j:1:17\n"),
        "{printed}"
    );
    let garbled = Folder::with("garbled", &[("m.mas2j", "MAS m { agents ann; }")]);
    let (status, printed) = garbled.check("m.mas2j");
    assert_eq!(status, Some(1));
    assert!(printed.contains("m.mas2j:1:16"), "{printed}");
    let classes = "MAS m { environment: my.World agents: ann; }";
    let java = Folder::with("java", &[("m.mas2j", classes), ("ann.asl", "a.")]);
    let (status, printed) = java.check("m.mas2j");
    assert_eq!(status, Some(1));
    assert!(printed.contains("my.World"), "{printed}");
}

#[test]
fn classes_are_looked_for_without_being_loaded() {
    let project = "MAS m { environment: my.World agents: ann; bob ann.asl; }";
    let ann = "free(X) :- my.free(X). !go. +!go : my.other(1) <- my.Act(1); go.";
    let java = "package my; this is not compiled";
    let files = [
        ("m.mas2j", project),
        ("ann.asl", ann),
        ("src/java/my/World.java", java),
        ("src/java/my/Act.java", java),
        ("src/java/my/free.java", "package my;"),
    ];
    let folder = Folder::with("classes", &files);
    let (status, printed) = folder.check("m.mas2j");
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(printed.matches("the internal action my.other is not known").count(), 1, "{printed}");
    assert_eq!(printed.matches("warning").count(), 1, "{printed}");
    assert_eq!(folder.check("ann.asl"), (Some(0), String::new()), "a program alone may belong to any project");
    fs::remove_file(folder.0.join("src/java/my/World.java")).expect("it was there");
    let (status, printed) = folder.check("m.mas2j");
    assert_eq!(status, Some(1));
    assert!(printed.contains("the environment my.World is not known"), "{printed}");
    // A pattern or an include that is left out when it runs is an error here.
    fs::write(folder.0.join("ann.asl"), "{ include(\"none.asl\") } !go. +!go.").expect("a file");
    let (status, printed) = folder.check("ann.asl");
    assert_eq!((status, printed.contains("there is no file `none.asl`")), (Some(1), true), "{printed}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let folder = Folder::with("none", &[("a.asl", "a.")]);
    for file in ["b.asl", "b.mas2j"] {
        let (status, printed) = folder.check(&format!("a.asl {file}"));
        assert_eq!(status, Some(2), "{printed}");
        assert!(printed.contains(&format!("{file}: No such file")), "{printed}");
    }
}

#[test]
fn a_project_is_laid_out_as_one() {
    let folder = Folder::with("layout", &[("m.mas2j", "MAS m { agents: ann; }"), ("a.mas2j", "MAS { }")]);
    let fmt = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
        command.arg("fmt").args(words.split_whitespace()).current_dir(&folder.0).output().expect("it can be started")
    };
    assert_eq!(fmt("--check m.mas2j").stdout, b"m.mas2j\n");
    assert!(fmt("m.mas2j").status.success());
    let laid_out = fs::read_to_string(folder.0.join("m.mas2j")).expect("it is there");
    assert_eq!(laid_out, "MAS m {\n  agents:\n    ann;\n}\n");
    assert!(fmt("--check m.mas2j").status.success());
    let wrong = fmt("a.mas2j");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("a.mas2j:1:5"), "{wrong:?}");
}
