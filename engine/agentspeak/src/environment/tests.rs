use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::{Action, Environment, Occupied, Percepts, Setting, Stage, Stepped, Steps};
use crate::compile::term;
use crate::extensions::Extensions;
use crate::library::{each, holds};
use crate::project::Project;
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::system::{Local, Program};
use crate::term::{Atom, Term};

/// What agents of these programs print in a project whose environment is `class`, until one ends it.
fn output_in(class: &str, extensions: &Extensions, programs: &[(&str, &str)]) -> Vec<String> {
    output_every(1, class, extensions, programs)
}

/// The same of agents that perceive every so many cycles.
fn output_every(cycles: u32, class: &str, extensions: &Extensions, programs: &[(&str, &str)]) -> Vec<String> {
    let names: String = programs.iter().map(|(name, _)| format!("{name}; ")).collect();
    let text = format!("MAS test {{ environment: {class} agents: {names} }}");
    let project = Project::parse(&text, "test.mas2j").expect("a project");
    let mut system = Local::in_environment(&project, extensions);
    for (name, text) in programs {
        let mut sources = Sources::new();
        let file = sources.add(format!("{name}.asl"), *text);
        let parsed = parser::program(&sources, file);
        assert!(!parsed.has_errors(), "{text}");
        let program = Program::new(&parsed.program, &sources, "test.asl").expect("a program");
        let mut mind = extensions.new_agent(Atom::new(name));
        mind.settings.perceives_every = cycles;
        program.load(&mut mind);
        system.add(mind);
    }
    assert_eq!(system.run(1_000_000), Some(0), "{:?} {:?}", system.lines(), system.warnings());
    system.lines().to_vec()
}

/// The same of one agent, without its name.
fn output_of(extensions: &Extensions, program: &str) -> Vec<String> {
    let lines = output_in("Room", extensions, &[("ann", program)]);
    lines.into_iter().map(|line| line.trim_start_matches("[ann] ").to_owned()).collect()
}

/// Runs a closure, with the percepts.
struct Room<F>(Percepts, F, usize);

impl<F: Fn(&Percepts, Action) + Send + Sync> Environment for Room<F> {
    fn execute(&self, action: Action) {
        self.1(&self.0, action);
    }

    fn threads(&self) -> usize {
        self.2
    }
}

fn stage_of(threads: usize, act: impl Fn(&Percepts, Action) + Copy + Send + Sync + 'static) -> Extensions {
    Extensions::default().environment("Room", move |setting| Ok(Room(setting.percepts.clone(), act, threads)))
}

/// `add(P)`, `remove(P)`, `only([P, ..])` for the agent itself, `all(P)` for everybody.
fn scenery(percepts: &Percepts, action: Action) {
    let me = action.agent();
    match (action.name(), action.arguments()) {
        ("add", [percept]) => percepts.add_for(me, percept.clone()),
        ("remove", [pattern]) => {
            percepts.update(|scene| scene.remove_like_for(me, pattern));
        }
        ("only", [Term::List(all)]) => percepts.set_for(me, all.items().cloned()),
        ("all", [percept]) => percepts.add(percept.clone()),
        _ => return action.fail("unknown"),
    }
    action.done();
}

#[test]
fn percepts_become_beliefs_and_events() {
    for threads in [0, 1] {
        let lines = output_of(
            &stage_of(threads, scenery),
            "!s. +!s <- add(p(1)); .wait(p(1)); add(p(2)); .wait(p(2)); remove(p(1)); .wait(not p(1));
                 .findall(X, p(X), L); .print(L); ?p(2)[source(S)]; .print(S); .stopMAS.
             +p(X)[source(percept)] <- .print(new(X)). -p(X)[source(S)] <- .print(gone(X, S)).",
        );
        assert_eq!(lines, ["new(1)", "new(2)", "gone(1,percept)", "[2]", "percept"]);
    }
}

#[test]
fn what_is_perceived_again_is_no_event() {
    let lines = output_of(
        &stage_of(0, scenery),
        "!s. +!s <- only([p(1), q]); .wait(q); only([q, p(2)]); .wait(p(2)); .wait(10); .stopMAS.
         +p(X) <- .print(new(X)). -p(X) <- .print(gone(X)). +q <- .print(q). -q <- .print(no_q).",
    );
    assert_eq!(lines, ["new(1)", "q", "gone(1)", "new(2)"]);
}

