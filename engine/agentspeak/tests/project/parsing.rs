use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use agon_agentspeak::project::{Events, Focus, Parameter, Project, SettingValue, SourcePath, format};
use agon_agentspeak::syntax::diagnostic::Severity;

use crate::case_file::{self, CaseFile};
use crate::folder::Folder;
use crate::project;

#[test]
fn the_least_project() {
    let project = project("MAS m { }");
    assert_eq!(project.name.value, "m");
    assert_eq!(project.infrastructure.name.value, "Local");
    assert!(project.agents.is_empty() && project.environment.is_none() && project.rest.is_none());
    assert_eq!(project.check(|_, _| false), []);
}

#[test]
fn all_sections() {
    let text = r#"
        /* A project ** of everything. */
        MAS everything {
            infrastructure: Centralised(pool, 4) // the former name
            environment: mars.MarsEnv(10, "a b", [x, [1, Y]], p(q)) at "there"
            executionControl: jason.control.ExecutionControl at "here"
            agents:
                a;
                b ./src/asl/b.asl [events=retrieve] agentArchClass A agentArchClass x.B(1) agentClass C
                    beliefBaseClass jason.bb.TextPersistentBB #3 at "host";
                c other.txt;
                d /abs/d;
            directives: big = my.Big; small = Small;
            classpath: "lib/x.jar";
            aslSourcePath: "src"; "more";
        }"#;
    let project = project(text);
    let environment = project.environment.as_ref().expect("there is one");
    assert_eq!(environment.name.value, "mars.MarsEnv");
    assert_eq!(environment.texts(), ["10", "a b", "[x, [1, Y]]", "p(q)"]);
    assert!(matches!(&environment.parameters[3].value, Parameter::Class(class) if class.name.value == "p"));
    assert_eq!(environment.host.as_ref().expect("there is one").value, "there");
    let names: Vec<&str> = project.agents.iter().map(|agent| agent.name.value.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let sources: Vec<String> = project.agents.iter().map(|agent| agent.source_file()).collect();
    assert_eq!(sources, ["a.asl", "./src/asl/b.asl", "other.txt", "/abs/d.asl"]);
    let b = project.agent("b").expect("it is there");
    assert_eq!(b.architectures.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A", "x.B(1)"]);
    assert_eq!(b.count.as_ref().expect("it has one").value, 3);
    assert_eq!(b.host.as_ref().expect("it has one").value, "host");
    assert_eq!(project.directives[1].class.name.value, "Small");
    assert_eq!(project.asl_source_path.iter().map(|path| path.value.as_str()).collect::<Vec<_>>(), ["src", "more"]);
    assert_eq!(&text[b.source_span()], "./src/asl/b.asl");
    assert_eq!(Project::parse(&project.to_string(), "test.mas2j").as_ref(), Ok(&project));
}

#[test]
fn options() {
    let project = project(
        r#"MAS m { agents: a [events=requeue, intBels=newFocus, nrcbp=5, verbose=2, synchronised=true, tro=false,
            beliefs="p(\"x\"), q", goals="start", cycles=7, own=Thing, nrcbp=6, other="\n", query_limit=5000000000,
            memory_limit=64]; b; }"#,
    );
    let options = &project.agents[0].options;
    assert_eq!((options.events(), options.internal_beliefs()), (Events::Requeue, Focus::New));
    assert_eq!(
        (options.cycles_before_perception(), options.verbose(), options.number("cycles")),
        (6, Some(2), Some(7))
    );
    assert!(options.synchronised() && !options.tail_calls());
    assert_eq!(options.beliefs().as_deref(), Some(r#"p("x"), q"#));
    assert_eq!(options.goals().as_deref(), Some("start"));
    assert_eq!(options.get("own"), Some(&SettingValue::Word("Thing".into())));
    assert_eq!(options.text("other").as_deref(), Some(r"\n"));
    let none = &project.agents[1].options;
    assert_eq!((none.events(), none.internal_beliefs()), (Events::Discard, Focus::Same));
    assert_eq!((none.cycles_before_perception(), none.verbose()), (1, None));
    assert!(!none.synchronised() && none.tail_calls());
    assert_eq!((options.query_limit(), options.memory_limit()), (Some(5_000_000_000), Some(64)));
    assert_eq!((none.query_limit(), none.memory_limit()), (None, None));
}

#[test]
fn text_behind_the_end_is_left_alone() {
    let project = project("MAS m { } \" - whatever");
    assert_eq!(project.rest.as_ref().map(|rest| rest.span.clone()), Some(10..22));
    // No white space of the format.
    let project = crate::project("MAS m { }\u{a0}\n");
    assert_eq!(project.rest.as_ref().map(|rest| rest.span.clone()), Some(9..11));
}

#[test]
fn jasons_own_classes_may_be_named() {
    let project = project(
        r#"MAS m { environment: jason.environment.TimeSteppedEnvironment(500)
            agents: a beliefBaseClass jason.bb.IndexedBB("s(key,_)"); }"#,
    );
    assert_eq!(project.check(|_, _| false), []);
}

/// The projects of the platform `jason` and of the golden cases.
#[test]
fn the_projects_of_this_repository() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&here.join("../../platforms/agentspeak"), &mut found);
    // Programs have to be where a project looks for them.
    let unpacked = Folder::with("projects", &[]);
    for path in case_file::paths(&here.join("tests/cases")) {
        let case = CaseFile::read(&path).expect("it is a case");
        found.push(case.unpack(&unpacked.0.join(&case.name)));
    }
    // Of that one, classes and a program are missing on purpose.
    found.retain(|file| !file.ends_with("system-left-out.mas2j"));
    assert!(found.len() > 400, "{}", found.len());
    for file in found {
        let template = fs::read_to_string(&file).expect("it is there");
        let text = ["creatures", "agents", "clients", "cells", "senders", "receivers", "workers"]
            .iter()
            .fold(template, |text, count| text.replace(&format!("{{{count}}}"), "7"))
            .replace("{infrastructure}", "Local(pool,2)")
            .replace("{programs}", &folder(&file, 1))
            .replace("{asl}", &folder(&file, 2));
        let project = Project::parse(&text, &file).unwrap_or_else(|problem| panic!("{}", problem.render(&text, &file)));
        assert_eq!(Project::parse(&project.to_string(), &file), Ok(project.clone()), "{}", file.display());
        let programs = SourcePath::new(&project, BTreeMap::new()).programs(&project);
        assert_eq!(programs.map(|programs| programs.len()), Ok(project.agents.len()), "{}", file.display());
        let formatted = format(&text, &file).expect("it is a project");
        assert_eq!(Project::parse(&formatted, &file), Ok(project), "{formatted}");
        let mut errors = Project::parse(&formatted, &file).expect("it is a project").check(|_, _| true);
        errors.retain(|problem| problem.severity == Severity::Error);
        assert_eq!(errors, [], "{}", file.display());
    }
}

/// The folder so many steps above a file.
fn folder(file: &Path, steps: usize) -> String {
    file.ancestors().nth(steps).expect("it is in folders").display().to_string()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mas2j") {
            found.push(path);
        }
    }
}
