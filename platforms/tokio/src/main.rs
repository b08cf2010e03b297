//! The workloads on tokio: `agon-tokio WORKLOAD key=value ...`, as in docs/protocol.md. An actor is a task that owns
//! its state and reads a channel.

mod chameneos;
mod compute;
mod echo_all;
mod fibonacci;
mod grid_swap;
mod mass_reception;
mod pipeline;
mod population;
mod service_rounds;
mod throughput;
mod token_ring;

use std::process::ExitCode;

use agon_platform::{Platform, tokio};

fn main() -> ExitCode {
    Platform {
        program: "agon-tokio",
        start: tokio::start,
        end: tokio::end,
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
