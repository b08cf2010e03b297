use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use agon_agentspeak::project::{Project, SourcePath};

fn folder(name: &str, files: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for file in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("it has a folder")).expect("it can be made");
        fs::write(file, "").expect("it can be written");
    }
    folder
}

fn project_in(folder: &Path, text: &str) -> Project {
    Project::parse(text, folder.join("test.mas2j")).expect("it is a project")
}

#[test]
fn found_in_the_order_of_the_path() {
    let home =
        folder("order", &["near.asl", "one/near.asl", "one/far.asl", "two/far.asl", "two/sub/deep.asl", "jar/x.asl"]);
    let project = project_in(
        &home,
        r#"MAS m { agents: near; far; deep ./sub/deep.asl;
            aslSourcePath: "one/"; "file:./two"; "$lib/jar"; "http://x/y"; "$unknown/z"; }"#,
    );
    let path = SourcePath::new(&project, BTreeMap::from([("lib".into(), home.clone())]));
    assert_eq!(
        path.programs(&project),
        Ok(vec![home.join("near.asl"), home.join("one/far.asl"), home.join("two/sub/deep.asl")])
    );
    assert_eq!(path.find("x.asl"), Ok(home.join("jar/x.asl")));
    assert_eq!(path.find("$lib/jar/x.asl"), Ok(home.join("jar/x.asl")));
    assert_eq!(path.find("$lib/y.asl"), Err(vec![home.join("y.asl")]));
    let absolute = home.join("one/far.asl");
    assert_eq!(path.find(absolute.to_str().expect("it is text")), Ok(absolute));
    let messages: Vec<&str> = path.problems().iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["no programs are looked for in http://x/y", "no folder is known for $unknown"]);
}

#[test]
fn each_missing_file_once() {
    let home = folder("missing", &["here.asl"]);
    let project = project_in(&home, r#"MAS m { agents: a gone.asl; here; b gone.asl; c; aslSourcePath: "src"; }"#);
    let problems = SourcePath::new(&project, BTreeMap::new()).programs(&project).expect_err("two are missing");
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0].message, "the program gone.asl of the agent a is missing");
    let looked = format!("looked for {0}/gone.asl, {0}/src/gone.asl", home.display());
    assert_eq!(problems[0].help.as_deref(), Some(looked.as_str()));
    assert_eq!(problems[1].message, "the program c.asl of the agent c is missing");
}

#[test]
fn included_files_may_be_next_to_the_includer() {
    let home = folder("included", &["a.asl", "lib/common.asl", "lib/a.asl"]);
    let project = project_in(&home, "MAS m { agents: a; }");
    let path = SourcePath::new(&project, BTreeMap::new());
    assert_eq!(path.find_included("common.asl", &home.join("lib/main.asl")), Ok(home.join("lib/common.asl")));
    assert_eq!(path.find_included("a.asl", &home.join("lib/main.asl")), Ok(home.join("a.asl")));
    assert_eq!(
        path.find_included("none.asl", &home.join("lib/main.asl")),
        Err(vec![home.join("none.asl"), home.join("lib/none.asl")])
    );
}
