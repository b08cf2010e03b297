//! Agents together as actors: the same in every mode, in step where that is requested, and none in another's way.

mod captured;
mod folder;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use agon_agentspeak::Extensions;
use agon_agentspeak::agent::Message;
use agon_agentspeak::system::{Blueprint, Mode, Program, Setup, Society};
use agon_agentspeak::term::{Atom, Term};
use captured::{Captured, status};
use folder::Folder;

/// Agents, each with its program.
fn blueprint(agents: &[(&str, &str)]) -> Blueprint {
    let mut blueprint = Blueprint::default();
    for (name, text) in agents {
        let program = Program::of_text(text, &format!("{name}.asl")).expect("a program");
        blueprint.add([*name], Arc::new(program));
    }
    blueprint
}

/// A setup whose lines are captured.
fn setup(mode: Mode, captured: &Captured) -> Setup {
    Setup {
        mode,
        seed: Some(1),
        output: captured.sink(),
        warnings: Some(Captured::default().sink()),
        ..Setup::default()
    }
}

/// What agents print until they end, and the status.
fn lived(agents: &[(&str, &str)], setup: impl FnOnce(&Captured) -> Setup) -> (Vec<String>, Option<i32>) {
    let captured = Captured::default();
    let society = Society::begin(blueprint(agents), setup(&captured)).expect("enough threads");
    let status = status(&society);
    drop(society);
    (captured.lines(), status)
}

const PING: &str = "!start. +!start <- .send(pong, achieve, ball(1)).
    +!ball(N) : N < 2000 <- .send(pong, achieve, ball(N + 1)).
    +!ball(N) <- .print(N); .stopMAS(0, 5).";
const PONG: &str = "+!ball(N)[source(From)] <- .send(From, achieve, ball(N)).";

#[test]
fn messages_go_back_and_forth_in_every_mode() {
    for mode in Mode::ALL {
        let outcome = lived(&[("ping", PING), ("pong", PONG)], |captured| setup(mode, captured));
        assert_eq!(outcome, (vec!["[ping] 2000".to_owned()], Some(5)), "{mode}");
    }
}

#[test]
fn a_wait_is_never_early() {
    let waiter =
        "!start. +!start <- for (.range(I, 1, 40)) { !busy; .nano_time(A); .wait(2); .nano_time(B); !seen(B - A) };
          !busy; .nano_time(C); +since(C); .at(\"now +3\", {+!there}).
        +!busy <- for (.range(I, 1, 50)) { .print(busy); .length([], _) }.
        +!seen(T) : T < 2000000 <- .print(early).
        +!seen(_).
        +!there : since(C) <- .nano_time(D); !seen(D - C - 1000000); .print(over); .stopMAS.";
    for mode in Mode::ALL {
        let (lines, status) = lived(&[("ann", waiter)], |captured| setup(mode, captured));
        assert_eq!(status, Some(0), "{mode}");
        assert!(!lines.contains(&"[ann] early".to_owned()), "{mode}");
        assert!(lines.contains(&"[ann] over".to_owned()), "{mode}");
    }
}

#[test]
fn what_is_done_again_and_again_heeds_what_has_changed_meanwhile() {
    let counter = "total(0). step(1).
        +!up : total(N) & step(S) <- -+total(N + S).
        +!down : total(N) & step(S) <- -+total(N - S).
        +!step(S) <- -+step(S).
        +!learn <- .add_plan({ +!up : total(N) <- -+total(N + 1000) }, self, begin).
        +!say : total(N) <- .print(N).
        +!end <- .stopMAS(0, 7).";
    let asker = "!go.
        +!go <- !round; !round; .send(counter, achieve, step(10)); !round; .send(counter, achieve, learn); !round;
                .send(counter, achieve, end).
        +!round <- for (.range(K, 1, 10)) {
                       .send(counter, achieve, up); .send(counter, achieve, up); .send(counter, achieve, down)
                   };
                   .send(counter, achieve, say).";
    let printed = ["[counter] 10", "[counter] 20", "[counter] 120", "[counter] 20020"].map(str::to_owned);
    for mode in Mode::ALL {
        // Where it is asked for whether anybody has anything to do, messages are counted.
        for until_idle in [false, true] {
            let agents = [("counter", counter), ("asker", asker)];
            let outcome = lived(&agents, |captured| Setup { until_idle, ..setup(mode, captured) });
            assert_eq!(outcome, (printed.to_vec(), Some(7)), "{mode}, counted: {until_idle}");
        }
    }
}

#[test]
fn no_agent_starves_among_agents_that_never_rest() {
    let busy = "!run(0). +!run(N) <- !run(N + 1).";
    let ping = PING.replace("2000", "200");
    let agents = [("a", busy), ("b", busy), ("c", busy), ("ping", &*ping), ("pong", PONG)];
    for mode in Mode::ALL {
        let one = |captured: &Captured| Setup { threads: NonZeroUsize::new(1), ..setup(mode, captured) };
        assert_eq!(lived(&agents, one), (vec!["[ping] 200".to_owned()], Some(5)), "{mode}");
    }
}

#[test]
fn agents_that_never_rest_get_on_among_many_messages() {
    let counting = "!run(0). +!run(3000) <- .print(done); .stopMAS. +!run(N) <- !run(N + 1).";
    let ping = "!start. +!start <- .send(pong, achieve, ball). +!ball <- .send(pong, achieve, ball).";
    let pong = "+!ball <- .send(ping, achieve, ball).";
    for mode in Mode::ALL {
        let one = |captured: &Captured| Setup { threads: NonZeroUsize::new(1), ..setup(mode, captured) };
        let outcome = lived(&[("counting", counting), ("ping", ping), ("pong", pong)], one);
        assert_eq!(outcome, (vec!["[counting] done".to_owned()], Some(0)), "{mode}");
    }
}

/// Talk at random, all of them at the same time.
fn chatter(seed: u64) -> Vec<String> {
    let talker = "!talk(20).
        +!talk(0).
        +!talk(N) <- .all_names(L); .random(L, To); .random(X); .send(To, tell, said(N, X)); !talk(N - 1).
        +said(N, X)[source(From)] <- .print(From, \" \", N, \" \", X).";
    let names: Vec<String> = (0..20).map(|number| format!("talker{number}")).collect();
    let agents: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), talker)).collect();
    let in_step =
        |captured: &Captured| Setup { seed: Some(seed), until_idle: true, ..setup(Mode::Synchronous, captured) };
    let (lines, status) = lived(&agents, in_step);
    assert_eq!(status, Some(0));
    lines
}

