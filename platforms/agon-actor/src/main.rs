//! The workloads on Agon's actors: `agon-actor-platform WORKLOAD key=value ...`, as in docs/protocol.md.

mod chameneos;
mod compute;
mod echo;
mod echo_all;
mod fibonacci;
mod grid_swap;
mod mass_reception;
mod pipeline;
mod population;
mod service_rounds;
mod throughput;
mod token_ring;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use agon_actor::{Mode, System};
use agon_platform::{Failure, Platform};

/// No time limit of our own: the lab has one.
const FOREVER: Duration = Duration::MAX;

/// The engine's modes, as variants; the first is the default one.
const MODES: [(&str, Mode); 3] = [("pool", Mode::Pool), ("thread", Mode::Thread), ("synchronous", Mode::Synchronous)];

fn main() -> ExitCode {
    if env::args().skip(1).eq(["--version"]) {
        println!("{}", agon_actor::VERSION);
        return ExitCode::SUCCESS;
    }
    Platform {
        program: "agon-actor-platform",
        start: |setting| {
            // Variants that are no modes of the engine's run in the default one.
            let mode = setting.variant.parse().unwrap_or_default();
            System::builder().threads(setting.threads).mode(mode).build().map_err(Failure::work)
        },
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
            ("compute", compute::prepare),
            ("echo-all", echo_all::prepare),
            ("mass-reception", mass_reception::prepare),
            ("throughput", throughput::prepare),
            ("population", population::prepare),
        ],
    }
    .main()
}
