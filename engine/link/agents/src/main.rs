//! `agon-nodes run`: a society on several nodes; see [`agon_agents`].

use std::process::ExitCode;

/// That of `agon-asl`.
#[allow(unsafe_code)]
#[path = "../../../agentspeak/src/bin/agon-asl/allocator.rs"]
mod allocator;

#[global_allocator]
static ALLOCATOR: allocator::Mimalloc = allocator::Mimalloc;

fn main() -> ExitCode {
    agon_agents::main(std::env::args().skip(1))
}
