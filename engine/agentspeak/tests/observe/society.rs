//! Agents as actors, looked at while they run.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::observe::inspector::{Order, Pace, Sight};
use agon_agentspeak::observe::{Inspector, Observation, Trace};
use agon_agentspeak::system::{Blueprint, Mode, Setup, Society};

use crate::folder;

fn market(mode: Mode, observation: Observation) -> Society {
    let project = folder().join("market/market.mas2j");
    let blueprint = Blueprint::of_project(&project, BTreeMap::new(), &Extensions::default()).expect("a project");
    let setup = Setup { mode, output: Box::new(io::sink()), observation, ..Setup::default() };
    Society::begin(blueprint, setup).expect("there are threads")
}

/// Looks until it is so.
fn until(inspector: &Inspector, agent: &str, is_so: impl Fn(&Sight) -> bool) {
    let mut looks = (0..100_000).map(|_| inspector.look(agent, "").expect("it is there"));
    assert!(looks.any(|sight| is_so(&sight)), "it never comes to that");
}

/// Looks at what `agon top` shows of an agent until these numbers are among it: one in a handler shows none.
fn until_shown(society: &Society, agent: &str, expected: &[(&'static str, u64)]) {
    let mut shown = Vec::new();
    for _ in 0..1000 {
        let snapshot = society.system().snapshot();
        let found = snapshot.actors().iter().find(|actor| actor.name() == Some(agent));
        shown = found.map_or_else(Vec::new, |actor| actor.numbers().to_vec());
        if expected.iter().all(|number| shown.contains(number)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{agent} shows {shown:?}, and never {expected:?}");
}

#[test]
fn agents_are_led_on_and_report_how_much_they_have_to_do() {
    for mode in [Mode::Pool, Mode::Thread, Mode::Synchronous] {
        let inspector = Inspector::paused();
        let society = market(mode, Observation::default().with_inspector(inspector.clone()));
        until_shown(&society, "seller", &[("beliefs", 2), ("cycles", 0)]);
        inspector.order(Some("buyer"), Order::Step);
        until(&inspector, "buyer", |sight| sight.mind.cycle == 1 && sight.pace == Pace::Paused(0));
        let expected = [("beliefs", 0), ("intentions", 1), ("events", 0), ("messages", 0), ("cycles", 1)];
        until_shown(&society, "buyer", &expected);
        // It is paused, and does not read what it gets.
        until_shown(&society, "seller", &[("messages", 1), ("cycles", 0)]);
        inspector.order(None, Order::Go);
        until(&inspector, "buyer", |sight| sight.mind.beliefs.total == 5 && sight.mind.intentions.total == 0);
        until_shown(&society, "buyer", &[("beliefs", 5), ("intentions", 0)]);
    }
}

#[test]
fn each_agent_is_traced_in_order_whichever_thread_it_is_on() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let trace = Trace::parse("plans:buyer").expect("a trace");
    let trace = trace.into_sink(Arc::new(move |line| sink.lock().expect("no panic").push(line.to_owned())));
    let inspector = Inspector::new();
    let society = market(Mode::Pool, Observation::default().with_trace(trace).with_inspector(inspector.clone()));
    until(&inspector, "buyer", |sight| sight.mind.beliefs.total == 5 && sight.mind.intentions.total == 0);
    drop(society);
    let lines = lines.lock().expect("no panic");
    let chosen: Vec<&str> = lines.iter().filter(|line| line.contains(" for intention ")).map(|line| &**line).collect();
    let plans: Vec<&str> = chosen.iter().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(plans, ["next", "p__1", "note", "next", "p__2", "note", "done"]);
}
