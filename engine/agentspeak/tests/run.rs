//! `agon-asl run` as a user meets it.

mod folder;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use folder::Folder;

impl Folder {
    /// Runs it there.
    fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("it can be started")
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
        command.arg("run").args(words.split_whitespace()).current_dir(&self.0);
        command
    }
}

fn stdout_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_program_is_an_agent_of_its_name() {
    let folder = Folder::with("agent", &[("ann.asl", "!go. +!go <- .print(hello, \" \", world); .stopMAS(0, 3).")]);
    for options in ["", "--mode thread", "--mode synchronous", "--pool 2", "--threads 1"] {
        let output = folder.run(&format!("ann.asl {options}"));
        assert_eq!((stdout_of(&output).as_str(), output.status.code()), ("[ann] hello world\n", Some(3)), "{options}");
        assert!(output.stderr.is_empty(), "{options}: {}", complained(&output));
    }
}

#[test]
fn it_needs_nothing_but_itself() {
    let project = "MAS m { agents: ann; bob #2; }";
    let greeting = "!go. +!go <- .send(bob2, achieve, greet). +!greet[source(bob2)] <- .stopMAS(0, 5).";
    let files =
        [("m.mas2j", project), ("ann.asl", greeting), ("bob.asl", "+!greet[source(A)] <- .send(A, achieve, greet).")];
    let folder = Folder::with("alone", &files);
    let program = folder.0.join("agon-asl");
    fs::copy(env!("CARGO_BIN_EXE_agon-asl"), &program).expect("a copy");
    let output = Command::new(program).args(["run", "m.mas2j"]).env_clear().current_dir(&folder.0).output();
    let output = output.expect("it can be started");
    assert_eq!(output.status.code(), Some(5), "{}", complained(&output));
}

#[test]
fn files_are_found_from_the_working_directory_where_the_project_has_no_such_folder() {
    let program = "!go. +!go <- .list_files(\"sub/progs\", \".*asl\", L); .print(L); .stopMAS.";
    let files = [("sub/p.mas2j", "MAS p { agents: a; }"), ("sub/a.asl", program), ("sub/progs/x.asl", "x.")];
    let output = Folder::with("from-here", &files).run("sub/p.mas2j");
    assert_eq!(stdout_of(&output), "[a] [\"sub/progs/x.asl\"]\n", "{}", complained(&output));
}

#[cfg(unix)]
#[test]
fn time_is_that_of_the_zone() {
    let program = "!go. +!go <- .time(H, M, _); .print(60 * H + M); .stopMAS.";
    let folder = Folder::with("zone", &[("ann.asl", program)]);
    let minutes = |zone: &str| -> i64 {
        let output = folder.command("ann.asl").env("TZ", zone).output().expect("it can be started");
        let shown = String::from_utf8_lossy(&output.stdout);
        shown.trim().strip_prefix("[ann] ").expect("a line").parse().expect("a number")
    };
    let (there, here) = (minutes("<+05>-5"), minutes("UTC0"));
    // Both are asked within few minutes.
    assert!((295..=300).contains(&(there - here).rem_euclid(1440)), "{there} and {here}");
}

#[test]
fn a_project_runs_as_declared() {
    let greeting = "+!greet[source(From)] <- .print(From); .send(From, achieve, count).";
    let boss = "done(0). !go. +!go <- .broadcast(achieve, greet). \
                @last[atomic] +!count : done(2) <- .stopMAS(0, 4). \
                @more[atomic] +!count : done(N) <- -+done(N + 1).";
    let agents = [("boss.asl", boss), ("src/worker.asl", greeting)];
    for infrastructure in [
        "",
        "infrastructure: Local(pool,2)",
        "infrastructure: Local(threaded)",
        "infrastructure: Local(synch_scheduled,2)",
    ] {
        let project = format!("MAS m {{ {infrastructure} agents: boss; worker #3; aslSourcePath: \"src\"; }}");
        let folder = Folder::with("project", &[("m.mas2j", &*project), agents[0], agents[1]]);
        let output = folder.run("m.mas2j");
        let mut lines: Vec<String> = stdout_of(&output).lines().map(str::to_owned).collect();
        lines.sort();
        assert_eq!(lines, ["[worker1] boss", "[worker2] boss", "[worker3] boss"], "{infrastructure}");
        assert_eq!(output.status.code(), Some(4), "{infrastructure}: {}", complained(&output));
    }
}

