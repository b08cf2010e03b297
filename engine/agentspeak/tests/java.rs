//! Projects with Java environments, compared with a real Jason in a real virtual machine: as Jason itself runs them, and to a clean end.
//! Without a JDK or a Jason each test prints that it is skipped.

mod jasons;
mod java_project;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use agon_java::{Jdk, jason};

const AGON: &str = env!("CARGO_BIN_EXE_agon-asl");

/// What the tests need, or why they are skipped.
fn needed(test: &str) -> Option<(Jdk, Vec<PathBuf>)> {
    let found = jason(None).and_then(|jars| Ok((Jdk::find(&jars)?, jars)));
    found.map_err(|why| eprintln!("skipped: {test}: {why}")).ok()
}

/// A project of one agent and one class.
fn small(test: &str, environment: &str, java: &str, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("Env.java"), java).expect("a file");
    std::fs::write(folder.join("ann.asl"), program).expect("a file");
    let project = folder.join("small.mas2j");
    std::fs::write(&project, format!("MAS small {{ environment: {environment} agents: ann; }}")).expect("a file");
    project
}

fn agon(project: &Path) -> Command {
    let mut command = Command::new(AGON);
    // Ours is where what was compiled lies, too.
    command.arg("run").arg(project).env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-cache"));
    if let Ok(jars) = jason(None) {
        command.env("JASON_HOME", jars[0].parent().expect("a folder"));
    }
    // Files that classes read and write are where Jason has them.
    command.current_dir(project.parent().expect("a folder"));
    command.env_remove("AGON_STATE").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// The output of the command, unless that takes too long.
fn output_of(mut command: Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > Duration::from_secs(100) {
            let _ = child.kill();
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("output")
}

fn texts(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// What agents print, and the reports of what went wrong among it: a line that begins one, and those with the source that follow.
fn apart(out: &str) -> (String, String) {
    let (mut printed, mut reported, mut is_report) = (String::new(), String::new(), false);
    for line in out.lines() {
        let begins = line.contains("] warning: ") || line.contains("] error: ");
        let goes_on =
            line.starts_with(' ') || line.split_once(" │").is_some_and(|(n, _)| n.trim().parse::<u32>().is_ok());
        is_report = begins || (is_report && goes_on);
        let of = if is_report { &mut reported } else { &mut printed };
        of.push_str(line);
        of.push('\n');
    }
    (printed, reported)
}

/// What Jason itself prints for the project.
fn by_jason(project: &Path, jdk: &Jdk, jars: &[PathBuf]) -> Vec<String> {
    let (out, err) = texts(&output_of(java_project::by_jason(project, jdk, jars)));
    lines(&format!("{out}{err}"))
}

/// Without what Jason prints of itself, and without the numbers of its variables.
fn lines(text: &str) -> Vec<String> {
    let own = ["Runtime Services (RTS)", "Agent mind inspector", "Since Jason 3.2, classpath"];
    let is_trace = |line: &str| line.is_empty() || line.starts_with("\tat ") || line.contains("ClassCastException");
    let is_own = |line: &str| own.iter().any(|own| line.starts_with(own)) || line.contains("Error in internal action");
    let plain = |line: &str| line.split_once("~low(_").map_or(line.to_owned(), |(before, _)| before.to_owned());
    let mut lines: Vec<String> = text.lines().filter(|line| !is_own(line) && !is_trace(line)).map(plain).collect();
    lines.sort();
    lines
}

#[test]
fn internal_actions_are_as_in_jason() {
    same_as_jason("actions");
}

#[test]
fn internal_actions_reach_the_mind_as_in_jason() {
    same_as_jason("mind");
}

#[test]
fn internal_actions_that_suspend_are_as_in_jason() {
    same_as_jason("suspending");
}

#[test]
fn belief_bases_of_ones_own_and_of_jasons_are_as_in_jason() {
    same_as_jason("bases");
}

#[test]
fn created_agents_and_observed_goals_are_as_in_jason() {
    same_as_jason("made");
}

#[test]
fn agents_and_architectures_of_ones_own_are_as_in_jason() {
    same_as_jason("classes");
}

#[test]
fn what_internal_actions_cannot_have_is_named() {
    if needed("what_internal_actions_cannot_have_is_named").is_none() {
        return;
    }
    let java = "package a; import jason.asSemantics.*; import jason.asSyntax.*;
        public class Env extends DefaultInternalAction {
          public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
            ts.getC().getPendingEvents(); return true; } }";
    let program = "!s. +!s <- a.Env(1). -!s[error(E), error_msg(M)] <- .print(E, \": \", M); .stopMAS.";
    let project = small("named", "Unused", java, program);
    let folder = project.parent().expect("a folder");
    std::fs::create_dir_all(folder.join("a")).expect("a folder");
    std::fs::rename(folder.join("Env.java"), folder.join("a/Env.java")).expect("it is there");
    std::fs::write(&project, "MAS small { agents: ann; }").expect("a file");
    let (out, err) = texts(&output_of(agon(&project)));
    let why = "Circumstance.getPendingEvents is not offered by agon to Java yet: docs/jason-projects.md lists";
    assert!(out.starts_with(&format!("[ann] internal_action: {why}")), "{out}{err}");
}

/// Lines in order of the alphabet, and a file.
type Printed = (Vec<String>, Option<String>);

fn same_as_jason(name: &str) {
    jasons::in_turn(name).iter().for_each(|jason| same_as(jason, name));
}

fn same_as(jason: &jasons::Jason, name: &str) {
    let folder = java_project::copied(name, &format!("java/{name}-{}", jason.release));
    jason.adapt(&folder);
    let project = folder.join(format!("{name}.mas2j"));
    // The programs wait for each other by time. Where one of the two was not run for long, both are run once more.
    let (ours, theirs) = match both(jason, name, &project) {
        (ours, theirs) if ours == theirs => return,
        (ours, theirs) => {
            eprintln!("{name}, Jason {}: once more, for {ours:?} is not {theirs:?}", jason.release);
            both(jason, name, &project)
        }
    };
    assert_eq!(ours, theirs, "Jason {}", jason.release);
}

/// What is printed on this engine and on Jason, and what a TextPersistentBB has kept.
fn both(jason: &jasons::Jason, name: &str, project: &Path) -> (Printed, Printed) {
    let kept = project.with_file_name("chained.bb");
    let kept = || {
        let text = std::fs::read_to_string(&kept).ok();
        let _ = std::fs::remove_file(&kept); // the other one must not find it
        text
    };
    let mut command = agon(project);
    command.args(["--dialect", jason.release]).env("JASON_HOME", jason.jars[0].parent().expect("a folder"));
    let ours = output_of(command);
    let (out, err) = texts(&ours);
    let (out, reported) = apart(&out);
    // What an action did not expect is reported with its place, which is another one here.
    let is_quiet = !["actions", "suspending"].contains(&name);
    let seen = (ours.status.code(), err.is_empty() && reported.is_empty());
    assert_eq!(seen, (Some(0), is_quiet), "{out}{reported}{err}");
    let out = lines(&out);
    assert!(out.len() > 10);
    let ours = (out, kept());
    let theirs = by_jason(project, &jason.jdk, &jason.jars);
    (ours, (theirs, kept()))
}

#[test]
fn what_becomes_of_events_and_intentions_is_observed_as_in_jason() {
    same_as_jason("listening");
}

#[test]
fn a_grid_world_is_as_in_jason() {
    same_as_jason("grid");
}

#[test]
fn a_domestic_robot_is_as_in_jason() {
    same_as_jason("robot");
}

#[test]
fn a_simulation_in_steps_is_as_in_jason() {
    same_as_jason("steps");
}

const ENV: &str = "import jason.asSyntax.*; import jason.environment.Environment;
public class Env extends Environment {";

#[test]
fn percepts_come_without_a_word_and_those_with_variables_do_not() {
    if needed("percepts_come_without_a_word_and_those_with_variables_do_not").is_none() {
        return;
    }
    let java = format!(
        "{ENV}
        public void init(String[] given) {{
          addPercept(Literal.parseLiteral(\"arguments(\" + given.length + \",\\\"\" + given[1] + \"\\\")\"));
          addPercept(Literal.parseLiteral(\"open(X)\"));
          new Thread(() -> {{
            try {{ Thread.sleep(300); }} catch (InterruptedException e) {{ return; }}
            clearPercepts();
            addPercept(ASSyntax.createLiteral(\"later\", ASSyntax.createList(ASSyntax.createNumber(0.5), new Atom(\"a\"))),
                Literal.parseLiteral(\"~p(\\\"ü\\\",-1)[by(x)]\"));
          }}).start();
        }} }}"
    );
    let project = small(
        "percepts",
        "Env(1, \"a b\")",
        &java,
        "+arguments(N, T)[source(S)] <- .print(N, \" \", T, \" \", S). -arguments(_, _) <- .print(gone).
         +later(L) <- .print(L). +~p(A, B)[by(C)] <- .print(A, B, C); .wait(500); .stopMAS.",
    );
    let output = output_of(agon(&project));
    let (out, err) = texts(&output);
    let reported = "[ann] open(X) is not perceived: a percept is a literal without variables";
    assert!(out.contains(reported), "{out}{err}");
    let printed: Vec<_> = lines(&out).into_iter().filter(|line| line != reported).collect();
    assert_eq!(printed, ["[ann] 2 a b percept", "[ann] [0.5,a]", "[ann] gone", "[ann] ü-1x"], "{err}");
}

/// Jason notes that there is something new before it is there: an agent that looks in between has to look once more.
#[test]
fn what_is_perceived_while_it_changes_is_not_lost() {
    if needed("what_is_perceived_while_it_changes_is_not_lost").is_none() {
        return;
    }
    // In between there is time for everybody to look.
    let java = format!(
        "{ENV}
        public void init(String[] given) {{
          try {{
            var field = Environment.class.getDeclaredField(\"uptodateAgs\");
            field.setAccessible(true);
            field.set(this, new Slow((java.util.Set<String>) field.get(this)));
          }} catch (ReflectiveOperationException other) {{ throw new IllegalStateException(other); }}
        }}
        public boolean executeAction(String agent, Structure action) {{
          if (action.getFunctor().equals(\"one\")) addPercept(agent, action); else addPercept(action);
          if (action.getFunctor().equals(\"none\")) {{ clearPercepts(agent); clearPercepts(); }}
          return true;
        }}
        static class Slow extends java.util.AbstractSet<String> {{
          final java.util.Set<String> set;
          Slow(java.util.Set<String> set) {{ this.set = set; }}
          public boolean contains(Object agent) {{ return set.contains(agent); }}
          public boolean add(String agent) {{ return set.add(agent); }}
          public boolean remove(Object agent) {{ boolean was = set.remove(agent); rest(); return was; }}
          public void clear() {{ set.clear(); rest(); }}
          public java.util.Iterator<String> iterator() {{ return set.iterator(); }}
          public int size() {{ return set.size(); }}
          static void rest() {{ try {{ Thread.sleep(200); }} catch (InterruptedException e) {{ }} }}
        }} }}"
    );
    let program = "!s. +!s <- one; ?one; two; ?two; none; ?not one; ?not two; .print(all); .stopMAS.
                   -!s[error_msg(M)] <- .print(M); .stopMAS.";
    let (out, err) = texts(&output_of(agon(&small("between", "Env", &java, program))));
    assert_eq!((&*out, &*err), ("[ann] all\n", ""));
}

/// The status and what is printed where the class ends the machine, and with it the process.
#[test]
fn the_end_of_the_machine_ends_the_agents_and_nothing_is_lost() {
    if needed("the_end_of_the_machine_ends_the_agents_and_nothing_is_lost").is_none() {
        return;
    }
    let java = format!(
        "{ENV} public boolean executeAction(String agent, Structure action) {{
            System.out.println(\"leaves\"); System.exit(7); return true; }} }}"
    );
    let project = small("exit", "Env", &java, "!s. +!s <- .print(before); go; .print(never).");
    let output = output_of(agon(&project));
    let (out, err) = texts(&output);
    assert_eq!((output.status.code(), &*out, &*err), (Some(7), "[ann] before\nleaves\n", ""));
}

/// What the machine reports of a fault in native code, such as a library's.
#[cfg(target_os = "linux")]
#[test]
fn a_machine_that_crashes_reports_it() {
    use std::os::unix::process::ExitStatusExt;

    if needed("a_machine_that_crashes_reports_it").is_none() {
        return;
    }
    let java = format!(
        "{ENV} public boolean executeAction(String agent, Structure action) {{
            try {{
                Thread.sleep(100);
                java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
                field.setAccessible(true);
                ((sun.misc.Unsafe) field.get(null)).putAddress(8, 1);
            }} catch (ReflectiveOperationException | InterruptedException wrong) {{
                wrong.printStackTrace();
            }}
            return true; }} }}"
    );
    let project = small("crash", "Env", &java, "!s. +!s <- .print(before); go; .print(never).");
    let output = output_of(agon(&project));
    let (out, err) = texts(&output);
    assert_eq!(output.status.signal(), Some(6), "{out} {err}");
    assert!(out.starts_with("[ann] before\n"), "{out}");
    assert!(
        format!("{out}{err}").contains("A fatal error has been detected by the Java Runtime Environment"),
        "{out} {err}"
    );
}

#[test]
fn a_class_that_hangs_delays_only_its_action() {
    if needed("a_class_that_hangs_delays_only_its_action").is_none() {
        return;
    }
    let java = format!(
        "{ENV} public boolean executeAction(String agent, Structure action) {{ while (true) {{}} }}
         public void stop() {{ while (true) {{}} }} }}"
    );
    let project =
        small("hang", "Env", &java, "!s. !t. +!s <- go; .print(never). +!t <- .wait(50); .print(on); .stopMAS(0, 4).");
    let output = output_of(agon(&project));
    let (out, err) = texts(&output);
    assert_eq!((output.status.code(), &*out), (Some(4), "[ann] on\n"), "{err}");
    assert!(err.contains("takes more than 1 s to stop"), "{err}");
}

#[test]
fn an_internal_action_that_hangs_or_exits_leaves_the_others_to_themselves() {
    if needed("an_internal_action_that_hangs_or_exits_leaves_the_others_to_themselves").is_none() {
        return;
    }
    for (what, status, bob_waits) in [
        ("while (true) {}", 4, 200),
        ("System.exit(3); return true;", 3, 90_000),
        ("return execute(ts, un, args);", 4, 200),
    ] {
        let others = format!("+go <- .wait({bob_waits}); .print(alive); .stopMAS(0, 4).");
        let java = format!(
            "package a; import jason.asSemantics.*; import jason.asSyntax.*;
             public class Env extends DefaultInternalAction {{
               public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {{ {what} }} }}"
        );
        let project = small("stuck", "Unused", &java, "!s. +!s <- .print(begins); .send(bob, tell, go); a.Env(1).");
        let folder = project.parent().expect("a folder");
        std::fs::create_dir_all(folder.join("a")).expect("a folder");
        std::fs::rename(folder.join("Env.java"), folder.join("a/Env.java")).expect("it is there");
        std::fs::write(folder.join("bob.asl"), others).expect("a file");
        std::fs::write(&project, "MAS small { agents: ann; bob; }").expect("a file");
        let output = output_of(agon(&project));
        let (out, err) = texts(&output);
        assert_eq!(output.status.code(), Some(status), "{what}: {out}{err}");
        assert!(out.contains("[ann] begins") && out.contains("[bob] alive") == (status == 4), "{what}: {out}{err}");
    }
}

#[test]
fn what_an_action_throws_fails_it() {
    if needed("what_an_action_throws_fails_it").is_none() {
        return;
    }
    let java = format!(
        "{ENV} public boolean executeAction(String agent, Structure action) {{ return false; }}
         public void scheduleAction(String agent, Structure action, Object data) {{
           if (action.getArity() == 0) throw new IllegalStateException(\"not so\");
           ((jason.asSemantics.ActionExec) data).setFailureReason(new Atom(\"shut\"), \"the door\");
           getEnvironmentInfraTier().actionExecuted(agent, action, false, data); }} }}"
    );
    let program = "!s. +!s <- !a; !b; .stopMAS. +!a <- go. +!b <- go(1).
                   -!a[error_msg(M)] <- .print(M). -!b[shut, error_msg(M)] <- .print(\"shut: \", M).";
    let output = output_of(agon(&small("throws", "Env", &java, program)));
    let (out, err) = texts(&output);
    assert_eq!(out, "[ann] java.lang.IllegalStateException: not so\n[ann] shut: the door\n", "{err}");
    assert!(err.contains("IllegalStateException: not so"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    if needed("an_interrupt_leaves_nothing_behind").is_none() {
        return;
    }
    // A window or a queue waits for ever: that blocks no agent.
    for (test, init, printed_first) in
        [("interrupt", "", true), ("interrupt-init", "while (true) Thread.yield();", false)]
    {
        let java = format!("{ENV} public void init(String[] given) {{ System.out.println(\"here\"); {init} }} }}");
        let project = small(test, "Env", &java, "!s. +!s <- .print(here); .wait(100000).");
        let mut child = agon(&project).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
        // Long enough for a compiler and a machine to start; whether it has come so far is no matter.
        std::thread::sleep(Duration::from_secs(if printed_first { 8 } else { 4 }));
        let killed = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
        assert!(killed.is_ok_and(|status| status.success()));
        let begun = Instant::now();
        while child.try_wait().expect("a status").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{test}");
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().expect("output");
        assert_eq!(output.status.code(), Some(130), "{test}: {output:?}");
    }
}

#[test]
fn what_is_missing_is_reported_with_what_to_do() {
    if needed("what_is_missing_is_reported_with_what_to_do").is_none() {
        return;
    }
    let java = format!("{ENV} }}");
    let without = small("missing", "a.b.Nowhere", &java, "p.");
    for verb in ["run", "check"] {
        let mut command = Command::new(AGON);
        command.arg(verb).arg(&without);
        let output = output_of(command);
        let (_, err) = texts(&output);
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.contains("the environment a.b.Nowhere is not known") && err.contains("--class-path"), "{err}");
    }
    let wrong = small("compile", "Env", &format!("{ENV} int x = \"y\"; }}"), "p.");
    let (_, err) = texts(&output_of(agon(&wrong)));
    assert!(err.contains("the Java classes do not compile") && err.contains("Env.java:2"), "{err}");
    let other = small("other", "Env", "public class Env {}", "p.");
    let (_, err) = texts(&output_of(agon(&other)));
    assert!(err.contains("the class Env is no jason.environment.Environment"), "{err}");
    let fine = small("fine", "Env", &java, "p.");
    let mut command = agon(&fine);
    command.arg("--jason").arg("/nowhere");
    let (_, err) = texts(&output_of(command));
    assert!(err.contains("/nowhere: there is no Jason"), "{err}");
    let mut command = agon(&fine);
    command.env("JAVA_HOME", "/nowhere");
    let (_, err) = texts(&output_of(command));
    assert!(err.contains("JAVA_HOME is /nowhere"), "{err}");
    let window =
        format!("{ENV} public void init(String[] given) {{ new javax.swing.JFrame(\"x\").setVisible(true); }} }}");
    let (_, err) = texts(&output_of(agon(&small("window", "Env", &window, "p."))));
    assert!(cfg!(not(target_os = "linux")) || err.contains("there is no display: set DISPLAY"), "{err}");
}

#[test]
fn an_agent_that_takes_no_option_reports_why_since_jason_3_3() {
    let java = "import jason.asSemantics.*; import jason.asSyntax.*; import java.util.List;
        public class Choosy extends Agent {
          public Option selectOption(List<Option> options) throws NoOptionException {
            String goal = options.get(0).getPlan().getTrigger().getLiteral().getFunctor();
            if (goal.equals(\"hard\")) throw new NoOptionException(\"I'd rather not\", new Atom(\"lazy\"));
            return goal.equals(\"odd\") ? null : options.remove(0); } }";
    let program = "!start.
        +!start <- !easy; !hard; !odd; .stopMAS.
        +!easy <- .print(easy).
        +!hard <- .print(hard).
        +!odd <- .print(odd).
        -!G[error(E), error_msg(M)] <- .print(G, \" \", E, \" \", M).";
    for jason in jasons::jasons("an_agent_that_takes_no_option_says_why").iter().filter(|jason| jason.release == "3.3")
    {
        let project = small("choosy", "Unused", "", program);
        let folder = project.parent().expect("a folder");
        std::fs::rename(folder.join("Env.java"), folder.join("Choosy.java")).expect("it is there");
        std::fs::write(folder.join("Choosy.java"), java).expect("a file");
        std::fs::write(&project, "MAS small { agents: ann agentClass Choosy; }").expect("a file");
        let mut command = agon(&project);
        command.env("JASON_HOME", jason.jars[0].parent().expect("a folder"));
        let (out, err) = texts(&output_of(command));
        assert_eq!(lines(&out), by_jason(&project, &jason.jdk, &jason.jars), "{err}");
        assert!(out.contains("lazy I'd rather not"), "{out}");
    }
}

/// What Jason 3.3 has in other places than before, or has not had.
#[test]
fn plans_of_ones_own_and_properties_of_namespaces_are_as_in_jason_3_3() {
    let agent = "import jason.asSemantics.*; import jason.asSyntax.*; import java.util.*;
        public class Planner extends Agent {
          public List<Option> relevantPlans(Trigger trigger, Event event) throws jason.JasonException {
            List<Option> found = super.relevantPlans(trigger, event);
            String goal = trigger.getLiteral().getFunctor();
            if (found == null && trigger.isAchvGoal() && goal.equals(\"unknown\")) {
              try {
                getPL().add(ASSyntax.parsePlan(\"+!unknown(X) : limit(L) & X < L <- .print(learnt, X).\"));
                getPL().add(ASSyntax.parsePlan(\"+!unknown(X) <- .print(large, X).\"));
                found = super.relevantPlans(trigger, event);
                System.out.println(\"learns \" + found.size() + \" \" + event.isInternal() + \" \"
                    + getTS().getC().getSelectedEvent().getTrigger().getLiteral().getFunctor());
              } catch (Exception wrong) { throw new jason.JasonException(wrong.toString()); }
            }
            if (goal.equals(\"ghost\")) {
              try {
                Plan plan = ASSyntax.parsePlan(\"+!ghost(X,Y) <- Y = X * 2; .print(ghost, X).\");
                found = new ArrayList<>(List.of(new Option(plan, plan.isRelevant(trigger, null), event)));
              } catch (Exception wrong) { throw new jason.JasonException(wrong.toString()); }
            }
            return found;
          }
          // Jason calls the other two where an agent has this one.
          public Option selectOption(List<Option> options) { return options.remove(0); }
          public List<Option> applicablePlans(List<Option> relevant) throws jason.JasonException {
            List<Option> found = super.applicablePlans(relevant);
            if (found != null) Collections.reverse(found);
            return found;
          } }";
    let action = "package a; import jason.asSemantics.*; import jason.asSyntax.*; import java.util.*;
        public class looks extends DefaultInternalAction {
          public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
            List<Option> found = ts.getAg().relevantPlans(ASSyntax.parseTrigger(\"+!twice(3)\"), null);
            System.out.println(\"relevant \" + found.size());
            for (Option each : ts.getAg().applicablePlans(found))
              System.out.println(each.getPlan().getContext() + \" \" + each.getUnifier());
            System.out.println(\"none \" + ts.getAg().relevantPlans(ASSyntax.parseTrigger(\"+!nothing\"), null));
            var beliefs = ts.getAg().getBB();
            Atom space = new Atom(\"own\");
            System.out.println(\"properties \" + beliefs.getNameSpaceProp(space, new Atom(\"size\")) + \" \"
                + beliefs.getNameSpaceProp(space, new Atom(\"other\")) + \" \" + beliefs.getNameSpaceProps(space));
            beliefs.setNameSpaceProp(space, new Atom(\"size\"), ASSyntax.parseTerm(\"[1,f(a)]\"));
            beliefs.setNameSpaceProp(new Atom(\"new\"), new Atom(\"k\"), new StringTermImpl(\"v\"));
            System.out.println(\"properties \" + beliefs.getNameSpaceProps(space) + beliefs.getNameSpaceProps(new Atom(\"x\")));
            return true; } }";
    let plain = "limit(10).
        !start.
        +!start <- .namespace_set_prop(own, size, 3); a.looks;
           .namespace_get_prop(own, size, S); .namespace_get_prop(new, k, V); .print(S, V); .print(done).
        +!twice(X) : limit(L) & X > L <- .print(no).
        +!twice(X) : limit(L) & X < L <- .print(first).
        +!twice(X) : .member(X, [1,2,3]) & not limit(X) <- .print(second).";
    let own = "limit(10).
        !begin.
        +!begin <- !twice(3); !unknown(5); !unknown(50); !ghost(4, Y); .print(Y); +seen(1); !nowhere.
        +!twice(X) : limit(L) & X < L <- .print(first).
        +!twice(X) : .member(X, [1,2,3]) <- .print(second).
        +seen(X) : X > 3 <- .print(more).
        -!begin[error(E)] <- .print(E); .send(ann, achieve, end).";
    for jason in jasons::jasons("plans_of_ones_own").iter().filter(|jason| jason.release == "3.3") {
        let project = small("planner", "Unused", "", &format!("{plain} +!end <- .wait(300); .stopMAS."));
        let folder = project.parent().expect("a folder");
        std::fs::remove_file(folder.join("Env.java")).expect("it is there");
        std::fs::create_dir_all(folder.join("a")).expect("a folder");
        std::fs::write(folder.join("Planner.java"), agent).expect("a file");
        std::fs::write(folder.join("a/looks.java"), action).expect("a file");
        std::fs::write(folder.join("own.asl"), own).expect("a file");
        std::fs::write(&project, "MAS small { agents: ann; own agentClass Planner; }").expect("a file");
        let mut command = agon(&project);
        command.env("JASON_HOME", jason.jars[0].parent().expect("a folder"));
        let (out, err) = texts(&output_of(command));
        assert_eq!(lines(&out), by_jason(&project, &jason.jdk, &jason.jars), "{err}");
        assert!(out.contains("large5") && out.contains("ghost4") && out.contains("[own] 8"), "{out}{err}");
    }
}
