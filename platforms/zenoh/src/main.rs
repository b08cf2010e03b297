//! The workloads on Zenoh: `agon-zenoh WORKLOAD key=value ...`, as in docs/protocol.md.

mod confirmation;
mod receiver;
mod remote_ask;
mod remote_throughput;
mod sender;
mod sessions;
mod throughput;

use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, thread};

use agon_platform::nodes::Nodes;
use agon_platform::{Failure, Platform};
use zenoh::pubsub::Publisher;
use zenoh::{Session, Wait};

const PROGRAM: &str = "agon-zenoh";

/// The workloads of two nodes: peers, of which one connects to the other.
const NODES: Nodes<'_, Session> = Nodes {
    program: PROGRAM,
    start: |_, site| match &site.peer {
        Some(place) => sessions::open(&[], std::slice::from_ref(place)),
        None => sessions::open(&[format!("tcp/{}:0", site.listen)], &[]),
    },
    place: |session| {
        let places = session.info().locators().wait();
        places.first().map(ToString::to_string).ok_or_else(|| Failure::work("the session does not listen"))
    },
    end: |session| session.close().wait().map_err(Failure::work),
    workloads: &[("remote-throughput", remote_throughput::prepare), ("remote-ask", remote_ask::prepare)],
};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    if NODES.has(arguments.first().map(String::as_str)) {
        return NODES.answer(&arguments);
    }
    Platform {
        program: PROGRAM,
        // Zenoh's threads are those that ZENOH_RUNTIME names; the first session starts them.
        start: |_| Ok(()),
        end: |()| Ok(()),
        workloads: &[("throughput", throughput::prepare)],
    }
    .answer(&arguments)
}

/// Waits until the publisher's session knows of the subscriber: what is published before goes nowhere.
fn found(publisher: &Publisher) -> Result<(), Failure> {
    let begun = Instant::now();
    while !publisher.matching_status().wait().map_err(Failure::work)?.matching() {
        if begun.elapsed() > Duration::from_secs(10) {
            return Err(Failure::work(format!("{}: no subscriber", publisher.key_expr())));
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}
