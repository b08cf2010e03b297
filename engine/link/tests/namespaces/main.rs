//! Two nodes in two network namespaces, and between them a stretch of network that loses, delays, reorders, repeats and cuts off packets.
//! What both sides record is checked against the promise, by the checker of the simulations.
//!
//! Takes minutes, and root: `engine/ci/link.sh`. AGON_LINK_MESSAGES=n for another number of messages in each scenario.

mod processes;
mod records;
mod world;

/// The checker of the simulations, which knows the crate's words by this name.
#[path = "../../src/protocol/simulation/history.rs"]
#[allow(dead_code)] // no sender dies here
mod history;

mod types {
    pub use agon_link::Outcome;
    #[allow(unused_imports)] // the checker's own tests
    pub use agon_link::Refusal;
}

use std::time::Duration;

use world::World;

/// So long a connection may be silent.
const LEASE: Duration = Duration::from_secs(2);
/// So long a node may be silent whose connection stays.
const GIVE_UP: Duration = Duration::from_secs(4);
/// A fault that ends before anybody has noticed, and one that all notice.
const SHORT: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(8);

/// Is run in processes of its own, by the scenarios.
#[test]
#[ignore = "a process of another test"]
fn process() {
    processes::run();
}

fn scenario(name: &str, what: impl FnOnce(&mut World)) {
    let Some(mut world) = World::new() else {
        println!("{name}: SKIPPED: it needs root, Linux and Python");
        return;
    };
    what(&mut world);
    println!("{name}: {}", world.end());
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_loss() {
    scenario("loss of 1, 5, 10, 20 %", |world| {
        for percent in [1, 5, 10, 20] {
            world.command(&format!("loss {percent}"));
            world.send_all(4);
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_delay() {
    scenario("delay of 50 and 200 ms, with jitter", |world| {
        for delay in ["delay 50 25", "delay 200 100"] {
            world.command(delay);
            world.send_all(2);
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_reordering() {
    scenario("reordering of 10 and 50 %", |world| {
        world.command("delay 10 5");
        for percent in [10, 50] {
            world.command(&format!("reorder {percent}"));
            world.send_all(2);
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_repetition() {
    scenario("repetition of 10 and 50 %", |world| {
        for percent in [10, 50] {
            world.command(&format!("repeat {percent}"));
            world.send_all(2);
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_partition() {
    scenario("partition of 1 and 8 s, and healing", |world| {
        for time in [SHORT, LONG, SHORT, LONG] {
            world.cut_off(&["forth", "back"], time, 4);
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_partition_in_one_direction() {
    scenario("partition in one direction, of 1 and 8 s", |world| {
        for time in [SHORT, LONG] {
            for way in ["forth", "back"] {
                world.cut_off(&[way], time, 4);
            }
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_kill() {
    scenario("kill -9 of the receiver, four times", |world| {
        for _ in 0..4 {
            world.send(8);
            world.kill_receiver();
            world.send(8);
            world.start_receiver();
            world.wait_for_sent();
        }
    });
}

#[test]
#[ignore = "long: engine/ci/link.sh"]
fn scenario_pause() {
    scenario("pause of the receiver and of the sender, for 1 and 8 s", |world| {
        for time in [SHORT, LONG] {
            for is_sender in [false, true] {
                world.pause(is_sender, time, 4);
            }
        }
    });
}
