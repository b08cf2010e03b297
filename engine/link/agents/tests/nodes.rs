//! Societies on several nodes: here all are in one process.

#[path = "../../tests/support/proxy.rs"]
#[allow(dead_code)] // each test uses some
mod proxy;
mod support;

use std::time::Duration;

use agon_agents::Trust;
use agon_agentspeak::Extensions;
use agon_agentspeak::environment::{Action, Environment, Percepts, Setting};
use agon_agentspeak::system::Setup;
use agon_agentspeak::term::{Atom, Term};
use support::{Town, until};

const PING: &str = "!start. +!start <- .send(pong, achieve, ball(1)).
    +!ball(N) : N < 500 <- .send(pong, achieve, ball(N + 1)).
    +!ball(N)[source(From)] <- .print(N, \" from \", From); .stopMAS(0, 5).";
const PONG: &str = "+!ball(N)[source(From)] <- .send(From, achieve, ball(N)).";

#[test]
fn messages_go_back_and_forth() {
    let town = Town::new(&[("a", &[("ping", PING)]), ("b", &[("pong", PONG)])]);
    assert_eq!(town.ended(), [5, 5], "the end reaches both");
    assert_eq!(town.lines("a"), ["[ping] 500 from pong"]);
}

#[test]
fn messages_from_one_to_another_arrive_in_order() {
    let sender = "!go. +!go <- for (.range(I, 1, 3000)) { .send(taker, tell, n(I)) }; .send(taker, achieve, end).";
    let taker = "+n(I) : last(I - 1) <- -+last(I). +n(I) <- +wrong(I). last(0).
        +!end <- ?last(N); .count(wrong(_), W); .print(N, \" \", W); .stopMAS.";
    let town = Town::new(&[("a", &[("sender", sender)]), ("b", &[("taker", taker)])]);
    town.ended();
    assert_eq!(town.lines("b"), ["[taker] 3000 0"]);
}

#[test]
fn questions_are_answered_from_elsewhere() {
    let asker = "!go. +!go <- .send(knower, askOne, p(X), A); .send(knower, askAll, p(_), L);
        .send(knower, askOne, q(_), N); .send(nobody, tell, x); .stopMAS.
        -!go[error(E)] <- .print(E); .send(knower, askOne, p(X), A); .send(knower, askAll, p(_), L); .send(knower, askOne, q(_), N);
        .print(A); .print(L); .print(N); .stopMAS.";
    let town = Town::new(&[("a", &[("asker", asker)]), ("b", &[("knower", "p(1). p(f([a|T])).")])]);
    town.ended();
    let list = "[p(1)[source(knower)],p(f([a|T]))[source(knower)]]";
    let lines = town.lines("a");
    assert_eq!(lines[..2], ["[asker] receiver_not_found", "[asker] p(1)[source(knower)]"]);
    assert_eq!(lines[2].len(), format!("[asker] {list}").len() + lines[2].matches("_").count(), "{lines:?}");
    assert_eq!(lines[3], "[asker] false");
}

#[test]
fn names_are_those_of_all_nodes() {
    let teller =
        "!go. +!go <- .all_names(L); .print(L); .broadcast(tell, hello); .wait({+bye}); .wait({+bye}); .stopMAS.";
    let hearer = "+hello[source(S)] <- .my_name(Me); .send(S, signal, bye); .print(Me, S).";
    let town = Town::new(&[("a", &[("t", teller)]), ("b", &[("h1", hearer), ("h2", hearer)])]);
    town.ended();
    assert_eq!(town.lines("a"), ["[t] [t,h1,h2]"]);
    let mut lines = town.lines("b");
    lines.sort();
    assert_eq!(lines, ["[h1] h1t", "[h2] h2t"]);
}

#[test]
fn agents_are_made_and_ended_elsewhere() {
    let maker = "!go. +!go <- .create_agent(kid, \"kid.asl\", [at(b)]); .send(kid, askOne, age(_), A); .print(A);
        .create_agent(kid, \"kid.asl\", [at(\"b\")]); .create_agent(kid, \"kid.asl\"); .all_names(L); .print(L);
        .kill_agent(kid); .all_names(M); .print(M); if (not .kill_agent(nobody)) { .print(nobody) };
        .create_agent(other, \"kid.asl\", [at(c)]).
        -!go <- .print(failed); .stopMAS.";
    let town = Town::with(&[("a", &[("maker", maker)]), ("b", &[])], &[("kid.asl", "age(3).")], Trust::None);
    town.ended();
    let lines = town.lines("a");
    let due = ["age(3)[source(kid)]", "[maker,kid_2,kid,kid_1]", "[maker,kid_2,kid_1]", "nobody", "failed"];
    assert_eq!(lines, due.map(|line| format!("[maker] {line}")));
    assert!(town.warnings("a").contains("there is no node c"), "{}", town.warnings("a"));
}

#[test]
fn services_are_those_of_all_nodes() {
    let wants = "!go. +!go <- .df_subscribe(work). +provider(P, S) <- .print(P, \" \", S); .df_search(work, L); .print(L); .stopMAS.";
    let offers = "!go. +!go <- .wait(50); .df_register(work).";
    let town = Town::new(&[("a", &[("wants", wants)]), ("b", &[("offers", offers)])]);
    town.ended();
    assert_eq!(town.lines("a"), ["[wants] offers work", "[wants] [offers]"]);
}

const TEACHER: &str =
    "!go. +!go <- .send(pupil, tellHow, \"+!sing <- .print(la); .stopMAS(0, 1).\"); .send(pupil, achieve, sing).";
const PUPIL: &str = "-!sing <- .print(cannot); .stopMAS(0, 2).";

#[test]
fn plans_are_taken_from_trusted_nodes() {
    let agents: &[(&str, &[(&str, &str)])] = &[("a", &[("teacher", TEACHER)]), ("b", &[("pupil", PUPIL)])];
    for (trust, status, line) in [
        (Trust::None, 2, "[pupil] cannot"),
        (Trust::Nodes(vec!["a".to_owned()]), 1, "[pupil] la"),
        (Trust::All, 1, "[pupil] la"),
    ] {
        let town = Town::with(agents, &[], trust.clone());
        assert_eq!(town.ended(), [status, status], "{trust:?}");
        assert_eq!(town.lines("b"), [line]);
        let is_refused = town.warnings("b").contains("tellHow from there is not allowed (--trust a)");
        assert_eq!(is_refused, trust == Trust::None, "{}", town.warnings("b"));
    }
}

#[test]
fn agents_of_a_node_that_is_gone_are_unknown() {
    let waits = "!go. +!go <- .send(gone, askOne, never(_), A).
        -!go[error(E)] <- .print(E); .all_names(L); .print(L); .df_search(work, P); .print(P); !again.
        +!again <- .send(gone, tell, x). -!again[error(E)] <- .print(E); .stopMAS.";
    let gone = "!go. +!go <- .df_register(work). +?never(_) <- .wait(1000000).";
    let mut town = Town::new(&[("a", &[("waits", waits)]), ("b", &[("gone", gone)])]);
    // The question is there.
    town.look("b", "gone", |it| it.next_due().is_some());
    town.close("b");
    until(|| town.is_over("a"));
    let due = ["ask_failed", "[waits,df]", "[]", "receiver_not_found"];
    assert_eq!(town.lines("a"), due.map(|line| format!("[waits] {line}")));
    assert!(town.warnings("a").contains("the node b is gone"), "{}", town.warnings("a"));
}

#[test]
fn it_is_known_when_no_agent_can_do_anything_anywhere() {
    let idle = |setup| Setup { until_idle: true, ..setup };
    let ping = "!start. +!start <- .send(pong, achieve, ball(1)).
        +!ball(N) : N < 200 <- .send(pong, achieve, ball(N + 1)). +!ball(N) <- .print(N).";
    let pong = "+!ball(N)[source(From)] <- .wait(1); .send(From, achieve, ball(N)).";
    let agents: &[(&str, &[(&str, &str)])] = &[("a", &[("ping", ping)]), ("b", &[("pong", pong)]), ("c", &[])];
    let town = Town::set_up(agents, &[], Trust::None, idle);
    assert_eq!(town.ended(), [0, 0, 0]);
    assert_eq!(town.lines("a"), ["[ping] 200"]);
}

#[test]
fn a_node_that_comes_later_knows_all_and_is_known() {
    let host = "+!hello[source(S)] <- .send(S, achieve, answer).";
    let mut town = Town::new(&[("a", &[("host", host)])]);
    let guest = "!go. +!go <- .send(host, achieve, hello). +!answer[source(S)] <- .print(S); .stopMAS.";
    town.add("z", &[("guest", guest)]);
    town.ended();
    assert_eq!(town.lines("z"), ["[guest] host"]);
    assert!(town.agents("a").contains(&Atom::new("guest")));
}

#[test]
fn an_agent_announced_by_a_third_is_reached() {
    let maker = "!go. +!go <- for (.range(I, 1, 50)) { .concat(\"kid\", I, Name); .create_agent(Name, \"kid.asl\"); .send(teller, tell, new(Name)) }.";
    let teller = "+new(Name) <- .send(caller, tell, new(Name)).";
    let caller = "+new(Name) <- .send(Name, askOne, age(_), A); +is(A); .count(is(_), N); !end(N).
        +!end(50) <- .print(all); .stopMAS. +!end(_). -new(Name)[error(E)] <- .print(E, Name).
        -!end(_). kids(0).";
    let caller = caller.replace("+is(A)", "+is(Name)");
    let agents: &[(&str, &[(&str, &str)])] =
        &[("a", &[("maker", maker)]), ("b", &[("teller", teller)]), ("c", &[("caller", &caller)])];
    let town = Town::with(agents, &[("kid.asl", "age(3).")], Trust::None);
    town.ended();
    assert_eq!(town.lines("c"), ["[caller] all"]);
}

#[test]
fn what_comes_before_a_node_has_begun_is_held_and_delivered_in_order() {
    let taker = "+n(I) : last(I - 1) <- -+last(I). +n(I) <- +wrong(I). last(0).
        +!end <- ?last(N); .count(wrong(_), W); .print(N, \" \", W); .stopMAS.";
    let sender = "!go. +!go <- for (.range(I, 1, 500)) { .send(taker, tell, n(I)) }; .print(sent);
        for (.range(I, 501, 3000)) { .send(taker, tell, n(I)) }; .send(taker, achieve, end).";
    let members = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut town = Town::empty(&[]);
    // Its agents are known to all, and begin when z is there.
    let b = town.begin("b", members(&["b", "z"]), &[("taker", taker)]);
    let a = town.begin("a", members(&["a", "b"]), &[("sender", sender)]);
    town.has_begun(a);
    until(|| town.lines("a") == ["[sender] sent"]);
    assert!(!b.has_begun());
    let z = town.begin("z", members(&["z"]), &[]);
    town.has_begun(z);
    town.has_begun(b);
    town.ended();
    assert_eq!(town.lines("b"), ["[taker] 3000 0"]);
}

#[test]
fn of_two_agents_of_one_name_that_are_made_at_the_same_moment_one_stays() {
    let maker =
        "+!make <- .create_agent(bob, \"bob.asl\"); .print(made). +!ask <- .send(bob, askOne, at(_), A); .print(A).";
    let asker = "+!ask <- .send(bob, askOne, at(_), A); .print(A).";
    let bob = "!go. +!go <- .df_register(work).";
    let mut town = Town::empty(&[("bob.asl", bob)]);
    town.add("a", &[("maker_a", maker)]);
    let proxy = town.proxy();
    town.add("b", &[("maker_b", maker)]);
    town.add("c", &[("asker", asker)]);
    // What is announced on one side is not known on the other yet.
    proxy.hold(true, true);
    town.pursue("a", "maker_a", "make");
    town.pursue("b", "maker_b", "make");
    until(|| town.lines("a") == ["[maker_a] made"] && town.lines("b") == ["[maker_b] made"]);
    proxy.heal();
    let bob = Atom::new("bob");
    until(|| !town.own_agents("b").contains(&bob));
    assert!(town.own_agents("a").contains(&bob));
    let names = |node| town.agents(node).into_iter().filter(|name| *name == bob).count();
    until(|| (names("a"), names("b"), names("c")) == (0, 1, 1));
    assert!(
        town.warnings("b").contains("the node a has made an agent of this name, too: that one stays"),
        "{}",
        town.warnings("b")
    );
    assert!(town.warnings("a").is_empty(), "{}", town.warnings("a"));
}

/// A lamp that all agents see.
struct Lamp {
    percepts: Percepts,
}

impl Environment for Lamp {
    fn execute(&self, action: Action) {
        match (action.name(), action.arguments()) {
            ("switch", [state @ Term::Atom(_)]) => {
                let lamp = Term::structure("lamp", [state.clone(), action.agent().into()]);
                self.percepts.update(|scene| {
                    scene.clear();
                    scene.add(lamp);
                });
                action.done();
            }
            _ => action.fail("a lamp can only be switched"),
        }
    }
}

#[test]
fn the_environment_of_one_node_is_that_of_all() {
    let lamps = |setting: &Setting| Ok(Lamp { percepts: setting.percepts.clone() });
    let extensions = Extensions::default().environment("Lamp", lamps);
    let near = "+lamp(on, W) <- .print(W); .send(far, tell, seen).";
    let far = "!go. +!go <- switch(on); ?lamp(S, W)[source(percept)]; .print(S, \" \", W); !paint.
        +!paint <- paint(red). -!paint[error_msg(M)] <- .print(M); .wait(seen); .stopMAS.";
    let town = Town::around(&[("a", &[("near", near)]), ("b", &[("far", far)])], extensions, "Lamp");
    town.ended();
    assert_eq!(town.lines("a"), ["[near] far"]);
    assert_eq!(town.lines("b"), ["[far] on far", "[far] a lamp can only be switched"]);
}

/// Longer than anything takes.
pub const SOON: Duration = Duration::from_secs(60);