#[test]
fn in_step_the_same_seed_makes_the_same_happen() {
    let first = chatter(42);
    assert_eq!(first.len(), 400);
    for _ in 0..5 {
        assert_eq!(chatter(42), first);
    }
    assert_ne!(chatter(43), first);
}

#[test]
fn ten_thousand_agents_are_made_and_greeted() {
    let manager = "present(0). !start.
        +!start <- for (.range(I, 1, 10000)) { .concat(\"worker\", I, Name); .create_agent(Name, \"worker.asl\") }.
        @count[atomic] +!here : present(9999) <- .print(all); .stopMAS(0, 7).
        @more[atomic] +!here <- ?present(N); -+present(N + 1).";
    let worker = "!start. +!start <- .send(manager, achieve, here).";
    let files = [("m.mas2j", "MAS m { agents: manager; }"), ("manager.asl", manager), ("worker.asl", worker)];
    let folder = Folder::with("many", &files);
    for mode in [Mode::Pool, Mode::Synchronous] {
        let captured = Captured::default();
        let blueprint = Blueprint::of_project(&folder.0.join("m.mas2j"), BTreeMap::new(), &Extensions::default())
            .expect("a project");
        let society = Society::begin(blueprint, setup(mode, &captured)).expect("threads");
        assert_eq!(status(&society), Some(7), "{mode}");
        assert_eq!(society.agents().len(), 10_001, "{mode}");
        drop(society);
        assert_eq!(captured.lines(), ["[manager] all"], "{mode}");
    }
}

#[test]
fn names_that_are_taken_get_a_number() {
    let manager = "!start. +!start <- .create_agent(bob, \"bob.asl\"); .create_agent(bob, \"bob.asl\"); .create_agent(Bob, \"bob.asl\");
        .print(Bob); .all_names(L); .sort(L, S); .print(S); .stopMAS.";
    let folder = Folder::with("names", &[("a.asl", manager), ("bob.asl", "x.")]);
    for mode in Mode::ALL {
        let captured = Captured::default();
        let blueprint =
            Blueprint::of_agent(&folder.0.join("a.asl"), BTreeMap::new(), &Extensions::default()).expect("a program");
        let society = Society::begin(blueprint, setup(mode, &captured)).expect("threads");
        assert_eq!(status(&society), Some(0), "{mode}");
        drop(society);
        assert_eq!(captured.lines(), ["[a] bob_2", "[a] [a,bob,bob_1,bob_2]"], "{mode}");
    }
}

#[test]
fn a_killed_agent_is_gone() {
    let killer = "!start. +!start <- .kill_agent(victim); .all_names(L); .print(L); !tell; .kill_agent(nobody).
        +!tell <- .send(victim, tell, hello).
        -!tell[error(E)] <- .print(E).
        -!start <- .print(no_such_agent); .create_agent(victim, \"victim.asl\"); .send(victim, achieve, greet).";
    let victim = "+!greet <- .print(alive); .stopMAS(0, 2).";
    let project = "MAS m { agents: killer; victim; }";
    let folder = Folder::with("kill", &[("m.mas2j", project), ("killer.asl", killer), ("victim.asl", victim)]);
    for mode in Mode::ALL {
        let captured = Captured::default();
        let blueprint = Blueprint::of_project(&folder.0.join("m.mas2j"), BTreeMap::new(), &Extensions::default())
            .expect("a project");
        let society = Society::begin(blueprint, setup(mode, &captured)).expect("threads");
        assert_eq!(status(&society), Some(2), "{mode}");
        drop(society);
        let lines = captured.lines();
        let expected = ["[killer] [killer]", "[killer] receiver_not_found", "[killer] no_such_agent", "[victim] alive"];
        assert_eq!(lines, expected, "{mode}");
    }
}

#[test]
fn an_agent_that_kills_itself_does_nothing_more() {
    let agent = "!start. +!start <- .print(once); .my_name(Me); .kill_agent(Me); .print(twice).";
    for mode in Mode::ALL {
        let (lines, status) = lived(&[("a", agent)], |captured| Setup { until_idle: true, ..setup(mode, captured) });
        assert_eq!((lines, status), (vec!["[a] once".to_owned()], Some(0)), "{mode}");
    }
}

#[test]
fn it_ends_when_it_is_to_however_busy_all_are() {
    let busy = "!run. +!run <- !run.";
    let boss = "!start. +!start <- .stopMAS(30, 9); .print(waiting). ";
    for mode in Mode::ALL {
        let begun = Instant::now();
        let outcome = lived(&[("a", busy), ("b", busy), ("boss", boss)], |captured| setup(mode, captured));
        assert_eq!(outcome, (vec!["[boss] waiting".to_owned()], Some(9)), "{mode}");
        assert!(begun.elapsed() >= Duration::from_millis(30));
    }
}

#[test]
fn it_can_be_ended_from_elsewhere() {
    for mode in Mode::ALL {
        let captured = Captured::default();
        let agents = blueprint(&[("a", "!run. +!run <- !run."), ("b", "!say. +!say <- .print(here).")]);
        let society = Society::begin(agents, setup(mode, &captured)).expect("threads");
        let stopper = society.stopper();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while captured.lines().is_empty() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                stopper.stop(130);
            });
            assert_eq!(status(&society), Some(130), "{mode}");
        });
        assert_eq!(captured.lines(), ["[b] here"], "{mode}");
    }
}

