//! What is read as a case, and what is refused.

use std::fs;
use std::path::Path;

use crate::case_file::{CaseFile, Mode};

fn parsed(text: &str) -> CaseFile {
    CaseFile::parse("a-case", text).unwrap_or_else(|problem| panic!("{problem}:\n{text}"))
}

fn refused(text: &str) -> String {
    CaseFile::parse("a-case", text).err().unwrap_or_else(|| panic!("this is a case:\n{text}"))
}

fn file<'a>(case: &'a CaseFile, name: &str) -> &'a str {
    let found = case.files.iter().find(|(other, _)| other == name);
    found.map(|(_, text)| &**text).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn defaults_stand_for_what_is_left_out() {
    let case = parsed("shows = \"nothing\"\n-- b.asl --\n!b.\n-- a.asl --\n-- src/c.asl --\n");
    assert!(case.mode == Mode::Exact && case.status == 0 && case.expected.is_none());
    assert_eq!(case.project(), "a-case.mas2j");
    assert_eq!(file(&case, "a-case.mas2j"), "MAS a_case {\n    agents: b; a;\n}\n");
    assert_eq!((file(&case, "b.asl"), file(&case, "a.asl"), file(&case, "src/c.asl")), ("!b.\n", "", ""));
}

#[test]
fn what_is_written_stands() {
    let front = "status = 3\nmode = \"per-agent\"\nlevels = \"all\"\nlimit_s = 60\nshows = \"\\\"a\\\" \\\\== b\"\n";
    let case = parsed(&format!("{front}-- p.mas2j --\nMAS p {{ agents: x a.asl; }}\n-- a.asl --\n!start.\n"));
    assert!(case.mode == Mode::PerAgent && case.status == 3);
    assert_eq!(case.project(), "p.mas2j");
    assert_eq!(case.files.len(), 2);
}

#[test]
fn each_byte_of_a_section_is_kept() {
    let content = "a \r\n\n --\n--\n--- x --\n -- a.asl --\n\u{feff}\u{2028}é\x0b\u{85}\n\n";
    let case = parsed(&format!("shows = \"nothing\"\n-- a.asl --\n{content}-- expected --\n{content}"));
    assert_eq!((file(&case, "a.asl"), case.expected.as_deref()), (content, Some(content)));
}

#[test]
fn a_case_is_unpacked_with_its_folders() {
    let folder = std::env::temp_dir().join(format!("agon-unpacked-{}", std::process::id()));
    let case = parsed("shows = \"nothing\"\n-- a.asl --\n!start.\r\n-- src/b/c.txt --\nd\n-- expected --\n[a] x\n");
    assert_eq!(case.unpack(&folder), folder.join("a-case.mas2j"));
    let read = |name| fs::read_to_string(folder.join(name)).expect("it is there");
    assert_eq!((read("a.asl"), read("src/b/c.txt")), ("!start.\r\n".to_owned(), "d\n".to_owned()));
    assert!(read("a-case.mas2j").contains("agents: a;") && !folder.join("expected").exists());
    fs::remove_dir_all(folder).expect("it goes");
}

/// `lab/tests/engine/test_case_file.py` has the other reader refuse the same.
#[test]
fn what_is_no_case_is_refused_with_the_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/case_file/refused.txt");
    let texts = fs::read_to_string(path).expect("it is there");
    let mut count = 0;
    for (why, text) in texts.split("==== ").skip(1).map(|text| text.split_once('\n').expect("a reason")) {
        assert_eq!(refused(text), why, "{text}");
        count += 1;
    }
    assert!(count > 25, "{count}");
    assert_eq!(refused("shows = \"nothing\"\n-- a.asl --\n!start."), "the last line does not end");
    assert_eq!(refused("shows = \"nothing\"\n-- a.asl --\r\n!start.\n"), "not the mark of a section: -- a.asl --");
    assert!(refused("shows = \"nothing\"\r\n-- a.asl --\n!start.\n").starts_with("not a setting: shows"));
    assert_eq!(refused(""), "the last line does not end");
}

#[test]
fn a_file_that_is_no_case_is_named() {
    let path = std::env::temp_dir().join(format!("agon-no-case-{}.case", std::process::id()));
    fs::write(&path, "shows = 1\n").expect("a file");
    let problem = CaseFile::read(&path).err();
    fs::remove_file(&path).expect("it goes");
    assert_eq!(problem, Some(format!("{}: there is no such setting: shows", path.display())));
}