#[test]
fn annotations_of_percepts_are_kept_but_do_not_count() {
    let lines = output_of(
        &stage_of(0, scenery),
        "!s. +!s <- only([p[a]]); .wait(p); ?p[source(percept)|R]; .print(R);
             only([p[b], q]); .wait(q); ?p[b]; .print(never). -!s <- .findall(A, p[A], L); .print(L); .stopMAS.
         +p[A] <- .print(seen(A)). -p <- .print(gone).",
    );
    assert_eq!(lines, ["seen(a)", "[a]", "[a,source(percept)]"]);
}

#[test]
fn a_belief_of_ones_own_outlives_the_percept() {
    let lines = output_of(
        &stage_of(0, scenery),
        "!s. p. +!s <- add(p); .wait(p[source(percept)]); remove(p); .wait(not p[source(percept)]);
             .findall(S, p[source(S)], L); .print(L); .stopMAS.
         -p[source(percept)] <- .print(unseen).",
    );
    assert_eq!(lines, ["unseen", "[self]"]);
}

/// As in Jason: an initial belief that claims to be a percept goes when the environment does not show it.
#[test]
fn percepts_that_the_program_makes_up_go_when_it_looks() {
    let lines = output_of(
        &stage_of(0, scenery),
        "!s. p[source(percept)]. +!s <- .wait(not p); .print(none); +p[source(percept)]; add(q); .wait(q);
             if (p) { .print(p) } else { .print(none) }; .stopMAS.",
    );
    assert_eq!(lines, ["none", "none"]);
}

/// As in Jason: there has to be a plan for `-~p` or `-p`, and the event is `-p`.
#[test]
fn what_is_gone_loses_its_negation_in_the_event() {
    let lines = output_of(
        &stage_of(0, scenery),
        "!s. +!s <- only([~p(1)]); .wait(~p(1)); only([]); .wait(not ~p(1)); .wait(10); .stopMAS.
         +~p(X) <- .print(not_p(X)). -~p(X) <- .print(minus_not_p(X)). -p(X) <- .print(minus_p(X)).",
    );
    assert_eq!(lines, ["not_p(1)", "minus_p(1)"]);
}

#[test]
fn some_percepts_are_everybodys_and_some_ones_own() {
    let ann = "!s. +!s <- all(day); add(mine); .wait(day & mine); .send(bob, achieve, tell).
               +heard(L) <- .print(L); .stopMAS.";
    let bob = "+!tell <- .wait(day); .findall(X, mine & X = mine, L); .send(ann, tell, heard(L)).";
    let lines = output_in("Room", &stage_of(1, scenery), &[("ann", ann), ("bob", bob)]);
    assert_eq!(lines, ["[ann] []"]);
}

#[test]
fn an_action_fails_with_a_reason() {
    let act = |_: &Percepts, action: Action| match action.name() {
        "plain" => action.fail("not today"),
        "annotated" => action.fail_with("blocked", Term::atom("wall")),
        "forgotten" => drop(action),
        _ => panic!("on purpose"),
    };
    for threads in [0, 2] {
        let lines = output_of(
            &stage_of(threads, act),
            "!s. +!s <- !t(plain); !t(annotated); !t(forgotten); !t(broken); .stopMAS.
             +!t(plain) <- plain(1). +!t(annotated) <- annotated. +!t(forgotten) <- forgotten. +!t(broken) <- broken.
             -!t(G)[wall, error_msg(M)] <- .print(G, \" wall \", M).
             -!t(G)[error(E), error_msg(M), code(C)] <- .print(G, \" \", E, \" \", M, \" \", C).",
        );
        assert_eq!(
            lines,
            [
                "plain action_failed not today plain(1)",
                "annotated wall blocked",
                "forgotten action_failed the environment has dropped the action without a result forgotten",
                "broken action_failed the environment panicked broken",
            ]
        );
    }
}

#[test]
fn an_action_may_end_later_from_any_thread() {
    let act = |percepts: &Percepts, action: Action| {
        let percepts = percepts.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            percepts.add(Term::atom("ready"));
            action.done();
        });
    };
    for threads in [0, 1] {
        let lines = output_of(
            &stage_of(threads, act),
            "!s. !o. +!s <- cook; .wait(ready); .print(cooked); .stopMAS. +!o <- .print(meanwhile).",
        );
        assert_eq!(lines, ["meanwhile", "cooked"]);
    }
}