#[test]
fn it_ends_when_no_agent_can_do_anything_any_more() {
    let asking = "!start. +!start <- .wait(30); .send(answering, askOne, fact(X), fact(Y)); .print(Y); .at(\"now +20 ms\", {+!late}).
        +!late <- .print(late).";
    let answering = "fact(4).";
    for mode in Mode::ALL {
        let until_idle = |captured: &Captured| Setup { until_idle: true, ..setup(mode, captured) };
        let outcome = lived(&[("asking", asking), ("answering", answering)], until_idle);
        assert_eq!(outcome, (["[asking] 4", "[asking] late"].map(str::to_owned).to_vec(), Some(0)), "{mode}");
    }
}

#[test]
fn times_are_kept_by_agents_that_wait_and_agents_that_do_not() {
    let agent = "!wait(1). !wait(10). !wait(30). !run.
        +!wait(N) <- .wait(N); .print(N).
        +!run : over <- .stopMAS. +!run <- !run.
        +!end <- .wait(60); +over.
        !end.";
    for mode in Mode::ALL {
        let (lines, status) = lived(&[("a", agent)], |captured| setup(mode, captured));
        assert_eq!((lines.join(" "), status), ("[a] 1 [a] 10 [a] 30".to_owned(), Some(0)), "{mode}");
    }
}

