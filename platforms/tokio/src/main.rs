//! The workloads on tokio: `agon-tokio WORKLOAD key=value ...`, as docs/protocol.md says. An actor is a task that owns
//! its state and reads a channel.

mod chameneos;
mod fibonacci;
mod token_ring;

use std::process::ExitCode;

use agon_platform::{Failure, Platform};
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    Platform {
        program: "agon-tokio",
        start,
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

fn start(workload: &str, threads: usize) -> Result<Runtime, Failure> {
    // Alone, one thread needs no scheduler that shares work; but only that one has the LIFO slot, which suits the ring.
    let mut builder = match (threads, workload) {
        (1, "chameneos") => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.worker_threads(threads).build().map_err(Failure::work)
}