#[test]
fn it_may_end_when_no_agent_can_do_anything() {
    let folder = Folder::with("idle", &[("a.asl", "!go. +!go <- .print(one); .wait(20); .print(two).")]);
    let output = folder.run("a.asl --until-idle");
    assert_eq!((stdout_of(&output).as_str(), output.status.code()), ("[a] one\n[a] two\n", Some(0)));
}

#[test]
fn failures_stand_among_what_is_printed_and_may_make_the_status() {
    let files = [
        ("fails.asl", "!go. +!go <- .print(one); !!on; .fail. +!on <- .print(two)."),
        ("ends.asl", "!go. +!go <- !!end; .fail. +!end <- .stopMAS(0, 4)."),
        ("made.asl", "!go.\n+!go <- !work(3).\n+!work(_) <- !!stop; .wait(9999). +!stop <- .fail_goal(work(_))."),
        ("cares.asl", "!go. +!go <- .fail. -!go <- .print(one)."),
    ];
    let folder = Folder::with("failures", &files);
    for (words, status) in [("", 0), ("--fail-on-error", 1)] {
        let output = folder.run(&format!("fails.asl --until-idle {words}"));
        let printed = stdout_of(&output);
        let heads: Vec<&str> = printed.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(heads, ["[fails] one", "[fails] error: +!go failed: `.fail` fails", "[fails] two"], "{printed}");
        assert_eq!((output.status.code(), complained(&output).as_str()), (Some(status), ""));
    }
    let printed = stdout_of(&folder.run("made.asl --until-idle --fail-on-error"));
    assert!(
        printed.starts_with("[made] error: +!work(3) failed: a step has made it fail\n  ┌─ made.asl:2:9\n"),
        "{printed}"
    );
    assert_eq!(folder.run("ends.asl --fail-on-error").status.code(), Some(4), "its own status stays");
    assert_eq!(folder.run("cares.asl --until-idle --fail-on-error").status.code(), Some(0));
}

#[test]
fn a_seed_makes_chance_the_same() {
    let folder = Folder::with("seed", &[("a.asl", "!go. +!go <- .random(X); .print(X); .stopMAS.")]);
    let drawn = |seed: u32| stdout_of(&folder.run(&format!("a.asl --seed {seed}")));
    assert_eq!(drawn(7), drawn(7));
    assert_ne!(drawn(7), drawn(8));
}

#[test]
fn includes_are_found_by_roots() {
    let program = "{ include(\"$lib/greeting.asl\") } !greet.";
    let files = [("a.asl", program), ("l/greeting.asl", "+!greet <- .print(hello); .stopMAS.")];
    let folder = Folder::with("roots", &files);
    let output = folder.run("a.asl --root lib=l");
    assert_eq!(
        (stdout_of(&output).as_str(), output.status.code()),
        ("[a] hello\n", Some(0)),
        "{}",
        complained(&output)
    );
}

#[test]
fn what_is_wrong_is_reported_in_one_message() {
    let files = [
        ("broken.asl", "!go.\n+!go <- .print(.\n"),
        ("m.mas2j", "MAS m { agents: nowhere; }"),
        ("syntax.mas2j", "MAS m { agents nowhere; }"),
        ("class.mas2j", "MAS m { environment: my.World agents: a; }"),
        ("a.asl", "a."),
        ("a.txt", "a."),
    ];
    let folder = Folder::with("wrong", &files);
    for (words, status, expected) in [
        ("broken.asl", 1, "broken.asl:2:"),
        ("missing.asl", 1, "missing.asl"),
        ("missing.mas2j", 1, "missing.mas2j"),
        ("m.mas2j", 1, "error: the program nowhere.asl of the agent nowhere is missing"),
        ("syntax.mas2j", 1, "syntax.mas2j:1:"),
        ("class.mas2j", 1, "my.World"),
        ("a.txt", 1, "neither a project (.mas2j, .jcm) nor a program (.asl)"),
        ("", 2, "run needs a project (.mas2j) or a program (.asl)"),
        ("a.asl --mode quick", 2, "--mode needs pool, thread or synchronous, not quick"),
    ] {
        let output = folder.run(words);
        assert_eq!(output.status.code(), Some(status), "{words}: {}", complained(&output));
        assert!(complained(&output).contains(expected), "{words}: {}", complained(&output));
        assert!(output.stdout.is_empty(), "{words}");
    }
}

