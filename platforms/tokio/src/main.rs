//! The workloads on tokio: `agon-tokio WORKLOAD key=value ...`, as docs/protocol.md says. An actor is a task that owns
//! its state and reads a channel.

mod chameneos;
mod fibonacci;
mod token_ring;

use std::process::ExitCode;

use agon_platform::{Platform, tokio};

fn main() -> ExitCode {
    Platform {
        program: "agon-tokio",
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
