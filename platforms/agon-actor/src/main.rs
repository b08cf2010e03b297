//! The workloads on Agon's actors: `agon-actor-platform WORKLOAD key=value ...`, as docs/protocol.md says.

mod chameneos;
mod fibonacci;
mod grid_swap;
mod pipeline;
mod service_rounds;
mod token_ring;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use agon_actor::System;
use agon_platform::{Failure, Platform};

/// No time limit of our own: the lab has one.
const FOREVER: Duration = Duration::MAX;

fn main() -> ExitCode {
    if env::args().skip(1).eq(["--version"]) {
        println!("{}", agon_actor::VERSION);
        return ExitCode::SUCCESS;
    }
    Platform {
        program: "agon-actor-platform",
        start: |_, threads| System::builder().threads(threads).build().map_err(Failure::work),
        end: |system| {
            let end = system.shutdown(Duration::from_secs(10));
            if end.is_clean() { Ok(()) } else { Err(Failure::work(end)) }
        },
        workloads: &[
            ("token-ring", token_ring::prepare),
            ("chameneos", chameneos::prepare),
            ("fibonacci", fibonacci::prepare),
            ("pipeline", pipeline::prepare),
            ("service-rounds", service_rounds::prepare),
            ("grid-swap", grid_swap::prepare),
        ],
    }
    .main()
}