/// Holds back all actions but `open`, which lets them go.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Environment for Gate {
    fn execute(&self, action: Action) {
        let mut open = self.open.lock().expect("no panic");
        if action.name() == "open" {
            *open = true;
            self.opened.notify_all();
        }
        while !*open {
            open = self.opened.wait(open).expect("no panic");
        }
        action.done();
    }
}

#[test]
fn a_slow_action_stops_no_agent() {
    let extensions = Extensions::default().environment("Gate", |_: &Setting| Ok(Gate::default()));
    let lines = output_in(
        "Gate",
        &extensions,
        &[
            ("ann", "!s. +!s <- pass; .send(bob, tell, through)."),
            ("bob", "!s. +!s <- .print(free); .wait(10); open; .wait(through); .print(through); .stopMAS."),
        ],
    );
    assert_eq!(lines, ["[bob] free", "[bob] through"]);
}

#[test]
fn an_intention_that_waits_for_an_action_can_be_dropped_and_suspended() {
    let extensions = Extensions::default().environment("Gate", |_: &Setting| Ok(Gate::default()));
    let lines = output_in(
        "Gate",
        &extensions,
        &[(
            "ann",
            "!s. !dropped. !held.
             +!s <- .wait(10); .drop_intention(dropped); .suspend(held); open; .wait(20); .print(open);
                 .intend(held); .print(never).
             -!s <- .suspended(held, R); .print(R); .resume(held).
             +!dropped <- pass; .print(never). +!held <- pass; .print(resumed); .stopMAS.",
        )],
    );
    assert_eq!(lines, ["[ann] open", "[ann] act", "[ann] resumed"]);
}

#[test]
fn nothing_else_is_done_while_an_atomic_plan_acts() {
    let act = |_: &Percepts, action: Action| {
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(10));
            action.done();
        });
    };
    let lines = output_of(
        &stage_of(1, act),
        "!a. !b. @l[atomic] +!a <- .print(a1); slow; .print(a2). +!b <- .print(b1); .print(b2); .stopMAS.",
    );
    assert_eq!(lines, ["a1", "a2", "b1", "b2"]);
}

#[test]
fn states_of_goals_show_which_action_is_done() {
    let lines = output_of(
        &stage_of(0, |_, action| action.done()),
        "!s. +!s <- !g; .wait(10); .stopMAS. +!g <- go(1); .wait(1).
         ^!g[state(waiting)] <- .print(waiting). ^!g[state(executing)[reason(action_executed(A))]] <- .print(A).",
    );
    assert_eq!(lines, ["waiting", "go(1)", "waiting"]);
}

#[test]
fn an_agent_perceives_every_so_many_cycles() {
    let program = "!s. +!s <- only([p]); if (p) { .print(now) } else { .print(later) }; .wait(p); .print(p); .stopMAS.";
    for (cycles, due) in [(1, "[ann] now"), (50, "[ann] later")] {
        let lines = output_every(cycles, "Room", &stage_of(0, scenery), &[("ann", program)]);
        assert_eq!(lines, [due, "[ann] p"]);
    }
}

#[test]
fn what_has_been_seen_is_not_notified_again() {
    let (sender, receiver) = channel();
    let stage = |sender: Sender<()>| {
        let sender = Mutex::new(sender);
        Extensions::default().environment("Room", move |setting: &Setting| {
            let _ = sender.lock().expect("no panic").send(());
            setting.percepts.add(Term::atom("p"));
            Ok(Room(setting.percepts.clone(), |_: &Percepts, action: Action| action.done(), 0))
        })
    };
    let project = Project::parse("MAS m { environment: Room agents: ann; }", "m.mas2j").expect("a project");
    let stage = Stage::of_project(&project, |class| stage(sender).environment_of(class), |_| {})
        .expect("an environment")
        .expect("one");
    assert!(receiver.try_recv().is_ok());
    let ann = Atom::new("ann");
    let first = stage.perceive(ann, 0).expect("it has not looked yet");
    assert_eq!(first.percepts, [Term::atom("p")]);
    assert!(stage.perceive(ann, first.version).is_none(), "nothing has changed");
    stage.stop();
}

