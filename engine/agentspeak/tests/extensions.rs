//! Projects that need more than the language has: found, or reported.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agon_agentspeak::Extensions;
use agon_agentspeak::library::holds;
use agon_agentspeak::system::{Blueprint, Local, load_with};

/// A project of one agent.
fn project(name: &str, environment: &str, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extensions").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("ann.asl"), program).expect("a program");
    let file = folder.join("test.mas2j");
    std::fs::write(&file, format!("MAS test {{\n    {environment}\n    agents: ann;\n}}\n")).expect("a project");
    file
}

fn load(file: &Path, extensions: Extensions) -> Result<Local, String> {
    load_with(file, BTreeMap::new(), &extensions)
}

fn problem(file: &Path) -> String {
    load(file, Extensions::default()).err().expect("something is missing")
}

#[test]
fn an_action_of_ones_own_is_found() {
    let file = project("found", "", "!s.\n+!s : jia.ready <- .stopMAS(0, 7).\n");
    let mut system = load(&file, Extensions::default().action("jia.ready", 0, 0, |_| holds(true))).expect("a project");
    assert_eq!(system.run(1000), Some(7));
}

#[test]
fn an_action_of_ones_own_reads_what_its_agent_believes() {
    let file = project(
        "beliefs",
        "",
        "a(1). a(2).\n!s.\n+!s : jia.believes(a(2)) & not jia.believes(a(3)) <- .stopMAS(0, 7).\n",
    );
    let extensions = Extensions::default().action("jia.believes", 1, 1, |call| {
        let literal = call.argument(0)?;
        holds(call.beliefs().get(literal).is_some())
    });
    let mut system = load(&file, extensions).expect("a project");
    assert_eq!(system.run(1000), Some(7));
}

#[test]
fn an_unregistered_action_is_reported_where_it_is_called() {
    for (name, program, place) in [
        ("body", "!s.\n+!s <- .print(1); jia.go(2).\n", "ann.asl:2:19"),
        ("context", "!s.\n+!s : a & not (b | jia.go(2)) <- true.\n", "ann.asl:2:20"),
        ("rule", "a(X) :-\n b(X) & jia.go(X).\n", "ann.asl:2:9"),
        ("condition", "!s.\n+!s <- if (jia.go(1)) { .print(1) }.\n", "ann.asl:2:12"),
        ("gathered", "!s.\n+!s <- .findall(X, jia.go(X), L); .print(L).\n", "ann.asl:2:20"),
        ("test", "!s.\n+!s <- ?jia.go(1).\n", "ann.asl:2:9"),
        ("plan", "!s.\n+!s <- .add_plan({ +!t : jia.go(1) <- true }).\n", "ann.asl:2:26"),
    ] {
        // It fails there; that it will is reported when the program is read.
        let file = project(name, "", program);
        let blueprint = Blueprint::of_project(&file, BTreeMap::new(), &Extensions::default()).expect("a project");
        let problem = blueprint.warnings().join("\n");
        assert!(problem.contains("the internal action jia.go is not known"), "{problem}");
        assert!(problem.contains(place), "{name}: {problem}");
        assert!(problem.contains("register it as \"jia.go\""), "{problem}");
    }
}

#[test]
fn names_with_dots_and_functions_are_no_actions() {
    let program =
        "file(notes.txt). !s.\n+!s : math.max(1, 2) > 1 <- ?file(F); .print(F); X = system.time; .stopMAS(0, 7).\n";
    let mut system = load(&project("dots", "", program), Extensions::default()).expect("a project");
    assert_eq!(system.run(1000), Some(7));
}

#[test]
fn an_unregistered_environment_is_reported_where_it_is_named() {
    let problem = problem(&project("environment", "environment: mars.MarsEnv(3)", "!s."));
    assert!(problem.contains("the environment mars.MarsEnv is not known"), "{problem}");
    assert!(problem.contains("test.mas2j:2:18") && problem.contains("register it as \"mars.MarsEnv\""), "{problem}");
}
