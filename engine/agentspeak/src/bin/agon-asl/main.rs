//! `agon-asl run`, `agon-asl check` and `agon-asl fmt`: see [`agon_agentspeak::command`].

#[cfg(feature = "mimalloc")]
mod allocator;

use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: allocator::Mimalloc = allocator::Mimalloc;

fn main() -> ExitCode {
    agon_agentspeak::command::main()
}