#[test]
fn percepts_change_all_at_once_and_notify_the_agents_concerned() {
    let observed = Arc::new(Mutex::new(Vec::new()));
    let percepts = Percepts::new({
        let observed = Arc::clone(&observed);
        Arc::new(move |news| observed.lock().expect("no panic").push(format!("{news:?}")))
    });
    let [ann, bob] = ["ann", "bob"].map(Atom::new);
    let p = |number: f64| Term::structure("p", [Term::from(number)]);
    percepts.update(|scene| {
        assert!(scene.add_for(ann, p(1.0)) && !scene.add_for(ann, p(1.0)) && scene.add_for(ann, p(2.0)));
        assert!(scene.has_for(ann, &p(1.0)) && !scene.has_for(bob, &p(1.0)) && !scene.has(&p(1.0)));
    });
    percepts.update(|scene| assert!(!scene.remove_for(bob, &p(1.0)) && !scene.remove(&p(1.0))));
    percepts.set_for(ann, [p(1.0), p(2.0)]);
    assert_eq!(*observed.lock().expect("no panic"), ["Percepts(Some(ann))"]);
    let version = percepts.since(ann, 0).expect("something").version;
    assert!(percepts.since(ann, version).is_none());
    percepts.add_for(bob, p(3.0));
    assert!(percepts.since(ann, version).is_none(), "what bob perceives is no news for ann");
    assert_eq!(percepts.since(bob, 0).expect("something").percepts, [p(3.0)]);
    let pattern = term("p(_)").expect("a term");
    percepts.update(|scene| {
        assert_eq!((scene.remove_like_for(ann, &pattern), scene.remove_like(&pattern)), (2, 0));
        assert!(scene.add(p(4.0)) && scene.common() == [p(4.0)] && scene.of(bob) == [p(3.0)]);
        scene.clear_all();
        assert!(scene.common().is_empty() && scene.of(bob).is_empty());
    });
    assert_eq!(observed.lock().expect("no panic").last().map(String::as_str), Some("Percepts(None)"));
}

#[test]
#[should_panic(expected = "a percept is a literal without variables")]
fn a_number_is_no_percept() {
    Percepts::new(Arc::new(|_| {})).add(Term::from(1.0));
}

#[test]
fn an_unregistered_class_is_reported_where_it_stands() {
    let text = "MAS m {\n  environment: GridWorld(10)\n  agents: ann;\n}\n";
    let project = Project::parse(text, "m.mas2j").expect("a project");
    let problem = Stage::of_project(&project, |class| Extensions::default().environment_of(class), |_| {})
        .err()
        .expect("a problem");
    let shown = problem.render(text, "m.mas2j".as_ref());
    assert!(shown.contains("the environment GridWorld is not known") && shown.contains("m.mas2j:2:16"), "{shown}");
    assert!(shown.contains("register it as \"GridWorld\"") && shown.contains("agon new actions NAME"), "{shown}");
}

#[test]
fn arguments_that_a_class_does_not_take_are_reported() {
    let extensions = Extensions::default().environment("Room", |setting| {
        let width: u32 = setting.number(0, 3)?;
        assert_eq!((width, setting.arguments.get(1).map(String::as_str)), (3, None));
        Ok(Gate::default())
    });
    let make = |class: &str| {
        let text = format!("MAS m {{ environment: {class} agents: ann; }}");
        let project = Project::parse(&text, "m.mas2j").expect("a project");
        Stage::of_project(&project, |class| extensions.environment_of(class), |_| {})
    };
    assert!(make("Room").is_ok());
    let problem = make("Room(\"x\")").err().expect("a problem").message;
    assert_eq!(problem, "the environment Room cannot be made: argument 1 is \"x\" and not a number");
}

#[test]
fn jasons_own_environments_fail_every_action() {
    let program = "!s. +!s <- go. -!s[noenv, error_msg(M)] <- .print(M); .stopMAS.
                   -!s[error(E), error_msg(M)] <- .print(E, M, 1); .stopMAS.";
    for (class, due) in [
        ("jason.environment.Environment", "[ann] no environment configured!"),
        ("jason.environment.TimeSteppedEnvironment", "[ann] action_failed1"),
    ] {
        assert_eq!(output_in(class, &Extensions::default(), &[("ann", program)]), [due]);
    }
}

/// Counts steps; `wait` takes two of them, `fail` fails.
struct Lift {
    percepts: Percepts,
    occupied: Occupied,
}

