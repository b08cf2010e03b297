//! Links over a simulated network, in simulated time: a seed decides what is sent, lost, late, repeated and cut off, who is slow, and
//! who dies. Each schedule's history is checked against the promise.

mod history;
mod world;

use history::check;
use world::{Scenario, World};

/// A generator of numbers, from a seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Less than `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, of_hundred: u64) -> bool {
        self.below(100) < of_hundred
    }
}

/// Of the thirteen scenarios, eleven thousand in all. AGON_LINK_SCHEDULES=n for another number of each.
fn schedules() -> u64 {
    std::env::var("AGON_LINK_SCHEDULES").map_or(850, |text| text.parse().expect("a number"))
}

/// Runs many schedules of a scenario; returns how many messages were reported as unknown.
fn holds(scenario: Scenario) -> usize {
    let mut unknown = 0;
    for seed in 0..schedules() {
        let world = World::run(scenario, seed);
        if let Err(broken) = check(&world.events) {
            panic!("{scenario:?}, seed {seed}: {broken}");
        }
        unknown += world.unknown();
    }
    unknown
}

#[test]
fn on_a_good_network() {
    assert_eq!(holds(Scenario::default()), 0);
}

#[test]
fn frames_are_lost() {
    assert_eq!(holds(Scenario { loss: 20, ..Scenario::default() }), 0);
}

#[test]
fn frames_are_delayed_and_reordered() {
    assert_eq!(holds(Scenario { delay_ms: 500, ..Scenario::default() }), 0);
}

#[test]
fn frames_are_repeated() {
    assert_eq!(holds(Scenario { repeated: 30, delay_ms: 100, ..Scenario::default() }), 0);
}

#[test]
fn a_partition_heals_before_anybody_gives_up() {
    assert_eq!(holds(Scenario { loss: 5, cuts: 2, cut_ms: 12_000, ..Scenario::default() }), 0);
}

#[test]
fn a_partition_lasts() {
    assert!(holds(Scenario { loss: 5, delay_ms: 50, cuts: 2, cut_ms: 90_000, ..Scenario::default() }) > 0);
}

#[test]
fn a_partition_in_one_direction() {
    assert!(holds(Scenario { loss: 5, cuts: 3, cut_ms: 90_000, one_way: true, ..Scenario::default() }) > 0);
}

#[test]
fn the_fabric_reports_that_the_node_is_gone_while_it_is_not() {
    assert!(holds(Scenario { loss: 5, delay_ms: 300, false_alarms: 3, ..Scenario::default() }) > 0);
}

#[test]
fn the_receiving_node_dies_and_restarts() {
    assert!(holds(Scenario { loss: 5, repeated: 10, delay_ms: 200, receiver_dies: 2, ..Scenario::default() }) > 0);
}

#[test]
fn the_sending_node_dies_and_restarts() {
    holds(Scenario { loss: 5, repeated: 10, delay_ms: 200, sender_dies: 2, ..Scenario::default() });
}

#[test]
fn the_receiver_forgets_a_sender_that_it_has_not_seen_for_long() {
    let scenario = Scenario { loss: 10, repeated: 10, delay_ms: 100, forgets: 3, ..Scenario::default() };
    holds(scenario);
    assert!((0..100).map(|seed| World::run(scenario, seed).forgotten).sum::<usize>() > 100);
}

#[test]
fn a_receiver_is_slow_and_the_window_small() {
    assert_eq!(holds(Scenario { slow: true, loss: 5, ..Scenario::default() }), 0);
}

#[test]
fn everything_at_once() {
    holds(Scenario {
        loss: 10,
        repeated: 10,
        delay_ms: 300,
        cuts: 2,
        cut_ms: 60_000,
        one_way: true,
        false_alarms: 1,
        receiver_dies: 1,
        sender_dies: 1,
        forgets: 1,
        slow: true,
    });
}

#[test]
fn a_seed_repeats_its_schedule() {
    let scenario = Scenario { loss: 10, repeated: 10, delay_ms: 300, cuts: 1, cut_ms: 60_000, ..Scenario::default() };
    assert_eq!(World::run(scenario, 7).events, World::run(scenario, 7).events);
    assert_ne!(World::run(scenario, 7).events, World::run(scenario, 8).events);
}