#[test]
fn the_same_seed_gives_an_agent_the_same_chance() {
    let agent = "!start. +!start <- .random(X); .print(X).";
    let drawn = |seed| {
        let until_idle = |captured: &Captured| Setup { seed, until_idle: true, ..setup(Mode::Pool, captured) };
        let (mut lines, _) = lived(&[("a", agent), ("b", agent)], until_idle);
        lines.sort();
        lines
    };
    let first = drawn(Some(1));
    assert_eq!(first, drawn(Some(1)));
    assert_ne!(first, drawn(Some(2)));
    assert_ne!(drawn(None), drawn(None));
    assert_ne!(first[0].trim_start_matches("[a]"), first[1].trim_start_matches("[b]"), "each has its own");
}

#[test]
fn agents_can_be_sent_messages_and_looked_at_from_outside() {
    for mode in Mode::ALL {
        let captured = Captured::default();
        let agents = blueprint(&[("ann", "+likes(X)[source(S)] <- .print(X, \" \", S); +heard.")]);
        let society = Society::begin(agents, setup(mode, &captured)).expect("threads");
        let (ann, bob) = (Atom::new("ann"), Atom::new("bob"));
        let message = Message {
            performative: Atom::new("tell"),
            sender: bob,
            content: Term::structure("likes", [Term::atom("tea")]),
            id: 1,
            in_reply_to: None,
        };
        assert!(!society.send(bob, message.clone()) && society.send(ann, message));
        let believes = || {
            let (seen, sight) = channel();
            let look = move |mind: &mut agon_agentspeak::agent::Agent| {
                let _ = seen.send(mind.beliefs.len());
            };
            assert!(society.look(ann, look));
            sight.recv().expect("ann is there")
        };
        let begun = Instant::now();
        while believes() < 2 && begun.elapsed() < Duration::from_secs(30) {
            std::thread::yield_now();
        }
        assert_eq!(believes(), 2, "{mode}");
        society.stopper().stop(0);
        assert_eq!(status(&society), Some(0));
        assert_eq!(captured.lines(), ["[ann] tea bob"], "{mode}");
    }
}

#[test]
fn services_are_known_to_all() {
    let provider = "!start. +!start <- .df_register(cooking); .send(asking, achieve, look).";
    let asking = "+!look <- .df_search(cooking, L); .print(L); .stopMAS.";
    for mode in Mode::ALL {
        let outcome = lived(&[("cook", provider), ("asking", asking)], |captured| setup(mode, captured));
        assert_eq!(outcome, (vec!["[asking] [cook]".to_owned()], Some(0)), "{mode}");
    }
}

/// What an agent prints that has asked another one; that has nothing else to do, or waits for something meanwhile.
fn answers_to(question: &str, waits: bool) -> (Vec<String>, Option<i32>) {
    let asker = format!(
        "!s. +!s <- !ask; .stopMAS(0, 5).
         +!ask <- .send(b, askOne, {question}, One); .print(One); .send(b, askAll, {question}, All); .print(All);
            .send([b, b], askOne, {question}, Two); .print(Two); .send(b, askOne, now, Now); .print(Now).
         -!ask[error(E)] <- .print(failed(E))."
    );
    let asked = "p(1, x). p(2, y)[k(7)]. p(3, z)[source(c)]. one. open(_, 1). ~no(1). q(X, Y) :- p(X, _) & Y = X * 2.
                 chain(X) :- q(X, _). told(X) :- .print(asked) & p(X, x). +?planned(X) <- X = 5. +?now <- .print(now).";
    let asked = if waits { format!("{asked} !wait. +!wait <- .wait({{+never}}).") } else { asked.to_owned() };
    lived(&[("a", &asker), ("b", &asked)], |captured| Setup {
        threads: NonZeroUsize::new(1),
        ..setup(Mode::Pool, captured)
    })
}

#[test]
fn questions_are_answered_at_once_as_plans_answer_them() {
    for question in [
        "p(1, X)",
        "p(_, _)",
        "p(2, X)",
        "p(2, X)[k(K)]",
        "p(3, X)[source(S)]",
        "p(9, X)",
        "one",
        "none",
        "open(X, Y)",
        "~no(X)",
        "q(2, X)",
        "q(X, _)",
        "chain(X)",
        "told(X)",
        "told(7)",
        "planned(X)",
        "p(X, X)",
        "ns::p(X)",
    ] {
        let at_once = answers_to(question, false);
        assert_eq!(at_once, answers_to(question, true), "{question}");
        assert_eq!(at_once.1, Some(5), "{question}");
    }
}