#[test]
fn an_agent_that_cannot_run_is_left_out_unless_that_is_strict() {
    let files = [
        ("m.mas2j", "MAS m { agents: ann; broken; absent; twin broken.asl #2; odd agentClass my.Agent; }"),
        ("ann.asl", "!go. +!go <- .all_names(L); .print(L); .stopMAS(0, 3)."),
        ("broken.asl", "!go.\n+!go <- .print(.\n"),
        ("odd.asl", "!go. +!go <- .print(never)."),
        ("none.mas2j", "MAS none { agents: broken; absent; }"),
        ("part.asl", "{ include(\"broken.asl\") } !on. +!on <- .print(on); .stopMAS(0, 4)."),
    ];
    let folder = Folder::with("left-out", &files);
    let output = folder.run("m.mas2j");
    assert_eq!((stdout_of(&output).as_str(), output.status.code()), ("[ann] [ann]\n", Some(3)));
    let complaint = complained(&output);
    for expected in [
        "the agents broken, twin are left out, the others run:\nerror: expected a term",
        "the agent absent is left out, the others run:\nerror: the program absent.asl of the agent absent is missing\n",
        "the agent odd is left out, the others run:\nerror: the agent class my.Agent is not known",
    ] {
        assert_eq!(complaint.matches(expected).count(), 1, "{expected}: {complaint}");
    }
    let output = folder.run("part.asl");
    assert_eq!((stdout_of(&output).as_str(), output.status.code()), ("[part] on\n", Some(4)));
    assert!(complained(&output).contains("the program is executed without that"), "{}", complained(&output));
    for words in ["m.mas2j --strict", "part.asl --strict", "none.mas2j"] {
        let output = folder.run(words);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{words}");
        assert!(complained(&output).contains("broken.asl:2:"), "{words}: {}", complained(&output));
    }
}

#[test]
fn latin_1_is_read_and_so_is_a_mark_before_the_text() {
    let folder = Folder::with("latin", &[]);
    let program = b"\xef\xbb\xbf!go. +!go <- .print(\"\xc3\xbc\").".as_slice();
    fs::write(folder.0.join("utf.asl"), program).expect("a file");
    let program = b"// \xfcber\n!go. +!go <- .print(\"M\xfcller\").".as_slice();
    fs::write(folder.0.join("latin.asl"), program).expect("a file");
    let project = b"/* f\xfcr */ MAS m { agents: latin [mine=\"\xfc\"]; utf; }".as_slice();
    fs::write(folder.0.join("m.mas2j"), project).expect("a file");
    let output = folder.run("m.mas2j --mode synchronous --until-idle");
    assert_eq!(
        (stdout_of(&output).as_str(), complained(&output).as_str()),
        ("[latin] M\u{fc}ller\n[utf] \u{fc}\n", "")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_what_was_printed() {
    let program = "!go. +!go <- .print(begun); !run. +!run <- !run.";
    let folder = Folder::with("interrupt", &[("a.asl", program)]);
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = folder.command("a.asl").stdout(Stdio::piped()).spawn().expect("it can be started");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        assert_eq!(lines.next().and_then(Result::ok).as_deref(), Some("[a] begun"));
        let complaint = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        assert!(complaint.success());
        assert_eq!(child.wait().expect("it ends").code(), Some(status));
    }
}

#[cfg(unix)]
#[test]
fn it_ends_when_there_is_no_reader() {
    let folder = Folder::with("unread", &[("a.asl", "!go. +!go <- .print(again); !go.")]);
    let mut child = folder.command("a.asl").stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    assert_eq!(lines.next().and_then(Result::ok).as_deref(), Some("[a] again"));
    drop(lines);
    assert_eq!(child.wait().expect("it ends").code(), Some(141));
}

#[test]
fn a_project_of_jacamo_runs_where_it_has_agents_alone() {
    let program = "!go. +!go : p(X) <- .print(X). +!also <- .wait(20); .stopMAS.";
    let files = [
        ("one.jcm", "mas one { agent ann: greeter.asl { beliefs: p(\"one\") goals: also } }"),
        ("src/agt/greeter.asl", program),
        ("two.jcm", "mas two { agent ann: greeter.asl { focus: w.a }\n workspace w { artifact a: tools.Counter(3) } }"),
    ];
    let folder = Folder::with("jacamo", &files);
    assert_eq!(stdout_of(&folder.run("one.jcm")), "[ann] one\n");
    let refused = folder.run("two.jcm");
    let message = "parts of JaCaMo that do not run here: a workspace with artifacts (CArtAgO)\n";
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        complained(&refused).contains(message) && complained(&refused).contains("two.jcm:1"),
        "{}",
        complained(&refused)
    );
}
