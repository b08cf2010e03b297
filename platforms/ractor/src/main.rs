//! The workloads on ractor: `agon-ractor WORKLOAD key=value ...`, as docs/protocol.md says.

mod chameneos;
mod fibonacci;
mod token_ring;

use std::process::ExitCode;

use agon_platform::{Platform, tokio};

fn main() -> ExitCode {
    Platform {
        program: "agon-ractor",
        start: tokio::start,
        end: |runtime| {
            drop(runtime);
            Ok(())
        },
        workloads: &[
            ("token-ring", token_ring::prepare),
            ("chameneos", chameneos::prepare),
            ("fibonacci", fibonacci::prepare),
        ],
    }
    .main()
}
