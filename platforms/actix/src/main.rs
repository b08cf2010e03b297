//! The workloads on actix: `agon-actix WORKLOAD key=value ...`, as in docs/protocol.md.

mod chameneos;
mod compute;
mod echo;
mod echo_all;
mod fibonacci;
mod grid_swap;
mod mass_reception;
mod pipeline;
mod service_rounds;
mod threads;
mod throughput;
mod token_ring;

use std::process::ExitCode;

use agon_platform::Platform;
use threads::Threads;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Platform {
        program: "agon-actix",
        start: |setting| Ok(Threads::start(setting.threads)),
        end: |threads| {
            threads.stop();
            Ok(())
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
        ],
    }
    .main()
}
