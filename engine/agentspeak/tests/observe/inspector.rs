//! Agents that are looked into, held up, and led step by step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_agentspeak::observe::inspector::{Inspector, Order, Pace, Sight, Unseen};
use agon_agentspeak::observe::{Observation, view::MindView};

use crate::market;

/// A market that goes on in a thread of its own while it is inspected; returns its output.
fn with_market<R>(inspector: &Inspector, look: impl FnOnce(&Inspector) -> R) -> (R, Vec<String>) {
    let over = Arc::new(AtomicBool::new(false));
    let (end, mine) = (Arc::clone(&over), inspector.clone());
    let system = thread::spawn(move || {
        let mut system = market();
        system.observe(Observation::default().with_inspector(mine));
        while !end.load(Ordering::Acquire) {
            system.attend();
            system.run(1);
            thread::sleep(Duration::from_micros(100));
        }
        system.lines().to_vec()
    });
    while inspector.agents("", 1).0 < 2 {
        thread::yield_now();
    }
    let seen = look(inspector);
    over.store(true, Ordering::Release);
    (seen, system.join().expect("no panic"))
}

fn look(inspector: &Inspector, agent: &str) -> Sight {
    let sight = inspector.look(agent, "").expect("it is there");
    assert!(sight.fresh);
    sight
}

/// Looks until it is so.
fn until(inspector: &Inspector, agent: &str, is_so: impl Fn(&Sight) -> bool) -> Sight {
    for _ in 0..10_000 {
        let sight = look(inspector, agent);
        if is_so(&sight) {
            return sight;
        }
    }
    panic!("it never comes to that: {:?}", look(inspector, agent));
}

/// Has the buyer been notified of everything that it wanted, and nothing left to do?
fn has_all(sight: &Sight) -> bool {
    beliefs(&sight.mind).len() == 5 && sight.mind.intentions.total == 0 && sight.mind.events.total == 0
}

fn beliefs(mind: &MindView) -> Vec<&str> {
    mind.beliefs.shown.iter().map(|belief| &*belief.text).collect()
}

#[test]
fn agents_that_begin_paused_do_nothing_until_they_are_resumed() {
    let (mind, lines) = with_market(&Inspector::paused(), |inspector| {
        assert_eq!(
            inspector.agents("", 10),
            (2, vec![("buyer".to_owned(), Pace::Paused(0)), ("seller".to_owned(), Pace::Paused(0))])
        );
        assert_eq!(inspector.agents("ell", 10).0, 1);
        assert_eq!(inspector.agents("", 1).1.len(), 1);
        look(inspector, "buyer").mind
    });
    assert_eq!(mind.cycle, 0);
    assert_eq!(mind.events.shown[0].trigger, "+!shop([apple,pear])[source(self)]");
    assert!(mind.plans.shown.iter().any(|plan| plan.label == "next" && plan.place.as_deref() == Some("buyer.asl:5")));
    assert!(mind.plans.shown.iter().any(|plan| plan.common), "how messages are understood");
    assert!(lines.is_empty());
}

#[test]
fn a_step_is_one_cycle_and_reports_what_happened_in_it() {
    let ((), lines) = with_market(&Inspector::paused(), |inspector| {
        assert!(inspector.order(Some("buyer"), Order::Step));
        let sight = until(inspector, "buyer", |sight| sight.mind.cycle == 1 && sight.pace == Pace::Paused(0));
        assert_eq!(
            sight.last_step,
            [
                "buyer@1 event     +!shop([apple,pear])[source(self)]",
                "buyer@1 plan      done (buyer.asl:3) is not relevant",
                "buyer@1 plan      next (buyer.asl:5) for intention 1: What = apple, Rest = [pear]",
                "buyer@1 intention 1: .send(seller,achieve,sell(apple)) (buyer.asl:6)",
                "buyer@1 message   to seller: achieve sell(apple) (mid1)",
            ]
        );
        let intention = &sight.mind.intentions.shown[0];
        assert_eq!((intention.id, intention.state), (1, "running"));
        let frame = &intention.frames.shown[0];
        assert_eq!(frame.plan, "next");
        assert_eq!(frame.step.as_deref(), Some(".wait({ +answer(apple) })"));
        assert_eq!(frame.place.as_deref(), Some("buyer.asl:7"));
        assert_eq!(frame.variables[0], ("What".to_owned(), "apple".to_owned()));
        assert_eq!(look(inspector, "seller").mind.messages.shown, ["from buyer: achieve sell(apple) (mid1)"]);
        inspector.order(None, Order::Go);
        until(inspector, "buyer", has_all);
    });
    assert_eq!(lines, ["[buyer] bought apple for 3", "[buyer] no pear", "[buyer] done"]);
}

#[test]
fn a_breakpoint_stops_before_the_first_step_of_its_plan() {
    let ((), lines) = with_market(&Inspector::paused(), |inspector| {
        assert!(inspector.set_breakpoint("seller", "sell", true));
        inspector.order(None, Order::Go);
        let sight = until(inspector, "seller", |sight| sight.pace != Pace::Running);
        assert_eq!(sight.pace, Pace::Stopped("sell".to_owned()));
        assert_eq!(sight.breakpoints, ["sell"]);
        assert!(beliefs(&sight.mind).contains(&"stock(apple,1)[source(self)]"), "it is still there");
        let frame = &sight.mind.intentions.shown[0].frames.shown[0];
        assert_eq!((frame.step.as_deref(), frame.place.as_deref()), (Some("-stock(apple,1)"), Some("seller.asl:8")));
        assert_eq!(look(inspector, "buyer").pace, Pace::Running, "the others go on");

        inspector.order(Some("seller"), Order::Step);
        let after = until(inspector, "seller", |sight| sight.pace == Pace::Paused(0));
        assert_eq!(after.mind.cycle, sight.mind.cycle, "it is the rest of the same cycle");
        assert!(!beliefs(&after.mind).contains(&"stock(apple,1)[source(self)]"));

        inspector.set_breakpoint("seller", "sell", false);
        inspector.order(Some("seller"), Order::Go);
        until(inspector, "buyer", has_all);
    });
    assert_eq!(lines, ["[buyer] bought apple for 3", "[buyer] no pear", "[buyer] done"]);
}

#[test]
fn beliefs_are_found_by_name() {
    let (mind, _) = with_market(&Inspector::paused(), |inspector| inspector.look("seller", "pri").expect("there").mind);
    assert_eq!(beliefs(&mind), ["price(apple,3)[source(self)]"]);
    assert_eq!((mind.beliefs.total, &*mind.beliefs.shown[0].predicate), (1, "price/2"));
}

#[test]
fn a_missing_agent_is_not_found() {
    let inspector = Inspector::new();
    let ((), _) = with_market(&inspector, |inspector| {
        assert_eq!(inspector.look("thief", "").err(), Some(Unseen::Unknown));
        assert!(!inspector.order(Some("thief"), Order::Pause));
        assert!(!inspector.set_breakpoint("thief", "sell", true));
    });
    assert_eq!(inspector.agents("", 10), (0, vec![]), "they have ended");
    assert!(!inspector.order(None, Order::Go));
}

#[test]
fn an_agent_that_does_not_come_by_is_busy() {
    let inspector = Inspector::new();
    let mut system = market();
    system.observe(Observation::default().with_inspector(inspector.clone()));
    assert_eq!(inspector.look("buyer", "").err(), Some(Unseen::Busy));
    system.attend();
    let sight = inspector.look("buyer", "").expect("it has been seen");
    assert!(!sight.fresh);
}
