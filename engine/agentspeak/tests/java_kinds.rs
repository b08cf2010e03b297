//! Small Jason projects, each of one kind that others' projects have: what Jason 3.2 and 3.3 print is in the test.
//! Without a JDK or a Jason each test prints that it is skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agon_java::{Jdk, jason};

const IMPORTS: &str =
    "import jason.asSemantics.*; import jason.asSyntax.*; import jason.environment.*; import java.util.*;";

/// What the project of these files prints, without what is not its agents', and all that it writes; nothing, where there is no Java.
fn run(test: &str, files: &[(&str, &str)]) -> Option<(Vec<String>, String)> {
    let found = jason(None).and_then(|jars| Jdk::find(&jars).map(|_| jars));
    let jars: Vec<PathBuf> = found.map_err(|why| eprintln!("skipped: {test}: {why}")).ok()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-kinds").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text.replace("IMPORTS", IMPORTS)).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
    command.arg("run").arg(folder.join("p.mas2j")).current_dir(&folder);
    command.env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-cache"));
    command.env("JASON_HOME", jars[0].parent().expect("a folder"));
    command.env_remove("AGON_STATE").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > Duration::from_secs(100) {
            let _ = child.kill();
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("output");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let lines = out.lines().filter(|line| line.starts_with("[a] ")).map(|line| line[4..].to_owned()).collect();
    Some((lines, format!("{err}{out}")))
}

#[test]
fn an_agent_class_may_ask_and_change_its_agent_when_it_begins() {
    let agent = "package ag; IMPORTS public class Mine extends Agent { @Override public void initAg() { super.initAg(); \
                 try { addBel(Literal.parseLiteral(\"x(1)\")); \
                 addInitialBel(Literal.parseLiteral(\"capacity(5)\")); addInitialGoal(Literal.parseLiteral(\"extra\")); \
                 getTS().getC().addAchvGoal(Literal.parseLiteral(\"now\"), Intention.EmptyInt); \
                 } catch (Exception e) { System.out.println(e); } } }";
    let program = "own(1). !go. +x(N) <- .print(\"x \", N). +!now <- .print(now). +!extra <- .print(extra).\n\
                   +capacity(X)[source(S)] <- .print(\"event \", X, \" \", S).\n\
                   +!go <- .findall(X, capacity(X), L); .print(L); .stopMAS.";
    let files = [
        ("p.mas2j", "MAS p { agents: a agentClass ag.Mine; aslSourcePath: \"src/agt\"; }"),
        ("src/agt/a.asl", program),
        ("src/java/ag/Mine.java", agent),
    ];
    let Some((lines, err)) = run("init", &files) else { return };
    assert_eq!(lines, ["x 1", "now", "event 5 self", "extra", "[5]"], "{err}");
}

#[test]
fn an_agent_whose_class_cannot_begin_is_named_with_javas_stack() {
    let agent = "package ag; IMPORTS public class Mine extends Agent { @Override public void initAg() { super.initAg(); \
                 throw new IllegalStateException(\"no luck\"); } }";
    let files = [
        ("p.mas2j", "MAS p { agents: a agentClass ag.Mine; b; aslSourcePath: \"src/agt\"; }"),
        ("src/agt/a.asl", "!go. +!go <- true."),
        ("src/agt/b.asl", "!go. +!go <- .wait(300); .stopMAS."),
        ("src/java/ag/Mine.java", agent),
    ];
    let Some((_, err)) = run("cannot-begin", &files) else { return };
    assert!(err.contains("[a]") && err.contains("no luck") && err.contains("at ag.Mine.initAg(Mine.java"), "{err}");
}

#[test]
fn a_function_may_be_an_internal_action() {
    let twice = "package my; IMPORTS public class twice extends DefaultInternalAction { @Override public Object \
                 execute(TransitionSystem ts, Unifier un, Term[] a) throws Exception { \
                 return un.unifies(a[1], new NumberTermImpl(2 * ((NumberTerm) a[0]).solve())); } }";
    let program = "{ register_function(\"my.twice\", 1, \"my.twice\") }\nr(X, Y) :- my.twice(X, Y).\n!start.\n\
                   +!start <- my.twice(3, A); .print(A); ?r(4, B); .print(B); C = my.twice(5); .print(C); .stopMAS.\n\
                   -!start[error(E)] <- .print(E); .stopMAS.";
    let files = [
        ("p.mas2j", "MAS p { agents: a; aslSourcePath: \"src/agt\"; }"),
        ("src/agt/a.asl", program),
        ("src/java/my/twice.java", twice),
    ];
    let Some((lines, err)) = run("function", &files) else { return };
    assert_eq!(lines, ["6", "8", "10"], "{err}");
}

const WORLD: &str = "IMPORTS public class World extends Environment { @Override public boolean executeAction(String a, \
                     Structure s) { return true; } }";
const DIGGER: &str = "!go. +!go <- dig; .print(ok); .stopMAS. -!go <- .print(failed); .stopMAS.";

#[test]
fn a_build_names_its_sources_and_tests() {
    let build = "plugins { id 'java' }\nsourceSets { main { java { srcDir 'java'; exclude 'own' } } test { java { srcDir 'checks' } } }";
    let files = [
        ("p.mas2j", "MAS p { environment: World agents: a; aslSourcePath: \"asl\"; }"),
        ("build.gradle", build),
        ("asl/a.asl", DIGGER),
        ("java/World.java", WORLD),
        ("checks/Wrong.java", "public class Wrong { int x = \"\"; }"),
        ("java/own/Wrong.java", "package own; public class Wrong { int x = \"\"; }"),
        ("src/test/T.java", "package test;\nimport org.junit.jupiter.api.Test;\npublic class T { @Test void t() {} }"),
    ];
    let Some((lines, err)) = run("gradle", &files) else { return };
    assert!(lines == ["ok"] && !err.contains("error"), "{err}");
}

#[test]
fn a_class_that_does_not_compile_takes_no_other_along() {
    let files = [
        ("p.mas2j", "MAS p { environment: World agents: a; aslSourcePath: \"src/agt\"; }"),
        ("src/agt/a.asl", DIGGER),
        ("src/env/World.java", WORLD),
        ("src/env/Wrong.java", "public class Wrong { int x = \"\"; }"),
        ("src/env/User.java", "public class User extends Wrong {}"),
    ];
    for _ in 0..2 {
        let Some((lines, err)) = run("wrong", &files) else { return };
        assert_eq!(lines, ["ok"], "{err}");
        assert!(err.contains("Java classes do not compile") && err.contains("Wrong.java:1: error"), "{err}");
    }
}

#[test]
fn no_agent_begins_before_all_classes_have() {
    let slow = "package ag; IMPORTS public class Slow extends Agent { @Override public void initAg() { super.initAg(); \
                try { Thread.sleep(500); } catch (InterruptedException e) { } } }";
    let files = [
        ("p.mas2j", "MAS p { agents: a; slow agentClass ag.Slow; aslSourcePath: \"src/agt\"; }"),
        ("src/agt/a.asl", "!go. +!go <- .wait(100); .print(end); .stopMAS. +begun <- .print(begun)."),
        ("src/agt/slow.asl", "!go. +!go <- .send(a, tell, begun)."),
        ("src/java/ag/Slow.java", slow),
    ];
    let Some((lines, err)) = run("late", &files) else { return };
    assert_eq!(lines, ["begun", "end"], "{err}");
}
