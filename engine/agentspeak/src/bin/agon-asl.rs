//! `agon-asl run`, `agon-asl check` and `agon-asl fmt`: see [`agon_agentspeak::command`].

use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    agon_agentspeak::command::main()
}
