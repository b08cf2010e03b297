//! The workloads on Zenoh: `agon-zenoh WORKLOAD key=value ...`, as docs/protocol.md says.

mod confirmation;
mod receiver;
mod sender;
mod sessions;
mod throughput;

use std::process::ExitCode;

use agon_platform::Platform;

fn main() -> ExitCode {
    Platform {
        program: "agon-zenoh",
        // Zenoh's threads are those that ZENOH_RUNTIME names; the first session starts them.
        start: |_| Ok(()),
        end: |()| Ok(()),
        workloads: &[("throughput", throughput::prepare)],
    }
    .main()
}