impl Steps for Lift {
    fn execute(&self, agent: Atom, action: &Term) -> Result<(), String> {
        self.percepts.add_for(agent, Term::structure("did", [action.clone()]));
        if *action == Term::atom("fail") { Err("on purpose".to_owned()) } else { Ok(()) }
    }

    fn duration(&self, _: Atom, action: &Term) -> u32 {
        if *action == Term::atom("wait") { 2 } else { 1 }
    }

    fn occupied(&self) -> Occupied {
        self.occupied
    }

    fn executed(&self, step: u64) {
        self.percepts.update(|scene| {
            scene.clear();
            scene.add(Term::structure("step", [Term::from(step as f64)]));
        });
    }
}

fn lift(occupied: Occupied) -> Extensions {
    Extensions::default().environment("Lift", move |setting| {
        Stepped::new(Lift { percepts: setting.percepts.clone(), occupied }, setting)
    })
}

#[test]
fn a_step_waits_for_all_agents() {
    let ann = "!s. +!s <- .wait(10); go; .wait(step(N)); .print(N); wait; ?step(M); .print(M); .stopMAS.";
    let bob = "!s. +!s <- go; ?step(N); .print(N); go; go; go.";
    let lines = output_in("Lift", &lift(Occupied::Fail), &[("ann", ann), ("bob", bob)]);
    let of = |name: &str| -> Vec<&str> { lines.iter().filter_map(|line| line.strip_prefix(name)).collect() };
    assert_eq!(of("[bob] "), ["1"]);
    assert_eq!(of("[ann] "), ["1", "3"]);
}

#[test]
fn a_step_may_end_by_time() {
    let ann = "!s. +!s <- go; .print(gone); !t. +!t <- fail. -!t[error_msg(M)] <- .print(M); .stopMAS.";
    let lines = output_in("Lift(10)", &lift(Occupied::Fail), &[("ann", ann), ("bob", "a.")]);
    assert_eq!(lines, ["[ann] gone", "[ann] on purpose"]);
}

#[test]
fn a_second_action_in_a_step_waits_fails_or_counts_as_done() {
    // It ends when both goals have, however long the machine takes.
    let ann = "!a. !b. +!a <- one; .print(one); !end. +!b <- .wait(10); two; .print(two); !end.
               -!b <- .print(no); !end. +!end : ended <- .stopMAS. +!end <- +ended.";
    for (occupied, due) in
        [(Occupied::Queue, ["one", "two"]), (Occupied::Fail, ["no", "one"]), (Occupied::Ignore, ["two", "one"])]
    {
        let lines = output_in("Lift(400)", &lift(occupied), &[("ann", ann), ("bob", "a.")]);
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_start_matches("[ann] ")).collect();
        assert_eq!(lines, due, "{occupied:?}");
    }
}

#[test]
fn actions_of_ones_own_give_several_answers() {
    let extensions = stage_of(0, |_, action| action.done())
        .action("my.near", 2, 2, |call| {
            let number = call.number(0)?;
            let target = call.argument(1)?.clone();
            each(&target, [number - 1.0, number + 1.0].into_iter().map(Term::from))
        })
        .action("my.even", 1, 1, |call| holds(call.number(0)? % 2.0 == 0.0))
        .action("my.shout", 1, 1, |call| {
            let text = call.text(0)?.to_uppercase();
            call.print(&text);
            holds(true)
        });
    let lines = output_of(
        &extensions,
        "odd(X) :- not my.even(X).
         !s. +!s : my.near(1, Y) & Y > 0 <- .print(Y); my.near(4, Z); .print(Z); .findall(X, my.near(7, X) & my.even(X), L);
             .print(L); if (odd(3)) { my.shout(hey) }; !t.
         +!t <- my.even(a). -!t[error(E), error_msg(M)] <- .print(E, \" \", M); !u.
         +!u <- my.even(1). -!u[error(E)] <- .print(E); !v.
         +!v <- my.even. -!v[error_msg(M)] <- .print(M); .stopMAS.",
    );
    assert_eq!(
        lines,
        [
            "2",
            "3",
            "[6,8]",
            "HEY",
            "wrong_arguments argument 1 is 'a' and not a number",
            "ia_failed",
            "The internal action 'even' has not received the required number of argument(s). One argument is expected.",
        ]
    );
}

#[test]
#[should_panic(expected = "the name of an own action is package.name")]
fn actions_of_the_language_cannot_be_registered() {
    let _ = Extensions::default().action(".print", 0, 1, |_| holds(true));
}
