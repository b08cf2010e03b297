//! An actor for each key: where it lives, and what moves when nodes come and go.

mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, System};
use agon_link::{Node, Outcome, Refusal, RemoteReply, ShardedAddress};
use serde::{Deserialize, Serialize};
use support::{SOON, cluster, node, system};

/// Counts what it is sent, and reports when it begins and stops.
struct Counter {
    key: u32,
    host: &'static str,
    count: u64,
    alive: Alive,
}

type Alive = Arc<Mutex<BTreeMap<(u32, &'static str), bool>>>;

#[derive(Serialize, Deserialize)]
enum ToCounter {
    Add,
    Get(RemoteReply<(u32, u64)>),
    Stop,
}

impl Actor for Counter {
    type Message = ToCounter;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        self.alive.lock().unwrap().insert((self.key, self.host), true);
    }

    fn handle(&mut self, message: ToCounter, ctx: &mut Context<'_, Self>) {
        match message {
            ToCounter::Add => self.count += 1,
            ToCounter::Stop => ctx.stop(),
            ToCounter::Get(reply) => reply.send((self.key, self.count)),
        }
    }

    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        self.alive.lock().unwrap().insert((self.key, self.host), false);
    }
}

fn host(name: &'static str, cluster: &str, connect: &[String], system: &Arc<System>, alive: &Alive) -> Node {
    let joining = connect.iter().fold(node(name, cluster), |node, endpoint| node.connect(endpoint));
    let node = joining.join().unwrap();
    let (system, alive) = (Arc::clone(system), Arc::clone(alive));
    node.host("counters", move |key: &u32| {
        system.spawn(Counter { key: *key, host: name, count: 0, alive: Arc::clone(&alive) })
    })
    .unwrap();
    node
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < SOON, "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

const KEYS: u32 = 200;

fn places(counters: &ShardedAddress<u32, ToCounter>) -> Vec<String> {
    (0..KEYS).map(|key| counters.node(&key).unwrap().name().to_owned()).collect()
}

#[test]
fn keys_live_on_one_node_each_and_a_node_that_comes_takes_its_share_only() {
    let (system, alive) = (Arc::new(system()), Alive::default());
    let cluster = cluster();
    let a = host("a", &cluster, &[], &system, &alive);
    let b = host("b", &cluster, &a.endpoints(), &system, &alive);
    until("both know both", || a.hosts("counters") == 2 && b.hosts("counters") == 2);
    let (from_a, from_b) = (a.sharded::<u32, ToCounter>("counters"), b.sharded::<u32, ToCounter>("counters"));
    let before = places(&from_a);
    assert_eq!(before, places(&from_b));
    for key in 0..KEYS {
        from_a.send(key, ToCounter::Add);
        let receipt = from_b.send_confirmed_within(SOON, key, ToCounter::Add).unwrap().unwrap();
        assert_eq!(receipt.wait(SOON), Some(Outcome::Handled));
    }
    assert!(a.flush(SOON));
    for key in 0..KEYS {
        assert_eq!(from_a.ask(SOON, key, ToCounter::Get), Ok((key, 2)));
        assert_eq!(from_b.ask(SOON, key, ToCounter::Get), Ok((key, 2)));
    }
    assert_eq!(alive.lock().unwrap().len(), KEYS as usize, "one actor for each key");

    let c = host("c", &cluster, &[a.endpoints(), b.endpoints()].concat(), &system, &alive);
    until("all know all", || [&a, &b, &c].iter().all(|node| node.hosts("counters") == 3));
    let after = places(&from_a);
    let moved: Vec<_> = (0..KEYS).filter(|&key| before[key as usize] != after[key as usize]).collect();
    assert!(moved.iter().all(|&key| after[key as usize] == "c"));
    assert!((40..100).contains(&moved.len()), "{} of {KEYS} moved", moved.len());
    // Those that have moved are stopped where they were; the others have not been touched.
    until("the moved ones stop", || {
        let alive = alive.lock().unwrap();
        alive.iter().all(|(&(key, host), &alive)| alive == (after[key as usize] == host))
    });
    for key in 0..KEYS {
        let count = if moved.contains(&key) { 0 } else { 2 };
        assert_eq!(from_b.ask(SOON, key, ToCounter::Get), Ok((key, count)));
    }

    c.leave();
    until("c is gone", || a.hosts("counters") == 2 && b.hosts("counters") == 2);
    assert_eq!(places(&from_b), before);
}

#[test]
fn what_no_node_hosts_is_nowhere_and_a_message_for_another_host_is_refused() {
    let (system, alive) = (Arc::new(system()), Alive::default());
    let cluster = cluster();
    let outsider = node("outsider", &cluster).join().unwrap();
    let counters = outsider.sharded::<u32, ToCounter>("counters");
    assert!(counters.node(&1).is_none());
    counters.send(1, ToCounter::Add);
    assert_eq!(outsider.counters().dropped, 1);
    assert!(counters.send_confirmed_within(SOON, 1, ToCounter::Add).unwrap().is_none());
    let a = host("a", &cluster, &outsider.endpoints(), &system, &alive);
    // b knows a; the outsider does not know b, and sends what lives at b to a.
    let b = host("b", &cluster, &a.endpoints(), &system, &alive);
    until("a knows b, the outsider only a", || a.hosts("counters") == 2 && outsider.hosts("counters") == 1);
    let mut refused = 0;
    for key in 0..KEYS {
        let receipt = counters.send_confirmed_within(SOON, key, ToCounter::Add).unwrap().unwrap();
        match receipt.wait(SOON).unwrap() {
            Outcome::Handled => {}
            Outcome::Refused(Refusal::NotHere) => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert!((50..150).contains(&refused), "{refused} of {KEYS}");
    drop(b);
}

#[test]
fn an_actor_that_has_ended_is_created_again_by_the_next_message() {
    let (system, alive) = (Arc::new(system()), Alive::default());
    let a = host("a", &cluster(), &[], &system, &alive);
    let counters = a.sharded::<u32, ToCounter>("counters");
    counters.send(1, ToCounter::Add);
    assert_eq!(counters.ask(SOON, 1, ToCounter::Get), Ok((1, 1)));
    counters.send(1, ToCounter::Stop);
    until("another begins", || counters.ask(SOON, 1, ToCounter::Get) == Ok((1, 0)));
}
