//! The workloads on kameo: `agon-kameo WORKLOAD key=value ...`, as in docs/protocol.md.

mod actors;
mod chameneos;
mod compute;
mod echo;
mod echo_all;
mod fibonacci;
mod grid_swap;
mod mass_reception;
mod pipeline;
mod service_rounds;
mod token_ring;

use std::process::ExitCode;

use agon_platform::{Platform, tokio};

fn main() -> ExitCode {
    Platform {
        program: "agon-kameo",
        start: actors::start,
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
        ],
    }
    .main()
}
