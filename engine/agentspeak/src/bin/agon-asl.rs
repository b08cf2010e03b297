//! `agon-asl run`, `agon-asl check` and `agon-asl fmt`: see [`agon_agentspeak::command`].

use std::process::ExitCode;

fn main() -> ExitCode {
    agon_agentspeak::command::main()
}
